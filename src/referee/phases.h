/* SPDX-License-Identifier: MIT */
/* The phases of a turn, one after the other. */
#ifndef BASTIDE_REFEREE_PHASES_H
#define BASTIDE_REFEREE_PHASES_H

#include "referee/judge.h"

/* The turn goes on to a phase: what is due before it, and scoring on the way. */
void judge_leave_phases(struct referee *referee, enum phase to);
static inline void judge_advance(struct referee *r, enum phase to)
{
    if (r->turn.phase >= to)
        return;
    /* In the base game nothing is due but what the tile completed, and most complete nothing. */
    if (r->in_play_count || r->table.completed_count)
        judge_leave_phases(r, to);
    else
        r->turn.phase = (uint8_t)to;
}

/* A line of the turn has been judged: the turn goes on up to the phase in which a later line
 * decides something. */
void judge_ask_line_over(struct referee *referee);
static inline void judge_line_over(struct referee *r)
{
    if (r->in_play_count)
        judge_ask_line_over(r);
    else if (r->turn.tile != TILE_NONE)
        judge_advance(r, PHASE_OVER);
}

#endif
