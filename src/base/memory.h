/* SPDX-License-Identifier: MIT */
/* Memory that is not a game's: when there is none left the program ends with status 2. */
#ifndef BASTIDE_BASE_MEMORY_H
#define BASTIDE_BASE_MEMORY_H

#include <stddef.h>

/* What malloc() or the like gave, which is NULL only when there was none. */
void *memory_sure(void *memory);

/* An array with twice as much room for items of a size; *room is 0 before the first. */
void *memory_grown(void *items, size_t *room, size_t size);

#endif
