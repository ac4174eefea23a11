/* SPDX-License-Identifier: MIT */
/* See json.h. */
#include "import/json.h"

#include "base/memory.h"

/* What is read, and how much its document takes: jansson's sizes, rounded up. */
struct reading {
    json_load_callback_t read;
    void *data;
    size_t taken;
};

static size_t take(void *to, size_t room, void *context)
{
    enum { OBJECT = 320, LIST = 160, MEMBER = 112, ITEM = 48, BYTE = 1 };
    struct reading *r = context;
    size_t n = r->taken > JSON_MEMORY_MOST ? 0 : r->read(to, room, r->data);
    for (size_t i = 0; i < n; i++) {
        char byte = ((char *)to)[i];
        r->taken += byte == '{' ? OBJECT : byte == '[' ? LIST : byte == ':' ? MEMBER : byte == ',' ? ITEM : BYTE;
    }
    return n;
}

json_t *json_read(json_load_callback_t read, void *data, json_error_t *error, bool *too_large)
{
    struct reading reading = {read, data, 0};
    json_t *document = json_load_callback(take, &reading, JSON_REJECT_DUPLICATES | JSON_DISABLE_EOF_CHECK, error);
    *too_large = !document && reading.taken > JSON_MEMORY_MOST;
    if (!document && !*error->text)
        memory_out();
    return document;
}

struct str json_str(const json_t *value)
{
    return json_is_string(value) ? (struct str){json_string_value(value), json_string_length(value)} : (struct str){"", 0};
}
