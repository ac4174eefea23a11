/* SPDX-License-Identifier: MIT */
/* Wagons (Abbey & Mayor). A wagon whose feature was completed and scored may move to another one
 * instead of coming home. Rule: abbey.wagon.where. */
#include "base/bits.h"
#include "expansions/abbey/links.h"
#include "expansions/pieces.h"

enum { WAGONS_MAX = SUPPLY_MAX(1) };

struct wagons {
    struct {
        uint16_t from[WAGONS_MAX]; /* where the wagons of a seat stood whose features were scored in
                                      this part */
        uint8_t count, decided;    /* number of them; of those that the seat has decided about */
    } of[SEATS_MAX];
};

static struct wagons *state(const struct referee *r)
{
    return referee_state(r, &wagon_rules);
}

static void wagon_turn(struct referee *r)
{
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        state(r)->of[seat].count = state(r)->of[seat].decided = 0;
}

/* Notes the wagons of a feature that is scored. Those in castles do not move. Rules:
 * abbey.wagon.move, abbey.wagon.castle. */
static void wagon_paid(struct referee *r, unsigned root, unsigned name, bool final)
{
    const struct feature *feature = &r->table.features[root];
    (void)name;
    for (unsigned i = 0; !final && feature->kind != KIND_CASTLE && i < r->table.meeple_count; i++) {
        const struct meeple *meeple = &r->table.meeples[i];
        uint8_t *count = &state(r)->of[meeple->seat].count;
        if (meeple_on_segment(meeple) && meeple->kind == MEEPLE_WAGON &&
            table_root(&r->table, meeple->node) == root && *count < WAGONS_MAX)
            state(r)->of[meeple->seat].from[(*count)++] = meeple->node;
    }
}

/* ---- Where to ---- */

static bool is_near(const struct referee *r, unsigned tile, unsigned other)
{
    struct cell a = r->table.tiles[tile].cell, b = r->table.tiles[other].cell;
    return a.x - b.x <= 1 && b.x - a.x <= 1 && a.y - b.y <= 1 && b.y - a.y <= 1;
}

static bool stands_anything(struct referee *r, unsigned root)
{
    for (unsigned i = 0; i < r->table.meeple_count; i++)
        if (meeple_on_segment(&r->table.meeples[i]) &&
            table_root(&r->table, r->table.meeples[i].node) == root)
            return true;
    return false;
}

/* True if the wagon could be on a feature at all: one that is not completed, on which nothing
 * stands. Rules: abbey.wagon.free, abbey.wagon.dragon. */
static bool is_free(struct referee *r, unsigned node)
{
    unsigned root = table_root(&r->table, node);
    const struct feature *feature = &r->table.features[root];
    bool land =
        feature->kind == KIND_ROAD || feature->kind == KIND_CITY || feature->kind == KIND_MONASTERY;
    return land && !feature->completed && !stands_anything(r, root) &&
           !dragon_is_on(r, r->table.tiles[node / NODES_PER_TILE].cell);
}

/* True if the wagon that stood on a node may go to a free node. Rules: abbey.wagon.around,
 * abbey.wagon.connected. */
static bool reaches(struct referee *r, unsigned from, unsigned node)
{
    if (profile_is(&r->profile, WAGON_MOVE, AROUND))
        return is_near(r, from / NODES_PER_TILE, node / NODES_PER_TILE);
    return links_join(r, table_root(&r->table, from), node,
                      profile_is(&r->profile, WAGON_SPOT, JOINED));
}

static bool has_place(struct referee *r, unsigned from)
{
    unsigned end = r->table.tile_count * NODES_PER_TILE;
    for (unsigned node = 0; node < end; node++)
        if (table_is_node(&r->table, node) && is_free(r, node) && reaches(r, from, node))
            return true;
    return false;
}

/* Returns the number of the wagon about which a seat decides next, in the order in which their
 * features were scored: the first that has a place to go, otherwise the first. Returns `count` of
 * the seat if it has decided about all. */
static unsigned next_wagon(struct referee *r, unsigned seat)
{
    unsigned count = state(r)->of[seat].count, first = state(r)->of[seat].decided;
    if (!r->table.supply[seat][MEEPLE_WAGON])
        return count;
    for (unsigned i = first; first + 1 < count && i < count; i++)
        if (has_place(r, state(r)->of[seat].from[i]))
            return i;
    return first;
}

/* True if a seat has a wagon to decide about. One that could go nowhere is left out. */
static bool may_decide(struct referee *r, unsigned seat)
{
    unsigned wagon = next_wagon(r, seat);
    return wagon < state(r)->of[seat].count && has_place(r, state(r)->of[seat].from[wagon]);
}

/* Returns the seat whose wagon is decided about next: in turn order from the seat whose turn it is;
 * SEAT_NONE for none. Rule: abbey.wagon.order. */
static unsigned next_seat(struct referee *r)
{
    for (unsigned i = 0; i < r->seats; i++) {
        unsigned seat = (r->turn.seat + i) % r->seats;
        if (may_decide(r, seat))
            return seat;
    }
    return SEAT_NONE;
}

/* ---- Acts ---- */

/* Errors of a move, as a set of bits. */
enum { WRONG_NOT_SCORED = 1, WRONG_PLACE = 2 };

/* Rules: abbey.wagon.move, abbey.wagon.free. */
static unsigned check_go(struct referee *r, unsigned seat, const struct act *act)
{
    unsigned wagon = next_wagon(r, seat), node = judge_find_node(r, &act->segment);
    bool may = wagon < state(r)->of[seat].count;
    bool fits = may && node != NODE_NONE && is_free(r, node) &&
                reaches(r, state(r)->of[seat].from[wagon], node);
    return bits_if(!may, WRONG_NOT_SCORED) | bits_if(may && !fits, WRONG_PLACE);
}

/* Notes that this seat has decided about a wagon, and those before it about all of theirs. */
static void decide(struct referee *r, unsigned seat)
{
    unsigned wagon = next_wagon(r, seat);
    for (unsigned i = 0, other = r->turn.seat; i < r->seats && other != seat; i++) {
        state(r)->of[other].decided = state(r)->of[other].count;
        other = (other + 1) % r->seats;
    }
    state(r)->of[seat].decided = (uint8_t)(wagon + 1);
}

static void judge_go(struct referee *r, unsigned seat, const struct act *act)
{
    if (seat >= r->seats)
        return;
    unsigned wrong = check_go(r, seat, act), node = judge_node(r, &act->segment, act->place);
    if (wrong & WRONG_NOT_SCORED && !r->unknown.game)
        judge_raise(r, FINDING_WAGON, act->place, ARGS(SEAT(seat)));
    if (node == NODE_NONE || wrong & WRONG_NOT_SCORED)
        return;
    if (wrong & WRONG_PLACE && !r->unknown.game)
        judge_note_option(
            r,
            judge_raise(r, FINDING_WAGON_PLACE, act->place,
                        ARGS(kinds[r->table.features[table_root(&r->table, node)].kind].name,
                             r->table.tiles[node / NODES_PER_TILE].cell)),
            OPTION_WAGON_MOVE);
    decide(r, seat);
    table_place_other(&r->table, r->ledger, node,
                      (struct meeple){.seat = (uint8_t)seat,
                                      .kind = MEEPLE_WAGON,
                                      .turn = r->turn.number,
                                      .place = act->place});
}

/* The seats before this one may have kept theirs without a word. */
static unsigned check_stay(struct referee *r, unsigned seat, const struct act *act)
{
    (void)act;
    return seat < r->seats && may_decide(r, seat) ? 0 : WRONG_NOT_SCORED;
}

static void judge_stay(struct referee *r, unsigned seat, const struct act *act)
{
    if (check_stay(r, seat, act))
        judge_raise(r, FINDING_WAGON, act->place, ARGS(SEAT(seat)));
    else
        decide(r, seat);
}

static void wagon_choices(struct referee *r, struct choices *choices)
{
    unsigned seat = r->turn.phase == PHASE_SCORED ? next_seat(r) : (unsigned)SEAT_NONE;
    if (seat == SEAT_NONE)
        return;
    choices_offer(r, choices, seat, choices_verb(VERB_STAY));
    unsigned end = r->table.tile_count * NODES_PER_TILE;
    for (unsigned node = 0; node < end; node++)
        if (table_is_node(&r->table, node))
            choices_offer(r, choices, seat, choices_verb_on(r, VERB_GO, node));
    choices->must = true;
}

static const struct move moves[] = {
    {.verb = VERB_GO,
     .phase = PHASE_SCORED,
     .by_anyone = true,
     .check = check_go,
     .judge = judge_go},
    {.verb = VERB_STAY,
     .phase = PHASE_SCORED,
     .by_anyone = true,
     .check = check_stay,
     .judge = judge_stay},
};

const struct expansion wagon_rules = {
    .id = EXPANSION_wagon,
    .name = "wagon",
    .state_size = sizeof(struct wagons),
    .moves = moves,
    .move_count = sizeof moves / sizeof *moves,
    .begin = wagon_turn,
    .turn = wagon_turn,
    .paid = wagon_paid,
    .choices = wagon_choices,
};
