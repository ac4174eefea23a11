/* SPDX-License-Identifier: MIT */
/* See placing.h. */
#include "board/placing.h"

/* Rules: base.tile.free, base.tile.neighbour, base.tile.sides, city.tile.roads. */
struct placing placing_check(const struct table *table, const struct design *design, struct cell cell, unsigned orient)
{
    struct placing placing = {.taken_by = (uint16_t)table_at(table, cell.x, cell.y), .no_neighbour = true};
    for (unsigned side = 0; side < SIDES; side++) {
        unsigned other = table_at(table, cell.x + side_dx[side], cell.y + side_dy[side]);
        if (other == TILE_NONE)
            continue;
        placing.no_neighbour = false;
        unsigned theirs = table->side[other][side_opposite(side)];
        if (!design || orient == ORIENT_UNKNOWN || theirs == SIDE_UNKNOWN)
            placing.unknown |= (uint8_t)(1u << side);
        else if (design->side[orient][side] != theirs)
            placing.differ |= (uint8_t)(1u << side);
    }
    return placing;
}

struct box {
    int left, right, top, bottom;
};

static struct box box_of(const struct table *table)
{
    struct box box = {0, 0, 0, 0};
    for (unsigned i = 0; i < table->tile_count; i++) {
        struct cell cell = table->tiles[i].cell;
        box.left = i == 0 || cell.x < box.left ? cell.x : box.left;
        box.right = i == 0 || cell.x > box.right ? cell.x : box.right;
        box.top = i == 0 || cell.y < box.top ? cell.y : box.top;
        box.bottom = i == 0 || cell.y > box.bottom ? cell.y : box.bottom;
    }
    return box;
}

/* What placing_list() is asked, and has found so far. */
struct listing {
    const struct table *table;
    const struct design *design;
    const struct fitter *fitter;
    struct spot *spots;
    unsigned most, count;
    bool undetermined;
};

/* Adds the placements on one free cell. */
static void list_cell(struct listing *list, struct cell cell)
{
    const struct fitter *fitter = list->fitter;
    for (uint8_t orient = 0; orient < list->design->symmetry; orient++) {
        struct placing placing = placing_check(list->table, list->design, cell, orient);
        struct spot spot = {cell, orient, placing.differ != 0};
        if (placing.no_neighbour && list->table->tile_count)
            return;
        if (fitter && fitter->forbids && orient == 0 && fitter->forbids(fitter->context, cell))
            return;
        if (placing.differ && (placing.unknown || !fitter || !fitter->could_fit(fitter->context, list->design, spot, &placing)))
            continue;
        if (placing.unknown)
            list->undetermined = true;
        else if (list->count++ < list->most)
            list->spots[list->count - 1] = spot;
    }
}

/* Rule: city.setup.first. */
unsigned placing_list(const struct table *table, const struct design *design, const struct fitter *fitter, struct spot *spots,
                      unsigned most, bool *undetermined)
{
    struct box box = box_of(table);
    struct listing list = {table, design, fitter, spots, most, 0, false};
    for (int y = box.top - 1; y <= box.bottom + 1; y++)
        for (int x = box.left - 1; x <= box.right + 1; x++)
            if ((table->tile_count || (!x && !y)) && x >= -CELL_MOST && x <= CELL_MOST && y >= -CELL_MOST && y <= CELL_MOST &&
                table_at(table, x, y) == TILE_NONE)
                list_cell(&list, (struct cell){(int16_t)x, (int16_t)y});
    *undetermined = list.undetermined;
    return list.count;
}
