/* SPDX-License-Identifier: MIT */
/* The state of The City in the recount. */
#ifndef BASTIDE_EXPANSIONS_CITY_RECOUNT_H
#define BASTIDE_EXPANSIONS_CITY_RECOUNT_H

#include "expansions/recounts.h"

/* A wall or the gate, on a side of the tile on a cell. The chain is kept as two loose ends, which
 * are points of the grid. */
struct recount_wall {
    int x, y;
    unsigned side, seat;
    bool gate, guarded;
    int end; /* 0 or 1; the gate belongs to both */
    unsigned guard;
};

struct recount_town {
    bool market_across, close_always, gate_open; /* values of options */
    struct recount_wall walls[80];
    unsigned wall_count, walls_most, in_sets;
    struct {
        int x, y;
    } loose[2];         /* points that the ends of the chain have reached */
    bool towers[2][81]; /* towers after the nth wall at each end; the gate is wall 0 */
    bool phase, closed; /* walls were laid in this turn; the ring is closed */
};

/* True if an empty cell is connected with the outside of all tiles over sides of empty cells. */
bool recount_is_outside(const struct recount *recount, int x, int y);
/* Returns the wall on a side of the tile on a cell, -1 for none. */
int recount_wall_on(const struct recount *recount, int x, int y, unsigned side);
/* Writes the two points of the grid between which a wall stands to x and y. */
void recount_ends(const struct recount_wall *wall, int x[2], int y[2]);
/* The joint of the chain for a tower that names a wall. A tower may stand after the last wall at an
 * end or, if the ring is closed, on either side of the wall that closed it. */
struct recount_joint {
    int end, depth;   /* end, and number of the wall before the joint; the gate is wall 0 */
    bool open, taken; /* the joint may have a tower; it has one already */
    int points;
};
struct recount_joint recount_joint(const struct recount *recount, int wall);

#endif
