/* SPDX-License-Identifier: MIT */
/* See ahead.h. Slots go round in a ring. */
#include "base/ahead.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/memory.h"

struct helper {
    struct ahead *ahead;
    pthread_t thread;
    void *own;
};

struct ahead {
    struct ahead_kind kind;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct helper *helpers;
    unsigned count, begun;
    bool over;
    char *slots;
    bool *done;                   /* a slot each */
    size_t room;                  /* of the ring; the numbers below count on for ever */
    size_t let_go, taken, filled; /* slots */
};

static void *slot_at(struct ahead *ahead, size_t number)
{
    return ahead->slots + number % ahead->room * ahead->kind.slot_size;
}

static void *help(void *context)
{
    struct helper *self = context;
    struct ahead *ahead = self->ahead;
    pthread_mutex_lock(&ahead->lock);
    ahead->begun++;
    pthread_cond_broadcast(&ahead->changed);
    for (;;) {
        while (!ahead->over && ahead->taken == ahead->filled)
            pthread_cond_wait(&ahead->changed, &ahead->lock);
        if (ahead->over)
            break;
        size_t number = ahead->taken++;
        pthread_mutex_unlock(&ahead->lock);
        ahead->kind.work(self->own, slot_at(ahead, number));
        pthread_mutex_lock(&ahead->lock);
        ahead->done[number % ahead->room] = true;
        pthread_cond_broadcast(&ahead->changed);
    }
    pthread_mutex_unlock(&ahead->lock);
    return NULL;
}

struct ahead *ahead_hire(unsigned threads, const struct ahead_kind *kind)
{
    struct ahead *ahead = memory_zeroed(1, sizeof *ahead);
    ahead->kind = *kind;
    ahead->count = threads;
    ahead->room = threads + 2;
    ahead->slots = memory_zeroed(ahead->room, kind->slot_size);
    ahead->done = memory_zeroed(ahead->room, sizeof *ahead->done);
    ahead->helpers = memory_zeroed(threads, sizeof *ahead->helpers);
    pthread_mutex_init(&ahead->lock, NULL);
    pthread_cond_init(&ahead->changed, NULL);
    for (unsigned i = 0; i < threads; i++) {
        struct helper *helper = &ahead->helpers[i];
        *helper = (struct helper){.ahead = ahead, .own = memory_zeroed(1, kind->own_size)};
        if (pthread_create(&helper->thread, NULL, help, helper) != 0)
            memory_out();
    }
    pthread_mutex_lock(&ahead->lock);
    while (ahead->begun < threads)
        pthread_cond_wait(&ahead->changed, &ahead->lock);
    pthread_mutex_unlock(&ahead->lock);
    return ahead;
}

void ahead_dismiss(struct ahead *ahead)
{
    pthread_mutex_lock(&ahead->lock);
    ahead->over = true;
    pthread_cond_broadcast(&ahead->changed);
    pthread_mutex_unlock(&ahead->lock);
    for (unsigned i = 0; i < ahead->count; i++) {
        pthread_join(ahead->helpers[i].thread, NULL);
        ahead->kind.end_own(ahead->helpers[i].own);
        memory_free(ahead->helpers[i].own);
    }
    for (size_t i = 0; i < ahead->room; i++)
        ahead->kind.end_slot(slot_at(ahead, i));
    pthread_cond_destroy(&ahead->changed);
    pthread_mutex_destroy(&ahead->lock);
    memory_free(ahead->helpers);
    memory_free(ahead->done);
    memory_free(ahead->slots);
    memory_free(ahead);
}

void *ahead_empty(struct ahead *ahead)
{
    return ahead->filled - ahead->let_go < ahead->room ? slot_at(ahead, ahead->filled) : NULL;
}

void ahead_hand_on(struct ahead *ahead)
{
    pthread_mutex_lock(&ahead->lock);
    ahead->done[ahead->filled++ % ahead->room] = false;
    pthread_cond_broadcast(&ahead->changed);
    pthread_mutex_unlock(&ahead->lock);
}

void *ahead_first(struct ahead *ahead)
{
    if (ahead->let_go == ahead->filled)
        return NULL;
    pthread_mutex_lock(&ahead->lock);
    while (!ahead->done[ahead->let_go % ahead->room])
        pthread_cond_wait(&ahead->changed, &ahead->lock);
    pthread_mutex_unlock(&ahead->lock);
    return slot_at(ahead, ahead->let_go);
}

void ahead_let_go(struct ahead *ahead)
{
    ahead->let_go++;
}

void ahead_forget(struct ahead *ahead)
{
    while (ahead_first(ahead))
        ahead_let_go(ahead);
}
