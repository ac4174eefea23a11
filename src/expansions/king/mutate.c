/* SPDX-License-Identifier: MIT */
/* Mutators for the cards of King & Robber Baron: a line claims wrongly that a player takes one. */
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
