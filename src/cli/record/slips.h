/* SPDX-License-Identifier: MIT */
/* Reads lines of a record as people type them in a hurry: "v 1,0 w road w" for "V 1,0W rW". */
#ifndef BASTIDE_CLI_RECORD_SLIPS_H
#define BASTIDE_CLI_RECORD_SLIPS_H

#include "notation/crn.h"

/* The game in which a line is typed. */
struct slip_scene {
    const struct catalogue *catalogue;
    const struct record *record;
    unsigned seat; /* seat that is to play; its name before a line is left out */
    /* Returns the only orientation that a tile can have on a cell, ORIENT_UNKNOWN if there are
     * several or none. */
    unsigned (*orient)(void *context, const struct design *design, struct cell cell);
    void *context;
};

enum { SLIP_BYTES_MAX = 500 }; /* a longer line is not read */

/* Writes the line that the typed one probably means, in canonical form. Number and seat stay away
 * if they were not typed. Returns false if it has no guess, or if the guess is the line itself. */
bool slips_mend(const struct slip_scene *scene, struct str typed, struct sink *to);

/* Returns the design of a record with this name; without an exact match the only one that differs
 * in case, or NULL. */
const struct design *slips_design(const struct catalogue *catalogue, const struct record *record,
                                  struct str name);

#endif
