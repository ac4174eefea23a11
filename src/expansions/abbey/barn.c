/* SPDX-License-Identifier: MIT */
/* Barns (Abbey & Mayor). A barn stands on a corner where four tiles meet, in the one field that
 * they have there. It is kept on a segment of that field. */
#include "base/bits.h"
#include "board/scoring.h"
#include "expansions/pieces.h"

struct barns {
    uint32_t placed; /* barn that was placed in this part; 0 for none */
};

static struct barns *state(const struct referee *r)
{
    return referee_state(r, &barn_rules);
}

static void barn_turn(struct referee *r)
{
    state(r)->placed = 0;
}

/* Rule: abbey.barn.stays. */
static bool barn_spares(const struct referee *r, const struct meeple *meeple)
{
    (void)r;
    return meeple->kind == MEEPLE_BARN;
}

static bool is_barn(const struct referee *r, const struct meeple *meeple, unsigned root)
{
    return meeple_on_segment(meeple) && meeple->kind == MEEPLE_BARN &&
           table_find(&r->table, meeple->node) == root;
}

/* Returns the set of seats with a barn in a field. */
static unsigned barns_in(const struct referee *r, unsigned root)
{
    unsigned seats = 0;
    for (unsigned i = 0; i < r->table.meeple_count; i++)
        seats |= is_barn(r, &r->table.meeples[i], root) ? 1u << r->table.meeples[i].seat : 0u;
    return seats;
}

/* Rule: abbey.barn.farmers. */
static struct objection barn_objection(const struct referee *r, unsigned seat, unsigned node,
                                       enum meeple_kind kind)
{
    (void)seat;
    unsigned root = table_find(&r->table, node);
    bool taken = r->table.features[root].kind == KIND_FIELD && kind_is_follower(kind) &&
                 !r->unknown.game && barns_in(r, root);
    return (struct objection){taken ? FINDING_OCCUPIED_BARN : FINDING_NONE, OPTION_COUNT};
}

/* ---- Placing ---- */

/* Returns the node of the field at a corner of a tile: the segment that has both halves beside the
 * corner. NODE_NONE if there is no tile, or other land. */
static unsigned field_at(const struct referee *r, struct cell cell, enum corner corner)
{
    static const uint8_t halves[CORNERS][2] = {{2, 3}, {5, 6}, {8, 9}, {11, 0}};
    unsigned tile = table_at(&r->table, cell.x, cell.y);
    if (tile == TILE_NONE || !r->table.tiles[tile].design)
        return NODE_NONE;
    unsigned one = r->table.ports[tile][halves[corner][0]],
             other = r->table.ports[tile][halves[corner][1]];
    unsigned node = tile * NODES_PER_TILE + one;
    return one == other && one != SEGMENT_NONE && table_segment(&r->table, node)->kind == KIND_FIELD
               ? node
               : (unsigned)NODE_NONE;
}

/* Returns the node on which a barn at a corner of the turn's tile is kept: that of the tile south-
 * east of the corner. NODE_NONE if the four tiles there do not all show field. Rule:
 * abbey.barn.where. */
static unsigned corner_node(const struct referee *r, unsigned corner)
{
    struct cell cell = r->table.tiles[r->turn.tile].cell;
    cell.x = (int16_t)(cell.x + (corner == CORNER_NE || corner == CORNER_SE));
    cell.y = (int16_t)(cell.y + (corner == CORNER_SE || corner == CORNER_SW));
    struct cell west = {(int16_t)(cell.x - 1), cell.y}, north = {cell.x, (int16_t)(cell.y - 1)},
                across = {west.x, north.y};
    unsigned node = field_at(r, cell, CORNER_NW);
    bool all = field_at(r, west, CORNER_NE) != NODE_NONE &&
               field_at(r, north, CORNER_SW) != NODE_NONE &&
               field_at(r, across, CORNER_SE) != NODE_NONE;
    return all ? node : (unsigned)NODE_NONE;
}

/* Errors of a barn, as a set of bits. */
enum { WRONG_ACTED = 1, WRONG_SUPPLY = 2, WRONG_CORNER = 4, WRONG_TAKEN = 8, WRONG_OWED = 16 };

/* Rules: abbey.setup.pieces, abbey.barn.instead, abbey.barn.where, abbey.barn.one,
 * base.follower.one. */
static unsigned check_barn(struct referee *r, unsigned seat, const struct act *act)
{
    unsigned node = corner_node(r, (unsigned)act->number);
    bool taken = node != NODE_NONE && profile_is(&r->profile, BARN_PLACEMENT, EMPTY) &&
                 barns_in(r, table_root(&r->table, node));
    return bits_if(judge_has_acted(r), WRONG_ACTED) | bits_if(r->turn.owed, WRONG_OWED) |
           bits_if(!r->table.supply[seat][MEEPLE_BARN], WRONG_SUPPLY) |
           bits_if(node == NODE_NONE, WRONG_CORNER) | bits_if(taken, WRONG_TAKEN);
}

static void judge_barn(struct referee *r, unsigned seat, const struct act *act)
{
    unsigned wrong = check_barn(r, seat, act), node = corner_node(r, (unsigned)act->number);
    struct cell cell = r->table.tiles[r->turn.tile].cell;
    if (wrong & WRONG_ACTED)
        judge_raise(r, judge_excluded(r, 0) ? judge_excluded(r, 0) : FINDING_SECOND_FOLLOWER,
                    act->place,
                    judge_excluded(r, 0) ? ARGS("barn", cell) : ARGS("meeple", r->turn.number));
    if (wrong & WRONG_CORNER && !r->unknown.game && !r->draw.lost)
        judge_raise(r, FINDING_NO_CORNER, act->place, ARGS(corner_names[act->number], cell));
    if (wrong & WRONG_TAKEN && !r->unknown.game)
        judge_note_option(r, judge_raise(r, FINDING_HAS_ONE_BARN, act->place, NO_ARGS),
                          OPTION_BARN_PLACEMENT);
    if (wrong & WRONG_SUPPLY)
        judge_raise(r, FINDING_PIECE_OUT, act->place,
                    ARGS(SEAT(seat), meeple_kinds[MEEPLE_BARN].words));
    r->turn.placed = true;
    r->turn.meeple_place = act->place;
    if (node == NODE_NONE || wrong & WRONG_SUPPLY)
        return;
    table_place_other(&r->table, r->ledger, node,
                      (struct meeple){.seat = (uint8_t)seat,
                                      .kind = MEEPLE_BARN,
                                      .turn = r->turn.number,
                                      .place = act->place});
    state(r)->placed = r->table.meeples_put;
}

static void barn_choices(struct referee *r, struct choices *choices)
{
    for (unsigned corner = 0; r->turn.phase == PHASE_MOVE && corner < CORNERS; corner++) {
        struct act act = choices_verb(VERB_BARN);
        act.number = (int32_t)corner;
        choices_offer(r, choices, r->turn.seat, act);
    }
}

/* ---- Scoring ---- */

/* Changes what each city, and each castle, of a field is worth. */
static void set_worth(struct score_event *score, int city)
{
    score->points = 0;
    for (unsigned i = 0; i < score->term_count; i++) {
        struct term *term = &score->terms[i];
        if (term->name == TERM_CITIES)
            term->each = (int8_t)city;
        else if (term->name == TERM_CASTLES)
            term->each = (int8_t)(city + 1);
        score->points = (int16_t)(score->points + term->count * term->each);
    }
}

/* Scores the farmers in a field with a barn, and sends them home. Rules: abbey.barn.placed,
 * abbey.barn.joined. */
static void score_farmers(struct referee *r, unsigned root, bool placed)
{
    unsigned name = table_name(&r->table, root);
    struct score_event score = {0};
    if (r->table.features[root].unknown)
        judge_unknown(r, UNKNOWN_SCORES);
    judge_value(r, root, name, false, &score);
    set_worth(&score, placed ? 3 : 1);
    score.rule = placed ? "barn-placed" : "barn-joined";
    FOR_EACH_BIT(seat, r->profile.name ? judge_owners(r, root) : 0)
        judge_pay_owner(r, seat, &score, root);
    judge_paid(r, root, name, false);
    for (unsigned i = 0; i < r->table.meeple_count; i++) {
        struct meeple *meeple = &r->table.meeples[i];
        if (meeple_on_segment(meeple) && kind_is_follower(meeple->kind) &&
            table_root(&r->table, meeple->node) == root)
            judge_send_home(r, meeple, WHY_SCORED);
    }
}

/* Lists the fields with barns, each once. */
static unsigned list_fields(struct referee *r, uint16_t roots[MEEPLES_MAX])
{
    unsigned count = 0;
    for (unsigned i = 0; i < r->table.meeple_count; i++) {
        const struct meeple *meeple = &r->table.meeples[i];
        if (!meeple_on_segment(meeple) || meeple->kind != MEEPLE_BARN)
            continue;
        unsigned root = table_root(&r->table, meeple->node);
        if (!table_is_among(roots, count, root))
            roots[count++] = (uint16_t)root;
    }
    return count;
}

static bool was_placed_in(struct referee *r, unsigned root)
{
    for (unsigned i = 0; state(r)->placed && i < r->table.meeple_count; i++)
        if (is_barn(r, &r->table.meeples[i], root) &&
            r->table.meeples[i].serial == state(r)->placed)
            return true;
    return false;
}

static void barn_settled(struct referee *r, const uint16_t *done, unsigned done_count)
{
    uint16_t roots[MEEPLES_MAX], names[MEEPLES_MAX];
    unsigned count = list_fields(r, roots);
    (void)done, (void)done_count;
    judge_sort_roots(&r->table, roots, names, count);
    for (unsigned i = 0; i < count; i++)
        if (r->table.features[roots[i]].follower_count)
            score_farmers(r, roots[i], was_placed_in(r, roots[i]));
}

/* Rule: abbey.barn.final. */
static void barn_final(struct referee *r)
{
    uint16_t roots[MEEPLES_MAX], names[MEEPLES_MAX];
    unsigned count = list_fields(r, roots);
    judge_sort_roots(&r->table, roots, names, count);
    for (unsigned i = 0; i < count; i++) {
        struct score_event score = {0};
        judge_value(r, roots[i], names[i], true, &score);
        set_worth(&score, 4);
        score.rule = "barn-final";
        if (score.undetermined)
            judge_unknown(r, UNKNOWN_SCORES);
        FOR_EACH_BIT(seat, barns_in(r, roots[i]))
            judge_pay(r, seat, &score, roots[i]);
    }
}

static const struct move moves[] = {
    {.verb = VERB_BARN, .phase = PHASE_MOVE, .check = check_barn, .judge = judge_barn}};

const struct expansion barn_rules = {
    .id = EXPANSION_barn,
    .name = "barn",
    .state_size = sizeof(struct barns),
    .moves = moves,
    .move_count = 1,
    .turn = barn_turn,
    .spares = barn_spares,
    .meeple_objection = barn_objection,
    .choices = barn_choices,
    .settled = barn_settled,
    .final = barn_final,
};
