/* SPDX-License-Identifier: MIT */
/* Reads segments, alone or with a cell (token.h). */
#include "notation/token.h"

bool token_segment(const char **at, struct segment_ref *segment)
{
    const char *from = *at;
    *segment = (struct segment_ref){.kind = (uint8_t)kind_of_letter(*from), .port = PORT_NONE};
    if (segment->kind == KIND_COUNT)
        return false;
    from++;
    if (kinds[segment->kind].single) {
        segment->index = 1;
        *at = from;
        return true;
    }
    if (*from >= '1' && *from <= '9') {
        segment->index = (uint8_t)(*from - '0');
        *at = from + 1;
        return true;
    }
    const char *to = from;
    while (to < from + 3 && side_of_letter(*to) < SIDES)
        to++;
    *at = to;
    if (to == from)
        return true;
    unsigned port = port_named((struct str){from, (size_t)(to - from)});
    if (port == PORT_NONE)
        return false;
    /* A field, market or residence that has both halves of a side may be named by the side. */
    bool side_for_halves = !kinds[segment->kind].middle && port_is_middle(port);
    if (!port_is_middle(port) && segment->kind == KIND_ROAD)
        return false;
    segment->port = (uint8_t)(side_for_halves ? port - 1 : port);
    segment->by_side = side_for_halves;
    return true;
}

bool token_segment_at(const char **at, struct segment_ref *segment)
{
    bool far = false;
    if (!token_segment(at, segment))
        return false;
    segment->has_cell = **at == '@';
    *at += segment->has_cell;
    return !segment->has_cell || token_cell(at, &segment->cell, &far);
}
