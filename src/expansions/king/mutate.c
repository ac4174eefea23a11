/* SPDX-License-Identifier: MIT */
/* Mutated games: cards. */
#include "expansions/recounts.h"
#include "mutate/mutate_part.h"

int mutate_king(void)
{
    return dealt_claim_item(&king_recount, ITEM_KING);
}

int mutate_robber(void)
{
    return dealt_claim_item(&robber_recount, ITEM_ROBBER);
}
