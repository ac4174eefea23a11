/* SPDX-License-Identifier: MIT */
/* Mutators for the rules of the dragon, portals, the princess and the fairy. */
#include "expansions/dragon/recount.h"
#include "mutate/mutate_part.h"

static const struct recount_fairy *fairy(void)
{
    return recount_look(&dealt_recount, &fairy_recount);
}

static const struct recount_dragon *dragon(void)
{
    return recount_look(&dealt_recount, &dragon_recount);
}

static bool had_volcano(unsigned before)
{
    for (unsigned i = 0; i < before; i++)
        if (dealt.lines[i].has_tile && dealt.lines[i].tile.design->marks & MARK_VOLCANO)
            return true;
    return false;
}

/* Returns a random line that lays a tile with a mark, or MUTATED_NOWHERE. */
static int find_mark(unsigned mark)
{
    unsigned from = random_below(dealt_random, dealt.line_count);
    for (unsigned k = 0; k < dealt.line_count; k++) {
        unsigned i = (from + k) % dealt.line_count;
        if (dealt.lines[i].has_tile && dealt.lines[i].tile.design->marks & mark)
            return (int)i;
    }
    return MUTATED_NOWHERE;
}

/* ---- The dragon ---- */

/* Returns a random flight with a copy of its text, and its line in *line; NULL if there is none.
 * Plays the recount up to that line: its tile is laid, its acts are not done. */
static struct act *find_flight(unsigned *line)
{
    struct act *flight = dealt_find_verb(VERB_DRAGON, line);
    if (flight)
        dealt_replay_to(*line);
    if (flight)
        flight->text = arena_str(&dealt_arena, flight->text);
    return flight;
}

static void walk(const struct act *flight, size_t steps, int *x, int *y)
{
    *x = dragon()->x;
    *y = dragon()->y;
    for (size_t i = 0; i < steps; i++) {
        unsigned side = side_of_letter(flight->text.p[i]);
        *x += side_dx[side];
        *y += side_dy[side];
    }
}

/* Keeps the first `steps` steps of the flight, and adds one step towards `side`. */
static void divert(struct act *flight, size_t steps, unsigned side)
{
    char *text = arena_alloc(&dealt_arena, steps + 1);
    memcpy(text, flight->text.p, steps);
    text[steps] = "NESW"[side];
    flight->text = (struct str){text, steps + 1};
}

int mutate_leaves(void)
{
    unsigned line;
    struct act *flight = find_flight(&line);
    int x, y;
    for (size_t k = 0; flight && k < flight->text.n; k++) {
        walk(flight, k, &x, &y);
        for (unsigned side = 0; side < 4; side++)
            if (recount_tile_at(&dealt_recount, x + side_dx[side], y + side_dy[side]) < 0) {
                divert(flight, k, side);
                return (int)line;
            }
    }
    return MUTATED_NOWHERE;
}

int mutate_revisits(void)
{
    unsigned line;
    struct act *flight = find_flight(&line);
    if (!flight || flight->text.n < 2)
        return MUTATED_NOWHERE;
    size_t k = 1 + random_below(dealt_random, (unsigned)flight->text.n - 1);
    divert(flight, k, side_opposite(side_of_letter(flight->text.p[k - 1])));
    return (int)line;
}

int mutate_onto_fairy(void)
{
    unsigned line;
    struct act *flight = find_flight(&line);
    if (!flight || !fairy()->out || dealt_has_verb(&dealt.lines[line], VERB_FAIRY))
        return MUTATED_NOWHERE;
    for (size_t k = 0; k < flight->text.n; k++) {
        int x, y;
        walk(flight, k, &x, &y);
        for (unsigned side = 0; side < 4; side++)
            if (x + side_dx[side] == fairy()->x && y + side_dy[side] == fairy()->y &&
                (x + side_dx[side] != dragon()->x || y + side_dy[side] != dragon()->y)) {
                divert(flight, k, side);
                return (int)line;
            }
    }
    return MUTATED_NOWHERE;
}

int mutate_stops(void)
{
    unsigned line;
    struct act *flight = find_flight(&line);
    if (!flight)
        return MUTATED_NOWHERE;
    flight->text.n = random_below(dealt_random, (unsigned)flight->text.n);
    if (!flight->text.n)
        dealt_remove_act(&dealt.lines[line], flight);
    return (int)line;
}

int mutate_too_far(void)
{
    unsigned line;
    struct act *flight = find_flight(&line);
    if (!flight || flight->text.n < 6)
        return MUTATED_NOWHERE;
    divert(flight, 6, random_below(dealt_random, 4));
    return (int)line;
}

int mutate_uncalled(void)
{
    unsigned i = dealt_find_turn();
    if (!dealt_is_idle(i) || dealt.lines[i].tile.design->marks & MARK_DRAGON)
        return MUTATED_NOWHERE;
    struct act flight = dealt_verb_act(VERB_DRAGON);
    flight.text = str_of("N");
    dealt_add_act(&dealt.lines[i], flight);
    return (int)i;
}

int mutate_volcano(void)
{
    int i = find_mark(MARK_VOLCANO);
    if (i < 0 || !dealt_is_idle((unsigned)i))
        return MUTATED_NOWHERE;
    dealt_replay_to((unsigned)i);
    unsigned segment = random_below(dealt_random, dealt.lines[i].tile.design->segment_count);
    if (dealt_is_occupied(segment) || dealt_followers_out(dealt.lines[i].seat, MEEPLE_SMALL) == 7)
        return MUTATED_NOWHERE;
    dealt_add_act(&dealt.lines[i], dealt_follower_act(&dealt.lines[i], segment));
    return i;
}

int mutate_too_early(void)
{
    unsigned i = dealt_find_turn();
    int dragon = find_mark(MARK_DRAGON);
    if (dragon < 0 || profile_is(&dealt_profile, DRAGON_EARLY, PLACED) || had_volcano(i + 1) ||
        !dealt_is_idle(i))
        return MUTATED_NOWHERE;
    dealt.lines[i].tile = dealt.lines[dragon].tile;
    return (int)i;
}

/* ---- Portal and princess ---- */

int mutate_portal_completed(void)
{
    static struct recount_feature f;
    int i = find_mark(MARK_PORTAL);
    unsigned tile, segment;
    if (i < 0 || !dealt_is_idle((unsigned)i))
        return MUTATED_NOWHERE;
    dealt_replay_to((unsigned)i);
    for (unsigned tries = 0; tries < 200; tries++) {
        dealt_hit_segment(&tile, &segment);
        recount_flood(&dealt_recount, tile, segment, &f);
        if (tile == dealt_recount.tile_count - 1 || !f.completed || recount_is_manned(&f))
            continue;
        dealt_add_act(&dealt.lines[i],
                      (struct act){.kind = ACT_MEEPLE, .segment = dealt_ref_of(tile, segment)});
        return i;
    }
    return MUTATED_NOWHERE;
}

int mutate_portal_dragon(void)
{
    static struct recount_feature f;
    int i = find_mark(MARK_PORTAL);
    if (i < 0 || !dealt_is_idle((unsigned)i) ||
        !profile_is(&dealt_profile, PORTAL_DRAGON, FORBIDDEN) || !had_volcano((unsigned)i))
        return MUTATED_NOWHERE;
    dealt_replay_to((unsigned)i);
    int tile = recount_tile_at(&dealt_recount, dragon()->x, dragon()->y);
    unsigned segment = random_below(dealt_random, dealt_recount.tiles[tile].design->segment_count);
    recount_flood(&dealt_recount, (unsigned)tile, segment, &f);
    if (f.completed || recount_is_manned(&f) || recount_is_endless(&dealt_recount, &f))
        return MUTATED_NOWHERE;
    dealt_add_act(&dealt.lines[i], (struct act){.kind = ACT_MEEPLE,
                                                .segment = dealt_ref_of((unsigned)tile, segment)});
    return i;
}

int mutate_after_princess(void)
{
    unsigned i;
    if (!dealt_find_verb(VERB_PRINCESS, &i) || dealt_goes_on(&dealt.lines[i]))
        return MUTATED_NOWHERE;
    dealt_replay_to(i);
    unsigned segment = random_below(dealt_random, dealt.lines[i].tile.design->segment_count);
    if (dealt_is_occupied(segment) || dealt_followers_out(dealt.lines[i].seat, MEEPLE_SMALL) == 7)
        return MUTATED_NOWHERE;
    dealt_add_act(&dealt.lines[i], dealt_follower_act(&dealt.lines[i], segment));
    return (int)i;
}

int mutate_princess_ignored(void)
{
    unsigned i;
    struct act *princess = dealt_find_verb(VERB_PRINCESS, &i);
    if (!princess || !profile_is(&dealt_profile, PRINCESS, MUST))
        return MUTATED_NOWHERE;
    dealt_remove_act(&dealt.lines[i], princess);
    return (int)i;
}

int mutate_no_knight(void)
{
    static struct recount_feature city;
    unsigned i;
    struct act *princess = dealt_find_verb(VERB_PRINCESS, &i);
    if (!princess)
        return MUTATED_NOWHERE;
    dealt_replay_to(i);
    struct cell cell = princess->segment.has_cell ? princess->segment.cell : dealt.lines[i].cell;
    unsigned tile = (unsigned)recount_tile_at(&dealt_recount, cell.x, cell.y);
    recount_flood(&dealt_recount, tile, recount_segment(&dealt_recount, tile, &princess->segment),
                  &city);
    int other = dealt_find_follower(SEAT_NONE);
    const struct recount_meeple *who = &dealt_recount.followers[other];
    if (city.in[who->tile][who->segment])
        return MUTATED_NOWHERE;
    princess->segment = dealt_ref_of(who->tile, who->segment);
    return (int)i;
}

/* ---- The fairy ---- */

/* Writes the fairy's move to a follower of the seat to *act. False if the seat has no follower on
 * the table, or the fairy is on its cell already. */
static bool fairy_move(unsigned seat, struct act *act)
{
    int i = dealt_find_follower(seat);
    *act = dealt_verb_act(VERB_FAIRY);
    if (i < 0)
        return false;
    const struct recount_meeple *who = &dealt_recount.followers[i];
    act->segment = dealt_ref_of(who->tile, who->segment);
    return !(fairy()->out && act->segment.cell.x == fairy()->x &&
             act->segment.cell.y == fairy()->y);
}

static int add_fairy(unsigned i)
{
    struct act act;
    dealt_replay_to(i);
    if (!fairy_move(dealt.lines[i].seat, &act))
        return MUTATED_NOWHERE;
    dealt_add_act(&dealt.lines[i], act);
    return (int)i;
}

int mutate_fairy_and_follower(void)
{
    unsigned i = dealt_find_turn();
    struct line *line = &dealt.lines[i];
    return dealt_has_follower(line) && line->acts[0].kind == ACT_MEEPLE && line->act_count == 1
               ? add_fairy(i)
               : -1;
}

int mutate_fairy_after_princess(void)
{
    unsigned i;
    struct act *princess = dealt_find_verb(VERB_PRINCESS, &i);
    return princess && dealt.lines[i].act_count == 1 ? add_fairy(i) : -1;
}

int mutate_fairy_twice(void)
{
    unsigned i;
    struct act *fairy = dealt_find_verb(VERB_FAIRY, &i);
    if (!fairy || fairy != &dealt.lines[i].acts[dealt.lines[i].act_count - 1])
        return MUTATED_NOWHERE;
    return add_fairy(i);
}

int mutate_fairy_nowhere(void)
{
    unsigned i = dealt_find_turn();
    if (!dealt_is_idle(i) || dealt.lines[i].tile.design->marks & MARK_DRAGON)
        return MUTATED_NOWHERE;
    dealt_replay_to(i);
    const struct recount_tile *tile =
        &dealt_recount.tiles[random_below(dealt_random, dealt_recount.tile_count)];
    struct act act = dealt_verb_act(VERB_FAIRY);
    act.segment = ref_to_cell((struct cell){(int16_t)tile->x, (int16_t)tile->y});
    for (unsigned k = 0; k < dealt_recount.follower_count; k++) {
        static struct recount_feature f;
        const struct recount_meeple *who = &dealt_recount.followers[k];
        if (!who->stands || who->seat != dealt.lines[i].seat)
            continue;
        recount_flood(&dealt_recount, who->tile, who->segment, &f);
        if (&dealt_recount.tiles[who->tile] == tile || recount_is_endless(&dealt_recount, &f))
            return MUTATED_NOWHERE;
    }
    dealt_add_act(&dealt.lines[i], act);
    return (int)i;
}

int mutate_fairy_by_other(void)
{
    unsigned i = dealt_find_turn(), other = (dealt.lines[i].seat + 1u) % dealt.player_count;
    struct act act;
    /* After the fairy has left, a dragon that it blocked may be able to move. */
    if (!dealt_is_idle(i) || dealt.lines[i].tile.design->marks & MARK_DRAGON)
        return MUTATED_NOWHERE;
    dealt_replay_to(i);
    return fairy_move(other, &act) ? dealt_add_step(i, other, act) : -1;
}
