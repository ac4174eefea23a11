/* SPDX-License-Identifier: MIT */
/* Abbeys (Abbey & Mayor). Each player has one, and lays it in a hole instead of drawing a tile. Its
 * sides close the roads, cities and fields that they meet (enum side_code, SIDE_ANY). */
#include "expansions/pieces.h"
#include "board/placing.h"

struct abbeys {
    const struct design *design; /* the abbey */
    bool is_round;               /* the pack is empty, and abbeys have been laid since */
    uint8_t from;                /* in that round: seat that took the last tile */
};

static struct abbeys *state(const struct referee *r)
{
    return referee_state(r, &abbey_rules);
}

static const struct design *abbey_of(const struct tileset *set)
{
    for (unsigned i = 0; i < set->design_count; i++)
        if (placing_fills_holes(&set->designs[i]))
            return &set->designs[i];
    return NULL;
}

/* The abbey is that of a set in play. Without one, players may have abbeys too. Rule:
 * abbey.setup.pieces. */
static void abbey_begin(struct referee *r)
{
    struct abbeys *abbeys = state(r);
    *abbeys = (struct abbeys){.design = NULL};
    holdings_begin(r, STOCK_ABBEY, 1);
    for (unsigned i = 0; i < builtin_set_count; i++)
        abbeys->design = abbeys->design ? abbeys->design : abbey_of(builtin_sets[i]);
    for (unsigned i = 0; i < r->draw.set_count; i++)
        if (abbey_of(r->draw.sets[i]))
            abbeys->design = abbey_of(r->draw.sets[i]);
}

/* True if the seat may lay its abbey at this time of the turn: not in place of a tile of a bazaar.
 * Rule: abbey.abbey.bazaar. */
static bool is_time(const struct referee *r)
{
    return !r->draw.reserved || r->turn.part;
}

static bool fits_somewhere(struct referee *r)
{
    bool undetermined;
    struct spot spot;
    return state(r)->design && referee_spots(r, state(r)->design, &spot, 1, &undetermined) > 0;
}

/* Rules: abbey.abbey.instead, abbey.abbey.bazaar. */
static unsigned abbey_holds(struct referee *r, const struct design *designs[SEATS_MAX])
{
    if (!holdings_left(r, STOCK_ABBEY, r->turn.seat) || !is_time(r) || !fits_somewhere(r))
        return 0;
    designs[0] = state(r)->design;
    return 1;
}

/* Returns how far a seat is from the one that took the last tile, which comes last itself. */
static unsigned place_in_round(const struct referee *r, unsigned from, unsigned seat)
{
    return seat == from ? r->seats : judge_steps(r, from, seat);
}

/* Rule: abbey.end.round. */
static unsigned abbey_lays_on(struct referee *r, unsigned after, bool fits)
{
    const struct abbeys *abbeys = state(r);
    bool again = profile_is(&r->profile, ABBEY_END, AGAIN);
    unsigned from = abbeys->is_round ? abbeys->from : r->turn.seat, seat = (after + 1) % r->seats;
    if (profile_is(&r->profile, ABBEY_END, NONE) || r->turn.seat == SEAT_NONE ||
        (fits && !fits_somewhere(r)))
        return SEAT_NONE;
    for (unsigned i = 0; i < r->seats; i++, seat = (seat + 1) % r->seats) {
        /* The seat after the one that took the last tile begins, unless the round goes on. */
        bool begins = !abbeys->is_round && after == from;
        if (!again && !begins && place_in_round(r, from, seat) <= place_in_round(r, from, after))
            return SEAT_NONE;
        if (again && fits && i && seat == (r->turn.seat + 1) % r->seats)
            return SEAT_NONE;
        if (!fits || holdings_left(r, STOCK_ABBEY, seat))
            return seat;
    }
    return SEAT_NONE;
}

/* Rules: abbey.abbey.hole, abbey.abbey.beside. */
static struct objection abbey_spot(const struct referee *r, const struct design *design,
                                   struct spot spot)
{
    if (design != state(r)->design)
        return NO_OBJECTION;
    bool beside = false;
    for (unsigned side = 0; side < SIDES; side++) {
        unsigned land = table_beyond(&r->table, spot.cell, side);
        if (land == SIDE_OPEN)
            return (struct objection){FINDING_NO_HOLE, OPTION_COUNT};
        beside |= land == SIDE_ANY;
    }
    bool refused = beside && profile_is(&r->profile, ABBEY_BESIDE, NO);
    return (struct objection){refused ? FINDING_NO_HOLE_BESIDE : FINDING_NONE,
                              refused ? OPTION_ABBEY_BESIDE : OPTION_COUNT};
}

/* Rules: abbey.setup.pieces, abbey.abbey.bazaar, abbey.end.round. */
static void abbey_placed(struct referee *r, unsigned tile)
{
    struct abbeys *abbeys = state(r);
    if (!abbeys->design || r->table.tiles[tile].named != abbeys->design)
        return;
    unsigned seat = r->turn.seat;
    if (!holdings_left(r, STOCK_ABBEY, seat))
        judge_raise(r, FINDING_NO_ABBEY, r->turn.place, ARGS(SEAT(seat)));
    holdings_use(r, STOCK_ABBEY, seat);
    if (!is_time(r))
        judge_raise(r, FINDING_ABBEY_TIME, r->turn.place, NO_ARGS);
}

/* Notes the seat that took the last tile. */
static void abbey_turn(struct referee *r)
{
    struct abbeys *abbeys = state(r);
    bool is_empty = referee_pack_is_empty(r);
    if (!is_empty)
        abbeys->from = r->turn.seat;
    abbeys->is_round = is_empty;
}

const struct expansion abbey_rules = {
    .id = EXPANSION_abbey,
    .name = "abbey",
    .state_size = sizeof(struct abbeys),
    .begin = abbey_begin,
    .turn = abbey_turn,
    .holds = abbey_holds,
    .lays_on = abbey_lays_on,
    .spot_objection = abbey_spot,
    .placed = abbey_placed,
};
