/* SPDX-License-Identifier: MIT */
/* The goods of Traders & Builders: the player who completes a city takes a token for each barrel in
 * it. At the end the players with most tokens of a kind are paid. */
#include "expansions/pieces.h"
#include "board/scoring.h"
#include "expansions/traders/goods.h"

/* Counts the barrels of each kind in a city. False if it has none. */
static bool count_barrels(const struct table *table, unsigned root, uint16_t barrels[GOODS_COUNT])
{
    bool any = false;
    unsigned node = root;
    memset(barrels, 0, GOODS_COUNT * sizeof *barrels);
    do {
        for (unsigned kind = 0; kind < GOODS_COUNT; kind++)
            if (table_segment(table, node)->marks & goods_facts[kind].mark) {
                barrels[kind]++;
                any = true;
            }
        node = table->next[node];
    } while (node != root);
    return any;
}

/* Gives goods to the player who completed the city, regardless of who owns it. Rules:
 * traders.goods.take, traders.goods.several. */
static void goods_settled(struct referee *r, const uint16_t *roots, unsigned count)
{
    uint16_t barrels[GOODS_COUNT], sorted[COMPLETED_MAX], names[COMPLETED_MAX];
    unsigned cities = 0;
    for (unsigned i = 0; i < count; i++)
        if (r->table.features[roots[i]].kind == KIND_CITY && r->turn.seat < r->seats &&
            count_barrels(&r->table, roots[i], barrels))
            sorted[cities++] = roots[i];
    if (cities)
        judge_sort_roots(&r->table, sorted, names, cities);
    for (unsigned i = 0; i < cities; i++) {
        count_barrels(&r->table, sorted[i], barrels);
        for (unsigned kind = 0; kind < GOODS_COUNT; kind++)
            holdings_take(r, r->turn.seat, goods_facts[kind].item, barrels[kind]);
        struct event *event = judge_event(r, EVENT_GOODS, r->turn.seat);
        if (event) {
            event->node = names[i];
            event->tile = r->turn.tile;
            for (unsigned kind = 0; kind < GOODS_COUNT; kind++)
                event->items.of[goods_facts[kind].item] = barrels[kind];
        }
    }
}

static unsigned tokens(const struct referee *r, unsigned seat, unsigned kind)
{
    return r->holdings.items[seat][goods_facts[kind].item];
}

/* Rules: traders.goods.score, traders.goods.tie. */
static void goods_final(struct referee *r)
{
    for (unsigned kind = 0; kind < GOODS_COUNT; kind++) {
        unsigned most = 1;
        for (unsigned seat = 0; seat < r->seats; seat++)
            most = tokens(r, seat, kind) > most ? tokens(r, seat, kind) : most;
        for (unsigned seat = 0; seat < r->seats; seat++) {
            if (tokens(r, seat, kind) != most)
                continue;
            struct score_event score = {.award = AWARD_GOODS,
                                        .kind = REF_NOTHING,
                                        .name = NODE_NONE,
                                        .final = true,
                                        .rule = "goods-final"};
            scoring_add_term(&score, goods_facts[kind].term, 1, 10);
            judge_pay(r, seat, &score, NODE_NONE);
        }
    }
}

const struct expansion goods_rules = {
    .id = EXPANSION_goods,
    .name = "goods",
    .settled = goods_settled,
    .final = goods_final,
};
