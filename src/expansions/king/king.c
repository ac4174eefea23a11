/* SPDX-License-Identifier: MIT */
/* The king and the robber baron of King & Robber Baron. The player who completes the largest city
 * or road so far takes the king's or the robber's card. At the end the card pays for all completed
 * cities or roads. */
#include "board/scoring.h"
#include "expansions/pieces.h"

struct card {
    uint16_t largest; /* tiles of the largest feature completed so far */
};

/* Returns the name of the largest feature of a kind among the completed ones, NODE_NONE if there is
 * none. Writes its number of tiles to *tiles. */
static unsigned find_largest(struct referee *r, enum kind kind, const uint16_t *roots,
                             unsigned count, unsigned *tiles)
{
    uint16_t sorted[COMPLETED_MAX], names[COMPLETED_MAX];
    unsigned found = 0, largest = NODE_NONE;
    *tiles = 0;
    for (unsigned i = 0; i < count; i++)
        if (r->table.features[roots[i]].kind == kind)
            sorted[found++] = roots[i];
    if (found)
        judge_sort_roots(&r->table, sorted, names, found);
    for (unsigned i = 0; i < found; i++) {
        unsigned size = table_count_tiles(&r->table, sorted[i]);
        if (size > *tiles) {
            *tiles = size;
            largest = names[i];
        }
    }
    return largest;
}

/* Rules: king.card.king, king.card.robber, king.card.owner, king.card.tiles, king.card.several,
 * king.card.castle. */
static void take_card(struct referee *r, struct card *card, enum item_id item, enum kind kind,
                      const uint16_t *roots, unsigned count)
{
    unsigned tiles, name = find_largest(r, kind, roots, count, &tiles);
    unsigned seat = r->turn.seat;
    if (tiles <= card->largest || seat >= r->seats)
        return;
    struct event *event = judge_event(r, EVENT_CARD, seat);
    if (event) {
        event->node = (uint16_t)name;
        event->tile = r->turn.tile;
        event->items.item = (uint8_t)item;
        event->items.of[item] = 1;
        event->items.from = (uint8_t)holdings_holder(r, item);
        event->items.size = (uint16_t)tiles;
    }
    holdings_take_over(r, seat, item);
    card->largest = (uint16_t)tiles;
}

/* Rules: king.score.king, king.score.robber. */
static void pay_card(struct referee *r, enum item_id item, enum kind kind, enum award award,
                     enum term_name term, const char *rule)
{
    struct score_event score = {.award = (uint8_t)award,
                                .kind = REF_NOTHING,
                                .name = NODE_NONE,
                                .final = true,
                                .rule = rule};
    unsigned completed = 0, holder = holdings_holder(r, item);
    if (holder == SEAT_NONE)
        return;
    for (unsigned node = 0; node < r->table.tile_count * NODES_PER_TILE; node++)
        completed += table_is_root(&r->table, node) && r->table.features[node].kind == kind &&
                     r->table.features[node].completed;
    scoring_add_term(&score, term, completed, 1);
    judge_pay(r, holder, &score, NODE_NONE);
}

static void king_settled(struct referee *r, const uint16_t *roots, unsigned count)
{
    take_card(r, referee_state(r, &king_rules), ITEM_KING, KIND_CITY, roots, count);
}

static void robber_settled(struct referee *r, const uint16_t *roots, unsigned count)
{
    take_card(r, referee_state(r, &robber_rules), ITEM_ROBBER, KIND_ROAD, roots, count);
}

static void king_final(struct referee *r)
{
    pay_card(r, ITEM_KING, KIND_CITY, AWARD_KING, TERM_CITIES, "king-final");
}

static void robber_final(struct referee *r)
{
    pay_card(r, ITEM_ROBBER, KIND_ROAD, AWARD_ROBBER, TERM_ROADS, "robber-final");
}

const struct expansion king_rules = {
    .id = EXPANSION_king,
    .name = "king",
    .state_size = sizeof(struct card),
    .settled = king_settled,
    .final = king_final,
};
const struct expansion robber_rules = {
    .id = EXPANSION_robber,
    .name = "robber",
    .state_size = sizeof(struct card),
    .settled = robber_settled,
    .final = robber_final,
};
