/* SPDX-License-Identifier: MIT */
/* Functions that all importers share. An importer turns a document of another program into a
 * record, without knowing the rules. If the document cannot be read, it adds a finding (907, 908)
 * and returns false. */
#ifndef BASTIDE_FORMATS_IMPORT_H
#define BASTIDE_FORMATS_IMPORT_H

#include <limits.h>

#include "input/json.h"
#include "notation/crn.h"

enum { PASSED_OVER_MAX = 64 };

struct importer {
    const struct catalogue *catalogue;
    struct arena *arena;
    struct findings *findings;
    struct record *record;
    uint32_t line; /* line on which the document begins, 0 for the first one of a stream */
    struct str passed_over[PASSED_OVER_MAX]; /* names that were reported as skipped */
    unsigned passed_over_count;
    int64_t *times; /* time of each line in milliseconds, -1 for none; see importer_time() */
    uint32_t time_count;
};

/* Returns a place in an imported document by its path: importer_at(im, "replay[%u]", 17). In a
 * stream of documents its line is the one on which the document begins. */
struct place importer_at(struct importer *importer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Returns the place of an item of a list, "list[12]", or of a list in it, "list[12].inner[3]". The
 * names are the program's own words. Faster than importer_at(). */
struct place importer_item(struct importer *importer, const char *list, size_t i, const char *inner,
                           size_t k);

/* Raises a finding, usually a wording of IMPORT (908), at a place. Returns false, so that a reader
 * can return it. A move that makes no sense does not stop a reader: it adds importer_lost_tile() or
 * an ACT_UNKNOWN and goes on. */
bool importer_malformed(struct importer *importer, struct place place, enum finding_id id,
                        const struct arg *args);

/* Warns (907) that a `what` ("field", "event") is skipped because its name is not in `known`, a
 * list that ends with NULL. Each name is reported once in a document; from the PASSED_OVER_MAX-th
 * name on, one warning stands for all. Returns NULL if nothing is reported. */
struct finding *importer_pass_over(struct importer *importer, struct place place, const char *what,
                                   struct str name, const char *const *known);

/* Adds the header entries that every import has, for up to SEATS_MAX players. The importer then
 * adds entries of its own and calls crn_header_apply(). */
void importer_header(struct importer *importer, const char *profile, const struct str *players,
                     unsigned count);

/* A tile by its name, with its cell and orientation. */
struct imported_tile {
    const char *name;
    struct cell cell;
    unsigned quarters; /* quarter turns clockwise */
};

/* Add lines and acts to the record. importer_turn() adds a turn that lays a tile, importer_meeple()
 * a follower on the last line, importer_discard() a turn that sets a tile aside, importer_end() the
 * end of the game. */
struct line *importer_turn(struct importer *importer, struct place place, unsigned turn,
                           unsigned seat, struct imported_tile tile);
struct act *importer_meeple(struct importer *importer, struct place place, enum kind kind,
                            unsigned port);
struct act *importer_discard(struct importer *importer, struct place place, unsigned turn,
                             unsigned seat, const char *tile);
void importer_end(struct importer *importer, struct place place);

/* Adds a turn whose tile or cell could not be read. A tile was laid, so everything that depends on
 * it is undetermined. The caller has reported why. */
struct line *importer_lost_tile(struct importer *importer, struct place place, unsigned turn,
                                unsigned seat);

/* importer_step() adds a step line to a turn. importer_verb() adds an act with a verb to the last
 * line, of whatever kind that is. importer_tile() returns a tile by its name; its design is NULL
 * for an unknown name. */
struct line *importer_step(struct importer *importer, struct place place, unsigned turn,
                           unsigned step, unsigned seat);
struct act *importer_verb(struct importer *importer, struct place place, enum verb_id verb);
struct tile_ref importer_tile(struct importer *importer, const char *name, struct place place);

/* importer_time() adds a time in milliseconds to that of a line, by its index.
 * importer_write_times() writes the times into the lines (ACT_TOOK), when all other acts are there.
 * importer_clock() adds the clock to the header. */
void importer_time(struct importer *importer, uint32_t line, int64_t time);
void importer_write_times(struct importer *importer);
void importer_clock(struct importer *importer, const struct game_clock *clock, struct place place);

/* Makes a cell of the numbers in a document. False, with finding 111, if it is too far away. */
bool importer_cell(struct importer *importer, struct place place, long x, long y,
                   struct cell *cell);

/* json_loose_integer() returns the value of a JSON integer, or of a string that holds an integer;
 * `otherwise` for any other value, and beyond LOOSE_MAX in either direction. json_loose_int()
 * returns `otherwise` also for a number that does not fit into int32_t. */
#define LOOSE_MAX (LONG_MAX > INT32_MAX ? (long)1e12 : (long)INT32_MAX)
long json_loose_integer(const struct json *value, long otherwise);
int json_loose_int(const struct json *value, int otherwise);

#endif
