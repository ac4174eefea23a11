/* SPDX-License-Identifier: MIT */
/* Mutators for the base game, for the order of a record, and for claims. */
#include "mutate/mutate_part.h"

/* True if the tile of the line, in this orientation, meets other land at a neighbour. */
static bool mismatches(const struct line *line, unsigned orient)
{
    for (unsigned t = 0; t + 1 < dealt_recount.tile_count; t++)
        for (unsigned side = 0; side < 4; side++) {
            const struct recount_tile *tile = &dealt_recount.tiles[t];
            if (tile->x != line->cell.x + side_dx[side] || tile->y != line->cell.y + side_dy[side])
                continue;
            if (line->tile.design->side[0][(side + 4 - orient) % 4] !=
                tile->design->side[0][(side + 6 - tile->orient) % 4])
                return true;
        }
    return false;
}

int mutate_orient(void)
{
    unsigned i = dealt_find_turn(),
             orient = (dealt.lines[i].orient + 1 + random_below(dealt_random, 3)) % 4;
    dealt_replay_to(i);
    if (!mismatches(&dealt.lines[i], orient))
        return MUTATED_NOWHERE;
    dealt.lines[i].orient = (uint8_t)orient;
    dealt.lines[i].acts[0].kind = ACT_NONE;
    return (int)i;
}

int mutate_cell_far(void)
{
    unsigned i = dealt_find_turn();
    dealt.lines[i].cell.x = (int16_t)(dealt.lines[i].cell.x + 60);
    return (int)i;
}

int mutate_cell_taken(void)
{
    unsigned i = dealt_find_turn();
    dealt_replay_to(i);
    unsigned t = random_below(dealt_random, dealt_recount.tile_count - 1);
    dealt.lines[i].cell =
        (struct cell){(int16_t)dealt_recount.tiles[t].x, (int16_t)dealt_recount.tiles[t].y};
    return (int)i;
}

int mutate_occupied(void)
{
    unsigned i = dealt_find_turn();
    struct line *line = &dealt.lines[i];
    dealt_replay_to(i);
    unsigned segment = random_below(dealt_random, line->tile.design->segment_count);
    if (!dealt_is_occupied(segment) || dealt_followers_out(line->seat, MEEPLE_SMALL) == 7)
        return MUTATED_NOWHERE;
    dealt_set_act(line, dealt_follower_act(line, segment));
    return (int)i;
}

int mutate_supply(void)
{
    unsigned i = dealt_find_turn();
    struct line *line = &dealt.lines[i];
    dealt_replay_to(i);
    unsigned segment = random_below(dealt_random, line->tile.design->segment_count);
    if (dealt_is_occupied(segment) || dealt_followers_out(line->seat, MEEPLE_SMALL) < 7)
        return MUTATED_NOWHERE;
    dealt_set_act(line, dealt_follower_act(line, segment));
    return (int)i;
}

int mutate_second(void)
{
    unsigned i = dealt_find_turn();
    struct line *line = &dealt.lines[i];
    if (line->acts[0].kind != ACT_MEEPLE || line->act_count != 1)
        return MUTATED_NOWHERE;
    struct act *acts = arena_alloc(&dealt_arena, 2 * sizeof *acts);
    acts[0] = line->acts[0];
    acts[1] =
        dealt_follower_act(line, random_below(dealt_random, line->tile.design->segment_count));
    line->acts = acts;
    line->act_count = 2;
    return (int)i;
}

int mutate_segment(void)
{
    unsigned i = dealt_find_turn();
    struct line *line = &dealt.lines[i];
    if (line->tile.design->monastic != SEGMENT_NONE)
        return MUTATED_NOWHERE;
    dealt_set_act(line,
                  (struct act){.kind = ACT_MEEPLE,
                               .segment = {.kind = KIND_MONASTERY, .port = PORT_NONE, .index = 1}});
    return (int)i;
}

int mutate_other_tile(void)
{
    unsigned i = dealt_find_turn();
    struct line *line = &dealt.lines[i];
    dealt_replay_to(i);
    if (dealt_recount.tile_count < 3)
        return MUTATED_NOWHERE;
    const struct recount_tile *other =
        &dealt_recount.tiles[1 + random_below(dealt_random, dealt_recount.tile_count - 2)];
    struct line there = {.tile = {.design = other->design}, .orient = (uint8_t)other->orient};
    dealt_set_act(
        line, dealt_follower_act(&there, random_below(dealt_random, other->design->segment_count)));
    line->acts[0].segment.has_cell = true;
    line->acts[0].segment.cell = (struct cell){(int16_t)other->x, (int16_t)other->y};
    return (int)i;
}

int mutate_seat(void)
{
    unsigned i = dealt_find_turn();
    dealt.lines[i].seat = (uint8_t)((dealt.lines[i].seat + 1) % dealt.player_count);
    return (int)i;
}

int mutate_seat_range(void)
{
    unsigned i = dealt_find_turn();
    if (dealt.player_count == SEATS_MAX)
        return MUTATED_NOWHERE;
    dealt.lines[i].seat = (uint8_t)dealt.player_count;
    return (int)i;
}

int mutate_number(void)
{
    unsigned i = dealt_find_turn();
    /* If the line before is a discard of the same turn, that line would be flagged instead: its
     * turn would lack its tile. */
    if (i && !dealt.lines[i - 1].has_tile)
        return MUTATED_NOWHERE;
    dealt.lines[i].turn = (uint16_t)(dealt.lines[i].turn + 2 + random_below(dealt_random, 50));
    return (int)i;
}

int mutate_dropped(void)
{
    unsigned i = dealt_find_turn();
    /* If the line before is a discard of the same turn, that line would be flagged instead: its
     * turn would lack its tile. */
    if (i && dealt.lines[i - 1].turn == dealt.lines[i].turn)
        return MUTATED_NOWHERE;
    if (i + 1 >= dealt.line_count || dealt.lines[i + 1].kind != LINE_TURN ||
        dealt.lines[i + 1].turn == dealt.lines[i].turn)
        return MUTATED_NOWHERE;
    dealt_remove_line(i);
    return (int)i;
}

int mutate_doubled(void)
{
    unsigned i = dealt_find_turn();
    dealt_insert_line(i + 1, dealt.lines[i]);
    return (int)i + 1;
}

int mutate_count(void)
{
    unsigned i = dealt_find_turn();
    const struct tileset *set = dealt.sets[0];
    const struct design *design = &set->designs[random_below(dealt_random, set->design_count)];
    unsigned drawn = strcmp(design->name, set->start) == 0;
    for (unsigned k = 0; k < i; k++)
        drawn += dealt.lines[k].has_tile ? dealt.lines[k].tile.design == design
                                         : dealt.lines[k].acts[0].tile.design == design;
    if (drawn < design_copies(design, dealt.copies[0]))
        return MUTATED_NOWHERE;
    dealt.lines[i].tile = (struct tile_ref){str_of(design->name), design, {0}};
    dealt.lines[i].acts[0].kind = ACT_NONE;
    return (int)i;
}

int mutate_name(void)
{
    unsigned i = dealt_find_turn();
    dealt.lines[i].tile = (struct tile_ref){str_of("Y"), NULL, {0}};
    return (int)i;
}

static struct act *totals_of(struct line *line)
{
    for (unsigned a = 0; a < line->act_count; a++)
        if (line->acts[a].kind == ACT_TOTALS)
            return &line->acts[a];
    return NULL;
}

int mutate_total(void)
{
    unsigned i = dealt_find_turn();
    struct act *totals = totals_of(&dealt.lines[i]);
    if (!totals)
        return MUTATED_NOWHERE;
    totals->numbers[random_below(dealt_random, totals->count)] +=
        1 + (int)random_below(dealt_random, 9);
    return (int)i;
}

int mutate_final(void)
{
    unsigned i = dealt.line_count - 1;
    struct act *totals = totals_of(&dealt.lines[i]);
    totals->numbers[random_below(dealt_random, totals->count)] -=
        1 + (int)random_below(dealt_random, 9);
    return (int)i;
}

int mutate_award(void)
{
    unsigned i = dealt_find_turn();
    struct line *line = &dealt.lines[i];
    if (line->act_count != 1)
        return MUTATED_NOWHERE;
    struct act *acts = arena_alloc(&dealt_arena, 2 * sizeof *acts);
    acts[0] = line->acts[0];
    acts[1] = (struct act){.kind = ACT_CLAIM,
                           .seat = line->seat,
                           .number = 3,
                           .segment = {.kind = REF_NOTHING},
                           .text = str_of("road")};
    line->acts = acts;
    line->act_count = 2;
    return (int)i;
}

int mutate_discard(void)
{
    unsigned i = dealt_find_turn();
    struct line *line = &dealt.lines[i];
    struct act *act = arena_alloc(&dealt_arena, sizeof *act);
    *act = (struct act){.kind = ACT_DISCARD, .tile = line->tile};
    dealt_insert_line(i, (struct line){.kind = LINE_TURN,
                                       .seat = line->seat,
                                       .turn = line->turn,
                                       .acts = act,
                                       .act_count = 1});
    return (int)i;
}

int mutate_end_early(void)
{
    unsigned last = dealt.line_count - 2;
    if (!dealt.lines[last].has_tile)
        return MUTATED_NOWHERE;
    dealt_remove_line(last);
    return (int)last;
}

int mutate_after_end(void)
{
    unsigned i = dealt_find_turn();
    dealt_insert_line(i, dealt.lines[dealt.line_count - 1]);
    dealt.lines[i].act_count = 0;
    dealt.lines[i].reason = END_STOPPED;
    return (int)i + 1;
}

/* Replaces the laying of a tile by another act with it. */
static int lay_not(enum act_kind kind)
{
    unsigned i = dealt_find_turn();
    struct line *line = &dealt.lines[i];
    if (dealt.lines[i + 1].kind != LINE_TURN || dealt.lines[i + 1].turn == line->turn ||
        (i && line[-1].turn == line->turn))
        return MUTATED_NOWHERE;
    line->has_tile = false;
    struct act *act = arena_alloc(&dealt_arena, sizeof *act);
    *act = (struct act){.kind = (uint8_t)kind, .tile = line->tile};
    line->acts = act;
    line->act_count = 1;
    return (int)i;
}

int mutate_no_tile(void)
{
    return lay_not(ACT_DISCARD);
}

int mutate_declined(void)
{
    return lay_not(ACT_PASS_TILE);
}

int mutate_aside(void)
{
    int at = mutate_discard();
    dealt.lines[at].acts[0].kind = ACT_ASIDE;
    return at;
}

int mutate_other_set(void)
{
    unsigned i = dealt_find_turn();
    dealt.lines[i].tile = (struct tile_ref){.name = str_of("d1")};
    return (int)i;
}

int mutate_farmer(void)
{
    unsigned i = dealt_find_turn();
    struct line *line = &dealt.lines[i];
    unsigned segment = random_below(dealt_random, line->tile.design->segment_count);
    if (!profile_is(&dealt_profile, FARMERS, OFF) ||
        line->tile.design->segments[segment].kind != KIND_FIELD)
        return MUTATED_NOWHERE;
    dealt_set_act(line, dealt_follower_act(line, segment));
    return (int)i;
}

int mutate_none_and_one(void)
{
    unsigned i = dealt_find_turn();
    struct line *line = &dealt.lines[i];
    if (line->acts[0].kind != ACT_MEEPLE)
        return MUTATED_NOWHERE;
    line->acts[0].text = str_of("both");
    return (int)i;
}
