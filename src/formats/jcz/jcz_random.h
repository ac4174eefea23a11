/* SPDX-License-Identifier: MIT */
/* The random numbers by which JCloisterZone draws tiles. Since 5.7 a save has a number for each
 * turn (jcz_draws.c). Versions 5.0 to 5.6 have one generator for the whole game, which the save
 * seeds, and each COMMIT adds a salt: Java's own generator, since 5.6.2 the Mersenne Twister. */
#ifndef BASTIDE_FORMATS_JCZ_JCZ_RANDOM_H
#define BASTIDE_FORMATS_JCZ_JCZ_RANDOM_H

#include <stdint.h>

struct arena;

enum jcz_generator { JCZ_GENERATOR_JAVA, JCZ_GENERATOR_TWISTER, JCZ_GENERATORS };

struct jcz_random {
    enum jcz_generator generator;
    uint64_t state;         /* state of Java's generator, 48 bits */
    const int64_t *numbers; /* first numbers of the Mersenne Twister */
    unsigned taken;         /* how many of them were used */
    int64_t salt;           /* salt of the last COMMIT, 0 before the first */
};

/* Begins with a seed. `most` is the highest number of draws. */
void jcz_random_seed(struct jcz_random *random, enum jcz_generator generator, int64_t seed,
                     struct arena *arena, unsigned most);

/* Returns the index of the next draw from `n` tiles. */
unsigned jcz_random_index(struct jcz_random *random, unsigned n);

/* Since 5.7: returns the number after `random`, which is from 0 to less than 1. */
double jcz_random_after(double random);

#endif
