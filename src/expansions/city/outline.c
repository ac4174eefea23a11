/* SPDX-License-Identifier: MIT */
/* Walks along the outline of the city, edge by edge (outline.h). */
#include "expansions/city/outline.h"

static struct cell beside(struct cell cell, unsigned side)
{
    return (struct cell){(int16_t)(cell.x + side_dx[side]), (int16_t)(cell.y + side_dy[side])};
}

static bool has_tile(const struct table *table, const struct cell *taken, struct cell cell)
{
    return table_at(table, cell.x, cell.y) != TILE_NONE ||
           (taken && taken->x == cell.x && taken->y == cell.y);
}

/* Rule: city.walls.end. */
struct edge outline_next(const struct table *table, const struct cell *taken, struct edge edge,
                         bool clockwise)
{
    unsigned way = (edge.side + (clockwise ? 1u : 3u)) % SIDES;
    struct cell ahead = beside(edge.cell, way), corner = beside(ahead, edge.side);
    if (has_tile(table, taken, corner))
        return (struct edge){corner, (uint8_t)side_opposite(way)};
    if (has_tile(table, taken, ahead))
        return (struct edge){ahead, edge.side};
    return (struct edge){edge.cell, (uint8_t)way};
}

/* On a clockwise walk around tiles an outline turns right four times more than left. Around a hole
 * it turns left four times more than right. From an edge that is not part of an outline the walk
 * would never come back. Rule: city.walls.side. */
bool outline_is_outer(const struct table *table, const struct cell *taken, struct edge edge)
{
    if (!has_tile(table, taken, edge.cell) || has_tile(table, taken, edge_beyond(edge)))
        return false;
    /* Walk as outline_next() does clockwise, but cell by cell: an outline is long, and this is
     * called for many edges. */
    const struct table_cell *first = table_cell(table, edge.cell.x, edge.cell.y), *at = first;
    const struct table_cell *also = taken ? table_cell(table, taken->x, taken->y) : NULL;
    unsigned side = edge.side;
    int turns = 0;
    do {
        unsigned right = (side + 1) % SIDES;
        const struct table_cell *ahead = at + table_steps[right],
                                *corner = ahead + table_steps[side];
        if (corner->tile || corner == also) {
            at = corner;
            side = (side + 3) % SIDES;
            turns--;
        } else if (ahead->tile || ahead == also) {
            at = ahead;
        } else {
            side = right;
            turns++;
        }
    } while (at != first || side != edge.side);
    return turns > 0;
}

/* False if the cell's empty neighbours are connected around it, over its corners. Rule:
 * city.tile.beyond. */
bool outline_parts(const struct table *table, struct cell cell)
{
    unsigned empty = 0, connected = 0;
    for (unsigned side = 0; side < SIDES; side++) {
        unsigned turned = (side + 1) % SIDES;
        struct cell here = beside(cell, side);
        bool is_empty = !has_tile(table, NULL, here);
        empty += is_empty;
        connected += is_empty && !has_tile(table, NULL, beside(cell, turned)) &&
                     !has_tile(table, NULL, beside(here, turned));
    }
    return empty > connected + 1;
}
