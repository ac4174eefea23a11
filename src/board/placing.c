/* SPDX-License-Identifier: MIT */
/* Checks placements: compares all four sides of a tile at once, as the bytes of one word. */
#include "board/placing.h"
#include "base/check.h"

static_assert(SIDE_UNKNOWN == 8, "a side code's fourth bit says that it is unknown");
static_assert((SIDE_FIELD ^ SIDE_ROAD) == 1 && (SIDE_RIVER & 1) == 0 && SIDE_TOWN < SIDE_RIVER,
              "field and road differ in the lowest bit alone, and no others do that may lie beside "
              "each other");

/* Returns the set of sides whose bytes have the lowest bit set. */
static uint8_t side_set(side_codes each)
{
    return (uint8_t)((each & 1) | (each >> 7 & 2) | (each >> 14 & 4) | (each >> 21 & 8));
}

/* The surroundings of a cell: the side codes around it and a mask of their known bits. The lowest
 * bit of each byte is set in `met` if a neighbour lies there, in `unknown` if its land is
 * unknown. */
struct surroundings {
    side_codes codes, known, met, unknown;
};

static inline struct surroundings look_around(const struct table_cell *at)
{
    side_codes codes = ~codes_of(at->shown), met = table_met(at), unknown = met & codes >> 3;
    /* A side code has four bits, and 15 is its mask. */
    return (struct surroundings){codes, (met & ~unknown) * 15, met, unknown};
}

/* Returns a word whose bytes are not 0 where sides differ from known land around them. Rules:
 * base.tile.neighbour, base.tile.sides, city.tile.roads. */
static inline side_codes differences(const struct surroundings *around, side_codes sides)
{
    return (around->codes ^ sides) & around->known;
}

static inline struct placing placing_of(const struct surroundings *around, side_codes differ,
                                        side_codes unknown)
{
    struct placing placing = {.taken_by = TILE_NONE, .no_neighbour = !around->met};
    if (differ | unknown) {
        placing.differ = side_set(differ | differ >> 1 | differ >> 2 | differ >> 3);
        placing.unknown = side_set(unknown);
    }
    return placing;
}

/* Rule: base.tile.free. */
struct placing placing_check(const struct table *table, const struct design *design,
                             struct cell cell, unsigned orient)
{
    const struct table_cell *at = table_cell(table, cell.x, cell.y);
    struct surroundings around = look_around(at);
    bool known = design && orient != ORIENT_UNKNOWN;
    struct placing placing =
        placing_of(&around, known ? differences(&around, codes_of(design->side[orient])) : 0,
                   known ? around.unknown : around.met);
    placing.taken_by = (uint16_t)(at->tile - 1u);
    return placing;
}

/* The arguments of placing_list(), and the placements found so far. */
struct listing {
    const struct table *table;
    const struct design *design;
    side_codes sides[SIDES]; /* side codes of the design, by orientation */
    unsigned orients;        /* number of orientations that look different */
    const struct fitter *fitter;
    struct spot *spots;
    unsigned most, count;
    bool undetermined;
};

/* Adds the placements on a free cell. */
static inline void list_cell(struct listing *list, const struct table_cell *at, struct cell cell)
{
    struct surroundings around = look_around(at);
    const struct fitter *fitter = list->fitter;
    bool allowed = !fitter || !fitter->forbids;
    for (uint8_t orient = 0; orient < list->orients; orient++) {
        side_codes differ = differences(&around, list->sides[orient]);
        struct spot spot = {cell, orient, differ != 0};
        if (differ) {
            /* Only a road built over field can make a tile fit. */
            if (!fitter || !fitter->could_fit || around.unknown || differ & ~(side_codes)EACH_SIDE)
                continue;
            struct placing placing = placing_of(&around, differ, 0);
            if (!fitter->could_fit(fitter->context, list->design, spot, &placing))
                continue;
        }
        /* forbids() takes longer than comparing sides, so it is called only where the sides fit. */
        if (!allowed && fitter->forbids(fitter->context, cell))
            return;
        allowed = true;
        if (around.unknown)
            list->undetermined = true;
        else if (fitter && fitter->objects && fitter->objects(fitter->context, list->design, spot))
            continue;
        else if (list->count++ < list->most)
            list->spots[list->count - 1] = spot;
    }
}

/* Adds the placements in a row of the grid: on free cells with a tile beside them. */
static void list_row(struct listing *list, unsigned y)
{
    const struct table *table = list->table;
    for (unsigned word = (table->left - 1u) / 64; word <= (table->right + 1u) / 64; word++) {
        uint64_t beside =
            row_spread(table->rows[y], word) | table->rows[y - 1][word] | table->rows[y + 1][word];
        FOR_EACH_BIT(bit, beside & ~table->rows[y][word]) {
            unsigned x = 64 * word + bit;
            /* The first and the last column are the border as well. */
            if (x > 0 && x + 1 < GRID)
                list_cell(list, &table->cells[y][x],
                          (struct cell){(int16_t)((int)x - CELL_MAX - 1),
                                        (int16_t)((int)y - CELL_MAX - 1)});
        }
    }
}

/* Rule: city.setup.first. */
unsigned placing_list(const struct table *table, const struct design *design,
                      const struct fitter *fitter, struct spot *spots, unsigned most,
                      bool *undetermined)
{
    assert(design && (spots || !most));
    struct listing list = {
        .table = table, .design = design, .fitter = fitter, .spots = spots, .most = most};
    list.orients = design->symmetry;
    for (unsigned orient = 0; orient < SIDES; orient++)
        list.sides[orient] = codes_of(design->side[orient]);
    if (!table->tile_count)
        list_cell(&list, table_cell(table, 0, 0), (struct cell){0, 0});
    for (unsigned word = 0; table->tile_count && word < ROW_WORDS; word++)
        FOR_EACH_BIT(bit, table->rows_used[word] | row_spread(table->rows_used, word)) {
            unsigned y = 64 * word + bit;
            /* The first and the last row are the border: no tile lies there. */
            if (y > 0 && y + 1 < GRID)
                list_row(&list, y);
        }
    *undetermined = list.undetermined;
    return list.count;
}
