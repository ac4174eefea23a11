/* SPDX-License-Identifier: MIT */
/* Recognises files that are not records, to name them in messages. */
#ifndef BASTIDE_FORMATS_STRANGERS_H
#define BASTIDE_FORMATS_STRANGERS_H

#include "input/json.h"

/* Return words for what a text, by its first bytes, or a JSON document seems to be; NULL if that is
 * not known. */
const char *stranger_text(struct str head);
const char *stranger_document(const struct json *document);

#endif
