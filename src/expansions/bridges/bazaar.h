/* SPDX-License-Identifier: MIT */
/* A bazaar: the tiles revealed in a turn, who gets them, and which are still to be placed. Each
 * tile is a lot. */
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

#endif
