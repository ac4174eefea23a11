/* SPDX-License-Identifier: MIT */
/* A bazaar: the tiles revealed in a turn, their owners, and whether they are placed already. Each
 * tile is a lot. */
#ifndef BASTIDE_EXPANSIONS_BAZAAR_H
#define BASTIDE_EXPANSIONS_BAZAAR_H

#include "board/scoring.h"
#include "expansions/pieces.h"

enum { PRICE_MAX = 9999, NO_BID = -1, LOT_NONE = 0xFF };

struct lot {
    const struct design *design;
    uint8_t owner; /* seat that received it; SEAT_NONE if it has no owner yet */
    bool placed;
};

struct bazaar {
    bool due;                    /* a tile of this turn opens a bazaar */
    uint16_t put_off[SEATS_MAX]; /* number of bazaars that second tiles of each seat opened during
                                    the round of another bazaar; they are held at the end of such a
                                    round */
    bool revealed;               /* the bazaar was opened in this turn */
    bool free;                   /* its tiles are taken free, without auction */
    bool reported;               /* an error in giving out its tiles was reported; others are not
                                    reported */
    bool unsure;                 /* it is unknown which seat has which of its tiles */
    bool in_turn;                /* the turn under way places one of its tiles */
    unsigned turns_left;         /* turns still to come that place one of its tiles */
    struct lot lots[SEATS_MAX];
    unsigned count, given;
    /* The auction under way. */
    uint8_t lot;             /* index of the auctioned lot; LOT_NONE for none */
    uint8_t chooser, bidder; /* seat that opened it; seat of the highest bid */
    uint8_t heard;      /* steps clockwise from the chooser to the last seat that bid or passed */
    int price;          /* highest bid in points; NO_BID if the chooser opened without one */
    struct place place; /* place of the highest bid in the record */
    uint8_t next_from;  /* seat from which the next chooser is searched for, clockwise */
};

struct bazaar *bazaar_of(const struct referee *r);
bool bazaar_has_tile(const struct bazaar *bazaar, unsigned seat);
/* Returns the seat that chooses next: the first one clockwise from next_from without a tile. */
unsigned bazaar_next_chooser(const struct referee *r);
/* Returns a lot of this design that has no owner and is not being auctioned, LOT_NONE for none. */
unsigned bazaar_find_lot(const struct bazaar *bazaar, const struct design *design);
void bazaar_write_lot(struct referee *r, enum lot_step step, unsigned seat,
                      const struct design *design, unsigned other, int points);
void bazaar_give(struct referee *r, unsigned lot, unsigned seat, unsigned chooser);
/* True if there is no auction and each seat chooses its tile when it places it. */
bool bazaar_is_chosen_when_placed(const struct referee *r);

#endif
