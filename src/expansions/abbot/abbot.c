/* SPDX-License-Identifier: MIT */
/* The Abbot: a follower for monasteries and gardens, whom his player may take back for points. The
 * row MEEPLE_KIND of room.def gives the land on which he may stand. */
#include "base/bits.h"
#include "board/scoring.h"
#include "expansions/pieces.h"

/* Rule: abbot.abbot.portal. */
static struct objection abbot_objection(const struct referee *r, unsigned seat, unsigned node,
                                        enum meeple_kind kind)
{
    (void)seat;
    bool far = kind == MEEPLE_ABBOT && node / NODES_PER_TILE != r->turn.tile;
    return (struct objection){
        far && profile_is(&r->profile, ABBOT_PORTAL, FORBIDDEN) ? FINDING_NOT_THIS_TILE : 0,
        far ? OPTION_ABBOT_PORTAL : OPTION_COUNT};
}

/* Returns the seat's abbot on a node, or NULL. */
static struct meeple *abbot_on(struct referee *r, unsigned seat, unsigned node)
{
    for (unsigned i = 0; i < r->table.meeple_count; i++) {
        struct meeple *meeple = &r->table.meeples[i];
        if (meeple_on_segment(meeple) && meeple->kind == MEEPLE_ABBOT && meeple->seat == seat &&
            meeple->node == node)
            return meeple;
    }
    return NULL;
}

/* Errors in taking an abbot back, as a set of bits. */
enum { WRONG_NO_ABBOT = 1, WRONG_COMPLETED = 2, WRONG_AND_ACT = 4, WRONG_OWED = 8 };

/* Rules: abbot.back.instead, abbot.back.completed. */
static unsigned check_back(struct referee *r, unsigned seat, const struct act *act)
{
    unsigned node = judge_find_node(r, &act->segment);
    if (node == NODE_NONE || !abbot_on(r, seat, node))
        return WRONG_NO_ABBOT;
    return bits_if(r->table.features[table_root(&r->table, node)].completed, WRONG_COMPLETED) |
           bits_if(judge_has_acted(r), WRONG_AND_ACT) | bits_if(r->turn.owed, WRONG_OWED);
}

/* Rules: abbot.back.score, abbot.back.fairy. */
static void pay_back(struct referee *r, unsigned seat, unsigned root, unsigned name)
{
    struct score_event score = {0};
    judge_value(r, root, name, false, &score);
    score.rule = "abbot-back";
    if (score.undetermined)
        judge_unknown(r, UNKNOWN_SCORES);
    judge_pay(r, seat, &score, root);
    if (profile_is(&r->profile, ABBOT_FAIRY, YES))
        judge_paid(r, root, name, false);
}

static void judge_back(struct referee *r, unsigned seat, const struct act *act)
{
    unsigned node = judge_node(r, &act->segment, act->place);
    if (node == NODE_NONE)
        return;
    unsigned wrong = check_back(r, seat, act), root = table_root(&r->table, node);
    struct cell cell = r->table.tiles[node / NODES_PER_TILE].cell;
    const char *land = kinds[ledger_node_kind(r->ledger, node)].name;
    if (wrong & WRONG_NO_ABBOT) {
        if (!r->table.features[root].unknown)
            judge_raise(r, FINDING_NO_ABBOT, act->place, ARGS(SEAT(seat), land, cell));
        return;
    }
    if (wrong & WRONG_AND_ACT)
        judge_raise(r, FINDING_BACK_AND, act->place, ARGS(land, cell));
    /* He goes home when the completed feature is scored. */
    if (wrong & WRONG_COMPLETED) {
        judge_raise(r, FINDING_BACK_COMPLETED, act->place, ARGS(land, cell));
        return;
    }
    r->turn.acted |= BIT(VERB_BACK);
    if (r->profile.name)
        pay_back(r, seat, root, table_name(&r->table, root));
    judge_send_home(r, abbot_on(r, seat, node), WHY_ABBOT);
}

static void abbot_choices(struct referee *r, struct choices *choices)
{
    for (unsigned i = 0; r->turn.phase == PHASE_MOVE && i < r->table.meeple_count; i++) {
        const struct meeple *meeple = &r->table.meeples[i];
        if (meeple_on_segment(meeple) && meeple->kind == MEEPLE_ABBOT &&
            meeple->seat == r->turn.seat)
            choices_offer(r, choices, r->turn.seat, choices_verb_on(r, VERB_BACK, meeple->node));
    }
}

static const struct move moves[] = {
    {.verb = VERB_BACK,
     .phase = PHASE_MOVE,
     .check = check_back,
     .judge = judge_back,
     .excludes = FINDING_BACK_AND},
};

const struct expansion abbot_rules = {
    .id = EXPANSION_abbot,
    .name = "abbot",
    .moves = moves,
    .move_count = 1,
    .meeple_objection = abbot_objection,
    .choices = abbot_choices,
};
