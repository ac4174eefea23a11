/* SPDX-License-Identifier: MIT */
/* The state of the fairy and the dragon in the second computation. */
#ifndef BASTIDE_EXPANSIONS_DRAGON_RECOUNT_H
#define BASTIDE_EXPANSIONS_DRAGON_RECOUNT_H

#include "expansions/recounts.h"

struct recount_fairy {
    bool out;
    int x, y;
    unsigned meeple;      /* beside this one, with the option */
    bool beside, of_cell; /* by the options fairy and fairy-scored */
};

struct recount_dragon {
    int x, y;
    bool late; /* moves after the scoring */
};

#endif
