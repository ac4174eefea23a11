/* SPDX-License-Identifier: MIT */
/* An ordered worker pool: jobs run in parallel, results arrive in the order of submission. A job is
 * a slot of a ring. One thread fills slots and hands them on, the threads of the pool work on them,
 * and one thread takes them back in the order in which they were handed on. The ring limits how
 * much is in memory, however long the input is.
 *
 * One thread may both fill and take back: it uses pool_empty() and pool_first(), which do not wait
 * for the other side. Two threads wait for each other with pool_await_empty() and
 * pool_await_first().
 */
#ifndef BASTIDE_BASE_POOL_H
#define BASTIDE_BASE_POOL_H

#include <stdbool.h>
#include <stddef.h>

struct pool;

/* Works on a slot. `own` is the memory of the thread that does it. Slots are numbered from 0 in the
 * order in which they were handed on. */
typedef void pool_task(void *own, void *slot, size_t number);
typedef void pool_memory(void *memory);

/* The task of a pool, the sizes of its memory, and functions for that memory, which may be NULL.
 * All memory is zeroed before `begin_slot` is called. */
struct pool_kind {
    size_t own_size, slot_size;
    pool_task *task;
    pool_memory *begin_slot, *end_slot, *end_own;
};

/* Returns a pool of at least one thread. All threads have begun when it returns, so that the
 * process may give up the right to begin threads. */
struct pool *pool_hire(unsigned threads, size_t slots, const struct pool_kind *kind);

/* Ends the threads, each after the slot that it works on, and frees the pool. */
void pool_dismiss(struct pool *pool);

/* Returns the memory of a thread, which the caller may fill until the first slot is handed on. */
void *pool_own(struct pool *pool, unsigned thread);

/* ---- Filling ---- */

/* Returns the slot to be filled, the same one until it is handed on. pool_empty() returns NULL when
 * all slots are in use; pool_await_empty() waits for a free one. Both return NULL when the pool was
 * stopped. */
void *pool_empty(struct pool *pool);
void *pool_await_empty(struct pool *pool);
void pool_hand_on(struct pool *pool);

/* Declares that no more slots will be handed on. */
void pool_close(struct pool *pool);

/* Waits until each slot that was handed on has had its turn (pool_await_turn()). False if the pool
 * was stopped. */
bool pool_await_turns(struct pool *pool);

/* ---- Working ---- */

/* Waits until all slots before slot `number` have had their turns. A thread calls it before the
 * part of its work that must be done in the order of the slots. False if the pool was stopped;
 * otherwise pool_end_turn() must follow. */
bool pool_await_turn(struct pool *pool, size_t number);
void pool_end_turn(struct pool *pool);

/* ---- Taking back ---- */

/* Waits until the work on the oldest slot that was not let go is done, and returns that slot. When
 * no slot is in use, pool_first() returns NULL, and pool_await_first() waits for one; it returns
 * NULL when the pool is closed and all slots were let go. */
void *pool_first(struct pool *pool);
void *pool_await_first(struct pool *pool);
void pool_let_go(struct pool *pool);

/* Waits for the work on all slots and lets them go. */
void pool_forget(struct pool *pool);

/* Stops the pool when its results are no longer needed. The thread that takes results back calls
 * it. Other threads that wait in functions of the pool return from them. The threads and the memory
 * of the pool remain until the process ends. */
void pool_abandon(struct pool *pool);
bool pool_is_stopped(struct pool *pool);

#endif
