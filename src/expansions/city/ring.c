/* SPDX-License-Identifier: MIT */
/* The ring of walls (The City): when it closes and ends the game, and which features that closes
 * (walls.h). */
#include "expansions/city/walls.h"

enum { CLOSE_ENOUGH = 5 };

bool ring_is_in_phase(const struct walls *w)
{
    return w->stage == STAGE_PHASE || w->stage == STAGE_CLOSED;
}

/* Rule: city.end.when. */
bool ring_is_used_up(const struct referee *r)
{
    return r->draw.drawn >= r->draw.in_sets || (ring_is_in_phase(walls_of(r)) && !walls_left(r));
}

/* True if `most` walls or fewer would join the ends of the chain, along the outline around all
 * tiles. Rule: city.end.when. */
static bool closes_within(const struct referee *r, unsigned most)
{
    const struct walls *w = walls_of(r);
    return w->count && !w->broken && walls_gap_within(r, most) &&
           outline_is_outer(&r->table, NULL, walls_after(r, 0));
}

/* Rule: city.end.when. */
bool ring_is_over(const struct referee *r)
{
    bool asked = ring_is_in_phase(walls_of(r)) || profile_is(&r->profile, CLOSE_TEST, ALWAYS);
    return ring_is_used_up(r) || (asked && closes_within(r, CLOSE_ENOUGH));
}

enum option_id ring_end_option(const struct referee *r)
{
    const struct walls *w = walls_of(r);
    return (w->ended ? w->by_test : closes_within(r, CLOSE_ENOUGH)) ? OPTION_CLOSE_TEST
                                                                    : OPTION_COUNT;
}

/* Closes an edge of the ring. The closing may complete more features than the table can list. So
 * the features are scored before the list is full; this does not change the rest of the closing. */
static void close_edge(struct referee *r, struct edge edge)
{
    walls_of(r)->by_wall = true;
    if (!walls_at(walls_of(r), edge))
        walls_write(r, SEAT_NONE, PIECE_CLOSING, edge, 0);
    table_close(&r->table, r->ledger, table_at(&r->table, edge.cell.x, edge.cell.y), edge.side,
                r->turn.number);
    if (r->table.completed_count + SIDES > COMPLETED_MAX)
        judge_score_completed(r);
}

/* Rule: city.end.closing. */
void ring_close(struct referee *r)
{
    struct walls *w = walls_of(r);
    if (r->draw.drawn >= r->draw.in_sets)
        w->why = "all tiles are drawn";
    else if (ring_is_used_up(r))
        w->why = "all walls are laid";
    else if (closes_within(r, 0))
        w->why = "the ring is closed";
    else
        w->why = "five walls or fewer close the ring";
    if (closes_within(r, OUTLINE_EDGES_MAX)) {
        for (struct edge edge = walls_after(r, 0); !edge_is(edge, walls_last(w, 1));
             edge = outline_next(&r->table, NULL, edge, true))
            if (!walls_at(w, edge))
                close_edge(r, edge);
    } else {
        for (unsigned tile = 0; tile < r->table.tile_count; tile++)
            for (uint8_t side = 0; side < SIDES; side++) {
                struct edge edge = {r->table.tiles[tile].cell, side};
                if (edge_is_free(&r->table, edge) && !walls_at(w, edge) &&
                    outline_is_outer(&r->table, NULL, edge))
                    close_edge(r, edge);
            }
    }
    w->by_wall = w->ended = true;
    judge_score_completed(r);
}

/* Rules: city.end.closing, city.walls.gate, city.walls.stock. */
unsigned ring_check(struct referee *r, unsigned seat, const struct act *act)
{
    const struct walls *w = walls_of(r);
    (void)seat;
    bool missing = w->stage == STAGE_PHASE && walls_next_seat(r) != SEAT_NONE;
    unsigned wrong = (missing ? WALL_WRONG_COUNT : 0u) |
                     (w->stage == STAGE_CLOSED || ring_is_over(r) ? 0u : WALL_WRONG_UNCALLED);
    return wrong | walls_check_place(r, ref_edge(&act->segment)) |
           (walls_left(r) && w->count < WALLS_MAX ? 0u : WALL_WRONG_STOCK) |
           (w->count ? 0u : WALL_WRONG_NO_GATE);
}

/* Rule: city.walls.when. */
void ring_judge(struct referee *r, unsigned seat, const struct act *act)
{
    struct walls *w = walls_of(r);
    struct edge edge = ref_edge(&act->segment);
    if (w->ended)
        return;
    unsigned wrong = ring_check(r, seat, act), end = CHAIN_ENDS;
    if (wrong & WALL_WRONG_UNCALLED) {
        judge_note_end(
            r, walls_raise(r, FINDING_WALL_UNCALLED, act->place, ARGS("the ring is closed")));
        return;
    }
    walls_raise_place(r, edge, wrong, act->place);
    if (wrong & WALL_WRONG_PLACE)
        return;
    if (wrong & WALL_WRONG_STOCK) {
        walls_raise(r, FINDING_WALL_SUPPLY_RING, act->place, NO_ARGS);
        return;
    }
    w->stage = STAGE_CLOSED;
    if (wrong & WALL_WRONG_NO_GATE)
        walls_raise(r, FINDING_GATE_NONE, act->place, NO_ARGS);
    else
        end = walls_find_end(r, edge, act->place);
    holdings_use(r, STOCK_WALL, seat);
    /* Scoring waits until all of the closing is done. */
    walls_add(r, seat, edge, WALL_NORMAL, end);
    close_edge(r, edge);
}
