/* SPDX-License-Identifier: MIT */
/* Drawing tiles, for the files of the referee: whether tiles remain, and the tile that a turn
 * draws. */
#ifndef BASTIDE_REFEREE_DRAWING_H
#define BASTIDE_REFEREE_DRAWING_H

#include "referee/judge.h"

/* True if tiles remain to be drawn, or if it is unknown how many there are; false if a rule has
 * ended the game. */
static inline bool judge_tiles_left(const struct referee *r)
{
    if (r->asked[EXPANSION_HOOK(ends)] && referee_ends(r) == ANSWER_YES)
        return false;
    return r->draw.drawn < r->draw.in_sets || r->draw.reserved || r->record->sets_broken ||
           r->record->tiles_broken;
}

/* True if tiles of a design are not in the pack, because players hold them. */
static inline bool judge_is_held(const struct referee *r, const struct design *design)
{
    return r->asked[EXPANSION_HOOK(holds)] && design && !design->count;
}

/* Draws the tile of a turn, unless the player held it, or a rule supplies one that was drawn in an
 * earlier turn. */
static inline void judge_draw_turn(struct referee *r, const struct tile_ref *tile)
{
    if (judge_is_held(r, tile->design))
        return;
    FOR_EACH_ASKED(r, each, supplies)
        if (each->supplies(r, tile))
            return;
    judge_draw(r, tile);
}

#endif
