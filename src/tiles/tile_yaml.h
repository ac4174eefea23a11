/* SPDX-License-Identifier: MIT */
/* Reads tile sets written in YAML (libyaml): the built-in ones at build time, a user's file and a
 * record's own `tiles:` at run time. JSON is YAML, so JSON files are read too.
 *
 *   name: base                         a file only, as are title and start
 *   title: Carcassonne
 *   start: D
 *   brings: [bridge, castle, bazaar]   names of rules that are in play with the set
 *   tiles:                             in a record's header, the list alone
 *   - name: D
 *     count: 4                         1 when missing
 *     sides: crfr                      N E S W of the unturned tile; checked against the segments
 *     aliases: [BA/RCr]
 *     twin: N                          the design of another set that it replaces in play
 *     river: EW                        sides by which a river flows, between fields; no segment
 *     joined: [[cN, rE], [rS, m]]      segments that the drawing joins, where a road ends
 *     volcano: true                    marks of the tile; those of segments stand below: rows MARK
 *     segments:
 *     - {kind: city, sides: N, shields: 1, princess: true}
 *     - {kind: road, sides: EW}
 *     - {kind: field, halves: [ENE, WNW], touches-cities: [N]}    a city segment, by its sides
 *     - {kind: field, halves: [inner]}                            touches no side
 *     - {kind: monastery}
 *     - {kind: garden}
 */
#ifndef BASTIDE_TILES_TILE_YAML_H
#define BASTIDE_TILES_TILE_YAML_H

#include "tiles/tile.h"

enum {
    DESIGNS_MAX = 256, /* designs of one set */
    YAML_DEPTH_MAX = 16,
};

/* An error in a text: line and column, from 1 within the text, and the reason (static or in the
 * arena). */
struct tile_yaml_error {
    unsigned line, column;
    bool forbidden; /* an anchor, alias or tag */
    const char *why;
};

/* Reads a whole set into the arena. On failure returns NULL and fills *error. */
struct tileset *tile_yaml_read(struct arena *arena, struct str text, struct tile_yaml_error *error);

/* Reads a bare list of tiles (a header's `tiles:`) as a set without a name. On failure returns NULL
 * and fills *error. */
struct tileset *tile_yaml_read_list(struct arena *arena, struct str text,
                                    struct tile_yaml_error *error);

#endif
