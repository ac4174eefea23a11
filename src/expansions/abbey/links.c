/* SPDX-License-Identifier: MIT */
/* The features that the drawings of tiles join (struct segment, `joined`), and those beside an
 * abbey. A wagon of the first edition goes along them. */
#include "base/bits.h"
#include "expansions/abbey/links.h"

/* True if the drawing of a tile joins a feature to a node; with `exact` to the node itself,
 * otherwise to any of the feature of the node. */
static bool tile_joins(struct referee *r, unsigned tile, unsigned root, unsigned node, bool exact)
{
    const struct design *design = r->table.tiles[tile].design;
    for (unsigned i = 0; design && i < design->segment_count; i++) {
        uint16_t joined = design->segments[i].joined;
        if (!joined || table_root(&r->table, tile * NODES_PER_TILE + i) != root)
            continue;
        FOR_EACH_BIT(other, joined) {
            unsigned to = tile * NODES_PER_TILE + other;
            if (exact ? to == node : table_root(&r->table, to) == table_root(&r->table, node))
                return true;
        }
    }
    return false;
}

/* True if a side of an abbey meets a feature. */
static bool abbey_meets(struct referee *r, unsigned abbey, unsigned root)
{
    struct cell cell = r->table.tiles[abbey].cell;
    for (unsigned side = 0; side < SIDES; side++) {
        unsigned other = table_at(&r->table, cell.x + side_dx[side], cell.y + side_dy[side]);
        for (unsigned k = 0; other != TILE_NONE && r->table.tiles[other].design && k < 3; k++) {
            unsigned segment = r->table.ports[other][3 * side_opposite(side) + k];
            if (segment != SEGMENT_NONE &&
                table_root(&r->table, other * NODES_PER_TILE + segment) == root)
                return true;
        }
    }
    return false;
}

static bool is_abbey(const struct referee *r, unsigned tile)
{
    const struct design *design = r->table.tiles[tile].design;
    return design && placing_fills_holes(design);
}

bool links_join(struct referee *r, unsigned root, unsigned node, bool exact)
{
    unsigned to = table_root(&r->table, node), from_tile = root / NODES_PER_TILE,
             to_tile = to / NODES_PER_TILE;
    if (is_abbey(r, to_tile) && abbey_meets(r, to_tile, root))
        return true;
    if (is_abbey(r, from_tile) && !exact && abbey_meets(r, from_tile, to))
        return true;
    for (unsigned tile = 0; tile < r->table.tile_count; tile++)
        if (tile_joins(r, tile, root, node, exact))
            return true;
    return false;
}
