/* SPDX-License-Identifier: MIT */
/* Recognises files that people take for records (strangers.def). */
#include "formats/strangers.h"

const struct stranger *stranger_of(struct str head, const struct json *document)
{
    static const struct {
        bool is_object;
        const char *one, *other;
        struct stranger stranger;
    } rows[] = {
#define STRANGER(begin, part, words, advice)     {false, begin, part, {words, advice}},
#define STRANGER_KEYS(one, other, words, advice) {true, one, other, {words, advice}},
#include "formats/strangers.def"
#undef STRANGER
#undef STRANGER_KEYS
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool is_it = rows[i].is_object
                         ? json_get(document, rows[i].one) && json_get(document, rows[i].other)
                         : str_begins(head, rows[i].one) && str_contains(head, rows[i].other);
        if (is_it)
            return &rows[i].stranger;
    }
    return NULL;
}
