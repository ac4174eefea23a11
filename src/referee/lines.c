/* SPDX-License-Identifier: MIT */
/* Answers questions about the lines of a record after the one that is judged (struct
 * turn_lines). */
#include "referee/lines.h"

bool judge_lays_another(const struct referee *r, const struct line *line)
{
    if (!r->turn.open || r->unknown.order || line->kind != LINE_TURN ||
        line->turn != r->turn.number || line->seat != r->turn.seat)
        return false;
    if (r->turn.tile == TILE_NONE)
        return r->turn.lost;
    struct cell cell = r->table.tiles[r->turn.tile].cell;
    return !line->has_tile || line->broken || line->cell.x != cell.x ||
           line->cell.y != cell.y; /* on the same cell, the line is written twice */
}

void judge_begin_lines(struct referee *r, const struct line *line, const struct line *all_end)
{
    r->lines.line = r->lines.decides = line;
    r->lines.end = referee_turn_end(line, all_end);
    r->lines.all_end = all_end;
}

const struct line *referee_turn_end(const struct line *line, const struct line *all_end)
{
    do
        line++;
    while (line < all_end && (line->kind == LINE_STEP || line->kind == LINE_COMMENT));
    return line;
}

/* Returns the line after the turn; NULL if none is known. */
static const struct line *line_after(const struct referee *r)
{
    return r->lines.end < r->lines.all_end ? r->lines.end : NULL;
}

/* True for a line that does not move the turn on: a comment, or a step with nothing but remarks and
 * acts that may come at any time. */
static bool is_aside(const struct referee *r, const struct line *line)
{
    bool aside = line->kind == LINE_COMMENT || (line->kind == LINE_STEP && line->act_count);
    for (uint32_t i = 0; line->kind == LINE_STEP && i < line->act_count; i++)
        aside &= referee_is_anytime(r, &line->acts[i]) || act_is_remark(&line->acts[i]);
    return aside;
}

/* True if the line that is judged is the last one of the turn, apart from those that do not move it
 * on. */
static bool is_last_line(const struct referee *r)
{
    const struct line *line = r->lines.line + 1;
    while (line < r->lines.end && is_aside(r, line))
        line++;
    return line >= r->lines.end;
}

static bool is_decision(const struct referee *r, const struct act *act)
{
    return (act->kind == ACT_VERB && r->moves[act->verb] && !referee_is_anytime(r, act)) ||
           act->kind == ACT_ASIDE || act->kind == ACT_DISCARD;
}

/* Finds the first act on a later line of the turn that decides something. Acts that may come at any
 * time do not move the turn on, and are left out. */
static const struct act *next_decision(struct referee *r)
{
    struct turn_lines *lines = &r->lines;
    if (!lines->line)
        return NULL;
    if (lines->decides <= lines->line)
        lines->decides = lines->line + 1;
    for (; lines->decides < lines->end; lines->decides++) {
        const struct line *line = lines->decides;
        for (uint32_t i = 0; line->kind == LINE_STEP && i < line->act_count; i++)
            if (is_decision(r, &line->acts[i]))
                return &line->acts[i];
    }
    return NULL;
}

enum phase judge_next_phase(struct referee *r)
{
    const struct act *act = next_decision(r);
    const struct line *after = act || !r->lines.line ? NULL : line_after(r);
    if (act)
        return act->kind == ACT_VERB && r->moves[act->verb] ? (enum phase)r->move_phase[act->verb]
                                                            : (enum phase)r->draw_phase;
    return after && judge_is_part(r, after) ? PHASE_SEQUEL : PHASE_OVER;
}

const struct act *judge_next_move(struct referee *r, unsigned *seat)
{
    const struct act *act = next_decision(r);
    if (!act || act->kind != ACT_VERB)
        return NULL;
    *seat = r->lines.decides->seat;
    return act;
}

bool judge_part_follows(const struct referee *r)
{
    if (!r->asked[EXPANSION_HOOK(again)] || !r->lines.line || !is_last_line(r))
        return false;
    const struct line *after = line_after(r);
    return after && judge_lays_another(r, after);
}

bool judge_breaks_off(const struct referee *r)
{
    if (!r->lines.whole || !r->lines.line || !is_last_line(r))
        return false;
    const struct line *after = line_after(r);
    return !after || (after->kind == LINE_END && after->reason != END_NORMAL);
}

bool judge_is_last_act(const struct referee *r)
{
    return !r->lines.acts_left && judge_breaks_off(r);
}

bool judge_lays_no_more(const struct referee *r)
{
    unsigned drawn = r->draw.drawn;
    for (const struct line *line = r->lines.whole && r->lines.line ? line_after(r) : NULL;
         line && line < r->lines.all_end; line++) {
        if ((line->kind == LINE_TURN && line->has_tile) || line->kind == LINE_RAW)
            return false;
        for (uint32_t i = 0; line->kind == LINE_TURN && i < line->act_count; i++)
            drawn += line->acts[i].kind == ACT_DISCARD;
    }
    return drawn >= r->draw.in_sets;
}

bool judge_is_unread(const struct referee *r)
{
    const struct line *line = r->lines.line, *after = line ? line_after(r) : NULL;
    if (!line)
        return false;
    while (++line < r->lines.end)
        for (uint32_t i = 0; i < line->act_count; i++)
            if (line->acts[i].kind == ACT_RAW || line->acts[i].kind == ACT_UNKNOWN)
                return true;
    return after && after->kind == LINE_RAW;
}
