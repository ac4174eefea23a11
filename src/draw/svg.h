/* SPDX-License-Identifier: MIT */
/* Pictures: the table of a game, or the tiles of a set, as self-contained SVG 1.1; and the table as
 * data for other programs that draw it. A tile is TILE_SIZE units wide.
 */
#ifndef BASTIDE_DRAW_SVG_H
#define BASTIDE_DRAW_SVG_H

#include "base/sink.h"
#include "draw/scene.h"
#include "report/report.h"

/* Writes foreign text inside an element or an attribute. It is made safe to print (sink_plain())
 * and contains no markup. */
void svg_text(struct sink *sink, struct str text);

/* Writes a path of a tile as SVG path data; `lie` is how the tile lies. The path of an area is
 * closed. */
void svg_path(struct sink *sink, const struct path *path, struct lie lie, bool closed);

/* Draws the table at the end of the ledger, which holds SVG_EVENTS. `title` names the game. With
 * `owners`, fields with followers are hatched in the colours of the players who have most followers
 * there; the ledger then holds SVG_OWNERS_EVENTS too. `caption` has lines of text, each with a
 * line feed, that stand above the table; it may be empty. With `bare`, the scores, the legend and
 * the findings below the table are left out. */
struct svg_parts {
    struct str caption;
    bool owners, bare;
};
enum {
    SVG_EVENTS = SCENE_EVENTS | EVENTS(EVENT_SCORE) | EVENTS(EVENT_END),
    SVG_OWNERS_EVENTS = EVENTS(EVENT_FOUNDED) | EVENTS(EVENT_JOINED)
};
void svg_table(const struct ledger *ledger, struct str title, const struct svg_parts *parts,
               struct sink *sink);

/* Draws designs beside each other, with their names and the number of tiles of each. */
void svg_designs(const struct design *const *designs, unsigned count, struct str title,
                 struct sink *sink);

/* Writes one object: tiles, things, findings. The ledger ends in the last turn after a tile
 * (`part`, from 1; 0 for all tiles) and after a step (`step`; -1 for all steps). */
void draw_data(struct emitter *emitter, const struct game_view *view, unsigned part, int step);

#endif
