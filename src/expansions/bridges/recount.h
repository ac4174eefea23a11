/* SPDX-License-Identifier: MIT */
/* The state of castles and bazaars in the recount. */
#ifndef BASTIDE_EXPANSIONS_BRIDGES_RECOUNT_H
#define BASTIDE_EXPANSIONS_BRIDGES_RECOUNT_H

#include "expansions/recounts.h"

enum { RECOUNT_CASTLES = 32 };

struct recount_castle {
    unsigned tile, segment, seat, turn;
    unsigned chosen;   /* the turn in which its owner chose what it takes, 0 for never */
    bool takes_castle; /* its owner chose a castle as the source */
    unsigned source_tile, source_segment;
};

struct recount_castles {
    bool garden_feeds, highest, spent, fairy; /* values of options */
    struct recount_castle castles[RECOUNT_CASTLES];
    unsigned count;
    int points[RECOUNT_CASTLES]; /* points that each castle takes now, -1 for none */
};

struct recount_auction {
    bool needs_points; /* by option bid-zero, a seat without points has no bid */
    bool open, unbid;  /* an auction is under way; it was opened without a bid */
    struct str tile;
    unsigned chooser, bidder;
    int price;
};

#endif
