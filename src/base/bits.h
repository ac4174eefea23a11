/* SPDX-License-Identifier: MIT */
/* Sets of small numbers, kept as the bits of an integer. */
#ifndef BASTIDE_BASE_BITS_H
#define BASTIDE_BASE_BITS_H

#include <stdbool.h>
#include <stdint.h>

/* The set of one number, which is below 64. */
#define BIT(number) (UINT64_C(1) << (number))

/* Returns `set` if the condition holds, otherwise the empty set. */
static inline unsigned bits_if(bool condition, unsigned set)
{
    return condition ? set : 0;
}

/* Runs the body for the number of each bit in `set`, from the lowest; `set` is evaluated once.
 * `continue` and `break` both go on with the next bit: leave the loop with `return`. */
#define FOR_EACH_BIT(number, set)                                                                  \
    for (uint64_t number##_left = (set); number##_left; number##_left &= number##_left - 1)        \
        for (unsigned number = (unsigned)__builtin_ctzll(number##_left), number##_runs = 1;        \
             number##_runs; number##_runs = 0)

#endif
