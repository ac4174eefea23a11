/* SPDX-License-Identifier: MIT */
/* The one way to allocate: what is given is never NULL. Where there is none left the program
 * (memory.c) ends with "out of memory" and status 2, whatever it was doing; a call of the library
 * (lib/session.c) returns. Memory of one game is the arena's (arena.h).
 */
#ifndef BASTIDE_BASE_MEMORY_H
#define BASTIDE_BASE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* Not set to anything; for any size, 0 too. */
void *memory_get(size_t size);

/* Set to zero. */
void *memory_zeroed(size_t count, size_t size);

/* As realloc(). */
void *memory_resized(void *memory, size_t size);

/* As free(). */
void memory_free(void *memory);

/* Frees what its owner only sees as constant. */
static inline void memory_free_constant(const void *memory)
{
    memory_free((void *)(uintptr_t)memory);
}

/* For libraries that allocate themselves, when they say that there was none. */
_Noreturn void memory_out(void);

/* An array with twice as much room for items of a size; *room is 0 before the first. */
static inline void *memory_grown(void *items, size_t *room, size_t size)
{
    size_t wanted = *room ? *room * 2 : 128;
    if (wanted > (size_t)-1 / size)
        memory_out();
    items = memory_resized(items, wanted * size);
    *room = wanted;
    return items;
}

/* What such a library made, to be given back if a call of ours ends while it is held. Those held
 * last are let go first. */
struct memory_hold {
    void (*release)(void *what);
    void *what;
    struct memory_hold *outer;
};
void memory_hold(struct memory_hold *hold);
void memory_let_go(const struct memory_hold *hold);

#endif
