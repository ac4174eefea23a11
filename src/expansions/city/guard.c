/* SPDX-License-Identifier: MIT */
/* Guards on the walls (The City): followers that are placed on walls just laid, and paid at the end
 * (walls.h). */
#include "base/bits.h"
#include "expansions/city/walls.h"

/* Returns the wall straight opposite, over an unbroken row of tiles, if a guard stands on it;
 * otherwise NULL. Rule: city.guard.opposite. */
static const struct wall *facing_guard(const struct referee *r, struct edge edge)
{
    struct edge far = {edge.cell, (uint8_t)side_opposite(edge.side)};
    struct cell beyond = edge_beyond(far);
    for (; table_at(&r->table, beyond.x, beyond.y) != TILE_NONE; beyond = edge_beyond(far))
        far.cell = beyond;
    const struct wall *facing = walls_at(walls_of(r), far);
    return facing && table_on_edge(&r->table, far) ? facing : NULL;
}

/* True if guards are placed after all walls of the phase, on the last wall of each seat. False if a
 * guard is placed on a wall as soon as the wall is laid. Rule: city.guard.last. */
static bool guards_come_last(const struct referee *r)
{
    return walls_of(r)->pile == 3 ||
           (r->seats == 2 && profile_is(&r->profile, GUARD_TWO_SEATS, LAST));
}

/* True if the seat has a follower for a guard. Rules: city.guard.wall, city.guard.returned. */
static bool has_guard(const struct referee *r, unsigned seat)
{
    return r->table.supply[seat][MEEPLE_SMALL] &&
           (walls_of(r)->rested[seat] || profile_is(&r->profile, RETURNED_MERCHANT_GUARDS, YES));
}

/* Returns the number of the wall that an act names, SEAT_NONE for none. */
static unsigned wall_of(const struct referee *r, const struct act *act)
{
    const struct walls *w = walls_of(r);
    if (act->verb == VERB_GUARD)
        return w->stage == STAGE_NONE ? (unsigned)SEAT_NONE : w->newest;
    const struct wall *on = walls_at(w, ref_edge(&act->segment));
    return on ? (unsigned)(on - w->walls) : (unsigned)SEAT_NONE;
}

/* Errors of a guard, as a set of bits; at most one about its time and its wall (check_when()). */
enum {
    WRONG_UNCALLED = 1,
    WRONG_NO_WALL = 2,
    WRONG_CLOSING = 4,
    WRONG_GATE = 8,
    WRONG_EARLY = 16,
    WRONG_NOT_LAST = 32,
    WRONG_TURN = 64,
    WRONG_AFTER_TOWER = 128,
    WRONG_SECOND = 256,
    WRONG_OPPOSITE = 512,
    WRONG_STOCK = 1024,
};

/* Rules: city.guard.last, city.guard.wall, city.end.closing. */
static unsigned check_when(const struct referee *r, unsigned seat, unsigned wall)
{
    const struct walls *w = walls_of(r);
    if (w->stage == STAGE_NONE)
        return WRONG_UNCALLED;
    if (wall == SEAT_NONE)
        return WRONG_NO_WALL;
    if (w->stage == STAGE_CLOSED)
        return WRONG_CLOSING;
    if (w->walls[wall].kind == WALL_GATE)
        return WRONG_GATE;
    if (!guards_come_last(r))
        return w->walls[wall].seat != seat || w->newest != wall ? WRONG_NOT_LAST : 0;
    if (walls_next_seat(r) != SEAT_NONE)
        return WRONG_EARLY;
    if (w->last[seat] != wall)
        return WRONG_NOT_LAST;
    return judge_steps(r, r->turn.seat, seat) < w->guards ? WRONG_TURN : 0;
}

unsigned guard_check(struct referee *r, unsigned seat, const struct act *act)
{
    const struct walls *w = walls_of(r);
    unsigned wall = wall_of(r, act), wrong = check_when(r, seat, wall);
    if (wall == SEAT_NONE)
        return wrong;
    return wrong | bits_if(w->towered, WRONG_AFTER_TOWER) |
           bits_if(table_on_edge(&r->table, w->walls[wall].edge), WRONG_SECOND) |
           bits_if(facing_guard(r, w->walls[wall].edge), WRONG_OPPOSITE) |
           bits_if(!has_guard(r, seat), WRONG_STOCK);
}

static struct finding *raise_not_last(struct referee *r, unsigned seat, struct place place,
                                      struct edge edge)
{
    const struct wall *wall = walls_at(walls_of(r), edge);
    if (guards_come_last(r))
        return walls_raise(r, FINDING_GUARD_LAST, place, ARGS(edge, SEAT(seat)));
    if (wall->seat == seat)
        return walls_raise(r, FINDING_GUARD_LAST_LATER, place, ARGS(edge));
    if (wall->seat >= r->seats)
        return walls_raise(r, FINDING_GUARD_LAST_NOBODY, place, ARGS(edge));
    return walls_raise(r, FINDING_GUARD_LAST_OTHER, place, ARGS(edge, SEAT(wall->seat)));
}

/* Raises the errors about the time and the wall of a guard. `edge` is the edge of the wall, or the
 * edge that the act names. It has no side if the act names none and no wall was laid in the phase.
 * Rule: city.walls.when. */
static void raise_when(struct referee *r, unsigned seat, struct place place, unsigned wrong,
                       struct edge edge)
{
    struct finding *finding = NULL;
    if (wrong & WRONG_UNCALLED)
        walls_raise(r, FINDING_WALL_UNCALLED, place, ARGS("a guard is placed"));
    if (wrong & WRONG_NO_WALL)
        walls_raise(r, edge.side < SIDES ? FINDING_GUARD_NOWHERE : FINDING_GUARD_NOWHERE_BEFORE,
                    place, edge.side < SIDES ? ARGS(edge) : NO_ARGS);
    if (wrong & WRONG_CLOSING)
        walls_raise(r, FINDING_GUARD_CLOSING, place, NO_ARGS);
    if (wrong & WRONG_GATE)
        judge_raise(r, FINDING_GUARD_GATE, place, NO_ARGS);
    if (wrong & WRONG_EARLY)
        finding = walls_raise(r, FINDING_GUARD_LAST_PHASE, place, NO_ARGS);
    if (wrong & WRONG_NOT_LAST)
        finding = raise_not_last(r, seat, place, edge);
    if (wrong & WRONG_TURN)
        walls_raise(r, FINDING_GUARD_ORDER, place,
                    ARGS(SEAT(r->turn.seat), SEAT(seat),
                         SEAT((r->turn.seat + walls_of(r)->guards) % r->seats)));
    if (r->seats == 2 && walls_of(r)->pile == 2)
        judge_note_option(r, finding, OPTION_GUARD_TWO_SEATS);
}

/* Rule: base.turn.course. */
static void raise_wrong(struct referee *r, unsigned seat, struct place place, unsigned wrong,
                        struct edge edge)
{
    raise_when(r, seat, place, wrong, edge);
    if (wrong & WRONG_AFTER_TOWER)
        walls_raise(r, FINDING_ACTION_ORDER_GUARD, place, NO_ARGS);
    if (wrong & WRONG_SECOND)
        judge_raise(r, FINDING_GUARD_SECOND, place, ARGS(edge));
    if (wrong & WRONG_OPPOSITE) {
        const struct wall *facing = facing_guard(r, edge);
        walls_raise(r, FINDING_GUARD_OPPOSITE, place,
                    ARGS(edge, SEAT(table_on_edge(&r->table, facing->edge)->seat), facing->turn,
                         facing->edge));
    }
    struct finding *finding =
        wrong & WRONG_STOCK ? walls_raise(r, FINDING_GUARD_SUPPLY, place, ARGS(SEAT(seat))) : NULL;
    if (r->table.supply[seat][MEEPLE_SMALL])
        judge_note_option(r, finding, OPTION_RETURNED_MERCHANT_GUARDS);
}

void guard_judge(struct referee *r, unsigned seat, const struct act *act)
{
    struct walls *w = walls_of(r);
    if (w->ended || seat >= r->seats)
        return;
    unsigned wall = wall_of(r, act), wrong = guard_check(r, seat, act);
    raise_wrong(r, seat, act->place, wrong,
                wall == SEAT_NONE ? ref_edge(&act->segment) : w->walls[wall].edge);
    if (wall == SEAT_NONE || !r->table.supply[seat][MEEPLE_SMALL] || wrong & WRONG_SECOND)
        return;
    table_place_on_edge(&r->table, w->walls[wall].edge,
                        (struct meeple){.seat = (uint8_t)seat,
                                        .kind = MEEPLE_SMALL,
                                        .turn = r->turn.number,
                                        .place = act->place});
    w->rested[seat] = (uint8_t)(w->rested[seat] - (w->rested[seat] > 0));
    w->guards = (uint8_t)judge_steps(r, r->turn.seat, seat);
    walls_write(r, seat, PIECE_GUARD, w->walls[wall].edge, 0);
}

void guard_plain(struct referee *r, struct act *act)
{
    unsigned wall = act->verb == VERB_GUARD || act->verb == VERB_GUARD_ON ? wall_of(r, act)
                                                                          : (unsigned)SEAT_NONE;
    if (wall == SEAT_NONE)
        return;
    struct act named = guards_come_last(r) ? walls_act(VERB_GUARD_ON, walls_of(r)->walls[wall].edge)
                                           : choices_verb(VERB_GUARD);
    act->verb = named.verb;
    act->segment = named.segment;
}

void guard_choices(struct referee *r, struct choices *choices)
{
    const struct walls *w = walls_of(r);
    if (!guards_come_last(r)) {
        if (w->newest != SEAT_NONE)
            choices_offer(r, choices, w->walls[w->newest].seat, choices_verb(VERB_GUARD));
        return;
    }
    for (unsigned k = 0; k < r->seats; k++) {
        unsigned seat = (r->turn.seat + k) % r->seats;
        if (w->last[seat] != SEAT_NONE)
            choices_offer(r, choices, seat, walls_act(VERB_GUARD_ON, w->walls[w->last[seat]].edge));
    }
}

/* Pays the guards. A guard looks along its row, to the first empty cell. Rule: city.final.guard. */
void guard_final(struct referee *r)
{
    const struct walls *w = walls_of(r);
    for (unsigned i = 0; i < w->count; i++) {
        const struct meeple *guard = table_on_edge(&r->table, w->walls[i].edge);
        if (!guard)
            continue;
        struct score_event score = {.award = AWARD_GUARD,
                                    .kind = REF_EDGE,
                                    .name = NODE_NONE,
                                    .rule = "guard-final",
                                    .final = true,
                                    .edge = w->walls[i].edge};
        struct edge edge = {w->walls[i].edge.cell, (uint8_t)side_opposite(w->walls[i].edge.side)};
        unsigned buildings[2] = {0, 0}, tile;
        for (; (tile = table_at(&r->table, edge.cell.x, edge.cell.y)) != TILE_NONE;
             edge.cell = edge_beyond(edge)) {
            const struct design *design = r->table.tiles[tile].named;
            score.undetermined |= !design;
            buildings[0] += design && design->marks & MARK_PUBLIC;
            buildings[1] += design && design->marks & MARK_HISTORIC;
            tile_bits_add(&score.tiles, tile);
        }
        if (buildings[0])
            scoring_add_term(&score, TERM_PUBLIC, buildings[0], 2);
        if (buildings[1])
            scoring_add_term(&score, TERM_HISTORIC, buildings[1], 3);
        if (score.undetermined)
            judge_unknown(r, UNKNOWN_SCORES);
        judge_pay(r, guard->seat, &score, NODE_NONE);
    }
}
