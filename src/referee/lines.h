/* SPDX-License-Identifier: MIT */
/* Lines of the turn after the one that is judged. */
#ifndef BASTIDE_REFEREE_LINES_H
#define BASTIDE_REFEREE_LINES_H

#include "referee/judge.h"

/* Does a line lay another tile in the turn under way, whose own lies? Rules may not allow it. */
bool judge_lays_another(const struct referee *referee, const struct line *line);
static inline bool judge_is_part(const struct referee *r, const struct line *line)
{
    return r->asked[EXPANSION_HOOK(again)] && judge_lays_another(r, line);
}

#endif
