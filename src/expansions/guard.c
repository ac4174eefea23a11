/* Guards on the walls (The City): a follower beside the wall that was just laid. Rule: rules, The City; rulebook, Remparts, tours,
 * gardes and Les gardes sur les remparts. See walls.h.
 */
#include "expansions/walls.h"

/* Does a guard stand on the wall straight opposite, over an unbroken row of tiles? */
static bool is_faced(const struct referee *r, struct edge edge)
{
    struct edge far = {edge.cell, (uint8_t)side_opposite(edge.side)};
    struct cell beyond = edge_beyond(far);
    for (; table_at(&r->table, beyond.x, beyond.y) != TILE_NONE; beyond = edge_beyond(far))
        far.cell = beyond;
    const struct wall *facing = walls_at(walls_of(r), far);
    return facing && facing->guard != SEAT_NONE;
}

/* Is a guard put on each wall as it is laid, or on the last one of each seat when all are laid? */
static bool guards_come_last(const struct referee *r)
{
    return walls_of(r)->pile == 3 || (r->seats == 2 && profile_is(&r->profile, OPTION_GUARD_TWO_SEATS, "last"));
}

/* Is a follower at hand for a guard? */
static bool has_guard(const struct referee *r, unsigned seat)
{
    return r->table.supply[seat] && (walls_of(r)->rested[seat] || profile_is(&r->profile, OPTION_RETURNED_MERCHANT_GUARDS, "yes"));
}

static void check_guard(struct referee *r, unsigned seat, const struct act *act, unsigned wall)
{
    struct walls *w = walls_of(r);
    const struct wall *on = &w->walls[wall];
    struct finding *finding = NULL;
    if (w->stage == STAGE_CLOSED)
        walls_raise(r, FINDING_GUARD_CLOSING, act->place, ARGS("a guard at the closing of the ring"));
    else if (w->stage == STAGE_NONE)
        walls_raise(r, FINDING_WALL_UNCALLED, act->place, ARGS("a guard is put"));
    else if (on->kind == WALL_GATE)
        judge_raise(r, FINDING_GUARD_GATE, act->place, ARGS("a guard on the gate"));
    else if (guards_come_last(r) && walls_next_seat(r) != SEAT_NONE)
        finding = walls_raise(r, FINDING_GUARD_LAST, act->place, ARGS("guards come after all walls of the phase"));
    else if (guards_come_last(r) ? w->last[seat] != wall : (on->seat != seat || w->newest != wall))
        finding = walls_raise(r, FINDING_GUARD_LAST, act->place, ARGS(arena_printf(r->arena, "%s is not the last wall that seat %s laid", walls_edge_name(r, on->edge), seat_name(seat))));
    else if (guards_come_last(r) && judge_steps(r, r->turn.seat, seat) < w->guards)
        walls_raise(r, FINDING_GUARD_LAST, act->place, ARGS("guards are put in turn, from the seat that lays the tile"));
    if (r->seats == 2 && w->pile == 2)
        judge_note_option(r, finding, OPTION_GUARD_TWO_SEATS);
    if (w->towered)
        walls_raise(r, FINDING_ACTION_ORDER, act->place, ARGS("'guard' comes before 'tower'"));
    if (on->guard != SEAT_NONE)
        judge_raise(r, FINDING_GUARD_SECOND, act->place, ARGS(walls_edge_name(r, on->edge)));
    if (is_faced(r, on->edge))
        walls_raise(r, FINDING_GUARD_OPPOSITE, act->place, ARGS(walls_edge_name(r, on->edge)));
}

static void put_guard(struct referee *r, unsigned seat, const struct act *act, unsigned wall)
{
    struct walls *w = walls_of(r);
    if (w->ended || seat >= r->seats)
        return;
    if (wall == SEAT_NONE) {
        if (w->stage == STAGE_NONE)
            walls_raise(r, FINDING_WALL_UNCALLED, act->place, ARGS("a guard is put"));
        else
            walls_raise(r, FINDING_GUARD_LAST, act->place, ARGS("no wall stands there"));
        return;
    }
    check_guard(r, seat, act, wall);
    if (!has_guard(r, seat)) {
        struct finding *finding = walls_raise(r, FINDING_GUARD_SUPPLY, act->place, ARGS(seat_name(seat)));
        if (r->table.supply[seat])
            judge_note_option(r, finding, OPTION_RETURNED_MERCHANT_GUARDS);
    }
    if (!r->table.supply[seat])
        return;
    if (w->walls[wall].guard != SEAT_NONE)
        return;
    r->table.supply[seat]--;
    w->rested[seat] = (uint8_t)(w->rested[seat] - (w->rested[seat] > 0));
    w->walls[wall].guard = (uint8_t)seat;
    w->guards = (uint8_t)judge_steps(r, r->turn.seat, seat);
    walls_write(r, seat, PIECE_GUARD, w->walls[wall].edge, 0);
}

void guard_judge(struct referee *r, unsigned seat, const struct act *act)
{
    put_guard(r, seat, act, walls_of(r)->stage == STAGE_NONE ? (unsigned)SEAT_NONE : walls_of(r)->newest);
}

void guard_judge_on(struct referee *r, unsigned seat, const struct act *act)
{
    const struct walls *w = walls_of(r);
    const struct wall *on = walls_at(w, segment_edge(&act->segment));
    put_guard(r, seat, act, on ? (unsigned)(on - w->walls) : (unsigned)SEAT_NONE);
}

static bool may_guard(struct referee *r, unsigned seat, unsigned wall)
{
    const struct walls *w = walls_of(r);
    return wall != SEAT_NONE && has_guard(r, seat) && w->walls[wall].kind != WALL_GATE && w->walls[wall].guard == SEAT_NONE &&
           !is_faced(r, w->walls[wall].edge);
}

void guard_choices(struct referee *r, struct choices *choices)
{
    const struct walls *w = walls_of(r);
    if (w->towered)
        return;
    if (!guards_come_last(r)) {
        if (w->newest != SEAT_NONE && may_guard(r, w->walls[w->newest].seat, w->newest))
            choices_add(choices, w->walls[w->newest].seat, choices_verb(VERB_GUARD));
        return;
    }
    for (unsigned k = 0; walls_next_seat(r) == SEAT_NONE && k < r->seats; k++) {
        unsigned seat = (r->turn.seat + k) % r->seats;
        if (k >= w->guards && may_guard(r, seat, w->last[seat]))
            choices_add(choices, seat, walls_act(VERB_GUARD_ON, w->walls[w->last[seat]].edge));
    }
}

/* A guard looks along its row, to the first empty cell. */
void guard_final(struct referee *r)
{
    const struct walls *w = walls_of(r);
    for (unsigned i = 0; i < w->count; i++) {
        if (w->walls[i].guard == SEAT_NONE)
            continue;
        struct score_event score = {.award = AWARD_GUARD, .kind = KIND_COUNT, .name = NODE_NONE, .rule = "guard-final", .final = true,
                                    .has_edge = true, .edge = w->walls[i].edge};
        struct edge edge = {w->walls[i].edge.cell, (uint8_t)side_opposite(w->walls[i].edge.side)};
        unsigned buildings[2] = {0, 0}, tile;
        for (; (tile = table_at(&r->table, edge.cell.x, edge.cell.y)) != TILE_NONE; edge.cell = edge_beyond(edge)) {
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
        judge_pay(r, w->walls[i].guard, &score, NODE_NONE);
    }
}
