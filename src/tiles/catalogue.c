/* See catalogue.h. */
#include "tiles/catalogue.h"

static unsigned hash(struct str name)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < name.n; i++)
        h = (h ^ (unsigned char)name.p[i]) * 16777619u;
    return h % NAMES_MOST;
}

static struct catalogue_entry *slot(const struct catalogue *catalogue, struct str name)
{
    unsigned i = hash(name);
    while (catalogue->names[i].design && !str_equal(catalogue->names[i].name, name))
        i = (i + 1) % NAMES_MOST;
    return (struct catalogue_entry *)&catalogue->names[i];
}

static bool name_add(struct catalogue *catalogue, struct str name, const struct design *design)
{
    struct catalogue_entry *entry = slot(catalogue, name);
    if (!entry->design) {
        /* A quarter stays empty, so that a search for a missing name ends soon. */
        if (catalogue->name_count >= NAMES_MOST / 4 * 3)
            return false;
        catalogue->name_count++;
    }
    entry->name = name;
    entry->design = design;
    return true;
}

void catalogue_init(struct catalogue *catalogue)
{
    *catalogue = (struct catalogue){.set_count = 0};
    for (unsigned i = 0; i < builtin_set_count; i++)
        catalogue_add(catalogue, builtin_sets[i]);
}

void catalogue_free(struct catalogue *catalogue)
{
    arena_free(&catalogue->arena);
}

bool catalogue_add(struct catalogue *catalogue, const struct tileset *set)
{
    if (catalogue->set_count == SETS_MOST)
        return false;
    catalogue->sets[catalogue->set_count++] = set;
    for (unsigned i = 0; i < set->design_count; i++) {
        const struct design *design = &set->designs[i];
        if (!name_add(catalogue, str_of(design->name), design))
            return false;
        for (unsigned k = 0; k < ALIASES_MOST && design->aliases[k]; k++)
            if (!name_add(catalogue, str_of(design->aliases[k]), design))
                return false;
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

const struct design *catalogue_design(const struct catalogue *catalogue, const struct tileset *own, struct str name)
{
    for (unsigned i = 0; own && i < own->design_count; i++) {
        const struct design *design = &own->designs[i];
        if (str_is(name, design->name))
            return design;
        for (unsigned k = 0; k < ALIASES_MOST && design->aliases[k]; k++)
            if (str_is(name, design->aliases[k]))
                return design;
    }
    return slot(catalogue, name)->design;
}

bool tileset_has(const struct tileset *set, const struct design *design)
{
    return set && design >= set->designs && design < set->designs + set->design_count;
}
