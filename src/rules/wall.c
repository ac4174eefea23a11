/* Walls, guards and towers (The City): from the second pile on a tile that brings a scoring is followed by a phase in which
 * every seat lays walls. Rule: rules, The City; rulebook, Remparts, tours, gardes.
 *
 * The wall is a chain that begins with the gate and grows at both ends: two arms, clockwise and against it. What an end's next
 * place is follows from the tiles as they lie then.
 */
#include "rules/outline.h"
#include "rules/pieces.h"
#include "rules/scoring.h"

enum {
    WALLS_MOST = 74,            /* 70, 2 short ones, the gate, and one that a broken record lays too many */
    ARMS = 2,                   /* clockwise, against it */
    CLOSE_ENOUGH = 5,
    OUTLINE_MOST = 4 * TILES_MOST,      /* edges around all tiles */
};

enum wall_kind { WALL_GATE, WALL_NORMAL, WALL_SHORT };

struct wall {
    struct edge edge;
    uint8_t kind;               /* enum wall_kind */
    uint8_t seat;
    uint8_t guard, tower;       /* seats, SEAT_NONE without one */
};

enum stage { STAGE_NONE, STAGE_PHASE, STAGE_CLOSED };

struct walls {
    struct wall walls[WALLS_MOST];
    uint8_t count;
    uint8_t arm[ARMS][WALLS_MOST];  /* walls outward from the gate, which is in neither */
    uint8_t arm_count[ARMS];
    uint8_t left, short_left;
    uint8_t towers_left[SEATS_MOST];
    uint8_t rested[SEATS_MOST];     /* followers in supply that did not come home in this turn */
    bool ended;
    /* The turn under way. */
    bool scored;                /* its tile brought a scoring */
    bool by_wall;               /* a wall is being scored */
    uint8_t stage;              /* enum stage */
    uint8_t pile;               /* of the phase: 2 or 3 */
    uint8_t due[SEATS_MOST], laid[SEATS_MOST], last[SEATS_MOST];    /* pieces dealt, laid; the last one laid */
    bool towered;               /* the phase has its tower */
    uint8_t newest;             /* the wall laid last in the phase, for a bare `guard`; SEAT_NONE before */
    bool first;                 /* the phase is the first of the game */
    uint8_t newest_arm;
};

static struct walls *state(const struct referee *r)
{
    return referee_state(r, &wall_rules);
}

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
    struct walls *w = state(r);
    w->left = (uint8_t)pieces_of(r, "wall", 70);
    w->short_left = (uint8_t)pieces_of(r, "short-wall", 2);
    for (unsigned seat = 0; seat < r->seats; seat++)
        w->towers_left[seat] = (uint8_t)(pieces_of(r, "tower", 12) / r->seats);
}

static void wall_turn(struct referee *r)
{
    struct walls *w = state(r);
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

static const struct wall *wall_at(const struct walls *w, struct edge edge)
{
    for (unsigned i = 0; i < w->count; i++)
        if (edge_is(w->walls[i].edge, edge))
            return &w->walls[i];
    return NULL;
}

/* A tile must not close in a wall that faced the outside. */
static bool closes_in(const struct referee *r, struct cell cell)
{
    const struct walls *w = state(r);
    for (uint8_t side = 0; side < SIDES; side++) {
        struct edge first = {cell, side}, edge = first;
        struct cell beyond = edge_beyond(first);
        if (table_at(&r->table, beyond.x, beyond.y) != TILE_NONE || outline_is_outer(&r->table, &cell, first))
            continue;
        do {
            if (wall_at(w, edge) && outline_is_outer(&r->table, NULL, edge))
                return true;
            edge = outline_next(&r->table, &cell, edge, true);
        } while (!edge_is(edge, first));
    }
    return false;
}

static bool wall_forbids(const struct referee *r, struct cell cell)
{
    const struct walls *w = state(r);
    for (unsigned i = 0; i < w->count; i++) {
        struct cell beyond = edge_beyond(w->walls[i].edge);
        if (beyond.x == cell.x && beyond.y == cell.y)
            return true;
    }
    return w->count && outline_parts(&r->table, cell) && !profile_is(&r->profile, OPTION_BEYOND, "local") && closes_in(r, cell);
}

static bool wall_ends(const struct referee *r)
{
    return state(r)->ended;
}

/* ---- The phase ---- */

static void wall_paid(struct referee *r, unsigned root, unsigned name, bool final)
{
    (void)root, (void)name;
    if (!final && !state(r)->by_wall)
        state(r)->scored = true;
}

static void wall_settled(struct referee *r, const uint16_t *roots, unsigned count)
{
    (void)roots;
    if (count && !state(r)->by_wall && profile_is(&r->profile, OPTION_UNCLAIMED_TRIGGERS, "yes"))
        state(r)->scored = true;
}

static void write_piece(struct referee *r, unsigned seat, enum wall_piece piece, struct edge edge, unsigned count)
{
    struct event *event = ledger_add(r->ledger, EVENT_WALL);
    if (!event)
        return;
    event->turn = r->turn;
    event->seat = (uint8_t)seat;
    event->tile = (uint16_t)(piece == PIECE_DEALT ? (unsigned)TILE_NONE : table_at(&r->table, edge.cell.x, edge.cell.y));
    event->wall = (struct wall_event){(uint8_t)piece, edge.side, (uint8_t)count};
}

/* Deals the pieces, the gate among them if it does not stand: one by one from the active seat when there are too few. */
static void begin_phase(struct referee *r)
{
    struct walls *w = state(r);
    unsigned each = (w->pile == 2 ? 1u : 2u) * (r->seats == 2 ? 2 : 1), left = w->left + (w->count ? 0u : 1u);
    memset(w->due, 0, sizeof w->due);
    memset(w->laid, 0, sizeof w->laid);
    memset(w->last, SEAT_NONE, sizeof w->last);
    w->first = !w->count;
    w->newest_arm = ARMS;
    w->newest = SEAT_NONE;
    for (unsigned round = 0; round < each; round++)
        for (unsigned k = 0; k < r->seats && left; k++, left--)
            w->due[(r->seat + k) % r->seats]++;
    for (unsigned k = 0; k < r->seats; k++)
        write_piece(r, (r->seat + k) % r->seats, PIECE_DEALT, (struct edge){{0, 0}, 0}, w->due[(r->seat + k) % r->seats]);
    w->stage = STAGE_PHASE;
}

/* ---- The chain ---- */

static struct edge end_of(const struct walls *w, unsigned arm)
{
    return w->walls[w->arm_count[arm] ? w->arm[arm][w->arm_count[arm] - 1] : 0].edge;
}

/* Where the wall after an end goes. */
static struct edge place_after(const struct referee *r, unsigned arm)
{
    return outline_next(&r->table, NULL, end_of(state(r), arm), arm == 0);
}

/* Would so many walls, or fewer, close the ring along the outline? */
static bool is_gap_within(const struct referee *r, unsigned most)
{
    struct edge edge = place_after(r, 0), last = end_of(state(r), 1);
    for (unsigned count = 0; !edge_is(edge, last); count++) {
        if (count == most)
            return false;
        edge = outline_next(&r->table, NULL, edge, true);
    }
    return true;
}

/* Is the ring closed, or each end closed in, where tiles may do that, with no place left beside it? */
static bool is_complete(const struct referee *r)
{
    const struct walls *w = state(r);
    bool full = w->count > 1 && wall_at(w, place_after(r, 0)) && wall_at(w, place_after(r, 1));
    return full && (is_gap_within(r, 0) || !is_gap_within(r, OUTLINE_MOST));
}

/* Whose wall is next; SEAT_NONE when all are laid, or the ring is complete. */
static unsigned next_seat(const struct referee *r)
{
    const struct walls *w = state(r);
    unsigned least = UINT8_MAX, next = SEAT_NONE;
    if (is_complete(r))
        return SEAT_NONE;
    for (unsigned k = 0; k < r->seats; k++) {
        unsigned seat = (r->seat + k) % r->seats;
        if (w->laid[seat] < w->due[seat] && w->laid[seat] < least) {
            least = w->laid[seat];
            next = seat;
        }
    }
    return next;
}

/* May a wall be laid at this end? With first-walls: beside-last the first phase goes on at one alone. */
static bool is_open(const struct referee *r, unsigned arm)
{
    const struct walls *w = state(r);
    return !w->first || w->newest_arm == ARMS || w->newest_arm == arm || profile_is(&r->profile, OPTION_FIRST_WALLS, "either-end");
}

/* The arm at whose end the edge comes next, ARMS when at neither. */
static unsigned arm_for(const struct referee *r, struct edge edge)
{
    for (unsigned arm = 0; arm < ARMS; arm++)
        if (is_open(r, arm) && edge_is(place_after(r, arm), edge))
            return arm;
    return ARMS;
}

static const char *edge_name(struct referee *r, struct edge edge)
{
    return arena_printf(r->arena, "%d,%d%c", edge.cell.x, edge.cell.y, "NESW"[edge.side]);
}

static struct edge edge_of(const struct act *act)
{
    return (struct edge){act->segment.cell, (uint8_t)(act->segment.port / 3)};
}

/* What is wrong with a wall on that side, whoever lays it; NULL for nothing. */
static const char *misplaced(struct referee *r, struct edge edge)
{
    const struct walls *w = state(r);
    if (table_at(&r->table, edge.cell.x, edge.cell.y) == TILE_NONE)
        return arena_printf(r->arena, "no tile lies on %s", judge_cell(r, edge.cell));
    struct cell beyond = edge_beyond(edge);
    if (table_at(&r->table, beyond.x, beyond.y) != TILE_NONE)
        return arena_printf(r->arena, "%s faces a tile", edge_name(r, edge));
    if (wall_at(w, edge))
        return arena_printf(r->arena, "%s bears a wall", edge_name(r, edge));
    /* What comes after an end faces the outside as the end does. */
    bool is_after = w->count && (edge_is(place_after(r, 0), edge) || edge_is(place_after(r, 1), edge));
    if (!is_after && !outline_is_outer(&r->table, NULL, edge))
        return arena_printf(r->arena, "%s does not face the outside", edge_name(r, edge));
    return NULL;
}

/* It stands, and goes on an arm; at the end of none it lies apart. */
static void add_wall(struct referee *r, unsigned seat, struct edge edge, enum wall_kind kind, unsigned arm)
{
    struct walls *w = state(r);
    w->walls[w->count] = (struct wall){edge, (uint8_t)kind, (uint8_t)seat, SEAT_NONE, SEAT_NONE};
    if (kind != WALL_GATE && arm < ARMS)
        w->arm[arm][w->arm_count[arm]++] = w->count;
    w->count++;
    write_piece(r, seat, kind == WALL_GATE ? PIECE_GATE : kind == WALL_SHORT ? PIECE_SHORT : PIECE_WALL, edge, 0);
}

static void lay_wall(struct referee *r, unsigned seat, struct edge edge, enum wall_kind kind, unsigned arm)
{
    struct walls *w = state(r);
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
    struct walls *w = state(r);
    if (kind == WALL_GATE ? w->count > 0 : w->count == 0)
        judge_raise(r, FINDING_GATE, act->place, ARGS(w->count ? "the gate stands already" : "the first piece is the gate"));
    if (kind != WALL_GATE && !w->left)
        judge_raise(r, FINDING_WALL_SUPPLY, act->place, ARGS("no wall is left"));
    if (kind == WALL_SHORT && !w->short_left)
        judge_raise(r, FINDING_SHORT_WALL, act->place, ARGS("both short walls have been used"));
    if (kind == WALL_SHORT && w->count && profile_is(&r->profile, OPTION_SHORT_WALL_PLACE, "concave")) {
        bool concave = false;
        for (unsigned arm = 0; arm < ARMS; arm++) {
            struct cell a = edge_beyond(edge), b = edge_beyond(end_of(w, arm));
            concave |= a.x == b.x && a.y == b.y;
        }
        if (!concave)
            judge_hangs_on(r, judge_raise(r, FINDING_SHORT_WALL, act->place, ARGS("a short wall goes into a concave corner")), OPTION_SHORT_WALL_PLACE);
    }
}

static void judge_wall_of(struct referee *r, unsigned seat, const struct act *act, enum wall_kind kind)
{
    struct walls *w = state(r);
    struct edge edge = edge_of(act);
    if (seat >= r->seats)
        return;
    unsigned expected = w->stage == STAGE_PHASE ? next_seat(r) : (unsigned)SEAT_NONE;
    if (w->stage == STAGE_NONE) {
        judge_raise(r, FINDING_WALL_UNCALLED, act->place, ARGS("a wall is laid"));
    } else if (expected == SEAT_NONE) {
        judge_raise(r, FINDING_WALL_COUNT, act->place, ARGS("all walls of this phase are laid"));
    } else if (expected != seat) {
        judge_raise(r, FINDING_WALL_SEAT, act->place, ARGS(judge_seat(expected), judge_seat(seat)));
    }
    check_kind(r, act, kind, edge);
    const char *wrong = misplaced(r, edge);
    if (wrong) {
        judge_raise(r, FINDING_WALL_PLACE, act->place, ARGS(wrong));
        return;
    }
    unsigned arm = w->count ? arm_for(r, edge) : 0;
    if (arm == ARMS)
        judge_raise(r, FINDING_NOT_AT_END, act->place, ARGS(edge_name(r, edge)));
    if (w->count == WALLS_MOST || (kind != WALL_GATE && !w->left))
        return;
    w->left = (uint8_t)(w->left - (kind != WALL_GATE));
    w->short_left = (uint8_t)(w->short_left - (kind == WALL_SHORT && w->short_left));
    w->laid[seat]++;
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

/* ---- Guards ---- */

/* Does a guard stand on the wall straight opposite, over an unbroken row of tiles? */
static bool is_faced(const struct referee *r, struct edge edge)
{
    struct edge far = {edge.cell, (uint8_t)side_opposite(edge.side)};
    struct cell beyond = edge_beyond(far);
    for (; table_at(&r->table, beyond.x, beyond.y) != TILE_NONE; beyond = edge_beyond(far))
        far.cell = beyond;
    const struct wall *facing = wall_at(state(r), far);
    return facing && facing->guard != SEAT_NONE;
}

/* Is a guard put on each wall as it is laid, or on the last one of each seat when all are laid? */
static bool guards_come_last(const struct referee *r)
{
    return state(r)->pile == 3 || (r->seats == 2 && profile_is(&r->profile, OPTION_GUARD_TWO_SEATS, "last"));
}

/* Is a follower at hand for a guard? */
static bool has_guard(const struct referee *r, unsigned seat)
{
    return r->table.supply[seat] && (state(r)->rested[seat] || profile_is(&r->profile, OPTION_RETURNED_MERCHANT_GUARDS, "yes"));
}

static void check_guard(struct referee *r, unsigned seat, const struct act *act, unsigned wall)
{
    struct walls *w = state(r);
    const struct wall *on = &w->walls[wall];
    if (w->stage == STAGE_CLOSED)
        judge_raise(r, FINDING_GUARD_CLOSING, act->place, ARGS("a guard at the closing of the ring"));
    else if (w->stage == STAGE_NONE)
        judge_raise(r, FINDING_WALL_UNCALLED, act->place, ARGS("a guard is put"));
    else if (on->kind == WALL_GATE)
        judge_raise(r, FINDING_GUARD_GATE, act->place, ARGS("a guard on the gate"));
    else if (guards_come_last(r) && next_seat(r) != SEAT_NONE)
        judge_raise(r, FINDING_GUARD_LAST, act->place, ARGS("guards come after all walls of the phase"));
    else if (guards_come_last(r) ? w->last[seat] != wall : (on->seat != seat || w->newest != wall))
        judge_raise(r, FINDING_GUARD_LAST, act->place, ARGS(arena_printf(r->arena, "%s is not the last wall that seat %s laid", edge_name(r, on->edge), judge_seat(seat))));
    if (on->guard != SEAT_NONE)
        judge_raise(r, FINDING_GUARD_SECOND, act->place, ARGS(edge_name(r, on->edge)));
    if (is_faced(r, on->edge))
        judge_raise(r, FINDING_GUARD_OPPOSITE, act->place, ARGS(edge_name(r, on->edge)));
}

static void put_guard(struct referee *r, unsigned seat, const struct act *act, unsigned wall)
{
    struct walls *w = state(r);
    if (seat >= r->seats)
        return;
    if (wall == SEAT_NONE) {
        judge_raise(r, FINDING_WALL_UNCALLED, act->place, ARGS("a guard is put where no wall stands"));
        return;
    }
    check_guard(r, seat, act, wall);
    if (!has_guard(r, seat)) {
        struct finding *finding = judge_raise(r, FINDING_GUARD_SUPPLY, act->place, ARGS(judge_seat(seat)));
        if (r->table.supply[seat])
            judge_hangs_on(r, finding, OPTION_RETURNED_MERCHANT_GUARDS);
    }
    if (!r->table.supply[seat])
        return;
    if (w->walls[wall].guard != SEAT_NONE)
        return;
    r->table.supply[seat]--;
    w->rested[seat] = (uint8_t)(w->rested[seat] - (w->rested[seat] > 0));
    w->walls[wall].guard = (uint8_t)seat;
    write_piece(r, seat, PIECE_GUARD, w->walls[wall].edge, 0);
}

static void judge_guard(struct referee *r, unsigned seat, const struct act *act)
{
    put_guard(r, seat, act, state(r)->stage == STAGE_NONE ? (unsigned)SEAT_NONE : state(r)->newest);
}

static void judge_guard_on(struct referee *r, unsigned seat, const struct act *act)
{
    const struct walls *w = state(r);
    const struct wall *on = wall_at(w, edge_of(act));
    put_guard(r, seat, act, on ? (unsigned)(on - w->walls) : (unsigned)SEAT_NONE);
}

/* ---- Towers ---- */

/* The arm that a wall ends, ARMS for none; the gate ends no stretch. */
static unsigned arm_ending(const struct walls *w, struct edge edge)
{
    for (unsigned arm = 0; arm < ARMS; arm++)
        if (w->arm_count[arm] && edge_is(end_of(w, arm), edge))
            return arm;
    return ARMS;
}

static void pay_tower(struct referee *r, unsigned seat, unsigned arm)
{
    struct walls *w = state(r);
    struct score_event score = {.award = AWARD_TOWER, .kind = KIND_COUNT, .name = NODE_NONE, .rule = "tower-put"};
    unsigned count = 0;
    for (unsigned i = w->arm_count[arm]; i-- > 0 && w->walls[w->arm[arm][i]].tower == SEAT_NONE;)
        count++;
    w->walls[w->arm[arm][w->arm_count[arm] - 1]].tower = (uint8_t)seat;
    write_piece(r, seat, PIECE_TOWER, end_of(w, arm), count);
    scoring_add_term(&score, TERM_WALLS, count, 1);
    judge_pay(r, seat, &score, NODE_NONE);
}

static void judge_tower(struct referee *r, unsigned seat, const struct act *act)
{
    struct walls *w = state(r);
    struct edge edge = edge_of(act);
    if (seat >= r->seats)
        return;
    if (w->stage == STAGE_NONE)
        judge_raise(r, FINDING_WALL_UNCALLED, act->place, ARGS("a tower is put"));
    else if (w->towered || w->stage == STAGE_CLOSED)
        judge_raise(r, FINDING_TOWER_SECOND, act->place, ARGS(w->stage == STAGE_CLOSED ? "a tower at the closing of the ring" : "a second tower in one phase"));
    else if (next_seat(r) != SEAT_NONE)
        judge_raise(r, FINDING_TOWER_EARLY, act->place, ARGS("a tower before the walls of its phase are laid"));
    if (seat != r->seat)
        judge_raise(r, FINDING_TOWER_SEAT, act->place, ARGS(judge_seat(r->seat), judge_seat(seat)));
    if (!w->towers_left[seat]) {
        judge_raise(r, FINDING_NO_TOWER, act->place, ARGS(judge_seat(seat)));
        return;
    }
    unsigned arm = w->count ? arm_ending(w, edge) : (unsigned)ARMS;
    if (arm == ARMS) {
        judge_raise(r, FINDING_TOWER_END, act->place, ARGS(edge_name(r, edge)));
        return;
    }
    if (w->walls[w->arm[arm][w->arm_count[arm] - 1]].tower != SEAT_NONE) {
        judge_raise(r, FINDING_TOWER_THERE, act->place, ARGS(edge_name(r, edge)));
        return;
    }
    w->towered = true;
    w->towers_left[seat]--;
    pay_tower(r, seat, arm);
}

/* ---- The end ---- */

static bool is_over(const struct referee *r)
{
    const struct walls *w = state(r);
    bool phase = w->stage != STAGE_NONE, always = profile_is(&r->profile, OPTION_CLOSE_TEST, "always");
    if (r->drawn >= r->in_sets || (phase && !w->left))
        return true;
    return w->count && (phase || always) && is_gap_within(r, CLOSE_ENOUGH);
}

/* A closing may complete more than the table lists: what is listed is scored in between, which changes nothing of the rest. */
static void close_edge(struct referee *r, struct edge edge)
{
    state(r)->by_wall = true;
    table_close(&r->table, r->ledger, table_at(&r->table, edge.cell.x, edge.cell.y), edge.side, r->turn);
    if (r->table.completed_count + SIDES > COMPLETED_MOST)
        judge_score_completed(r);
}

/* The rest of the ring, with what is left or in thought; all that faces the outside when nothing is to be joined: without a gate,
 * or where an end is closed in. */
static void close_ring(struct referee *r)
{
    struct walls *w = state(r);
    if (w->count && is_gap_within(r, OUTLINE_MOST)) {
        for (struct edge edge = place_after(r, 0); !edge_is(edge, end_of(w, 1)); edge = outline_next(&r->table, NULL, edge, true))
            if (!wall_at(w, edge))
                close_edge(r, edge);
    } else {
        for (unsigned tile = 0; tile < r->table.tile_count; tile++)
            for (uint8_t side = 0; side < SIDES; side++) {
                struct edge edge = {r->table.tiles[tile].cell, side};
                struct cell beyond = edge_beyond(edge);
                if (table_at(&r->table, beyond.x, beyond.y) == TILE_NONE && !wall_at(w, edge) && outline_is_outer(&r->table, NULL, edge))
                    close_edge(r, edge);
            }
    }
    w->by_wall = w->ended = true;
    judge_score_completed(r);
}

static void judge_close(struct referee *r, unsigned seat, const struct act *act)
{
    struct walls *w = state(r);
    struct edge edge = edge_of(act);
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
        judge_raise(r, FINDING_NOT_AT_END, act->place, ARGS(edge_name(r, edge)));
    w->stage = STAGE_CLOSED;
    w->left--;
    /* All of the closing is scored at once, when it is done. */
    add_wall(r, seat, edge, WALL_NORMAL, arm);
    close_edge(r, edge);
}

static void wall_leave(struct referee *r, enum phase phase)
{
    struct walls *w = state(r);
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
    unsigned seat = w->stage == STAGE_PHASE ? next_seat(r) : (unsigned)SEAT_NONE;
    if (seat != SEAT_NONE && !r->turn_unsure && !r->lost_tiles && !r->undetermined) {
        judge_raise(r, FINDING_WALLS_MISSING, r->turn_place,
                    ARGS(w->newest != SEAT_NONE ? arena_printf(r->arena, "seat %s has another wall to lay", judge_seat(seat)) : "a scoring brings a phase of walls, and none is laid"));
        r->undetermined = r->scores_unknown = true;
    }
    if (!w->ended && is_over(r))
        close_ring(r);
}

/* The last tiles may have been discarded, in a turn that laid none. */
static void wall_over(struct referee *r)
{
    if (!state(r)->ended && r->drawn >= r->in_sets)
        close_ring(r);
}

/* A guard looks along its row, to the first empty cell. */
static void wall_final(struct referee *r)
{
    const struct walls *w = state(r);
    for (unsigned i = 0; i < w->count; i++) {
        if (w->walls[i].guard == SEAT_NONE)
            continue;
        struct score_event score = {.award = AWARD_GUARD, .kind = KIND_COUNT, .name = NODE_NONE, .rule = "guard-final", .final = true};
        struct edge edge = {w->walls[i].edge.cell, (uint8_t)side_opposite(w->walls[i].edge.side)};
        unsigned buildings[2] = {0, 0}, tile;
        for (; (tile = table_at(&r->table, edge.cell.x, edge.cell.y)) != TILE_NONE; edge.cell = edge_beyond(edge)) {
            const struct design *design = r->table.tiles[tile].named;
            buildings[0] += design && design->marks & MARK_PUBLIC;
            buildings[1] += design && design->marks & MARK_HISTORIC;
            tile_bits_add(&score.tiles, tile);
        }
        if (buildings[0])
            scoring_add_term(&score, TERM_PUBLIC, buildings[0], 2);
        if (buildings[1])
            scoring_add_term(&score, TERM_HISTORIC, buildings[1], 3);
        judge_pay(r, w->walls[i].guard, &score, NODE_NONE);
    }
}

/* ---- What may be done ---- */

static struct act act_on_edge(enum verb_id verb, struct edge edge)
{
    struct act act = choices_verb(verb);
    act.segment = (struct segment_ref){.kind = KIND_COUNT, .port = (uint8_t)(3 * edge.side + 1), .has_cell = true, .cell = edge.cell};
    return act;
}

static void add_gates(struct referee *r, struct choices *choices, unsigned seat)
{
    for (unsigned tile = 0; tile < r->table.tile_count; tile++)
        for (uint8_t side = 0; side < SIDES; side++) {
            struct edge edge = {r->table.tiles[tile].cell, side};
            if (!misplaced(r, edge))
                choices_add(choices, seat, act_on_edge(VERB_GATE, edge));
        }
}

static void add_walls(struct referee *r, struct choices *choices, unsigned seat)
{
    const struct walls *w = state(r);
    for (unsigned arm = 0; arm < ARMS; arm++) {
        struct edge edge = place_after(r, arm);
        bool twice = arm && edge_is(edge, place_after(r, 0));
        if (twice || !is_open(r, arm) || misplaced(r, edge))
            continue;
        choices_add(choices, seat, act_on_edge(VERB_WALL, edge));
        if (w->short_left && profile_is(&r->profile, OPTION_SHORT_WALL_PLACE, "anywhere"))
            choices_add(choices, seat, act_on_edge(VERB_SHORT, edge));
    }
}

static bool may_guard(struct referee *r, unsigned seat, unsigned wall)
{
    const struct walls *w = state(r);
    return wall != SEAT_NONE && has_guard(r, seat) && w->walls[wall].kind != WALL_GATE && w->walls[wall].guard == SEAT_NONE &&
           !is_faced(r, w->walls[wall].edge);
}

static void wall_choices(struct referee *r, struct choices *choices)
{
    const struct walls *w = state(r);
    if (r->phase != PHASE_SEQUEL || w->stage == STAGE_NONE || w->stage == STAGE_CLOSED)
        return;
    unsigned seat = next_seat(r);
    if (!guards_come_last(r) && w->newest != SEAT_NONE && !w->towered && may_guard(r, w->walls[w->newest].seat, w->newest))
        choices_add(choices, w->walls[w->newest].seat, choices_verb(VERB_GUARD));
    if (seat != SEAT_NONE) {
        unsigned before = choices->count;
        if (w->count)
            add_walls(r, choices, seat);
        else
            add_gates(r, choices, seat);
        choices->must |= choices->count > before;
        return;
    }
    for (unsigned k = 0; guards_come_last(r) && !w->towered && k < r->seats; k++) {
        seat = (r->seat + k) % r->seats;
        if (may_guard(r, seat, w->last[seat]))
            choices_add(choices, seat, act_on_edge(VERB_GUARD_ON, w->walls[w->last[seat]].edge));
    }
    for (unsigned arm = 0; !w->towered && w->towers_left[r->seat] && arm < ARMS; arm++)
        if (w->arm_count[arm] && w->walls[w->arm[arm][w->arm_count[arm] - 1]].tower == SEAT_NONE)
            choices_add(choices, r->seat, act_on_edge(VERB_TOWER, end_of(w, arm)));
}

static const struct move moves[] = {
    {VERB_GATE, PHASE_SEQUEL, true, judge_gate},       {VERB_WALL, PHASE_SEQUEL, true, judge_wall},
    {VERB_SHORT, PHASE_SEQUEL, true, judge_short},     {VERB_GUARD, PHASE_SEQUEL, true, judge_guard},
    {VERB_GUARD_ON, PHASE_SEQUEL, true, judge_guard_on}, {VERB_TOWER, PHASE_SEQUEL, true, judge_tower},
    {VERB_CLOSE, PHASE_SEQUEL, true, judge_close},
};

const struct expansion wall_rules = {
    .id = EXPANSION_wall, .name = "wall", .state_size = sizeof(struct walls), .moves = moves, .move_count = sizeof moves / sizeof *moves,
    .begin = wall_begin, .turn = wall_turn, .choices = wall_choices, .forbids = wall_forbids, .ends = wall_ends, .paid = wall_paid, .settled = wall_settled,
    .leave = wall_leave, .leaves = 1u << PHASE_DECISION | 1u << PHASE_SCORED | 1u << PHASE_SEQUEL, .over = wall_over, .final = wall_final,
};
