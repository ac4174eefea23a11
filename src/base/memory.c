/* SPDX-License-Identifier: MIT */
/* Allocates memory for the program, which ends with status 2 if that fails. The library has
 * lib/session.c instead. */
#include "base/memory.h"

#include <stdlib.h>
#include <unistd.h>

_Noreturn void memory_out(void)
{
    static const char message[] = "bastide: out of memory\n";
    ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
    (void)written;
    exit(2);
}

static void *sure(void *memory)
{
    if (!memory)
        memory_out();
    return memory;
}

void *memory_get(size_t size)
{
    return sure(malloc(size ? size : 1));
}

void *memory_zeroed(size_t count, size_t size)
{
    return sure(calloc(count ? count : 1, size ? size : 1));
}

void *memory_resized(void *memory, size_t size)
{
    return sure(realloc(memory, size ? size : 1));
}

void memory_free(void *memory)
{
    free(memory);
}

/* Nothing to release: when memory runs out, the whole program ends. */
void memory_hold(struct memory_hold *hold)
{
    (void)hold;
}

void memory_let_go(const struct memory_hold *hold)
{
    (void)hold;
}
