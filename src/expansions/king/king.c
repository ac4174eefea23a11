/* SPDX-License-Identifier: MIT */
/* The king and the robber baron of King & Robber Baron. The player who completes the largest city
 * or road so far takes the king's or the robber's card. At the end the card pays for all completed
 * cities or roads. */
#include "board/scoring.h"
#include "expansions/pieces.h"

enum { COUNTED_CASTLES_MAX = 4 * SEATS_MAX };

struct card {
    uint16_t largest; /* tiles of the largest feature completed so far */
};

struct king {
    struct card card;
    /* Castles that were counted as completed cities, by option castle-king. */
    uint16_t castles[COUNTED_CASTLES_MAX];
    unsigned castle_count;
};

/* The features of a card's kind that this part of the turn completed. */
struct fresh {
    uint16_t roots[COMPLETED_MAX + COUNTED_CASTLES_MAX];
    unsigned count;
};

/* Rule: king.card.castle-city. */
static bool is_castle_king(const struct referee *r, enum kind kind)
{
    return kind == KIND_CITY && profile_is(&r->profile, CASTLE_KING, YES);
}

static bool is_castle(struct referee *r, unsigned node)
{
    return table_is_root(&r->table, node) && r->table.features[node].kind == KIND_CASTLE;
}

/* Lists the features of a kind that were completed now: those among `roots`, and for the king the
 * castles founded now. Rules: king.card.castle, king.card.castle-city. */
static void find_fresh(struct referee *r, enum kind kind, const uint16_t *roots, unsigned count,
                       struct fresh *fresh)
{
    fresh->count = 0;
    for (unsigned i = 0; i < count; i++)
        if (r->table.features[roots[i]].kind == kind)
            fresh->roots[fresh->count++] = roots[i];
    if (!is_castle_king(r, kind))
        return;
    struct king *king = referee_state(r, &king_rules);
    for (unsigned node = 0; node < r->table.tile_count * NODES_PER_TILE; node++)
        if (is_castle(r, node) && king->castle_count < COUNTED_CASTLES_MAX &&
            !table_is_among(king->castles, king->castle_count, node)) {
            king->castles[king->castle_count++] = (uint16_t)node;
            fresh->roots[fresh->count++] = (uint16_t)node;
        }
}

/* Returns the name of the largest feature, or NODE_NONE if the list is empty. Writes its number of
 * tiles to *tiles. */
static unsigned find_largest(struct referee *r, struct fresh *fresh, unsigned *tiles)
{
    uint16_t names[COMPLETED_MAX + COUNTED_CASTLES_MAX];
    unsigned largest = NODE_NONE;
    *tiles = 0;
    if (fresh->count)
        judge_sort_roots(&r->table, fresh->roots, names, fresh->count);
    for (unsigned i = 0; i < fresh->count; i++) {
        unsigned size = table_count_tiles(&r->table, fresh->roots[i]);
        if (size > *tiles) {
            *tiles = size;
            largest = names[i];
        }
    }
    return largest;
}

/* Rules: king.card.king, king.card.robber, king.card.owner, king.card.tiles, king.card.several. */
static void take_card(struct referee *r, struct card *card, enum item_id item, struct fresh *fresh)
{
    unsigned tiles, name = find_largest(r, fresh, &tiles);
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

static void pay_card(struct referee *r, unsigned seat, enum award award, enum term_name term,
                     unsigned count, int each, bool final, const char *rule)
{
    struct score_event score = {.award = (uint8_t)award,
                                .kind = REF_NOTHING,
                                .name = NODE_NONE,
                                .final = final,
                                .rule = rule};
    scoring_add_term(&score, term, count, each);
    judge_pay(r, seat, &score, NODE_NONE);
}

/* The two cards, and the words for their points. */
static const struct {
    enum item_id item;
    enum kind kind;
    enum award award;
    enum term_name term;
    const char *running, *final;
} cards[] = {
    {ITEM_KING, KIND_CITY, AWARD_KING, TERM_CITIES, "king-running", "king-final"},
    {ITEM_ROBBER, KIND_ROAD, AWARD_ROBBER, TERM_ROADS, "robber-running", "robber-final"},
};
enum { THE_KING, THE_ROBBER };

/* Rule: king.score.running. */
static void settle(struct referee *r, struct card *card, unsigned of, const uint16_t *roots,
                   unsigned count)
{
    struct fresh fresh;
    unsigned holder = holdings_holder(r, cards[of].item);
    find_fresh(r, cards[of].kind, roots, count, &fresh);
    if (fresh.count && holder != SEAT_NONE && profile_is(&r->profile, KING_ROBBER_SCORING, RUNNING))
        pay_card(r, holder, cards[of].award, cards[of].term, fresh.count, 1, false,
                 cards[of].running);
    take_card(r, card, cards[of].item, &fresh);
}

/* Rules: king.score.king, king.score.robber. */
static void pay_features(struct referee *r, unsigned of, unsigned holder)
{
    unsigned completed = 0;
    for (unsigned node = 0; node < r->table.tile_count * NODES_PER_TILE; node++)
        completed += (table_is_root(&r->table, node) && r->table.features[node].completed &&
                      r->table.features[node].kind == cards[of].kind) ||
                     (is_castle_king(r, cards[of].kind) && is_castle(r, node));
    pay_card(r, holder, cards[of].award, cards[of].term, completed, 1, true, cards[of].final);
}

/* Rule: king.score.fixed. */
static void pay_fixed(struct referee *r, unsigned of, unsigned holder)
{
    bool is_high = profile_is(&r->profile, KING_ROBBER_SCORING, 15_40);
    if (!is_high || holdings_holder(r, cards[!of].item) != holder)
        pay_card(r, holder, cards[of].award, TERM_CARDS, 1, is_high ? 15 : 10, true,
                 cards[of].final);
    else if (of == THE_KING)
        pay_card(r, holder, AWARD_CARDS, TERM_CARDS, 2, 20, true, "cards-final");
}

/* Rules: king.score.king, king.score.robber, king.score.fixed, king.score.running. */
static void pay_at_end(struct referee *r, unsigned of)
{
    unsigned holder = holdings_holder(r, cards[of].item);
    if (holder == SEAT_NONE || profile_is(&r->profile, KING_ROBBER_SCORING, RUNNING))
        return;
    if (profile_is(&r->profile, KING_ROBBER_SCORING, FEATURES))
        pay_features(r, of, holder);
    else
        pay_fixed(r, of, holder);
}

static void king_settled(struct referee *r, const uint16_t *roots, unsigned count)
{
    struct king *king = referee_state(r, &king_rules);
    settle(r, &king->card, THE_KING, roots, count);
}

static void robber_settled(struct referee *r, const uint16_t *roots, unsigned count)
{
    settle(r, referee_state(r, &robber_rules), THE_ROBBER, roots, count);
}

static void king_final(struct referee *r)
{
    pay_at_end(r, THE_KING);
}

static void robber_final(struct referee *r)
{
    pay_at_end(r, THE_ROBBER);
}

const struct expansion king_rules = {
    .id = EXPANSION_king,
    .name = "king",
    .state_size = sizeof(struct king),
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
