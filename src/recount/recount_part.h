/* SPDX-License-Identifier: MIT */
/* Functions that the files of the recount share, here and in the rooms of expansions. */
#ifndef BASTIDE_RECOUNT_RECOUNT_PART_H
#define BASTIDE_RECOUNT_RECOUNT_PART_H

#include "recount/recount.h"

/* ---- recount.c ---- */

/* Returns the segment of a tile at a port of the tile as it lies, or the bridge there; -1 for none.
 * The segment is found among those of the drawing. */
int recount_port_segment(const struct recount *recount, unsigned tile, unsigned board_port);

/* A list of features, with one node of each. */
struct recount_nodes {
    struct recount_node nodes[TILES_MAX * 4];
    unsigned count;
};

/* recount_find_news() lists the features that this turn completed, by the tile laid last or by a
 * bridge; recount_find_completed() lists all completed features. `kinds_wanted` has a bit for each
 * kind of land. */
void recount_find_news(const struct recount *recount, unsigned kinds_wanted,
                       struct recount_nodes *news);
void recount_find_completed(const struct recount *recount, unsigned kinds_wanted,
                            struct recount_nodes *completed);

/* Returns the meeple that stands on a segment, -1 if there is none. */
int recount_meeple_on(const struct recount *recount, unsigned tile, unsigned segment);
/* recount_cell_of() returns the cell that an act names, otherwise the cell of its line.
 * recount_tile_of() returns the tile of that cell; for an act without a cell on a step line it is
 * the tile laid last. recount_segment_of() returns the segment of that tile that the act names. */
struct cell recount_cell_of(const struct line *line, const struct act *act);
unsigned recount_tile_of(const struct recount *recount, const struct line *line,
                         const struct act *act);
unsigned recount_segment_of(const struct recount *recount, const struct line *line,
                            const struct act *act);
/* Returns the number of pieces of a name that the header's `supply` gives each player, otherwise
 * `usual`. */
unsigned recount_supply(const struct record *record, const char *name, unsigned usual);
/* Settles the turn, if that has not been done yet. */
void recount_settle_turn(struct recount *recount);

/* ---- worth.c ---- */

/* True if a segment of the feature has the mark. */
bool recount_bears(const struct recount *recount, const struct recount_feature *feature,
                   unsigned mark);
/* Writes what the followers of each seat in a feature count for. */
void recount_strengths(const struct recount *recount, const struct recount_feature *feature,
                       unsigned strengths[SEATS_MAX]);
/* Pays the owners of a field for its cities, at a rate for each, and one point more for a castle;
 * and what else they get for them. */
void recount_pay_field(struct recount *recount, const struct recount_feature *field, int rate);
/* Returns the points of a field for its cities at a rate for each. */
int recount_field_worth(const struct recount *recount, const struct recount_feature *field,
                        int rate);
int recount_worth(const struct recount *recount, unsigned tile, unsigned segment,
                  const struct recount_feature *feature);
/* Pays farmers city by city, if the option of the rules is set so; otherwise does nothing. */
void recount_pay_farmers(struct recount *recount);
void recount_pay(struct recount *recount, unsigned tile, unsigned segment,
                 const struct recount_feature *feature);

#endif
