/* SPDX-License-Identifier: MIT */
/* Walls (The City). From the second pile on, a tile that brings a scoring is followed by a phase in
 * which every seat lays walls. ring.c decides when their ring is closed and ends the game
 * (walls.h). */
#include "expansions/city/walls.h"

/* Returns the number of pieces with this name in the sets in play; `in_box` if no set has such
 * pieces. */
static unsigned pieces_of(const struct referee *r, const char *name, unsigned in_box)
{
    for (unsigned i = 0; i < r->record->set_count; i++)
        for (unsigned k = 0; k < PIECES_MAX && r->record->sets[i]->pieces[k].name; k++)
            if (strcmp(r->record->sets[i]->pieces[k].name, name) == 0)
                return r->record->sets[i]->pieces[k].count;
    return in_box;
}

/* Rules: city.walls.stock, city.tower.stock. */
static void wall_begin(struct referee *r)
{
    holdings_begin(r, STOCK_TOWER, pieces_of(r, "tower", 12) / r->seats);
    holdings_begin(r, STOCK_WALL, pieces_of(r, "wall", 70));
    holdings_begin(r, STOCK_SHORT_WALL, pieces_of(r, "short-wall", 2));
}

static void wall_turn(struct referee *r)
{
    struct walls *w = walls_of(r);
    w->scored = w->completed = w->by_wall = false;
    w->laid = 0;
    w->stage = STAGE_NONE;
    w->towered = false;
}

/* Returns the pile in play after the tiles drawn so far. With `last_tile` the last tile of a pile
 * counts to the next pile. Rule: city.setup.piles. */
static unsigned pile_by(const struct referee *r, bool last_tile)
{
    unsigned pile = 1, before = 0;
    for (unsigned i = 0; i < r->record->set_count; i++)
        for (unsigned k = 0; k < PILES_MAX && r->record->sets[i]->piles[k]; k++) {
            before += r->record->sets[i]->piles[k];
            if (r->draw.drawn >= before + (last_tile ? 0u : 1u))
                pile++;
        }
    return pile > 3 ? 3 : pile;
}

/* Rule: city.walls.when. */
static bool counts_last_tile(const struct referee *r)
{
    return profile_is(&r->profile, WALLS_FROM, LAST_TILE);
}

static unsigned pile_now(const struct referee *r)
{
    return pile_by(r, counts_last_tile(r));
}

/* ---- Tiles beyond the wall ---- */

/* True if a tile would close in a wall that faced the outside. Rule: city.tile.beyond. */
static bool closes_in(const struct referee *r, struct cell cell)
{
    const struct walls *w = walls_of(r);
    for (uint8_t side = 0; side < SIDES; side++) {
        struct edge first = {cell, side}, edge = first;
        if (!edge_is_free(&r->table, first) || outline_is_outer(&r->table, &cell, first))
            continue;
        do {
            if (walls_at(w, edge) && outline_is_outer(&r->table, NULL, edge))
                return true;
            edge = outline_next(&r->table, &cell, edge, true);
        } while (!edge_is(edge, first));
    }
    return false;
}

/* Returns the first wall that faces the cell, so that a tile there would lie beyond it; or NULL. */
static const struct wall *wall_before(const struct walls *w, struct cell cell)
{
    const struct wall *first = NULL;
    for (uint8_t side = 0; side < SIDES; side++) {
        const struct wall *wall = walls_at(
            w, (struct edge){edge_beyond((struct edge){cell, side}), (uint8_t)side_opposite(side)});
        first = wall && (!first || wall < first) ? wall : first;
    }
    return first;
}

/* Rule: city.tile.beyond. */
static struct objection wall_cell_objection(const struct referee *r, struct cell cell)
{
    const struct walls *w = walls_of(r);
    if (wall_before(w, cell))
        return (struct objection){FINDING_BEYOND_WALL, OPTION_COUNT};
    if (w->count && outline_parts(&r->table, cell) && !profile_is(&r->profile, BEYOND, LOCAL) &&
        closes_in(r, cell))
        return (struct objection){FINDING_BEYOND_WALL, OPTION_BEYOND};
    return NO_OBJECTION;
}

static enum finding_id wall_cell_wording(struct referee *r, struct cell cell, struct arg *args)
{
    const struct wall *wall = wall_before(walls_of(r), cell);
    args[0] = ARG(cell);
    if (!wall)
        return FINDING_BEYOND_WALL_CUTS;
    args[1] = SEAT(wall->seat);
    args[2] = ARG(wall->turn);
    args[3] = ARG(wall->edge);
    return wall->kind == WALL_GATE ? FINDING_BEYOND_WALL_GATE : FINDING_BEYOND_WALL;
}

/* Rule: city.end.when. */
static enum answer wall_ends(const struct referee *r)
{
    const struct walls *w = walls_of(r);
    if (w->broken || !walls_are_known(r))
        return ANSWER_UNKNOWN;
    return w->ended ? ANSWER_YES : ANSWER_NO;
}

static const char *wall_end_words(const struct referee *r)
{
    return walls_of(r)->why;
}

/* ---- The phase ---- */

/* Rule: city.walls.when. */
static void wall_paid(struct referee *r, unsigned root, unsigned name, bool final)
{
    (void)root, (void)name;
    if (!final && !walls_of(r)->by_wall)
        walls_of(r)->scored = true;
}

/* Notes that an award for a feature completed at the gate depends on option gate-closes. Rule:
 * city.walls.gate. */
static void wall_value(struct referee *r, unsigned root, bool final, struct score_event *score)
{
    const struct walls *w = walls_of(r);
    if (final || !w->count || !r->table.features[root].completed)
        return;
    struct edge gate = w->walls[0].edge;
    unsigned tile = table_at(&r->table, gate.cell.x, gate.cell.y);
    for (unsigned k = 0; r->table.tiles[tile].design && k < 3; k++) {
        struct segment_ref ref = {.kind = k == 1 ? KIND_ROAD : KIND_MARKET,
                                  .port = (uint8_t)(3 * gate.side + k)};
        unsigned node = ledger_node(r->ledger, tile, &ref);
        if (node != NODE_NONE && table_root(&r->table, node) == root) {
            scoring_add_option(score, &r->profile, OPTION_GATE_CLOSES);
            return;
        }
    }
}

/* Rule: city.walls.when. */
static void wall_settled(struct referee *r, const uint16_t *roots, unsigned count)
{
    (void)roots;
    walls_of(r)->completed |= count && !walls_of(r)->by_wall;
}

/* Returns the number of wall pieces due in this turn, including the gate if it did not stand when
 * the phase began, limited by the supply. `unclaimed` and `last_tile` are the values of the options
 * unclaimed-triggers and walls-from. Rule: city.walls.number. */
static unsigned pieces_called(const struct referee *r, bool unclaimed, bool last_tile)
{
    const struct walls *w = walls_of(r);
    if (!w->scored && !(w->completed && unclaimed))
        return 0;
    unsigned pile = pile_by(r, last_tile),
             called = r->seats * (r->seats == 2 ? 2 : 1) * (pile == 2 ? 1 : 2);
    if (pile < 2)
        return 0;
    unsigned left = walls_left(r) + w->laid + (w->count ? 0u : 1u);
    return called < left ? called : left;
}

/* Rule: city.walls.when. */
static bool counts_unclaimed(const struct referee *r)
{
    return profile_is(&r->profile, UNCLAIMED_TRIGGERS, YES);
}

/* Adds to a finding about missing walls (`missing`) or too many walls the options that it depends
 * on. */
static void note_count(struct referee *r, struct finding *finding, bool missing)
{
    unsigned laid = walls_of(r)->laid;
    bool unclaimed = counts_unclaimed(r), last_tile = counts_last_tile(r);
    if ((pieces_called(r, !unclaimed, last_tile) > laid) != missing)
        judge_note_option(r, finding, OPTION_UNCLAIMED_TRIGGERS);
    if ((pieces_called(r, unclaimed, !last_tile) > laid) != missing)
        judge_note_option(r, finding, OPTION_WALLS_FROM);
}

static void begin_stage(struct referee *r, enum stage stage)
{
    struct walls *w = walls_of(r);
    w->stage = (uint8_t)stage;
    w->due = w->guards = 0;
    w->next = r->turn.seat;
    w->owing = w->early = SEAT_NONE;
    memset(w->last, SEAT_NONE, sizeof w->last);
    w->first = !w->count;
    w->newest_end = CHAIN_ENDS;
    w->newest = SEAT_NONE;
    w->place = r->turn.place;
}

/* Begins the phase and deals the pieces one by one, from the active seat on. Rule:
 * city.walls.number. */
static void begin_phase(struct referee *r, unsigned pieces)
{
    struct walls *w = walls_of(r);
    begin_stage(r, STAGE_PHASE);
    w->due = (uint8_t)pieces;
    for (unsigned k = 0; k < r->seats; k++)
        walls_write(r, (r->turn.seat + k) % r->seats, PIECE_DEALT, (struct edge){{0, 0}, 0},
                    (pieces + r->seats - 1 - k) / r->seats);
}

/* Rules: city.walls.closes, city.walls.gate. */
static void lay_wall(struct referee *r, unsigned seat, struct edge edge, enum wall_kind kind,
                     unsigned end)
{
    struct walls *w = walls_of(r);
    w->newest = w->count;
    w->newest_end = (uint8_t)(kind == WALL_GATE ? w->newest_end : end);
    walls_add(r, seat, edge, kind, end);
    if (kind == WALL_GATE && profile_is(&r->profile, GATE_CLOSES, NO))
        return;
    w->by_wall = true;
    table_close(&r->table, r->ledger, table_at(&r->table, edge.cell.x, edge.cell.y), edge.side,
                r->turn.number);
    judge_score_completed(r);
    w->by_wall = false;
}

/* True if the edge is at a concave corner: the outline goes on around the same empty cell, on one
 * side or the other. */
static bool is_concave(const struct referee *r, struct edge edge)
{
    struct cell here = edge_beyond(edge);
    for (unsigned way = 0; way < 2; way++) {
        struct cell there = edge_beyond(outline_next(&r->table, NULL, edge, way == 0));
        if (there.x == here.x && there.y == here.y)
            return true;
    }
    return false;
}

/* Rule: city.walls.short. */
static bool may_be_short(const struct referee *r, struct edge edge)
{
    return profile_is(&r->profile, SHORT_WALL_PLACE, ANYWHERE) || is_concave(r, edge);
}

/* Returns the error of a wall that is not due, or not due from this seat; 0 if there is none. If
 * another seat laid a wall too early, the seat that was next may lay its own wall late. The other
 * seat may lay its own wall, too, because the seat letter in the record may have been a typo.
 * Rules: city.walls.when, city.walls.number, city.walls.turns. */
static unsigned check_call(const struct referee *r, unsigned seat)
{
    const struct walls *w = walls_of(r);
    if (w->stage == STAGE_NONE)
        return WALL_WRONG_UNCALLED;
    if (w->stage == STAGE_CLOSED || (w->stage == STAGE_PHASE && walls_next_seat(r) == SEAT_NONE))
        return WALL_WRONG_COUNT;
    return w->stage == STAGE_PHASE && seat != w->next && seat != w->owing && seat != w->early
               ? WALL_WRONG_SEAT
               : 0;
}

static enum wall_kind kind_of(enum verb_id verb)
{
    return verb == VERB_GATE ? WALL_GATE : verb == VERB_SHORT ? WALL_SHORT : WALL_NORMAL;
}

/* Returns the kind of piece that is laid for a verb. The first piece is always the gate, and a
 * later piece never is, whatever the verb. */
static enum wall_kind kind_laid(const struct walls *w, enum verb_id verb)
{
    return !w->count ? WALL_GATE : verb == VERB_GATE ? WALL_NORMAL : kind_of(verb);
}

/* Rules: city.walls.gate, city.walls.stock, city.walls.short. */
static unsigned check_kind(const struct referee *r, enum verb_id verb, struct edge edge)
{
    const struct walls *w = walls_of(r);
    if (!w->count)
        return verb == VERB_GATE ? 0 : WALL_WRONG_NO_GATE;
    unsigned wrong =
        (verb == VERB_GATE ? WALL_WRONG_SECOND_GATE : 0u) | (walls_left(r) ? 0u : WALL_WRONG_STOCK);
    if (verb == VERB_SHORT)
        wrong |= (holdings_left(r, STOCK_SHORT_WALL, 0) ? 0u : WALL_WRONG_SHORT_STOCK) |
                 (may_be_short(r, edge) ? 0u : WALL_WRONG_SHORT_PLACE);
    return wrong;
}

static unsigned check_wall(struct referee *r, unsigned seat, const struct act *act)
{
    struct edge edge = ref_edge(&act->segment);
    bool apart = walls_of(r)->count && walls_end_for(r, edge) == CHAIN_ENDS;
    return check_call(r, seat) | check_kind(r, (enum verb_id)act->verb, edge) |
           walls_check_place(r, edge) | (apart ? WALL_WRONG_NOT_AT_END : 0u);
}

/* Raises all errors except WALL_WRONG_NOT_AT_END, which walls_find_end() raises. Walls that no
 * scoring called for are reported once a turn. */
static void raise_wrong(struct referee *r, unsigned seat, const struct act *act, unsigned wrong)
{
    const struct walls *w = walls_of(r);
    struct edge edge = ref_edge(&act->segment);
    if (wrong & WALL_WRONG_UNCALLED)
        note_count(r, walls_raise(r, FINDING_WALL_UNCALLED, act->place, ARGS("a wall is laid")),
                   false);
    if (wrong & WALL_WRONG_COUNT)
        note_count(r, walls_raise(r, FINDING_WALL_COUNT, act->place, NO_ARGS), false);
    if (wrong & WALL_WRONG_SEAT)
        walls_raise(r, FINDING_WALL_SEAT, act->place, ARGS(SEAT(w->next), SEAT(seat)));
    if (wrong & WALL_WRONG_SECOND_GATE)
        judge_raise(r, FINDING_GATE_LAID, act->place, NO_ARGS);
    /* If the gate could not stand at its place, that was reported already. */
    if (wrong & WALL_WRONG_NO_GATE && !w->broken)
        walls_raise(r, FINDING_GATE, act->place, NO_ARGS);
    if (wrong & WALL_WRONG_STOCK)
        walls_raise(r, FINDING_WALL_SUPPLY, act->place, NO_ARGS);
    if (wrong & WALL_WRONG_SHORT_STOCK)
        walls_raise(r, FINDING_SHORT_WALL_USED, act->place, NO_ARGS);
    if (wrong & WALL_WRONG_SHORT_PLACE)
        judge_note_option(r, walls_raise(r, FINDING_SHORT_WALL, act->place, NO_ARGS),
                          OPTION_SHORT_WALL_PLACE);
    walls_raise_place(r, edge, wrong, act->place);
}

/* Counts a wall as laid by the seat, even one that cannot stand there. Rule: city.walls.turns. */
static void take_turn(struct referee *r, unsigned seat, struct place place)
{
    struct walls *w = walls_of(r);
    bool late = seat == w->owing;
    if (seat == w->next || late || seat == w->early) {
        w->owing = w->early = SEAT_NONE;
    } else {
        w->owing = w->next;
        w->early = (uint8_t)seat;
    }
    w->due--;
    w->laid++;
    w->place = place;
    if (!late)
        w->next = (uint8_t)((seat + 1) % r->seats);
}

/* Rule: city.walls.stock. */
static void judge_wall(struct referee *r, unsigned seat, const struct act *act)
{
    struct walls *w = walls_of(r);
    struct edge edge = ref_edge(&act->segment);
    if (w->ended)
        return;
    /* A seat that does not exist was reported; the wall is laid all the same. */
    if (seat >= r->seats)
        seat = w->stage == STAGE_PHASE ? w->next : r->turn.seat;
    unsigned wrong = check_wall(r, seat, act);
    enum wall_kind kind = kind_laid(w, (enum verb_id)act->verb);
    raise_wrong(r, seat, act, wrong);
    if (wrong & WALL_WRONG_UNCALLED)
        begin_stage(r, STAGE_UNCALLED);
    else if (w->stage == STAGE_PHASE && !(wrong & WALL_WRONG_COUNT))
        take_turn(r, seat, act->place);
    w->broken |= (wrong & (WALL_WRONG_NO_GATE | WALL_WRONG_PLACE)) != 0;
    if (wrong & WALL_WRONG_PLACE)
        return;
    unsigned end = w->count ? walls_find_end(r, edge, act->place) : (unsigned)CHAIN_ENDS;
    if (w->count == WALLS_MAX || (kind != WALL_GATE && !walls_left(r)))
        return;
    if (kind != WALL_GATE)
        holdings_use(r, STOCK_WALL, seat);
    if (kind == WALL_SHORT)
        holdings_use(r, STOCK_SHORT_WALL, seat);
    w->last[seat] = w->count;
    lay_wall(r, seat, edge, kind, end);
}

/* ---- The end ---- */

/* Raises that walls of the phase are missing (501); what they completed is unknown. Rule:
 * city.walls.when. */
static void miss_walls(struct referee *r, struct place place)
{
    struct walls *w = walls_of(r);
    bool is_another = w->newest != SEAT_NONE;
    enum finding_id id = is_another ? FINDING_WALLS_MISSING : FINDING_WALLS_MISSING_PHASE;
    if (w->due > 1)
        id = is_another ? FINDING_WALLS_MISSING_SEVERAL : FINDING_WALLS_MISSING_ALL;
    note_count(
        r,
        walls_raise(r, id, place, w->due > 1 ? ARGS(SEAT(w->next), w->due) : ARGS(SEAT(w->next))),
        true);
    w->due = 0;
    w->broken = true;
    judge_unknown(r, UNKNOWN_SCORES);
}

static void judge_close(struct referee *r, unsigned seat, const struct act *act)
{
    if (!walls_of(r)->ended && ring_check(r, seat, act) & WALL_WRONG_COUNT)
        miss_walls(r, act->place);
    ring_judge(r, seat, act);
}

/* Rules: city.walls.when, city.end.when, city.guard.returned. */
static bool wall_leave(struct referee *r, enum phase phase)
{
    struct walls *w = walls_of(r);
    if (phase == PHASE_DECISION) {
        for (unsigned seat = 0; seat < r->seats; seat++)
            w->rested[seat] = r->table.supply[seat][MEEPLE_SMALL];
        return true;
    }
    if (phase == PHASE_SCORED) {
        w->pile = (uint8_t)pile_now(r);
        unsigned pieces = pieces_called(r, counts_unclaimed(r), counts_last_tile(r));
        if (pieces && walls_left(r) && !w->ended)
            begin_phase(r, pieces);
        return true;
    }
    if (w->stage == STAGE_PHASE && walls_next_seat(r) != SEAT_NONE) {
        if (judge_breaks_off(r))
            return false;
        miss_walls(r, w->place);
    }
    if (w->stage == STAGE_PHASE && r->turn.unsure) {
        w->broken = true;
        judge_unknown(r, UNKNOWN_SCORES);
    }
    if (w->ended || !ring_is_over(r))
        return true;
    w->by_test = !ring_is_in_phase(w) && !ring_is_used_up(r);
    ring_close(r);
    return true;
}

/* Closes the ring after the last tile is discarded in a turn that lays no tile. If the next act of
 * the record closes an edge of the ring, waits for it. */
static void wall_line_over(struct referee *r)
{
    unsigned seat;
    if (r->turn.tile != TILE_NONE || !r->draw.in_sets || r->draw.drawn < r->draw.in_sets ||
        walls_of(r)->ended)
        return;
    const struct act *next = judge_next_move(r, &seat);
    if (!next || next->verb != VERB_CLOSE)
        ring_close(r);
}

/* Closes the ring of a game that is cut short or has no end line. */
static void wall_over(struct referee *r)
{
    if (!walls_of(r)->ended && r->draw.drawn >= r->draw.in_sets)
        ring_close(r);
}

/* ---- Choices ---- */

static void offer_gates(struct referee *r, struct choices *choices, unsigned seat)
{
    for (unsigned tile = 0; tile < r->table.tile_count; tile++)
        for (uint8_t side = 0; side < SIDES; side++)
            choices_offer(r, choices, seat,
                          walls_act(VERB_GATE, (struct edge){r->table.tiles[tile].cell, side}));
}

static void offer_walls(struct referee *r, struct choices *choices, unsigned seat)
{
    for (unsigned end = 0; end < CHAIN_ENDS; end++) {
        struct edge edge = walls_after(r, end);
        if (end && edge_is(edge, walls_after(r, 0)))
            continue;
        choices_offer(r, choices, seat, walls_act(VERB_WALL, edge));
        choices_offer(r, choices, seat, walls_act(VERB_SHORT, edge));
    }
}

static void wall_choices(struct referee *r, struct choices *choices)
{
    const struct walls *w = walls_of(r);
    if (r->turn.phase != PHASE_SEQUEL || w->stage == STAGE_NONE || w->stage == STAGE_CLOSED)
        return;
    guard_choices(r, choices);
    unsigned seat = walls_next_seat(r), before = choices->count;
    if (seat == SEAT_NONE)
        tower_choices(r, choices);
    else if (w->count)
        offer_walls(r, choices, seat);
    else
        offer_gates(r, choices, seat);
    choices->must |= seat != SEAT_NONE && choices->count > before;
}

static void wall_plain(struct referee *r, struct act *act)
{
    guard_plain(r, act);
    tower_plain(r, act);
}

static const struct move moves[] = {
    {.verb = VERB_GATE,
     .phase = PHASE_SEQUEL,
     .by_anyone = true,
     .check = check_wall,
     .judge = judge_wall},
    {.verb = VERB_WALL,
     .phase = PHASE_SEQUEL,
     .by_anyone = true,
     .check = check_wall,
     .judge = judge_wall},
    {.verb = VERB_SHORT,
     .phase = PHASE_SEQUEL,
     .by_anyone = true,
     .check = check_wall,
     .judge = judge_wall},
    {.verb = VERB_GUARD,
     .phase = PHASE_SEQUEL,
     .by_anyone = true,
     .check = guard_check,
     .judge = guard_judge},
    {.verb = VERB_GUARD_ON,
     .phase = PHASE_SEQUEL,
     .by_anyone = true,
     .check = guard_check,
     .judge = guard_judge},
    {.verb = VERB_TOWER,
     .phase = PHASE_SEQUEL,
     .by_anyone = true,
     .check = tower_check,
     .judge = tower_judge},
    {.verb = VERB_CLOSE,
     .phase = PHASE_SEQUEL,
     .by_anyone = true,
     .tileless = true,
     .check = ring_check,
     .judge = judge_close},
};

const struct expansion wall_rules = {
    .id = EXPANSION_wall,
    .name = "wall",
    .game = GAME_CITY,
    .state_size = sizeof(struct walls),
    .moves = moves,
    .move_count = sizeof moves / sizeof *moves,
    .begin = wall_begin,
    .turn = wall_turn,
    .choices = wall_choices,
    .plain = wall_plain,
    .cell_objection = wall_cell_objection,
    .cell_wording = wall_cell_wording,
    .ends = wall_ends,
    .end_words = wall_end_words,
    .end_option = ring_end_option,
    .paid = wall_paid,
    .settled = wall_settled,
    .leave = wall_leave,
    .line_over = wall_line_over,
    .value = wall_value,
    .leaves = 1u << PHASE_DECISION | 1u << PHASE_SCORED | 1u << PHASE_SEQUEL,
    .over = wall_over,
    .final = guard_final,
};
