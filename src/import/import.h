/* SPDX-License-Identifier: MIT */
/* The importers: each turns one document of another program into a record, without knowing the
 * rules. A document that cannot be read becomes a finding (907, 908) and false.
 */
#ifndef BASTIDE_IMPORT_IMPORT_H
#define BASTIDE_IMPORT_IMPORT_H

#include <jansson.h>

#include "import/json.h"
#include "notation/crn.h"

enum { PASSED_OVER_MOST = 64 };

struct importer {
    const struct catalogue *catalogue;
    struct arena *arena;
    struct findings *findings;
    struct record *record;
    uint32_t line; /* where the document begins, 0 for a stream's first one */
    struct str passed_over[PASSED_OVER_MOST]; /* names that were reported */
    unsigned passed_over_count;
};

/* A place in an imported document, by path: importer_at(im, "replay[%u]", 17). In a stream of them
 * its line is that of the document. */
struct place importer_at(struct importer *importer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Raises 908 at a place; returns false, so that a reader can return it. */
bool importer_malformed(struct importer *importer, struct place place, const char *why);

/* Warns (907) that a `what` ("field", "event") is ignored because its name is not in `known`, a
 * list ended by NULL: once for each name in a document, and once for all names after the first
 * PASSED_OVER_MOST. NULL when nothing is reported. */
struct finding *importer_pass_over(struct importer *importer, struct place place, const char *what,
                                   struct str name, const char *const *known);

/* Header entries that every import has. */
void importer_header(struct importer *importer, const char *profile, const struct str *players,
                     unsigned count);

/* A tile by its name, and where it is laid. */
struct imported_tile {
    const char *name;
    struct cell cell;
    unsigned quarters; /* turns of a quarter */
};

/* Adds a turn that lays a tile, or an act of the last line. */
struct line *importer_turn(struct importer *importer, struct place place, unsigned turn,
                           unsigned seat, struct imported_tile tile);
struct act *importer_follower(struct importer *importer, struct place place, enum kind kind,
                              unsigned port);
struct act *importer_discard(struct importer *importer, struct place place, unsigned turn,
                             unsigned seat, const char *tile);
void importer_end(struct importer *importer, struct place place);

/* Adds a step line to a turn; an act with a verb to the last line, whatever that is. */
struct line *importer_step(struct importer *importer, struct place place, unsigned turn,
                           unsigned step, unsigned seat);
struct act *importer_verb(struct importer *importer, struct place place, enum verb_id verb);
struct tile_ref importer_tile(struct importer *importer, const char *name, struct place place);

/* A cell from a document's numbers; false with 111 when it is too far away. */
bool importer_cell(struct importer *importer, struct place place, long x, long y,
                   struct cell *cell);

/* JSON numbers come as numbers or strings: the value, or `otherwise` when it is neither. */
long json_loose_integer(const json_t *value, long otherwise);

bool jcz_import(struct importer *importer, const json_t *document);

/* Words about a save that is too old to be read; version: empty where it is not known. */
const char *jcz_old_version(struct arena *arena, struct str version);
bool bga_import(struct importer *importer, const json_t *document);
/* A record as JSON, and is a document one? */
bool record_json_import(struct importer *importer, const json_t *document);
bool record_json_is(const json_t *document);
/* One line with a CarcassonneLab address. */
bool lab_import(struct importer *importer, struct str line, uint32_t number);

/* How Board Game Arena draws a type of tile (1 to 24): our letter, turned `extra` quarters
 * clockwise; and what its spots 1 to 8 are on the tile as it draws it: a kind and a port (PORT_NONE
 * for the monastery), KIND_COUNT for spots that it has not. CarcassonneLab uses the same numbers.
 */
struct bga_spot {
    uint8_t kind, port;
};
struct bga_type {
    char letter[2];
    uint8_t extra;
    struct bga_spot spots[8];
};
extern const struct bga_type bga_types[24];

/* The digits of CarcassonneLab's addresses. */
extern const char lab_base58[], lab_base64[];

#endif
