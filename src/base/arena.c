/* SPDX-License-Identifier: MIT */
/* Carves allocations from a chain of blocks (arena.h). The first block has 128 KiB, enough for a
 * short record. Each new one is twice as large as the block before it, up to 1 MiB, or as large as
 * the allocation needs. */
#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"

enum { BLOCK_FIRST = 128 << 10, BLOCK_MAX = 1 << 20 };

struct arena_block {
    struct arena_block *next;
    size_t size;
    _Alignas(ARENA_ALIGN) unsigned char bytes[];
};

static struct arena_block *block_new(size_t size)
{
    struct arena_block *block = memory_get(sizeof *block + size);
    block->next = NULL;
    block->size = size;
    return block;
}

static void go_to(struct arena *arena, struct arena_block *block)
{
    arena->current = block;
    arena->free = block->bytes;
    arena->end = block->bytes + block->size;
}

void *arena_more(struct arena *arena, size_t size)
{
    if (!arena->current) {
        arena->first = block_new(size > BLOCK_FIRST ? size : BLOCK_FIRST);
        go_to(arena, arena->first);
    }
    while ((size_t)(arena->end - arena->free) < size) {
        struct arena_block *next = arena->current->next;
        if (!next || next->size < size) {
            size_t wanted = arena->current->size * 2;
            if (wanted > BLOCK_MAX)
                wanted = BLOCK_MAX;
            if (wanted < size)
                wanted = size;
            struct arena_block *made = block_new(wanted);
            made->next = next;
            arena->current->next = made;
            next = made;
        }
        go_to(arena, next);
    }
    void *taken = arena->free;
    arena->free += size;
    return taken;
}

void *arena_alloc(struct arena *arena, size_t size)
{
    return memset(arena_take(arena, size), 0, size);
}

char *arena_count(struct arena *arena, long long count, const char *noun)
{
    const char *plural = "s";
    if (count != 1 && noun_takes_ies(noun)) {
        noun = arena_copy(arena, noun, strlen(noun) - 1);
        plural = "ies";
    }
    return arena_printf(arena, "%lld %s%s", count, noun, count == 1 ? "" : plural);
}

char *arena_printf(struct arena *arena, const char *format, ...)
{
    va_list args;
    char small[256];
    va_start(args, format);
    int n = vsnprintf(small, sizeof small, format, args);
    va_end(args);
    if (n < 0)
        return arena_copy(arena, "", 0);
    if ((size_t)n < sizeof small)
        return arena_copy(arena, small, (size_t)n);
    char *text = arena_alloc(arena, (size_t)n + 1);
    va_start(args, format);
    vsnprintf(text, (size_t)n + 1, format, args);
    va_end(args);
    return text;
}

void *arena_grow(struct arena *arena, const void *array, size_t element, size_t count, size_t first)
{
    void *grown = arena_take(arena, (count ? 2 * count : first) * element);
    if (count)
        memcpy(grown, array, count * element);
    return grown;
}

struct arena_mark arena_mark(const struct arena *arena)
{
    return (struct arena_mark){arena->current, arena->free};
}

void arena_rewind(struct arena *arena, struct arena_mark mark)
{
    if (!mark.block) {
        arena_reset(arena);
        return;
    }
    go_to(arena, mark.block);
    arena->free = mark.free;
}

void arena_reset(struct arena *arena)
{
    if (arena->first)
        go_to(arena, arena->first);
}

void arena_free(struct arena *arena)
{
    for (struct arena_block *block = arena->first, *next; block; block = next) {
        next = block->next;
        memory_free(block);
    }
    *arena = (struct arena){0};
}

static char *plain_copy(struct arena *arena, struct str text, unsigned most)
{
    static const char cut[] = "…";
    /* A character has at most four bytes. */
    size_t room = text.n < 4u * most ? text.n : 4u * most;
    char *copy = arena_take(arena, room + sizeof cut), *to = copy;
    unsigned count = 0;
    bool plain;
    for (size_t i = 0, length; i < text.n; i += length) {
        if (count++ == most) {
            to = (char *)memcpy(to, cut, sizeof cut - 1) + sizeof cut - 1;
            break;
        }
        length = utf8_plain(text.p + i, text.n - i, &plain);
        if (plain)
            to = (char *)memcpy(to, text.p + i, length) + length;
        else
            *to++ = '?';
    }
    *to = '\0';
    return copy;
}

char *arena_plain(struct arena *arena, struct str text)
{
    return plain_copy(arena, text, ARENA_PLAIN_MAX);
}

char *arena_brief(struct arena *arena, struct str text)
{
    return plain_copy(arena, text, ARENA_BRIEF_MAX);
}
