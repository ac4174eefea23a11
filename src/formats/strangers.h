/* SPDX-License-Identifier: MIT */
/* Recognises files that are not records, to name them in messages. */
#ifndef BASTIDE_FORMATS_STRANGERS_H
#define BASTIDE_FORMATS_STRANGERS_H

#include "input/json.h"

struct stranger {
    const char *words;  /* "a picture" */
    const char *advice; /* "unpack it first" */
};

/* Recognises a text by its first bytes, or a JSON document. The other argument is an empty text or
 * NULL. Returns NULL for an unknown kind of file. */
const struct stranger *stranger_of(struct str head, const struct json *document);

#endif
