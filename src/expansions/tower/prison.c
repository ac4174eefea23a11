/* SPDX-License-Identifier: MIT */
/* Followers that are taken with a tower (The Tower): prisoners, their exchange, and ransoms. */
#include <stdlib.h>

#include "base/bits.h"
#include "board/scoring.h"
#include "expansions/tower/floor.h"

enum { RANSOM = 3 /* points for a prisoner; rule tower.ransom.pay */ };

/* Returns the set of the kinds of meeples (bits by enum meeple_kind) of an owner that a seat
 * holds. */
static unsigned kinds_held(const struct referee *r, unsigned holder, unsigned owner)
{
    unsigned held = 0;
    for (unsigned i = 0; i < r->table.meeple_count; i++) {
        const struct meeple *meeple = &r->table.meeples[i];
        if (meeple->stand == STAND_HELD && meeple->holder == holder && meeple->seat == owner)
            held |= 1u << meeple->kind;
    }
    return held;
}

/* Returns a kind of a set that is not empty. */
static enum meeple_kind first_kind(unsigned set)
{
    assert(set);
    return (enum meeple_kind)__builtin_ctz(set);
}

static bool has_several(unsigned set)
{
    return __builtin_popcount(set) > 1;
}

/* Gives a prisoner back to its player. */
static void release(struct referee *r, struct meeple *prisoner, enum why why)
{
    struct event *event = judge_event(r, EVENT_FREED, prisoner->seat);
    if (event) {
        event->tile = r->turn.tile;
        event->meeple = prisoner->kind;
        event->holder = prisoner->holder;
        event->why = (uint8_t)why;
    }
    table_release(&r->table, prisoner);
}

/* ---- Taking a follower ---- */

/* Errors in taking a follower, as a set of bits. */
enum { CATCH_NO_FLOOR = 1, CATCH_TWICE = 2, CATCH_FAR = 4, CATCH_NOBODY = 8, CATCH_SAFE = 16 };

/* Returns the meeple on a node, a follower if there is one; NULL if nobody stands there. */
static struct meeple *meeple_on(struct referee *r, unsigned node)
{
    struct meeple *found = NULL;
    for (unsigned i = 0; i < r->table.meeple_count; i++) {
        struct meeple *meeple = &r->table.meeples[i];
        if (meeple_on_segment(meeple) && meeple->node == node &&
            (!found || kind_is_follower(meeple->kind)))
            found = meeple;
    }
    return found;
}

/* Returns the height of the tower on a cell that has one. */
static unsigned height_of(const struct referee *r, struct cell cell)
{
    return r->table.features[tower_node(r, cell)].height;
}

/* True if a tile is within the reach of the tower of this part: on its cell, or in its row or
 * column, no farther than the tower is high. Rule: tower.take.reach. */
static bool is_in_reach(const struct referee *r, unsigned tile)
{
    struct cell from = r->table.tiles[tower_of(r)->raised].cell, to = r->table.tiles[tile].cell;
    int dx = abs(to.x - from.x), dy = abs(to.y - from.y);
    return (!dx || !dy) && (unsigned)(dx + dy) <= height_of(r, from);
}

/* Rules: tower.take.one, tower.take.reach, tower.take.who. */
unsigned catch_check(struct referee *r, unsigned seat, const struct act *act)
{
    const struct tower *tower = tower_of(r);
    unsigned node = judge_find_node(r, &act->segment);
    const struct meeple *meeple = node == NODE_NONE ? NULL : meeple_on(r, node);
    (void)seat;
    if (tower->raised == TILE_NONE)
        return CATCH_NO_FLOOR;
    if (!meeple)
        return CATCH_NOBODY;
    return bits_if(tower->has_taken, CATCH_TWICE) |
           bits_if(!is_in_reach(r, node / NODES_PER_TILE), CATCH_FAR) |
           bits_if(!kind_is_follower(meeple->kind) || table_shelters(&r->table, meeple),
                   CATCH_SAFE);
}

static void raise_catch(struct referee *r, const struct act *act, unsigned wrong, unsigned node)
{
    const struct tower *tower = tower_of(r);
    struct cell cell = r->table.tiles[node / NODES_PER_TILE].cell;
    if (wrong & CATCH_NO_FLOOR && !r->turn.unsure)
        judge_raise(r, FINDING_OUT_OF_REACH_FLOOR, act->place, NO_ARGS);
    if (wrong & CATCH_TWICE)
        finding_also(r->findings, judge_raise(r, FINDING_OUT_OF_REACH_TWICE, act->place, NO_ARGS),
                     tower->place, NOTE_FIRST, NO_ARGS);
    if (wrong & CATCH_FAR && !r->unknown.game) {
        struct cell from = r->table.tiles[tower->raised].cell;
        judge_raise(r, FINDING_OUT_OF_REACH, act->place,
                    ARGS(cell, from, COUNT(height_of(r, from), "floor")));
    }
    if (wrong & CATCH_NOBODY && !r->unknown.game && !r->draw.lost)
        judge_raise(r, FINDING_NOT_CAUGHT_NOBODY, act->place,
                    ARGS(kinds[ledger_node_kind(r->ledger, node)].name, cell));
    if (wrong & CATCH_SAFE) {
        const struct meeple *meeple = meeple_on(r, node);
        if (kind_is_follower(meeple->kind))
            judge_raise(r, FINDING_NOT_CAUGHT_CASTLE, act->place, ARGS(cell));
        else
            judge_raise(r, FINDING_NOT_CAUGHT, act->place, ARGS(meeple_kinds[meeple->kind].words));
    }
}

/* Exchanges the follower that was just taken for a prisoner whom its owner holds, of the first of
 * `held`, a set of kinds. An empty set exchanges nothing. Rule: tower.exchange.forced. */
static void exchange(struct referee *r, unsigned seat, unsigned held)
{
    struct tower *tower = tower_of(r);
    for (unsigned i = 0; held && i < r->table.meeple_count; i++) {
        struct meeple *meeple = &r->table.meeples[i];
        if (meeple->stand == STAND_HELD && meeple->serial == tower->taken)
            release(r, meeple, WHY_EXCHANGE);
    }
    if (held)
        release(r, table_held(&r->table, tower->owner, seat, first_kind(held)), WHY_EXCHANGE);
    tower->owner = SEAT_NONE;
    r->turn.owed &= ~BIT(VERB_SWAP);
}

/* Exchanges the follower that was just taken without a choice of the player. */
static void exchange_any(struct referee *r, unsigned seat)
{
    exchange(r, seat, kinds_held(r, tower_of(r)->owner, seat));
}

/* Lets the line claim the prisoner whom a seat took and keeps. The items of claimed prisoners have
 * the names of the kinds of followers. */
static void note_prisoner(struct referee *r, unsigned seat, const struct meeple *prisoner)
{
    for (unsigned item = 0; item < ITEM_COUNT; item++)
        if (item_facts[item].finding == FINDING_PRISONER &&
            strcmp(item_facts[item].text, meeple_kinds[prisoner->kind].name) == 0)
            claims_take(&r->claims, seat, (enum item_id)item, 1);
}

/* Makes a follower a prisoner of a seat, and exchanges it if its owner holds a prisoner of this
 * seat. Rules: tower.take.prisoner, tower.exchange.forced, tower.exchange.kind. */
static void capture(struct referee *r, unsigned seat, struct meeple *meeple)
{
    struct tower *tower = tower_of(r);
    struct event *event = judge_event(r, EVENT_CAPTURED, meeple->seat);
    if (event) {
        event->tile = meeple->node / NODES_PER_TILE;
        event->node = meeple->node;
        event->meeple = meeple->kind;
        event->why = WHY_CAPTURED;
        event->holder = (uint8_t)seat;
    }
    tower->owner = meeple->seat;
    tower->taken = meeple->serial;
    judge_hold(r, meeple, seat, WHY_CAPTURED);
    unsigned held = kinds_held(r, tower->owner, seat);
    if (has_several(held)) {
        r->turn.owed |= BIT(VERB_SWAP);
        return;
    }
    tower->swapped = held ? (uint8_t)first_kind(held) : (uint8_t)MEEPLE_KINDS;
    if (!held)
        note_prisoner(r, seat, meeple);
    exchange_any(r, seat);
}

/* Rule: tower.take.own. */
void catch_judge(struct referee *r, unsigned seat, const struct act *act)
{
    struct tower *tower = tower_of(r);
    unsigned node = judge_node(r, &act->segment, act->place);
    if (node == NODE_NONE)
        return;
    unsigned wrong = catch_check(r, seat, act);
    struct meeple *meeple = meeple_on(r, node);
    raise_catch(r, act, wrong, node);
    if (wrong & CATCH_NOBODY)
        judge_unknown(r, UNKNOWN_TURN);
    if (!meeple || wrong & CATCH_SAFE || seat >= r->seats)
        return;
    /* After an error another exchange may still be due; it is made without a choice. */
    if (tower->owner != SEAT_NONE)
        exchange_any(r, seat);
    tower->has_taken = true;
    tower->place = act->place;
    tower->swapped = MEEPLE_KINDS;
    if (meeple->seat == seat)
        judge_send_home(r, meeple, WHY_TOWER);
    else
        capture(r, seat, meeple);
}

/* ---- Exchanging prisoners ---- */

enum { SWAP_NOT_DUE = 1, SWAP_NOT_HELD = 2 };

/* Rules: tower.exchange.forced, tower.exchange.kind. */
unsigned swap_check(struct referee *r, unsigned seat, const struct act *act)
{
    const struct tower *tower = tower_of(r);
    if (tower->owner != SEAT_NONE)
        return bits_if(!table_held(&r->table, tower->owner, seat, (enum meeple_kind)act->meeple),
                       SWAP_NOT_HELD);
    if (!tower->has_taken || tower->swapped == MEEPLE_KINDS)
        return SWAP_NOT_DUE;
    return bits_if(tower->swapped != act->meeple, SWAP_NOT_HELD);
}

void swap_judge(struct referee *r, unsigned seat, const struct act *act)
{
    const struct tower *tower = tower_of(r);
    unsigned wrong = swap_check(r, seat, act);
    if (wrong && r->unknown.game) {
        judge_unknown(r, UNKNOWN_TURN);
        return;
    }
    if (wrong & SWAP_NOT_DUE)
        judge_raise(r, FINDING_EXCHANGE_NOT_DUE, act->place, NO_ARGS);
    if (wrong & SWAP_NOT_HELD)
        judge_raise(r, FINDING_EXCHANGE, act->place,
                    ARGS(meeple_kinds[act->meeple].words, SEAT(seat)));
    if (tower->owner == SEAT_NONE)
        return;
    if (wrong)
        exchange_any(r, seat);
    else
        exchange(r, seat, 1u << act->meeple);
}

bool prison_leave(struct referee *r, enum phase phase)
{
    const struct tower *tower = tower_of(r);
    (void)phase;
    if (tower->owner == SEAT_NONE)
        return true;
    if (judge_breaks_off(r))
        return false;
    if (!r->turn.unsure)
        judge_raise(r, FINDING_EXCHANGE_MISSING, tower->place,
                    ARGS(SEAT(tower->owner), SEAT(r->turn.seat)));
    exchange_any(r, r->turn.seat);
    return true;
}

/* ---- Ransoms ---- */

enum { RANSOM_TURN = 1, RANSOM_TWICE = 2, RANSOM_NOBODY = 4, RANSOM_WHICH = 8, RANSOM_POINTS = 16 };

/* Rule: tower.ransom.when. */
static bool is_any_turn(const struct referee *r)
{
    return profile_is(&r->profile, RANSOM_WHEN, ANY);
}

/* Rules: tower.ransom.pay, tower.ransom.once, tower.ransom.when. */
unsigned ransom_check(struct referee *r, unsigned seat, const struct act *act)
{
    const struct ransom *last = &tower_of(r)->ransom;
    if (seat >= r->seats)
        return RANSOM_NOBODY;
    unsigned held = kinds_held(r, act->seat, seat);
    bool kind_is_given = act->meeple < MEEPLE_KINDS;
    bool is_held = kind_is_given ? held >> act->meeple & 1 : held != 0;
    bool is_second = is_any_turn(r) ? last->paid != 0 : last->paid >> seat & 1;
    return bits_if(!is_any_turn(r) && seat != r->turn.seat, RANSOM_TURN) |
           bits_if(is_second, RANSOM_TWICE) | bits_if(!is_held, RANSOM_NOBODY) |
           bits_if(!kind_is_given && has_several(held), RANSOM_WHICH) |
           bits_if(is_held && r->profile.name && r->scores[seat] < RANSOM, RANSOM_POINTS);
}

static void raise_ransom(struct referee *r, unsigned seat, const struct act *act, unsigned wrong)
{
    struct finding *finding = NULL;
    if (wrong & RANSOM_TURN)
        judge_note_option(r, judge_raise(r, FINDING_RANSOM_TURN, act->place, ARGS(SEAT(seat))),
                          OPTION_RANSOM_WHEN);
    if (wrong & RANSOM_TWICE)
        finding = judge_raise(r, FINDING_RANSOM_TWICE, act->place, NO_ARGS);
    if (!(tower_of(r)->ransom.paid >> seat & 1))
        judge_note_option(r, finding, OPTION_RANSOM_WHEN);
    if (wrong & RANSOM_NOBODY && !r->unknown.game)
        judge_raise(r, FINDING_RANSOM, act->place,
                    ARGS(SEAT(act->seat),
                         act->meeple < MEEPLE_KINDS ? meeple_kinds[act->meeple].words : "follower",
                         SEAT(seat)));
    if (wrong & RANSOM_WHICH)
        judge_raise(r, FINDING_RANSOM_WHICH, act->place, ARGS(SEAT(act->seat), SEAT(seat)));
    if (wrong & RANSOM_POINTS && !referee_scores_unknown(r))
        judge_raise(r, FINDING_RANSOM_POINTS, act->place,
                    ARGS(SEAT(seat), COUNT(r->scores[seat], "point")));
}

static void pay(struct referee *r, unsigned seat, int sign)
{
    struct score_event score = {
        .award = AWARD_RANSOM, .kind = REF_NOTHING, .name = NODE_NONE, .rule = "ransom"};
    scoring_add_term(&score, TERM_RANSOM, 1, sign * RANSOM);
    if (r->profile.name)
        judge_pay(r, seat, &score, NODE_NONE);
}

void ransom_judge(struct referee *r, unsigned seat, const struct act *act)
{
    struct ransom *last = &tower_of(r)->ransom;
    raise_ransom(r, seat, act, ransom_check(r, seat, act));
    unsigned held = seat < r->seats ? kinds_held(r, act->seat, seat) : 0;
    if (act->meeple < MEEPLE_KINDS)
        held &= 1u << act->meeple;
    if (!held) {
        if (r->unknown.game)
            judge_unknown(r, UNKNOWN_SCORES | UNKNOWN_TURN);
        return;
    }
    bool alone = !has_several(kinds_held(r, act->seat, seat));
    last->paid |= (uint8_t)(1u << seat);
    last->jailer = act->seat;
    last->meeple = alone ? MEEPLE_KINDS : (uint8_t)first_kind(held);
    pay(r, seat, -1);
    pay(r, act->seat, 1);
    release(r, table_held(&r->table, act->seat, seat, first_kind(held)), WHY_RANSOM);
}

/* ---- Choices ---- */

static void add_catches(struct referee *r, struct choices *choices)
{
    const struct tower *tower = tower_of(r);
    for (unsigned i = 0; tower->raised != TILE_NONE && i < r->table.meeple_count; i++) {
        const struct meeple *meeple = &r->table.meeples[i];
        if (meeple_on_segment(meeple) && meeple_on(r, meeple->node) == meeple)
            choices_offer(r, choices, r->turn.seat, choices_verb_on(r, VERB_CATCH, meeple->node));
    }
}

static void add_swaps(struct referee *r, struct choices *choices)
{
    FOR_EACH_BIT(kind, kinds_held(r, tower_of(r)->owner, r->turn.seat)) {
        struct act act = choices_verb(VERB_SWAP);
        act.meeple = (uint8_t)kind;
        choices->must |= choices_offer(r, choices, r->turn.seat, act) != NULL;
    }
}

static void add_ransoms(struct referee *r, struct choices *choices, unsigned seat)
{
    for (unsigned jailer = 0; jailer < r->seats; jailer++) {
        unsigned held = kinds_held(r, jailer, seat);
        FOR_EACH_BIT(kind, held) {
            struct act act = choices_verb(VERB_RANSOM);
            act.seat = (uint8_t)jailer;
            act.meeple = has_several(held) ? (uint8_t)kind : (uint8_t)MEEPLE_KINDS;
            choices_offer(r, choices, seat, act);
        }
    }
}

/* Returns the set of the seats that decide something now (bits by seat). All seats take part in the
 * path of a figure. */
static unsigned deciding(const struct referee *r, const struct choices *choices)
{
    unsigned seats = 0;
    for (unsigned i = 0; i < choices->count; i++)
        seats |= act_has_shape(&choices->list[i].act, SHAPE_PATH) ? (1u << r->seats) - 1
                                                                  : 1u << choices->list[i].seat;
    return seats;
}

void prison_choices(struct referee *r, struct choices *choices)
{
    if (tower_of(r)->owner != SEAT_NONE) {
        add_swaps(r, choices);
        return;
    }
    unsigned seats = 1u << r->turn.seat;
    if (r->turn.phase == PHASE_MOVE)
        add_catches(r, choices);
    else
        seats = is_any_turn(r) && r->turn.phase < PHASE_SCORED ? deciding(r, choices) : 0;
    FOR_EACH_BIT(seat, seats)
        add_ransoms(r, choices, seat);
}

/* Leaves out the kind of a prisoner for whom no other one could be meant. */
void prison_plain(struct referee *r, struct act *act)
{
    const struct ransom *last = &tower_of(r)->ransom;
    if (act->verb != VERB_RANSOM || r->turn.seat == SEAT_NONE)
        return;
    if (last->paid && last->jailer == act->seat)
        act->meeple = last->meeple;
    else if (!has_several(kinds_held(r, act->seat, r->turn.seat)))
        act->meeple = MEEPLE_KINDS;
}
