/* SPDX-License-Identifier: MIT */
/* Sets that are kept as bits of a number. */
#ifndef BASTIDE_BASE_BITS_H
#define BASTIDE_BASE_BITS_H

#include <stdbool.h>
#include <stdint.h>

/* The set that holds one number, below 64. */
#define BIT(number) (UINT64_C(1) << (number))

/* The bits of `set` if the condition holds, otherwise none. */
static inline unsigned bits_if(bool condition, unsigned set)
{
    return condition ? set : 0;
}

/* Run their body for the number of each bit that is set, from the lowest; `set` is read once.
 * `continue` goes on with the next bit; leave the loop with return, because break only ends the
 * body. */
#define FOR_EACH_BIT(number, set)                                                                  \
    for (uint64_t number##_left = (set); number##_left; number##_left &= number##_left - 1)        \
        for (unsigned number = (unsigned)__builtin_ctzll(number##_left), number##_runs = 1;        \
             number##_runs; number##_runs = 0)

#endif
