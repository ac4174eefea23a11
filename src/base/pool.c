/* SPDX-License-Identifier: MIT */
/* Runs the threads of a pool. One mutex guards all of its state except the memory of slots, each of
 * which belongs to one thread at a time. */
#include "base/pool.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/memory.h"

struct pool_thread {
    struct pool *pool;
    pthread_t thread;
    void *own;
};

/* State of a slot. */
struct pool_slot {
    bool done;
    pthread_cond_t turn; /* signalled when it is this slot's turn */
};

struct pool {
    struct pool_kind kind;
    struct pool_thread *threads;
    unsigned thread_count, begun;
    struct pool_slot *slots;
    char *memory; /* memory of the slots */
    size_t room;  /* number of slots; the counters below only grow */
    size_t let_go, turns, taken, filled;
    bool closed, stopped, over;
    pthread_mutex_t lock;
    /* Many threads may wait for to_work, and at most one for each of the others. */
    pthread_cond_t to_work, emptied, first_done, turns_done, all_begun;
};

static void *slot_at(struct pool *pool, size_t number)
{
    return pool->memory + number % pool->room * pool->kind.slot_size;
}

static void *pool_thread_run(void *context)
{
    struct pool_thread *self = context;
    struct pool *pool = self->pool;
    pthread_mutex_lock(&pool->lock);
    if (++pool->begun == pool->thread_count)
        pthread_cond_signal(&pool->all_begun);
    for (;;) {
        while (!pool->over && !pool->stopped && pool->taken == pool->filled)
            pthread_cond_wait(&pool->to_work, &pool->lock);
        if (pool->over || pool->stopped)
            break;
        size_t number = pool->taken++;
        pthread_mutex_unlock(&pool->lock);
        pool->kind.task(self->own, slot_at(pool, number), number);
        pthread_mutex_lock(&pool->lock);
        pool->slots[number % pool->room].done = true;
        if (number == pool->let_go)
            pthread_cond_signal(&pool->first_done);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

struct pool *pool_hire(unsigned threads, size_t slots, const struct pool_kind *kind)
{
    struct pool *pool = memory_zeroed(1, sizeof *pool);
    pool->kind = *kind;
    pool->thread_count = threads;
    pool->room = slots;
    pool->memory = memory_zeroed(slots, kind->slot_size);
    pool->slots = memory_zeroed(slots, sizeof *pool->slots);
    pool->threads = memory_zeroed(threads, sizeof *pool->threads);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->to_work, NULL);
    pthread_cond_init(&pool->emptied, NULL);
    pthread_cond_init(&pool->first_done, NULL);
    pthread_cond_init(&pool->turns_done, NULL);
    pthread_cond_init(&pool->all_begun, NULL);
    for (size_t i = 0; i < slots; i++) {
        pthread_cond_init(&pool->slots[i].turn, NULL);
        if (kind->begin_slot)
            kind->begin_slot(slot_at(pool, i));
    }
    for (unsigned i = 0; i < threads; i++) {
        struct pool_thread *thread = &pool->threads[i];
        *thread = (struct pool_thread){.pool = pool, .own = memory_zeroed(1, kind->own_size)};
        if (pthread_create(&thread->thread, NULL, pool_thread_run, thread) != 0)
            memory_out();
    }
    pthread_mutex_lock(&pool->lock);
    while (pool->begun < threads)
        pthread_cond_wait(&pool->all_begun, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
    return pool;
}

void *pool_own(struct pool *pool, unsigned thread)
{
    return pool->threads[thread].own;
}

void pool_dismiss(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->over = true;
    pthread_cond_broadcast(&pool->to_work);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->thread_count; i++) {
        pthread_join(pool->threads[i].thread, NULL);
        if (pool->kind.end_own)
            pool->kind.end_own(pool->threads[i].own);
        memory_free(pool->threads[i].own);
    }
    for (size_t i = 0; i < pool->room; i++) {
        if (pool->kind.end_slot)
            pool->kind.end_slot(slot_at(pool, i));
        pthread_cond_destroy(&pool->slots[i].turn);
    }
    pthread_cond_destroy(&pool->to_work);
    pthread_cond_destroy(&pool->emptied);
    pthread_cond_destroy(&pool->first_done);
    pthread_cond_destroy(&pool->turns_done);
    pthread_cond_destroy(&pool->all_begun);
    pthread_mutex_destroy(&pool->lock);
    memory_free(pool->threads);
    memory_free(pool->slots);
    memory_free(pool->memory);
    memory_free(pool);
}

/* ---- Filling ---- */

static void *empty(struct pool *pool)
{
    bool is_full = pool->filled - pool->let_go == pool->room;
    return is_full || pool->stopped ? NULL : slot_at(pool, pool->filled);
}

void *pool_empty(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    void *slot = empty(pool);
    pthread_mutex_unlock(&pool->lock);
    return slot;
}

void *pool_await_empty(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    while (!pool->stopped && pool->filled - pool->let_go == pool->room)
        pthread_cond_wait(&pool->emptied, &pool->lock);
    void *slot = empty(pool);
    pthread_mutex_unlock(&pool->lock);
    return slot;
}

void pool_hand_on(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->slots[pool->filled++ % pool->room].done = false;
    pthread_cond_signal(&pool->to_work);
    pthread_mutex_unlock(&pool->lock);
}

void pool_close(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->closed = true;
    pthread_cond_signal(&pool->first_done);
    pthread_mutex_unlock(&pool->lock);
}

bool pool_await_turns(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    while (!pool->stopped && pool->turns < pool->filled)
        pthread_cond_wait(&pool->turns_done, &pool->lock);
    bool wanted = !pool->stopped;
    pthread_mutex_unlock(&pool->lock);
    return wanted;
}

/* ---- Working ---- */

bool pool_await_turn(struct pool *pool, size_t number)
{
    pthread_mutex_lock(&pool->lock);
    while (!pool->stopped && pool->turns < number)
        pthread_cond_wait(&pool->slots[number % pool->room].turn, &pool->lock);
    bool wanted = !pool->stopped;
    pthread_mutex_unlock(&pool->lock);
    return wanted;
}

void pool_end_turn(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->turns++;
    pthread_cond_signal(&pool->slots[pool->turns % pool->room].turn);
    if (pool->turns == pool->filled)
        pthread_cond_signal(&pool->turns_done);
    pthread_mutex_unlock(&pool->lock);
}

/* ---- Taking back ---- */

void *pool_first(struct pool *pool)
{
    void *slot = NULL;
    pthread_mutex_lock(&pool->lock);
    if (pool->let_go < pool->filled) {
        while (!pool->slots[pool->let_go % pool->room].done)
            pthread_cond_wait(&pool->first_done, &pool->lock);
        slot = slot_at(pool, pool->let_go);
    }
    pthread_mutex_unlock(&pool->lock);
    return slot;
}

void *pool_await_first(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    while (!pool->closed && pool->let_go == pool->filled)
        pthread_cond_wait(&pool->first_done, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
    return pool_first(pool);
}

void pool_let_go(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->let_go++;
    pthread_cond_signal(&pool->emptied);
    pthread_mutex_unlock(&pool->lock);
}

void pool_forget(struct pool *pool)
{
    while (pool_first(pool))
        pool_let_go(pool);
}

bool pool_is_stopped(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    bool stopped = pool->stopped;
    pthread_mutex_unlock(&pool->lock);
    return stopped;
}

void pool_abandon(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->stopped = true;
    pthread_cond_broadcast(&pool->to_work);
    pthread_cond_signal(&pool->emptied);
    pthread_cond_signal(&pool->turns_done);
    for (size_t i = 0; i < pool->room; i++)
        pthread_cond_signal(&pool->slots[i].turn);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->thread_count; i++)
        pthread_detach(pool->threads[i].thread);
}
