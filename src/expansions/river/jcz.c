/* SPDX-License-Identifier: MIT */
/* The river in saves of JCloisterZone: its tiles are drawn first, the lake as the last of them. */
#include "formats/jcz/jcz_save.h"

bool jcz_is_river(const struct design *design)
{
    return design->river;
}

bool jcz_is_lake(const struct design *design)
{
    return design->river && design->marks & MARK_LAKE;
}

/* True if each side agrees with its neighbour. The river has no pieces that make a tile fit. It has
 * a row JCZ_FITS because sides alone do not decide where its tiles fit. */
bool jcz_river_mends(unsigned own_fields, unsigned own_roads)
{
    return !own_fields && !own_roads;
}
