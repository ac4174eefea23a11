/* SPDX-License-Identifier: MIT */
/* Board Game Arena's types of tiles. */
#ifndef BASTIDE_FORMATS_BGA_BGA_TYPES_H
#define BASTIDE_FORMATS_BGA_BGA_TYPES_H

#include "tiles/tile.h"

/* A type of tile (1 to 24) as Board Game Arena draws it: our letter, turned `extra` quarters
 * clockwise, and its spots 1 to 8. A spot is a kind and a port on that drawing, with PORT_NONE for
 * the monastery, and KIND_COUNT for spots that the type does not have. CarcassonneLab uses the same
 * numbers. */
struct bga_spot {
    uint8_t kind, port;
};
struct bga_type {
    char letter[2];
    uint8_t extra;
    struct bga_spot spots[8];
};
extern const struct bga_type bga_types[24];

#endif
