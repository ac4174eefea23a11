/* SPDX-License-Identifier: MIT */
/* May a tile lie there? Functions that only read the table; `discard:` and the enumeration of moves
 * use the same one. */
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

/* Is there nothing against a tile, not even that something of it or around it is not known? As
 * placing_check(), but one look. Rules: base.tile.free, base.tile.neighbour, base.tile.sides. */
static inline bool placing_fits(const struct table *table, const struct laid_tile *tile)
{
    const struct table_cell *at = table_cell(table, tile->cell.x, tile->cell.y);
    side_codes met = table_met(at);
    if (at->tile || !met || !tile->design || tile->orient == ORIENT_UNKNOWN)
        return false;
    /* Codes have four bits; no printed one is that of what is not known. */
    return !((~codes_of(at->shown) ^ codes_of(tile->design->side[tile->orient])) & met * 15);
}

/* Checks a design with its top facing `orient`; design NULL or ORIENT_UNKNOWN asks for an unknown
 * tile. */
struct placing placing_check(const struct table *table, const struct design *design,
                             struct cell cell, unsigned orient);

/* One placement. */
struct spot {
    struct cell cell;
    uint8_t orient;
    bool needs_building; /* legal only with something built in the same turn */
};

/* What else decides whether a tile may lie somewhere. */
struct fitter {
    /* May it fit where sides differ, because something is built in the same turn? NULL where
     * nothing is. */
    bool (*could_fit)(const void *context, const struct design *design, struct spot spot,
                      const struct placing *placing);
    /* May no tile lie there? NULL where tiles may lie anywhere. */
    bool (*forbids)(const void *context, struct cell cell);
    /* May this one not lie so? NULL where all may. */
    bool (*objects)(const void *context, const struct design *design, struct spot spot);
    const void *context;
};

/* All legal placements of a design (on an empty table those on 0,0), by y, then x, then
 * orientation; at most `most` are written, the number of all is returned. Placements that depend on
 * unknown land are left out, *undetermined says that there were some. With a fitter (may be NULL)
 * those are listed too whose sides differ and that it makes fit. */
unsigned placing_list(const struct table *table, const struct design *design,
                      const struct fitter *fitter, struct spot *spots, unsigned most,
                      bool *undetermined);

#endif
