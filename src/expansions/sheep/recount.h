/* SPDX-License-Identifier: MIT */
/* The state of shepherds in the recount, which the mutators look at. */
#ifndef BASTIDE_EXPANSIONS_SHEEP_RECOUNT_H
#define BASTIDE_EXPANSIONS_SHEEP_RECOUNT_H

#include "expansions/recounts.h"

struct recount_flocks {
    uint8_t lying[512];  /* sheep beside each meeple, by its index in followers[] */
    uint8_t tokens[512]; /* number of its tokens */
    uint8_t bag[5];      /* tokens in the bag: those with 1 to 4 sheep, and wolves */
    uint8_t of[512][4];  /* tokens of each value beside a meeple */
    unsigned put;        /* index + 1 of the shepherd placed in this part; 0 for none */
    unsigned draws_for;  /* index + 1 of the shepherd for which a token is drawn next */
};

#endif
