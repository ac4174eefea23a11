/* SPDX-License-Identifier: MIT */
/* A bump allocator for memory that lives as long as one game.
 *
 * Everything that is read from one record (its lines, names, findings) is allocated from one arena.
 * arena_reset() frees all of it together, but keeps the blocks for the next record. So reading a
 * million games allocates only as much memory as reading the largest of them. No allocation is
 * freed by itself.
 */
#ifndef BASTIDE_BASE_ARENA_H
#define BASTIDE_BASE_ARENA_H

#include <stddef.h>

#include "base/str.h"

struct arena_block;

struct arena {
    struct arena_block *first;
    struct arena_block *current;
    unsigned char *free, *end; /* remaining part of the current block */
};

/* Returns zeroed memory, aligned for any object; never NULL (base/memory.h). */
void *arena_alloc(struct arena *arena, size_t size);

/* arena_take() returns memory that is not zeroed; arena_more() does the same when the current block
 * is too small. */
enum { ARENA_ALIGN = 16 };
void *arena_more(struct arena *arena, size_t size) __attribute__((cold));
static inline void *arena_take(struct arena *arena, size_t size)
{
    size = (size + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1);
    /* With size 0 the subtraction wraps, so that arena_more() makes a block if there is none: every
     * result has an address. */
    if (size - 1 >= (size_t)(arena->end - arena->free))
        return arena_more(arena, size);
    void *taken = arena->free;
    arena->free += size;
    return taken;
}

/* Returns a copy of n bytes with a NUL after them. */
static inline char *arena_copy(struct arena *arena, const char *bytes, size_t n)
{
    char *copy = (char *)arena_take(arena, n + 1);
    if (n)
        memcpy(copy, bytes, n);
    copy[n] = '\0';
    return copy;
}

static inline struct str arena_str(struct arena *arena, struct str s)
{
    return (struct str){arena_copy(arena, s.p, s.n), s.n};
}

/* Returns a string in the arena, formatted as by printf(). */
char *arena_printf(struct arena *arena, const char *format, ...)
    __attribute__((cold, format(printf, 2, 3)));

/* True if the plural of the noun ends in "ies", as of "ferry". */
static inline bool noun_takes_ies(const char *noun)
{
    size_t n = strlen(noun);
    return n > 1 && noun[n - 1] == 'y' && !strchr("aeiou", noun[n - 2]);
}

/* Returns a number with its noun: "1 tile", "2 tiles", "2 ferries". */
char *arena_count(struct arena *arena, long long count, const char *noun);

/* True if an array that arena_grow() enlarges is full. The room of the array need not be stored: it
 * is `first`, which is a power of two, doubled as often as the array has grown. */
static inline bool arena_is_full(size_t count, size_t first)
{
    return count == 0 || (count >= first && (count & (count - 1)) == 0);
}

/* Returns a copy of a full array of `count` elements, with room for twice as many. An empty array
 * (count 0) gets room for `first`, usually ARRAY_FIRST. The new elements are not zeroed. The old
 * array stays until the reset. */
enum { ARRAY_FIRST = 128 };
void *arena_grow(struct arena *arena, const void *array, size_t element, size_t count,
                 size_t first);

/* A position in the arena. Rewinding frees everything allocated after the mark. A reset invalidates
 * all marks. */
struct arena_mark {
    struct arena_block *block;
    unsigned char *free;
};
struct arena_mark arena_mark(const struct arena *arena);
void arena_rewind(struct arena *arena, struct arena_mark mark);

void arena_reset(struct arena *arena);
void arena_free(struct arena *arena);

/* arena_plain() returns a copy of foreign text that is safe to print (sink_plain()). A text of more
 * than ARENA_PLAIN_MAX characters is cut and ends with "…". arena_brief() does the same for a name
 * inside a sentence, with at most ARENA_BRIEF_MAX characters. */
enum { ARENA_PLAIN_MAX = 1000, ARENA_BRIEF_MAX = 60 };
char *arena_plain(struct arena *arena, struct str text);
char *arena_brief(struct arena *arena, struct str text);

#endif
