/* SPDX-License-Identifier: MIT */
/* The importers: each turns one document of another program into a record, without knowing the
 * rules. A document that cannot be read becomes a finding (907, 908) and false.
 */
#ifndef BASTIDE_FORMATS_IMPORT_H
#define BASTIDE_FORMATS_IMPORT_H

#include <jansson.h>

#include "formats/json.h"
#include "notation/crn.h"

enum { PASSED_OVER_MAX = 64 };

struct importer {
    const struct catalogue *catalogue;
    struct arena *arena;
    struct findings *findings;
    struct record *record;
    uint32_t line; /* where the document begins, 0 for a stream's first one */
    struct str passed_over[PASSED_OVER_MAX]; /* names that were reported */
    unsigned passed_over_count;
};

/* A place in an imported document, by path: importer_at(im, "replay[%u]", 17). In a stream of them
 * its line is that of the document. */
struct place importer_at(struct importer *importer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Raises a finding, a wording of IMPORT (908) as a rule, at a place; returns false, so that a
 * reader can return it. What was wrong with a move is no reason to stop: importer_lost_tile(), or
 * an ACT_UNKNOWN. */
bool importer_malformed(struct importer *importer, struct place place, enum finding_id id,
                        const struct arg *args);

/* Warns (907) that a `what` ("field", "event") is ignored because its name is not in `known`, a
 * list ended by NULL: once for each name in a document, and once for all names after the first
 * PASSED_OVER_MAX. NULL when nothing is reported. */
struct finding *importer_pass_over(struct importer *importer, struct place place, const char *what,
                                   struct str name, const char *const *known);

/* Header entries that every import has, for up to SEATS_MAX players. crn_header_apply() comes
 * next, once the importer has added entries of its own. */
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
struct act *importer_meeple(struct importer *importer, struct place place, enum kind kind,
                            unsigned port);
struct act *importer_discard(struct importer *importer, struct place place, unsigned turn,
                             unsigned seat, const char *tile);
void importer_end(struct importer *importer, struct place place);

/* Adds a turn of which it could not be read which tile is laid, or where: one lies somewhere, and
 * what depends on it is undetermined. Whoever adds it has reported why. */
struct line *importer_lost_tile(struct importer *importer, struct place place, unsigned turn,
                                unsigned seat);

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

#endif
