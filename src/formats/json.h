/* SPDX-License-Identifier: MIT */
/* JSON documents from outside: keys stand once in an object, and what a document takes in memory is
 * bounded. */
#ifndef BASTIDE_FORMATS_JSON_H
#define BASTIDE_FORMATS_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "input/input.h"

enum {
    JSON_MEMORY_MAX = 24 << 20
}; /* bytes that a document takes once it is read, as far as its brackets, colons and commas tell */

/* Reads a document, and nothing behind it; NULL with an error, or where it is *too_large. */
json_t *json_read(struct input *input, json_error_t *error, bool *too_large);

/* A text, empty for what is none. */
struct str json_str(const json_t *value);

/* Returns the object for iteration: jansson wants a pointer that is not constant, and changes
 * nothing. */
static inline json_t *json_iterable(const json_t *object)
{
    return (json_t *)(uintptr_t)object;
}

#endif
