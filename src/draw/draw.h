/* SPDX-License-Identifier: MIT */
/* Tiles and the table drawn in letters: each tile five columns by three rows.
 *
 *   . field   # city   @ city with a shield   - | + road   * crossing, where roads end   M
 * monastery   G garden : = bridge   ^ castle   & the dragon   ! the fairy A to F    a follower of
 * seat a to f       ? an unknown tile
 */
#ifndef BASTIDE_DRAW_DRAW_H
#define BASTIDE_DRAW_DRAW_H

#include "base/sink.h"
#include "ledger/ledger.h"

enum { DRAW_COLUMNS = 5, DRAW_ROWS = 3 };

struct drawing {
    char at[DRAW_ROWS][DRAW_COLUMNS];
};

/* Is it one of The City: its ground town, not field? */
bool draw_is_town(const struct design *design);

/* A design turned clockwise by `quarters`; NULL draws the unknown tile. */
void draw_design(const struct design *design, unsigned quarters, struct drawing *drawing);

/* What the ledger must hold of a game to be drawn. */
enum {
    DRAW_EVENTS = EVENTS(EVENT_LAID) | EVENTS(EVENT_FOLLOWER) | EVENTS(EVENT_RETURNED) |
                  EVENTS(EVENT_JOINED) | BECOMES_EVENTS | ITEM_EVENTS
#define NEUTRAL(event, ...)  | EVENTS(EVENT_##event)
#define ON_EDGE(event)       | EVENTS(EVENT_##event)
#define BUILDING(event, ...) | EVENTS(EVENT_##event)
#include "rows.h"
};

/* The table after all of the ledger, followed by who stands where; letters of followers in colours
 * when `color`. */
void draw_table(const struct ledger *ledger, bool color, struct sink *sink);

/* The table alone, `around` cells on each side of one, whose column and row are marked. */
void draw_part(const struct ledger *ledger, struct cell cell, int around, bool color,
               struct sink *sink);

#endif
