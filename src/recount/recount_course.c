/* SPDX-License-Identifier: MIT */
/* The course of a recounted game: turns and their parts, the scoring after each, and the final
 * scoring. */
#include "recount/recount_part.h"

static void settle(struct recount *rc, bool final)
{
    static struct recount_feature f;
    bool leaves[512] = {false}, paid[512] = {false};
    for (unsigned i = 0; i < rc->follower_count; i++) {
        const struct recount_meeple *who = &rc->followers[i];
        if (!who->stands || paid[i])
            continue;
        recount_flood(rc, who->tile, who->segment, &f);
        /* A pile of pieces, such as a tower, is no feature that scores, and neither is one without
         * followers. */
        if (kinds[recount_kind(rc, who->tile, who->segment)].stacks || !recount_is_manned(&f) ||
            (!f.completed && !final) || recount_is_endless(rc, &f))
            continue;
        recount_pay(rc, who->tile, who->segment, &f);
        for (unsigned k = 0; k < rc->follower_count; k++)
            if (rc->followers[k].stands && f.in[rc->followers[k].tile][rc->followers[k].segment])
                paid[k] = leaves[k] = true;
    }
    for (unsigned i = 0; i < rc->follower_count; i++)
        if (leaves[i])
            rc->followers[i].stands = false;
}

static void begin_part(struct recount *rc)
{
    rc->turn++;
    rc->built_count = 0;
}

void recount_part(struct recount *rc)
{
    if (!rc->grew || rc->part)
        rc->broken = "a tile more than a builder brings";
    rc->part++;
    begin_part(rc);
}

void recount_late_part(struct recount *rc, unsigned seat)
{
    rc->seat = seat;
    rc->part = 1;
    begin_part(rc);
}

void recount_turn(struct recount *rc, unsigned seat)
{
    begin_part(rc);
    rc->seat = seat;
    rc->part = 0;
    rc->grew = false;
    FOR_EACH_RECOUNT(rc, rules, turn)
        rules->turn(rc);
}

void recount_settle(struct recount *rc)
{
    FOR_EACH_RECOUNT(rc, rules, unsettled)
        rules->unsettled(rc);
    settle(rc, false);
    FOR_EACH_RECOUNT(rc, rules, settled)
        rules->settled(rc);
}

void recount_final(struct recount *rc)
{
    FOR_EACH_RECOUNT(rc, rules, over)
        rules->over(rc);
    recount_pay_farmers(rc);
    settle(rc, true);
    FOR_EACH_RECOUNT(rc, rules, final)
        rules->final(rc);
}
