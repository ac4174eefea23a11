/* SPDX-License-Identifier: MIT */
/* A pool of threads that work on the slots of a ring. One thread fills slots and hands them on;
 * each is worked on once, several side by side; one thread takes them back in the order in which
 * they were handed on. The ring limits what is in memory, however long the input is.
 *
 * One thread may both fill and take back: it asks pool_empty() and pool_first(), which do not wait
 * for the other side. Two threads wait for each other with pool_await_empty() and
 * pool_await_first().
 */
#ifndef BASTIDE_BASE_POOL_H
#define BASTIDE_BASE_POOL_H

#include <stdbool.h>
#include <stddef.h>

struct pool;

/* Works on a slot. `own` is the memory of the thread that does; slots are numbered from 0 in the
 * order in which they were handed on. */
typedef void pool_task(void *own, void *slot, size_t number);
typedef void pool_memory(void *memory);

/* Memory of threads and slots is zeroed before `begin_slot`. Functions may be NULL. */
struct pool_kind {
    size_t own_size, slot_size;
    pool_task *task;
    pool_memory *begin_slot, *end_slot, *end_own;
};

/* A pool of at least one thread. All threads have begun when it returns: nothing that is needed to
 * begin one is needed later. */
struct pool *pool_hire(unsigned threads, size_t slots, const struct pool_kind *kind);

/* Ends the threads, each after the slot that it works on, and frees the pool. */
void pool_dismiss(struct pool *pool);

/* The memory of a thread; it may be filled until the first slot is handed on. */
void *pool_own(struct pool *pool, unsigned thread);

/* ---- Who fills ---- */

/* The slot to be filled, the same one until it is handed on. pool_empty() is NULL when all are
 * under way; pool_await_empty() waits for one, and is NULL when the pool was stopped. */
void *pool_empty(struct pool *pool);
void *pool_await_empty(struct pool *pool);
void pool_hand_on(struct pool *pool);

/* No slot will be handed on any more. */
void pool_close(struct pool *pool);

/* Waits until each slot that was handed on has had its turn (pool_await_turn()); false when the
 * pool was stopped. */
bool pool_await_turns(struct pool *pool);

/* ---- Who works ---- */

/* A part of the work that must be done in the order of the slots: waits until those before `number`
 * have had their turn. False when the pool was stopped; otherwise pool_end_turn() must follow. */
bool pool_await_turn(struct pool *pool, size_t number);
void pool_end_turn(struct pool *pool);

/* ---- Who takes back ---- */

/* The first slot that was handed on and not let go, when the work on it is done. pool_first() is
 * NULL when no slot is under way; pool_await_first() waits for one, and is NULL when the pool is
 * closed and all were let go. */
void *pool_first(struct pool *pool);
void *pool_await_first(struct pool *pool);
void pool_let_go(struct pool *pool);

/* Lets all slots go, when the work on them is done. */
void pool_forget(struct pool *pool);

/* Stops the pool, because nobody wants what is under way: the functions that wait return. Its
 * threads and its memory end with the process. */
void pool_abandon(struct pool *pool);
bool pool_is_stopped(struct pool *pool);

#endif
