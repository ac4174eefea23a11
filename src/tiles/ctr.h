/* SPDX-License-Identifier: MIT */
/* The names by which players on the forum Carcassonne Central speak of tiles: the sides of the
 * printed tile clockwise from its top (c city, r road, f field, w water), "+" for a shield, "-J"
 * for city sides that are joined and "-S" for separate ones, "-M" for a monastery. Case does not
 * matter. "crrf", "ccff+-J". */
#ifndef BASTIDE_TILES_CTR_H
#define BASTIDE_TILES_CTR_H

#include "tiles/tile.h"

enum { CTR_NAME_SIZE = 12 };

/* True if a text has the form of such a name, and fits the design. */
bool ctr_fits(const struct design *design, struct str name);

/* Returns the design that the name fits unturned, if no other design in these sets fits it in any
 * orientation; otherwise NULL. */
const struct design *ctr_design(const struct tileset *const *sets, unsigned count, struct str name);

/* Writes the shortest name that fits only this design in its set. False if every name fits others
 * too. */
bool ctr_name(const struct tileset *set, const struct design *design, char name[CTR_NAME_SIZE]);

#endif
