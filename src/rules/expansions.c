/* The table of expansions. See expansion.h. */
#include "rules/expansion.h"

#define EXPANSION(name) extern const struct expansion name##_rules;
#include "rules/expansions.def"
#undef EXPANSION

const struct expansion *const expansions[] = {
#define EXPANSION(name) &name##_rules,
#include "rules/expansions.def"
#undef EXPANSION
};
const unsigned expansion_count = sizeof expansions / sizeof *expansions;

const struct expansion *expansion_find(struct str name, const char *game)
{
    for (unsigned i = 0; i < expansion_count; i++)
        if (str_is(name, expansions[i]->name) && strcmp(expansions[i]->game ? expansions[i]->game : "carcassonne", game) == 0)
            return expansions[i];
    return NULL;
}
