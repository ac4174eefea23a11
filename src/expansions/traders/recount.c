/* SPDX-License-Identifier: MIT */
/* The recount of Traders & Builders. */
#include "expansions/recounts.h"
#include "expansions/traders/goods.h"
#include "recount/recount_part.h"

static void builder_begin(struct recount *rc, const struct record *record,
                          const struct profile *profile)
{
    (void)record, (void)profile;
    rc->two_tiles = true;
}

/* Notes that the turn brings a second tile if the builder of its seat stands in a feature of the
 * last tile, but on another tile. */
static void builder_look(struct recount *rc)
{
    static struct recount_feature f;
    for (unsigned i = 0; !rc->part && i < rc->follower_count; i++) {
        const struct recount_meeple *who = &rc->followers[i];
        if (!who->stands || who->kind != MEEPLE_BUILDER || who->seat != rc->seat ||
            who->tile == rc->tile_count - 1)
            continue;
        recount_flood(rc, who->tile, who->segment, &f);
        for (unsigned s = 0; s < RECOUNT_NODES; s++)
            rc->grew |= f.in[rc->tile_count - 1][s];
    }
}

/* Sends home the builders or pigs without a follower of their seat in their feature. */
static void forsake(struct recount *rc, unsigned kind)
{
    static struct recount_feature f;
    for (unsigned i = 0; i < rc->follower_count; i++) {
        struct recount_meeple *who = &rc->followers[i];
        if (!who->stands || who->kind != kind)
            continue;
        recount_flood(rc, who->tile, who->segment, &f);
        who->stands = f.followers[who->seat] > 0;
    }
}

static void builder_left(struct recount *rc)
{
    forsake(rc, MEEPLE_BUILDER);
}

static void pig_left(struct recount *rc)
{
    forsake(rc, MEEPLE_PIG);
}

static int pig_farmer(const struct recount *rc, const struct recount_feature *field, unsigned seat,
                      int cities)
{
    unsigned count = 0;
    for (unsigned i = 0; i < rc->follower_count; i++) {
        const struct recount_meeple *who = &rc->followers[i];
        count += who->stands && who->kind == MEEPLE_PIG && who->seat == seat &&
                 field->in[who->tile][who->segment];
    }
    return count ? cities : 0;
}

/* Tokens by seat and kind of goods. */
struct goods {
    int tokens[SEATS_MAX][GOODS_COUNT];
};

/* Gives the tokens of the cities that the turn completed. */
static void goods_settled(struct recount *rc)
{
    static struct recount_feature f;
    static struct recount_nodes news;
    struct goods *goods = recount_state(rc, &goods_recount);
    recount_find_news(rc, 1u << KIND_CITY, &news);
    for (unsigned i = 0; i < news.count; i++) {
        recount_flood(rc, news.nodes[i].tile, news.nodes[i].segment, &f);
        for (unsigned t = 0; t < rc->tile_count; t++)
            for (unsigned k = 0; k < rc->tiles[t].design->segment_count; k++) {
                unsigned barrels = f.in[t][k] ? rc->tiles[t].design->segments[k].marks : 0;
                goods->tokens[rc->seat][GOODS_WINE] += (barrels & MARK_WINE) != 0;
                goods->tokens[rc->seat][GOODS_CLOTH] += (barrels & MARK_CLOTH) != 0;
                goods->tokens[rc->seat][GOODS_GRAIN] += (barrels & MARK_GRAIN) != 0;
            }
    }
}

/* Pays the players who have most of a kind of goods. */
static void goods_final(struct recount *rc)
{
    const struct goods *goods = recount_state(rc, &goods_recount);
    for (unsigned kind = 0; kind < GOODS_COUNT; kind++)
        for (unsigned seat = 0; seat < rc->seats; seat++) {
            bool most = goods->tokens[seat][kind] > 0;
            for (unsigned other = 0; other < rc->seats; other++)
                most &= goods->tokens[other][kind] <= goods->tokens[seat][kind];
            rc->scores[seat] += most ? 10 : 0;
        }
}

const struct recount_rules builder_recount = {.name = "builder",
                                              .begin = builder_begin,
                                              .laid = builder_look,
                                              .built = builder_look,
                                              .left = builder_left};
const struct recount_rules pig_recount = {.name = "pig", .left = pig_left, .farmer = pig_farmer};
const struct recount_rules goods_recount = {.name = "goods",
                                            .state_size = sizeof(struct goods),
                                            .settled = goods_settled,
                                            .final = goods_final};
