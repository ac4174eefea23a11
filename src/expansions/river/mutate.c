/* SPDX-License-Identifier: MIT */
/* Mutators for the rules of the river. */
#include "mutate/mutate_part.h"

/* Returns the line of the first turn if it lays a tile of the river, otherwise MUTATED_NOWHERE. */
static int first_river_line(void)
{
    for (unsigned i = 0; i < dealt.line_count; i++)
        if (dealt.lines[i].kind == LINE_TURN)
            return dealt.lines[i].has_tile && dealt.lines[i].tile.design->river ? (int)i
                                                                                : MUTATED_NOWHERE;
    return MUTATED_NOWHERE;
}

/* Makes a line lay another tile and do nothing else. */
static void lay(struct line *line, const struct design *design, struct cell cell, unsigned orient)
{
    line->tile = (struct tile_ref){str_of(design->name), design, {0}};
    line->cell = cell;
    line->orient = (uint8_t)orient;
    dealt_set_act(line, (struct act){.kind = ACT_NONE});
    line->act_count = 1;
}

int mutate_lake_early(void)
{
    int i = first_river_line();
    for (unsigned s = 0; i >= 0 && s < dealt.set_count; s++)
        for (unsigned k = 0; k < dealt.sets[s]->design_count; k++)
            if (dealt.sets[s]->designs[k].marks & MARK_LAKE) {
                lay(&dealt.lines[i], &dealt.sets[s]->designs[k], (struct cell){1, 0}, 0);
                return i;
            }
    return MUTATED_NOWHERE;
}

int mutate_pack_early(void)
{
    int i = first_river_line();
    for (unsigned k = 0; i >= 0 && k < dealt.sets[0]->design_count; k++) {
        const struct design *design = &dealt.sets[0]->designs[k];
        if (design->river || design->side[0][SIDE_N] != SIDE_FIELD || design->count < 2)
            continue;
        lay(&dealt.lines[i], design, (struct cell){0, 1}, 0);
        return i;
    }
    return MUTATED_NOWHERE;
}

/* Lays the tile beside the spring, but not where the river flows. */
int mutate_off_river(void)
{
    int i = first_river_line();
    const struct design *design = i < 0 ? NULL : dealt.lines[i].tile.design;
    for (unsigned orient = 0; design && orient < SIDES; orient++)
        if (design->side[orient][SIDE_N] == SIDE_FIELD) {
            lay(&dealt.lines[i], design, (struct cell){0, 1}, orient);
            return i;
        }
    return MUTATED_NOWHERE;
}

/* Returns the side by which a line's tile meets the tile of the line before, SIDES for none. */
static unsigned side_before(const struct line *line, const struct line *before)
{
    unsigned found = SIDES;
    for (unsigned side = 0; side < SIDES; side++)
        if (line->cell.x + side_dx[side] == before->cell.x &&
            line->cell.y + side_dy[side] == before->cell.y)
            found = side;
    return found;
}

/* Returns the number of quarter turns from the side where the river comes in to the side where it
 * goes out: 2 for a straight river, 0 for a spring or lake. */
static unsigned turn_of(unsigned sides, unsigned in)
{
    for (unsigned quarters = 1; quarters < SIDES; quarters++)
        if (sides >> (in + quarters) % SIDES & 1)
            return quarters;
    return 0;
}

/* Turns the second of two bends to the same side as the first. */
int mutate_river_bend(void)
{
    if (profile_is(&dealt_profile, RIVER_BEND, FREE))
        return MUTATED_NOWHERE;
    for (unsigned i = 2; i < dealt.line_count && i < 12; i++) {
        struct line *line = &dealt.lines[i], *before = line - 1;
        if (!line->has_tile || !before->has_tile || !before[-1].has_tile ||
            !line->tile.design->river)
            continue;
        unsigned in = side_before(line, before), theirs = side_before(before, before - 1);
        unsigned bend = turn_of(design_river(before->tile.design, before->orient), theirs % SIDES);
        if (in == SIDES || theirs == SIDES || bend % 2 == 0)
            continue;
        for (unsigned orient = 0; orient < SIDES; orient++) {
            unsigned sides = design_river(line->tile.design, orient);
            if (sides >> in & 1 && turn_of(sides, in) == bend) {
                lay(line, line->tile.design, line->cell, orient);
                return (int)i;
            }
        }
    }
    return MUTATED_NOWHERE;
}
