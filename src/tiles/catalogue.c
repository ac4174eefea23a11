/* SPDX-License-Identifier: MIT */
/* Looks up tile sets and designs by their names. The names of designs are in a hash table. */
#include "tiles/catalogue.h"

#include <assert.h>

static void name_add(struct catalogue *catalogue, struct str name, const struct design *design,
                     const struct tileset *set)
{
    unsigned i = str_hash(name) % NAMES_MAX;
    while (catalogue->names[i].design)
        i = (i + 1) % NAMES_MAX;
    catalogue->names[i] = (struct catalogue_entry){name, design, set};
    catalogue->name_count++;
}

void catalogue_init(struct catalogue *catalogue)
{
    *catalogue = (struct catalogue){.set_count = 0};
    for (unsigned i = 0; i < builtin_set_count; i++) {
        bool has_room = catalogue_add(catalogue, builtin_sets[i]);
        assert(has_room);
        (void)has_room;
    }
}

void catalogue_free(struct catalogue *catalogue)
{
    arena_free(&catalogue->arena);
}

static unsigned alias_count(const struct design *design)
{
    unsigned count = 0;
    while (count < ALIASES_MAX && design->aliases[count])
        count++;
    return count;
}

bool catalogue_add(struct catalogue *catalogue, const struct tileset *set)
{
    unsigned names = 0;
    for (unsigned i = 0; i < set->design_count; i++)
        names += 1 + alias_count(&set->designs[i]);
    if (catalogue->set_count == SETS_MAX || catalogue->name_count + names > NAMES_USED_MAX)
        return false;
    catalogue->sets[catalogue->set_count++] = set;
    for (unsigned i = 0; i < set->design_count; i++) {
        const struct design *design = &set->designs[i];
        name_add(catalogue, str_of(design->name), design, set);
        for (unsigned k = 0; k < alias_count(design); k++)
            name_add(catalogue, str_of(design->aliases[k]), design, set);
    }
    return true;
}

const struct tileset *catalogue_set(const struct catalogue *catalogue, struct str name)
{
    for (unsigned i = catalogue->set_count; i-- > 0;)
        if (str_is(name, catalogue->sets[i]->name))
            return catalogue->sets[i];
    return NULL;
}

const struct design *catalogue_design(const struct catalogue *catalogue,
                                      const struct tileset *const *sets, unsigned set_count,
                                      struct str name)
{
    const struct design *newest = NULL;
    for (unsigned i = str_hash(name) % NAMES_MAX; catalogue->names[i].design;
         i = (i + 1) % NAMES_MAX) {
        if (!str_equal(catalogue->names[i].name, name))
            continue;
        newest = catalogue->names[i].design;
        for (unsigned k = 0; k < set_count; k++)
            if (sets[k] == catalogue->names[i].set)
                return newest;
    }
    return newest;
}

const struct design *tileset_design(const struct tileset *set, struct str name)
{
    for (unsigned i = 0; i < set->design_count; i++) {
        const struct design *design = &set->designs[i];
        if (str_is(name, design->name))
            return design;
        for (unsigned k = 0; k < ALIASES_MAX && design->aliases[k]; k++)
            if (str_is(name, design->aliases[k]))
                return design;
    }
    return NULL;
}

/* Rules: base.setup.start, river.setup.spring. */
const struct design *tileset_start(const struct tileset *const *sets, unsigned set_count)
{
    const struct design *start = NULL;
    for (unsigned i = 0; i < set_count; i++) {
        for (unsigned k = 0; sets[i] && sets[i]->start && k < sets[i]->design_count; k++) {
            const struct design *own = &sets[i]->designs[k];
            if (strcmp(own->name, sets[i]->start) != 0)
                continue;
            start = !start || (own->river && !start->river) ? own : start;
            break;
        }
    }
    return start;
}

/* Returns the copies of the set, other than `except`, that has a design of this name; 0 for none.
 */
static unsigned twin_copies(const struct tileset *const *sets, const uint8_t *copies,
                            unsigned set_count, const struct tileset *except, const char *name)
{
    for (unsigned i = 0; i < set_count; i++)
        for (unsigned k = 0; sets[i] && sets[i] != except && k < sets[i]->design_count; k++)
            if (strcmp(sets[i]->designs[k].name, name) == 0)
                return copies[i];
    return 0;
}

/* Rules: base.setup.copies, abbot.setup.tiles. */
unsigned tileset_copies(const struct tileset *const *sets, const uint8_t *copies,
                        unsigned set_count, const struct design *design)
{
    unsigned times = 0, replaced = 0;
    for (unsigned i = 0; i < set_count; i++) {
        const struct tileset *set = sets[i];
        if (set && tileset_index(set, design) < set->design_count)
            times =
                design->twin ? twin_copies(sets, copies, set_count, set, design->twin) : copies[i];
        for (unsigned k = 0; set && set->replaces && k < set->design_count; k++)
            if (set->designs[k].twin && strcmp(set->designs[k].twin, design->name) == 0)
                replaced += set->designs[k].count;
    }
    return design_copies(design, times) -
           times * (replaced < design->count ? replaced : design->count);
}

bool tileset_may_repeat(const struct tileset *set)
{
    return !set->replaces && !set->piles[0];
}
