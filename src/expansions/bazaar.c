/* SPDX-License-Identifier: MIT */
/* Bazaars (Bridges, Castles & Bazaars): tiles are revealed, auctioned and then placed, one a seat. Rule: rules, Bridges,
 * Castles & Bazaars; rulebook, Le bazar.
 *
 * Passing is silent, and so is a chooser whom nobody outbid: an auction is over when the next decision is not part of it.
 */
#include "expansions/pieces.h"
#include "board/scoring.h"

enum { PRICE_MOST = 9999, LOT_NONE = 0xFF };

struct lot {
    const struct design *design;
    uint8_t owner; /* SEAT_NONE before it is given */
    bool placed;
};

struct bazaar {
    bool due;            /* the turn's tile opens one */
    bool revealed;       /* in this turn */
    bool free;           /* without auction */
    bool reported;       /* that bids are missing */
    bool unsure;         /* it is unknown who has which of its tiles */
    bool in_turn;        /* the turn under way places one of its tiles */
    unsigned turns_left; /* such turns still to come */
    struct lot lots[SEATS_MOST];
    unsigned count, given;
    /* The auction under way. */
    uint8_t lot;             /* LOT_NONE without one */
    uint8_t chooser, bidder; /* who opened, who bids highest */
    uint8_t heard;           /* seats clockwise from the chooser that have had their say */
    int price;
    struct place place; /* of the highest bid */
    uint8_t next_from;  /* the next chooser sits left of this seat */
};

static struct bazaar *state(const struct referee *r)
{
    return referee_state(r, &bazaar_rules);
}

static bool has_tile(const struct bazaar *bazaar, unsigned seat)
{
    for (unsigned i = 0; i < bazaar->count; i++)
        if (bazaar->lots[i].owner == seat)
            return true;
    return false;
}

/* Who chooses next: the first seat clockwise without a tile. */
static unsigned next_chooser(const struct referee *r)
{
    const struct bazaar *bazaar = state(r);
    unsigned seat = bazaar->next_from;
    for (unsigned i = 0; i < r->seats; i++) {
        seat = (seat + 1) % r->seats;
        if (!has_tile(bazaar, seat))
            return seat;
    }
    return seat;
}

/* A lot of this design that nobody has got, LOT_NONE without one. */
static unsigned find_lot(const struct bazaar *bazaar, const struct design *design)
{
    for (unsigned i = 0; i < bazaar->count; i++)
        if (bazaar->lots[i].owner == SEAT_NONE && bazaar->lots[i].design == design && i != bazaar->lot)
            return i;
    return LOT_NONE;
}

static void write_lot(struct referee *r, enum lot_step step, unsigned seat, const struct design *design, unsigned other, int points)
{
    struct event *event = judge_event(r, EVENT_LOT, seat);
    if (event)
        event->lot = (struct lot_event){(uint8_t)step, (uint8_t)other, (int16_t)points, design};
}

static void pay(struct referee *r, unsigned seat, int sign, int price)
{
    struct score_event score = {.award = AWARD_BAZAAR, .kind = KIND_COUNT, .name = NODE_NONE, .rule = "bazaar-bid"};
    scoring_add_term(&score, TERM_BID, (unsigned)price, sign);
    if (price)
        judge_pay(r, seat, &score, NODE_NONE);
}

static void give(struct referee *r, unsigned lot, unsigned seat, unsigned chooser)
{
    struct bazaar *bazaar = state(r);
    bazaar->lots[lot].owner = (uint8_t)seat;
    bazaar->given++;
    bazaar->next_from = (uint8_t)(profile_is(&r->profile, OPTION_BAZAAR_NEXT, "receiver") ? seat : chooser);
    bazaar->lot = LOT_NONE;
}

/* Without auction a seat may choose its tile when it places it. */
static bool is_chosen_when_placed(const struct referee *r)
{
    return state(r)->free && profile_is(&r->profile, OPTION_VARIANT_ORDER, "choose-place");
}

/* The option by which a bazaar is without auction. */
static enum option_id why_free(const struct referee *r)
{
    return profile_is(&r->profile, OPTION_BAZAAR, "variant") ? OPTION_BAZAAR : OPTION_BAZAAR_ZERO;
}

/* ---- A turn with a bazaar ---- */

static void bazaar_turn(struct referee *r)
{
    struct bazaar *bazaar = state(r);
    bazaar->due = bazaar->revealed = false;
    bazaar->lot = LOT_NONE;
    bazaar->in_turn = bazaar->turns_left > 0;
    if (bazaar->turns_left) {
        bazaar->turns_left--;
    } else {
        /* Tiles that nobody placed in their turns have been lost. */
        r->draw.reserved = 0;
        bazaar->count = 0;
    }
}

static void bazaar_placed(struct referee *r, unsigned tile)
{
    const struct design *design = r->table.tiles[tile].named;
    state(r)->due = design && design->marks & MARK_BAZAAR && !state(r)->in_turn;
}

static bool is_held(const struct referee *r)
{
    return state(r)->due && r->seats > 1 && judge_can_draw(r, r->seats);
}

static bool bazaar_draws(const struct referee *r)
{
    return is_held(r) && !state(r)->revealed;
}

/* What is wrong with an act of a bazaar, as a set. */
enum {
    WRONG_UNDER_WAY = 1,
    WRONG_UNCALLED = 2,
    WRONG_COUNT = 4,
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

static unsigned check_reveal(struct referee *r, unsigned seat, const struct act *act)
{
    const struct bazaar *bazaar = state(r);
    (void)seat;
    if (bazaar->revealed || bazaar->count)
        return WRONG_UNDER_WAY;
    return (is_held(r) ? 0u : WRONG_UNCALLED) | (act->count == r->seats ? 0u : WRONG_COUNT);
}

static void judge_reveal(struct referee *r, unsigned seat, const struct act *act)
{
    struct bazaar *bazaar = state(r);
    unsigned wrong = check_reveal(r, seat, act);
    if (wrong & WRONG_UNDER_WAY) {
        judge_raise(r, FINDING_BAZAAR_UNCALLED, act->place, ARGS("the bazaar is under way already"));
        return;
    }
    if (wrong & WRONG_UNCALLED && r->table.tiles[r->turn.tile].named && !r->draw.lost)
        judge_raise(r, FINDING_BAZAAR_UNCALLED, act->place,
                    ARGS(!bazaar->due   ? "this turn's tile opens no bazaar"
                         : r->seats > 1 ? "fewer tiles can be drawn than there are seats"
                                        : "one player holds none"));
    else if (wrong & WRONG_COUNT)
        judge_raise(r, FINDING_BAZAAR_COUNT, act->place,
                    ARGS(arena_count(r->arena, (long)act->count, "tile"), arena_count(r->arena, (long)r->seats, "seat")));
    bool poor = true;
    for (unsigned i = 0; i < r->seats; i++)
        poor &= r->scores[i] <= 0;
    bazaar->revealed = true;
    bazaar->reported = false;
    bazaar->unsure = r->turn.unsure;
    bazaar->free =
        profile_is(&r->profile, OPTION_BAZAAR, "variant") || (poor && profile_is(&r->profile, OPTION_BAZAAR_ZERO, "variant"));
    bazaar->given = 0;
    bazaar->next_from = r->turn.seat;
    for (unsigned i = 0; i < act->count && i < SEATS_MOST; i++) {
        judge_draw(r, &act->tiles[i]);
        bazaar->lots[bazaar->count++] = (struct lot){act->tiles[i].design, SEAT_NONE, false};
        write_lot(r, LOT_REVEALED, seat, act->tiles[i].design, SEAT_NONE, 0);
        r->draw.reserved++;
    }
}

/* ---- The auction ---- */

/* Raises that no bazaar is held; true when one is. */
static bool raise_closed(struct referee *r, const struct act *act)
{
    if (!state(r)->revealed && !r->turn.unsure)
        judge_raise(r, FINDING_BAZAAR_UNCALLED, act->place, ARGS("no bazaar is held now"));
    return state(r)->revealed;
}

static bool is_above_score(const struct referee *r, unsigned seat, int price)
{
    int32_t limit = r->scores[seat] > 0 ? r->scores[seat] : 0;
    return profile_is(&r->profile, OPTION_BID_LIMIT, "score") && price > limit && !referee_scores_unknown(r);
}

/* The chooser keeps the tile, and pays whoever bid highest; the bank when nobody outbid it. */
static void buy(struct referee *r, struct place place)
{
    struct bazaar *bazaar = state(r);
    bool outbid = bazaar->bidder != bazaar->chooser;
    if (outbid && is_above_score(r, bazaar->chooser, bazaar->price))
        judge_note_option(r,
                          judge_raise(r, FINDING_PURCHASE, place,
                                      ARGS(seat_name(bazaar->chooser), arena_count(r->arena, r->scores[bazaar->chooser], "point"),
                                           judge_number(r, bazaar->price))),
                          OPTION_BID_LIMIT);
    write_lot(r, LOT_BOUGHT, bazaar->chooser, bazaar->lots[bazaar->lot].design, outbid ? bazaar->bidder : (unsigned)SEAT_NONE,
              bazaar->price);
    pay(r, bazaar->chooser, -1, bazaar->price);
    if (outbid)
        pay(r, bazaar->bidder, 1, bazaar->price);
    give(r, bazaar->lot, bazaar->chooser, bazaar->chooser);
}

static void sell(struct referee *r)
{
    struct bazaar *bazaar = state(r);
    write_lot(r, LOT_SOLD, bazaar->bidder, bazaar->lots[bazaar->lot].design, bazaar->chooser, bazaar->price);
    pay(r, bazaar->bidder, -1, bazaar->price);
    pay(r, bazaar->chooser, 1, bazaar->price);
    give(r, bazaar->lot, bazaar->bidder, bazaar->chooser);
}

/* The auction under way is over without a word of its chooser. */
static void close_lot(struct referee *r)
{
    struct bazaar *bazaar = state(r);
    if (bazaar->lot == LOT_NONE)
        return;
    if (bazaar->bidder != bazaar->chooser) {
        if (!r->turn.unsure)
            judge_raise(r, FINDING_BIDS, bazaar->place,
                        ARGS(arena_printf(r->arena, "seat %s was outbid and must say whether it buys or sells",
                                          seat_name(bazaar->chooser))));
        judge_unknown(r, UNKNOWN_SCORES);
    }
    buy(r, bazaar->place);
}

/* Would this bid raise the one that stands? In its turn, or at least not as the next choice. */
static bool is_raise(const struct referee *r, unsigned seat, const struct act *act)
{
    const struct bazaar *bazaar = state(r);
    if (bazaar->lot == LOT_NONE || act->tile.design != bazaar->lots[bazaar->lot].design || seat == bazaar->chooser)
        return false;
    bool in_turn = judge_steps(r, bazaar->chooser, seat) > bazaar->heard && act->number > bazaar->price && !has_tile(bazaar, seat);
    return in_turn || find_lot(bazaar, act->tile.design) == LOT_NONE;
}

static int price_of(const struct act *act)
{
    return act->number > PRICE_MOST ? PRICE_MOST : (int)act->number;
}

/* What is wrong with a bid that raises the one that stands. */
static unsigned check_raise(const struct referee *r, unsigned seat, const struct act *act)
{
    const struct bazaar *bazaar = state(r);
    bool in_turn = judge_steps(r, bazaar->chooser, seat) > bazaar->heard;
    return (has_tile(bazaar, seat) ? WRONG_HAS_TILE : 0u) | (in_turn ? 0u : WRONG_TURN) |
           (act->number > bazaar->price ? 0u : WRONG_NOT_MORE);
}

/* What is wrong with the choice of a tile, for money or free, when none is being auctioned. */
static unsigned check_lot(const struct referee *r, unsigned seat, const struct act *act)
{
    const struct bazaar *bazaar = state(r);
    if (find_lot(bazaar, act->tile.design) == LOT_NONE || !act->tile.design)
        return WRONG_NOT_REVEALED;
    return has_tile(bazaar, seat) ? WRONG_HAS_TILE : seat != next_chooser(r) ? WRONG_CHOOSER : 0;
}

static unsigned check_bid(struct referee *r, unsigned seat, const struct act *act)
{
    const struct bazaar *bazaar = state(r);
    unsigned wrong = is_above_score(r, seat, act->number) ? WRONG_ABOVE_SCORE : 0;
    if (!bazaar->revealed)
        return WRONG_NOT_OPEN;
    if (!bazaar->free && is_raise(r, seat, act))
        return wrong | check_raise(r, seat, act);
    wrong |= bazaar->lot != LOT_NONE ? WRONG_UNDER_WAY : 0;
    return wrong | check_lot(r, seat, act) | (bazaar->free ? WRONG_FREE : bazaar->given + 1 == bazaar->count ? WRONG_LAST : 0u);
}

static void raise_above(struct referee *r, unsigned seat, const struct act *act, unsigned wrong)
{
    if (wrong & WRONG_ABOVE_SCORE)
        judge_note_option(
            r,
            judge_raise(r, FINDING_BID_SCORE, act->place,
                        ARGS(seat_name(seat), arena_count(r->arena, r->scores[seat], "point"), judge_number(r, act->number))),
            OPTION_BID_LIMIT);
}

/* What is wrong with the tile or the seat that chooses it. */
static void raise_lot(struct referee *r, unsigned seat, const struct act *act, unsigned wrong)
{
    if (r->turn.unsure)
        return;
    if (wrong & WRONG_NOT_REVEALED)
        judge_raise(r, FINDING_NOT_REVEALED, act->place, ARGS(arena_copy(r->arena, act->tile.name.p, act->tile.name.n)));
    if (wrong & WRONG_HAS_TILE)
        judge_raise(r, FINDING_BID_AGAIN, act->place, ARGS(seat_name(seat)));
    if (wrong & WRONG_CHOOSER && !state(r)->reported)
        judge_raise(r, FINDING_CHOOSER, act->place, ARGS(seat_name(next_chooser(r)), seat_name(seat)));
}

static void raise_price(struct referee *r, unsigned seat, const struct act *act)
{
    struct bazaar *bazaar = state(r);
    unsigned steps = judge_steps(r, bazaar->chooser, seat), wrong = check_bid(r, seat, act);
    if (r->turn.unsure)
        ;
    else if (wrong & WRONG_HAS_TILE)
        judge_raise(r, FINDING_BID_AGAIN, act->place, ARGS(seat_name(seat)));
    else if (wrong & WRONG_TURN)
        judge_raise(r, FINDING_BID, act->place, ARGS(arena_printf(r->arena, "seat %s bids out of turn", seat_name(seat))));
    else if (wrong & WRONG_NOT_MORE)
        judge_raise(r, FINDING_BID, act->place,
                    ARGS(arena_printf(r->arena, "%d is no more than the %d that was bid", act->number, bazaar->price)));
    raise_above(r, seat, act, wrong);
    if (steps > bazaar->heard)
        bazaar->heard = (uint8_t)steps;
    if (wrong & (WRONG_NOT_MORE | WRONG_HAS_TILE))
        return;
    bazaar->bidder = (uint8_t)seat;
    bazaar->price = price_of(act);
    bazaar->place = act->place;
    write_lot(r, LOT_RAISED, seat, act->tile.design, SEAT_NONE, bazaar->price);
}

static void open_lot(struct referee *r, unsigned seat, const struct act *act)
{
    struct bazaar *bazaar = state(r);
    unsigned wrong = check_bid(r, seat, act);
    if (wrong & WRONG_FREE && !r->turn.unsure)
        judge_note_option(
            r, judge_raise(r, FINDING_BIDS, act->place, ARGS("this bazaar is without auction: its tiles are taken free")),
            why_free(r));
    if (wrong & WRONG_LAST && !r->turn.unsure)
        judge_raise(r, FINDING_BIDS, act->place, ARGS("the last tile is free: nobody bids for it"));
    raise_lot(r, seat, act, wrong);
    if (wrong & WRONG_NOT_REVEALED)
        return;
    raise_above(r, seat, act, wrong);
    bazaar->lot = (uint8_t)find_lot(bazaar, act->tile.design);
    bazaar->chooser = bazaar->bidder = (uint8_t)seat;
    bazaar->heard = 0;
    bazaar->price = price_of(act);
    bazaar->place = act->place;
    write_lot(r, LOT_OPENED, seat, act->tile.design, SEAT_NONE, bazaar->price);
}

static void judge_bid(struct referee *r, unsigned seat, const struct act *act)
{
    if (seat >= r->seats || !raise_closed(r, act))
        return;
    if (!state(r)->free && is_raise(r, seat, act)) {
        raise_price(r, seat, act);
        return;
    }
    close_lot(r);
    open_lot(r, seat, act);
}

/* Does an act choose a tile when its turn to place comes? */
static bool is_placing(const struct referee *r)
{
    return is_chosen_when_placed(r) && (state(r)->revealed || state(r)->turns_left);
}

static unsigned check_free(struct referee *r, unsigned seat, const struct act *act)
{
    const struct bazaar *bazaar = state(r);
    if (is_placing(r)) {
        unsigned wrong = check_lot(r, seat, act) & ~(unsigned)WRONG_CHOOSER;
        return wrong | (seat != (r->turn.seat + 1u) % r->seats ? WRONG_TURN : 0u);
    }
    if (!bazaar->revealed)
        return WRONG_NOT_OPEN;
    unsigned wrong = bazaar->lot != LOT_NONE ? WRONG_UNDER_WAY : 0;
    return wrong | check_lot(r, seat, act) | (!bazaar->free && bazaar->given + 1 < bazaar->count ? WRONG_AUCTIONED : 0u);
}

static void take_lot(struct referee *r, unsigned seat, const struct act *act)
{
    unsigned lot = find_lot(state(r), act->tile.design);
    write_lot(r, LOT_FREE, seat, act->tile.design, SEAT_NONE, 0);
    give(r, lot, seat, seat);
}

/* A tile is taken for nothing by the seat that places it next. */
static void take_to_place(struct referee *r, unsigned seat, const struct act *act)
{
    struct bazaar *bazaar = state(r);
    unsigned wrong = check_free(r, seat, act);
    if (wrong & WRONG_NOT_REVEALED)
        judge_raise(r, FINDING_NOT_REVEALED, act->place, ARGS(arena_copy(r->arena, act->tile.name.p, act->tile.name.n)));
    if (wrong & WRONG_HAS_TILE)
        judge_raise(r, FINDING_BID_AGAIN, act->place, ARGS(seat_name(seat)));
    if (wrong & (WRONG_NOT_REVEALED | WRONG_HAS_TILE))
        return;
    if (wrong & WRONG_TURN && !bazaar->reported) {
        judge_note_option(r, judge_raise(r, FINDING_BIDS, act->place, ARGS("each seat chooses when its turn to place comes")),
                          OPTION_VARIANT_ORDER);
        bazaar->reported = true;
    }
    take_lot(r, seat, act);
}

static void judge_free(struct referee *r, unsigned seat, const struct act *act)
{
    struct bazaar *bazaar = state(r);
    if (seat < r->seats && is_placing(r)) {
        take_to_place(r, seat, act);
        return;
    }
    if (seat >= r->seats || !raise_closed(r, act))
        return;
    close_lot(r);
    unsigned wrong = check_free(r, seat, act);
    if (wrong & WRONG_AUCTIONED && !bazaar->reported && !r->turn.unsure) {
        judge_raise(r, FINDING_BIDS, act->place, ARGS("this tile is not the last: it is auctioned"));
        bazaar->reported = true;
    }
    raise_lot(r, seat, act, wrong);
    if (!(wrong & WRONG_NOT_REVEALED))
        take_lot(r, seat, act);
}

/* The chooser's word, `buy` or `sell`, is said by the chooser. */
static unsigned check_word(struct referee *r, unsigned seat, const struct act *act)
{
    const struct bazaar *bazaar = state(r);
    if (!bazaar->revealed)
        return WRONG_NOT_OPEN;
    if (bazaar->lot == LOT_NONE)
        return WRONG_NO_AUCTION;
    bool outbid = bazaar->bidder != bazaar->chooser;
    unsigned wrong = seat == bazaar->chooser ? 0 : WRONG_NOT_CHOOSER;
    if (act->verb == VERB_SELL)
        return wrong | (outbid ? 0u : WRONG_NO_BIDDER);
    return wrong | (outbid && is_above_score(r, bazaar->chooser, bazaar->price) ? WRONG_ABOVE_SCORE : 0u);
}

static void judge_word(struct referee *r, unsigned seat, const struct act *act)
{
    const struct bazaar *bazaar = state(r);
    unsigned wrong = check_word(r, seat, act);
    if (!raise_closed(r, act))
        return;
    if (wrong & (WRONG_NO_AUCTION | WRONG_NOT_CHOOSER) && !r->turn.unsure)
        judge_raise(r, FINDING_BID, act->place,
                    ARGS(wrong & WRONG_NO_AUCTION ? "no tile is being auctioned"
                                                  : arena_printf(r->arena, "seat %s chose the tile, not %s",
                                                                 seat_name(bazaar->chooser), seat_name(seat))));
    if (wrong & WRONG_NO_AUCTION)
        return;
    if (wrong & WRONG_NO_BIDDER)
        judge_raise(r, FINDING_SOLD_TO_NOBODY, act->place, ARGS(seat_name(seat)));
    if (act->verb == VERB_SELL && !(wrong & WRONG_NO_BIDDER))
        sell(r);
    else
        buy(r, act->place);
}

static unsigned check_pass(struct referee *r, unsigned seat, const struct act *act)
{
    const struct bazaar *bazaar = state(r);
    (void)act;
    if (!bazaar->revealed)
        return WRONG_NOT_OPEN;
    return bazaar->lot == LOT_NONE || judge_steps(r, bazaar->chooser, seat) <= bazaar->heard ? WRONG_TURN : 0;
}

static void judge_pass(struct referee *r, unsigned seat, const struct act *act)
{
    struct bazaar *bazaar = state(r);
    if (!raise_closed(r, act) || seat >= r->seats)
        return;
    unsigned steps = judge_steps(r, bazaar->chooser, seat), wrong = check_pass(r, seat, act);
    if (wrong & WRONG_TURN && !r->turn.unsure)
        judge_raise(r, FINDING_BID, act->place, ARGS(arena_printf(r->arena, "seat %s passes out of turn", seat_name(seat))));
    else if (steps > bazaar->heard)
        bazaar->heard = (uint8_t)steps;
}

/* ---- What may be done ---- */

static struct act act_on_lot(enum verb_id verb, const struct design *design, int price)
{
    struct act act = choices_verb(verb);
    act.tile = (struct tile_ref){.name = str_of(design->name), .design = design};
    act.number = price;
    return act;
}

/* A bid of `least` or more, as far as the seat may go. */
static void offer_bid(struct referee *r, struct choices *choices, unsigned seat, const struct design *design, int least)
{
    struct choice *bid = choices_offer(r, choices, seat, act_on_lot(VERB_BID, design, least));
    if (bid)
        bid->most = profile_is(&r->profile, OPTION_BID_LIMIT, "none") ? (int)PRICE_MOST : r->scores[seat] > 0 ? r->scores[seat] : 0;
}

/* The seat that has its say in the auction under way, SEAT_NONE when all have had it. */
static unsigned next_bidder(const struct referee *r)
{
    const struct bazaar *bazaar = state(r);
    for (unsigned steps = bazaar->heard + 1u; steps < r->seats; steps++) {
        unsigned seat = (bazaar->chooser + steps) % r->seats;
        if (!has_tile(bazaar, seat))
            return seat;
    }
    return SEAT_NONE;
}

static void offer_auction(struct referee *r, struct choices *choices)
{
    const struct bazaar *bazaar = state(r);
    unsigned seat = next_bidder(r);
    if (seat != SEAT_NONE) {
        choices_offer(r, choices, seat, choices_verb(VERB_PASS));
        offer_bid(r, choices, seat, bazaar->lots[bazaar->lot].design, bazaar->price + 1);
        return;
    }
    choices_offer(r, choices, bazaar->chooser, choices_verb(VERB_BUY));
    choices_offer(r, choices, bazaar->chooser, choices_verb(VERB_SELL));
}

static void offer_lots(struct referee *r, struct choices *choices)
{
    const struct bazaar *bazaar = state(r);
    unsigned seat = next_chooser(r);
    for (unsigned i = 0; i < bazaar->count; i++) {
        const struct design *design = bazaar->lots[i].design;
        if (!design || bazaar->lots[i].owner != SEAT_NONE || find_lot(bazaar, design) != i)
            continue;
        choices_offer(r, choices, seat, act_on_lot(VERB_FREE, design, 0));
        offer_bid(r, choices, seat, design, 0);
    }
}

static void bazaar_choices(struct referee *r, struct choices *choices)
{
    const struct bazaar *bazaar = state(r);
    if (r->turn.phase != PHASE_SEQUEL)
        return;
    unsigned before = choices->count;
    if (bazaar->lot != LOT_NONE) {
        offer_auction(r, choices);
    } else if (bazaar->revealed && bazaar->given < bazaar->count && !is_chosen_when_placed(r)) {
        offer_lots(r, choices);
    } else if (bazaar_draws(r)) {
        struct act act = choices_verb(VERB_BAZAAR);
        act.count = (uint16_t)r->seats;
        choices_offer(r, choices, r->turn.seat, act);
    }
    choices->must |= choices->count > before;
}

static void bazaar_line_over(struct referee *r)
{
    struct bazaar *bazaar = state(r);
    unsigned seat;
    const struct act *next = bazaar->lot == LOT_NONE ? NULL : judge_next_move(r, &seat);
    unsigned verb = next ? next->verb : (unsigned)VERB_COUNT;
    bool goes_on = verb == VERB_BUY || verb == VERB_SELL || verb == VERB_PASS || (verb == VERB_BID && is_raise(r, seat, next));
    if (!goes_on && !judge_breaks_off(r))
        close_lot(r);
}

/* The last tile goes free to the last seat, said or not. */
static void give_last(struct referee *r)
{
    struct bazaar *bazaar = state(r);
    unsigned seat = next_chooser(r), lot = 0;
    while (bazaar->lots[lot].owner != SEAT_NONE)
        lot++;
    write_lot(r, LOT_FREE, seat, bazaar->lots[lot].design, SEAT_NONE, 0);
    give(r, lot, seat, seat);
}

/* Tiles that nobody has when the turn is over. */
static void finish_lots(struct referee *r)
{
    struct bazaar *bazaar = state(r);
    bool places = is_chosen_when_placed(r);
    close_lot(r);
    if (bazaar->given + 1 == bazaar->count && bazaar->count == r->seats && !places)
        give_last(r);
    if (bazaar->given < bazaar->count && !places && !bazaar->reported && !r->turn.unsure) {
        struct finding *finding =
            judge_raise(r, FINDING_BIDS, r->turn.place,
                        ARGS(arena_printf(r->arena, "%s of the bazaar went to nobody",
                                          arena_count(r->arena, (long)(bazaar->count - bazaar->given), "tile"))));
        if (bazaar->free)
            judge_note_option(r, finding, OPTION_VARIANT_ORDER);
        bazaar->reported = true;
        judge_unknown(r, UNKNOWN_SCORES);
    }
    bazaar->turns_left = r->seats;
}

/* Is somebody still to bid, or to choose a tile? Who passes says nothing, so a bid may always be followed by others. */
static bool is_under_way(const struct referee *r)
{
    const struct bazaar *bazaar = state(r);
    return bazaar->lot != LOT_NONE || (bazaar->given + 1 < bazaar->count && !is_chosen_when_placed(r));
}

static bool bazaar_leave(struct referee *r, enum phase phase)
{
    const struct bazaar *bazaar = state(r);
    (void)phase;
    bool due = bazaar->revealed ? is_under_way(r) : is_held(r);
    if (due && judge_breaks_off(r))
        return false;
    if (bazaar->revealed)
        finish_lots(r);
    else if (due && !r->turn.unsure && !r->draw.lost && !r->unknown.game)
        judge_raise(r, FINDING_NO_BAZAAR, r->turn.place, NO_ARGS);
    return true;
}

/* ---- The turns that place its tiles ---- */

/* One that fitted nowhere was a seat's own: it draws another. */
static bool has_placed(const struct bazaar *bazaar, unsigned seat)
{
    for (unsigned i = 0; i < bazaar->count; i++)
        if (bazaar->lots[i].placed && bazaar->lots[i].owner == seat)
            return true;
    return false;
}

/* An unplaced lot that is, or may be, this seat's; LOT_NONE without one. */
static unsigned own_lot(const struct bazaar *bazaar, unsigned seat, const struct design *design)
{
    unsigned any = LOT_NONE;
    if (has_placed(bazaar, seat))
        return LOT_NONE;
    for (unsigned i = 0; i < bazaar->count; i++) {
        bool mine = bazaar->lots[i].owner == seat;
        if (bazaar->lots[i].placed || (!mine && bazaar->lots[i].owner != SEAT_NONE))
            continue;
        if (bazaar->lots[i].design == design)
            return i;
        any = any == LOT_NONE || mine ? i : any;
    }
    return any;
}

static unsigned bazaar_reserved(const struct referee *r, const struct design *designs[SEATS_MOST])
{
    const struct bazaar *bazaar = state(r);
    unsigned count = 0;
    bool own = has_tile(bazaar, r->turn.seat);
    for (unsigned i = 0; bazaar->in_turn && !has_placed(bazaar, r->turn.seat) && i < bazaar->count; i++)
        if (!bazaar->lots[i].placed && (own ? bazaar->lots[i].owner == r->turn.seat : bazaar->lots[i].owner == SEAT_NONE))
            designs[count++] = bazaar->lots[i].design;
    return count;
}

static bool bazaar_supplies(struct referee *r, const struct tile_ref *tile)
{
    struct bazaar *bazaar = state(r);
    if (!bazaar->in_turn)
        return false;
    unsigned own = own_lot(bazaar, r->turn.seat, tile->design), lot = own;
    if (own == LOT_NONE)
        return false;
    if (bazaar->lots[own].design != tile->design && tile->design) {
        bool chosen = bazaar->lots[own].owner == r->turn.seat;
        /* Another seat's tile, or none of them at all. */
        lot = LOT_NONE;
        for (unsigned i = 0; i < bazaar->count; i++)
            if (!bazaar->lots[i].placed && bazaar->lots[i].design == tile->design)
                lot = i;
        if (!bazaar->reported && !bazaar->unsure && !r->unknown.gap && bazaar->lots[own].design)
            judge_raise(r, chosen || lot != LOT_NONE ? FINDING_NOT_ACQUIRED : FINDING_NOT_REVEALED, tile->place,
                        chosen || lot != LOT_NONE ? ARGS(tile->design->name, seat_name(r->turn.seat),
                                                         chosen ? bazaar->lots[own].design->name : "none of them")
                                                  : ARGS(tile->design->name));
        /* Whoever is left with the wrong tile has this one's. */
        if (lot != LOT_NONE && chosen)
            bazaar->lots[own].owner = bazaar->lots[lot].owner;
    }
    bazaar->lots[lot == LOT_NONE ? own : lot].placed = true;
    if (bazaar->lots[own].owner == SEAT_NONE) {
        bazaar->lots[own].owner = r->turn.seat;
        write_lot(r, LOT_FREE, r->turn.seat, bazaar->lots[own].design, SEAT_NONE, 0);
    }
    r->draw.reserved -= r->draw.reserved > 0;
    return lot != LOT_NONE;
}

static const struct move moves[] = {
    {VERB_BAZAAR, PHASE_SEQUEL, false, false, check_reveal, judge_reveal},
    {VERB_BID, PHASE_SEQUEL, true, false, check_bid, judge_bid},
    {VERB_FREE, PHASE_SEQUEL, true, false, check_free, judge_free},
    {VERB_BUY, PHASE_SEQUEL, true, false, check_word, judge_word},
    {VERB_SELL, PHASE_SEQUEL, true, false, check_word, judge_word},
    {VERB_PASS, PHASE_SEQUEL, true, false, check_pass, judge_pass},
};

const struct expansion bazaar_rules = {
    .id = EXPANSION_bazaar,
    .name = "bazaar",
    .state_size = sizeof(struct bazaar),
    .moves = moves,
    .move_count = sizeof moves / sizeof *moves,
    .turn = bazaar_turn,
    .supplies = bazaar_supplies,
    .placed = bazaar_placed,
    .reserved = bazaar_reserved,
    .draws = bazaar_draws,
    .choices = bazaar_choices,
    .leave = bazaar_leave,
    .leaves = 1u << PHASE_SEQUEL,
    .line_over = bazaar_line_over,
};
