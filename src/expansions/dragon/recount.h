/* SPDX-License-Identifier: MIT */
/* What the second computation knows of the fairy and the dragon. */
#ifndef BASTIDE_EXPANSIONS_DRAGON_RECOUNT_H
#define BASTIDE_EXPANSIONS_DRAGON_RECOUNT_H

#include "expansions/recounts.h"

struct recount_fairy {
    bool out;
    int x, y;
    unsigned follower;    /* beside this one, with the option */
    bool beside, of_cell; /* by the options fairy and fairy-scored */
};

struct recount_dragon {
    int x, y;
    bool late;     /* moves after the scoring */
    unsigned seen; /* tiles that lay when it came to its volcano */
};

#endif
