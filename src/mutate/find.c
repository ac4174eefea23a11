/* SPDX-License-Identifier: MIT */
/* Searches the game being mutated for segments, lines and verbs. */
#include "mutate/mutate_part.h"

bool dealt_goes_on(const struct line *line)
{
    static const uint8_t set_off[] = {
#define SET_OFF(verb) VERB_##verb,
#include "rows.h"
    };
    for (unsigned i = 0; i < sizeof set_off; i++)
        if (dealt_has_verb(line, set_off[i]))
            return true;
    return false;
}

bool dealt_is_idle(unsigned i)
{
    const struct line *line = &dealt.lines[i];
    for (uint32_t a = 0; a < line->act_count; a++)
        if (line->acts[a].kind != ACT_NONE && !act_is_remark(&line->acts[a]))
            return false;
    return line->kind == LINE_TURN && line->has_tile && dealt.lines[i + 1].kind != LINE_STEP;
}

struct segment_ref dealt_ref_of(unsigned tile, unsigned segment)
{
    const struct recount_tile *at = &dealt_recount.tiles[tile];
    struct cell cell = {(int16_t)at->x, (int16_t)at->y};
    if (segment >= SEGMENTS_MAX)
        return (struct segment_ref){.kind = KIND_ROAD,
                                    .port = segment == SEGMENTS_MAX ? 1 : 4,
                                    .has_cell = true,
                                    .cell = cell};
    struct segment_spot spot = segment_spot(at->design, at->orient, segment);
    return (struct segment_ref){.kind = at->design->segments[segment].kind,
                                .port = spot.port,
                                .index = spot.index,
                                .has_cell = true,
                                .cell = cell};
}

void dealt_hit_segment(unsigned *tile, unsigned *segment)
{
    *tile = random_below(dealt_random, dealt_recount.tile_count);
    *segment = random_below(dealt_random, dealt_recount.tiles[*tile].design->segment_count);
}

unsigned dealt_last_of(unsigned i)
{
    while (i + 1 < dealt.line_count && dealt.lines[i + 1].kind == LINE_STEP)
        i++;
    return i;
}

unsigned dealt_head_of(unsigned i)
{
    while (dealt.lines[i].kind == LINE_STEP)
        i--;
    return i;
}

struct act dealt_edge_act(enum verb_id verb, int x, int y, unsigned side)
{
    struct act act = dealt_verb_act(verb);
    act.segment = ref_to_edge((struct edge){{(int16_t)x, (int16_t)y}, (uint8_t)side});
    return act;
}

void dealt_put_act(unsigned i, struct act act)
{
    struct line *line = &dealt.lines[i];
    if (line->act_count && line->acts[0].kind == ACT_NONE)
        dealt_set_act(line, act);
    else
        dealt_add_act(line, act);
}

unsigned dealt_count_verb(enum verb_id verb, unsigned seat, unsigned i)
{
    unsigned count = 0;
    for (unsigned k = 0; k < i; k++)
        count += (seat == SEAT_NONE || dealt.lines[k].seat == seat) &&
                 dealt_has_verb(&dealt.lines[k], verb);
    return count;
}

int dealt_claim_item(const struct recount_rules *rules, enum item_id item)
{
    unsigned i = dealt_find_turn();
    struct line *line = &dealt.lines[i];
    if (!dealt_is_idle(i) || line->act_count != 1)
        return MUTATED_NOWHERE;
    dealt_replay_to(i);
    if (!recount_plays(&dealt_recount, rules))
        return MUTATED_NOWHERE;
    struct act *acts = arena_alloc(&dealt_arena, 2 * sizeof *acts);
    acts[0] = line->acts[0];
    acts[1] = (struct act){.kind = ACT_ITEMS,
                           .seat = (uint8_t)((line->seat + 1u) % dealt.player_count),
                           .count = ITEM_COUNT};
    acts[1].numbers = arena_alloc(&dealt_arena, ITEM_KINDS_MAX * sizeof *acts[1].numbers);
    acts[1].numbers[item] = 1;
    line->acts = acts;
    line->act_count = 2;
    return (int)i;
}
