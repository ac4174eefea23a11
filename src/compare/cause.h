/* SPDX-License-Identifier: MIT */
/* Which findings of a game only follow from others: one wrong tile may bring a hundred. See bastide-check(1), --all. */
#ifndef BASTIDE_COMPARE_CAUSE_H
#define BASTIDE_COMPARE_CAUSE_H

#include "referee/referee.h"

/* Marks the findings of a judged record that would not be there if what the ones before them are about were unknown: its tile, its
 * cell, its act. Returns how many. Referee and ledger are left behind such a game; the record is changed meanwhile, and as it was
 * in the end. Fewer than `least` are not worth it: then none is marked. */
unsigned cause_find(struct referee *referee, const struct record *record, const struct findings *findings, struct ledger *ledger,
                    unsigned least);

#endif
