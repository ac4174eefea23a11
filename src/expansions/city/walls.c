/* SPDX-License-Identifier: MIT */
/* The chain of walls: its ends, the edges where it goes on, and the checks of a piece's place
 * (walls.h). */
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

/* Returns the number of walls that would close the ring; NUMBER_UNKNOWN if it is not known, or if
 * the ends cannot be joined. */
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

/* True if the chain cannot grow. Either the ring is closed, or tiles have closed in both ends, so
 * that no place is left beside them. Option beyond at local allows such tiles. */
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
    act.segment = ref_to_edge(edge);
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

/* Rule: city.walls.side. */
unsigned walls_check_place(const struct referee *r, struct edge edge)
{
    const struct walls *w = walls_of(r);
    if (table_at(&r->table, edge.cell.x, edge.cell.y) == TILE_NONE)
        return WALL_WRONG_NO_TILE;
    if (!edge_is_free(&r->table, edge))
        return WALL_WRONG_FACES_TILE;
    if (walls_at(w, edge))
        return WALL_WRONG_BEARS_WALL;
    /* The edge after an end faces the outside, as the end does. */
    bool is_after =
        w->count && (edge_is(walls_after(r, 0), edge) || edge_is(walls_after(r, 1), edge));
    return is_after || outline_is_outer(&r->table, NULL, edge) ? 0 : WALL_WRONG_FACES_INSIDE;
}

void walls_raise_place(struct referee *r, struct edge edge, unsigned wrong, struct place place)
{
    if (wrong & WALL_WRONG_NO_TILE)
        walls_raise(r, FINDING_WALL_PLACE_NO_TILE, place, ARGS(edge.cell));
    else if (wrong & WALL_WRONG_FACES_TILE)
        walls_raise(r, FINDING_WALL_PLACE_FACES, place, ARGS(edge));
    else if (wrong & WALL_WRONG_BEARS_WALL)
        walls_raise(r, FINDING_WALL_PLACE_WALL, place, ARGS(edge));
    else if (wrong & WALL_WRONG_PLACE)
        walls_raise(r, FINDING_WALL_PLACE, place, ARGS(edge));
}

void walls_add(struct referee *r, unsigned seat, struct edge edge, enum wall_kind kind,
               unsigned end)
{
    struct walls *w = walls_of(r);
    w->marks[edge.side % SIDES] |= walls_mark(edge);
    w->walls[w->count] =
        (struct wall){edge, (uint8_t)kind, (uint8_t)seat, SEAT_NONE, r->turn.number};
    if (kind != WALL_GATE && end < CHAIN_ENDS)
        w->chain[end][w->chain_count[end]++] = w->count;
    w->count++;
    enum wall_piece piece = kind == WALL_GATE    ? PIECE_GATE
                            : kind == WALL_SHORT ? PIECE_SHORT
                                                 : PIECE_WALL;
    struct wall_event *event = walls_write(r, seat, piece, edge, 0);
    if (event && kind != WALL_GATE)
        event->end = (uint8_t)end;
}

/* True if a wall may be laid at this end. With first-walls: beside-last the first phase goes on at
 * only one end. Rule: city.walls.end. */
static bool is_open(const struct referee *r, unsigned end)
{
    const struct walls *w = walls_of(r);
    return !w->first || w->stage == STAGE_NONE || w->stage == STAGE_CLOSED ||
           w->newest_end == CHAIN_ENDS || w->newest_end == end ||
           profile_is(&r->profile, FIRST_WALLS, EITHER_END);
}

/* Rule: city.walls.end. */
unsigned walls_end_for(const struct referee *r, struct edge edge)
{
    for (unsigned end = 0; end < CHAIN_ENDS; end++)
        if (is_open(r, end) && edge_is(walls_after(r, end), edge))
            return end;
    return CHAIN_ENDS;
}

/* Largest number of walls missing between two others for which the chain is still recognized. */
enum { LOST_MAX = 2 };

/* Returns the end of the chain that goes on with an edge if up to LOST_MAX walls were left out;
 * CHAIN_ENDS for none. Writes to *near whether any wall stands within that distance. */
static unsigned end_near(const struct referee *r, struct edge edge, bool *near)
{
    const struct walls *w = walls_of(r);
    unsigned best = CHAIN_ENDS, least = LOST_MAX + 2;
    *near = false;
    for (unsigned end = 0; end < CHAIN_ENDS; end++) {
        struct edge at = outline_next(&r->table, NULL, edge, end != 0);
        unsigned steps = 1;
        while (steps <= LOST_MAX && !walls_at(w, at)) {
            at = outline_next(&r->table, NULL, at, end != 0);
            steps++;
        }
        *near |= walls_at(w, at) != NULL;
        if (steps < least && edge_is(at, walls_last(w, end))) {
            best = end;
            least = steps;
        }
    }
    return best;
}

/* Lists the edges where the next wall may lie, for a message such as "0,0N or 1,0S". */
static struct arg_list list_ends(const struct referee *r)
{
    struct arg_list list = {0};
    for (unsigned end = 0; end < CHAIN_ENDS; end++) {
        struct edge edge = walls_after(r, end);
        bool is_other = !list.count || !edge_is(walls_after(r, 0), edge);
        if (is_open(r, end) && is_other)
            arg_list_add(&list, ARG(edge));
    }
    return list;
}

/* Rule: city.walls.end. */
unsigned walls_find_end(struct referee *r, struct edge edge, struct place place)
{
    struct walls *w = walls_of(r);
    unsigned end = walls_end_for(r, edge);
    if (end < CHAIN_ENDS)
        return end;
    bool near, barred = false;
    end = end_near(r, edge, &near);
    for (unsigned other = 0; other < CHAIN_ENDS; other++)
        barred |= edge_is(walls_after(r, other), edge);
    if (!w->broken || !near) {
        struct arg_list ends = list_ends(r);
        struct finding *finding = walls_raise(r, FINDING_NOT_AT_END, place,
                                              ARGS(edge, arg_of_list(&ends, JOIN_OR, "no place")));
        if (barred)
            judge_note_option(r, finding, OPTION_FIRST_WALLS);
    }
    w->broken |= !barred;
    return end;
}
