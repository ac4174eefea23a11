/* SPDX-License-Identifier: MIT */
/* The mutator for the large follower. */
#include "mutate/mutate_part.h"

int mutate_piece_out(void)
{
    return dealt_change_follower(MEEPLE_BIG, true, true);
}
