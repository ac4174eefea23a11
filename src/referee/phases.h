/* SPDX-License-Identifier: MIT */
/* Moves a turn from phase to phase, by a short way if nothing is due. */
#ifndef BASTIDE_REFEREE_PHASES_H
#define BASTIDE_REFEREE_PHASES_H

#include "referee/judge.h"

/* judge_leave_phases() moves the turn on to a phase: it does what is due before that phase, and
 * scores completed features on the way. judge_advance() does the same, but faster if nothing is
 * due. It does nothing if the turn has already reached the phase. */
void judge_leave_phases(struct referee *referee, enum phase to);
static inline void judge_advance(struct referee *r, enum phase to)
{
    if (r->turn.phase >= to)
        return;
    /* In the base game only completed features are due, and most tiles complete none. */
    if (r->in_play_count || r->table.completed_count)
        judge_leave_phases(r, to);
    else
        r->turn.phase = (uint8_t)to;
}

/* Makes the turn unsure if something on its later lines could not be read; called after its tile is
 * laid. */
static inline void judge_look_ahead(struct referee *r)
{
    if (r->in_play_count && r->turn.tile != TILE_NONE)
        r->turn.unsure |= judge_is_unread(r);
}

/* Called when a line of the turn has been judged: moves the turn on to the phase of the next
 * decision on a later line. */
void judge_ask_line_over(struct referee *referee);
static inline void judge_line_over(struct referee *r)
{
    if (r->in_play_count)
        judge_ask_line_over(r);
    else if (r->turn.tile != TILE_NONE)
        judge_advance(r, PHASE_OVER);
}

#endif
