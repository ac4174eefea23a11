/* SPDX-License-Identifier: MIT */
/* See token.h. */
#include "notation/token.h"

#include <stdlib.h>

bool token_number(struct str *rest, int32_t *number)
{
    size_t n = 0;
    int32_t value = 0;
    while (n < rest->n && char_is_digit(rest->p[n]) && n < 5)
        value = value * 10 + (rest->p[n++] - '0');
    if (n == 0 || n > 4 || (n > 1 && rest->p[0] == '0'))
        return false;
    *number = value;
    *rest = str_from(*rest, n);
    return true;
}

bool token_integer(struct str *rest, int32_t *integer)
{
    bool negative = token_take(rest, '-');
    if (!token_number(rest, integer) || (negative && *integer == 0))
        return false;
    if (negative)
        *integer = -*integer;
    return true;
}

bool token_cell(struct str *rest, struct cell *cell, bool *far)
{
    int32_t x, y;
    if (!token_integer(rest, &x) || !token_take(rest, ',') || !token_integer(rest, &y))
        return false;
    if (abs(x) > CELL_MOST || abs(y) > CELL_MOST) {
        *far = true;
        return false;
    }
    *cell = (struct cell){(int16_t)x, (int16_t)y};
    return true;
}

bool token_side(struct str *rest, uint8_t *side)
{
    unsigned found = rest->n ? side_of_letter(rest->p[0]) : SIDES;
    *rest = str_from(*rest, 1);
    *side = (uint8_t)found;
    return found < SIDES;
}

bool token_segment(struct str *rest, struct segment_ref *segment)
{
    *segment = (struct segment_ref){.port = PORT_NONE};
    if (rest->n == 0 || (segment->kind = (uint8_t)kind_of_letter(rest->p[0])) == KIND_COUNT)
        return false;
    *rest = str_from(*rest, 1);
    if (segment->kind == KIND_MONASTERY) {
        segment->index = 1;
        return true;
    }
    if (rest->n && rest->p[0] >= '1' && rest->p[0] <= '9') {
        segment->index = (uint8_t)(rest->p[0] - '0');
        *rest = str_from(*rest, 1);
        return true;
    }
    size_t n = 0;
    while (n < rest->n && n < 3 && side_of_letter(rest->p[n]) < SIDES)
        n++;
    if (!n)
        return true;
    unsigned port = port_named((struct str){rest->p, n});
    *rest = str_from(*rest, n);
    if (port == PORT_NONE)
        return false;
    /* A field, market or residence that holds both halves of a side may be called by the side. */
    bool side_for_halves = !kinds[segment->kind].middle && port_is_middle(port);
    if (!port_is_middle(port) && segment->kind == KIND_ROAD)
        return false;
    segment->port = (uint8_t)(side_for_halves ? port - 1 : port);
    segment->by_side = side_for_halves;
    return true;
}

bool token_segment_at(struct str *rest, struct segment_ref *segment)
{
    bool far = false;
    if (!token_segment(rest, segment))
        return false;
    segment->has_cell = token_take(rest, '@');
    return !segment->has_cell || token_cell(rest, &segment->cell, &far);
}

bool token_tile(struct str *rest, struct str *name)
{
    size_t n = 0;
    while (n < rest->n &&
           (char_is_alpha(rest->p[n]) || (n && (char_is_digit(rest->p[n]) || (rest->p[n] && strchr("/.+!", rest->p[n]))))))
        n++;
    if (n == 0 || n > NAME_MOST)
        return false;
    *name = (struct str){rest->p, n};
    *rest = str_from(*rest, n);
    return true;
}

bool token_seat(struct str *rest, uint8_t *seat)
{
    if (rest->n == 0 || rest->p[0] < 'a' || rest->p[0] > 'f')
        return false;
    *seat = (uint8_t)(rest->p[0] - 'a');
    *rest = str_from(*rest, 1);
    return true;
}
