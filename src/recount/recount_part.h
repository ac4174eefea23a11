/* SPDX-License-Identifier: MIT */
/* What the files of the recount share. */
#ifndef BASTIDE_RECOUNT_RECOUNT_PART_H
#define BASTIDE_RECOUNT_RECOUNT_PART_H

#include "recount/recount.h"

/* ---- recount.c ---- */

/* Segment at a port of the board, found among the drawing's segments; -1 for none. */
int recount_port_segment(const struct recount *recount, unsigned tile, unsigned board_port);

/* Features, by a node of each. */
struct recount_node {
    unsigned tile, segment;
};
struct recount_nodes {
    struct recount_node nodes[TILES_MAX * 4];
    unsigned count;
};

/* What this turn completed, by the tile laid last or a bridge; and all that is completed. Of some
 * kinds of land, bits by enum kind. */
void recount_find_news(const struct recount *recount, unsigned kinds_wanted,
                       struct recount_nodes *news);
void recount_find_completed(const struct recount *recount, unsigned kinds_wanted,
                            struct recount_nodes *completed);

/* The meeple that stands on a segment, -1 for none. */
int recount_meeple_on(const struct recount *recount, unsigned tile, unsigned segment);
/* The cell that an act names, or its line's; the segment there; the tile of it, which on a step
 * line without a cell is the one laid last. */
struct cell recount_cell_of(const struct line *line, const struct act *act);
unsigned recount_tile_of(const struct recount *recount, const struct line *line,
                         const struct act *act);
unsigned recount_segment_of(const struct recount *recount, const struct line *line,
                            const struct act *act);
/* Settles the turn, if that has not been done. */
void recount_settle_turn(struct recount *recount);

/* ---- worth.c ---- */

/* Does a segment of the feature bear a mark? */
bool recount_bears(const struct recount *recount, const struct recount_feature *feature,
                   unsigned mark);
int recount_worth(const struct recount *recount, unsigned tile, unsigned segment,
                  const struct recount_feature *feature);
/* City by city, where the option has it so. */
void recount_pay_farmers(struct recount *recount);
void recount_pay(struct recount *recount, unsigned tile, unsigned segment,
                 const struct recount_feature *feature);

#endif
