/* SPDX-License-Identifier: MIT */
/* What the files of the recount share. */
#ifndef BASTIDE_RECOUNT_PART_H
#define BASTIDE_RECOUNT_PART_H

#include "recount/recount.h"

/* ---- recount.c ---- */

/* Segment at a port of the board, found among the drawing's segments; -1 for none. */
int recount_port_segment(const struct recount *recount, unsigned tile, unsigned board_port);

/* Features, by a node of each. */
struct recount_node {
    unsigned tile, segment;
};
struct recount_nodes {
    struct recount_node nodes[TILES_MOST * 4];
    unsigned count;
};

/* What this turn completed, by the tile laid last or a bridge; and all that is completed. */
void recount_find_news(const struct recount *recount, struct recount_nodes *news);
void recount_find_completed(const struct recount *recount, struct recount_nodes *completed);

/* ---- worth.c ---- */

/* Does a segment of the feature bear a mark? */
bool recount_bears(const struct recount *recount, const struct recount_feature *feature,
                   unsigned mark);
int recount_worth(const struct recount *recount, unsigned tile, unsigned segment,
                  const struct recount_feature *feature);
/* Whether a follower has the fairy with it; in a castle it stands on both cells. */
bool recount_has_fairy(const struct recount *recount, unsigned follower);
void recount_pay_fairy(struct recount *recount, const struct recount_feature *feature);
/* City by city, where the option has it so. */
void recount_pay_farmers(struct recount *recount);
void recount_pay(struct recount *recount, unsigned tile, unsigned segment,
                 const struct recount_feature *feature);

/* ---- castles.c ---- */

/* What each castle takes of what this turn completed, -1 for nothing; then paid. */
void recount_find_takings(const struct recount *recount, int *points);
void recount_pay_castles(struct recount *recount, const int *points);

/* ---- walls.c ---- */

bool recount_is_walled(const struct recount *recount, unsigned tile, unsigned side);
/* What guards see at the end. */
void recount_pay_guards(struct recount *recount);

#endif
