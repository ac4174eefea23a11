/* SPDX-License-Identifier: MIT */
/* YAML scalars: which texts may stand plain. */
#ifndef BASTIDE_BASE_SCALAR_H
#define BASTIDE_BASE_SCALAR_H

#include "base/str.h"

/* May the text stand as a plain scalar, so that any reader of YAML reads just this text? In a list
 * or map
 * (`flow`), commas and brackets are excluded too. */
bool scalar_is_plain(struct str text, bool flow);

/* Would a reader of YAML take the plain text for something other than a string (a number, a truth
 * value, null)? */
bool scalar_is_typed(struct str text);

#endif
