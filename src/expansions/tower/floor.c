/* SPDX-License-Identifier: MIT */
/* The floors of towers, and the followers that stand on them (The Tower). A tower is a segment of
 * its tile, so the follower on it is placed, eaten and taken like any other; prisoners are in
 * prison.c. */
#include "base/bits.h"
#include "board/scoring.h"
#include "expansions/tower/floor.h"

static const struct feature *feature_of(const struct referee *r, unsigned node)
{
    return &r->table.features[table_find(&r->table, node)];
}

/* Returns the number of floors that each player has at the beginning. Rule: tower.setup.floors. */
static unsigned floor_stock(const struct referee *r)
{
    static const uint8_t floors[SEATS_MAX + 1] = {10, 10, 10, 9, 7, 6, 5};
    return floors[r->seats];
}

static void tower_begin(struct referee *r)
{
    struct tower *tower = tower_of(r);
    holdings_begin(r, STOCK_FLOOR, floor_stock(r));
    tower->raised = TILE_NONE;
    tower->owner = SEAT_NONE;
}

/* Rule: tower.ransom.once. */
static void tower_turn(struct referee *r)
{
    struct tower *tower = tower_of(r);
    tower->raised = TILE_NONE;
    tower->has_taken = false;
    tower->owner = SEAT_NONE;
    if (!r->turn.part)
        tower->ransom = (struct ransom){.paid = 0};
    else if (tower->ransom.paid)
        judge_wake(r, &tower_rules);
}

/* ---- Floors ---- */

/* Errors of a floor, as a set of bits. */
enum {
    WRONG_NO_FOUNDATION = 1,
    WRONG_CLOSED = 2,
    WRONG_STOCK = 4,
    WRONG_AND_ACT = 8,
    WRONG_OWED = 16
};

/* Rules: tower.floor.instead, tower.floor.where, tower.setup.floors, tower.stand.closes. */
static unsigned check_floor(struct referee *r, unsigned seat, const struct act *act)
{
    unsigned node = tower_node(r, act->segment.cell);
    return bits_if(node == NODE_NONE, WRONG_NO_FOUNDATION) |
           bits_if(node != NODE_NONE && feature_of(r, node)->follower_count, WRONG_CLOSED) |
           bits_if(!holdings_left(r, STOCK_FLOOR, seat), WRONG_STOCK) |
           bits_if(judge_has_acted(r), WRONG_AND_ACT) | bits_if(r->turn.owed, WRONG_OWED);
}

/* True if a tile whose design or cell is unknown may have the foundation. */
static bool may_have_foundation(const struct referee *r, struct cell cell)
{
    unsigned tile = table_at(&r->table, cell.x, cell.y);
    return tile == TILE_NONE ? r->draw.lost > 0 : !r->table.tiles[tile].design;
}

static void raise_floor(struct referee *r, unsigned seat, const struct act *act, unsigned wrong)
{
    struct cell cell = act->segment.cell;
    if (wrong & WRONG_AND_ACT)
        judge_raise(r, judge_excluded(r, 0) ? judge_excluded(r, 0) : FINDING_FLOOR_AND, act->place,
                    ARGS("floor", cell));
    if (wrong & WRONG_NO_FOUNDATION && !may_have_foundation(r, cell)) {
        unsigned tile = table_at(&r->table, cell.x, cell.y);
        judge_raise(r, tile == TILE_NONE ? FINDING_NO_FOUNDATION_TILE : FINDING_NO_FOUNDATION,
                    act->place, ARGS(cell));
    }
    unsigned node = tower_node(r, cell);
    if (wrong & WRONG_CLOSED && (feature_of(r, node)->unknown || r->unknown.game)) {
        judge_unknown(r, UNKNOWN_TURN);
    } else if (wrong & WRONG_CLOSED) {
        const struct meeple *meeple = table_follower(&r->table, node);
        finding_also(
            r->findings,
            judge_raise(r, FINDING_TOWER_CLOSED, act->place, ARGS(cell, SEAT(meeple->seat))),
            meeple->place, NOTE_STANDS, ARGS(SEAT(meeple->seat), meeple->turn));
    }
    if (wrong & WRONG_STOCK)
        judge_raise(r, FINDING_NO_FLOOR, act->place, ARGS(SEAT(seat)));
}

static void judge_floor(struct referee *r, unsigned seat, const struct act *act)
{
    struct tower *tower = tower_of(r);
    unsigned wrong = check_floor(r, seat, act), node = tower_node(r, act->segment.cell);
    raise_floor(r, seat, act, wrong);
    r->turn.acted |= BIT(VERB_FLOOR);
    if (node == NODE_NONE) {
        if (may_have_foundation(r, act->segment.cell))
            judge_unknown(r, UNKNOWN_GAME | UNKNOWN_TURN);
        return;
    }
    holdings_use(r, STOCK_FLOOR, seat);
    tower->raised = (uint16_t)(node / NODES_PER_TILE);
    tower->has_taken = false;
    unsigned height = table_stack(&r->table, node);
    struct event *event = judge_event(r, EVENT_FLOOR, seat);
    if (event) {
        event->tile = tower->raised;
        event->node = (uint16_t)node;
        event->height = (uint8_t)(height < UINT8_MAX ? height : UINT8_MAX);
    }
}

/* ---- Followers on towers ---- */

/* A follower may be placed on the tower of any tile. The row KIND of room.def says that pieces are
 * stacked there, so that it scores nothing, as prisoners do. Rules: tower.stand.where,
 * tower.stand.nothing, tower.end.prisoners. */
static uint16_t tower_roams(const struct referee *r)
{
    (void)r;
    return 1u << KIND_TOWER;
}

/* Rule: tower.stand.where. */
static struct objection tower_objection(const struct referee *r, unsigned seat, unsigned node,
                                        enum meeple_kind kind)
{
    (void)seat, (void)kind;
    const struct feature *feature = feature_of(r, node);
    bool low = feature->kind == KIND_TOWER && !feature->height && !r->unknown.game;
    return (struct objection){low ? FINDING_NO_TOWER_THERE : FINDING_NONE, OPTION_COUNT};
}

/* Rule: tower.stand.dragon. */
static bool tower_spares(const struct referee *r, const struct meeple *meeple)
{
    return profile_is(&r->profile, TOWER_DRAGON, SPARES) &&
           feature_of(r, meeple->node)->kind == KIND_TOWER;
}

static void add_floors(struct referee *r, struct choices *choices)
{
    for (unsigned tile = 0; !judge_has_acted(r) && tile < r->table.tile_count; tile++) {
        struct act act = choices_verb(VERB_FLOOR);
        act.segment = ref_to_cell(r->table.tiles[tile].cell);
        choices_offer(r, choices, r->turn.seat, act);
    }
}

static void tower_choices(struct referee *r, struct choices *choices)
{
    if (r->turn.phase == PHASE_MOVE && tower_of(r)->owner == SEAT_NONE)
        add_floors(r, choices);
    prison_choices(r, choices);
}

static const struct move moves[] = {
    {.verb = VERB_FLOOR,
     .phase = PHASE_MOVE,
     .check = check_floor,
     .judge = judge_floor,
     .excludes = FINDING_FLOOR_AND},
    {.verb = VERB_CATCH, .phase = PHASE_MOVE, .check = catch_check, .judge = catch_judge},
    {.verb = VERB_SWAP, .phase = PHASE_MOVE, .check = swap_check, .judge = swap_judge},
    {.verb = VERB_RANSOM,
     .phase = PHASE_MOVE,
     .by_anyone = true,
     .anytime = true,
     .check = ransom_check,
     .judge = ransom_judge},
};

const struct expansion tower_rules = {
    .id = EXPANSION_tower,
    .name = "tower",
    .state_size = sizeof(struct tower),
    .moves = moves,
    .move_count = sizeof moves / sizeof *moves,
    .dozes = true,
    .begin = tower_begin,
    .turn = tower_turn,
    .roams = tower_roams,
    .meeple_objection = tower_objection,
    .choices = tower_choices,
    .plain = prison_plain,
    .leave = prison_leave,
    .leaves = 1u << PHASE_MOVE,
    .spares = tower_spares,
};
