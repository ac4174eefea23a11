/* SPDX-License-Identifier: MIT */
/* Work that threads do ahead of who needs what comes of it: one thread fills slots and empties them
 * in the same order, others work on those that are filled.
 */
#ifndef BASTIDE_BASE_AHEAD_H
#define BASTIDE_BASE_AHEAD_H

#include <stddef.h>

struct ahead;

/* What a thread does with a slot; `own` is the thread's. Both begin zeroed. */
typedef void ahead_work(void *own, void *slot);
typedef void ahead_end(void *memory);

struct ahead_kind {
    size_t own_size, slot_size;
    ahead_work *work;
    ahead_end *end_own, *end_slot; /* what they hold */
};

/* The threads have begun when it returns: nothing of what beginning takes is needed then. */
struct ahead *ahead_hire(unsigned threads, const struct ahead_kind *kind);
void ahead_dismiss(struct ahead *ahead);

/* A slot to be filled, the same until it is handed on; NULL when none is empty. */
void *ahead_empty(struct ahead *ahead);
void ahead_hand_on(struct ahead *ahead);

/* The first slot that was handed on, when the work on it is done; NULL when there is none. */
void *ahead_first(struct ahead *ahead);
void ahead_let_go(struct ahead *ahead);

/* Lets all go, when the work on them is done. */
void ahead_forget(struct ahead *ahead);

#endif
