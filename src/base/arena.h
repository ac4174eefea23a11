/* SPDX-License-Identifier: MIT */
/* A bump allocator that lives as long as one game.
 *
 * Everything read from one record (its lines, names, findings) is carved from one arena and dropped
 * at once with arena_reset(), which keeps the blocks: reading a million games allocates as much as
 * reading the largest of them. Nothing in it is ever freed alone.
 */
#ifndef BASTIDE_BASE_ARENA_H
#define BASTIDE_BASE_ARENA_H

#include <stddef.h>

#include "base/str.h"

struct arena_block;

struct arena {
    struct arena_block *first;
    struct arena_block *current;
    unsigned char *free, *end; /* what is left of the current block */
};

/* Zeroed memory, aligned for any object. Never NULL: a machine without memory ends the program with
 * status 2, for there is nothing else left to say. */
void *arena_alloc(struct arena *arena, size_t size);

/* The same, but not zeroed; arena_more(): from another block than the current one. */
enum { ARENA_ALIGN = 16 };
void *arena_more(struct arena *arena, size_t size) __attribute__((cold));
static inline void *arena_take(struct arena *arena, size_t size)
{
    size = (size + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1);
    /* Of size 0 too: what is taken has an address. */
    if (size - 1 >= (size_t)(arena->end - arena->free))
        return arena_more(arena, size);
    void *taken = arena->free;
    arena->free += size;
    return taken;
}

/* A copy of n bytes with a NUL behind them. */
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

/* printf into the arena. */
char *arena_printf(struct arena *arena, const char *format, ...)
    __attribute__((cold, format(printf, 2, 3)));

/* True for a noun such as "ferry", of which two are "ferries". */
static inline bool noun_takes_ies(const char *noun)
{
    size_t n = strlen(noun);
    return n > 1 && noun[n - 1] == 'y' && !strchr("aeiou", noun[n - 2]);
}

/* "1 tile", "2 tiles": how many of what the noun names. */
char *arena_count(struct arena *arena, long long count, const char *noun);

/* Is an array full that grows by arena_grow()? Its count says so, because it doubles. */
static inline bool arena_is_full(size_t count, size_t first)
{
    return count == 0 || (count >= first && (count & (count - 1)) == 0);
}

/* A copy, with room for twice as many, of an array of `count` elements that is full; the old one
 * stays until the reset. One not yet begun has count 0, and gets room for `first`, mostly
 * ARRAY_FIRST. What is new is not zeroed. */
enum { ARRAY_FIRST = 128 };
void *arena_grow(struct arena *arena, const void *array, size_t element, size_t count,
                 size_t first);

/* All that is taken behind a mark is given back at once; what was reset meanwhile has no marks. */
struct arena_mark {
    struct arena_block *block;
    unsigned char *free;
};
struct arena_mark arena_mark(const struct arena *arena);
void arena_rewind(struct arena *arena, struct arena_mark mark);

void arena_reset(struct arena *arena);
void arena_free(struct arena *arena);

/* A copy of a text from outside that reads as it looks (see sink_plain()), of at most
 * ARENA_PLAIN_MAX characters; what is longer is cut and ends with "…". arena_brief() is for names
 * inside a sentence and takes fewer. */
enum { ARENA_PLAIN_MAX = 1000, ARENA_BRIEF_MAX = 60 };
char *arena_plain(struct arena *arena, struct str text);
char *arena_brief(struct arena *arena, struct str text);

#endif
