/* SPDX-License-Identifier: MIT */
/* The only way to allocate memory. The result is never NULL: on failure the program (memory.c)
 * prints "out of memory" and ends with status 2, and a call of the library (lib/session.c) returns
 * an error. Memory for one game comes from an arena (arena.h).
 */
#ifndef BASTIDE_BASE_MEMORY_H
#define BASTIDE_BASE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* Returns memory that is not initialised. The size may be 0. */
void *memory_get(size_t size);

/* Returns memory that is set to zero. */
void *memory_zeroed(size_t count, size_t size);

/* Works as realloc(), but never returns NULL. */
void *memory_resized(void *memory, size_t size);

/* Works as free(). */
void memory_free(void *memory);

/* Frees memory that its owner holds by a pointer to const. */
static inline void memory_free_constant(const void *memory)
{
    memory_free((void *)(uintptr_t)memory);
}

/* Ends the program, or the call of the library, for lack of memory. To be called when another
 * library reports that it has none. */
_Noreturn void memory_out(void);

/* Returns an array enlarged to twice its room. `size` is that of one item. *room is updated; it is
 * 0 for an array that does not exist yet. */
static inline void *memory_grown(void *items, size_t *room, size_t size)
{
    size_t wanted = *room ? *room * 2 : 128;
    if (wanted > (size_t)-1 / size)
        memory_out();
    items = memory_resized(items, wanted * size);
    *room = wanted;
    return items;
}

/* A foreign allocation to release if the current call is aborted. The latest one is released
 * first. */
struct memory_hold {
    void (*release)(void *what);
    void *what;
    struct memory_hold *outer;
};
void memory_hold(struct memory_hold *hold);
void memory_let_go(const struct memory_hold *hold);

#endif
