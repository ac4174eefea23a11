/* SPDX-License-Identifier: MIT */
/* The state of The City in the second computation. */
#ifndef BASTIDE_EXPANSIONS_CITY_RECOUNT_H
#define BASTIDE_EXPANSIONS_CITY_RECOUNT_H

#include "expansions/recounts.h"

/* A wall on a side of the tile on a cell, or the gate; the chain is kept as loose ends, points of
 * the grid. */
struct recount_wall {
    int x, y;
    unsigned side, seat;
    bool gate, guarded;
    int end; /* 0 or 1; the gate belongs to both */
    unsigned guard;
};

struct recount_town {
    bool market_across, close_always, gate_open; /* by options */
    struct recount_wall walls[80];
    unsigned wall_count, walls_most, in_sets;
    struct {
        int x, y;
    } loose[2];         /* the points that the ends of the chain have reached */
    bool towers[2][81]; /* after the n-th wall at an end; the gate is its 0th */
    bool phase, closed; /* walls were laid in this turn; the ring is closed */
};

/* Can one walk from an empty cell to far away, over sides of empty cells? */
bool recount_is_outside(const struct recount *recount, int x, int y);
/* The wall on a side of the tile on a cell, -1 without one. */
int recount_wall_on(const struct recount *recount, int x, int y, unsigned side);
/* The two points of the grid between which a wall stands. */
void recount_ends(const struct recount_wall *wall, int x[2], int y[2]);
/* The joint at which a tower stands that is placed at a wall: after the last wall at an end, or, if
 * the ring is closed, on either side of the wall that closed it. */
struct recount_joint {
    int end, depth;   /* after this wall at that end; the gate is its 0th */
    bool open, taken; /* it is an end, or such a side; a tower stands there */
    int points;
};
struct recount_joint recount_joint(const struct recount *recount, int wall);

#endif
