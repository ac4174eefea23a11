/* SPDX-License-Identifier: MIT */
/* See mutate.h: dragon, portal, princess, fairy, the large follower, the abbot. */
#include "mutate/part.h"

#include <stdlib.h>

/* A follower of the seat, or of anyone, that stands somewhere; -1 without one. */
static int find_follower(unsigned seat)
{
    unsigned from =
        dealt_recount.follower_count ? random_below(dealt_random, dealt_recount.follower_count) : 0;
    for (unsigned k = 0; k < dealt_recount.follower_count; k++) {
        unsigned i = (from + k) % dealt_recount.follower_count;
        if (dealt_recount.followers[i].stands &&
            kind_is_follower(dealt_recount.followers[i].kind) &&
            (seat == SEAT_NONE || dealt_recount.followers[i].seat == seat))
            return (int)i;
    }
    return MUTATED_NOWHERE;
}

static bool had_volcano(unsigned before)
{
    for (unsigned i = 0; i < before; i++)
        if (dealt.lines[i].has_tile && dealt.lines[i].tile.design->marks & MARK_VOLCANO)
            return true;
    return false;
}

/* A random line that lays a tile with a mark; -1 without one. */
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

static bool has_follower(const struct line *line)
{
    for (uint32_t a = 0; a < line->act_count; a++)
        if (line->acts[a].kind == ACT_FOLLOWER)
            return true;
    return false;
}

/* ---- The dragon ---- */

/* A flight, with the recount where it begins; NULL without one. The turn's acts before it have been
 * done. */
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
    *x = dealt_recount.dragon_x;
    *y = dealt_recount.dragon_y;
    for (size_t i = 0; i < steps; i++) {
        unsigned side = side_of_letter(flight->text.p[i]);
        *x += side_dx[side];
        *y += side_dy[side];
    }
}

/* The flight as far as `steps`, and one step more. */
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
    if (!flight || !dealt_recount.fairy_out || dealt_has_verb(&dealt.lines[line], VERB_FAIRY))
        return MUTATED_NOWHERE;
    for (size_t k = 0; k < flight->text.n; k++) {
        int x, y;
        walk(flight, k, &x, &y);
        for (unsigned side = 0; side < 4; side++)
            if (x + side_dx[side] == dealt_recount.fairy_x &&
                y + side_dy[side] == dealt_recount.fairy_y &&
                (x + side_dx[side] != dealt_recount.dragon_x ||
                 y + side_dy[side] != dealt_recount.dragon_y)) {
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
    if (dealt_is_occupied(segment) || dealt_followers_out(dealt.lines[i].seat, FOLLOWER_SMALL) == 7)
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
                      (struct act){.kind = ACT_FOLLOWER, .segment = dealt_ref_of(tile, segment)});
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
    int tile = recount_tile_at(&dealt_recount, dealt_recount.dragon_x, dealt_recount.dragon_y);
    unsigned segment = random_below(dealt_random, dealt_recount.tiles[tile].design->segment_count);
    recount_flood(&dealt_recount, (unsigned)tile, segment, &f);
    if (f.completed || recount_is_manned(&f) || recount_castle_of(&dealt_recount, &f) >= 0)
        return MUTATED_NOWHERE;
    dealt_add_act(&dealt.lines[i], (struct act){.kind = ACT_FOLLOWER,
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
    if (dealt_is_occupied(segment) || dealt_followers_out(dealt.lines[i].seat, FOLLOWER_SMALL) == 7)
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
    int other = find_follower(SEAT_NONE);
    const struct recount_follower *who = &dealt_recount.followers[other];
    if (city.in[who->tile][who->segment])
        return MUTATED_NOWHERE;
    princess->segment = dealt_ref_of(who->tile, who->segment);
    return (int)i;
}

/* ---- The fairy ---- */

/* The fairy's move to a follower that the seat has now, where she is not. */
static bool fairy_move(unsigned seat, struct act *act)
{
    int i = find_follower(seat);
    *act = dealt_verb_act(VERB_FAIRY);
    if (i < 0)
        return false;
    const struct recount_follower *who = &dealt_recount.followers[i];
    act->segment = dealt_ref_of(who->tile, who->segment);
    return !(dealt_recount.fairy_out && act->segment.cell.x == dealt_recount.fairy_x &&
             act->segment.cell.y == dealt_recount.fairy_y);
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
    return has_follower(line) && line->acts[0].kind == ACT_FOLLOWER && line->act_count == 1
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
    act.segment = (struct segment_ref){
        .kind = KIND_COUNT, .has_cell = true, .cell = {(int16_t)tile->x, (int16_t)tile->y}};
    for (unsigned k = 0; k < dealt_recount.follower_count; k++)
        if (dealt_recount.followers[k].stands &&
            dealt_recount.followers[k].seat == dealt.lines[i].seat &&
            (&dealt_recount.tiles[dealt_recount.followers[k].tile] == tile ||
             dealt_recount.castle_count))
            return MUTATED_NOWHERE;
    dealt_add_act(&dealt.lines[i], act);
    return (int)i;
}

int mutate_fairy_by_other(void)
{
    unsigned i = dealt_find_turn(), other = (dealt.lines[i].seat + 1u) % dealt.player_count;
    struct act act;
    /* A dragon that could not move may be able to, once she has gone. */
    if (!dealt_is_idle(i) || dealt.lines[i].tile.design->marks & MARK_DRAGON)
        return MUTATED_NOWHERE;
    dealt_replay_to(i);
    return fairy_move(other, &act) ? dealt_add_step(i, other, act) : -1;
}

/* ---- The large follower, and the abbot ---- */

int dealt_count_put(enum follower_kind kind, unsigned seat, unsigned i)
{
    int count = 0;
    for (unsigned k = 0; k < i; k++)
        for (uint32_t a = 0; dealt.lines[k].seat == seat && a < dealt.lines[k].act_count; a++) {
            const struct act *act = &dealt.lines[k].acts[a];
            count += act->kind == ACT_FOLLOWER && act->follower == kind;
            count -= kind == FOLLOWER_ABBOT && act->kind == ACT_VERB && act->verb == VERB_BACK;
        }
    return count;
}

/* A line, from a random one on, where a follower of the usual kind is placed alone, by a seat that
 * has, or has not, one of another kind out; -1 without one. The recount stands there. */
static int find_usual(enum follower_kind kind, bool out, unsigned lands)
{
    unsigned from = random_below(dealt_random, dealt.line_count);
    for (unsigned k = 0; k < dealt.line_count; k++) {
        unsigned i = (from + k) % dealt.line_count;
        const struct line *line = &dealt.lines[i];
        if (!has_follower(line) || line->acts[0].kind != ACT_FOLLOWER ||
            line->acts[0].follower != FOLLOWER_SMALL ||
            !(lands >> line->acts[0].segment.kind & 1) ||
            (line->act_count > 1 && !act_is_remark(&line->acts[1])) ||
            (out && dealt_count_put(kind, line->seat, i) <= 0))
            continue;
        dealt_replay_to(i);
        if ((dealt_followers_out(line->seat, kind) > 0) == out)
            return (int)i;
    }
    return MUTATED_NOWHERE;
}

/* A follower becomes another meeple, which stands already or does not, on land where that may or
 * may not stand. */
static int change_follower(enum follower_kind kind, bool out, bool lands)
{
    unsigned of = follower_kinds[kind].lands;
    int i = find_usual(kind, out, lands ? of : ~of);
    if (i >= 0)
        dealt.lines[i].acts[0].follower = (uint8_t)kind;
    return i;
}

int mutate_piece_out(void)
{
    return change_follower(FOLLOWER_BIG, true, true);
}

int mutate_abbot_land(void)
{
    return change_follower(FOLLOWER_ABBOT, false, false);
}

int mutate_builder_land(void)
{
    return change_follower(FOLLOWER_BUILDER, false, false);
}

int mutate_pig_land(void)
{
    return change_follower(FOLLOWER_PIG, false, false);
}

/* The act that takes back the follower that the recount has there. */
static struct act back_act(unsigned follower)
{
    struct act act = dealt_verb_act(VERB_BACK);
    act.segment = dealt_ref_of(dealt_recount.followers[follower].tile,
                               dealt_recount.followers[follower].segment);
    return act;
}

static int find_abbot(unsigned seat)
{
    for (unsigned i = 0; i < dealt_recount.follower_count; i++)
        if (dealt_recount.followers[i].stands && dealt_recount.followers[i].seat == seat &&
            dealt_recount.followers[i].kind == FOLLOWER_ABBOT)
            return (int)i;
    return MUTATED_NOWHERE;
}

int mutate_no_abbot(void)
{
    unsigned i = dealt_find_turn();
    dealt_replay_to(i);
    int follower = find_follower(dealt.lines[i].seat);
    if (follower < 0 || dealt_recount.followers[follower].kind == FOLLOWER_ABBOT ||
        !dealt_is_idle(i))
        return MUTATED_NOWHERE;
    dealt_add_act(&dealt.lines[i], back_act((unsigned)follower));
    return (int)i;
}

/* The line whose tile is the last one of those around a cell, where all of them come to lie; -1
 * where they do not. */
static int find_last_around(struct cell cell)
{
    int last = MUTATED_NOWHERE;
    unsigned count = abs(cell.x) <= 1 && abs(cell.y) <= 1; /* the start tile */
    for (unsigned i = 0; i < dealt.line_count; i++) {
        const struct line *line = &dealt.lines[i];
        if (!line->has_tile || abs(line->cell.x - cell.x) > 1 || abs(line->cell.y - cell.y) > 1)
            continue;
        last = (int)i;
        count++;
    }
    return count == 9 ? last : MUTATED_NOWHERE;
}

int mutate_back_completed(void)
{
    for (unsigned i = 0; i < dealt.line_count; i++) {
        const struct line *line = &dealt.lines[i];
        const struct act *act = line->has_tile && line->act_count ? &line->acts[0] : NULL;
        if (!act || act->kind != ACT_FOLLOWER || act->follower != FOLLOWER_ABBOT)
            continue;
        int last = find_last_around(act->segment.has_cell ? act->segment.cell : line->cell);
        struct act *own = last > (int)i && dealt.lines[last].seat == line->seat
                              ? &dealt.lines[last].acts[0]
                              : NULL;
        if (!own || !dealt.lines[last].act_count ||
            (own->kind != ACT_NONE && own->kind != ACT_FOLLOWER))
            continue;
        dealt_replay_to((unsigned)last);
        int abbot = find_abbot(line->seat);
        if (abbot < 0 || recount_around(&dealt_recount, dealt_recount.followers[abbot].tile) < 9)
            continue;
        dealt_set_act(&dealt.lines[last], back_act((unsigned)abbot));
        return last;
    }
    return MUTATED_NOWHERE;
}

int mutate_back_and(void)
{
    int i = find_usual(FOLLOWER_ABBOT, true, ~0u);
    int abbot = i < 0 ? MUTATED_NOWHERE : find_abbot(dealt.lines[i].seat);
    if (abbot < 0 || recount_around(&dealt_recount, dealt_recount.followers[abbot].tile) == 9)
        return MUTATED_NOWHERE;
    dealt_add_act(&dealt.lines[i], back_act((unsigned)abbot));
    return i;
}
