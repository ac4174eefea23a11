/* SPDX-License-Identifier: MIT */
/* See walls.h. */
#include "expansions/city/walls.h"

struct walls *walls_of(const struct referee *r)
{
    return referee_state(r, &wall_rules);
}

const struct wall *walls_at(const struct walls *w, struct edge edge)
{
    for (unsigned i = 0; w->marks[edge.side % SIDES] & walls_mark(edge) && i < w->count; i++)
        if (edge_is(w->walls[i].edge, edge))
            return &w->walls[i];
    return NULL;
}

struct edge walls_last(const struct walls *w, unsigned end)
{
    return w->walls[w->chain_count[end] ? w->chain[end][w->chain_count[end] - 1] : 0].edge;
}

struct edge walls_after(const struct referee *r, unsigned end)
{
    return outline_next(&r->table, NULL, walls_last(walls_of(r), end), end == 0);
}

bool walls_are_known(const struct referee *r)
{
    return !r->unknown.game && !r->turn.unsure && !r->draw.lost;
}

struct finding *walls_raise(struct referee *r, enum finding_id id, struct place place,
                            const struct arg *args)
{
    if (walls_are_known(r))
        return judge_raise(r, id, place, args);
    judge_unknown(r, UNKNOWN_GAME);
    return NULL;
}

/* Rule: city.end.when. */
bool walls_gap_within(const struct referee *r, unsigned most)
{
    struct edge edge = walls_after(r, 0), last = walls_last(walls_of(r), 1);
    for (unsigned count = 0; !edge_is(edge, last); count++) {
        if (count == most)
            return false;
        edge = outline_next(&r->table, NULL, edge, true);
    }
    return true;
}

/* How many walls would close the ring; NUMBER_UNKNOWN where it is not known, or where its ends
 * cannot be joined. */
static uint16_t walls_gap(const struct referee *r)
{
    const struct walls *w = walls_of(r);
    unsigned gap = 0;
    if (!w->count || w->broken)
        return NUMBER_UNKNOWN;
    struct edge edge = walls_after(r, 0), last = walls_last(w, 1);
    for (; !edge_is(edge, last) && gap < OUTLINE_EDGES_MAX; gap++)
        edge = outline_next(&r->table, NULL, edge, true);
    return gap < OUTLINE_EDGES_MAX ? (uint16_t)gap : (uint16_t)NUMBER_UNKNOWN;
}

/* Is the ring closed, or each end closed in, where tiles may do that, with no place left beside it?
 */
static bool is_complete(const struct referee *r)
{
    const struct walls *w = walls_of(r);
    bool full = w->count > 1 && walls_at(w, walls_after(r, 0)) && walls_at(w, walls_after(r, 1));
    return full && (walls_gap_within(r, 0) || !walls_gap_within(r, OUTLINE_EDGES_MAX));
}

/* Rule: city.walls.turns. */
unsigned walls_next_seat(const struct referee *r)
{
    const struct walls *w = walls_of(r);
    return w->due && !is_complete(r) ? w->next : (unsigned)SEAT_NONE;
}

struct act walls_act(enum verb_id verb, struct edge edge)
{
    struct act act = choices_verb(verb);
    act.segment = (struct segment_ref){.kind = KIND_COUNT,
                                       .port = (uint8_t)(3 * edge.side + 1),
                                       .has_cell = true,
                                       .cell = edge.cell};
    return act;
}

struct wall_event *walls_write(struct referee *r, unsigned seat, enum wall_piece piece,
                               struct edge edge, unsigned count)
{
    struct event *event = judge_event(r, EVENT_WALL, seat);
    if (!event)
        return NULL;
    event->tile = (uint16_t)(piece == PIECE_DEALT ? (unsigned)TILE_NONE
                                                  : table_at(&r->table, edge.cell.x, edge.cell.y));
    bool is_on_wall = piece >= PIECE_GUARD;
    event->wall =
        (struct wall_event){.piece = (uint8_t)piece,
                            .side = edge.side,
                            .count = (uint8_t)count,
                            .left = is_on_wall ? (uint16_t)NUMBER_NONE : (uint16_t)walls_left(r),
                            .gap = is_on_wall ? (uint16_t)NUMBER_NONE : walls_gap(r),
                            .end = CHAIN_ENDS,
                            .stretch = {.end = CHAIN_ENDS}};
    return &event->wall;
}
