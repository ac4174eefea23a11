/* SPDX-License-Identifier: MIT */
/* Which findings of a game only follow from others: one wrong tile may bring a hundred. See
 * bastide-check(1), --all. */
#ifndef BASTIDE_CAUSES_CAUSE_H
#define BASTIDE_CAUSES_CAUSE_H

#include "referee/referee.h"

/* Marks the findings of a judged record that would not be there if what one before them is about
 * were unknown: an act, a tile, where it lies, the whole line, or the tile beside it. Returns how
 * many. Referee and ledger are left behind such a game; the record is changed meanwhile, and as it
 * was in the end. */
unsigned cause_find(struct referee *referee, struct record *record, const struct findings *findings,
                    struct ledger *ledger);

#endif
