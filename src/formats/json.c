/* SPDX-License-Identifier: MIT */
/* Feeds jansson one byte at a time, and counts the memory that the document takes. */
#include "formats/json.h"

#include "base/memory.h"

/* An input, and the bytes of memory that its document takes. They are estimated from the sizes of
 * jansson's structures, rounded up. */
struct reading {
    struct input *input;
    size_t taken;
};

static const uint16_t costs[256] = {['{'] = 320, ['['] = 160, [':'] = 112, [','] = 48};

/* Gives jansson the next byte. Bytes come one at a time, so that none after the document is taken.
 */
static size_t take(void *to, size_t room, void *context)
{
    struct reading *r = context;
    int byte = room && r->taken <= JSON_MEMORY_MAX ? input_byte(r->input) : -1;
    if (byte < 0)
        return 0;
    r->taken += costs[byte] + 1u;
    *(char *)to = (char)byte;
    return 1;
}

json_t *json_read(struct input *input, json_error_t *error, bool *too_large)
{
    struct reading reading = {input, 0};
    json_t *document =
        json_load_callback(take, &reading, JSON_REJECT_DUPLICATES | JSON_DISABLE_EOF_CHECK, error);
    *too_large = !document && reading.taken > JSON_MEMORY_MAX;
    if (!document && !*error->text)
        memory_out();
    return document;
}

struct str json_str(const json_t *value)
{
    return json_is_string(value) ? (struct str){json_string_value(value), json_string_length(value)}
                                 : (struct str){"", 0};
}
