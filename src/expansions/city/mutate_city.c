/* SPDX-License-Identifier: MIT */
/* Finds walls, phases and free edges for the mutators of The City (mutate_city.h). */
#include "expansions/city/mutate_city.h"

const struct recount_town *dealt_town(void)
{
    return recount_look(&dealt_recount, &town_recount);
}

bool dealt_is_wall(const struct act *act)
{
    return act->kind == ACT_VERB &&
           (act->verb == VERB_GATE || act->verb == VERB_WALL || act->verb == VERB_SHORT);
}

struct act *dealt_wall_of(unsigned i)
{
    for (uint32_t a = 0; a < dealt.lines[i].act_count; a++)
        if (dealt_is_wall(&dealt.lines[i].acts[a]))
            return &dealt.lines[i].acts[a];
    return NULL;
}

int dealt_find_wall(void)
{
    unsigned from = random_below(dealt_random, dealt.line_count);
    for (unsigned k = 0; k < dealt.line_count; k++) {
        unsigned i = (from + k) % dealt.line_count;
        const struct act *wall = dealt_wall_of(i);
        if (wall && wall->verb != VERB_GATE)
            return (int)i;
    }
    return MUTATED_NOWHERE;
}

int dealt_find_phase(void)
{
    int i = dealt_find_wall();
    return i < 0 ? i : (int)dealt_head_of((unsigned)i);
}

struct act dealt_wall_act(enum verb_id verb, const struct recount_wall *wall)
{
    return dealt_edge_act(verb, wall->x, wall->y, wall->side);
}

const struct recount_wall *dealt_hit_wall(void)
{
    return dealt_town()->wall_count
               ? &dealt_town()->walls[random_below(dealt_random, dealt_town()->wall_count)]
               : NULL;
}

bool dealt_is_free(const struct recount_wall *edge)
{
    return recount_wall_on(&dealt_recount, edge->x, edge->y, edge->side) < 0 &&
           recount_is_outside(&dealt_recount, edge->x + side_dx[edge->side],
                              edge->y + side_dy[edge->side]);
}

bool dealt_joins_end(const struct recount_wall *edge)
{
    int x[2], y[2];
    recount_ends(edge, x, y);
    for (unsigned i = 0; i < 4; i++)
        if (dealt_town()->loose[i / 2].x == x[i % 2] && dealt_town()->loose[i / 2].y == y[i % 2])
            return true;
    return false;
}

bool dealt_find_next(struct recount_wall *edge)
{
    for (unsigned tile = 0; tile < dealt_recount.tile_count; tile++)
        for (edge->side = 0; edge->side < 4; edge->side++) {
            edge->x = dealt_recount.tiles[tile].x;
            edge->y = dealt_recount.tiles[tile].y;
            if (recount_tile_at(&dealt_recount, edge->x + side_dx[edge->side],
                                edge->y + side_dy[edge->side]) < 0 &&
                dealt_is_free(edge) && dealt_joins_end(edge))
                return true;
        }
    return false;
}
