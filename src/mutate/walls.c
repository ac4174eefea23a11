/* SPDX-License-Identifier: MIT */
/* See mutate.h: tiles beyond a wall, and walls. */
#include "mutate/part.h"

/* A random side of a tile, of those that face an empty cell or of the others. */
static bool hit_side(bool faces_empty, struct recount_wall *edge)
{
    unsigned tile = random_below(rng, recount.tile_count);
    edge->side = random_below(rng, 4);
    edge->x = recount.tiles[tile].x;
    edge->y = recount.tiles[tile].y;
    return (recount_tile_at(&recount, edge->x + side_dx[edge->side], edge->y + side_dy[edge->side]) < 0) == faces_empty;
}

/* A random tile's line without walls, and none in its turn; -1 when the one it picked is another. */
static int find_quiet(void)
{
    unsigned i = find_turn();
    return wall_of(i) || last_of(i) != i ? -1 : (int)i;
}

/* ---- Tiles ---- */

int mutate_beyond(void)
{
    unsigned i = find_turn();
    replay_to(i);
    const struct recount_wall *wall = hit_wall();
    if (!wall)
        return MUTATED_NOWHERE;
    dealt.lines[i].cell = (struct cell){(int16_t)(wall->x + side_dx[wall->side]), (int16_t)(wall->y + side_dy[wall->side])};
    return (int)i;
}

/* Would a tile there cut a wall off, and lie behind none? */
static bool cuts_off(int x, int y)
{
    const struct recount_tile *last = &recount.tiles[recount.tile_count - 1];
    bool cuts = false;
    recount.tiles[recount.tile_count++] = (struct recount_tile){.design = last->design, .x = x, .y = y};
    for (unsigned i = 0; i < recount.wall_count; i++) {
        int bx = recount.walls[i].x + side_dx[recount.walls[i].side], by = recount.walls[i].y + side_dy[recount.walls[i].side];
        if (bx == x && by == y) {
            cuts = false;
            break;
        }
        cuts |= !recount_is_outside(&recount, bx, by);
    }
    recount.tile_count--;
    return cuts;
}

int mutate_cut_off(void)
{
    unsigned i = find_turn();
    struct recount_wall edge;
    replay_to(i);
    recount.tile_count--;
    if (!recount.tile_count || !is_option(OPTION_BEYOND, "strict"))
        return MUTATED_NOWHERE;
    for (unsigned tries = 0; tries < 200; tries++) {
        if (!hit_side(true, &edge) || !cuts_off(edge.x + side_dx[edge.side], edge.y + side_dy[edge.side]))
            continue;
        dealt.lines[i].cell = (struct cell){(int16_t)(edge.x + side_dx[edge.side]), (int16_t)(edge.y + side_dy[edge.side])};
        return (int)i;
    }
    return MUTATED_NOWHERE;
}

int mutate_completed(void)
{
    static struct recount_feature f;
    unsigned i = find_turn();
    const struct design *design = dealt.lines[i].tile.design;
    replay_to(i);
    for (unsigned segment = 0; segment < design->segment_count; segment++) {
        recount_flood(&recount, recount.tile_count - 1, segment, &f);
        enum kind kind = (enum kind)design->segments[segment].kind;
        if (!f.completed || kind == KIND_RESIDENCE || dealt.lines[i].act_count == 0 || is_wall(&dealt.lines[i].acts[0]))
            continue;
        set_act(&dealt.lines[i], follower_act(&dealt.lines[i], segment));
        return (int)i;
    }
    return MUTATED_NOWHERE;
}

/* ---- Walls ---- */

int mutate_missing(void)
{
    int i = find_phase();
    bool lays = false;
    if (i < 0)
        return MUTATED_NOWHERE;
    for (unsigned k = (unsigned)i + 1; k <= last_of((unsigned)i); k++)
        lays |= wall_of(k) != NULL;
    while (dealt.lines[i + 1].kind == LINE_STEP)
        remove_line((unsigned)i + 1);
    return lays ? i : -1;
}

int mutate_no_phase(void)
{
    int i = find_phase();
    struct act *wall = i < 0 ? NULL : wall_of((unsigned)i);
    if (!wall)
        return MUTATED_NOWHERE;
    remove_act(&dealt.lines[i], wall);
    while (dealt.lines[i + 1].kind == LINE_STEP)
        remove_line((unsigned)i + 1);
    return i;
}

/* In the phase after the last tile: the ring is closed while walls are due. */
int mutate_closed_early(void)
{
    struct recount_wall edge;
    unsigned i = dealt.line_count - 1;
    while (i && !(dealt.lines[i].kind == LINE_STEP && wall_of(i)))
        i--;
    replay_to(i);
    if (recount.drawn < recount.in_sets || !find_next(&edge))
        return MUTATED_NOWHERE;
    *wall_of(i) = wall_act(VERB_CLOSE, &edge);
    return (int)i;
}

int mutate_wall_uncalled(void)
{
    static const enum verb_id verb_ids[] = {VERB_WALL, VERB_SHORT, VERB_GATE, VERB_TOWER, VERB_CLOSE, VERB_GUARD, VERB_GUARD_ON};
    int i = find_quiet();
    if (i < 0)
        return MUTATED_NOWHERE;
    const struct line *line = &dealt.lines[i];
    put_act((unsigned)i, edge_act(verb_ids[random_below(rng, sizeof verb_ids / sizeof *verb_ids)], line->cell.x, line->cell.y,
                                  random_below(rng, 4)));
    return i;
}

int mutate_second_gate(void)
{
    int i = find_wall();
    if (i >= 0)
        wall_of((unsigned)i)->verb = VERB_GATE;
    return i;
}

int mutate_no_gate(void)
{
    unsigned i;
    struct act *gate = find_verb(VERB_GATE, &i);
    if (!gate)
        return MUTATED_NOWHERE;
    gate->verb = VERB_WALL;
    return (int)i;
}

int mutate_wall_seat(void)
{
    int i = find_wall();
    if (i < 0 || dealt.lines[i].kind != LINE_STEP)
        return MUTATED_NOWHERE;
    dealt.lines[i].seat = (uint8_t)((dealt.lines[i].seat + 1) % dealt.player_count);
    return i;
}

int mutate_wall_count(void)
{
    struct recount_wall edge;
    int i = find_wall();
    if (i < 0)
        return MUTATED_NOWHERE;
    unsigned last = last_of((unsigned)i);
    replay_to(last + 1);
    if (!find_next(&edge))
        return MUTATED_NOWHERE;
    return add_step(last, random_below(rng, dealt.player_count), wall_act(VERB_WALL, &edge));
}

/* A line that lays a wall; the recount stands before it. */
static int before_wall(void)
{
    int i = find_wall();
    if (i >= 0)
        replay_to((unsigned)i);
    return i;
}

static int move_wall(int i, struct act act)
{
    *wall_of((unsigned)i) = act;
    return i;
}

int mutate_not_at_end(void)
{
    struct recount_wall edge;
    int i = before_wall();
    bool apart = i >= 0 && hit_side(true, &edge) && is_free(&edge) && !joins_end(&edge);
    return apart ? move_wall(i, wall_act(VERB_WALL, &edge)) : -1;
}

int mutate_wall_on_nothing(void)
{
    int i = before_wall();
    const struct recount_wall *wall = i >= 0 ? hit_wall() : NULL;
    return wall ? move_wall(i,
                            edge_act(VERB_WALL, wall->x + side_dx[wall->side], wall->y + side_dy[wall->side], random_below(rng, 4)))
                : -1;
}

int mutate_faces_tile(void)
{
    struct recount_wall edge;
    int i = before_wall();
    return i >= 0 && hit_side(false, &edge) ? move_wall(i, wall_act(VERB_WALL, &edge)) : -1;
}

int mutate_walled(void)
{
    int i = before_wall();
    return i >= 0 ? move_wall(i, wall_act(VERB_WALL, hit_wall())) : -1;
}

int mutate_in_a_hole(void)
{
    struct recount_wall edge;
    int i = before_wall();
    for (unsigned tries = 0; i >= 0 && tries < 100; tries++)
        if (hit_side(true, &edge) && !recount_is_outside(&recount, edge.x + side_dx[edge.side], edge.y + side_dy[edge.side]))
            return move_wall(i, wall_act(VERB_WALL, &edge));
    return MUTATED_NOWHERE;
}

/* The ring is closed in thought when no wall is left. */
int mutate_wall_supply(void)
{
    struct recount_wall edge;
    unsigned last = dealt.line_count - 1;
    replay_to(0);
    if (count_verb(VERB_WALL, SEAT_NONE, last) + count_verb(VERB_SHORT, SEAT_NONE, last) < recount.walls_most)
        return MUTATED_NOWHERE;
    while (!wall_of(last))
        last--;
    last = last_of(last);
    replay_to(last + 1);
    if (recount.wall_count <= recount.walls_most || !find_next(&edge))
        return MUTATED_NOWHERE;
    return add_step(last, random_below(rng, dealt.player_count), wall_act(VERB_CLOSE, &edge));
}

int mutate_third_short(void)
{
    int i = find_wall();
    if (i < 0 || wall_of((unsigned)i)->verb == VERB_SHORT || count_verb(VERB_SHORT, SEAT_NONE, (unsigned)i) < 2)
        return MUTATED_NOWHERE;
    wall_of((unsigned)i)->verb = VERB_SHORT;
    return i;
}

int mutate_short_place(void)
{
    int i = before_wall();
    if (i < 0 || !is_option(OPTION_SHORT_WALL_PLACE, "concave"))
        return MUTATED_NOWHERE;
    struct act *wall = wall_of((unsigned)i);
    unsigned side = wall->segment.port / 3;
    int x = wall->segment.cell.x + side_dx[side], y = wall->segment.cell.y + side_dy[side];
    for (unsigned turn = 1; turn < 4; turn += 2)
        if (recount_tile_at(&recount, x + side_dx[(side + turn) % 4], y + side_dy[(side + turn) % 4]) >= 0)
            return MUTATED_NOWHERE;
    wall->verb = VERB_SHORT;
    return i;
}
