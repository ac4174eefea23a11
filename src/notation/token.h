/* SPDX-License-Identifier: MIT */
/* The words that CRN's tokens are made of. Each reader takes what it knows from *at and moves it
 * behind that; on failure it returns false and *at is undefined. The text ends in a byte that is
 * part of no word: a NUL, a blank, a bracket.
 *
 * They are here to be inlined: nearly all that is read of an archive is read by them.
 */
#ifndef BASTIDE_NOTATION_TOKEN_H
#define BASTIDE_NOTATION_TOKEN_H

#include "notation/record.h"

/* The value of a hexadecimal digit, or -1. */
static inline int char_hex(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    char low = (char)(c | 0x20);
    return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

static inline bool char_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool char_is_alpha(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool char_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Is a token of a line over? At a blank, at the line's end, and at control bytes, which no line may
 * hold. */
static inline bool token_is_over(const char *at)
{
    return (unsigned char)*at <= ' ';
}

static inline bool token_take(const char **at, char c)
{
    if (**at != c)
        return false;
    ++*at;
    return true;
}

/* "0", or up to four digits without leading zeros. */
static inline bool token_number(const char **at, int32_t *number)
{
    const char *from = *at, *to = from;
    int32_t value = 0;
    for (uint8_t digit; (digit = (uint8_t)(*to - '0')) <= 9; to++) {
        if (to == from + 4)
            return false;
        value = value * 10 + digit;
    }
    *at = to;
    *number = value;
    return to > from && (*from != '0' || to == from + 1);
}

/* A number that may bear a minus sign ("-0" is none). */
static inline bool token_integer(const char **at, int32_t *integer)
{
    if (**at != '-')
        return token_number(at, integer);
    ++*at;
    if (!token_number(at, integer) || *integer == 0)
        return false;
    *integer = -*integer;
    return true;
}

/* x,y; false also beyond CELL_MAX, then *far is true. */
static inline bool token_cell(const char **at, struct cell *cell, bool *far)
{
    int32_t x, y;
    if (!token_integer(at, &x) || *(*at)++ != ',' || !token_integer(at, &y))
        return false;
    if (x > CELL_MAX || x < -CELL_MAX || y > CELL_MAX || y < -CELL_MAX) {
        *far = true;
        return false;
    }
    *cell = (struct cell){(int16_t)x, (int16_t)y};
    return true;
}

/* One letter of N E S W. */
static inline bool token_side(const char **at, uint8_t *side)
{
    unsigned found = side_of_letter(**at);
    ++*at;
    *side = (uint8_t)found;
    return found < SIDES;
}

/* One letter a to f. */
static inline bool token_seat(const char **at, uint8_t *seat)
{
    *seat = (uint8_t)(**at - 'a');
    ++*at;
    return *seat < SEATS_MAX;
}

/* The letters, digits and / . + ! of a tile's name. */
static inline bool token_tile(const char **at, struct str *name)
{
    const char *from = *at, *to = from;
    while (char_is_alpha(*to) || (to > from && (char_is_digit(*to) || *to == '/' || *to == '.' ||
                                                *to == '+' || *to == '!')))
        to++;
    *at = to;
    *name = (struct str){from, (size_t)(to - from)};
    return to > from && to <= from + NAME_BYTES_MAX;
}

/* Kind letter and port or index; false for a port that the kind cannot touch. */
bool token_segment(const char **at, struct segment_ref *segment);

/* token_segment, perhaps followed by @CELL. */
bool token_segment_at(const char **at, struct segment_ref *segment);

#endif
