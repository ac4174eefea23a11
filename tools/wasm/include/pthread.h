/* SPDX-License-Identifier: MIT */
/* Threads that do nothing: the program never calls these functions there, because --jobs is always
 * 1. */
#ifndef BASTIDE_WASM_PTHREAD_H
#define BASTIDE_WASM_PTHREAD_H

#include <errno.h>
#include <sys/types.h> /* types of threads */

static inline int pthread_nothing(void *object)
{
    (void)object;
    return 0;
}
#define pthread_mutex_init(mutex, attributes) pthread_nothing(mutex)
#define pthread_mutex_destroy(mutex)          pthread_nothing(mutex)
#define pthread_mutex_lock(mutex)             pthread_nothing(mutex)
#define pthread_mutex_unlock(mutex)           pthread_nothing(mutex)
#define pthread_cond_init(cond, attributes)   pthread_nothing(cond)
#define pthread_cond_destroy(cond)            pthread_nothing(cond)
#define pthread_cond_wait(cond, mutex)        (pthread_nothing(cond), pthread_nothing(mutex))
#define pthread_cond_signal(cond)             pthread_nothing(cond)
#define pthread_cond_broadcast(cond)          pthread_nothing(cond)
#define pthread_detach(thread)                ((void)(thread))
#define pthread_join(thread, result)          ((void)(thread))

static inline int pthread_create(pthread_t *thread, const void *attributes, void *(*does)(void *),
                                 void *own)
{
    (void)thread, (void)attributes, (void)does, (void)own;
    return EAGAIN;
}

#endif
