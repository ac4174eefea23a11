/* SPDX-License-Identifier: MIT */
/* The builder and the pig of Traders & Builders. A builder brings its seat a second tile in a turn
 * that makes its feature grow. Both stand only where a follower of their seat does, and go home
 * with the last such follower. Their rows MEEPLE_KIND of room.def give the land on which they may
 * stand. */
#include "expansions/pieces.h"
#include "board/scoring.h"
#include "referee/meeple.h"

struct builder {
    enum answer grew; /* in the first part of the turn: whether a second part is due */
    bool due;         /* the second part has not come yet, and a tile could be drawn for it */
};

static struct builder *state(const struct referee *r)
{
    return referee_state(r, &builder_rules);
}

/* ---- Where they stand ---- */

/* Rules: traders.builder.where, traders.pig.where, traders.piece.portal. */
static struct objection piece_objection(const struct referee *r, unsigned seat, unsigned node,
                                        enum meeple_kind kind)
{
    const struct feature *feature = &r->table.features[table_find(&r->table, node)];
    enum finding_id finding = 0;
    if (node / NODES_PER_TILE != r->turn.tile)
        finding = meeple_reaches(r, node) ? FINDING_PIECE_FAR : 0;
    else if (feature->completed)
        finding = FINDING_PIECE_COMPLETED;
    else if (!feature->followers[seat] && !feature->unknown)
        finding = FINDING_PIECE_ALONE;
    bool lands = meeple_kinds[kind].lands >> feature->kind & 1; /* other land has its own finding */
    return (struct objection){lands ? finding : FINDING_NONE, OPTION_COUNT};
}

static struct objection builder_objection(const struct referee *r, unsigned seat, unsigned node,
                                          enum meeple_kind kind)
{
    return kind == MEEPLE_BUILDER ? piece_objection(r, seat, node, kind) : NO_OBJECTION;
}

static struct objection pig_objection(const struct referee *r, unsigned seat, unsigned node,
                                      enum meeple_kind kind)
{
    return kind == MEEPLE_PIG ? piece_objection(r, seat, node, kind) : NO_OBJECTION;
}

/* Sends home the pieces of a kind that stand in a feature without a follower of their seat, or in
 * one of `roots`, which have been scored. Rules: traders.piece.home, traders.piece.scored. */
static void send_pieces_home(struct referee *r, enum meeple_kind kind, const uint16_t *roots,
                             unsigned count, enum why why)
{
    for (unsigned i = 0; i < r->table.meeple_count; i++) {
        struct meeple *piece = &r->table.meeples[i];
        if (!meeple_on_segment(piece) || piece->kind != kind)
            continue;
        unsigned root = table_root(&r->table, piece->node);
        bool goes = roots ? table_is_among(roots, count, root)
                          : !r->table.features[root].followers[piece->seat];
        if (goes)
            judge_send_home(r, piece, why);
    }
}

static void builder_left(struct referee *r, const struct meeple *meeple, enum why why)
{
    if (kind_is_follower(meeple->kind))
        send_pieces_home(r, MEEPLE_BUILDER, NULL, 0, why);
}

static void pig_left(struct referee *r, const struct meeple *meeple, enum why why)
{
    if (kind_is_follower(meeple->kind))
        send_pieces_home(r, MEEPLE_PIG, NULL, 0, why);
}

static void builder_settled(struct referee *r, const uint16_t *roots, unsigned count)
{
    if (count)
        send_pieces_home(r, MEEPLE_BUILDER, roots, count, WHY_SCORED);
}

/* ---- The second part of a turn ---- */

/* Returns the builder that the seat has on the table, or NULL. */
static const struct meeple *builder_of(const struct referee *r, unsigned seat)
{
    for (unsigned i = 0; i < r->table.meeple_count; i++) {
        const struct meeple *meeple = &r->table.meeples[i];
        if (meeple_on_segment(meeple) && meeple->kind == MEEPLE_BUILDER && meeple->seat == seat)
            return meeple;
    }
    return NULL;
}

/* Rule: traders.second.decline. */
static void object_to_none(struct referee *r, struct place place, unsigned seat)
{
    if (profile_is(&r->profile, BUILDER_TURN, MUST))
        judge_note_option(r, judge_raise(r, FINDING_SECOND_MISSING, place, ARGS(SEAT(seat))),
                          OPTION_BUILDER_TURN);
}

static void builder_turn(struct referee *r)
{
    /* Another turn begins instead of the late second tile. */
    if (r->late.ready) {
        object_to_none(r, r->turn.head, r->late.seat);
        r->late = (struct late_part){0};
    }
    if (r->turn.part)
        state(r)->due = false;
    else
        *state(r) = (struct builder){.grew = ANSWER_NO};
    /* `grew` still stands for the turn of this part. */
    if (r->turn.part || r->late.number)
        judge_wake(r, &builder_rules);
}

/* Finds out whether the tile is part of the feature in which its seat's builder stands, on another
 * tile. A bridge that the tile did not need to fit does not change the result: each of its ends
 * meets a road that is there already, or no road. Rules: traders.second.when,
 * traders.second.same. */
static void builder_placed(struct referee *r, unsigned tile)
{
    const struct meeple *builder = builder_of(r, r->turn.seat);
    if (r->turn.part)
        return;
    if (!builder) {
        state(r)->grew = r->unknown.out[r->turn.seat] ? ANSWER_UNKNOWN : ANSWER_NO;
        if (state(r)->grew != ANSWER_NO)
            judge_wake(r, &builder_rules);
        return;
    }
    judge_wake(r, &builder_rules);
    unsigned root = table_root(&r->table, builder->node);
    state(r)->grew = table_has_tile(&r->table, root, tile) ? ANSWER_YES
                     : !r->table.tiles[tile].design || r->table.features[root].unknown
                         ? ANSWER_UNKNOWN
                         : ANSWER_NO;
}

/* Rules: traders.second.when, traders.second.third. */
static struct objection builder_again(const struct referee *r)
{
    if (r->turn.part)
        return (struct objection){FINDING_THIRD_TILE, OPTION_COUNT};
    bool due = state(r)->grew != ANSWER_NO || r->draw.lost || r->turn.unsure;
    return (struct objection){due ? 0 : FINDING_SECOND_TILE, OPTION_COUNT};
}

/* Rules: traders.second.decline, traders.second.pack. */
static bool builder_owes(const struct referee *r, bool *must)
{
    *must = profile_is(&r->profile, BUILDER_TURN, MUST);
    return (state(r)->due && !r->turn.put_off) || r->late.ready;
}

/* Rules: traders.second.decline, traders.second.bazaar. */
static bool builder_leave(struct referee *r, enum phase phase)
{
    struct builder *builder = state(r);
    if (phase == PHASE_AFTERMATH) {
        builder->due = !r->turn.part && builder->grew == ANSWER_YES && judge_can_draw(r, 1);
        return true;
    }
    if (!builder->due)
        return true;
    if (r->turn.put_off) {
        r->late = (struct late_part){.number = r->turn.number, .seat = r->turn.seat};
        judge_wake(r, &builder_rules);
        builder->due = false;
        return true;
    }
    if (judge_breaks_off(r))
        return false;
    /* If all remaining tiles fit nowhere, it does not matter in which part of a turn they are
     * discarded. */
    bool known = !r->draw.lost && !r->draw.unnamed && !r->turn.unsure && !judge_lays_no_more(r);
    builder->due = false;
    if (known)
        object_to_none(r, r->turn.place, r->turn.seat);
    return true;
}

/* ---- The pig ---- */

/* Rules: traders.pig.score, traders.pig.castle. */
static void pig_own_value(struct referee *r, unsigned root, unsigned seat,
                          struct score_event *score)
{
    unsigned count = 0;
    bool stands = false;
    for (unsigned i = 0; r->table.features[root].kind == KIND_FIELD && i < r->table.meeple_count;
         i++) {
        const struct meeple *pig = &r->table.meeples[i];
        stands |= meeple_on_segment(pig) && pig->kind == MEEPLE_PIG && pig->seat == seat &&
                  table_root(&r->table, pig->node) == root;
    }
    for (unsigned i = 0; stands && i < score->term_count; i++)
        count += score->terms[i].name == TERM_CITIES || score->terms[i].name == TERM_CASTLES
                     ? score->terms[i].count
                     : 0u;
    if (count)
        scoring_add_term(score, TERM_PIG, count, 1);
}

const struct expansion builder_rules = {
    .id = EXPANSION_builder,
    .name = "builder",
    .state_size = sizeof(struct builder),
    .dozes = true,
    .turn = builder_turn,
    .favours = builder_of,
    .placed = builder_placed,
    .again = builder_again,
    .owes = builder_owes,
    .meeple_objection = builder_objection,
    .left = builder_left,
    .settled = builder_settled,
    .leave = builder_leave,
    .leaves = 1u << PHASE_AFTERMATH | 1u << PHASE_SEQUEL,
};

const struct expansion pig_rules = {
    .id = EXPANSION_pig,
    .name = "pig",
    .meeple_objection = pig_objection,
    .left = pig_left,
    .own_value = pig_own_value,
};
