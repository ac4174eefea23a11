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

/* The river has no pieces that make a tile fit. It has a row JCZ_FITS because sides alone do not
 * decide where its tiles fit. */
bool jcz_river_mends(const struct jcz *z, const struct jcz_misfit *misfit)
{
    (void)z, (void)misfit;
    return false;
}
