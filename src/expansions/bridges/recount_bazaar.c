/* SPDX-License-Identifier: MIT */
/* The recount of bazaars: the points that seats pay each other and the bank. */
#include "expansions/bridges/recount.h"
#include "recount/recount_part.h"

static void bazaar_begin(struct recount *rc, const struct record *record,
                         const struct profile *profile)
{
    (void)record;
    struct recount_auction *auction = recount_state(rc, &bazaar_recount);
    auction->needs_points = profile_is(profile, BID_ZERO, NONE);
}

static void pass_money(struct recount *rc, unsigned from, int to)
{
    struct recount_auction *auction = recount_state(rc, &bazaar_recount);
    rc->scores[from] -= auction->price;
    if (to >= 0)
        rc->scores[to] += auction->price;
    auction->open = false;
}

/* Ends the auction under way with a purchase. A chooser whom nobody outbid pays the bank, with or
 * without `buy` in the record. */
static void close_auction(struct recount *rc)
{
    struct recount_auction *auction = recount_state(rc, &bazaar_recount);
    if (auction->open)
        pass_money(rc, auction->chooser,
                   auction->bidder == auction->chooser ? -1 : (int)auction->bidder);
}

static void follow_bid(struct recount *rc, unsigned seat, const struct act *act)
{
    struct recount_auction *auction = recount_state(rc, &bazaar_recount);
    struct str tile = act->tile.name;
    bool raises = auction->open && seat != auction->chooser && tile.n == auction->tile.n &&
                  memcmp(tile.p, auction->tile.p, tile.n) == 0;
    if (!raises) {
        close_auction(rc);
        auction->open = true;
        auction->tile = tile;
        auction->chooser = seat;
    }
    auction->bidder = seat;
    auction->price = act->number;
    if (raises && auction->unbid)
        pass_money(rc, seat, (int)auction->chooser);
    auction->unbid = false;
}

/* Ends the auction under way, and follows `free`. With option bid-zero at none, a seat without
 * points opens an auction with `free`, and the first bid gets the tile. */
static void follow_free(struct recount *rc, unsigned seat, const struct act *act)
{
    struct recount_auction *auction = recount_state(rc, &bazaar_recount);
    close_auction(rc);
    if (!auction->needs_points || rc->scores[seat] > 0)
        return;
    auction->open = auction->unbid = true;
    auction->tile = act->tile.name;
    auction->chooser = auction->bidder = seat;
    auction->price = 0;
}

static bool bazaar_act(struct recount *rc, const struct line *line, const struct act *act)
{
    const struct recount_auction *auction = recount_look(rc, &bazaar_recount);
    switch ((enum verb_id)act->verb) {
    case VERB_BAZAAR:
        recount_settle_turn(rc);
        close_auction(rc);
        return true;
    case VERB_FREE:
        recount_settle_turn(rc);
        follow_free(rc, line->seat, act);
        return true;
    case VERB_BID:
        follow_bid(rc, line->seat, act);
        return true;
    case VERB_BUY:
        close_auction(rc);
        return true;
    case VERB_SELL:
        pass_money(rc, auction->bidder, (int)auction->chooser);
        return true;
    default:
        return false;
    }
}

const struct recount_rules bazaar_recount = {
    .name = "bazaar",
    .state_size = sizeof(struct recount_auction),
    .begin = bazaar_begin,
    .act = bazaar_act,
    .line_over = close_auction,
};
