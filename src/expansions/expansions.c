/* SPDX-License-Identifier: MIT */
/* The table of all expansions (referee/expansion.h), in the order of the rows EXPANSION. */
#include "expansions/pieces.h"

#include <assert.h>

static_assert((unsigned)EXPANSION_COUNT <= (unsigned)EXPANSIONS_MAX,
              "a set of expansions has a bit for each");

const struct expansion *const expansions[] = {
#define EXPANSION(name) &name##_rules,
#include "rows.h"
};
const unsigned expansion_count = sizeof expansions / sizeof *expansions;

const struct expansion *expansion_find(struct str name, enum game game)
{
    for (unsigned i = 0; i < expansion_count; i++)
        if (str_is(name, expansions[i]->name) && expansions[i]->game == game)
            return expansions[i];
    return NULL;
}
