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
    if (fitter && fitter->forbids && fitter->forbids(fitter->context, cell))
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

/* Bits of a row of words moved by one to both sides. */
static uint64_t spread(const uint64_t *row, unsigned word)
{
    uint64_t bits = (row[word] & INT64_MAX) << 1 | row[word] >> 1;
    if (word)
        bits |= row[word - 1] >> 63;
    if (word + 1 < ROW_WORDS)
        bits |= (row[word + 1] & 1) << 63;
    return bits;
}

/* The placements in a row of the grid: on free cells with a tile beside them. */
static void list_row(struct listing *list, unsigned y)
{
    const struct table *table = list->table;
    for (unsigned word = (table->left - 1u) / 64; word <= (table->right + 1u) / 64; word++) {
        uint64_t beside = spread(table->rows[y], word) | table->rows[y - 1][word] | table->rows[y + 1][word];
        for (uint64_t rest = beside & ~table->rows[y][word]; rest; rest &= rest - 1) {
            int x = (int)(64 * word) + __builtin_ctzll(rest) - (CELL_MOST + 1);
            if (x >= -CELL_MOST && x <= CELL_MOST)
                list_cell(list, (struct cell){(int16_t)x, (int16_t)((int)y - (CELL_MOST + 1))});
        }
    }
}

/* Rule: city.setup.first. */
unsigned placing_list(const struct table *table, const struct design *design, const struct fitter *fitter, struct spot *spots,
                      unsigned most, bool *undetermined)
{
    struct listing list = {table, design, fitter, spots, most, 0, false};
    if (!table->tile_count)
        list_cell(&list, (struct cell){0, 0});
    for (unsigned word = 0; table->tile_count && word < ROW_WORDS; word++)
        for (uint64_t rest = table->rows_used[word] | spread(table->rows_used, word); rest; rest &= rest - 1) {
            unsigned y = 64 * word + (unsigned)__builtin_ctzll(rest);
            /* No tile lies in the first and last row, which are the border. */
            if (y > 0 && y + 1 < GRID)
                list_row(&list, y);
        }
    *undetermined = list.undetermined;
    return list.count;
}
