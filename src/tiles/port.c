/* SPDX-License-Identifier: MIT */
/* Names of ports, and the directions of sides. */
#include "tiles/port.h"

const char *const port_names[PORTS] = {"NNW", "N", "NNE", "ENE", "E", "ESE",
                                       "SSE", "S", "SSW", "WSW", "W", "WNW"};
const int8_t side_dx[SIDES] = {0, 1, 0, -1}, side_dy[SIDES] = {-1, 0, 1, 0};

unsigned port_named(struct str name)
{
    if (name.n == 1) {
        unsigned side = side_of_letter(name.p[0]);
        return side < SIDES ? 3 * side + 1 : (unsigned)PORT_NONE;
    }
    /* The name of a half begins with its side. */
    unsigned side = name.n == 3 ? side_of_letter(name.p[0]) : SIDES;
    for (unsigned half = 0; side < SIDES && half < 3; half += 2)
        if (memcmp(port_names[3 * side + half], name.p, 3) == 0)
            return 3 * side + half;
    return PORT_NONE;
}
