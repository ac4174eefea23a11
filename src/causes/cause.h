/* SPDX-License-Identifier: MIT */
/* Finds consequences: findings of a game that only follow from others. One wrong tile may cause a
 * hundred. See bastide-check(1), --all. */
#ifndef BASTIDE_CAUSES_CAUSE_H
#define BASTIDE_CAUSES_CAUSE_H

#include "referee/referee.h"

/* Marks findings of a judged record that would not be there if the subject of an earlier one were
 * unknown: an act, a tile, its cell, the whole line, or the tile beside it. Returns their number.
 * The referee and the ledger then hold a game judged for this purpose. The record is changed during
 * the search and restored at the end. */
unsigned cause_find(struct referee *referee, struct record *record, const struct findings *findings,
                    struct ledger *ledger);

#endif
