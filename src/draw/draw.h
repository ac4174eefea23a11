/* SPDX-License-Identifier: MIT */
/* Draws tiles and the table in letters: each tile has five columns and three rows.
 *
 * - land: '.' field, '#' city, '@' city with a shield, '-' '|' '+' road, '*' crossing where roads
 *   end, '~' river, ':' town of The City
 * - on the land: 'M' monastery, 'G' garden, ':' '=' bridge, '^' castle, '&' dragon, '!' fairy
 * - 'A' to 'F': a follower of seat a to f
 * - '?': an unknown tile
 */
#ifndef BASTIDE_DRAW_DRAW_H
#define BASTIDE_DRAW_DRAW_H

#include "base/sink.h"
#include "ledger/ledger.h"

enum { DRAW_COLUMNS = 5, DRAW_ROWS = 3 };

struct drawing {
    char at[DRAW_ROWS][DRAW_COLUMNS];
};

/* True if the design is one of The City: its ground is town, not field. */
bool draw_is_town(const struct design *design);

/* Draws a design turned clockwise by `quarters` quarter turns; NULL draws the unknown tile. */
void draw_design(const struct design *design, unsigned quarters, struct drawing *drawing);

/* Kinds of events that the ledger must hold. */
enum {
    DRAW_EVENTS = EVENTS(EVENT_LAID) | EVENTS(EVENT_FOLLOWER) | LEAVE_EVENTS | FREE_EVENTS |
                  EVENTS(EVENT_JOINED) | BECOMES_EVENTS | ITEM_EVENTS
#define NEUTRAL(event, ...)  | EVENTS(EVENT_##event)
#define ON_EDGE(event)       | EVENTS(EVENT_##event)
#define BUILDING(event, ...) | EVENTS(EVENT_##event)
#define STACK(event, ...)    | EVENTS(EVENT_##event)
#define LOAD(event, ...)     | EVENTS(EVENT_##event)
#include "rows.h"
};

/* Draws the table at the end of the ledger, and lists below it the followers, pieces and items.
 * With `color` the letters of followers are coloured. */
void draw_table(const struct ledger *ledger, bool color, struct sink *sink);

/* Draws only a part of the table: `around` cells on each side of a cell, whose column and row are
 * marked. */
void draw_part(const struct ledger *ledger, struct cell cell, int around, bool color,
               struct sink *sink);

#endif
