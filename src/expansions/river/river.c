/* SPDX-License-Identifier: MIT */
/* The River: tiles that are drawn before all others and laid along one river, from the spring to
 * the lake. The river is not scored. */
#include "expansions/pieces.h"

enum { RIVER_TILES_MAX = 32 };

struct river {
    const struct design *tiles[RIVER_TILES_MAX]; /* tiles of the river except the spring and the
                                                    lake */
    unsigned count;
    const struct design *spring, *lake;
    const struct design *start; /* start tile of another set; NULL if there is none, or if it is
                                   treated like any other tile */
};

static struct river *state(const struct referee *r)
{
    return referee_state(r, &river_rules);
}

static void find_tiles(struct referee *r, struct river *river)
{
    for (unsigned i = 0; i < r->draw.set_count; i++) {
        const struct tileset *set = r->draw.sets[i];
        for (unsigned k = 0; k < set->design_count; k++) {
            const struct design *design = &set->designs[k];
            if (design == tileset_start(&set, 1))
                *(design->river ? &river->spring : &river->start) = design;
            else if (design->marks & MARK_LAKE)
                river->lake = design;
            else if (design->river && river->count < RIVER_TILES_MAX)
                river->tiles[river->count++] = design;
        }
    }
}

/* Rules: river.setup.spring, river.setup.start. */
static void river_begin(struct referee *r)
{
    struct river *river = state(r);
    find_tiles(r, river);
    if (!river->spring || (river->start && profile_is(&r->profile, RIVER_START_TILE, PACK)))
        river->start = NULL;
    if (river->start && profile_is(&r->profile, RIVER_START_TILE, OUT)) {
        judge_take_out(r, river->start);
        river->start = NULL;
    }
}

/* True if the start tile of another set has a place of its own in the order of drawing and is not
 * drawn yet. */
static bool start_is_left(const struct referee *r, const struct river *river)
{
    return river->start && judge_is_undrawn(r, river->start);
}

/* Rules: river.setup.spring, river.draw.order, river.tile.discard, river.setup.start. */
static struct objection river_withholds(const struct referee *r, const struct design *design)
{
    const struct river *river = state(r);
    unsigned unknown =
        r->draw.lost + r->draw.unnamed; /* drawn tiles that may have been tiles of the river */
    bool starts = start_is_left(r, river),
         among = starts && profile_is(&r->profile, RIVER_START_TILE, RIVER);
    struct objection none = NO_OBJECTION, lake = {FINDING_RIVER_ORDER, OPTION_COUNT},
                     pack = {FINDING_RIVER_FIRST, OPTION_COUNT};
    if (!r->turn.count)
        return none;
    if (design == river->spring)
        return referee_undrawn(r, design) ? lake : none;
    if (!river->lake || !referee_undrawn(r, river->lake)) {
        pack.option = OPTION_RIVER_START_TILE;
        return starts && design != river->start && !unknown ? pack : none;
    }
    unsigned left = among;
    for (unsigned i = 0; i < river->count; i++)
        left += referee_undrawn(r, river->tiles[i]);
    if (design == river->lake)
        return left > unknown ? lake : none;
    return design->river || (among && design == river->start) || left + 1 <= unknown ? none : pack;
}

/* Direction in which the river turns on a tile, on its way from one side to the other. BEND_NONE
 * for a straight river, a spring or a lake. */
enum bend { BEND_NONE, BEND_LEFT, BEND_RIGHT };
static enum bend bend_of(unsigned from, unsigned sides)
{
    unsigned rest = sides & ~(1u << from);
    return rest == 1u << (from + 1) % SIDES   ? BEND_LEFT
           : rest == 1u << (from + 3) % SIDES ? BEND_RIGHT
                                              : BEND_NONE;
}

/* True if a tile and the one before it on the river bend in the same direction. `joined` is the
 * side of the tile that faces the one before it, `sides` are its sides with river. */
static bool makes_uturn(const struct referee *r, struct spot spot, unsigned joined, unsigned sides)
{
    const struct laid_tile *before = &r->table.tiles[table_at(
        &r->table, spot.cell.x + side_dx[joined], spot.cell.y + side_dy[joined])];
    unsigned facing = side_opposite(joined), theirs = design_river(before->design, before->orient);
    enum bend bend = bend_of(joined, sides);
    for (unsigned side = 0; side < SIDES; side++)
        if (side != facing && theirs >> side & 1 && bend != BEND_NONE &&
            bend_of(side, theirs) == bend)
            return true;
    return false;
}

static bool is_free(const struct referee *r, int x, int y)
{
    bool inside = x >= -CELL_MAX && x <= CELL_MAX && y >= -CELL_MAX && y <= CELL_MAX;
    return !inside || table_at(&r->table, x, y) == TILE_NONE;
}

/* True if the river has no room to go on by a side: the cell beyond the next one, or a cell beside
 * one of these two, is not free. */
static bool lacks_room(const struct referee *r, struct cell cell, unsigned side)
{
    int dx = side_dx[side], dy = side_dy[side];
    bool room = is_free(r, cell.x + 2 * dx, cell.y + 2 * dy);
    for (int far = 1; far <= 2; far++)
        room &= is_free(r, cell.x + far * dx + dy, cell.y + far * dy + dx) &&
                is_free(r, cell.x + far * dx - dy, cell.y + far * dy - dx);
    return !room;
}

/* Rules: river.tile.join, river.tile.bend. */
static struct objection river_objection(const struct referee *r, const struct design *design,
                                        struct spot spot)
{
    unsigned sides = design_river(design, spot.orient), joined = SIDES;
    if (!sides || r->draw.lost)
        return NO_OBJECTION;
    for (unsigned side = 0; side < SIDES; side++)
        if (sides >> side & 1 && table_beyond(&r->table, spot.cell, side) == SIDE_RIVER)
            joined = side;
    if (joined == SIDES)
        return (struct objection){FINDING_OFF_RIVER, OPTION_COUNT};
    bool back = false;
    if (profile_is(&r->profile, RIVER_BEND, NO_UTURN))
        back = makes_uturn(r, spot, joined, sides);
    for (unsigned side = 0; side < SIDES && profile_is(&r->profile, RIVER_BEND, RESERVE); side++)
        back |= sides >> side & 1 && table_beyond(&r->table, spot.cell, side) == SIDE_OPEN &&
                lacks_room(r, spot.cell, side);
    return (struct objection){back ? FINDING_RIVER_BEND : 0, OPTION_RIVER_BEND};
}

const struct expansion river_rules = {
    .id = EXPANSION_river,
    .name = "river",
    .state_size = sizeof(struct river),
    .begin = river_begin,
    .withholds = river_withholds,
    .spot_objection = river_objection,
};
