/* SPDX-License-Identifier: MIT */
/* The rules of expansions that the second computation knows, in the order of the rows RECOUNT. */
#ifndef BASTIDE_EXPANSIONS_RECOUNTS_H
#define BASTIDE_EXPANSIONS_RECOUNTS_H

#include "recount/recount.h"

#define RECOUNT(name) extern const struct recount_rules name##_recount;
#include "rows.h"

#endif
