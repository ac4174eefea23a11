/* The city's outline: sides of tiles that face an empty cell, one after the other around it. Rule: rules, The City (Remparts). */
#ifndef BASTIDE_RULES_OUTLINE_H
#define BASTIDE_RULES_OUTLINE_H

#include "rules/table.h"

/* A side of the tile on a cell, facing out. */
struct edge {
    struct cell cell;
    uint8_t side;
};

static inline struct cell edge_beyond(struct edge edge)
{
    return (struct cell){(int16_t)(edge.cell.x + side_dx[edge.side]), (int16_t)(edge.cell.y + side_dy[edge.side])};
}

static inline bool edge_is(struct edge a, struct edge b)
{
    return a.cell.x == b.cell.x && a.cell.y == b.cell.y && a.side == b.side;
}

/* The edge that follows along the outline, clockwise or against it: around a convex corner of the tile, straight on, or, where
 * a tile stands in the way, along it; also where that tile touches this one with a corner alone: the same empty cell is
 * walked around. */
struct edge outline_next(const struct table *table, struct edge edge, bool clockwise);

/* Is the way on from this edge through two tiles that touch with a corner alone? Then it could also go on around the tile. */
bool outline_is_diagonal(const struct table *table, struct edge edge, bool clockwise, struct edge *around);

/* Is an empty cell connected with the outside by sides, through empty cells? `taken` (may be NULL) counts as a tile. */
struct outside {
    int left, top, right, bottom;       /* the tiles' box, and one cell around it */
    uint32_t rows[TILES_MOST + 5][9];   /* bit sets of its columns: connected tiles span no more cells than there are */
};
void outline_outside(const struct table *table, const struct cell *taken, struct outside *outside);
bool outline_is_outside(const struct outside *outside, struct cell cell);

#endif
