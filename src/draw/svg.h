/* SPDX-License-Identifier: MIT */
/* Pictures: the table of a game, or the tiles of a set, as SVG 1.1 that stands alone; and the table
 * as data for other programs that draw. A tile is TILE_SIZE units wide.
 */
#ifndef BASTIDE_DRAW_SVG_H
#define BASTIDE_DRAW_SVG_H

#include "base/sink.h"
#include "draw/scene.h"
#include "report/report.h"

/* Text inside an element or an attribute, whoever wrote it: as sink_plain(), and no markup. */
void svg_text(struct sink *sink, struct str text);

/* A path as SVG writes it, of a tile that lies so; an area is closed. */
void svg_path(struct sink *sink, const struct path *path, struct lie lie, bool closed);

/* The table after all of the ledger, which has SVG_EVENTS; of a game so named. With `owners` fields
 * on which somebody stands are hatched in the colours of those who have most followers there, and
 * the ledger has SVG_OWNERS_EVENTS too. */
enum {
    SVG_EVENTS = SCENE_EVENTS | EVENTS(EVENT_SCORE) | EVENTS(EVENT_END),
    SVG_OWNERS_EVENTS = EVENTS(EVENT_FOUNDED) | EVENTS(EVENT_JOINED)
};
void svg_table(const struct ledger *ledger, struct str title, bool owners, struct sink *sink);

/* Designs beside each other, with their names and how many there are of each. */
void svg_designs(const struct design *const *designs, unsigned count, struct str title,
                 struct sink *sink);

/* One object: tiles, things, findings; behind a tile (from 1, 0 for all of them) and a step of the
 * last turn (-1 for all of them).
 */
void draw_data(struct emitter *emitter, const struct game_view *view, unsigned part, int step);

#endif
