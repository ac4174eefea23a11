/* SPDX-License-Identifier: MIT */
/* The table of the parts of the recount that expansions define (recount/recount.h). */
#include "expansions/recounts.h"

const struct recount_rules *const recount_rules[] = {
#define RECOUNT(name) &name##_recount,
#include "rows.h"
};
const unsigned recount_rules_count = sizeof recount_rules / sizeof *recount_rules;
