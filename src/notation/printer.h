/* SPDX-License-Identifier: MIT */
/* The printer of CRN lines, for the canonical text (crn_print.c) and the identity (identity.c).
 *
 * To name segments by their first port, the printer must know which tile lies where, so it follows
 * the placements in a small grid of its own. It knows no rules: a tile that the record lays on a
 * taken cell is not put into the grid.
 */
#ifndef BASTIDE_NOTATION_PRINTER_H
#define BASTIDE_NOTATION_PRINTER_H

#include "notation/crn.h"

enum {
    GRID_SIZE = 1024
}; /* slots of a hash table, of which at most half are used: tiles laid after that are not
      followed */

struct laid {
    struct cell cell;
    uint8_t orient;
    uint8_t built; /* roads built over it: bit 0 from north to south, bit 1 from east to west */
    const struct design *design;
};

struct printer {
    struct sink *sink;
    struct cell here;    /* cell of the tile of the turn; CELL_NOWHERE if it has none */
    struct laid own;     /* tile of the turn, even if another lies on its cell; design NULL between
                            turns */
    struct laid nothing; /* what a cell without a tile has */
    struct laid grid[GRID_SIZE]; /* hash table by cell; not set while `used` is 0 */
    unsigned used;
};

#define CELL_NOWHERE ((struct cell){INT16_MAX, INT16_MAX})

/* Returns the start tile of a record: that of its header, otherwise that of its sets. The design is
 * NULL if there is none. */
struct laid printer_start(const struct record *record);

/* Begins printing to a sink, with the start tile of a record in the grid. The record may be NULL:
 * then the grid is empty. */
void printer_begin(struct printer *printer, struct sink *sink, const struct record *record);

/* printer_head() prints the line of a turn or step up to its acts: number, seat, and the tile with
 * its cell and orientation. It also puts the tile and the bridges of the line into the grid. After
 * the acts, printer_close() forgets the tile of the turn; the grid keeps it. */
void printer_head(struct printer *printer, const struct line *line, unsigned step, unsigned orient);
void printer_close(struct printer *printer);

void printer_tile(struct printer *printer, const struct tile_ref *tile);
void printer_cell(struct printer *printer, struct cell cell);
void printer_numbers(struct sink *sink, const int32_t *numbers, unsigned count);

/* Prints why a game ended, after the word of an end line. */
void printer_reason(struct printer *printer, const struct line *line);
void printer_act(struct printer *printer, const struct act *act);

#endif
