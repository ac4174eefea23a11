/* SPDX-License-Identifier: MIT */
/* Where the land of a design lies on its tile, from its ports alone: a square of 1000 by 1000, 0,0
 * its north-west corner, in whole numbers, so that every machine draws the same.
 *
 * The border has eight points, clockwise from the north-west corner: corners are even, middles of
 * sides odd. Half-sides lie between them. What a segment touches is half-sides, or middles for a
 * road. Two points are joined by one curve only, whoever asks for it, and curves whose ends do not
 * lie crosswise never cross; so areas that are bounded by such curves meet without gap or overlap.
 * An area whose half-sides lie crosswise to those of an earlier one passes under that one.
 * What remains in the middle of the tile, between three or more segments, is cut where the roads
 * end. A river is drawn as a road.
 */
#ifndef BASTIDE_DRAW_SHAPE_H
#define BASTIDE_DRAW_SHAPE_H

#include "tiles/tile.h"

enum { TILE_SIZE = 1000, TILE_CENTRE = TILE_SIZE / 2, STROKES_MAX = 64, HOUSES_MAX = 24 };

struct point {
    int x, y;
};

/* Lines and curves, each from where the one before ended. */
struct path {
    struct stroke {
        enum { STROKE_MOVE, STROKE_LINE, STROKE_CURVE } kind;
        struct point leave, arrive; /* a curve's handles */
        struct point to;
    } strokes[STROKES_MAX];
    unsigned count;
};

struct shape {
    struct path
        land[SEGMENTS_MAX]; /* a closed area, or the line of a road; empty for a monastery */
    struct path walls[SEGMENTS_MAX];  /* of an area of its own, a city's or a market's: where it
                                          ends inside the tile */
    struct path river;                /* its line; empty without one */
    struct path hedges;               /* between fields that no road and no wall parts */
    struct point signs[SEGMENTS_MAX]; /* where its shield stands, or what else it bears */
    struct point spots[SEGMENTS_MAX]; /* where a figure on it stands */
    struct point sign;                /* where what the tile bears stands */
    struct point ends[SIDES];         /* where roads that end on the tile meet */
    uint8_t ending[SIDES];            /* roads that do, at each */
    unsigned end_count;
    struct point houses[HOUSES_MAX], bushes[HOUSES_MAX]; /* their middles */
    unsigned house_count, bush_count;
};

/* An unturned design's. */
void shape_of(const struct design *design, struct shape *shape);

/* A point of a tile that is turned clockwise by `quarters`. */
struct point point_turned(struct point point, unsigned quarters);

#endif
