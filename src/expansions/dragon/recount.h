/* SPDX-License-Identifier: MIT */
/* The state of the fairy and of the dragon in the recount. */
#ifndef BASTIDE_EXPANSIONS_DRAGON_RECOUNT_H
#define BASTIDE_EXPANSIONS_DRAGON_RECOUNT_H

#include "expansions/recounts.h"

struct recount_fairy {
    bool out;
    int x, y;
    unsigned meeple;      /* index of the follower beside which it stands, if `beside` */
    bool beside, of_cell; /* values of the options fairy and fairy-scored */
};

struct recount_dragon {
    int x, y;
    bool late; /* it moves after scoring */
};

#endif
