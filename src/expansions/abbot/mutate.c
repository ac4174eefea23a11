/* SPDX-License-Identifier: MIT */
/* Mutators for the rules of the abbot. */
#include "mutate/mutate_part.h"

#include <stdlib.h>

int mutate_abbot_land(void)
{
    return dealt_change_follower(MEEPLE_ABBOT, false, false);
}

/* Returns the act that takes back a follower of the recount, given by its index there. */
static struct act back_act(unsigned meeple)
{
    struct act act = dealt_verb_act(VERB_BACK);
    act.segment =
        dealt_ref_of(dealt_recount.followers[meeple].tile, dealt_recount.followers[meeple].segment);
    return act;
}

static int find_abbot(unsigned seat)
{
    for (unsigned i = 0; i < dealt_recount.follower_count; i++)
        if (dealt_recount.followers[i].stands && dealt_recount.followers[i].seat == seat &&
            dealt_recount.followers[i].kind == MEEPLE_ABBOT)
            return (int)i;
    return MUTATED_NOWHERE;
}

int mutate_no_abbot(void)
{
    unsigned i = dealt_find_turn();
    dealt_replay_to(i);
    int meeple = dealt_find_follower(dealt.lines[i].seat);
    if (meeple < 0 || dealt_recount.followers[meeple].kind == MEEPLE_ABBOT || !dealt_is_idle(i))
        return MUTATED_NOWHERE;
    dealt_add_act(&dealt.lines[i], back_act((unsigned)meeple));
    return (int)i;
}

/* Returns the line that lays the last tile on a cell and the eight around it; MUTATED_NOWHERE if
 * not all nine get a tile. */
static int find_last_around(struct cell cell)
{
    int last = MUTATED_NOWHERE;
    unsigned count = abs(cell.x) <= 1 && abs(cell.y) <= 1; /* 1 if the start tile is one of them */
    for (unsigned i = 0; i < dealt.line_count; i++) {
        const struct line *line = &dealt.lines[i];
        if (!line->has_tile || abs(line->cell.x - cell.x) > 1 || abs(line->cell.y - cell.y) > 1)
            continue;
        last = (int)i;
        count++;
    }
    return count == 9 ? last : MUTATED_NOWHERE;
}

int mutate_back_completed(void)
{
    for (unsigned i = 0; i < dealt.line_count; i++) {
        const struct line *line = &dealt.lines[i];
        const struct act *act = line->has_tile && line->act_count ? &line->acts[0] : NULL;
        if (!act || act->kind != ACT_MEEPLE || act->meeple != MEEPLE_ABBOT)
            continue;
        int last = find_last_around(act->segment.has_cell ? act->segment.cell : line->cell);
        struct act *own = last > (int)i && dealt.lines[last].seat == line->seat
                              ? &dealt.lines[last].acts[0]
                              : NULL;
        if (!own || !dealt.lines[last].act_count ||
            (own->kind != ACT_NONE && own->kind != ACT_MEEPLE))
            continue;
        dealt_replay_to((unsigned)last);
        int abbot = find_abbot(line->seat);
        if (abbot < 0 || recount_around(&dealt_recount, dealt_recount.followers[abbot].tile) < 9)
            continue;
        dealt_set_act(&dealt.lines[last], back_act((unsigned)abbot));
        return last;
    }
    return MUTATED_NOWHERE;
}

int mutate_back_and(void)
{
    int i = dealt_find_usual(MEEPLE_ABBOT, true, ~0u);
    int abbot = i < 0 ? MUTATED_NOWHERE : find_abbot(dealt.lines[i].seat);
    if (abbot < 0 || recount_around(&dealt_recount, dealt_recount.followers[abbot].tile) == 9)
        return MUTATED_NOWHERE;
    dealt_add_act(&dealt.lines[i], back_act((unsigned)abbot));
    return i;
}
