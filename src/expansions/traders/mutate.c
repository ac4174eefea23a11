/* SPDX-License-Identifier: MIT */
/* Mutators for the rules of builders, pigs and goods. */
#include "expansions/recounts.h"
#include "mutate/mutate_part.h"

/* True if two lines lay tiles in the same turn; line k comes after line i. */
static bool is_one_turn(unsigned i, unsigned k)
{
    return k < dealt.line_count && dealt.lines[i].kind == LINE_TURN && dealt.lines[i].has_tile &&
           dealt.lines[k].kind == LINE_TURN && dealt.lines[k].has_tile &&
           dealt.lines[k].turn == dealt.lines[i].turn;
}

/* Lays the next turn's tile in the turn of line i, which must be idle. Returns the line of that
 * tile. */
static int join_next(unsigned i)
{
    struct line *next = &dealt.lines[i + 1];
    if (!dealt_is_idle(i) || next->kind != LINE_TURN || !next->has_tile ||
        next->turn == dealt.lines[i].turn || !next->act_count ||
        (next->acts[0].kind != ACT_NONE && next->acts[0].kind != ACT_MEEPLE))
        return MUTATED_NOWHERE;
    next->turn = dealt.lines[i].turn;
    next->seat = dealt.lines[i].seat;
    dealt_set_act(next, (struct act){.kind = ACT_NONE});
    next->act_count = 1;
    return (int)i + 1;
}

int mutate_second_tile(void)
{
    unsigned i = dealt_find_turn();
    dealt_replay_to(i);
    if (!recount_plays(&dealt_recount, &builder_recount) || dealt_recount.grew ||
        dealt_recount.part)
        return MUTATED_NOWHERE;
    return join_next(i);
}

/* Returns a random line that lays the first of two tiles of a turn, if the next line lays the
 * second one; otherwise MUTATED_NOWHERE. */
static int find_pair(void)
{
    unsigned from = random_below(dealt_random, dealt.line_count);
    for (unsigned k = 0; k < dealt.line_count; k++) {
        unsigned i = (from + k) % dealt.line_count;
        if (is_one_turn(i, i + 1))
            return (int)i;
    }
    return MUTATED_NOWHERE;
}

int mutate_third_tile(void)
{
    int i = find_pair();
    return i < 0 ? MUTATED_NOWHERE : join_next((unsigned)i + 1);
}

int mutate_second_missing(void)
{
    int i = profile_is(&dealt_profile, BUILDER_TURN, MUST) ? find_pair() : MUTATED_NOWHERE;
    if (i < 0 || dealt.lines[i + 2].kind != LINE_TURN)
        return MUTATED_NOWHERE;
    dealt_remove_line((unsigned)i + 1);
    return i;
}

/* Places a builder on a road or city of an idle line's tile: a completed one, or otherwise one on
 * which its seat has no follower. */
static int place_builder(bool completed)
{
    static struct recount_feature f;
    unsigned i = dealt_find_turn();
    struct line *line = &dealt.lines[i];
    unsigned segment = random_below(dealt_random, line->tile.design->segment_count);
    unsigned kind = line->tile.design->segments[segment].kind;
    if (!dealt_is_idle(i) || line->tile.design->marks & MARK_VOLCANO ||
        (kind != KIND_ROAD && kind != KIND_CITY) || !line->tile.design->segments[segment].ports)
        return MUTATED_NOWHERE;
    dealt_replay_to(i);
    recount_flood(&dealt_recount, dealt_recount.tile_count - 1, segment, &f);
    if (!recount_plays(&dealt_recount, &builder_recount) || f.completed != completed ||
        (!completed && f.followers[line->seat]))
        return MUTATED_NOWHERE;
    struct act act = dealt_follower_act(line, segment);
    act.meeple = MEEPLE_BUILDER;
    dealt_add_act(line, act);
    return (int)i;
}

int mutate_piece_alone(void)
{
    return place_builder(false);
}

int mutate_piece_completed(void)
{
    return place_builder(true);
}

/* Places a builder or pig that is already on the table a second time, on land where it might stand.
 * Begins at a random line, and tries the first lines that look suitable. */
static int place_again(enum meeple_kind kind)
{
    static struct recount_feature f;
    unsigned from = random_below(dealt_random, dealt.line_count), looks = 8;
    for (unsigned k = 0; k < dealt.line_count && looks; k++) {
        unsigned i = (from + k) % dealt.line_count;
        struct line *line = &dealt.lines[i];
        if (!line->has_tile || !dealt_is_idle(i) || line->tile.design->marks & MARK_VOLCANO ||
            !dealt_count_put(kind, line->seat, i))
            continue;
        unsigned segment = random_below(dealt_random, line->tile.design->segment_count);
        const struct segment *land = &line->tile.design->segments[segment];
        if (!land->ports || !(meeple_kinds[kind].lands >> land->kind & 1))
            continue;
        looks--;
        dealt_replay_to(i);
        recount_flood(&dealt_recount, dealt_recount.tile_count - 1, segment, &f);
        if (!dealt_followers_out(line->seat, kind) || f.completed || !f.followers[line->seat] ||
            recount_is_endless(&dealt_recount, &f))
            continue;
        struct act act = dealt_follower_act(line, segment);
        act.meeple = (uint8_t)kind;
        dealt_add_act(line, act);
        return (int)i;
    }
    return MUTATED_NOWHERE;
}

int mutate_builder_out(void)
{
    return place_again(MEEPLE_BUILDER);
}

int mutate_pig_out(void)
{
    return place_again(MEEPLE_PIG);
}

/* Places a builder through a portal, in a feature with a follower of its seat. */
int mutate_piece_far(void)
{
    static struct recount_feature f;
    unsigned from = random_below(dealt_random, dealt.line_count);
    for (unsigned k = 0; k < dealt.line_count; k++) {
        unsigned i = (from + k) % dealt.line_count;
        struct line *line = &dealt.lines[i];
        if (!line->has_tile || !(line->tile.design->marks & MARK_PORTAL) || !dealt_is_idle(i))
            continue;
        dealt_replay_to(i);
        for (unsigned n = 0;
             recount_plays(&dealt_recount, &builder_recount) && n < dealt_recount.follower_count;
             n++) {
            const struct recount_meeple *who = &dealt_recount.followers[n];
            enum kind kind = recount_kind(&dealt_recount, who->tile, who->segment);
            if (!who->stands || who->seat != line->seat ||
                (kind != KIND_ROAD && kind != KIND_CITY) ||
                who->tile + 1 == dealt_recount.tile_count)
                continue;
            recount_flood(&dealt_recount, who->tile, who->segment, &f);
            if (recount_is_endless(&dealt_recount, &f))
                continue;
            dealt_add_act(line, (struct act){.kind = ACT_MEEPLE,
                                             .meeple = MEEPLE_BUILDER,
                                             .segment = dealt_ref_of(who->tile, who->segment)});
            return (int)i;
        }
    }
    return MUTATED_NOWHERE;
}

int mutate_goods(void)
{
    return dealt_claim_item(&goods_recount, ITEM_WINE);
}

int mutate_builder_land(void)
{
    return dealt_change_follower(MEEPLE_BUILDER, false, false);
}

int mutate_pig_land(void)
{
    return dealt_change_follower(MEEPLE_PIG, false, false);
}
