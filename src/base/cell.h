/* SPDX-License-Identifier: MIT */
/* Cells of the table and their edges; seats. */
#ifndef BASTIDE_BASE_CELL_H
#define BASTIDE_BASE_CELL_H

#include <stdint.h>

/* A place for one tile, relative to the start tile. */
struct cell {
    int16_t x, y; /* east, south */
};

/* A side of the tile on a cell. The side of the neighbour that it touches is another edge. */
struct edge {
    struct cell cell;
    uint8_t side;
};

enum { SEATS_MAX = 6 }; /* a to f */

/* Returns "a" to "f", or "?" for a number that is not a seat. */
const char *seat_name(unsigned seat);

#endif
