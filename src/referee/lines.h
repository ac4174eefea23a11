/* SPDX-License-Identifier: MIT */
/* Recognises lines that go on with the current turn. Other questions about later lines are in
 * judge.h. */
#ifndef BASTIDE_REFEREE_LINES_H
#define BASTIDE_REFEREE_LINES_H

#include "referee/judge.h"

/* judge_lays_another() is true if a line lays another tile in the current turn, after the first
 * tile was laid or lost. Rules need not allow the other tile. judge_is_part() is true only if, in
 * addition, a rule in play has turns of several parts. */
bool judge_lays_another(const struct referee *referee, const struct line *line);
static inline bool judge_is_part(const struct referee *r, const struct line *line)
{
    return r->asked[EXPANSION_HOOK(again)] && judge_lays_another(r, line);
}

#endif
