/* SPDX-License-Identifier: MIT */
/* Tiles left to draw, and the tile that a turn draws. */
#ifndef BASTIDE_REFEREE_DRAWING_H
#define BASTIDE_REFEREE_DRAWING_H

#include "referee/judge.h"

/* Are there tiles left to draw? Where it is unknown how many there are: yes. */
static inline bool judge_tiles_left(const struct referee *r)
{
    if (r->asked[EXPANSION_HOOK(ends)] && referee_ends(r) == ANSWER_YES)
        return false;
    return r->draw.drawn < r->draw.in_sets || r->draw.reserved || r->record->sets_broken ||
           r->record->tiles_broken;
}

/* Draws the tile of a turn, which a rule may have supplied before. */
static inline void judge_draw_turn(struct referee *r, const struct tile_ref *tile)
{
    FOR_EACH_ASKED(r, each, supplies)
        if (each->supplies(r, tile))
            return;
    judge_draw(r, tile);
}

#endif
