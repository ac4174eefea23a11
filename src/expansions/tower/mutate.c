/* SPDX-License-Identifier: MIT */
/* Mutators for the rules of The Tower. */
#include <stdlib.h>

#include "expansions/tower/recount.h"
#include "mutate/mutate_part.h"

/* Returns the segment of the tower on a tile of the recount, -1 if the tile has no foundation. */
static int foundation(unsigned tile)
{
    const struct design *design = dealt_recount.tiles[tile].design;
    for (unsigned s = 0; s < design->segment_count; s++)
        if (design->segments[s].kind == KIND_TOWER)
            return (int)s;
    return -1;
}

/* Returns a random tile with a foundation, on which a follower stands or not; -1 if there is
 * none. With `low` it has no floor. */
static int find_tower(bool manned, bool low)
{
    unsigned count = dealt_recount.tile_count, from = random_below(dealt_random, count);
    for (unsigned k = 0; k < count; k++) {
        unsigned tile = (from + k) % count;
        int segment = foundation(tile);
        if (segment >= 0 && !(low && dealt_recount.height[tile]) &&
            (recount_meeple_on(&dealt_recount, tile, (unsigned)segment) >= 0) == manned)
            return (int)tile;
    }
    return -1;
}

static struct act floor_act(unsigned tile)
{
    struct act act = dealt_verb_act(VERB_FLOOR);
    act.segment = ref_to_cell(
        (struct cell){(int16_t)dealt_recount.tiles[tile].x, (int16_t)dealt_recount.tiles[tile].y});
    return act;
}

static unsigned floors_left(unsigned seat)
{
    const struct recount_tower *tower = recount_look(&dealt_recount, &tower_recount);
    return tower->floors[seat];
}

/* Returns a random line whose tile is laid in the recount and with which nothing is done;
 * MUTATED_NOWHERE if The Tower is not in play, or the line is another one. */
static int find_idle(void)
{
    unsigned i = dealt_find_turn();
    dealt_replay_to(i);
    bool fits = recount_plays(&dealt_recount, &tower_recount) && dealt_is_idle(i);
    return fits ? (int)i : MUTATED_NOWHERE;
}

int mutate_no_foundation(void)
{
    int i = find_idle();
    unsigned tile = random_below(dealt_random, dealt_recount.tile_count);
    if (i < 0 || foundation(tile) >= 0 || !floors_left(dealt.lines[i].seat))
        return MUTATED_NOWHERE;
    dealt_add_act(&dealt.lines[i], floor_act(tile));
    return i;
}

int mutate_closed_tower(void)
{
    int i = find_idle(), tile = i < 0 ? -1 : find_tower(true, false);
    if (tile < 0 || !floors_left(dealt.lines[i].seat))
        return MUTATED_NOWHERE;
    dealt_add_act(&dealt.lines[i], floor_act((unsigned)tile));
    return i;
}

int mutate_no_floor(void)
{
    for (unsigned i = dealt.line_count; i-- > 0;) {
        if (!dealt.lines[i].has_tile || !dealt_is_idle(i))
            continue;
        dealt_replay_to(i);
        int tile = recount_plays(&dealt_recount, &tower_recount) ? find_tower(false, false) : -1;
        if (tile < 0 || floors_left(dealt.lines[i].seat))
            return MUTATED_NOWHERE;
        dealt_add_act(&dealt.lines[i], floor_act((unsigned)tile));
        return (int)i;
    }
    return MUTATED_NOWHERE;
}

int mutate_no_tower(void)
{
    int i = dealt_find_usual(MEEPLE_SMALL, true, ~0u);
    int tile =
        i < 0 || !recount_plays(&dealt_recount, &tower_recount) ? -1 : find_tower(false, true);
    if (tile < 0)
        return MUTATED_NOWHERE;
    dealt.lines[i].acts[0].segment =
        dealt_ref_of((unsigned)tile, (unsigned)foundation((unsigned)tile));
    return i;
}

int mutate_floor_and(void)
{
    int i = dealt_find_usual(MEEPLE_SMALL, true, ~0u);
    int tile =
        i < 0 || !recount_plays(&dealt_recount, &tower_recount) ? -1 : find_tower(false, false);
    if (tile < 0 || !floors_left(dealt.lines[i].seat) ||
        dealt.lines[i].acts[0].segment.kind == KIND_TOWER)
        return MUTATED_NOWHERE;
    dealt_add_act(&dealt.lines[i], floor_act((unsigned)tile));
    return i;
}

/* Returns a random act that takes a follower, with its line in *line. The recount is at that line.
 * NULL if the game has none. */
static struct act *find_catch(unsigned *line)
{
    struct act *taken = dealt_find_verb(VERB_CATCH, line);
    if (taken)
        dealt_replay_to(*line);
    return taken;
}

int mutate_out_of_reach(void)
{
    unsigned line;
    struct act *taken = find_catch(&line);
    const struct act *built = NULL;
    for (uint32_t k = 0; taken && k < dealt.lines[line].act_count; k++)
        if (dealt.lines[line].acts[k].kind == ACT_VERB &&
            dealt.lines[line].acts[k].verb == VERB_FLOOR)
            built = &dealt.lines[line].acts[k];
    int meeple = built ? dealt_find_follower(SEAT_NONE) : -1;
    if (meeple < 0 || !kind_is_follower(dealt_recount.followers[meeple].kind))
        return MUTATED_NOWHERE;
    const struct recount_meeple *who = &dealt_recount.followers[meeple];
    const struct recount_tile *to = &dealt_recount.tiles[who->tile];
    struct cell from = built->segment.cell;
    int tower = recount_tile_at(&dealt_recount, from.x, from.y);
    int across = abs(to->x - from.x), down = abs(to->y - from.y);
    if ((!across || !down) && across + down <= (int)dealt_recount.height[tower] + 1)
        return MUTATED_NOWHERE;
    taken->segment = dealt_ref_of(who->tile, who->segment);
    return (int)line;
}

int mutate_nobody_caught(void)
{
    unsigned line, tile, segment;
    struct act *taken = find_catch(&line);
    if (!taken)
        return MUTATED_NOWHERE;
    dealt_hit_segment(&tile, &segment);
    if (recount_meeple_on(&dealt_recount, tile, segment) >= 0)
        return MUTATED_NOWHERE;
    taken->segment = dealt_ref_of(tile, segment);
    return (int)line;
}

int mutate_swap_uncalled(void)
{
    int i = find_idle();
    struct act act = dealt_verb_act(VERB_SWAP);
    act.meeple = MEEPLE_SMALL;
    if (i >= 0)
        dealt_add_act(&dealt.lines[i], act);
    return i;
}

int mutate_swap_missing(void)
{
    unsigned line;
    struct act *swap = dealt_find_verb(VERB_SWAP, &line);
    if (!swap)
        return MUTATED_NOWHERE;
    dealt_remove_act(&dealt.lines[line], swap);
    return (int)line;
}

static unsigned count_held(unsigned holder, unsigned owner)
{
    unsigned count = 0;
    for (unsigned i = 0; i < dealt_recount.follower_count; i++)
        count += dealt_recount.followers[i].held == holder + 1 &&
                 dealt_recount.followers[i].seat == owner;
    return count;
}

int mutate_no_prisoner(void)
{
    int i = find_idle();
    if (i < 0)
        return MUTATED_NOWHERE;
    unsigned seat = dealt.lines[i].seat;
    struct act act = dealt_verb_act(VERB_RANSOM);
    act.meeple = MEEPLE_KINDS;
    act.seat = (uint8_t)((seat + 1) % dealt_recount.seats);
    if (count_held(act.seat, seat) || dealt_recount.scores[seat] < 3)
        return MUTATED_NOWHERE;
    dealt_add_act(&dealt.lines[i], act);
    return i;
}

int mutate_poor_ransom(void)
{
    int i = find_idle();
    struct act act = dealt_verb_act(VERB_RANSOM);
    act.meeple = MEEPLE_KINDS;
    for (unsigned jailer = 0; i >= 0 && jailer < dealt_recount.seats; jailer++)
        if (count_held(jailer, dealt.lines[i].seat) == 1 &&
            dealt_recount.scores[dealt.lines[i].seat] < 3) {
            act.seat = (uint8_t)jailer;
            dealt_add_act(&dealt.lines[i], act);
            return i;
        }
    return MUTATED_NOWHERE;
}

int mutate_no_capture(void)
{
    return dealt_claim_item(&tower_recount, ITEM_SMALL);
}
