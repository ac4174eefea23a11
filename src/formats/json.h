/* SPDX-License-Identifier: MIT */
/* Reads JSON documents from outside. A key may stand only once in an object, and the memory that a
 * document takes is limited. */
#ifndef BASTIDE_FORMATS_JSON_H
#define BASTIDE_FORMATS_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "input/input.h"

enum {
    JSON_MEMORY_MAX = 24 << 20
}; /* bytes of memory that a document may take, estimated from its brackets, colons and commas */

/* Reads one document, and no byte after it. Returns NULL with an error, or with *too_large true if
 * the document takes too much memory. */
json_t *json_read(struct input *input, json_error_t *error, bool *too_large);

/* Returns the text of a JSON string, or an empty text for any other value. */
struct str json_str(const json_t *value);

/* Returns the object for iteration: jansson wants a pointer that is not constant, and changes
 * nothing. */
static inline json_t *json_iterable(const json_t *object)
{
    return (json_t *)(uintptr_t)object;
}

#endif
