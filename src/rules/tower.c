/* Towers on the walls (The City): the active seat may end a phase with one at an end of the chain. Rule: rules, The City; rulebook,
 * Remparts, tours, gardes. See walls.h.
 */
#include "rules/walls.h"

/* Where a tower may stand, and how many walls it is paid for there. */
struct tower_place {
    struct wall *wall;
    unsigned count;
};

/* Walls from the one that is so many from an arm's end to the next tower, or the gate. */
static unsigned stretch(const struct walls *w, unsigned arm, unsigned from)
{
    unsigned count = 0;
    for (unsigned i = w->arm_count[arm]; i-- > 0 && w->walls[w->arm[arm][i]].tower == SEAT_NONE;)
        count += i + from < w->arm_count[arm];
    return count;
}

/* Both ends. The wall that closes the ring ends either arm: a tower there counts the longer way, and one beside it on either side
 * ends the arm that the wall is not taken to be of. */
static unsigned list_places(const struct referee *r, struct tower_place places[3])
{
    struct walls *w = walls_of(r);
    unsigned count = 0;
    for (unsigned arm = 0; arm < ARMS; arm++) {
        struct wall *last = walls_outmost(w, arm);
        if (!last)
            continue;
        places[count++] = (struct tower_place){last, stretch(w, arm, 0)};
        if (last != &w->walls[w->count - 1] || !walls_gap_within(r, 0))
            continue;
        unsigned other = stretch(w, !arm, 0) + 1;
        if (other > places[count - 1].count)
            places[count - 1].count = other;
        if (w->arm_count[arm] > 1)
            places[count++] = (struct tower_place){&w->walls[w->arm[arm][w->arm_count[arm] - 2]], stretch(w, arm, 1)};
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
    if (seat != r->seat)
        walls_raise(r, FINDING_TOWER_SEAT, act->place, ARGS(judge_seat(r->seat), judge_seat(seat)));
    if (!w->towers_left[seat]) {
        walls_raise(r, FINDING_NO_TOWER, act->place, ARGS(judge_seat(seat)));
        return;
    }
    struct tower_place places[3];
    unsigned i = 0, count = list_places(r, places);
    while (i < count && !edge_is(places[i].wall->edge, edge))
        i++;
    if (i == count) {
        walls_raise(r, FINDING_TOWER_END, act->place, ARGS(walls_edge_name(r, edge)));
        return;
    }
    if (places[i].wall->tower != SEAT_NONE) {
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
    struct tower_place places[3];
    if (w->towered || !w->towers_left[r->seat] || walls_next_seat(r) != SEAT_NONE)
        return;
    unsigned count = list_places(r, places);
    for (unsigned i = 0; i < count; i++)
        if (places[i].wall->tower == SEAT_NONE)
            choices_add(choices, r->seat, walls_act(VERB_TOWER, places[i].wall->edge));
}
