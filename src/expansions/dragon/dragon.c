/* SPDX-License-Identifier: MIT */
/* The dragon (Princess & Dragon): a tile with a volcano calls it there, and a tile with a dragon
 * makes it fly. By option dragon-early, dragon tiles drawn before the first volcano are put
 * aside. */
#include "base/bits.h"
#include "expansions/pieces.h"
#include "board/scoring.h"

enum { FLIGHT_STEPS = 6 };

struct dragon {
    bool out;
    bool due; /* the tile of this turn calls a flight */
    bool flown;
    bool chased; /* the flight of this turn sent a meeple home */
    bool waits;  /* the record breaks off during the flight */
    bool astray; /* its cell is unknown */
    struct cell cell;
};

static struct dragon *state(const struct referee *r)
{
    return referee_state(r, &dragon_rules);
}

bool dragon_is_on(const struct referee *r, struct cell cell)
{
    const struct dragon *dragon = state(r);
    return dragon && dragon->out && dragon->cell.x == cell.x && dragon->cell.y == cell.y;
}

/* Rules: dragon.setup.pieces, dragon.flight.when. */
static void dragon_begin(struct referee *r)
{
    if (profile_is(&r->profile, DRAGON_MOVE, AFTER_SCORING))
        judge_move_phase(r, VERB_DRAGON, PHASE_AFTERMATH);
}

static void dragon_turn(struct referee *r)
{
    state(r)->due = state(r)->flown = state(r)->chased = state(r)->waits = false;
}

/* Rule: dragon.early.aside. */
static struct objection dragon_defers(const struct referee *r, const struct design *design)
{
    bool early = design->marks & MARK_DRAGON && !state(r)->out;
    bool aside = early && profile_is(&r->profile, DRAGON_EARLY, ASIDE);
    return (struct objection){aside ? FINDING_TOO_EARLY : 0,
                              early ? OPTION_DRAGON_EARLY : OPTION_COUNT};
}

static void enter(struct referee *r, unsigned tile, unsigned seat, unsigned step)
{
    state(r)->cell = r->table.tiles[tile].cell;
    struct event *event = judge_event(r, EVENT_DRAGON, seat);
    if (event) {
        event->tile = (uint16_t)tile;
        event->step = (uint8_t)step;
    }
}

/* Rules: dragon.volcano.dragon, dragon.flight.when, dragon.early.aside. */
static void dragon_placed(struct referee *r, unsigned tile)
{
    const struct design *design = r->table.tiles[tile].named;
    struct dragon *dragon = state(r);
    if (!design)
        return;
    dragon->due = design->marks & MARK_DRAGON && dragon->out;
    if (dragon->due)
        judge_wake(r, &dragon_rules);
    if (!(design->marks & MARK_VOLCANO))
        return;
    dragon->out = true;
    dragon->astray = false;
    enter(r, tile, r->turn.seat, 0);
    judge_bring_back(r);
}

/* Returns the objection to a meeple on a volcano that was laid in this turn. A follower may never
 * stand there; option volcano-pieces decides about other meeples. Rules: dragon.volcano.follower,
 * traders.piece.volcano. */
static struct objection dragon_objection(const struct referee *r, unsigned seat, unsigned node,
                                         enum meeple_kind kind)
{
    (void)seat;
    const struct design *design = r->table.tiles[r->turn.tile].named;
    bool volcano = design && design->marks & MARK_VOLCANO && node / NODES_PER_TILE == r->turn.tile;
    if (kind_is_follower(kind))
        return (struct objection){volcano ? FINDING_VOLCANO : 0, OPTION_COUNT};
    bool forbidden = volcano && profile_is(&r->profile, VOLCANO_PIECES, FORBIDDEN);
    return (struct objection){forbidden ? FINDING_VOLCANO : 0,
                              volcano ? OPTION_VOLCANO_PIECES : OPTION_COUNT};
}

/* Errors of a step or of a flight, as a set of bits. */
enum {
    WRONG_LEAVES = 1,
    WRONG_REVISITS = 2,
    WRONG_FAIRY = 4,
    WRONG_UNCALLED = 8,
    WRONG_LONG = 16,
    WRONG_STOPS = 32
};

/* Rules: dragon.flight.neighbour, dragon.flight.revisit, dragon.flight.fairy. */
static unsigned check_step(const struct referee *r, const struct tile_bits *visited,
                           struct cell cell)
{
    unsigned tile = table_at(&r->table, cell.x, cell.y);
    if (tile == TILE_NONE)
        return WRONG_LEAVES;
    return bits_if(tile_bits_has(visited, tile), WRONG_REVISITS) |
           bits_if(fairy_is_on(r, cell), WRONG_FAIRY);
}

static struct cell cell_beside(struct cell cell, unsigned side)
{
    return (struct cell){(int16_t)(cell.x + side_dx[side]), (int16_t)(cell.y + side_dy[side])};
}

/* Lists the cells beside a cell that the dragon may enter: those with tiles that it has not visited
 * and without the fairy. Returns their number. */
static unsigned steps_from(const struct referee *r, struct cell from,
                           const struct tile_bits *visited, struct edge steps[SIDES])
{
    unsigned count = 0;
    for (unsigned side = 0; side < SIDES; side++) {
        struct cell cell = cell_beside(from, side);
        if (!check_step(r, visited, cell))
            steps[count++] = (struct edge){cell, (uint8_t)side};
    }
    return count;
}

static void visit(const struct referee *r, struct tile_bits *visited, struct cell cell)
{
    unsigned tile = table_at(&r->table, cell.x, cell.y);
    if (tile != TILE_NONE)
        tile_bits_add(visited, tile);
}

static unsigned dragon_steps(const struct referee *r, struct str flight, struct edge steps[SIDES])
{
    const struct dragon *dragon = state(r);
    struct tile_bits visited = {{0}};
    if (!dragon || !dragon->due || dragon->flown || flight.n >= FLIGHT_STEPS)
        return 0;
    struct cell cell = dragon->cell;
    visit(r, &visited, cell);
    for (unsigned i = 0; i < flight.n; i++) {
        cell = cell_beside(cell, side_of_letter(flight.p[i]));
        visit(r, &visited, cell);
    }
    return steps_from(r, cell, &visited, steps);
}

/* Rule: dragon.flight.steps. */
static unsigned check_flight(struct referee *r, unsigned seat, const struct act *act)
{
    const struct dragon *dragon = state(r);
    struct tile_bits visited = {{0}};
    struct edge ways[SIDES];
    struct cell cell = dragon->cell;
    (void)seat;
    if (!dragon->due || dragon->flown)
        return WRONG_UNCALLED;
    unsigned wrong = act->text.n > FLIGHT_STEPS ? WRONG_LONG : 0;
    visit(r, &visited, cell);
    for (unsigned i = 0; i < act->text.n && i < FLIGHT_STEPS; i++) {
        cell = cell_beside(cell, side_of_letter(act->text.p[i]));
        wrong |= check_step(r, &visited, cell);
        visit(r, &visited, cell);
    }
    bool stops = act->text.n < FLIGHT_STEPS && steps_from(r, cell, &visited, ways);
    return wrong | bits_if(stops, WRONG_STOPS);
}

/* Adds all flights that begin with the first `steps` letters of `flight`, in the order N E S W, and
 * go on from a tile. `closed` holds the tiles that the dragon has visited and that of the fairy; it
 * is left as it was. Returns the number of flights added. */
static unsigned add_flights(struct referee *r, struct choices *choices, char flight[FLIGHT_STEPS],
                            unsigned steps, unsigned tile, struct tile_bits *closed)
{
    struct cell cell = r->table.tiles[tile].cell;
    unsigned added = 0;
    tile_bits_add(closed, tile);
    for (unsigned side = 0; steps < FLIGHT_STEPS && side < SIDES; side++) {
        unsigned next = table_at(&r->table, cell.x + side_dx[side], cell.y + side_dy[side]);
        if (next == TILE_NONE || tile_bits_has(closed, next))
            continue;
        flight[steps] = "NESW"[side];
        added += add_flights(r, choices, flight, steps + 1, next, closed);
    }
    tile_bits_remove(closed, tile);
    if (added || !steps)
        return added;
    struct act act = choices_verb(VERB_DRAGON);
    act.text = (struct str){arena_copy(r->arena, flight, steps), steps};
    /* check_flight() is not needed: each step is legal, and no further step is possible. */
    choices_add(choices, r->turn.seat, act);
    return 1;
}

static void dragon_choices(struct referee *r, struct choices *choices)
{
    const struct dragon *dragon = state(r);
    if (r->turn.phase != r->move_phase[VERB_DRAGON] || !dragon->due || dragon->flown)
        return;
    char flight[FLIGHT_STEPS];
    struct tile_bits closed = {{0}};
    unsigned tile = table_at(&r->table, dragon->cell.x, dragon->cell.y), fairy = fairy_tile(r);
    if (fairy != TILE_NONE)
        tile_bits_add(&closed, fairy);
    choices->must |= tile != TILE_NONE && add_flights(r, choices, flight, 0, tile, &closed) > 0;
}

/* True if the meeple is in a castle, or another rule in play spares it. Rule: dragon.flight.home.
 */
static bool is_spared(const struct referee *r, const struct meeple *meeple)
{
    FOR_EACH_ASKED(r, each, spares)
        if (each->spares(r, meeple))
            return true;
    return table_shelters(&r->table, meeple);
}

/* Sends home the meeples on a tile that are not spared. Rule: dragon.flight.home. */
static void chase(struct referee *r, unsigned tile)
{
    for (unsigned i = 0; i < r->table.meeple_count; i++) {
        struct meeple *meeple = &r->table.meeples[i];
        if (meeple_on_segment(meeple) && meeple->node / NODES_PER_TILE == tile &&
            !is_spared(r, meeple)) {
            judge_send_home(r, meeple, WHY_DRAGON);
            state(r)->chased = true;
        }
    }
}

/* Returns the place of a step's letter after "dragon:". Steps count from 0 here. */
static struct place step_place(const struct act *act, unsigned step)
{
    struct place place = act->place;
    if (place.line && place.end >= act->text.n)
        place.column = place.end = (uint16_t)(place.end - act->text.n + 1 + step);
    return place;
}

/* Makes one step of a flight; steps count from 1 here. False if the flight cannot go on from it.
 * Rules: dragon.flight.neighbour, dragon.flight.revisit, dragon.flight.fairy,
 * dragon.flight.seats. */
static bool judge_step_to(struct referee *r, struct tile_bits *visited, unsigned side,
                          unsigned step, struct place place)
{
    const struct dragon *dragon = state(r);
    struct cell cell = cell_beside(dragon->cell, side);
    unsigned tile = table_at(&r->table, cell.x, cell.y), wrong = check_step(r, visited, cell);
    if (wrong & WRONG_LEAVES) {
        if (!r->draw.lost)
            judge_raise(r, FINDING_STEP_LEAVES, place, ARGS((long)step, dragon->cell, cell));
        judge_unknown(r, UNKNOWN_GAME);
        return false;
    }
    if (wrong & WRONG_REVISITS)
        judge_raise(r, FINDING_STEP_REVISITS, place, ARGS((long)step, dragon->cell, cell));
    if (wrong & WRONG_FAIRY && !r->unknown.game)
        judge_raise(r, FINDING_STEP_FAIRY, place, ARGS((long)step, dragon->cell, cell));
    tile_bits_add(visited, tile);
    enter(r, tile, (r->turn.seat + step - 1) % r->seats, step);
    chase(r, tile);
    return true;
}

/* Rule: dragon.flight.steps. */
static void raise_stopped(struct referee *r, struct place place, unsigned steps, struct cell could)
{
    if (steps)
        judge_raise(r, FINDING_FLIGHT_STOPPED, place, ARGS(COUNT(steps, "step"), could));
    else
        judge_raise(r, FINDING_FLIGHT_STOPPED_AT_ONCE, place, ARGS(could));
}

static enum finding_id why_uncalled(const struct dragon *dragon)
{
    if (dragon->flown)
        return FINDING_FLIGHT_UNCALLED_TWICE;
    return dragon->out ? FINDING_FLIGHT_UNCALLED : FINDING_FLIGHT_UNCALLED_EARLY;
}

/* Rules: dragon.flight.when, dragon.flight.seats, dragon.flight.steps. */
static void judge_flight(struct referee *r, unsigned seat, const struct act *act)
{
    struct dragon *dragon = state(r);
    struct tile_bits visited = {{0}};
    struct edge ways[SIDES];
    unsigned wrong = check_flight(r, seat, act);
    /* A tile whose cell is unknown may have been the first volcano. */
    bool lacks_volcano = !dragon->flown && !dragon->out;
    if (wrong & WRONG_UNCALLED && r->table.tiles[r->turn.tile].named &&
        !(lacks_volcano && r->draw.lost))
        judge_raise(r, why_uncalled(dragon), act->place, NO_ARGS);
    dragon->flown = true;
    dragon->astray |= r->turn.unsure || (lacks_volcano && r->draw.lost);
    if (dragon->astray)
        judge_unknown(r, UNKNOWN_SCORES);
    if (!dragon->out || dragon->astray)
        return;
    visit(r, &visited, dragon->cell);
    unsigned steps = 0;
    bool goes_on = true;
    for (; goes_on && steps < act->text.n && steps < FLIGHT_STEPS; steps++)
        goes_on = judge_step_to(r, &visited, side_of_letter(act->text.p[steps]), steps + 1,
                                step_place(act, steps));
    if (act->text.n > FLIGHT_STEPS && goes_on)
        judge_raise(r, FINDING_FLIGHT_LONG, step_place(act, FLIGHT_STEPS), ARGS((long)act->text.n));
    bool stops = goes_on && steps < FLIGHT_STEPS && steps_from(r, dragon->cell, &visited, ways) &&
                 !r->draw.lost;
    dragon->waits = stops && judge_is_last_act(r);
    if (stops && !dragon->waits)
        raise_stopped(r, act->place, steps, ways[0].cell);
}

/* Notes that an award depends on option dragon-move, if the flight of its turn comes after scoring,
 * or came before it and sent a meeple home. Rule: dragon.flight.when. */
static void dragon_value(struct referee *r, unsigned root, bool final, struct score_event *score)
{
    const struct dragon *dragon = state(r);
    (void)root, (void)score;
    if (!final && dragon->due && (dragon->chased || r->move_phase[VERB_DRAGON] > PHASE_SET_OFF))
        judge_may_matter(r, OPTION_DRAGON_MOVE);
}

/* Rule: dragon.flight.when. */
static bool dragon_leave(struct referee *r, enum phase phase)
{
    struct dragon *dragon = state(r);
    struct edge ways[SIDES];
    if (phase != r->move_phase[VERB_DRAGON])
        return true;
    dragon->astray |= r->turn.unsure && dragon->due;
    if (dragon->astray)
        return true;
    bool due = dragon_steps(r, (struct str){"", 0}, ways) > 0;
    if (dragon->waits || (due && judge_breaks_off(r)))
        return false;
    if (due)
        raise_stopped(r, r->turn.place, 0, ways[0].cell);
    dragon->flown |= due;
    return true;
}

static const struct move moves[] = {
    {.verb = VERB_DRAGON, .phase = PHASE_SET_OFF, .check = check_flight, .judge = judge_flight},
};

const struct expansion dragon_rules = {
    .id = EXPANSION_dragon,
    .name = "dragon",
    .state_size = sizeof(struct dragon),
    .moves = moves,
    .move_count = 1,
    .dozes = true,
    .begin = dragon_begin,
    .turn = dragon_turn,
    .defers = dragon_defers,
    .placed = dragon_placed,
    .meeple_objection = dragon_objection,
    .choices = dragon_choices,
    .steps = dragon_steps,
    .value = dragon_value,
    .leave = dragon_leave,
    .leaves = 1u << PHASE_SET_OFF | 1u << PHASE_AFTERMATH,
};
