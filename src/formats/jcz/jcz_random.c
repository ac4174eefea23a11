/* SPDX-License-Identifier: MIT */
/* Java's generator of random numbers (java.util.Random) and the Mersenne Twister, MT19937, seeded
 * with the two halves of a number, the high one first. */
#include "formats/jcz/jcz_random.h"

#include <string.h>

#include <stdlib.h>

#include "base/arena.h"

static const uint64_t java_factor = UINT64_C(0x5DEECE66D), java_mask = (UINT64_C(1) << 48) - 1;

/* Returns the next number of `bits` bits, signed for 32. */
static int32_t java_next(uint64_t *state, unsigned bits)
{
    *state = (*state * java_factor + 11) & java_mask;
    return (int32_t)(uint32_t)(*state >> (48 - bits));
}

/* Returns the next number from 0 to n - 1. */
static int32_t java_below(uint64_t *state, int32_t n)
{
    int32_t bits = java_next(state, 31);
    if (!(n & (n - 1)))
        return (int32_t)(((int64_t)n * bits) >> 31);
    int32_t value = bits % n;
    while ((int64_t)bits - value + n - 1 > INT32_MAX) {
        bits = java_next(state, 31);
        value = bits % n;
    }
    return value;
}

enum { WORDS = 624, SHIFT = 397 };

static void twister_seed(uint32_t words[WORDS], const uint32_t key[2])
{
    words[0] = 19650218;
    for (unsigned i = 1; i < WORDS; i++)
        words[i] = 1812433253u * (words[i - 1] ^ words[i - 1] >> 30) + i;
    unsigned i = 1, j = 0;
    for (unsigned k = 0; k < WORDS; k++, j = !j) {
        words[i] = (words[i] ^ (words[i - 1] ^ words[i - 1] >> 30) * 1664525u) + key[j] + j;
        if (++i == WORDS) {
            words[0] = words[WORDS - 1];
            i = 1;
        }
    }
    for (unsigned k = 1; k < WORDS; k++) {
        words[i] = (words[i] ^ (words[i - 1] ^ words[i - 1] >> 30) * 1566083941u) - i;
        if (++i == WORDS) {
            words[0] = words[WORDS - 1];
            i = 1;
        }
    }
    words[0] = 0x80000000u;
}

/* Computes the next words of all. */
static void twister_turn(uint32_t words[WORDS])
{
    for (unsigned i = 0; i < WORDS; i++) {
        uint32_t y = (words[i] & 0x80000000u) | (words[(i + 1) % WORDS] & 0x7FFFFFFFu);
        words[i] = words[(i + SHIFT) % WORDS] ^ y >> 1 ^ (y & 1 ? 0x9908B0DFu : 0);
    }
}

static uint32_t tempered(uint32_t y)
{
    y ^= y >> 11;
    y ^= y << 7 & 0x9D2C5680u;
    y ^= y << 15 & 0xEFC60000u;
    return y ^ y >> 18;
}

void jcz_random_seed(struct jcz_random *random, enum jcz_generator generator, int64_t seed,
                     struct arena *arena, unsigned most)
{
    *random = (struct jcz_random){.generator = generator};
    random->state = ((uint64_t)seed ^ java_factor) & java_mask;
    if (generator == JCZ_GENERATOR_JAVA)
        return;
    uint32_t words[WORDS];
    int64_t *numbers = arena_take(arena, most * sizeof *numbers);
    twister_seed(words, (const uint32_t[]){(uint32_t)((uint64_t)seed >> 32), (uint32_t)seed});
    for (unsigned i = 0; i < most; i++) {
        if (2 * i % WORDS == 0)
            twister_turn(words);
        numbers[i] = (int64_t)((uint64_t)tempered(words[2 * i % WORDS]) << 32 |
                               tempered(words[2 * i % WORDS + 1]));
    }
    random->numbers = numbers;
}

/* Returns the magnitude of a number modulo n. */
static unsigned magnitude_mod(int64_t number, unsigned n)
{
    uint64_t magnitude = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    return (unsigned)(magnitude % n);
}

unsigned jcz_random_index(struct jcz_random *random, unsigned n)
{
    if (random->generator == JCZ_GENERATOR_TWISTER)
        return magnitude_mod(random->salt ^ random->numbers[random->taken++], n);
    unsigned drawn = (unsigned)java_below(&random->state, (int32_t)n);
    return (drawn + magnitude_mod(random->salt, n)) % n;
}

/* The generator works on the bits of the double. */
double jcz_random_after(double random)
{
    uint64_t bits;
    memcpy(&bits, &random, sizeof bits);
    const uint64_t modulus = UINT64_C(1) << 48;
    uint64_t x = (UINT64_C(25214903917) * (bits % modulus) + 11) % modulus;
    return (double)x / (double)modulus;
}
