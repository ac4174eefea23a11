/* SPDX-License-Identifier: MIT */
/* Mutators for the rules of guards and towers. */
#include "expansions/city/mutate_city.h"

static bool has_guard(unsigned i)
{
    return dealt_has_verb(&dealt.lines[i], VERB_GUARD) ||
           dealt_has_verb(&dealt.lines[i], VERB_GUARD_ON);
}

/* Returns a random line that lays a wall and places no guard, or MUTATED_NOWHERE. Plays the recount
 * past it: its wall is the last one laid. */
static int find_unguarded(void)
{
    int i = dealt_find_wall();
    if (i < 0 || has_guard((unsigned)i))
        return MUTATED_NOWHERE;
    dealt_replay_to((unsigned)i + 1);
    return i;
}

/* Returns the last wall at an end of the chain, or NULL. */
static const struct recount_wall *outmost(int end)
{
    const struct recount_wall *last = NULL;
    for (unsigned i = 1; i < dealt_town()->wall_count; i++)
        if (dealt_town()->walls[i].end == end)
            last = &dealt_town()->walls[i];
    return last;
}

/* ---- Guards ---- */

int mutate_opposite(void)
{
    int i = find_unguarded();
    if (i < 0)
        return MUTATED_NOWHERE;
    const struct recount_wall *wall = &dealt_town()->walls[dealt_town()->wall_count - 1];
    int x = wall->x, y = wall->y;
    while (recount_tile_at(&dealt_recount, x - side_dx[wall->side], y - side_dy[wall->side]) >= 0) {
        x -= side_dx[wall->side];
        y -= side_dy[wall->side];
    }
    int other = recount_wall_on(&dealt_recount, x, y, (wall->side + 2) % 4);
    if (other < 0 || !dealt_town()->walls[other].guarded)
        return MUTATED_NOWHERE;
    dealt_put_act((unsigned)i, dealt_verb_act(VERB_GUARD));
    return i;
}

int mutate_second_guard(void)
{
    unsigned i;
    struct act *guard =
        dealt_find_verb(random_below(dealt_random, 2) ? VERB_GUARD : VERB_GUARD_ON, &i);
    if (!guard)
        return MUTATED_NOWHERE;
    dealt_add_act(&dealt.lines[i], *guard);
    return (int)i;
}

int mutate_guard_elsewhere(void)
{
    int i = find_unguarded();
    if (i < 0)
        return MUTATED_NOWHERE;
    const struct recount_wall *wall = dealt_hit_wall();
    if (wall->gate || wall->guarded || wall == &dealt_town()->walls[dealt_town()->wall_count - 1])
        return MUTATED_NOWHERE;
    dealt_put_act((unsigned)i, dealt_wall_act(VERB_GUARD_ON, wall));
    return i;
}

int mutate_guard_nowhere(void)
{
    int i = find_unguarded();
    if (i < 0)
        return MUTATED_NOWHERE;
    struct recount_wall edge = *dealt_hit_wall();
    edge.side = (edge.side + 1) % SIDES;
    if (recount_wall_on(&dealt_recount, edge.x, edge.y, edge.side) >= 0)
        return MUTATED_NOWHERE;
    dealt_put_act((unsigned)i, dealt_wall_act(VERB_GUARD_ON, &edge));
    return i;
}

/* In the third pile guards wait for all walls of the phase. */
int mutate_guard_early(void)
{
    enum { SECOND_PILE_OVER = 55 };
    int i = find_unguarded();
    if (i < 0 || dealt_recount.drawn <= SECOND_PILE_OVER + 1 ||
        dealt.lines[i + 1].kind != LINE_STEP || !dealt_wall_of((unsigned)i + 1))
        return MUTATED_NOWHERE;
    dealt_put_act((unsigned)i, dealt_verb_act(VERB_GUARD));
    return i;
}

int mutate_guard_closing(void)
{
    struct recount_wall edge;
    unsigned last = dealt.line_count - 1;
    while (last && dealt.lines[last].kind != LINE_STEP && dealt.lines[last].kind != LINE_TURN)
        last--;
    dealt_replay_to(last + 1);
    if (!dealt_town()->closed || !dealt_town()->wall_count ||
        dealt_town()->wall_count > dealt_town()->walls_most || !dealt_find_next(&edge))
        return MUTATED_NOWHERE;
    int i = dealt_add_step(last, random_below(dealt_random, dealt.player_count),
                           dealt_wall_act(VERB_CLOSE, &edge));
    dealt_add_act(&dealt.lines[i],
                  dealt_verb_act(random_below(dealt_random, 2) ? VERB_GUARD : VERB_GUARD_ON));
    dealt.lines[i].acts[1].segment = dealt.lines[i].acts[0].segment;
    return i;
}

int mutate_guards_out_of_turn(void)
{
    unsigned i;
    if (!dealt_find_verb(VERB_GUARD_ON, &i) || dealt.lines[i].kind != LINE_STEP ||
        dealt.lines[i + 1].kind != LINE_STEP)
        return MUTATED_NOWHERE;
    struct line *first = &dealt.lines[i], *second = first + 1;
    bool two = second->act_count && second->acts[0].kind == ACT_VERB &&
               second->acts[0].verb == VERB_GUARD_ON && first->seat != second->seat;
    if (!two || first->acts[0].verb != VERB_GUARD_ON)
        return MUTATED_NOWHERE;
    struct act act = first->acts[0];
    uint8_t seat = first->seat;
    first->acts[0] = second->acts[0];
    first->seat = second->seat;
    second->acts[0] = act;
    second->seat = seat;
    return (int)i + 1;
}

int mutate_no_guard_left(void)
{
    enum { FOLLOWERS = 7 };
    int i = find_unguarded();
    if (i < 0)
        return MUTATED_NOWHERE;
    unsigned seat = dealt.lines[i].seat, out = dealt_followers_out(seat, MEEPLE_SMALL);
    for (unsigned k = 0; k < dealt_town()->wall_count; k++)
        out += dealt_town()->walls[k].guarded && dealt_town()->walls[k].guard == seat;
    if (out < FOLLOWERS)
        return MUTATED_NOWHERE;
    dealt_put_act((unsigned)i, dealt_verb_act(VERB_GUARD));
    return i;
}

int mutate_guard_gate(void)
{
    unsigned i;
    if (!dealt_find_verb(VERB_GATE, &i))
        return MUTATED_NOWHERE;
    dealt_put_act(i, dealt_verb_act(VERB_GUARD));
    return (int)i;
}

int mutate_guard_after_tower(void)
{
    unsigned i;
    if (!dealt_find_verb(VERB_TOWER, &i))
        return MUTATED_NOWHERE;
    return dealt_add_step(i, dealt.lines[i].seat, dealt_verb_act(VERB_GUARD));
}

/* ---- Towers ---- */

int mutate_tower_seat(void)
{
    unsigned i;
    struct act *tower = dealt_find_verb(VERB_TOWER, &i);
    if (!tower || tower != dealt.lines[i].acts || dealt.lines[i].kind != LINE_STEP)
        return MUTATED_NOWHERE;
    dealt.lines[i].seat = (uint8_t)((dealt.lines[i].seat + 1) % dealt.player_count);
    return (int)i;
}

int mutate_tower_place(void)
{
    unsigned i;
    struct act *tower = dealt_find_verb(VERB_TOWER, &i);
    if (!tower)
        return MUTATED_NOWHERE;
    dealt_replay_to(i + 1);
    const struct recount_wall *wall = dealt_hit_wall();
    if (recount_joint(&dealt_recount, (int)(wall - dealt_town()->walls)).open)
        return MUTATED_NOWHERE;
    *tower = dealt_wall_act(VERB_TOWER, wall);
    return (int)i;
}

/* Returns the last line of a random turn with a phase and no tower, or MUTATED_NOWHERE. Plays the
 * recount past it. */
static int find_towerless(void)
{
    int i = dealt_find_phase();
    if (i < 0)
        return MUTATED_NOWHERE;
    unsigned last = dealt_last_of((unsigned)i);
    for (unsigned k = (unsigned)i; k <= last; k++)
        if (dealt_has_verb(&dealt.lines[k], VERB_TOWER))
            return MUTATED_NOWHERE;
    dealt_replay_to(last + 1);
    return (int)last;
}

/* True if the seat whose turn ends with that line has a tower left. */
static bool has_tower(unsigned last)
{
    unsigned stock = 0;
    for (unsigned k = 0; k < PIECES_MAX && dealt.sets[0]->pieces[k].name; k++)
        if (strcmp(dealt.sets[0]->pieces[k].name, "tower") == 0)
            stock = dealt.sets[0]->pieces[k].count / dealt.player_count;
    return dealt_count_verb(VERB_TOWER, dealt.lines[dealt_head_of(last)].seat, last) < stock;
}

int mutate_tower_there(void)
{
    int last = find_towerless();
    for (int end = 0; last >= 0 && has_tower((unsigned)last) && end < 2; end++)
        if (outmost(end) &&
            recount_joint(&dealt_recount, (int)(outmost(end) - dealt_town()->walls)).taken)
            return dealt_add_step((unsigned)last, dealt.lines[dealt_head_of((unsigned)last)].seat,
                                  dealt_wall_act(VERB_TOWER, outmost(end)));
    return MUTATED_NOWHERE;
}

int mutate_no_tower_left(void)
{
    int last = find_towerless();
    if (last < 0 || has_tower((unsigned)last) || !outmost(0))
        return MUTATED_NOWHERE;
    return dealt_add_step((unsigned)last, dealt.lines[dealt_head_of((unsigned)last)].seat,
                          dealt_wall_act(VERB_TOWER, outmost(0)));
}

int mutate_tower_early(void)
{
    int i = dealt_find_phase();
    if (i < 0 || dealt.lines[i + 1].kind != LINE_STEP || !dealt_wall_of((unsigned)i + 1) ||
        !dealt_wall_of((unsigned)i))
        return MUTATED_NOWHERE;
    struct act tower = *dealt_wall_of((unsigned)i);
    tower.verb = VERB_TOWER;
    dealt_add_act(&dealt.lines[i], tower);
    return i;
}

int mutate_second_tower(void)
{
    unsigned i;
    struct act *tower = dealt_find_verb(VERB_TOWER, &i);
    if (!tower)
        return MUTATED_NOWHERE;
    dealt_add_act(&dealt.lines[i], *tower);
    return (int)i;
}
