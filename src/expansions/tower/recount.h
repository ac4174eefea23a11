/* SPDX-License-Identifier: MIT */
/* The state of The Tower in the recount. */
#ifndef BASTIDE_EXPANSIONS_TOWER_RECOUNT_H
#define BASTIDE_EXPANSIONS_TOWER_RECOUNT_H

#include "recount/recount_part.h"

struct recount_tower {
    bool spares, any_turn;
    unsigned floors[SEATS_MAX]; /* floors that each seat has left */
    int tower;                  /* tile on which a floor was built in this part; -1 for none */
    bool took, pending;         /* somebody was taken; a prisoner must be chosen for it */
    unsigned taken;             /* index of the follower taken last */
    unsigned paid;              /* seats that paid a ransom in this turn (bits) */
};

extern const struct recount_rules tower_recount;

#endif
