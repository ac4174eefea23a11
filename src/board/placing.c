/* SPDX-License-Identifier: MIT */
/* Checks placements: compares all four sides of a tile at once, as the bytes of one word. Keeps the
 * frontier: each tile changes its own cell and the four beside it. */
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
    bool fits_all = design && placing_fills_holes(design);
    bool known = design && orient != ORIENT_UNKNOWN && !fits_all;
    struct placing placing =
        placing_of(&around, known ? differences(&around, codes_of(design->side[orient])) : 0,
                   known || fits_all ? around.unknown : around.met);
    placing.taken_by = (uint16_t)(at->tile - 1u);
    return placing;
}

/* ---- The frontier ---- */

static bool is_frontier(const struct table_cell *at)
{
    return !at->tile && codes_of(at->shown);
}

/* Adds a cell to the frontier or removes it, as it is now. */
static void update_cell(struct table *table, struct cell cell)
{
    struct frontier *frontier = &table->frontier;
    if (cell.x < -CELL_MAX || cell.x > CELL_MAX || cell.y < -CELL_MAX || cell.y > CELL_MAX)
        return;
    const struct table_cell *at = table_cell(table, cell.x, cell.y);
    uint32_t index = (uint32_t)(at - &table->cells[0][0]);
    unsigned from = 0;
    for (unsigned count = frontier->count; count; count /= 2) {
        unsigned middle = from + count / 2;
        if (frontier->cells[middle] < index) {
            from = middle + 1;
            count--;
        }
    }
    uint32_t *place = &frontier->cells[from];
    bool listed = from < frontier->count && *place == index;
    if (listed == is_frontier(at))
        return;
    size_t after = (frontier->count - from - listed) * sizeof *place;
    memmove(place + !listed, place + listed, after);
    if (!listed)
        *place = index;
    frontier->count = frontier->count + !listed - listed;
}

/* Adds or removes the cells that a tile has changed. */
static void update_around(struct table *table, struct cell cell)
{
    update_cell(table, cell);
    for (unsigned side = 0; side < SIDES; side++)
        update_cell(table, (struct cell){(int16_t)(cell.x + side_dx[side]),
                                         (int16_t)(cell.y + side_dy[side])});
}

void placing_forget_tiles(struct table *table)
{
    struct frontier *frontier = &table->frontier;
    unsigned laid = frontier->tiles;
    for (unsigned tile = table->tile_count; tile < laid; tile++)
        update_around(table, table->tiles[tile].cell);
    frontier->tiles = laid < table->tile_count ? laid : table->tile_count;
}

/* ---- Listing ---- */

/* The arguments of placing_list(), and the placements found so far. */
struct listing {
    const struct table *table;
    const struct design *design;
    side_codes sides[SIDES]; /* side codes of the design, by orientation */
    struct fitter fitter;
    bool plain; /* the fitter has no conditions */
    struct spot *spots;
    unsigned most, count;
    bool undetermined;
};

static void add_spot(struct listing *list, struct spot spot)
{
    if (list->count++ < list->most)
        list->spots[list->count - 1] = spot;
}

/* Adds those placements on a cell that the fitter allows, of some orientations. */
static void add_allowed(struct listing *list, const struct table_cell *at, struct cell cell,
                        unsigned orients)
{
    struct surroundings around = look_around(at);
    const struct fitter *fitter = &list->fitter;
    bool allowed = !fitter->forbids;
    FOR_EACH_BIT(orient, orients) {
        side_codes differ = differences(&around, list->sides[orient]);
        struct spot spot = {cell, (uint8_t)orient, differ != 0};
        if (differ) {
            struct placing placing = placing_of(&around, differ, 0);
            if (around.unknown || !fitter->could_fit(fitter->context, list->design, spot, &placing))
                continue;
        }
        /* forbids() takes longer than comparing sides, so it is called only where the sides fit. */
        if (!allowed && fitter->forbids(fitter->context, cell))
            return;
        allowed = true;
        if (around.unknown)
            list->undetermined = true;
        else if (!fitter->objects || !fitter->objects(fitter->context, list->design, spot))
            add_spot(list, spot);
    }
}

/* Adds the placements on a free cell, of some orientations. `unknown`: the land of a neighbour is
 * unknown. */
static inline void add_cell(struct listing *list, uint32_t index, unsigned orients, bool unknown)
{
    struct cell cell = {(int16_t)((int)(index % GRID) - CELL_MAX - 1),
                        (int16_t)((int)(index / GRID) - CELL_MAX - 1)};
    if (!list->plain)
        add_allowed(list, &list->table->cells[0][0] + index, cell, orients);
    else if (unknown)
        list->undetermined = true;
    else
        FOR_EACH_BIT(orient, orients)
            add_spot(list, (struct spot){cell, (uint8_t)orient, false});
}

/* Cells that are compared at once, so that the compiler can compare several in one instruction. */
enum { BLOCK = 32 };

/* Adds the placements on up to BLOCK free cells. */
static void add_block(struct listing *list, const uint32_t *cells, unsigned count)
{
    enum { UNKNOWN = 1u << SIDES };
    const struct table_cell *grid = &list->table->cells[0][0];
    /* Only a road built over field can make a tile fit whose sides differ. */
    const side_codes bits = list->fitter.could_fit ? 14 * EACH_SIDE : 15 * EACH_SIDE;
    const unsigned orients = (1u << list->design->symmetry) - 1;
    side_codes shown[BLOCK] = {0}, found[BLOCK];
    for (unsigned i = 0; i < count; i++)
        shown[i] = codes_of(grid[cells[i]].shown);
    for (unsigned i = 0; i < BLOCK; i++) {
        side_codes codes = ~shown[i], met = shown[i] >> 7 & EACH_SIDE, unknown = met & codes >> 3,
                   known = met & ~unknown, mask = ((known << 4) - known) & bits,
                   set = unknown ? UNKNOWN : 0;
        for (unsigned orient = 0; orient < SIDES; orient++)
            set |= (codes ^ list->sides[orient]) & mask ? 0 : 1u << orient;
        found[i] = set;
    }
    for (unsigned i = 0; i < count; i++)
        if (found[i] & orients)
            add_cell(list, cells[i], found[i] & orients, found[i] & UNKNOWN);
}

/* Adds the free cells with a tile on each side. */
static void add_holes(struct listing *list)
{
    const struct frontier *frontier = &list->table->frontier;
    const struct table_cell *grid = &list->table->cells[0][0];
    for (unsigned i = 0; i < frontier->count; i++) {
        uint32_t index = frontier->cells[i];
        struct spot spot = {{(int16_t)((int)(index % GRID) - CELL_MAX - 1),
                             (int16_t)((int)(index / GRID) - CELL_MAX - 1)},
                            0,
                            false};
        const struct fitter *fitter = &list->fitter;
        if (table_met(grid + index) == EACH_SIDE &&
            !(fitter->forbids && fitter->forbids(fitter->context, spot.cell)) &&
            !(fitter->objects && fitter->objects(fitter->context, list->design, spot)))
            add_spot(list, spot);
    }
}

/* Rule: city.setup.first. */
unsigned placing_list(struct table *table, const struct design *design, const struct fitter *fitter,
                      struct spot *spots, unsigned most, bool *undetermined)
{
    assert(design && (spots || !most));
    static const uint32_t start = (CELL_MAX + 1) * GRID + CELL_MAX + 1;
    struct listing list = {.table = table, .design = design, .spots = spots, .most = most};
    struct frontier *frontier = &table->frontier;
    if (fitter)
        list.fitter = *fitter;
    list.plain = !list.fitter.could_fit && !list.fitter.forbids && !list.fitter.objects;
    for (unsigned orient = 0; orient < SIDES; orient++)
        list.sides[orient] = codes_of(design->side[orient]);
    while (frontier->tiles < table->tile_count)
        update_around(table, table->tiles[frontier->tiles++].cell);
    const uint32_t *cells = table->tile_count ? frontier->cells : &start;
    bool holes = placing_fills_holes(design);
    if (holes)
        add_holes(&list);
    for (unsigned left = table->tile_count ? frontier->count : 1; left && !holes;) {
        unsigned count = left < BLOCK ? left : BLOCK;
        add_block(&list, cells, count);
        cells += count;
        left -= count;
    }
    *undetermined = list.undetermined;
    return list.count;
}
