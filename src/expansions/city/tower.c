/* SPDX-License-Identifier: MIT */
/* Towers on the walls (The City): the active seat may end a phase with a tower at an end of the
 * chain, and is paid for the walls up to the next tower or the gate (walls.h). */
#include "base/bits.h"
#include "expansions/city/walls.h"

/* A place for a tower, and the walls that it is paid for there. */
struct tower_place {
    struct wall *wall;
    bool taken; /* a tower stands there */
    struct wall_stretch stretch;
    bool on_ring; /* the ring is closed */
};

enum { PLACES_MAX = 3 };

/* Returns the walls from an end of the chain to the next tower, or to the gate, without the last
 * `skip` walls. With `closes`, the wall that closed the ring comes before them. Rule:
 * city.tower.score. */
static struct wall_stretch stretch_at(const struct walls *w, unsigned end, unsigned skip,
                                      bool closes)
{
    unsigned count = closes;
    for (unsigned i = w->chain_count[end];
         i > 0 && w->walls[w->chain[end][i - 1]].tower == SEAT_NONE; i--)
        count += i + skip <= w->chain_count[end];
    return (struct wall_stretch){(uint8_t)count, (uint8_t)end, (uint8_t)skip, closes};
}

/* Returns the last wall at an end of the chain if its last `from` walls are left out; the gate if
 * no wall remains. */
static struct wall *end_of(struct walls *w, unsigned end, unsigned from)
{
    return w->chain_count[end] > from ? &w->walls[w->chain[end][w->chain_count[end] - 1 - from]]
                                      : &w->walls[0];
}

/* Returns one of two ways along a closed ring: the way that is counted by option tower-ring.
 * Returns an empty way if the option is at none. The book describes towers at the ends of a chain,
 * but a ring has no ends. Rule: city.tower.score. */
static struct wall_stretch counted_way(const struct referee *r, struct wall_stretch a,
                                       struct wall_stretch b)
{
    if (profile_is(&r->profile, TOWER_RING, NONE))
        return (struct wall_stretch){.end = CHAIN_ENDS};
    bool is_shorter = profile_is(&r->profile, TOWER_RING, SHORTER);
    return (is_shorter ? a.count < b.count : a.count > b.count) ? a : b;
}

/* Lists the places on a closed ring: the two corners where the wall that closes it meets the chain.
 * Two walls meet at a corner, and either of them names it. The name does not change which of two
 * ways a tower there counts. A tower that the closing wall names stands at the free corner where it
 * is paid more. Rules: city.tower.end, city.tower.score. */
static unsigned list_corners(const struct referee *r, unsigned end,
                             struct tower_place places[PLACES_MAX])
{
    struct walls *w = walls_of(r);
    struct wall *before = end_of(w, end, 1), *beyond = end_of(w, !end, 0);
    struct tower_place near = {
        before, before->tower != SEAT_NONE,
        counted_way(r, stretch_at(w, end, 1, false), stretch_at(w, !end, 0, true)), true};
    struct tower_place far = {
        beyond, beyond->tower != SEAT_NONE,
        counted_way(r, stretch_at(w, end, 1, true), stretch_at(w, !end, 0, false)), true};
    struct tower_place best =
        near.taken || (!far.taken && far.stretch.count > near.stretch.count) ? far : near;
    best.wall = &w->walls[w->count - 1];
    best.taken |= best.wall->tower != SEAT_NONE;
    places[0] = best;
    places[1] = near;
    places[2] = far;
    return PLACES_MAX;
}

/* Lists the places for a tower: both ends, and at an end without walls the free side of the gate;
 * "à un des 2 bouts du rempart" (Remparts, tours, gardes). Rule: city.tower.end. */
static unsigned list_places(const struct referee *r, struct tower_place places[PLACES_MAX])
{
    struct walls *w = walls_of(r);
    unsigned count = 0;
    for (unsigned end = 0; w->count && end < CHAIN_ENDS; end++) {
        struct wall *last = end_of(w, end, 0);
        if (w->count > 1 && last == &w->walls[w->count - 1] && walls_gap_within(r, 0))
            return list_corners(r, end, places);
        if (!count || places[0].wall != last)
            places[count++] = (struct tower_place){last, last->tower != SEAT_NONE,
                                                   stretch_at(w, end, 0, false), false};
    }
    return count;
}

/* Returns the place that an edge names; its `wall` is NULL if there is none. */
static struct tower_place place_on(const struct referee *r, struct edge edge)
{
    struct tower_place places[PLACES_MAX];
    unsigned count = list_places(r, places);
    for (unsigned i = 0; i < count; i++)
        if (edge_is(places[i].wall->edge, edge))
            return places[i];
    return (struct tower_place){.wall = NULL};
}

/* Lists the edges where a tower may be placed now. */
static struct arg_list list_free_places(struct referee *r)
{
    struct tower_place places[PLACES_MAX];
    struct arg_list list = {0};
    unsigned count = list_places(r, places);
    for (unsigned i = 0; i < count; i++)
        if (!places[i].taken)
            arg_list_add(&list, ARG(places[i].wall->edge));
    return list;
}

static void raise_no_end(struct referee *r, struct edge edge, struct place place)
{
    struct arg_list list = list_free_places(r);
    if (list.count)
        walls_raise(r, FINDING_TOWER_END, place, ARGS(edge, arg_of_list(&list, JOIN_OR, NULL)));
    else
        walls_raise(r, FINDING_TOWER_END_NOWHERE, place, ARGS(edge));
}

/* Errors of a tower, as a set of bits; at most one about its time (check_when()). */
enum {
    WRONG_UNCALLED = 1,
    WRONG_CLOSING = 2,
    WRONG_SECOND = 4,
    WRONG_EARLY = 8,
    WRONG_SEAT = 16,
    WRONG_STOCK = 32,
    WRONG_PLACE = 64,
    WRONG_TAKEN = 128,
};

/* Rules: city.tower.one, city.end.closing. */
static unsigned check_when(const struct referee *r)
{
    const struct walls *w = walls_of(r);
    if (w->stage == STAGE_NONE)
        return WRONG_UNCALLED;
    if (w->stage == STAGE_CLOSED)
        return WRONG_CLOSING;
    return w->towered ? WRONG_SECOND : walls_next_seat(r) != SEAT_NONE ? WRONG_EARLY : 0;
}

/* Rules: city.tower.one, city.tower.stock, city.tower.end. */
unsigned tower_check(struct referee *r, unsigned seat, const struct act *act)
{
    struct tower_place place = place_on(r, ref_edge(&act->segment));
    return check_when(r) | bits_if(seat != r->turn.seat, WRONG_SEAT) |
           bits_if(!holdings_left(r, STOCK_TOWER, seat), WRONG_STOCK) |
           bits_if(!place.wall, WRONG_PLACE) | bits_if(place.wall && place.taken, WRONG_TAKEN);
}

/* Rule: city.walls.when. */
static void raise_wrong(struct referee *r, unsigned seat, const struct act *act, unsigned wrong)
{
    struct edge edge = ref_edge(&act->segment);
    if (wrong & WRONG_UNCALLED)
        walls_raise(r, FINDING_WALL_UNCALLED, act->place, ARGS("a tower is placed"));
    if (wrong & (WRONG_CLOSING | WRONG_SECOND))
        walls_raise(r, wrong & WRONG_CLOSING ? FINDING_TOWER_SECOND_CLOSING : FINDING_TOWER_SECOND,
                    act->place, NO_ARGS);
    if (wrong & WRONG_EARLY)
        walls_raise(r, FINDING_TOWER_EARLY, act->place, NO_ARGS);
    if (wrong & WRONG_SEAT)
        walls_raise(r, FINDING_TOWER_SEAT, act->place, ARGS(SEAT(r->turn.seat), SEAT(seat)));
    /* Without a tower it does not matter where it would stand. */
    if (wrong & WRONG_STOCK)
        walls_raise(r, FINDING_NO_TOWER, act->place, ARGS(SEAT(seat)));
    else if (wrong & WRONG_PLACE)
        raise_no_end(r, edge, act->place);
    else if (wrong & WRONG_TAKEN)
        walls_raise(r, FINDING_TOWER_THERE, act->place, ARGS(edge));
}

/* Rule: city.tower.score. */
static void pay_tower(struct referee *r, unsigned seat, struct tower_place place)
{
    struct score_event score = {.award = AWARD_TOWER,
                                .kind = REF_EDGE,
                                .name = NODE_NONE,
                                .rule = "tower-put",
                                .edge = place.wall->edge};
    place.wall->tower = (uint8_t)seat;
    struct wall_event *event = walls_write(r, seat, PIECE_TOWER, score.edge, place.stretch.count);
    if (event)
        event->stretch = place.stretch;
    scoring_add_term(&score, TERM_WALLS, place.stretch.count, 1);
    if (place.on_ring)
        scoring_add_option(&score, &r->profile, OPTION_TOWER_RING);
    judge_pay(r, seat, &score, NODE_NONE);
}

void tower_plain(struct referee *r, struct act *act)
{
    struct tower_place places[PLACES_MAX];
    const struct walls *w = walls_of(r);
    struct edge edge = ref_edge(&act->segment);
    if (act->verb != VERB_TOWER)
        return;
    /* If a place has two names, choices use the first one. A tower changes how its corners count,
     * so after it is placed, the name noted at that time is used. */
    if (w->towered) {
        act->segment =
            walls_act(VERB_TOWER, edge_is(edge, w->tower_as) ? w->tower_plain : edge).segment;
        return;
    }
    struct tower_place named = place_on(r, edge);
    if (named.wall && list_places(r, places) == PLACES_MAX &&
        places[0].stretch.count == named.stretch.count)
        act->segment = walls_act(VERB_TOWER, places[0].wall->edge).segment;
}

void tower_judge(struct referee *r, unsigned seat, const struct act *act)
{
    struct walls *w = walls_of(r);
    if (w->ended || seat >= r->seats)
        return;
    unsigned wrong = tower_check(r, seat, act);
    raise_wrong(r, seat, act, wrong);
    if (wrong & (WRONG_STOCK | WRONG_PLACE | WRONG_TAKEN))
        return;
    struct act plain = *act;
    tower_plain(r, &plain);
    w->tower_as = ref_edge(&act->segment);
    w->tower_plain = ref_edge(&plain.segment);
    w->towered = true;
    holdings_use(r, STOCK_TOWER, seat);
    pay_tower(r, seat, place_on(r, ref_edge(&act->segment)));
}

void tower_choices(struct referee *r, struct choices *choices)
{
    struct tower_place places[PLACES_MAX];
    unsigned count = list_places(r, places);
    /* Corners of a closed ring have two names each: one is enough. */
    bool ring = count == PLACES_MAX;
    for (unsigned i = 0; i < count; i++)
        if (!(ring && i && places[i].stretch.count == places[0].stretch.count))
            choices_offer(r, choices, r->turn.seat, walls_act(VERB_TOWER, places[i].wall->edge));
}
