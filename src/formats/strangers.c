/* SPDX-License-Identifier: MIT */
/* Recognises files that people take for records (strangers.def). */
#include "formats/strangers.h"

const char *stranger_text(struct str head)
{
    static const struct {
        const char *begin, *part, *words;
    } strangers[] = {
#define STRANGER(begin, part, words) {begin, part, words},
#define STRANGER_KEYS(one, other, words)
#include "formats/strangers.def"
#undef STRANGER
#undef STRANGER_KEYS
    };
    for (unsigned i = 0; i < sizeof strangers / sizeof *strangers; i++)
        if (str_begins(head, strangers[i].begin) && str_contains(head, strangers[i].part))
            return strangers[i].words;
    return NULL;
}

const char *stranger_document(const struct json *document)
{
    static const struct {
        const char *one, *other, *words;
    } strangers[] = {
#define STRANGER(begin, part, words)
#define STRANGER_KEYS(one, other, words) {one, other, words},
#include "formats/strangers.def"
#undef STRANGER
#undef STRANGER_KEYS
    };
    for (unsigned i = 0; i < sizeof strangers / sizeof *strangers; i++)
        if (json_get(document, strangers[i].one) && json_get(document, strangers[i].other))
            return strangers[i].words;
    return NULL;
}
