/* SPDX-License-Identifier: MIT */
/* Mutators for the rules of Abbey & Mayor. */
#include "board/placing.h"
#include "expansions/recounts.h"
#include "mutate/mutate_part.h"
#include "recount/recount_part.h"

static bool is_abbey(const struct line *line)
{
    return line->has_tile && line->tile.design && placing_fills_holes(line->tile.design);
}

/* Returns the number of tiles beside a cell. */
static unsigned count_beside(int x, int y)
{
    unsigned count = 0;
    for (unsigned side = 0; side < SIDES; side++)
        count += recount_tile_at(&dealt_recount, x + side_dx[side], y + side_dy[side]) >= 0;
    return count;
}

/* Finds an empty cell beside a tile, with a tile on all four sides or not. */
static bool find_cell(bool hole, struct cell *cell)
{
    for (unsigned tile = 0; tile < dealt_recount.tile_count; tile++)
        for (unsigned side = 0; side < SIDES; side++) {
            int x = dealt_recount.tiles[tile].x + side_dx[side],
                y = dealt_recount.tiles[tile].y + side_dy[side];
            *cell = (struct cell){(int16_t)x, (int16_t)y};
            if (recount_tile_at(&dealt_recount, x, y) < 0 && (count_beside(x, y) == SIDES) == hole)
                return true;
        }
    return false;
}

int mutate_no_hole(void)
{
    for (unsigned i = 0; i < dealt.line_count; i++) {
        struct cell cell;
        if (!is_abbey(&dealt.lines[i]))
            continue;
        dealt_replay_to(i ? i - 1 : 0);
        if (!find_cell(false, &cell))
            return MUTATED_NOWHERE;
        dealt.lines[i].cell = cell;
        dealt.lines[i].act_count = 0;
        return (int)i;
    }
    return MUTATED_NOWHERE;
}

/* Lays an abbey in a hole instead of the tile of a line. */
static int lay_instead(unsigned i, const struct tile_ref *abbey)
{
    struct cell cell;
    dealt_replay_to(i - 1);
    if (!find_cell(true, &cell))
        return MUTATED_NOWHERE;
    dealt.lines[i].tile = *abbey;
    dealt.lines[i].cell = cell;
    dealt.lines[i].act_count = 0;
    return (int)i;
}

int mutate_no_abbey(void)
{
    const struct tile_ref *abbey = NULL;
    unsigned laid = 0;
    for (unsigned i = 0; i < dealt.line_count; i++) {
        const struct line *line = &dealt.lines[i];
        bool usual = i && line->kind == LINE_TURN && line->has_tile && !is_abbey(line);
        if (is_abbey(line)) {
            abbey = &line->tile;
            laid |= 1u << line->seat;
        } else if (usual && laid >> line->seat & 1 && lay_instead(i, abbey) >= 0) {
            return (int)i;
        }
    }
    return MUTATED_NOWHERE;
}

int mutate_abbey_time(void)
{
    const struct tile_ref *abbey = NULL;
    unsigned laid = 0, bazaar = 0;
    for (unsigned i = 0; i < dealt.line_count; i++) {
        const struct line *line = &dealt.lines[i];
        if (is_abbey(line))
            abbey = &line->tile;
    }
    for (unsigned i = 0; abbey && i < dealt.line_count; i++) {
        const struct line *line = &dealt.lines[i];
        laid |= is_abbey(line) ? 1u << line->seat : 0u;
        bool next = bazaar && line->kind == LINE_TURN && line->has_tile && line->turn > bazaar;
        if (next && !(laid >> line->seat & 1) && lay_instead(i, abbey) >= 0)
            return (int)i;
        bazaar = next ? 0 : bazaar;
        bazaar = dealt_has_verb(line, VERB_BAZAAR) ? line->turn : bazaar;
    }
    return MUTATED_NOWHERE;
}

int mutate_no_corner(void)
{
    unsigned i = dealt_find_turn();
    dealt_replay_to(i);
    const struct recount_tile *last = &dealt_recount.tiles[dealt_recount.tile_count - 1];
    struct act act = dealt_verb_act(VERB_BARN);
    act.number = CORNER_NE;
    if (!recount_plays(&dealt_recount, &barn_recount) || !dealt_is_idle(i) ||
        dealt_followers_out(dealt.lines[i].seat, MEEPLE_BARN) ||
        recount_tile_at(&dealt_recount, last->x + 1, last->y - 1) >= 0)
        return MUTATED_NOWHERE;
    dealt_add_act(&dealt.lines[i], act);
    return (int)i;
}

int mutate_wagon_unscored(void)
{
    unsigned i = dealt_find_turn(), tile, segment;
    dealt_replay_to(i);
    if (!recount_plays(&dealt_recount, &wagon_recount) || !dealt_is_idle(i) ||
        dealt_followers_out(dealt.lines[i].seat, MEEPLE_WAGON))
        return MUTATED_NOWHERE;
    dealt_hit_segment(&tile, &segment);
    struct act act = dealt_verb_act(VERB_GO);
    act.segment = dealt_ref_of(tile, segment);
    return dealt_add_step(i, dealt.lines[i].seat, act);
}

int mutate_wagon_place(void)
{
    unsigned line, tile, segment;
    struct act *go = dealt_find_verb(VERB_GO, &line);
    if (!go)
        return MUTATED_NOWHERE;
    dealt_replay_to(line);
    dealt_hit_segment(&tile, &segment);
    if (recount_meeple_on(&dealt_recount, tile, segment) < 0 ||
        recount_kind(&dealt_recount, tile, segment) != KIND_FIELD)
        return MUTATED_NOWHERE;
    go->segment = dealt_ref_of(tile, segment);
    return (int)line;
}
