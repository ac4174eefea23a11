/* SPDX-License-Identifier: MIT */
/* The shapes of the land on a tile, found from the ports of its design alone. A tile is a square of
 * 1000 by 1000; 0,0 is its north-west corner. All numbers are whole, so that every machine draws
 * the same.
 *
 * The border has eight points, clockwise from the north-west corner: corners are even, middles of
 * sides odd. Half-sides lie between them. A road touches middles; other segments touch half-sides.
 * Two points are always joined by the same curve, and curves whose ends do not lie crosswise never
 * cross; so areas that are bounded by such curves meet without gap or overlap. An area whose
 * half-sides lie crosswise to those of an earlier one passes under that one. The land that remains
 * in the middle of the tile, between three or more segments, is cut where the roads end. A river is
 * drawn as a road.
 */
#ifndef BASTIDE_DRAW_SHAPE_H
#define BASTIDE_DRAW_SHAPE_H

#include "tiles/tile.h"

enum { TILE_SIZE = 1000, TILE_CENTRE = TILE_SIZE / 2, STROKES_MAX = 64, HOUSES_MAX = 24 };

struct point {
    int x, y;
};

/* Lines and curves; each begins where the one before ended. */
struct path {
    struct stroke {
        enum { STROKE_MOVE, STROKE_LINE, STROKE_CURVE } kind;
        struct point leave, arrive; /* handles of a curve */
        struct point to;
    } strokes[STROKES_MAX];
    unsigned count;
};

struct shape {
    struct path land[SEGMENTS_MAX];  /* closed area, or line of a road; empty for a monastery */
    struct path walls[SEGMENTS_MAX]; /* walls of a closed area, such as a city or a market, where it
                                        ends inside the tile */
    struct path river;               /* line of the river; empty without one */
    struct path hedges;              /* hedges between fields that no road or wall separates */
    struct point signs[SEGMENTS_MAX]; /* place of the segment's shield or mark */
    struct point spots[SEGMENTS_MAX]; /* place of a figure on the segment */
    struct point sign;                /* place of the tile's mark */
    struct point ends[SIDES];         /* points where roads end on the tile */
    uint8_t ending[SIDES];            /* number of roads that end at each */
    unsigned end_count;
    struct point houses[HOUSES_MAX], bushes[HOUSES_MAX]; /* middles of houses and bushes */
    unsigned house_count, bush_count;
};

/* Finds the shape of an unturned design. That of a built-in design is in a table. */
void shape_of(const struct design *design, struct shape *shape);

/* Finds the shape from the ports of the design, which takes about 0.2 ms. */
void shape_find(const struct design *design, struct shape *shape);

/* The shapes of the built-in designs as numbers, by the index of the set among builtin_sets[] and
 * of the design in its set. */
extern const int16_t *const *const builtin_shapes[];

/* Writes a shape as numbers, and returns how many; reads one. `segments` is the number of segments
 * of its design. */
enum { SHAPE_NUMBERS_MAX = sizeof(struct shape) / sizeof(int) };
unsigned shape_write(struct shape *shape, unsigned segments, int16_t numbers[SHAPE_NUMBERS_MAX]);
void shape_read(struct shape *shape, unsigned segments, const int16_t *numbers);

/* Returns a point of a tile after `quarters` clockwise quarter turns of the tile. */
struct point point_turned(struct point point, unsigned quarters);

#endif
