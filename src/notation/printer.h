/* SPDX-License-Identifier: MIT */
/* What writes CRN, for the canonical text (crn_print.c) and the identity (identity.c).
 *
 * To name segments by their first port it must know which tile lies where, so it follows the
 * placements in a small grid of its own. Of the rules it knows nothing: what is written onto a
 * taken cell does not lie there.
 */
#ifndef BASTIDE_NOTATION_PRINTER_H
#define BASTIDE_NOTATION_PRINTER_H

#include "notation/crn.h"

enum {
    GRID_SIZE = 1024
}; /* slots of a hash table, of which at most half are used: later tiles are not followed */

struct laid {
    struct cell cell;
    uint8_t orient;
    uint8_t built; /* roads built over it: bit 0 from north to south, bit 1 from east to west */
    const struct design *design;
};

struct printer {
    struct sink *sink;
    struct cell here; /* cell of the turn's own tile, CELL_NOWHERE where it has none */
    struct laid own;  /* that tile, though another may lie on its cell; design NULL between turns */
    struct laid grid[GRID_SIZE];
    unsigned used;
};

#define CELL_NOWHERE ((struct cell){INT16_MAX, INT16_MAX})

/* The start tile as the header says or the first set has it; design NULL without one. */
struct laid printer_start(const struct record *record);

/* Begins with the start tile of a record, NULL for none. */
void printer_begin(struct printer *printer, struct sink *sink, const struct record *record);

/* Who moves, which tile, where and with its top facing which side: all of a turn's or step's line
 * but its acts. The tile, if there is one, and the line's bridges lie from then on. After its acts
 * printer_close() forgets the own tile, not what lies. */
void printer_head(struct printer *printer, const struct line *line, unsigned step, unsigned orient);
void printer_close(struct printer *printer);

void printer_tile(struct printer *printer, const struct tile_ref *tile);
void printer_cell(struct printer *printer, struct cell cell);
void printer_numbers(struct sink *sink, const int32_t *numbers, unsigned count);

/* Why a game ended, behind an end line's word. */
void printer_reason(struct printer *printer, const struct line *line);
void printer_act(struct printer *printer, const struct act *act);

#endif
