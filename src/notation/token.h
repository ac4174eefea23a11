/* SPDX-License-Identifier: MIT */
/* The words that CRN's tokens are made of. Each reader takes what it knows from the front of *rest and moves *rest
 * behind it; on failure it returns false and *rest is undefined.
 */
#ifndef BASTIDE_NOTATION_TOKEN_H
#define BASTIDE_NOTATION_TOKEN_H

#include "notation/record.h"

/* "0", or up to four digits without leading zeros. */
bool token_number(struct str *rest, int32_t *number);

/* A number that may bear a minus sign ("-0" is none). */
bool token_integer(struct str *rest, int32_t *integer);

/* x,y; false also beyond CELL_MOST, then *far is true. */
bool token_cell(struct str *rest, struct cell *cell, bool *far);

/* One letter of N E S W. */
bool token_side(struct str *rest, uint8_t *side);

/* Kind letter and port or index; false for a port that the kind cannot touch. */
bool token_segment(struct str *rest, struct segment_ref *segment);

/* token_segment, perhaps followed by @CELL. */
bool token_segment_at(struct str *rest, struct segment_ref *segment);

/* The letters, digits and / . + ! of a tile's name. */
bool token_tile(struct str *rest, struct str *name);

/* One letter a to f. */
bool token_seat(struct str *rest, uint8_t *seat);

static inline bool token_take(struct str *rest, char c)
{
    if (rest->n == 0 || rest->p[0] != c)
        return false;
    rest->p++;
    rest->n--;
    return true;
}

static inline bool char_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool char_is_alpha(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

#endif
