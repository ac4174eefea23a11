/* SPDX-License-Identifier: MIT */
/* The catalogue of all tile sets known in a run: the built-in ones, and those read with --tileset.
 * The tiles that a record's header defines are not in it. Designs are found by name or alias;
 * several sets may use the same names.
 */
#ifndef BASTIDE_TILES_CATALOGUE_H
#define BASTIDE_TILES_CATALOGUE_H

#include "tiles/tile.h"

enum {
    SETS_MAX = 64,
    NAMES_MAX = 4096,                   /* places in the table */
    NAMES_USED_MAX = NAMES_MAX / 4 * 3, /* names in it: never full, so that searches end soon */
};

/* A name and its design, in a table hashed by name. A name has an entry for each set that uses it,
 * the newest set last. */
struct catalogue_entry {
    struct str name;
    const struct design *design;
    const struct tileset *set; /* set of the design */
};

struct catalogue {
    struct arena arena; /* memory of sets read at run time */
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

/* Returns the design with that name or alias: from one of these sets if they have it, otherwise
 * from the set added last; NULL if there is none. */
const struct design *catalogue_design(const struct catalogue *catalogue,
                                      const struct tileset *const *sets, unsigned set_count,
                                      struct str name);

/* Returns the set's own design with that name or alias, by a linear search; NULL if there is
 * none. */
const struct design *tileset_design(const struct tileset *set, struct str name);

/* Returns the start tile of a game with these sets: the start tile of the first set that has one. A
 * spring, from which a river flows, has priority over other start tiles. NULL if no set has a start
 * tile. */
const struct design *tileset_start(const struct tileset *const *sets, unsigned set_count);

/* Returns the number of tiles of a design if `copies` of its set are in play and no other tiles
 * replace them. */
static inline unsigned design_copies(const struct design *design, unsigned copies)
{
    unsigned count = design->count * copies;
    return design->most && count > design->most ? design->most : count;
}

/* Returns the number of tiles of a design if these sets are in play (entries may be NULL), each
 * with its number of copies. The tiles of one set may replace those of another. */
unsigned tileset_copies(const struct tileset *const *sets, const uint8_t *copies,
                        unsigned set_count, const struct design *design);

/* True if several copies of the set may be in play. False if the set's tiles replace those of other
 * sets, from which their number follows, or come in piles, whose sizes the rules fix. */
bool tileset_may_repeat(const struct tileset *set);

/* Returns the index of a design in its set. For a design of another set, returns design_count or
 * more. */
static inline size_t tileset_index(const struct tileset *set, const struct design *design)
{
    return ((uintptr_t)design - (uintptr_t)set->designs) / sizeof *design;
}

#endif
