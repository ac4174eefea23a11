/* SPDX-License-Identifier: MIT */
/* Readers for the words that make up the tokens of CRN. Each one reads a word at *at and moves *at
 * past it. On failure it returns false and *at is undefined. The text must end with a byte that is
 * part of no word: a NUL, a blank, a bracket.
 *
 * Most readers are defined in this header so that they are inlined, because they read nearly all of
 * an archive.
 */
#ifndef BASTIDE_NOTATION_TOKEN_H
#define BASTIDE_NOTATION_TOKEN_H

#include "notation/record.h"

/* Returns the value of a hexadecimal digit, or -1. */
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

/* True if a token ends here: at a blank, at the end of the line, or at a control byte, which no
 * line may have. */
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

/* Reads "0", or up to four digits without leading zeros. */
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

/* Reads a number that may have a minus sign; "-0" is not a number. */
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

/* Reads a cell "x,y". Returns false also if the cell is beyond CELL_MAX, and then sets *far to
 * true. */
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

/* Reads a side: one of the letters N E S W. */
static inline bool token_side(const char **at, uint8_t *side)
{
    unsigned found = side_of_letter(**at);
    ++*at;
    *side = (uint8_t)found;
    return found < SIDES;
}

/* Reads a seat: one of the letters a to f. */
static inline bool token_seat(const char **at, uint8_t *seat)
{
    *seat = (uint8_t)(**at - 'a');
    ++*at;
    return *seat < SEATS_MAX;
}

/* Reads the name of a tile: a letter, then letters, digits and / . + ! */
static inline bool token_tile(const char **at, struct str *name)
{
    const char *from = *at, *to = from;
    while (char_is_alpha(*to) || (to > from && (char_is_digit(*to) || *to == '/' || *to == '.' ||
                                                *to == '+' || *to == '!' || *to == '-')))
        to++;
    *at = to;
    *name = (struct str){from, (size_t)(to - from)};
    return to > from && to <= from + NAME_BYTES_MAX;
}

/* Reads a segment: a kind letter, perhaps with a port or an index. False for a port that the kind
 * cannot touch. */
bool token_segment(const char **at, struct segment_ref *segment);

/* Reads a segment, perhaps with @CELL after it. */
bool token_segment_at(const char **at, struct segment_ref *segment);

#endif
