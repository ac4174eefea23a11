/* SPDX-License-Identifier: MIT */
/* The numbers of meeples and pieces, which a header may change (`supply`). */
#ifndef BASTIDE_REFEREE_SUPPLY_H
#define BASTIDE_REFEREE_SUPPLY_H

#include "referee/referee.h"

/* Sets the numbers of meeples, and notes those of pieces (holdings_begin()). Reports entries
 * that are not allowed (105). Rule: base.setup.supply. */
void supply_read(struct referee *referee);

#endif
