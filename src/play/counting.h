/* SPDX-License-Identifier: MIT */
/* Counts sequences of turns with several threads: one thread finds the first turns, and the others
 * count the sequences that go on from each. */
#ifndef BASTIDE_PLAY_COUNTING_H
#define BASTIDE_PLAY_COUNTING_H

#include "play/turns.h"

struct pool;

/* Returns a pool of threads that count. All of them have begun. */
struct pool *counting_hire(unsigned threads);

/* Does what turns_count() does, with the same results and visits. If the count meets a limit or
 * trouble, one thread counts again, so that it ends where it would end without the others. */
uint64_t counting_count(struct turns *turns, struct pool *pool, unsigned depth, turns_visit *visit,
                        void *context);

#endif
