/* SPDX-License-Identifier: MIT */
/* See mutate.h: what the mutators look for in a game: a segment, a line, a wall. */
#include "mutate/part.h"

bool goes_on(const struct line *line)
{
    return has_verb(line, VERB_DRAGON) || has_verb(line, VERB_CASTLE) || has_verb(line, VERB_TAKE) || has_verb(line, VERB_BAZAAR);
}

bool is_idle(unsigned i)
{
    const struct line *line = &dealt.lines[i];
    for (uint32_t a = 0; a < line->act_count; a++)
        if (line->acts[a].kind != ACT_NONE && !act_is_remark(&line->acts[a]))
            return false;
    return line->kind == LINE_TURN && line->has_tile && dealt.lines[i + 1].kind != LINE_STEP;
}

struct segment_ref ref_of(unsigned tile, unsigned segment)
{
    const struct recount_tile *at = &recount.tiles[tile];
    struct cell cell = {(int16_t)at->x, (int16_t)at->y};
    if (segment >= SEGMENTS_MOST)
        return (struct segment_ref){.kind = KIND_ROAD, .port = segment == SEGMENTS_MOST ? 1 : 4, .has_cell = true, .cell = cell};
    struct segment_spot spot = segment_spot(at->design, at->orient, segment);
    return (struct segment_ref){
        .kind = at->design->segments[segment].kind, .port = spot.port, .index = spot.index, .has_cell = true, .cell = cell};
}

void hit_segment(unsigned *tile, unsigned *segment)
{
    *tile = random_below(rng, recount.tile_count);
    *segment = random_below(rng, recount.tiles[*tile].design->segment_count);
}

bool is_castle(const struct recount_feature *f)
{
    for (unsigned i = 0; i < recount.castle_count; i++)
        if (f->in[recount.castles[i].tile][recount.castles[i].segment])
            return true;
    return false;
}

/* ---- Walls ---- */

bool is_wall(const struct act *act)
{
    return act->kind == ACT_VERB && (act->verb == VERB_GATE || act->verb == VERB_WALL || act->verb == VERB_SHORT);
}

struct act *wall_of(unsigned i)
{
    for (uint32_t a = 0; a < dealt.lines[i].act_count; a++)
        if (is_wall(&dealt.lines[i].acts[a]))
            return &dealt.lines[i].acts[a];
    return NULL;
}

unsigned last_of(unsigned i)
{
    while (i + 1 < dealt.line_count && dealt.lines[i + 1].kind == LINE_STEP)
        i++;
    return i;
}

unsigned head_of(unsigned i)
{
    while (dealt.lines[i].kind == LINE_STEP)
        i--;
    return i;
}

int find_wall(void)
{
    unsigned from = random_below(rng, dealt.line_count);
    for (unsigned k = 0; k < dealt.line_count; k++) {
        unsigned i = (from + k) % dealt.line_count;
        const struct act *wall = wall_of(i);
        if (wall && wall->verb != VERB_GATE)
            return (int)i;
    }
    return MUTATED_NOWHERE;
}

int find_phase(void)
{
    int i = find_wall();
    return i < 0 ? i : (int)head_of((unsigned)i);
}

struct act edge_act(enum verb_id verb, int x, int y, unsigned side)
{
    struct act act = verb_act(verb);
    act.segment = (struct segment_ref){
        .kind = KIND_COUNT, .port = (uint8_t)(3 * side + 1), .has_cell = true, .cell = {(int16_t)x, (int16_t)y}};
    return act;
}

struct act wall_act(enum verb_id verb, const struct recount_wall *wall)
{
    return edge_act(verb, wall->x, wall->y, wall->side);
}

void put_act(unsigned i, struct act act)
{
    struct line *line = &dealt.lines[i];
    if (line->act_count && line->acts[0].kind == ACT_NONE)
        set_act(line, act);
    else
        add_act(line, act);
}

const struct recount_wall *hit_wall(void)
{
    return recount.wall_count ? &recount.walls[random_below(rng, recount.wall_count)] : NULL;
}

bool is_free(const struct recount_wall *edge)
{
    return recount_wall_on(&recount, edge->x, edge->y, edge->side) < 0 &&
           recount_is_outside(&recount, edge->x + side_dx[edge->side], edge->y + side_dy[edge->side]);
}

bool joins_end(const struct recount_wall *edge)
{
    int x[2], y[2];
    recount_ends(edge, x, y);
    for (unsigned i = 0; i < 4; i++)
        if (recount.loose[i / 2].x == x[i % 2] && recount.loose[i / 2].y == y[i % 2])
            return true;
    return false;
}

bool find_next(struct recount_wall *edge)
{
    for (unsigned tile = 0; tile < recount.tile_count; tile++)
        for (edge->side = 0; edge->side < 4; edge->side++) {
            edge->x = recount.tiles[tile].x;
            edge->y = recount.tiles[tile].y;
            if (recount_tile_at(&recount, edge->x + side_dx[edge->side], edge->y + side_dy[edge->side]) < 0 && is_free(edge) &&
                joins_end(edge))
                return true;
        }
    return false;
}

unsigned count_verb(enum verb_id verb, unsigned seat, unsigned i)
{
    unsigned count = 0;
    for (unsigned k = 0; k < i; k++)
        count += (seat == SEAT_NONE || dealt.lines[k].seat == seat) && has_verb(&dealt.lines[k], verb);
    return count;
}
