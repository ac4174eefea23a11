/* SPDX-License-Identifier: MIT */
/* Sets that are kept as bits of a number. */
#ifndef BASTIDE_BASE_BITS_H
#define BASTIDE_BASE_BITS_H

#include <stdbool.h>
#include <stdint.h>

/* The bits of `set` if the condition holds, otherwise none. */
static inline unsigned bits_if(bool condition, unsigned set)
{
    return condition ? set : 0;
}

/* Run their body for the number of each bit that is set, from the lowest; `set` is read once.
 * `continue` goes on with the next bit; leave the loop with return, because break only ends the
 * body. A set is an unsigned int, or has 64 bits. */
#define FOR_EACH_BIT(number, set)   FOR_EACH_BIT_OF(unsigned, number, set)
#define FOR_EACH_BIT64(number, set) FOR_EACH_BIT_OF(uint64_t, number, set)

#define FOR_EACH_BIT_OF(type, number, set)                                                         \
    for (type number##_left = (set); number##_left; number##_left &= number##_left - 1)            \
        for (unsigned number = (unsigned)__builtin_ctzll(number##_left), number##_runs = 1;        \
             number##_runs; number##_runs = 0)

#endif
