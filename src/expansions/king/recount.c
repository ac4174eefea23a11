/* SPDX-License-Identifier: MIT */
/* The recount of King & Robber Baron. */
#include "expansions/bridges/recount.h"
#include "recount/recount_part.h"

struct counted_card {
    unsigned largest, holder;
    unsigned castles;   /* castles counted so far, if they count as cities */
    bool castles_count; /* value of an option */
    uint8_t scoring;    /* value of an option */
};

/* Value of the option of the cards' points. */
#define IS(card, value) ((card)->scoring == OPTION_KING_ROBBER_SCORING_##value)

static void begin(struct counted_card *card, const struct profile *profile)
{
    card->scoring = profile->value[OPTION_KING_ROBBER_SCORING];
}

static void king_begin(struct recount *rc, const struct record *record,
                       const struct profile *profile)
{
    (void)record;
    struct counted_card *card = recount_state(rc, &king_recount);
    begin(card, profile);
    card->castles_count = profile_is(profile, CASTLE_KING, YES);
}

static void robber_begin(struct recount *rc, const struct record *record,
                         const struct profile *profile)
{
    (void)record;
    begin(recount_state(rc, &robber_recount), profile);
}

static unsigned count_castles(const struct recount *rc)
{
    const struct recount_castles *castles = recount_look(rc, &castle_recount);
    return recount_plays(rc, &castle_recount) ? castles->count : 0;
}

static void look(struct recount *rc, struct counted_card *card, enum kind kind)
{
    static struct recount_nodes news;
    static struct recount_feature f;
    unsigned before = card->largest, completed, castles = 0;
    recount_find_news(rc, 1u << kind, &news);
    for (unsigned i = 0; i < news.count; i++) {
        recount_flood(rc, news.nodes[i].tile, news.nodes[i].segment, &f);
        card->largest = f.tiles > card->largest ? f.tiles : card->largest;
    }
    if (card->castles_count) {
        castles = count_castles(rc) - card->castles;
        card->castles += castles;
        card->largest = castles && card->largest < 2 ? 2 : card->largest;
    }
    completed = news.count + castles;
    if (before && IS(card, RUNNING))
        rc->scores[card->holder] += (int)completed;
    if (card->largest > before)
        card->holder = rc->seat;
}

static void pay(struct recount *rc, const struct counted_card *card,
                const struct counted_card *other, enum kind kind)
{
    static struct recount_nodes completed;
    if (!card->largest)
        return;
    recount_find_completed(rc, 1u << kind, &completed);
    if (IS(card, FEATURES))
        rc->scores[card->holder] +=
            (int)(completed.count + (card->castles_count ? count_castles(rc) : 0));
    else if (IS(card, 10))
        rc->scores[card->holder] += 10;
    else if (IS(card, 15_40))
        rc->scores[card->holder] +=
            other && other->largest && other->holder == card->holder ? 20 : 15;
}

static void king_settled(struct recount *rc)
{
    look(rc, recount_state(rc, &king_recount), KIND_CITY);
}

static void robber_settled(struct recount *rc)
{
    look(rc, recount_state(rc, &robber_recount), KIND_ROAD);
}

static const struct counted_card *card_of(const struct recount *rc,
                                          const struct recount_rules *rules)
{
    return recount_plays(rc, rules) ? recount_look(rc, rules) : NULL;
}

static void king_final(struct recount *rc)
{
    pay(rc, card_of(rc, &king_recount), card_of(rc, &robber_recount), KIND_CITY);
}

static void robber_final(struct recount *rc)
{
    pay(rc, card_of(rc, &robber_recount), card_of(rc, &king_recount), KIND_ROAD);
}

const struct recount_rules king_recount = {.name = "king",
                                           .state_size = sizeof(struct counted_card),
                                           .begin = king_begin,
                                           .settled = king_settled,
                                           .final = king_final};
const struct recount_rules robber_recount = {.name = "robber",
                                             .state_size = sizeof(struct counted_card),
                                             .begin = robber_begin,
                                             .settled = robber_settled,
                                             .final = robber_final};
