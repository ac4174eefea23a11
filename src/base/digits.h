/* SPDX-License-Identifier: MIT */
/* Writes integers in decimal digits. The C library takes several times as long. */
#ifndef BASTIDE_BASE_DIGITS_H
#define BASTIDE_BASE_DIGITS_H

#include <stdint.h>
#include <string.h>

enum { DIGITS_SIZE = 21 }; /* bytes of the longest number, with its sign and NUL */

/* Writes a number and NUL. Returns the address of the NUL. */
static inline char *digits_write(char *at, int64_t value)
{
    char digits[DIGITS_SIZE], *end = digits + sizeof digits, *p = end;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    *--p = '\0';
    do
        *--p = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0)
        *--p = '-';
    memcpy(at, p, (size_t)(end - p));
    return at + (end - p) - 1;
}

#endif
