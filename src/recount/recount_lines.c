/* SPDX-License-Identifier: MIT */
/* Follows the lines of a record: lays their tiles, follows their acts, and scores each turn after
 * its last line. */
#include "recount/recount_part.h"

void recount_settle_turn(struct recount *rc)
{
    if (!rc->settled)
        recount_settle(rc);
    rc->settled = true;
}

struct cell recount_cell_of(const struct line *line, const struct act *act)
{
    return act->segment.has_cell ? act->segment.cell : line->cell;
}

unsigned recount_tile_of(const struct recount *rc, const struct line *line, const struct act *act)
{
    struct cell cell = recount_cell_of(line, act);
    return line->kind == LINE_STEP && !act->segment.has_cell
               ? rc->tile_count - 1
               : (unsigned)recount_tile_at(rc, cell.x, cell.y);
}

unsigned recount_segment_of(const struct recount *rc, const struct line *line,
                            const struct act *act)
{
    unsigned tile = recount_tile_of(rc, line, act);
    return act->segment.kind >= KIND_COUNT ? 0 : recount_segment(rc, tile, &act->segment);
}

static void follow_act(struct recount *rc, const struct line *line, const struct act *act)
{
    if (act->kind == ACT_MEEPLE)
        recount_place_meeple(rc, recount_tile_of(rc, line, act), recount_segment_of(rc, line, act),
                             line->seat, act->meeple);
    if (act->kind != ACT_VERB)
        return;
    FOR_EACH_RECOUNT(rc, rules, before)
        rules->before(rc, line, act);
    FOR_EACH_RECOUNT(rc, rules, act)
        if (rules->act(rc, line, act))
            return;
}

void recount_line_tile(struct recount *rc, const struct line *line)
{
    if (line->kind == LINE_TURN && line->turn < rc->number) {
        if (line->turn != rc->late && !rc->owed[line->turn % 2048])
            rc->broken = "a tile of an earlier turn that brought none";
        if (line->turn != rc->late)
            recount_late_part(rc, line->seat);
        rc->late = line->turn;
    } else if (line->kind == LINE_TURN && line->turn != rc->number) {
        rc->owed[rc->number % 2048] = rc->grew && !rc->part;
        rc->number = line->turn;
        recount_turn(rc, line->seat);
    } else if (rc->two_tiles && line->kind == LINE_TURN && rc->laid) {
        recount_part(rc);
    }
    rc->drawn += line->kind == LINE_TURN;
    rc->laid = line->kind == LINE_STEP ? rc->laid : line->has_tile;
    if (line->kind != LINE_TURN || !line->has_tile)
        return;
    rc->settled = false;
    recount_lay(rc, line->tile.design, line->cell.x, line->cell.y, line->orient);
}

void recount_line(struct recount *rc, const struct line *line, const struct line *next)
{
    recount_line_tile(rc, line);
    for (uint32_t i = 0; i < line->act_count; i++)
        follow_act(rc, line, &line->acts[i]);
    if (next && next->kind == LINE_STEP)
        return;
    recount_settle_turn(rc);
    FOR_EACH_RECOUNT(rc, rules, line_over)
        rules->line_over(rc);
}
