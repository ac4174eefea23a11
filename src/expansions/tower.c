/* Towers on the walls (The City): the active seat may end a phase with one at an end of the chain. Rule: rules, The City; rulebook,
 * Remparts, tours, gardes. See walls.h.
 */
#include "expansions/walls.h"

/* Where a tower may stand, and how many walls it is paid for there. */
struct tower_place {
    struct wall *wall;
    bool taken;                 /* a tower stands there */
    unsigned count;
};

enum { PLACES_MOST = 3 };

/* Walls from the one that is so many from an arm's end to the next tower, or the gate. */
static unsigned stretch(const struct walls *w, unsigned arm, unsigned from)
{
    unsigned count = 0;
    for (unsigned i = w->arm_count[arm]; i-- > 0 && w->walls[w->arm[arm][i]].tower == SEAT_NONE;)
        count += i + from < w->arm_count[arm];
    return count;
}

/* The wall at an arm's end, when so many are left out; the gate where that is none. */
static struct wall *end_of(struct walls *w, unsigned arm, unsigned from)
{
    return w->arm_count[arm] > from ? &w->walls[w->arm[arm][w->arm_count[arm] - 1 - from]] : &w->walls[0];
}

static unsigned longer(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

/* The wall that closes the ring has an end on either side, where it meets one arm or the other: a tower there counts the longer way,
 * whichever of the two walls it is called by. Called by the closing wall it stands where that is longer. */
static unsigned list_corners(struct walls *w, unsigned arm, struct tower_place places[PLACES_MOST])
{
    unsigned own = stretch(w, arm, 1), other = stretch(w, !arm, 0);
    struct wall *before = end_of(w, arm, 1), *beyond = end_of(w, !arm, 0);
    struct tower_place near = {before, before->tower != SEAT_NONE, longer(own, other + 1)};
    struct tower_place far = {beyond, beyond->tower != SEAT_NONE, longer(own + 1, other)};
    struct tower_place best = near.taken || (!far.taken && far.count > near.count) ? far : near;
    best.wall = &w->walls[w->count - 1];
    best.taken |= best.wall->tower != SEAT_NONE;
    places[0] = best;
    places[1] = near;
    places[2] = far;
    return PLACES_MOST;
}

/* Both ends, the gate's free side where an arm is empty; "à un des 2 bouts du rempart" (Remparts, tours, gardes). */
static unsigned list_places(const struct referee *r, struct tower_place places[PLACES_MOST])
{
    struct walls *w = walls_of(r);
    unsigned count = 0;
    for (unsigned arm = 0; w->count && arm < ARMS; arm++) {
        struct wall *last = end_of(w, arm, 0);
        if (w->count > 1 && last == &w->walls[w->count - 1] && walls_gap_within(r, 0))
            return list_corners(w, arm, places);
        if (!count || places[0].wall != last)
            places[count++] = (struct tower_place){last, last->tower != SEAT_NONE, stretch(w, arm, 0)};
    }
    return count;
}

static void pay_tower(struct referee *r, unsigned seat, struct tower_place place)
{
    struct score_event score = {.award = AWARD_TOWER, .kind = KIND_COUNT, .name = NODE_NONE, .rule = "tower-put",
                                .has_edge = true, .edge = place.wall->edge};
    place.wall->tower = (uint8_t)seat;
    walls_write(r, seat, PIECE_TOWER, score.edge, place.count);
    scoring_add_term(&score, TERM_WALLS, place.count, 1);
    judge_pay(r, seat, &score, NODE_NONE);
}

void tower_judge(struct referee *r, unsigned seat, const struct act *act)
{
    struct walls *w = walls_of(r);
    struct edge edge = segment_edge(&act->segment);
    if (w->ended || seat >= r->seats)
        return;
    if (w->stage == STAGE_NONE)
        walls_raise(r, FINDING_WALL_UNCALLED, act->place, ARGS("a tower is put"));
    else if (w->towered || w->stage == STAGE_CLOSED)
        walls_raise(r, FINDING_TOWER_SECOND, act->place, ARGS(w->stage == STAGE_CLOSED ? "a tower at the closing of the ring" : "a second tower in one phase"));
    else if (walls_next_seat(r) != SEAT_NONE)
        walls_raise(r, FINDING_TOWER_EARLY, act->place, ARGS("a tower before the walls of its phase are laid"));
    if (seat != r->turn.seat)
        walls_raise(r, FINDING_TOWER_SEAT, act->place, ARGS(seat_name(r->turn.seat), seat_name(seat)));
    if (!w->towers_left[seat]) {
        walls_raise(r, FINDING_NO_TOWER, act->place, ARGS(seat_name(seat)));
        return;
    }
    struct tower_place places[PLACES_MOST];
    unsigned i = 0, count = list_places(r, places);
    while (i < count && !edge_is(places[i].wall->edge, edge))
        i++;
    if (i == count) {
        walls_raise(r, FINDING_TOWER_END, act->place, ARGS(walls_edge_name(r, edge)));
        return;
    }
    if (places[i].taken) {
        walls_raise(r, FINDING_TOWER_THERE, act->place, ARGS(walls_edge_name(r, edge)));
        return;
    }
    w->towered = true;
    w->towers_left[seat]--;
    pay_tower(r, seat, places[i]);
}

void tower_choices(struct referee *r, struct choices *choices)
{
    const struct walls *w = walls_of(r);
    struct tower_place places[PLACES_MOST];
    if (w->towered || !w->towers_left[r->turn.seat] || walls_next_seat(r) != SEAT_NONE)
        return;
    unsigned count = list_places(r, places);
    /* Corners of a closed ring have two names each: one is enough. */
    bool ring = count == PLACES_MOST;
    for (unsigned i = 0; i < count; i++)
        if (!places[i].taken && !(ring && i && places[i].count == places[0].count))
            choices_add(choices, r->turn.seat, walls_act(VERB_TOWER, places[i].wall->edge));
}
