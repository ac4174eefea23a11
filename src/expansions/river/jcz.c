/* SPDX-License-Identifier: MIT */
/* The river in the saves of JCloisterZone: it is drawn first, and its lake last. */
#include "formats/jcz/jcz_save.h"

bool jcz_is_river(const struct design *design)
{
    return design->river;
}

bool jcz_is_lake(const struct design *design)
{
    return design->river && design->marks & MARK_LAKE;
}

/* Where a tile of the river fits is more than its sides say; nothing is built. */
bool jcz_river_mends(unsigned own_fields, unsigned own_roads)
{
    return !own_fields && !own_roads;
}
