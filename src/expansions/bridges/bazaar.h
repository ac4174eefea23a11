/* SPDX-License-Identifier: MIT */
/* What bazaar.c and auction.c share: how a bazaar is opened, its auctions, and how its tiles are
 * placed. */
#ifndef BASTIDE_EXPANSIONS_BAZAAR_H
#define BASTIDE_EXPANSIONS_BAZAAR_H

#include "board/scoring.h"
#include "expansions/pieces.h"

enum { PRICE_MAX = 9999, NO_BID = -1, LOT_NONE = 0xFF };

struct lot {
    const struct design *design;
    uint8_t owner; /* SEAT_NONE before it is given */
    bool placed;
};

struct bazaar {
    bool due;                    /* the turn's tile opens one at its end */
    uint16_t put_off[SEATS_MAX]; /* those that tiles of a seat opened in the turns of another: held
                                     when these are over */
    bool revealed;               /* in this turn */
    bool free;                   /* without auction */
    bool reported;               /* that bids are missing */
    bool unsure;                 /* it is unknown who has which of its tiles */
    bool in_turn;                /* the turn under way places one of its tiles */
    unsigned turns_left;         /* such turns still to come */
    struct lot lots[SEATS_MAX];
    unsigned count, given;
    /* The auction under way. */
    uint8_t lot;             /* LOT_NONE without one */
    uint8_t chooser, bidder; /* who opened, who bids highest */
    uint8_t heard;      /* steps clockwise from the chooser to the last seat that bid or passed */
    int price;          /* NO_BID where the chooser opened without one */
    struct place place; /* of the highest bid */
    uint8_t next_from;  /* the next chooser sits left of this seat */
};

/* ---- bazaar.c ---- */

struct bazaar *bazaar_of(const struct referee *r);
bool bazaar_has_tile(const struct bazaar *bazaar, unsigned seat);
/* Who chooses next: the first seat clockwise without a tile. */
unsigned bazaar_next_chooser(const struct referee *r);
/* A lot of this design that nobody has got, LOT_NONE without one. */
unsigned bazaar_find_lot(const struct bazaar *bazaar, const struct design *design);
void bazaar_write_lot(struct referee *r, enum lot_step step, unsigned seat,
                      const struct design *design, unsigned other, int points);
void bazaar_give(struct referee *r, unsigned lot, unsigned seat, unsigned chooser);
/* Without auction a seat may choose its tile when it places it. */
bool bazaar_is_chosen_when_placed(const struct referee *r);

/* ---- auction.c ---- */

/* Ends the auction under way, whose chooser wrote neither `buy` nor `sell`. */
void auction_close(struct referee *r);
/* Would this bid raise the one that stands? Yes when it is in turn, or cannot be meant as the next
 * choice of a tile. */
bool auction_is_raise(const struct referee *r, unsigned seat, const struct act *act);
unsigned auction_check_bid(struct referee *r, unsigned seat, const struct act *act);
void auction_judge_bid(struct referee *r, unsigned seat, const struct act *act);
unsigned auction_check_free(struct referee *r, unsigned seat, const struct act *act);
void auction_judge_free(struct referee *r, unsigned seat, const struct act *act);
/* The chooser's word, `buy` or `sell`, is said by the chooser. */
unsigned auction_check_word(struct referee *r, unsigned seat, const struct act *act);
void auction_judge_word(struct referee *r, unsigned seat, const struct act *act);
unsigned auction_check_pass(struct referee *r, unsigned seat, const struct act *act);
void auction_judge_pass(struct referee *r, unsigned seat, const struct act *act);
void auction_offer(struct referee *r, struct choices *choices);
void auction_offer_lots(struct referee *r, struct choices *choices);

#endif
