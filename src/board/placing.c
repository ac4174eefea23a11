/* SPDX-License-Identifier: MIT */
/* See placing.h. */
#include "board/placing.h"

enum { SIDE_OPEN = 0xFF }; /* no tile beside it */

/* What a tile on a cell would meet on each side. */
struct surroundings {
    uint8_t sides[SIDES]; /* enum side_code, or SIDE_OPEN */
    bool none;            /* all are open */
};

static struct surroundings look_around(const struct table *table, struct cell cell)
{
    struct surroundings around = {.none = true};
    for (unsigned side = 0; side < SIDES; side++) {
        unsigned other = table_at(table, cell.x + side_dx[side], cell.y + side_dy[side]);
        around.sides[side] = other == TILE_NONE ? (uint8_t)SIDE_OPEN : table->side[other][side_opposite(side)];
        around.none &= other == TILE_NONE;
    }
    return around;
}

/* Checks a tile there, except whether the cell is free. Rules: base.tile.neighbour, base.tile.sides, city.tile.roads. */
static struct placing compare_sides(const struct surroundings *around, const struct design *design, unsigned orient)
{
    struct placing placing = {.taken_by = TILE_NONE, .no_neighbour = around->none};
    bool known = design && orient != ORIENT_UNKNOWN;
    for (unsigned side = 0; side < SIDES; side++) {
        unsigned theirs = around->sides[side];
        if (theirs == SIDE_OPEN)
            continue;
        if (!known || theirs == SIDE_UNKNOWN)
            placing.unknown |= (uint8_t)(1u << side);
        else if (design->side[orient][side] != theirs)
            placing.differ |= (uint8_t)(1u << side);
    }
    return placing;
}

/* Rule: base.tile.free. */
struct placing placing_check(const struct table *table, const struct design *design, struct cell cell, unsigned orient)
{
    struct surroundings around = look_around(table, cell);
    struct placing placing = compare_sides(&around, design, orient);
    placing.taken_by = (uint16_t)table_at(table, cell.x, cell.y);
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
    struct surroundings around = look_around(list->table, cell);
    if ((around.none && list->table->tile_count) || (fitter && fitter->forbids && fitter->forbids(fitter->context, cell)))
        return;
    for (uint8_t orient = 0; orient < list->design->symmetry; orient++) {
        struct placing placing = compare_sides(&around, list->design, orient);
        struct spot spot = {cell, orient, placing.differ != 0};
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
