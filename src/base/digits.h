/* SPDX-License-Identifier: MIT */
/* Writes integers in decimal digits. The C library takes several times as long. */
#ifndef BASTIDE_BASE_DIGITS_H
#define BASTIDE_BASE_DIGITS_H

#include <stdint.h>

enum { DIGITS_SIZE = 21 }; /* bytes of the longest number, with its sign and NUL */

/* Writes a number and NUL. Returns the address of the NUL. */
static inline char *digits_write(char *at, int64_t value)
{
    uint64_t rest = value < 0 ? (uint64_t)(-(value + 1)) + 1 : (uint64_t)value;
    if (value < 0)
        *at++ = '-';
    unsigned n = 1;
    for (uint64_t least = 10; n < DIGITS_SIZE - 2 && rest >= least; least *= 10)
        n++;
    char *end = at + n;
    for (*end = '\0'; n > 0; rest /= 10)
        at[--n] = (char)('0' + rest % 10);
    return end;
}

#endif
