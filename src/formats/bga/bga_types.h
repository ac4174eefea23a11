/* SPDX-License-Identifier: MIT */
/* Board Game Arena's types of tiles. */
#ifndef BASTIDE_FORMATS_BGA_BGA_TYPES_H
#define BASTIDE_FORMATS_BGA_BGA_TYPES_H

#include "tiles/tile.h"

/* How Board Game Arena draws a type of tile (1 to 24): our letter, turned `extra` quarters
 * clockwise; and what its spots 1 to 8 are on the tile as it draws it: a kind and a port (PORT_NONE
 * for the monastery), KIND_COUNT for spots that it has not. CarcassonneLab uses the same numbers.
 */
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
