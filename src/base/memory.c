/* SPDX-License-Identifier: MIT */
/* See memory.h. */
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>

void *memory_sure(void *memory)
{
    if (!memory) {
        fputs("bastide: out of memory\n", stderr);
        exit(2);
    }
    return memory;
}

void *memory_grown(void *items, size_t *room, size_t size)
{
    *room = *room ? *room * 2 : 128;
    return memory_sure(realloc(items, *room * size));
}
