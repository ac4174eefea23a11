/* SPDX-License-Identifier: MIT */
/* Finds and counts the meeples of the game being mutated, and changes the kind of one. */
#include "mutate/mutate_part.h"

bool dealt_has_follower(const struct line *line)
{
    for (uint32_t a = 0; a < line->act_count; a++)
        if (line->acts[a].kind == ACT_MEEPLE)
            return true;
    return false;
}

int dealt_find_follower(unsigned seat)
{
    unsigned from =
        dealt_recount.follower_count ? random_below(dealt_random, dealt_recount.follower_count) : 0;
    for (unsigned k = 0; k < dealt_recount.follower_count; k++) {
        unsigned i = (from + k) % dealt_recount.follower_count;
        if (dealt_recount.followers[i].stands &&
            kind_is_follower(dealt_recount.followers[i].kind) &&
            (seat == SEAT_NONE || dealt_recount.followers[i].seat == seat))
            return (int)i;
    }
    return MUTATED_NOWHERE;
}

int dealt_count_put(enum meeple_kind kind, unsigned seat, unsigned i)
{
    int count = 0;
    for (unsigned k = 0; k < i; k++)
        for (uint32_t a = 0; dealt.lines[k].seat == seat && a < dealt.lines[k].act_count; a++) {
            const struct act *act = &dealt.lines[k].acts[a];
            count += act->kind == ACT_MEEPLE && act->meeple == kind;
        }
    return count;
}

int dealt_find_usual(enum meeple_kind kind, bool out, unsigned lands)
{
    unsigned from = random_below(dealt_random, dealt.line_count);
    for (unsigned k = 0; k < dealt.line_count; k++) {
        unsigned i = (from + k) % dealt.line_count;
        const struct line *line = &dealt.lines[i];
        if (!dealt_has_follower(line) || line->acts[0].kind != ACT_MEEPLE ||
            line->acts[0].meeple != MEEPLE_SMALL || !(lands >> line->acts[0].segment.kind & 1) ||
            (line->act_count > 1 && !act_is_remark(&line->acts[1])) ||
            (out && dealt_count_put(kind, line->seat, i) <= 0))
            continue;
        dealt_replay_to(i);
        if ((dealt_followers_out(line->seat, kind) > 0) == out)
            return (int)i;
    }
    return MUTATED_NOWHERE;
}

int dealt_change_follower(enum meeple_kind kind, bool out, bool lands)
{
    unsigned of = meeple_kinds[kind].lands;
    int i = dealt_find_usual(kind, out, lands ? of : ~of);
    if (i >= 0)
        dealt.lines[i].acts[0].meeple = (uint8_t)kind;
    return i;
}
