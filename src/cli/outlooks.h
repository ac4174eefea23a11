/* SPDX-License-Identifier: MIT */
/* Finds out what the scores would be if a game ended after each of its turns, and what may still
 * come then. */
#ifndef BASTIDE_CLI_OUTLOOKS_H
#define BASTIDE_CLI_OUTLOOKS_H

#include "cli/run.h"
#include "page/page.h"

/* Returns the outlooks of the game under way, by the number of the turn; NULL for a game with too
 * many turns, because each turn takes as long as all turns before it. The ledger holds the events
 * of the game that is judged again. */
const struct outlook *outlooks_find(struct run *run, struct ledger *ledger);

#endif
