/* SPDX-License-Identifier: MIT */
/* YAML scalars: checks whether a text needs quotes. */
#ifndef BASTIDE_BASE_SCALAR_H
#define BASTIDE_BASE_SCALAR_H

#include "base/str.h"

/* True if the text may be written as a plain scalar, so that every reader of YAML reads exactly
 * this text. In a list or map on one line (`flow`) it may have no commas and brackets. */
bool scalar_is_plain(struct str text, bool flow);

/* True if a reader of YAML takes the plain text for something other than a string: a number, a
 * truth value or null. */
bool scalar_is_typed(struct str text);

#endif
