/* SPDX-License-Identifier: MIT */
/* The outline of the city: the sides of tiles that face an empty cell, in the order of a walk
 * around it. */
#ifndef BASTIDE_EXPANSIONS_OUTLINE_H
#define BASTIDE_EXPANSIONS_OUTLINE_H

#include "board/table.h"

static inline struct cell edge_beyond(struct edge edge)
{
    return (struct cell){(int16_t)(edge.cell.x + side_dx[edge.side]),
                         (int16_t)(edge.cell.y + side_dy[edge.side])};
}

/* True if the edge faces an empty cell. */
static inline bool edge_is_free(const struct table *table, struct edge edge)
{
    struct cell beyond = edge_beyond(edge);
    return table_at(table, beyond.x, beyond.y) == TILE_NONE;
}

/* Returns the next edge along the outline, clockwise or counterclockwise: around a convex corner of
 * the tile, straight on, or along a tile that stands in the way. A tile that touches this one only
 * at a corner stands in the way too, because the walk goes on around the same empty cell. `taken`
 * (may be NULL) is a cell that counts as a tile, here and below. */
struct edge outline_next(const struct table *table, const struct cell *taken, struct edge edge,
                         bool clockwise);

/* True if the edge is part of an outline that goes around the tiles, not around a hole between
 * them. Tiles that are not connected with the others are judged as if the others were not there. */
bool outline_is_outer(const struct table *table, const struct cell *taken, struct edge edge);

/* True if a tile on this empty cell could separate empty cells that are connected. */
bool outline_parts(const struct table *table, struct cell cell);

#endif
