/* SPDX-License-Identifier: MIT */
/* The princess (Princess & Dragon): when her tile joins a city, a knight of that city is sent
 * home. */
#include "base/bits.h"
#include "expansions/pieces.h"

struct princess {
    bool knights;  /* the city had followers when the tile was laid */
    bool tried;    /* an act of this turn sent a follower home, or was wrong and sent none */
    uint16_t node; /* node of her segment, NODE_NONE if the tile has none */
};

static struct princess *state(const struct referee *r)
{
    return referee_state(r, &princess_rules);
}

static void princess_turn(struct referee *r)
{
    *state(r) = (struct princess){.node = NODE_NONE};
}

/* Rule: dragon.princess.knight. */
static void princess_placed(struct referee *r, unsigned tile)
{
    const struct design *design = r->table.tiles[tile].design;
    struct princess *princess = state(r);
    for (unsigned i = 0; design && i < design->segment_count; i++)
        if (design->segments[i].marks & MARK_PRINCESS) {
            judge_wake(r, &princess_rules);
            princess->node = (uint16_t)(tile * NODES_PER_TILE + i);
            princess->knights =
                r->table.features[table_root(&r->table, princess->node)].follower_count > 0;
        }
    if (princess->knights && profile_is(&r->profile, PRINCESS, MUST))
        r->turn.owed |= BIT(VERB_PRINCESS);
}

/* Returns the follower on a node if it stands in the princess's city, otherwise NULL. Rules:
 * dragon.princess.knight, dragon.monastery.city. */
static struct meeple *knight_on(struct referee *r, unsigned node)
{
    const struct princess *princess = state(r);
    if (princess->node == NODE_NONE ||
        table_root(&r->table, node) != table_root(&r->table, princess->node))
        return NULL;
    for (unsigned i = 0; i < r->table.meeple_count; i++)
        if (meeple_on_segment(&r->table.meeples[i]) && kind_is_follower(r->table.meeples[i].kind) &&
            r->table.meeples[i].node == node)
            return &r->table.meeples[i];
    return NULL;
}

/* Errors in sending a knight home, as a set of bits. */
enum { WRONG_KNIGHT = 1, WRONG_AFTER_FOLLOWER = 2, WRONG_AFTER_FAIRY = 4, WRONG_AFTER_OTHER = 8 };

/* Rule: dragon.princess.knight. */
static unsigned check_princess(struct referee *r, unsigned seat, const struct act *act)
{
    unsigned node = judge_find_node(r, &act->segment);
    (void)seat;
    if (node == NODE_NONE || !knight_on(r, node) || judge_has_done(r, VERB_PRINCESS))
        return WRONG_KNIGHT;
    return bits_if(r->turn.placed, WRONG_AFTER_FOLLOWER) |
           bits_if(judge_has_done(r, VERB_FAIRY), WRONG_AFTER_FAIRY) |
           bits_if(judge_excluded(r, BIT(VERB_FAIRY)), WRONG_AFTER_OTHER);
}

static void princess_choices(struct referee *r, struct choices *choices)
{
    unsigned before = choices->count;
    if (r->turn.phase != PHASE_MOVE || !state(r)->knights)
        return;
    for (unsigned i = 0; i < r->table.meeple_count; i++) {
        const struct meeple *meeple = &r->table.meeples[i];
        /* An act names a segment: only the first follower on it is offered. */
        if (meeple_on_segment(meeple) && knight_on(r, meeple->node) == meeple)
            choices_offer(r, choices, r->turn.seat,
                          choices_verb_on(r, VERB_PRINCESS, meeple->node));
    }
    choices->must |= choices->count > before && r->turn.owed >> VERB_PRINCESS & 1;
}

/* Objects to a follower as long as the seat must still send a knight home. Rule:
 * dragon.princess.follower. */
static struct objection princess_objection(const struct referee *r, unsigned seat, unsigned node,
                                           enum meeple_kind kind)
{
    (void)seat, (void)node, (void)kind;
    bool owed = r->turn.owed >> VERB_PRINCESS & 1;
    return (struct objection){owed ? FINDING_PRINCESS_IGNORED : FINDING_NONE, OPTION_COUNT};
}

static const char *why_no_knight(struct referee *r, unsigned node)
{
    const struct princess *princess = state(r);
    if (judge_has_done(r, VERB_PRINCESS))
        return "a knight was sent home already";
    if (princess->node == NODE_NONE)
        return "this turn's tile has no princess";
    return table_root(&r->table, node) != table_root(&r->table, princess->node)
               ? "that is not the princess's city"
               : "no knight stands there";
}

/* Rules: dragon.princess.knight, dragon.princess.follower, dragon.princess.fairy,
 * abbot.back.instead. */
static void judge_princess(struct referee *r, unsigned seat, const struct act *act)
{
    unsigned node = judge_node(r, &act->segment, act->place);
    if (node == NODE_NONE)
        return;
    unsigned wrong = check_princess(r, seat, act);
    state(r)->tried = true;
    if (wrong & WRONG_KNIGHT) {
        if (r->table.tiles[r->turn.tile].design &&
            !r->table.features[table_root(&r->table, node)].unknown)
            judge_raise(r, FINDING_NOT_A_KNIGHT, act->place, ARGS(why_no_knight(r, node)));
        return;
    }
    if (wrong & WRONG_AFTER_FOLLOWER)
        finding_also(r->findings,
                     judge_raise(r, FINDING_AFTER_PRINCESS, act->place,
                                 ARGS("follower", "this turn's tile")),
                     r->turn.meeple_place, NOTE_FOLLOWER, NO_ARGS);
    if (wrong & WRONG_AFTER_FAIRY)
        judge_raise(r, FINDING_FAIRY_AFTER_PRINCESS_KNIGHT, act->place, NO_ARGS);
    if (wrong & WRONG_AFTER_OTHER)
        judge_raise(r, judge_excluded(r, BIT(VERB_FAIRY)), act->place,
                    ARGS("knight", r->table.tiles[node / NODES_PER_TILE].cell));
    r->turn.acted |= BIT(VERB_PRINCESS);
    r->turn.owed &= ~BIT(VERB_PRINCESS);
    judge_send_home(r, knight_on(r, node), WHY_PRINCESS);
}

/* Rule: dragon.princess.knight. */
static bool princess_leave(struct referee *r, enum phase phase)
{
    const struct princess *princess = state(r);
    /* If a follower was placed instead, that has been reported already. */
    (void)phase;
    if (!(r->turn.owed >> VERB_PRINCESS & 1) || princess->tried || r->turn.placed ||
        r->turn.unsure || r->table.features[table_root(&r->table, princess->node)].unknown)
        return true;
    if (judge_breaks_off(r))
        return false;
    judge_raise(r, FINDING_PRINCESS_IGNORED, r->turn.place,
                ARGS("city", r->table.tiles[r->turn.tile].cell));
    return true;
}

static const struct move moves[] = {
    {.verb = VERB_PRINCESS,
     .phase = PHASE_MOVE,
     .check = check_princess,
     .judge = judge_princess,
     .excludes = FINDING_AFTER_PRINCESS},
};

const struct expansion princess_rules = {
    .id = EXPANSION_princess,
    .name = "princess",
    .state_size = sizeof(struct princess),
    .moves = moves,
    .move_count = 1,
    .dozes = true,
    .choices = princess_choices,
    .turn = princess_turn,
    .placed = princess_placed,
    .meeple_objection = princess_objection,
    .leave = princess_leave,
    .leaves = 1u << PHASE_MOVE,
};
