/* SPDX-License-Identifier: MIT */
/* See json.h. */
#include "import/json.h"

#include <stdlib.h>

#include "base/memory.h"

/* Of the thread that reads. */
static _Thread_local bool is_bounded, is_exceeded;
static _Thread_local size_t taken; /* since json_read() began, what was given back again counted too */

static void *get(size_t size)
{
    if (!is_bounded)
        return memory_get(size);
    taken += size;
    is_exceeded |= taken > JSON_MEMORY_MOST;
    /* Jansson drops the document then. */
    return is_exceeded ? NULL : memory_get(size);
}

void json_begin(void)
{
    json_set_alloc_funcs(get, free);
}

json_t *json_read(json_load_callback_t callback, void *data, json_error_t *error, bool *too_large)
{
    is_bounded = true;
    is_exceeded = false;
    taken = 0;
    json_t *document = json_load_callback(callback, data, JSON_REJECT_DUPLICATES | JSON_DISABLE_EOF_CHECK, error);
    is_bounded = false;
    *too_large = is_exceeded;
    return document;
}

struct str json_str(const json_t *value)
{
    return json_is_string(value) ? (struct str){json_string_value(value), json_string_length(value)} : (struct str){"", 0};
}
