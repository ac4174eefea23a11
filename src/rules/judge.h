/* What the parts of the referee share; for src/rules alone. */
#ifndef BASTIDE_RULES_JUDGE_H
#define BASTIDE_RULES_JUDGE_H

#include "rules/referee.h"

/* Raises a finding and writes it into the ledger. */
struct finding *judge_raise(struct referee *referee, enum finding_id id, struct place place, const char *const *args);

/* Words for messages, in the arena. */
const char *judge_cell(struct referee *referee, struct cell cell);
const char *judge_seat(unsigned seat);
const char *judge_number(struct referee *referee, long number);

#endif
