/* SPDX-License-Identifier: MIT */
/* The auction of each tile of a bazaar, and tiles that are taken free. The record may leave out
 * passes, and the word of a chooser whom nobody outbid. An auction is therefore over when the next
 * decision does not belong to it. */
#ifndef BASTIDE_EXPANSIONS_AUCTION_H
#define BASTIDE_EXPANSIONS_AUCTION_H

#include "expansions/bridges/bazaar.h"

/* Ends the auction under way, if there is one whose chooser wrote neither `buy` nor `sell`. */
void auction_close(struct referee *r);
/* True if this bid raises the current one: it is in turn, or it cannot choose another tile. */
bool auction_is_raise(const struct referee *r, unsigned seat, const struct act *act);
unsigned auction_check_bid(struct referee *r, unsigned seat, const struct act *act);
void auction_judge_bid(struct referee *r, unsigned seat, const struct act *act);
unsigned auction_check_free(struct referee *r, unsigned seat, const struct act *act);
void auction_judge_free(struct referee *r, unsigned seat, const struct act *act);
/* Check and judge the chooser's word, `buy` or `sell`. Only the chooser may say it. */
unsigned auction_check_word(struct referee *r, unsigned seat, const struct act *act);
void auction_judge_word(struct referee *r, unsigned seat, const struct act *act);
unsigned auction_check_pass(struct referee *r, unsigned seat, const struct act *act);
void auction_judge_pass(struct referee *r, unsigned seat, const struct act *act);
void auction_offer(struct referee *r, struct choices *choices);
void auction_offer_lots(struct referee *r, struct choices *choices);

#endif
