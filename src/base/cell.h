/* SPDX-License-Identifier: MIT */
/* Cells of the table. */
#ifndef BASTIDE_BASE_CELL_H
#define BASTIDE_BASE_CELL_H

#include <stdint.h>

/* A place for one tile, counted from the start tile. */
struct cell {
    int16_t x, y; /* east, south */
};

/* A side of the tile on a cell, facing out. */
struct edge {
    struct cell cell;
    uint8_t side;
};

#endif
