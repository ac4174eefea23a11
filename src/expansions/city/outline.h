/* SPDX-License-Identifier: MIT */
/* The city's outline: sides of tiles that face an empty cell, one after the other around it. */
#ifndef BASTIDE_EXPANSIONS_OUTLINE_H
#define BASTIDE_EXPANSIONS_OUTLINE_H

#include "board/table.h"

static inline struct cell edge_beyond(struct edge edge)
{
    return (struct cell){(int16_t)(edge.cell.x + side_dx[edge.side]),
                         (int16_t)(edge.cell.y + side_dy[edge.side])};
}

/* Does the edge face an empty cell? */
static inline bool edge_is_free(const struct table *table, struct edge edge)
{
    struct cell beyond = edge_beyond(edge);
    return table_at(table, beyond.x, beyond.y) == TILE_NONE;
}

/* The next edge along the outline, clockwise or counterclockwise: around a convex corner of the
 * tile, straight on, or, where a tile stands in the way, along it; also where that tile touches
 * this one with a corner alone: the same empty cell is walked around. `taken` (may be NULL) is a
 * cell that counts as a tile, here and below. */
struct edge outline_next(const struct table *table, const struct cell *taken, struct edge edge,
                         bool clockwise);

/* Is the edge part of an outline, of one that goes around the tiles, and not around a hole between
 * them? Of tiles that nothing connects with the others it is answered as if the others were not
 * there. */
bool outline_is_outer(const struct table *table, const struct cell *taken, struct edge edge);

/* Could a tile on this empty cell separate empty cells that are connected? */
bool outline_parts(const struct table *table, struct cell cell);

#endif
