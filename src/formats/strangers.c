/* SPDX-License-Identifier: MIT */
/* Recognises files that people take for records (strangers.def). */
#include "formats/strangers.h"

const struct stranger *stranger_text(struct str head)
{
    static const struct {
        const char *begin, *part;
        struct stranger stranger;
    } texts[] = {
#define STRANGER(begin, part, words, advice) {begin, part, {words, advice}},
#define STRANGER_KEYS(one, other, words, advice)
#include "formats/strangers.def"
#undef STRANGER
#undef STRANGER_KEYS
    };
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
        if (str_begins(head, texts[i].begin) && str_contains(head, texts[i].part))
            return &texts[i].stranger;
    return NULL;
}

const struct stranger *stranger_document(const struct json *document)
{
    static const struct {
        const char *one, *other;
        struct stranger stranger;
    } objects[] = {
#define STRANGER(begin, part, words, advice)
#define STRANGER_KEYS(one, other, words, advice) {one, other, {words, advice}},
#include "formats/strangers.def"
#undef STRANGER
#undef STRANGER_KEYS
    };
    for (unsigned i = 0; i < sizeof objects / sizeof *objects; i++)
        if (json_get(document, objects[i].one) && json_get(document, objects[i].other))
            return &objects[i].stranger;
    return NULL;
}
