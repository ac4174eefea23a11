/* SPDX-License-Identifier: MIT */
/* Finds out who won, and compares that with the winner that a record declares. */
#ifndef BASTIDE_REFEREE_WINNER_H
#define BASTIDE_REFEREE_WINNER_H

#include "referee/referee.h"

/* Sets the winners, the reason why they won, and who lost without regard to points. The game is
 * `complete` if nothing remains to be played. Rules: base.end.winner, base.end.tie. */
void winner_find(const struct referee *r, bool complete, struct end_event *end);

/* Raises a finding if the record declares another winner. */
void winner_check(struct referee *r, bool complete);

#endif
