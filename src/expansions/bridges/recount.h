/* SPDX-License-Identifier: MIT */
/* The state of castles and bazaars in the second computation. */
#ifndef BASTIDE_EXPANSIONS_BRIDGES_RECOUNT_H
#define BASTIDE_EXPANSIONS_BRIDGES_RECOUNT_H

#include "expansions/recounts.h"

enum { RECOUNT_CASTLES = 32 };

struct recount_castle {
    unsigned tile, segment, seat, turn;
    unsigned chosen;   /* the turn in which its owner chose what it takes, 0 for never */
    bool takes_castle; /* that was a castle */
    unsigned source_tile, source_segment;
};

struct recount_castles {
    bool garden_feeds, highest, spent, fairy; /* by options */
    struct recount_castle castles[RECOUNT_CASTLES];
    unsigned count;
    int points[RECOUNT_CASTLES]; /* that each takes now */
};

struct recount_auction {
    bool needs_points; /* by option bid-zero */
    bool open, unbid;  /* without a bid */
    struct str tile;
    unsigned chooser, bidder;
    int price;
};

#endif
