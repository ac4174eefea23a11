/* SPDX-License-Identifier: MIT */
/* The recount of King & Robber Baron. */
#include "expansions/recounts.h"
#include "recount/recount_part.h"

struct counted_card {
    unsigned largest, holder;
};

static void look(struct recount *rc, struct counted_card *card, enum kind kind)
{
    static struct recount_nodes news;
    static struct recount_feature f;
    unsigned before = card->largest;
    recount_find_news(rc, 1u << kind, &news);
    for (unsigned i = 0; i < news.count; i++) {
        recount_flood(rc, news.nodes[i].tile, news.nodes[i].segment, &f);
        card->largest = f.tiles > card->largest ? f.tiles : card->largest;
    }
    if (card->largest > before)
        card->holder = rc->seat;
}

static void pay(struct recount *rc, const struct counted_card *card, enum kind kind)
{
    static struct recount_nodes completed;
    recount_find_completed(rc, 1u << kind, &completed);
    if (card->largest)
        rc->scores[card->holder] += (int)completed.count;
}

static void king_settled(struct recount *rc)
{
    look(rc, recount_state(rc, &king_recount), KIND_CITY);
}

static void robber_settled(struct recount *rc)
{
    look(rc, recount_state(rc, &robber_recount), KIND_ROAD);
}

static void king_final(struct recount *rc)
{
    pay(rc, recount_state(rc, &king_recount), KIND_CITY);
}

static void robber_final(struct recount *rc)
{
    pay(rc, recount_state(rc, &robber_recount), KIND_ROAD);
}

const struct recount_rules king_recount = {.name = "king",
                                           .state_size = sizeof(struct counted_card),
                                           .settled = king_settled,
                                           .final = king_final};
const struct recount_rules robber_recount = {.name = "robber",
                                             .state_size = sizeof(struct counted_card),
                                             .settled = robber_settled,
                                             .final = robber_final};
