/* SPDX-License-Identifier: MIT */
/* The account of the players' time. */
#ifndef BASTIDE_REFEREE_CLOCK_H
#define BASTIDE_REFEREE_CLOCK_H

#include "referee/referee.h"

/* Goes through the times of a record: writes a CLOCK event for each line that has one, compares
 * clocks and a timeout with the times, and finds out who ran out of time first. Called once, when
 * all lines are judged. Rules: base.clock.used, base.clock.out. */
void clock_account(struct referee *referee);

#endif
