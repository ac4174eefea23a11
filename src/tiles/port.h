/* SPDX-License-Identifier: MIT */
/* The geometry of a cell's edge, shared by everything that deals with tiles.
 *
 * A cell has four sides, N E S W (0 to 3, clockwise). A side has three ports, clockwise: left half,
 * middle, right half. So the twelve ports, clockwise from the west half of the north side, are
 *
 *   0 NNW  1 N  2 NNE  3 ENE  4 E  5 ESE  6 SSE  7 S  8 SSW  9 WSW  10 W  11 WNW
 *
 * The notation prefers them in this order. A quarter turn clockwise adds 3.
 */
#ifndef BASTIDE_TILES_PORT_H
#define BASTIDE_TILES_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

enum { SIDES = 4, PORTS = 12, PORT_NONE = 0xFF };
enum { SIDE_N, SIDE_E, SIDE_S, SIDE_W };

/* A set of ports, bit p for port p. */
#define port_set uint16_t
enum { PORTS_MIDDLE = 0x492 }; /* N E S W */

extern const char *const port_names[PORTS];

/* The cell beyond a side is this far away: x to the east, y to the south. */
extern const int8_t side_dx[SIDES], side_dy[SIDES];

static inline unsigned side_opposite(unsigned side)
{
    return side ^ 2u;
}

static inline bool port_is_middle(unsigned port)
{
    return port % 3 == 1;
}

static inline unsigned port_turned(unsigned port, unsigned quarters)
{
    unsigned turned = port + 3 * quarters;
    return turned >= 2 * PORTS ? turned - 2 * PORTS : turned >= PORTS ? turned - PORTS : turned;
}

static inline port_set ports_turned(port_set ports, unsigned quarters)
{
    unsigned wide = (unsigned)ports << 3 * quarters;
    return (port_set)((wide | wide >> PORTS) & 0xFFFu);
}

static inline port_set side_ports(unsigned side)
{
    return (port_set)(7u << 3 * side);
}

/* Returns the first port of a set in the notation's order; PORT_NONE for the empty set. */
static inline unsigned ports_first(port_set ports)
{
    return ports ? (unsigned)__builtin_ctz(ports) : (unsigned)PORT_NONE;
}

/* Returns the port with exactly this name ("N", "WSW"), or PORT_NONE. */
unsigned port_named(struct str name);

/* Returns 0 to 3 for N E S W, SIDES for anything else. */
static inline unsigned side_of_letter(char letter)
{
    switch (letter) {
    case 'N':
        return SIDE_N;
    case 'E':
        return SIDE_E;
    case 'S':
        return SIDE_S;
    case 'W':
        return SIDE_W;
    default:
        return SIDES;
    }
}

#endif
