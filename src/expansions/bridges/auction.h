/* SPDX-License-Identifier: MIT */
/* The auction of each tile of a bazaar, and tiles that are taken free.
 * Passing is silent, and so is a chooser whom nobody outbid: an auction is over when the next
 * decision is not part of it. */
#ifndef BASTIDE_EXPANSIONS_AUCTION_H
#define BASTIDE_EXPANSIONS_AUCTION_H

#include "expansions/bridges/bazaar.h"

/* Ends the auction under way, whose chooser wrote neither `buy` nor `sell`. */
void auction_close(struct referee *r);
/* Would this bid raise the one that stands? Yes when it is in turn, or cannot be meant as the next
 * choice of a tile. */
bool auction_is_raise(const struct referee *r, unsigned seat, const struct act *act);
unsigned auction_check_bid(struct referee *r, unsigned seat, const struct act *act);
void auction_judge_bid(struct referee *r, unsigned seat, const struct act *act);
unsigned auction_check_free(struct referee *r, unsigned seat, const struct act *act);
void auction_judge_free(struct referee *r, unsigned seat, const struct act *act);
/* The chooser's word, `buy` or `sell`, is said by the chooser. */
unsigned auction_check_word(struct referee *r, unsigned seat, const struct act *act);
void auction_judge_word(struct referee *r, unsigned seat, const struct act *act);
unsigned auction_check_pass(struct referee *r, unsigned seat, const struct act *act);
void auction_judge_pass(struct referee *r, unsigned seat, const struct act *act);
void auction_offer(struct referee *r, struct choices *choices);
void auction_offer_lots(struct referee *r, struct choices *choices);

#endif
