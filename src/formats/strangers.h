/* SPDX-License-Identifier: MIT */
/* Recognises files that are not records, to name them in messages. */
#ifndef BASTIDE_FORMATS_STRANGERS_H
#define BASTIDE_FORMATS_STRANGERS_H

#include "input/json.h"

struct stranger {
    const char *words;  /* "a picture" */
    const char *advice; /* "unpack it first" */
};

/* Recognise a text, by its first bytes, and a JSON document. Return NULL if it is unknown. */
const struct stranger *stranger_text(struct str head);
const struct stranger *stranger_document(const struct json *document);

#endif
