/* SPDX-License-Identifier: MIT */
/* The parts of the recount that expansions define, in the order of the rows RECOUNT. */
#ifndef BASTIDE_EXPANSIONS_RECOUNTS_H
#define BASTIDE_EXPANSIONS_RECOUNTS_H

#include "recount/recount.h"

#define RECOUNT(name) extern const struct recount_rules name##_recount;
#include "rows.h"

#endif
