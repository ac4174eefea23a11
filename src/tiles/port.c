/* SPDX-License-Identifier: MIT */
/* See port.h. */
#include "tiles/port.h"

const char *const port_names[PORTS] = {"NNW", "N", "NNE", "ENE", "E", "ESE", "SSE", "S", "SSW", "WSW", "W", "WNW"};
const int8_t side_dx[SIDES] = {0, 1, 0, -1}, side_dy[SIDES] = {-1, 0, 1, 0};

unsigned port_named(struct str name)
{
    if (name.n == 1) {
        unsigned side = side_of_letter(name.p[0]);
        return side < SIDES ? 3 * side + 1 : (unsigned)PORT_NONE;
    }
    for (unsigned port = 0; port < PORTS; port++)
        if (str_is(name, port_names[port]))
            return port;
    return PORT_NONE;
}
