/* SPDX-License-Identifier: MIT */
/* What may still come at a point of a game: the tiles that are left, the cells on which they fit,
 * and the features that can no longer be completed. */
#ifndef BASTIDE_PLAY_STUDY_H
#define BASTIDE_PLAY_STUDY_H

#include "referee/choices.h"
#include "referee/referee.h"

/* A free cell beside the table, and the number of the remaining tiles that fit on it. */
struct study_cell {
    struct cell cell;
    unsigned tiles;
};

struct study {
    bool known;     /* false if the record does not say which tiles are left */
    unsigned tiles; /* number of the tiles that are left */
    unsigned design_count, cell_count, dead_count;
    const struct design **designs; /* their designs, with the number of each */
    unsigned *left;
    struct study_cell *cells; /* by y, then x */
    uint16_t *dead;           /* a node of each road and city that cannot be completed, because no
                                 remaining tile fits on a cell beside it; none if players hold tiles
                                 that are not in the pack */
};

/* Studies the table of a referee that has judged a game up to some turn, and begins the next turn.
 * The arrays of the study are in the arena. `room` has SPOTS_MAX spots. */
void study_make(struct study *study, struct referee *referee, struct spot *room,
                struct arena *arena);

/* Begins the turn of a line, and returns the number of cells and orientations in which its tile
 * could be laid; 0 if the tile is not known. */
unsigned study_placements(struct referee *referee, const struct line *line, struct spot *room);

#endif
