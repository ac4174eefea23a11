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

const struct expansion *expansion_find(const char *name)
{
    for (unsigned i = 0; i < expansion_count; i++)
        if (strcmp(expansions[i]->name, name) == 0)
            return expansions[i];
    return NULL;
}
