/* SPDX-License-Identifier: MIT */
/* Legal placements of tiles: the reasons against one, and a list of all legal ones. These functions
 * do not change the game on the table. The judge of `discard:` and the enumeration of moves use the
 * same list. */
#ifndef BASTIDE_BOARD_PLACING_H
#define BASTIDE_BOARD_PLACING_H

#include "board/table.h"

/* Every reason against a placement. */
struct placing {
    uint16_t taken_by; /* the tile that lies there, or TILE_NONE */
    bool no_neighbour;
    uint8_t differ;  /* sides (bit 0 for north) whose land differs from the neighbour's */
    uint8_t unknown; /* sides where the neighbour's land, or the tile's own, is not known */
};

/* True if no rule forbids the placement of a tile, and its land and that of its neighbours is
 * known. It is faster than placing_check(), because it looks at each neighbour once. Rules:
 * base.tile.free, base.tile.neighbour, base.tile.sides. */
static inline bool placing_fits(const struct table *table, const struct laid_tile *tile)
{
    const struct table_cell *at = table_cell(table, tile->cell.x, tile->cell.y);
    side_codes met = table_met(at);
    if (at->tile || !met || !tile->design || tile->orient == ORIENT_UNKNOWN)
        return false;
    /* A side code has four bits, and 15 is its mask. An unknown neighbour differs from every
     * design, because no design has a side with SIDE_UNKNOWN. */
    return !((~codes_of(at->shown) ^ codes_of(tile->design->side[tile->orient])) & met * 15);
}

/* Returns the reasons against a design on a cell with its top facing `orient`. A NULL design or
 * ORIENT_UNKNOWN stands for an unknown tile. */
struct placing placing_check(const struct table *table, const struct design *design,
                             struct cell cell, unsigned orient);

/* True for a tile whose sides fit anything, and which needs a tile on each side of its cell. */
static inline bool placing_fills_holes(const struct design *design)
{
    return design->side[0][0] == SIDE_ANY;
}

/* A placement of a tile. */
struct spot {
    struct cell cell;
    uint8_t orient;
    bool needs_building; /* legal only with something built in the same turn */
};

/* Further conditions for placements, from the rules in play. */
struct fitter {
    /* True if a tile whose sides differ fits because something is built in the same turn; NULL if
     * nothing can be built. */
    bool (*could_fit)(const void *context, const struct design *design, struct spot spot,
                      const struct placing *placing);
    /* True if no tile may lie on the cell; NULL if tiles may lie anywhere. */
    bool (*forbids)(const void *context, struct cell cell);
    /* True if this tile may not lie at this spot; NULL if every tile may. */
    bool (*objects)(const void *context, const struct design *design, struct spot spot);
    const void *context;
};

/* Lists the legal placements of a design by y, then x, then orientation (on an empty table, those
 * on 0,0). Writes at most `most` of them, and returns the number of all placements. Leaves out
 * placements that depend on unknown land; *undetermined is true if there were any. `fitter` may be
 * NULL. Otherwise placements whose sides differ are listed too if it makes them fit, and those that
 * it does not allow are left out. */
unsigned placing_list(struct table *table, const struct design *design, const struct fitter *fitter,
                      struct spot *spots, unsigned most, bool *undetermined);

/* Updates the frontier after the last tiles were taken off the table. Their cells must be free
 * again. */
void placing_forget_tiles(struct table *table);

#endif
