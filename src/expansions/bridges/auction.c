/* SPDX-License-Identifier: MIT */
/* The auctions of a bazaar: checks bids, purchases, sales and free tiles, carries them out, and
 * offers those that are possible now (auction.h). */
#include "base/bits.h"
#include "expansions/bridges/auction.h"

/* Errors of an act in an auction, as a set of bits. */
enum {
    WRONG_UNDER_WAY = 1,
    WRONG_NOT_OPEN = 8,
    WRONG_HAS_TILE = 16,
    WRONG_TURN = 32,
    WRONG_NOT_MORE = 64,
    WRONG_ABOVE_SCORE = 128,
    WRONG_FREE = 256,
    WRONG_LAST = 512,
    WRONG_AUCTIONED = 1024,
    WRONG_NOT_REVEALED = 2048,
    WRONG_CHOOSER = 4096,
    WRONG_NO_AUCTION = 8192,
    WRONG_NOT_CHOOSER = 16384,
    WRONG_NO_BIDDER = 32768,
};

static void pay(struct referee *r, unsigned seat, int sign, int price)
{
    struct score_event score = {
        .award = AWARD_BAZAAR, .kind = REF_NOTHING, .name = NODE_NONE, .rule = "bazaar-bid"};
    scoring_add_term(&score, TERM_BID, (unsigned)price, sign);
    if (price)
        judge_pay(r, seat, &score, NODE_NONE);
}

/* Returns the option by which a bazaar has no auction. Rule: bridges.bazaar.variant. */
static enum option_id why_free(const struct referee *r)
{
    return profile_is(&r->profile, BAZAAR, VARIANT) ? OPTION_BAZAAR : OPTION_BAZAAR_ZERO;
}

/* Raises a finding if no bazaar is held; true if one is held. Rule: bridges.bazaar.opens. */
static bool raise_closed(struct referee *r, const struct act *act)
{
    if (!bazaar_of(r)->revealed && !r->turn.unsure)
        judge_raise(r, FINDING_BAZAAR_UNCALLED_HELD, act->place, NO_ARGS);
    return bazaar_of(r)->revealed;
}

static int limit_of(const struct referee *r, unsigned seat)
{
    return r->scores[seat] > 0 ? r->scores[seat] : 0;
}

/* Rule: bridges.bazaar.score. */
static bool is_above_score(const struct referee *r, unsigned seat, int price)
{
    return profile_is(&r->profile, BID_LIMIT, SCORE) && price > limit_of(r, seat) &&
           !referee_scores_unknown(r);
}

/* True if the seat may not bid at all, not even 0, because it has no points. Rule:
 * bridges.bazaar.score. */
static bool has_no_bid(const struct referee *r, unsigned seat)
{
    return profile_is(&r->profile, BID_ZERO, NONE) && r->scores[seat] <= 0 &&
           !referee_scores_unknown(r);
}

static void take_free(struct referee *r, unsigned lot, unsigned seat)
{
    bazaar_write_lot(r, LOT_FREE, seat, bazaar_of(r)->lots[lot].design, SEAT_NONE, 0);
    bazaar_give(r, lot, seat, seat);
}

/* Ends the auction: the chooser keeps the tile and pays the highest bidder, or the bank if nobody
 * outbid the chooser. Rules: bridges.bazaar.sale, bridges.bazaar.score. */
static void buy(struct referee *r, struct place place)
{
    struct bazaar *bazaar = bazaar_of(r);
    bool outbid = bazaar->bidder != bazaar->chooser;
    if (bazaar->price == NO_BID) {
        take_free(r, bazaar->lot, bazaar->chooser);
        return;
    }
    if (outbid && is_above_score(r, bazaar->chooser, bazaar->price))
        judge_note_option(
            r,
            judge_raise(r, FINDING_PURCHASE, place,
                        ARGS(SEAT(bazaar->chooser), COUNT(r->scores[bazaar->chooser], "point"),
                             bazaar->price)),
            OPTION_BID_LIMIT);
    bazaar_write_lot(r, LOT_BOUGHT, bazaar->chooser, bazaar->lots[bazaar->lot].design,
                     outbid ? bazaar->bidder : (unsigned)SEAT_NONE, bazaar->price);
    pay(r, bazaar->chooser, -1, bazaar->price);
    if (outbid)
        pay(r, bazaar->bidder, 1, bazaar->price);
    bazaar_give(r, bazaar->lot, bazaar->chooser, bazaar->chooser);
}

/* Rule: bridges.bazaar.sale. */
static void sell(struct referee *r)
{
    struct bazaar *bazaar = bazaar_of(r);
    bazaar_write_lot(r, LOT_SOLD, bazaar->bidder, bazaar->lots[bazaar->lot].design, bazaar->chooser,
                     bazaar->price);
    pay(r, bazaar->bidder, -1, bazaar->price);
    pay(r, bazaar->chooser, 1, bazaar->price);
    bazaar_give(r, bazaar->lot, bazaar->bidder, bazaar->chooser);
}

void auction_close(struct referee *r)
{
    struct bazaar *bazaar = bazaar_of(r);
    if (bazaar->lot == LOT_NONE)
        return;
    if (bazaar->bidder != bazaar->chooser) {
        if (!r->turn.unsure)
            judge_raise(r, FINDING_BIDS, bazaar->place, ARGS(SEAT(bazaar->chooser)));
        judge_unknown(r, UNKNOWN_SCORES);
    }
    buy(r, bazaar->place);
}

bool auction_is_raise(const struct referee *r, unsigned seat, const struct act *act)
{
    const struct bazaar *bazaar = bazaar_of(r);
    if (bazaar->lot == LOT_NONE || act->tile.design != bazaar->lots[bazaar->lot].design)
        return false;
    bool in_turn = judge_steps(r, bazaar->chooser, seat) > bazaar->heard &&
                   act->number > bazaar->price && !bazaar_has_tile(bazaar, seat);
    /* A bid out of turn chooses another tile of this design, if there is one. */
    return in_turn || bazaar_find_lot(bazaar, act->tile.design) == LOT_NONE;
}

static int price_of(const struct act *act)
{
    return act->number > PRICE_MAX ? PRICE_MAX : (int)act->number;
}

/* Returns the errors of a bid that raises the current one. Rules: bridges.bazaar.bid,
 * bridges.bazaar.once. */
static unsigned check_raise(const struct referee *r, unsigned seat, const struct act *act)
{
    const struct bazaar *bazaar = bazaar_of(r);
    bool in_turn = judge_steps(r, bazaar->chooser, seat) > bazaar->heard;
    return bits_if(bazaar_has_tile(bazaar, seat), WRONG_HAS_TILE) |
           bits_if(seat == bazaar->chooser, WRONG_CHOOSER) |
           bits_if(seat != bazaar->chooser && !in_turn, WRONG_TURN) |
           bits_if(act->number <= bazaar->price, WRONG_NOT_MORE);
}

/* Returns the errors of choosing a tile, with a bid or free, while no tile is auctioned. Rules:
 * bridges.bazaar.chooser, bridges.bazaar.once, bridges.bazaar.count. */
static unsigned check_lot(const struct referee *r, unsigned seat, const struct act *act)
{
    const struct bazaar *bazaar = bazaar_of(r);
    if (bazaar_find_lot(bazaar, act->tile.design) == LOT_NONE || !act->tile.design)
        return WRONG_NOT_REVEALED;
    return bazaar_has_tile(bazaar, seat)    ? WRONG_HAS_TILE
           : seat != bazaar_next_chooser(r) ? WRONG_CHOOSER
                                            : 0;
}

unsigned auction_check_bid(struct referee *r, unsigned seat, const struct act *act)
{
    const struct bazaar *bazaar = bazaar_of(r);
    unsigned wrong =
        is_above_score(r, seat, act->number) || has_no_bid(r, seat) ? WRONG_ABOVE_SCORE : 0;
    if (!bazaar->revealed)
        return WRONG_NOT_OPEN;
    if (!bazaar->free && auction_is_raise(r, seat, act))
        return wrong | check_raise(r, seat, act);
    wrong |= bazaar->lot != LOT_NONE ? WRONG_UNDER_WAY : 0;
    return wrong | check_lot(r, seat, act) | bits_if(bazaar->free, WRONG_FREE) |
           bits_if(!bazaar->free && bazaar->given + 1 == bazaar->count, WRONG_LAST);
}

static void raise_above(struct referee *r, unsigned seat, const struct act *act, unsigned wrong)
{
    if (wrong & WRONG_ABOVE_SCORE)
        judge_note_option(
            r,
            judge_raise(r, FINDING_BID_SCORE, act->place,
                        ARGS(SEAT(seat), COUNT(r->scores[seat], "point"), act->number)),
            has_no_bid(r, seat) ? OPTION_BID_ZERO : OPTION_BID_LIMIT);
}

/* Raises the errors of the tile, or of the seat that chooses it. */
static void raise_lot(struct referee *r, unsigned seat, const struct act *act, unsigned wrong)
{
    if (r->turn.unsure)
        return;
    if (wrong & WRONG_NOT_REVEALED)
        judge_raise(r, FINDING_NOT_REVEALED, act->place,
                    ARGS(arena_copy(r->arena, act->tile.name.p, act->tile.name.n)));
    if (wrong & WRONG_HAS_TILE)
        judge_raise(r, FINDING_BID_AGAIN, act->place, ARGS(SEAT(seat)));
    if (wrong & WRONG_CHOOSER && !bazaar_of(r)->reported)
        judge_raise(r, FINDING_CHOOSER, act->place, ARGS(SEAT(bazaar_next_chooser(r)), SEAT(seat)));
}

static void raise_price(struct referee *r, unsigned seat, const struct act *act)
{
    struct bazaar *bazaar = bazaar_of(r);
    unsigned steps = judge_steps(r, bazaar->chooser, seat), wrong = auction_check_bid(r, seat, act);
    if (r->turn.unsure)
        ;
    else if (wrong & WRONG_HAS_TILE)
        judge_raise(r, FINDING_BID_AGAIN, act->place, ARGS(SEAT(seat)));
    else if (wrong & WRONG_CHOOSER)
        judge_raise(r, FINDING_BID_OPENED, act->place, ARGS(SEAT(seat), act->tile.design->name));
    else if (wrong & WRONG_TURN)
        judge_raise(r, FINDING_BID_TURN, act->place, ARGS(SEAT(seat)));
    else if (wrong & WRONG_NOT_MORE)
        judge_raise(r, FINDING_BID, act->place, ARGS(act->number, bazaar->price));
    raise_above(r, seat, act, wrong);
    if (steps > bazaar->heard)
        bazaar->heard = (uint8_t)steps;
    if (wrong & (WRONG_NOT_MORE | WRONG_HAS_TILE | WRONG_CHOOSER))
        return;
    /* A tile that was opened without a bid goes to the first bid. Rule: bridges.bazaar.score. */
    bool is_first = bazaar->price == NO_BID;
    bazaar->bidder = (uint8_t)seat;
    bazaar->price = price_of(act);
    bazaar->place = act->place;
    bazaar_write_lot(r, LOT_RAISED, seat, act->tile.design, SEAT_NONE, bazaar->price);
    if (is_first)
        sell(r);
}

static void begin_auction(struct referee *r, unsigned seat, const struct act *act, int price)
{
    struct bazaar *bazaar = bazaar_of(r);
    bazaar->lot = (uint8_t)bazaar_find_lot(bazaar, act->tile.design);
    bazaar->chooser = bazaar->bidder = (uint8_t)seat;
    bazaar->heard = 0;
    bazaar->price = price;
    bazaar->place = act->place;
}

/* Rule: bridges.bazaar.last. */
static void open_lot(struct referee *r, unsigned seat, const struct act *act)
{
    unsigned wrong = auction_check_bid(r, seat, act);
    if (wrong & WRONG_FREE && !r->turn.unsure && !referee_scores_unknown(r))
        judge_note_option(r, judge_raise(r, FINDING_BIDS_NO_AUCTION, act->place, NO_ARGS),
                          why_free(r));
    if (wrong & WRONG_LAST && !r->turn.unsure)
        judge_raise(r, FINDING_BIDS_LAST, act->place, NO_ARGS);
    raise_lot(r, seat, act, wrong);
    if (wrong & WRONG_NOT_REVEALED)
        return;
    raise_above(r, seat, act, wrong);
    begin_auction(r, seat, act, price_of(act));
    bazaar_write_lot(r, LOT_OPENED, seat, act->tile.design, SEAT_NONE, price_of(act));
}

void auction_judge_bid(struct referee *r, unsigned seat, const struct act *act)
{
    if (seat >= r->seats || !raise_closed(r, act))
        return;
    if (!bazaar_of(r)->free && auction_is_raise(r, seat, act)) {
        raise_price(r, seat, act);
        return;
    }
    auction_close(r);
    open_lot(r, seat, act);
}

/* True if each seat now chooses its tile when its turn to place one comes. */
static bool is_placing(const struct referee *r)
{
    return bazaar_is_chosen_when_placed(r) && (bazaar_of(r)->revealed || bazaar_of(r)->turns_left);
}

/* True if the seat has no bid, or may have none because scores are unknown. Rule:
 * bridges.bazaar.score. */
static bool opens_without_bid(const struct referee *r, unsigned seat)
{
    return has_no_bid(r, seat) ||
           (profile_is(&r->profile, BID_ZERO, NONE) && referee_scores_unknown(r));
}

/* True if the next tile is auctioned: it is not the last one. */
static bool is_auctioned(const struct bazaar *bazaar)
{
    return !bazaar->free && bazaar->given + 1 < bazaar->count;
}

unsigned auction_check_free(struct referee *r, unsigned seat, const struct act *act)
{
    const struct bazaar *bazaar = bazaar_of(r);
    if (is_placing(r)) {
        unsigned wrong = check_lot(r, seat, act) & ~(unsigned)WRONG_CHOOSER;
        return wrong | bits_if(seat != referee_next_seat(r), WRONG_TURN);
    }
    if (!bazaar->revealed)
        return WRONG_NOT_OPEN;
    unsigned wrong = bazaar->lot != LOT_NONE ? WRONG_UNDER_WAY : 0;
    return wrong | check_lot(r, seat, act) |
           bits_if(is_auctioned(bazaar) && !opens_without_bid(r, seat), WRONG_AUCTIONED);
}

static void take_lot(struct referee *r, unsigned seat, const struct act *act)
{
    take_free(r, bazaar_find_lot(bazaar_of(r), act->tile.design), seat);
}

/* Gives a tile for nothing to the seat that places it next. Rule: bridges.bazaar.variant. */
static void take_to_place(struct referee *r, unsigned seat, const struct act *act)
{
    struct bazaar *bazaar = bazaar_of(r);
    unsigned wrong = auction_check_free(r, seat, act);
    if (wrong & WRONG_NOT_REVEALED)
        judge_raise(r, FINDING_NOT_REVEALED, act->place,
                    ARGS(arena_copy(r->arena, act->tile.name.p, act->tile.name.n)));
    if (wrong & WRONG_HAS_TILE)
        judge_raise(r, FINDING_BID_AGAIN, act->place, ARGS(SEAT(seat)));
    if (wrong & (WRONG_NOT_REVEALED | WRONG_HAS_TILE))
        return;
    if (wrong & WRONG_TURN && !bazaar->reported) {
        unsigned next = referee_next_seat(r);
        judge_note_option(
            r, judge_raise(r, FINDING_BIDS_TURN, act->place, ARGS(SEAT(next), SEAT(seat))),
            OPTION_VARIANT_ORDER);
        bazaar->reported = true;
    }
    take_lot(r, seat, act);
}

/* Rules: bridges.bazaar.last, bridges.bazaar.variant. */
void auction_judge_free(struct referee *r, unsigned seat, const struct act *act)
{
    struct bazaar *bazaar = bazaar_of(r);
    if (seat < r->seats && is_placing(r)) {
        take_to_place(r, seat, act);
        return;
    }
    if (seat >= r->seats || !raise_closed(r, act))
        return;
    auction_close(r);
    unsigned wrong = auction_check_free(r, seat, act);
    if (wrong & WRONG_AUCTIONED && !bazaar->reported && !r->turn.unsure) {
        judge_raise(r, FINDING_BIDS_NOT_LAST, act->place, NO_ARGS);
        bazaar->reported = true;
    }
    raise_lot(r, seat, act, wrong);
    if (wrong & WRONG_NOT_REVEALED)
        return;
    if (is_auctioned(bazaar) && opens_without_bid(r, seat))
        begin_auction(r, seat, act, NO_BID);
    else
        take_lot(r, seat, act);
}

/* Rule: bridges.bazaar.sale. */
unsigned auction_check_word(struct referee *r, unsigned seat, const struct act *act)
{
    const struct bazaar *bazaar = bazaar_of(r);
    if (!bazaar->revealed)
        return WRONG_NOT_OPEN;
    if (bazaar->lot == LOT_NONE)
        return WRONG_NO_AUCTION;
    bool outbid = bazaar->bidder != bazaar->chooser;
    unsigned wrong = seat == bazaar->chooser ? 0 : WRONG_NOT_CHOOSER;
    if (act->verb == VERB_SELL)
        return wrong | bits_if(!outbid, WRONG_NO_BIDDER);
    return wrong |
           bits_if(outbid && is_above_score(r, bazaar->chooser, bazaar->price), WRONG_ABOVE_SCORE);
}

void auction_judge_word(struct referee *r, unsigned seat, const struct act *act)
{
    const struct bazaar *bazaar = bazaar_of(r);
    unsigned wrong = auction_check_word(r, seat, act);
    if (!raise_closed(r, act))
        return;
    if (wrong & WRONG_NO_AUCTION && !r->turn.unsure)
        judge_raise(r, FINDING_BID_NONE, act->place, NO_ARGS);
    else if (wrong & WRONG_NOT_CHOOSER && !r->turn.unsure)
        judge_raise(r, FINDING_BID_CHOOSER, act->place, ARGS(SEAT(bazaar->chooser), SEAT(seat)));
    if (wrong & WRONG_NO_AUCTION)
        return;
    if (wrong & WRONG_NO_BIDDER && r->turn.unsure)
        judge_unknown(r, UNKNOWN_SCORES);
    else if (wrong & WRONG_NO_BIDDER)
        judge_raise(r, FINDING_SOLD_TO_NOBODY, act->place, ARGS(SEAT(seat)));
    if (act->verb == VERB_SELL && !(wrong & WRONG_NO_BIDDER))
        sell(r);
    else
        buy(r, act->place);
}

unsigned auction_check_pass(struct referee *r, unsigned seat, const struct act *act)
{
    const struct bazaar *bazaar = bazaar_of(r);
    (void)act;
    if (!bazaar->revealed)
        return WRONG_NOT_OPEN;
    return bazaar->lot == LOT_NONE || judge_steps(r, bazaar->chooser, seat) <= bazaar->heard
               ? WRONG_TURN
               : 0;
}

void auction_judge_pass(struct referee *r, unsigned seat, const struct act *act)
{
    struct bazaar *bazaar = bazaar_of(r);
    if (!raise_closed(r, act) || seat >= r->seats)
        return;
    unsigned steps = judge_steps(r, bazaar->chooser, seat),
             wrong = auction_check_pass(r, seat, act);
    if (wrong & WRONG_TURN && bazaar->lot == LOT_NONE && !r->turn.unsure)
        judge_raise(r, FINDING_BID_NONE, act->place, NO_ARGS);
    else if (wrong & WRONG_TURN && !r->turn.unsure)
        judge_raise(r, FINDING_BID_PASS, act->place, ARGS(SEAT(seat)));
    else if (steps > bazaar->heard)
        bazaar->heard = (uint8_t)steps;
}

static struct act act_on_lot(enum verb_id verb, const struct design *design, int price)
{
    struct act act = choices_verb(verb);
    act.tile = (struct tile_ref){.name = str_of(design->name), .design = design};
    act.number = price;
    return act;
}

/* Offers a bid of `least` or more, up to the limit of the seat. Rule: bridges.bazaar.score. */
static void offer_bid(struct referee *r, struct choices *choices, unsigned seat,
                      const struct design *design, int least)
{
    struct choice *bid = choices_offer(r, choices, seat, act_on_lot(VERB_BID, design, least));
    if (bid)
        bid->most = is_above_score(r, seat, PRICE_MAX) ? limit_of(r, seat) : (int)PRICE_MAX;
}

/* Returns the seat that must bid or pass next in the auction under way, SEAT_NONE if all have. */
static unsigned next_bidder(const struct referee *r)
{
    const struct bazaar *bazaar = bazaar_of(r);
    for (unsigned steps = bazaar->heard + 1u; steps < r->seats; steps++) {
        unsigned seat = (bazaar->chooser + steps) % r->seats;
        if (!bazaar_has_tile(bazaar, seat))
            return seat;
    }
    return SEAT_NONE;
}

void auction_offer(struct referee *r, struct choices *choices)
{
    const struct bazaar *bazaar = bazaar_of(r);
    unsigned seat = next_bidder(r);
    if (seat != SEAT_NONE) {
        choices_offer(r, choices, seat, choices_verb(VERB_PASS));
        offer_bid(r, choices, seat, bazaar->lots[bazaar->lot].design, bazaar->price + 1);
        return;
    }
    choices_offer(r, choices, bazaar->chooser, choices_verb(VERB_BUY));
    choices_offer(r, choices, bazaar->chooser, choices_verb(VERB_SELL));
}

void auction_offer_lots(struct referee *r, struct choices *choices)
{
    const struct bazaar *bazaar = bazaar_of(r);
    unsigned seat = bazaar_next_chooser(r);
    for (unsigned i = 0; i < bazaar->count; i++) {
        const struct design *design = bazaar->lots[i].design;
        if (!design || bazaar->lots[i].owner != SEAT_NONE || bazaar_find_lot(bazaar, design) != i)
            continue;
        choices_offer(r, choices, seat, act_on_lot(VERB_FREE, design, 0));
        offer_bid(r, choices, seat, design, 0);
    }
}
