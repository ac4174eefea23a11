/* Towers on the walls (The City): the active seat may end a phase with one at an end of the chain. Rule: rules, The City; rulebook,
 * Remparts, tours, gardes. See walls.h.
 */
#include "rules/walls.h"

/* The arm that a wall ends, ARMS for none; the gate ends no stretch. */
static unsigned arm_ending(struct walls *w, struct edge edge)
{
    for (unsigned arm = 0; arm < ARMS; arm++) {
        const struct wall *outmost = walls_outmost(w, arm);
        if (outmost && edge_is(outmost->edge, edge))
            return arm;
    }
    return ARMS;
}

/* Walls from an arm's end to the next tower, or the gate. */
static unsigned stretch(const struct walls *w, unsigned arm)
{
    unsigned count = 0;
    for (unsigned i = w->arm_count[arm]; i-- > 0 && w->walls[w->arm[arm][i]].tower == SEAT_NONE;)
        count++;
    return count;
}

static void pay_tower(struct referee *r, unsigned seat, unsigned arm)
{
    struct walls *w = walls_of(r);
    struct score_event score = {.award = AWARD_TOWER, .kind = KIND_COUNT, .name = NODE_NONE, .rule = "tower-put",
                                .has_edge = true, .edge = walls_end(w, arm)};
    unsigned count = stretch(w, arm), other = stretch(w, !arm) + 1;
    /* The wall that closes the ring ends both arms: the longer way is taken. */
    if (walls_outmost(w, arm) == &w->walls[w->count - 1] && walls_gap_within(r, 0) && other > count)
        count = other;
    walls_outmost(w, arm)->tower = (uint8_t)seat;
    walls_write(r, seat, PIECE_TOWER, score.edge, count);
    scoring_add_term(&score, TERM_WALLS, count, 1);
    judge_pay(r, seat, &score, NODE_NONE);
}

void tower_judge(struct referee *r, unsigned seat, const struct act *act)
{
    struct walls *w = walls_of(r);
    struct edge edge = segment_edge(&act->segment);
    if (seat >= r->seats)
        return;
    if (w->stage == STAGE_NONE)
        judge_raise(r, FINDING_WALL_UNCALLED, act->place, ARGS("a tower is put"));
    else if (w->towered || w->stage == STAGE_CLOSED)
        judge_raise(r, FINDING_TOWER_SECOND, act->place, ARGS(w->stage == STAGE_CLOSED ? "a tower at the closing of the ring" : "a second tower in one phase"));
    else if (walls_next_seat(r) != SEAT_NONE)
        judge_raise(r, FINDING_TOWER_EARLY, act->place, ARGS("a tower before the walls of its phase are laid"));
    if (seat != r->seat)
        judge_raise(r, FINDING_TOWER_SEAT, act->place, ARGS(judge_seat(r->seat), judge_seat(seat)));
    if (!w->towers_left[seat]) {
        judge_raise(r, FINDING_NO_TOWER, act->place, ARGS(judge_seat(seat)));
        return;
    }
    unsigned arm = w->count ? arm_ending(w, edge) : (unsigned)ARMS;
    if (arm == ARMS) {
        judge_raise(r, FINDING_TOWER_END, act->place, ARGS(walls_edge_name(r, edge)));
        return;
    }
    if (walls_outmost(w, arm)->tower != SEAT_NONE) {
        judge_raise(r, FINDING_TOWER_THERE, act->place, ARGS(walls_edge_name(r, edge)));
        return;
    }
    w->towered = true;
    w->towers_left[seat]--;
    pay_tower(r, seat, arm);
}

void tower_choices(struct referee *r, struct choices *choices)
{
    struct walls *w = walls_of(r);
    if (w->towered || !w->towers_left[r->seat] || walls_next_seat(r) != SEAT_NONE)
        return;
    for (unsigned arm = 0; arm < ARMS; arm++) {
        const struct wall *outmost = walls_outmost(w, arm);
        if (outmost && outmost->tower == SEAT_NONE)
            choices_add(choices, r->seat, walls_act(VERB_TOWER, outmost->edge));
    }
}
