/* SPDX-License-Identifier: MIT */
/* Computes the players' times. */
#ifndef BASTIDE_REFEREE_CLOCK_H
#define BASTIDE_REFEREE_CLOCK_H

#include "referee/referee.h"

/* Goes through the times of a record: writes a CLOCK event for each line that has one, compares
 * clocks and a timeout with the times, and sets first_out (SEAT_NONE if nobody ran out of time) and
 * out_equal. Called once, after all lines have been judged. Rules: base.clock.used, base.clock.out.
 */
void clock_account(struct referee *referee);

#endif
