/* SPDX-License-Identifier: MIT */
/* Mutators for the rules of walls, and of tiles beyond a wall. */
#include "expansions/city/mutate_city.h"

/* Picks a random side of a tile. True if it faces an empty cell or, without `faces_empty`, a
 * tile. */
static bool hit_side(bool faces_empty, struct recount_wall *edge)
{
    unsigned tile = random_below(dealt_random, dealt_recount.tile_count);
    edge->side = random_below(dealt_random, 4);
    edge->x = dealt_recount.tiles[tile].x;
    edge->y = dealt_recount.tiles[tile].y;
    return (recount_tile_at(&dealt_recount, edge->x + side_dx[edge->side],
                            edge->y + side_dy[edge->side]) < 0) == faces_empty;
}

/* Picks a random line that lays a tile. Returns it if it is the only line of its turn and lays no
 * wall, otherwise -1. */
static int find_quiet(void)
{
    unsigned i = dealt_find_turn();
    return dealt_wall_of(i) || dealt_last_of(i) != i ? -1 : (int)i;
}

/* ---- Tiles ---- */

int mutate_beyond(void)
{
    unsigned i = dealt_find_turn();
    dealt_replay_to(i);
    const struct recount_wall *wall = dealt_hit_wall();
    if (!wall)
        return MUTATED_NOWHERE;
    dealt.lines[i].cell = (struct cell){(int16_t)(wall->x + side_dx[wall->side]),
                                        (int16_t)(wall->y + side_dy[wall->side])};
    return (int)i;
}

/* True if a tile there would cut off a wall, but would not lie beyond one. */
static bool cuts_off(int x, int y)
{
    const struct recount_tile *last = &dealt_recount.tiles[dealt_recount.tile_count - 1];
    bool cuts = false;
    recount_put(&dealt_recount, last->design, x, y, 0);
    for (unsigned i = 0; i < dealt_town()->wall_count; i++) {
        int bx = dealt_town()->walls[i].x + side_dx[dealt_town()->walls[i].side],
            by = dealt_town()->walls[i].y + side_dy[dealt_town()->walls[i].side];
        if (bx == x && by == y) {
            cuts = false;
            break;
        }
        cuts |= !recount_is_outside(&dealt_recount, bx, by);
    }
    recount_lift(&dealt_recount);
    return cuts;
}

int mutate_cut_off(void)
{
    unsigned i = dealt_find_turn();
    struct recount_wall edge;
    dealt_replay_to(i);
    dealt_recount.tile_count--;
    if (!dealt_recount.tile_count || !profile_is(&dealt_profile, BEYOND, STRICT))
        return MUTATED_NOWHERE;
    for (unsigned tries = 0; tries < 200; tries++) {
        if (!hit_side(true, &edge) ||
            !cuts_off(edge.x + side_dx[edge.side], edge.y + side_dy[edge.side]))
            continue;
        dealt.lines[i].cell = (struct cell){(int16_t)(edge.x + side_dx[edge.side]),
                                            (int16_t)(edge.y + side_dy[edge.side])};
        return (int)i;
    }
    return MUTATED_NOWHERE;
}

int mutate_completed(void)
{
    static struct recount_feature f;
    unsigned i = dealt_find_turn();
    const struct design *design = dealt.lines[i].tile.design;
    dealt_replay_to(i);
    for (unsigned segment = 0; segment < design->segment_count; segment++) {
        recount_flood(&dealt_recount, dealt_recount.tile_count - 1, segment, &f);
        enum kind kind = (enum kind)design->segments[segment].kind;
        if (!f.completed || kind == KIND_RESIDENCE || dealt.lines[i].act_count == 0 ||
            dealt_is_wall(&dealt.lines[i].acts[0]))
            continue;
        dealt_set_act(&dealt.lines[i], dealt_follower_act(&dealt.lines[i], segment));
        return (int)i;
    }
    return MUTATED_NOWHERE;
}

/* ---- Walls ---- */

int mutate_missing(void)
{
    int i = dealt_find_phase();
    bool lays = false;
    if (i < 0)
        return MUTATED_NOWHERE;
    for (unsigned k = (unsigned)i + 1; k <= dealt_last_of((unsigned)i); k++)
        lays |= dealt_wall_of(k) != NULL;
    while (dealt.lines[i + 1].kind == LINE_STEP)
        dealt_remove_line((unsigned)i + 1);
    return lays ? i : -1;
}

int mutate_no_phase(void)
{
    int i = dealt_find_phase();
    struct act *wall = i < 0 ? NULL : dealt_wall_of((unsigned)i);
    if (!wall)
        return MUTATED_NOWHERE;
    dealt_remove_act(&dealt.lines[i], wall);
    while (dealt.lines[i + 1].kind == LINE_STEP)
        dealt_remove_line((unsigned)i + 1);
    return i;
}

/* Closes the ring while walls are still due, in the phase after the last tile. */
int mutate_closed_early(void)
{
    struct recount_wall edge;
    unsigned i = dealt.line_count - 1;
    while (i && !(dealt.lines[i].kind == LINE_STEP && dealt_wall_of(i)))
        i--;
    dealt_replay_to(i);
    if (dealt_recount.drawn < dealt_town()->in_sets || !dealt_find_next(&edge))
        return MUTATED_NOWHERE;
    *dealt_wall_of(i) = dealt_wall_act(VERB_CLOSE, &edge);
    return (int)i;
}

int mutate_wall_uncalled(void)
{
    static const enum verb_id verb_ids[] = {VERB_WALL,  VERB_SHORT, VERB_GATE,    VERB_TOWER,
                                            VERB_CLOSE, VERB_GUARD, VERB_GUARD_ON};
    int i = find_quiet();
    if (i < 0)
        return MUTATED_NOWHERE;
    const struct line *line = &dealt.lines[i];
    dealt_put_act(
        (unsigned)i,
        dealt_edge_act(verb_ids[random_below(dealt_random, sizeof verb_ids / sizeof *verb_ids)],
                       line->cell.x, line->cell.y, random_below(dealt_random, 4)));
    return i;
}

int mutate_second_gate(void)
{
    int i = dealt_find_wall();
    if (i >= 0)
        dealt_wall_of((unsigned)i)->verb = VERB_GATE;
    return i;
}

int mutate_no_gate(void)
{
    unsigned i;
    struct act *gate = dealt_find_verb(VERB_GATE, &i);
    if (!gate)
        return MUTATED_NOWHERE;
    gate->verb = VERB_WALL;
    return (int)i;
}

int mutate_wall_seat(void)
{
    int i = dealt_find_wall();
    if (i < 0 || dealt.lines[i].kind != LINE_STEP)
        return MUTATED_NOWHERE;
    dealt.lines[i].seat = (uint8_t)((dealt.lines[i].seat + 1) % dealt.player_count);
    return i;
}

int mutate_wall_count(void)
{
    struct recount_wall edge;
    int i = dealt_find_wall();
    if (i < 0)
        return MUTATED_NOWHERE;
    unsigned last = dealt_last_of((unsigned)i);
    dealt_replay_to(last + 1);
    if (!dealt_find_next(&edge))
        return MUTATED_NOWHERE;
    return dealt_add_step(last, random_below(dealt_random, dealt.player_count),
                          dealt_wall_act(VERB_WALL, &edge));
}

/* Returns a random line that lays a wall, or -1. Plays the recount up to it: its wall is not
 * laid. */
static int before_wall(void)
{
    int i = dealt_find_wall();
    if (i >= 0)
        dealt_replay_to((unsigned)i);
    return i;
}

static int move_wall(int i, struct act act)
{
    *dealt_wall_of((unsigned)i) = act;
    return i;
}

int mutate_not_at_end(void)
{
    struct recount_wall edge;
    int i = before_wall();
    bool apart = i >= 0 && hit_side(true, &edge) && dealt_is_free(&edge) && !dealt_joins_end(&edge);
    return apart ? move_wall(i, dealt_wall_act(VERB_WALL, &edge)) : -1;
}

int mutate_wall_on_nothing(void)
{
    int i = before_wall();
    const struct recount_wall *wall = i >= 0 ? dealt_hit_wall() : NULL;
    return wall ? move_wall(i, dealt_edge_act(VERB_WALL, wall->x + side_dx[wall->side],
                                              wall->y + side_dy[wall->side],
                                              random_below(dealt_random, 4)))
                : -1;
}

int mutate_faces_tile(void)
{
    struct recount_wall edge;
    int i = before_wall();
    return i >= 0 && hit_side(false, &edge) ? move_wall(i, dealt_wall_act(VERB_WALL, &edge)) : -1;
}

int mutate_walled(void)
{
    int i = before_wall();
    return i >= 0 ? move_wall(i, dealt_wall_act(VERB_WALL, dealt_hit_wall())) : -1;
}

int mutate_in_a_hole(void)
{
    struct recount_wall edge;
    int i = before_wall();
    for (unsigned tries = 0; i >= 0 && tries < 100; tries++)
        if (hit_side(true, &edge) &&
            !recount_is_outside(&dealt_recount, edge.x + side_dx[edge.side],
                                edge.y + side_dy[edge.side]))
            return move_wall(i, dealt_wall_act(VERB_WALL, &edge));
    return MUTATED_NOWHERE;
}

/* Lays a wall of the closing although none are left: the ring is then closed automatically. */
int mutate_wall_supply(void)
{
    struct recount_wall edge;
    unsigned last = dealt.line_count - 1;
    dealt_replay_to(0);
    if (dealt_count_verb(VERB_WALL, SEAT_NONE, last) +
            dealt_count_verb(VERB_SHORT, SEAT_NONE, last) <
        dealt_town()->walls_most)
        return MUTATED_NOWHERE;
    while (!dealt_wall_of(last))
        last--;
    last = dealt_last_of(last);
    dealt_replay_to(last + 1);
    if (dealt_town()->wall_count <= dealt_town()->walls_most || !dealt_find_next(&edge))
        return MUTATED_NOWHERE;
    return dealt_add_step(last, random_below(dealt_random, dealt.player_count),
                          dealt_wall_act(VERB_CLOSE, &edge));
}

int mutate_third_short(void)
{
    int i = dealt_find_wall();
    if (i < 0 || dealt_wall_of((unsigned)i)->verb == VERB_SHORT ||
        dealt_count_verb(VERB_SHORT, SEAT_NONE, (unsigned)i) < 2)
        return MUTATED_NOWHERE;
    dealt_wall_of((unsigned)i)->verb = VERB_SHORT;
    return i;
}

int mutate_short_place(void)
{
    int i = before_wall();
    if (i < 0 || !profile_is(&dealt_profile, SHORT_WALL_PLACE, CONCAVE))
        return MUTATED_NOWHERE;
    struct act *wall = dealt_wall_of((unsigned)i);
    unsigned side = wall->segment.side;
    int x = wall->segment.cell.x + side_dx[side], y = wall->segment.cell.y + side_dy[side];
    for (unsigned turn = 1; turn < 4; turn += 2)
        if (recount_tile_at(&dealt_recount, x + side_dx[(side + turn) % 4],
                            y + side_dy[(side + turn) % 4]) >= 0)
            return MUTATED_NOWHERE;
    wall->verb = VERB_SHORT;
    return i;
}
