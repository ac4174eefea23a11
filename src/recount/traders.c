/* SPDX-License-Identifier: MIT */
/* See recount.h: builders, pigs and goods. */
#include "recount/part.h"

void recount_look_at_builder(struct recount *rc)
{
    static struct recount_feature f;
    for (unsigned i = 0; !rc->part && i < rc->follower_count; i++) {
        const struct recount_follower *who = &rc->followers[i];
        if (!who->stands || who->kind != FOLLOWER_BUILDER || who->seat != rc->seat ||
            who->tile == rc->tile_count - 1)
            continue;
        recount_flood(rc, who->tile, who->segment, &f);
        for (unsigned s = 0; s < RECOUNT_NODES; s++)
            rc->grew |= f.in[rc->tile_count - 1][s];
    }
}

void recount_forsake(struct recount *rc)
{
    static struct recount_feature f;
    for (unsigned i = 0; i < rc->follower_count; i++) {
        struct recount_follower *who = &rc->followers[i];
        if (!who->stands || (who->kind != FOLLOWER_BUILDER && who->kind != FOLLOWER_PIG))
            continue;
        recount_flood(rc, who->tile, who->segment, &f);
        who->stands = f.followers[who->seat] > 0;
    }
}

unsigned recount_pigs(const struct recount *rc, const struct recount_feature *f, unsigned seat)
{
    unsigned count = 0;
    for (unsigned i = 0; i < rc->follower_count; i++) {
        const struct recount_follower *who = &rc->followers[i];
        count += who->stands && who->kind == FOLLOWER_PIG && who->seat == seat &&
                 f->in[who->tile][who->segment];
    }
    return count;
}

void recount_take_goods(struct recount *rc)
{
    static struct recount_feature f;
    static bool taken[RECOUNT_NODES];
    unsigned last = rc->tile_count - 1;
    memset(taken, 0, sizeof taken);
    for (unsigned s = 0; rc->goods && s < rc->tiles[last].design->segment_count; s++) {
        if (recount_kind(rc, last, s) != KIND_CITY || taken[s])
            continue;
        recount_flood(rc, last, s, &f);
        for (unsigned k = 0; k < RECOUNT_NODES; k++)
            taken[k] |= f.in[last][k];
        for (unsigned t = 0; f.completed && t < rc->tile_count; t++)
            for (unsigned k = 0; k < rc->tiles[t].design->segment_count; k++) {
                unsigned barrels = f.in[t][k] ? rc->tiles[t].design->segments[k].marks : 0;
                rc->tokens[rc->seat][GOODS_WINE] += (barrels & MARK_WINE) != 0;
                rc->tokens[rc->seat][GOODS_CLOTH] += (barrels & MARK_CLOTH) != 0;
                rc->tokens[rc->seat][GOODS_GRAIN] += (barrels & MARK_GRAIN) != 0;
            }
    }
}

void recount_pay_goods(struct recount *rc)
{
    for (unsigned kind = 0; kind < GOODS_COUNT; kind++)
        for (unsigned seat = 0; seat < rc->seats; seat++) {
            bool most = rc->tokens[seat][kind] > 0;
            for (unsigned other = 0; other < rc->seats; other++)
                most &= rc->tokens[other][kind] <= rc->tokens[seat][kind];
            rc->scores[seat] += most ? 10 : 0;
        }
}
