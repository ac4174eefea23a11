/* SPDX-License-Identifier: MIT */
/* All tile sets that are known in a run: the built-in ones, and those read with --tileset. The
 * tiles that a record's header defines are not in it. Finds designs by name or alias; sets may use
 * the same names.
 */
#ifndef BASTIDE_TILES_CATALOGUE_H
#define BASTIDE_TILES_CATALOGUE_H

#include "tiles/tile.h"

enum {
    SETS_MAX = 64,
    NAMES_MAX = 4096, /* places in the table */
    NAMES_USED_MAX =
        NAMES_MAX / 4 * 3, /* names in it: it is never full, so that a search ends soon */
};

/* A name's design, in a table hashed by name; a name stands there once for each set that has it,
 * the newest last. */
struct catalogue_entry {
    struct str name;
    const struct design *design;
    const struct tileset *set; /* whose design it is */
};

struct catalogue {
    struct arena arena; /* of sets read at run time */
    const struct tileset *sets[SETS_MAX];
    unsigned set_count;
    struct catalogue_entry names[NAMES_MAX];
    unsigned name_count;
};

/* The sets compiled in, from sets_table.c. */
extern const struct tileset *const builtin_sets[];
extern const unsigned builtin_set_count;

/* Fills an empty catalogue with the built-in sets. */
void catalogue_init(struct catalogue *catalogue);
void catalogue_free(struct catalogue *catalogue);

/* Adds a set. False when there is no room; then nothing of it is kept. */
bool catalogue_add(struct catalogue *catalogue, const struct tileset *set);

const struct tileset *catalogue_set(const struct catalogue *catalogue, struct str name);

/* The design of that name or alias: of one of these sets if they have it, else of the set added
 * last; NULL when there is none. */
const struct design *catalogue_design(const struct catalogue *catalogue,
                                      const struct tileset *const *sets, unsigned set_count,
                                      struct str name);

/* The set's own design of that name or alias, by a search; NULL when there is none. */
const struct design *tileset_design(const struct tileset *set, struct str name);

/* The design of the start tile of a game with these sets: of the first that has one, but a spring,
 * from which a river flows, goes before. NULL when none has one. */
const struct design *tileset_start(const struct tileset *const *sets, unsigned set_count);

/* How many tiles of a design there are where these sets (NULL for none) are in play: of two sets
 * one may replace the other's. */
unsigned tileset_copies(const struct tileset *const *sets, unsigned set_count,
                        const struct design *design);

/* The number of a design in its set; for one of another set it is at least the number that there
 * are. */
static inline size_t tileset_index(const struct tileset *set, const struct design *design)
{
    return ((uintptr_t)design - (uintptr_t)set->designs) / sizeof *design;
}

#endif
