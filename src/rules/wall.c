/* Walls (The City): from the second pile on a tile that brings a scoring is followed by a phase in which every seat lays walls,
 * and the ring of them ends the game. Rule: rules, The City; rulebook, Remparts, tours, gardes and Fin du jeu. See walls.h.
 */
#include "rules/walls.h"

enum { CLOSE_ENOUGH = 5 };

/* How many pieces of a name the sets bring, at most as many as the rules know; all of these when no set tells. */
static unsigned pieces_of(const struct referee *r, const char *name, unsigned most)
{
    for (unsigned i = 0; i < r->record->set_count; i++)
        for (unsigned k = 0; k < PIECES_MOST && r->record->sets[i]->pieces[k].name; k++)
            if (strcmp(r->record->sets[i]->pieces[k].name, name) == 0)
                return r->record->sets[i]->pieces[k].count < most ? r->record->sets[i]->pieces[k].count : most;
    return most;
}

static void wall_begin(struct referee *r)
{
    struct walls *w = walls_of(r);
    w->left = (uint8_t)pieces_of(r, "wall", 70);
    w->short_left = (uint8_t)pieces_of(r, "short-wall", 2);
    for (unsigned seat = 0; seat < r->seats; seat++)
        w->towers_left[seat] = (uint8_t)(pieces_of(r, "tower", 12) / r->seats);
}

static void wall_turn(struct referee *r)
{
    struct walls *w = walls_of(r);
    w->scored = w->by_wall = false;
    w->stage = STAGE_NONE;
    w->towered = false;
}

/* In which pile play is once the tiles drawn so far are out. */
static unsigned pile_now(const struct referee *r)
{
    bool last_tile = profile_is(&r->profile, OPTION_WALLS_FROM, "last-tile");
    unsigned pile = 1, before = 0;
    for (unsigned i = 0; i < r->record->set_count; i++)
        for (unsigned k = 0; k < PILES_MOST && r->record->sets[i]->piles[k]; k++) {
            before += r->record->sets[i]->piles[k];
            if (r->drawn >= before + (last_tile ? 0u : 1u))
                pile++;
        }
    return pile > 3 ? 3 : pile;
}

/* ---- Tiles beyond the wall ---- */

/* A tile must not close in a wall that faced the outside. */
static bool closes_in(const struct referee *r, struct cell cell)
{
    const struct walls *w = walls_of(r);
    for (uint8_t side = 0; side < SIDES; side++) {
        struct edge first = {cell, side}, edge = first;
        struct cell beyond = edge_beyond(first);
        if (table_at(&r->table, beyond.x, beyond.y) != TILE_NONE || outline_is_outer(&r->table, &cell, first))
            continue;
        do {
            if (walls_at(w, edge) && outline_is_outer(&r->table, NULL, edge))
                return true;
            edge = outline_next(&r->table, &cell, edge, true);
        } while (!edge_is(edge, first));
    }
    return false;
}

static bool wall_forbids(const struct referee *r, struct cell cell)
{
    const struct walls *w = walls_of(r);
    for (unsigned i = 0; i < w->count; i++) {
        struct cell beyond = edge_beyond(w->walls[i].edge);
        if (beyond.x == cell.x && beyond.y == cell.y)
            return true;
    }
    return w->count && outline_parts(&r->table, cell) && !profile_is(&r->profile, OPTION_BEYOND, "local") && closes_in(r, cell);
}

static bool wall_ends(const struct referee *r)
{
    return walls_of(r)->ended;
}

/* ---- The phase ---- */

static void wall_paid(struct referee *r, unsigned root, unsigned name, bool final)
{
    (void)root, (void)name;
    if (!final && !walls_of(r)->by_wall)
        walls_of(r)->scored = true;
}

static void wall_settled(struct referee *r, const uint16_t *roots, unsigned count)
{
    (void)roots;
    if (count && !walls_of(r)->by_wall && profile_is(&r->profile, OPTION_UNCLAIMED_TRIGGERS, "yes"))
        walls_of(r)->scored = true;
}

/* Deals the pieces, the gate among them if it does not stand: one by one from the active seat when there are too few. */
static void begin_phase(struct referee *r)
{
    struct walls *w = walls_of(r);
    unsigned each = (w->pile == 2 ? 1u : 2u) * (r->seats == 2 ? 2 : 1), left = w->left + (w->count ? 0u : 1u);
    unsigned total = each * r->seats < left ? each * r->seats : left;
    w->due = (uint8_t)total;
    w->next = r->seat;
    w->owing = w->slipped = SEAT_NONE;
    memset(w->last, SEAT_NONE, sizeof w->last);
    w->first = !w->count;
    w->newest_arm = ARMS;
    w->newest = SEAT_NONE;
    w->place = r->turn_place;
    for (unsigned k = 0; k < r->seats; k++)
        walls_write(r, (r->seat + k) % r->seats, PIECE_DEALT, (struct edge){{0, 0}, 0}, (total + r->seats - 1 - k) / r->seats);
    w->stage = STAGE_PHASE;
}

/* May a wall be laid at this end? With first-walls: beside-last the first phase goes on at one alone. */
static bool is_open(const struct referee *r, unsigned arm)
{
    const struct walls *w = walls_of(r);
    return !w->first || w->newest_arm == ARMS || w->newest_arm == arm || profile_is(&r->profile, OPTION_FIRST_WALLS, "either-end");
}

/* The arm at whose end the edge comes next, ARMS when at neither. */
static unsigned arm_for(const struct referee *r, struct edge edge)
{
    for (unsigned arm = 0; arm < ARMS; arm++)
        if (is_open(r, arm) && edge_is(walls_after(r, arm), edge))
            return arm;
    return ARMS;
}

/* What is wrong with a wall on that side, whoever lays it; NULL for nothing. */
static const char *misplaced(struct referee *r, struct edge edge)
{
    const struct walls *w = walls_of(r);
    if (table_at(&r->table, edge.cell.x, edge.cell.y) == TILE_NONE)
        return arena_printf(r->arena, "no tile lies on %s", judge_cell(r, edge.cell));
    struct cell beyond = edge_beyond(edge);
    if (table_at(&r->table, beyond.x, beyond.y) != TILE_NONE)
        return arena_printf(r->arena, "%s faces a tile", walls_edge_name(r, edge));
    if (walls_at(w, edge))
        return arena_printf(r->arena, "%s bears a wall", walls_edge_name(r, edge));
    /* What comes after an end faces the outside as the end does. */
    bool is_after = w->count && (edge_is(walls_after(r, 0), edge) || edge_is(walls_after(r, 1), edge));
    if (!is_after && !outline_is_outer(&r->table, NULL, edge))
        return arena_printf(r->arena, "%s does not face the outside", walls_edge_name(r, edge));
    return NULL;
}

/* It stands, and goes on an arm; at the end of none it lies apart. */
static void add_wall(struct referee *r, unsigned seat, struct edge edge, enum wall_kind kind, unsigned arm)
{
    struct walls *w = walls_of(r);
    w->walls[w->count] = (struct wall){edge, (uint8_t)kind, (uint8_t)seat, SEAT_NONE, SEAT_NONE};
    if (kind != WALL_GATE && arm < ARMS)
        w->arm[arm][w->arm_count[arm]++] = w->count;
    w->count++;
    walls_write(r, seat, kind == WALL_GATE ? PIECE_GATE : kind == WALL_SHORT ? PIECE_SHORT : PIECE_WALL, edge, 0);
}

static void lay_wall(struct referee *r, unsigned seat, struct edge edge, enum wall_kind kind, unsigned arm)
{
    struct walls *w = walls_of(r);
    w->newest = w->count;
    w->newest_arm = (uint8_t)(kind == WALL_GATE ? w->newest_arm : arm);
    add_wall(r, seat, edge, kind, arm);
    if (kind == WALL_GATE && profile_is(&r->profile, OPTION_GATE_CLOSES, "no"))
        return;
    w->by_wall = true;
    table_close(&r->table, r->ledger, table_at(&r->table, edge.cell.x, edge.cell.y), edge.side, r->turn);
    judge_score_completed(r);
    w->by_wall = false;
}

static void check_kind(struct referee *r, const struct act *act, enum wall_kind kind, struct edge edge)
{
    struct walls *w = walls_of(r);
    if (kind == WALL_GATE ? w->count > 0 : w->count == 0)
        judge_raise(r, FINDING_GATE, act->place, ARGS(w->count ? "the gate stands already" : "the first piece is the gate"));
    if (kind != WALL_GATE && !w->left)
        judge_raise(r, FINDING_WALL_SUPPLY, act->place, ARGS("no wall is left"));
    if (kind == WALL_SHORT && !w->short_left)
        judge_raise(r, FINDING_SHORT_WALL, act->place, ARGS("both short walls have been used"));
    if (kind == WALL_SHORT && w->count && profile_is(&r->profile, OPTION_SHORT_WALL_PLACE, "concave")) {
        bool concave = false;
        for (unsigned arm = 0; arm < ARMS; arm++) {
            struct cell a = edge_beyond(edge), b = edge_beyond(walls_end(w, arm));
            concave |= a.x == b.x && a.y == b.y;
        }
        if (!concave)
            judge_hangs_on(r, judge_raise(r, FINDING_SHORT_WALL, act->place, ARGS("a short wall goes into a concave corner")), OPTION_SHORT_WALL_PLACE);
    }
}

/* The seat lays its wall, one that cannot stand there too. Who lays one in place of another is told once: the other may lay its own
 * late, and the letter may have been a slip. */
static void take_turn(struct referee *r, unsigned seat, struct place place)
{
    struct walls *w = walls_of(r);
    bool late = seat == w->owing;
    if (seat == w->next || late || seat == w->slipped) {
        w->owing = w->slipped = SEAT_NONE;
    } else {
        judge_raise(r, FINDING_WALL_SEAT, place, ARGS(judge_seat(w->next), judge_seat(seat)));
        w->owing = w->next;
        w->slipped = (uint8_t)seat;
    }
    w->due--;
    w->place = place;
    if (!late)
        w->next = (uint8_t)((seat + 1) % r->seats);
}

static void judge_wall_of(struct referee *r, unsigned seat, const struct act *act, enum wall_kind kind)
{
    struct walls *w = walls_of(r);
    struct edge edge = segment_edge(&act->segment);
    if (seat >= r->seats)
        return;
    if (w->stage == STAGE_NONE)
        judge_raise(r, FINDING_WALL_UNCALLED, act->place, ARGS("a wall is laid"));
    else if (w->stage == STAGE_CLOSED || walls_next_seat(r) == SEAT_NONE)
        judge_raise(r, FINDING_WALL_COUNT, act->place, ARGS("all walls of this phase are laid"));
    else
        take_turn(r, seat, act->place);
    check_kind(r, act, kind, edge);
    const char *wrong = misplaced(r, edge);
    if (wrong) {
        judge_raise(r, FINDING_WALL_PLACE, act->place, ARGS(wrong));
        return;
    }
    unsigned arm = w->count ? arm_for(r, edge) : 0;
    if (arm == ARMS)
        judge_raise(r, FINDING_NOT_AT_END, act->place, ARGS(walls_edge_name(r, edge)));
    if (w->count == WALLS_MOST || (kind != WALL_GATE && !w->left))
        return;
    w->left = (uint8_t)(w->left - (kind != WALL_GATE));
    w->short_left = (uint8_t)(w->short_left - (kind == WALL_SHORT && w->short_left));
    w->last[seat] = w->count;
    lay_wall(r, seat, edge, w->count ? kind : WALL_GATE, arm == ARMS ? 0 : arm);
}

static void judge_gate(struct referee *r, unsigned seat, const struct act *act)
{
    judge_wall_of(r, seat, act, WALL_GATE);
}

static void judge_wall(struct referee *r, unsigned seat, const struct act *act)
{
    judge_wall_of(r, seat, act, WALL_NORMAL);
}

static void judge_short(struct referee *r, unsigned seat, const struct act *act)
{
    judge_wall_of(r, seat, act, WALL_SHORT);
}

/* ---- The end ---- */

static bool is_over(const struct referee *r)
{
    const struct walls *w = walls_of(r);
    bool phase = w->stage != STAGE_NONE, always = profile_is(&r->profile, OPTION_CLOSE_TEST, "always");
    if (r->drawn >= r->in_sets || (phase && !w->left))
        return true;
    return w->count && (phase || always) && walls_gap_within(r, CLOSE_ENOUGH);
}

/* A closing may complete more than the table lists: what is listed is scored in between, which changes nothing of the rest. */
static void close_edge(struct referee *r, struct edge edge)
{
    walls_of(r)->by_wall = true;
    table_close(&r->table, r->ledger, table_at(&r->table, edge.cell.x, edge.cell.y), edge.side, r->turn);
    if (r->table.completed_count + SIDES > COMPLETED_MOST)
        judge_score_completed(r);
}

/* The rest of the ring, with what is left or in thought; all that faces the outside when nothing is to be joined: without a gate,
 * or where an end is closed in. */
static void close_ring(struct referee *r)
{
    struct walls *w = walls_of(r);
    if (w->count && walls_gap_within(r, OUTLINE_EDGES_MOST)) {
        for (struct edge edge = walls_after(r, 0); !edge_is(edge, walls_end(w, 1)); edge = outline_next(&r->table, NULL, edge, true))
            if (!walls_at(w, edge))
                close_edge(r, edge);
    } else {
        for (unsigned tile = 0; tile < r->table.tile_count; tile++)
            for (uint8_t side = 0; side < SIDES; side++) {
                struct edge edge = {r->table.tiles[tile].cell, side};
                struct cell beyond = edge_beyond(edge);
                if (table_at(&r->table, beyond.x, beyond.y) == TILE_NONE && !walls_at(w, edge) && outline_is_outer(&r->table, NULL, edge))
                    close_edge(r, edge);
            }
    }
    w->by_wall = w->ended = true;
    judge_score_completed(r);
}

static void judge_close(struct referee *r, unsigned seat, const struct act *act)
{
    struct walls *w = walls_of(r);
    struct edge edge = segment_edge(&act->segment);
    if (w->stage != STAGE_CLOSED && !is_over(r)) {
        judge_raise(r, FINDING_WALL_UNCALLED, act->place, ARGS("the ring is closed"));
        return;
    }
    const char *wrong = misplaced(r, edge);
    if (wrong || !w->left || w->count == WALLS_MOST) {
        if (wrong)
            judge_raise(r, FINDING_WALL_PLACE, act->place, ARGS(wrong));
        else
            judge_raise(r, FINDING_WALL_SUPPLY, act->place, ARGS("no wall is left: the rest of the ring is closed in thought"));
        return;
    }
    unsigned arm = w->count ? arm_for(r, edge) : (unsigned)ARMS;
    if (arm == ARMS)
        judge_raise(r, FINDING_NOT_AT_END, act->place, ARGS(walls_edge_name(r, edge)));
    w->stage = STAGE_CLOSED;
    w->left--;
    /* All of the closing is scored at once, when it is done. */
    add_wall(r, seat, edge, WALL_NORMAL, arm);
    close_edge(r, edge);
}

static void wall_leave(struct referee *r, enum phase phase)
{
    struct walls *w = walls_of(r);
    if (phase == PHASE_DECISION) {
        memcpy(w->rested, r->table.supply, sizeof w->rested);
        return;
    }
    if (phase == PHASE_SCORED) {
        w->pile = (uint8_t)pile_now(r);
        if (w->scored && w->pile >= 2 && w->left && !w->ended)
            begin_phase(r);
        return;
    }
    unsigned seat = w->stage == STAGE_PHASE ? walls_next_seat(r) : (unsigned)SEAT_NONE;
    if (seat != SEAT_NONE && !r->turn_unsure && !r->lost_tiles && !r->undetermined) {
        judge_raise(r, FINDING_WALLS_MISSING, w->place,
                    ARGS(w->newest != SEAT_NONE ? arena_printf(r->arena, "seat %s has another wall to lay", judge_seat(seat)) : "a scoring brings a phase of walls, and none is laid"));
        r->undetermined = r->scores_unknown = true;
    }
    if (!w->ended && is_over(r))
        close_ring(r);
}

/* The last tiles may have been discarded, in a turn that laid none. */
static void wall_over(struct referee *r)
{
    if (!walls_of(r)->ended && r->drawn >= r->in_sets)
        close_ring(r);
}

/* ---- What may be done ---- */

static void add_gates(struct referee *r, struct choices *choices, unsigned seat)
{
    for (unsigned tile = 0; tile < r->table.tile_count; tile++)
        for (uint8_t side = 0; side < SIDES; side++) {
            struct edge edge = {r->table.tiles[tile].cell, side};
            if (!misplaced(r, edge))
                choices_add(choices, seat, walls_act(VERB_GATE, edge));
        }
}

static void add_walls(struct referee *r, struct choices *choices, unsigned seat)
{
    const struct walls *w = walls_of(r);
    for (unsigned arm = 0; arm < ARMS; arm++) {
        struct edge edge = walls_after(r, arm);
        bool twice = arm && edge_is(edge, walls_after(r, 0));
        if (twice || !is_open(r, arm) || misplaced(r, edge))
            continue;
        choices_add(choices, seat, walls_act(VERB_WALL, edge));
        if (w->short_left && profile_is(&r->profile, OPTION_SHORT_WALL_PLACE, "anywhere"))
            choices_add(choices, seat, walls_act(VERB_SHORT, edge));
    }
}

static void wall_choices(struct referee *r, struct choices *choices)
{
    const struct walls *w = walls_of(r);
    if (r->phase != PHASE_SEQUEL || w->stage == STAGE_NONE || w->stage == STAGE_CLOSED)
        return;
    guard_choices(r, choices);
    unsigned seat = walls_next_seat(r), before = choices->count;
    if (seat == SEAT_NONE)
        tower_choices(r, choices);
    else if (w->count)
        add_walls(r, choices, seat);
    else
        add_gates(r, choices, seat);
    choices->must |= seat != SEAT_NONE && choices->count > before;
}

static const struct move moves[] = {
    {VERB_GATE, PHASE_SEQUEL, true, judge_gate},       {VERB_WALL, PHASE_SEQUEL, true, judge_wall},
    {VERB_SHORT, PHASE_SEQUEL, true, judge_short},     {VERB_GUARD, PHASE_SEQUEL, true, guard_judge},
    {VERB_GUARD_ON, PHASE_SEQUEL, true, guard_judge_on}, {VERB_TOWER, PHASE_SEQUEL, true, tower_judge},
    {VERB_CLOSE, PHASE_SEQUEL, true, judge_close},
};

const struct expansion wall_rules = {
    .id = EXPANSION_wall, .name = "wall", .state_size = sizeof(struct walls), .moves = moves, .move_count = sizeof moves / sizeof *moves,
    .begin = wall_begin, .turn = wall_turn, .choices = wall_choices, .forbids = wall_forbids, .ends = wall_ends, .paid = wall_paid, .settled = wall_settled,
    .leave = wall_leave, .leaves = 1u << PHASE_DECISION | 1u << PHASE_SCORED | 1u << PHASE_SEQUEL, .over = wall_over, .final = guard_final,
};
