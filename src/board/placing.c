/* SPDX-License-Identifier: MIT */
/* See placing.h. */
#include "board/placing.h"

#include <assert.h>

static_assert(SIDE_UNKNOWN == 4, "a side code's third bit says that it is unknown");

/* Four sides in one word, the north's code in its lowest byte: they are compared at once. */
typedef uint32_t side_codes;
enum { EACH = 0x01010101 };

static side_codes codes_of(const uint8_t sides[SIDES])
{
    return sides[SIDE_N] | (side_codes)sides[SIDE_E] << 8 | (side_codes)sides[SIDE_S] << 16 | (side_codes)sides[SIDE_W] << 24;
}

/* A set of sides, from the lowest bits of the bytes. */
static uint8_t side_set(side_codes each)
{
    return (uint8_t)((each & 1) | (each >> 7 & 2) | (each >> 14 & 4) | (each >> 21 & 8));
}

/* What a tile on the cell would meet on each side. */
static side_codes look_around(const struct table *table, struct cell cell)
{
    return ~codes_of(table_cell(table, cell.x, cell.y)->shown);
}

/* Checks a tile there, except whether the cell is free. Rules: base.tile.neighbour, base.tile.sides, city.tile.roads. */
static inline struct placing compare_sides(side_codes around, const struct design *design, unsigned orient)
{
    side_codes open = around >> 7 & EACH, met = open ^ EACH, not_known = met & around >> 2;
    struct placing placing = {.taken_by = TILE_NONE, .no_neighbour = !met};
    if (!design || orient == ORIENT_UNKNOWN) {
        placing.unknown = side_set(met);
        return placing;
    }
    side_codes other = around ^ codes_of(design->side[orient]);
    /* Codes have three bits. */
    side_codes differ = (other | other >> 1 | other >> 2) & met & ~not_known;
    if (differ | not_known) {
        placing.unknown = side_set(not_known);
        placing.differ = side_set(differ);
    }
    return placing;
}

/* Rule: base.tile.free. */
struct placing placing_check(const struct table *table, const struct design *design, struct cell cell, unsigned orient)
{
    struct placing placing = compare_sides(look_around(table, cell), design, orient);
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
    side_codes around = look_around(list->table, cell);
    if (fitter && fitter->forbids && fitter->forbids(fitter->context, cell))
        return;
    for (uint8_t orient = 0; orient < list->design->symmetry; orient++) {
        struct placing placing = compare_sides(around, list->design, orient);
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
