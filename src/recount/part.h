/* SPDX-License-Identifier: MIT */
/* What the files of the recount share. */
#ifndef BASTIDE_RECOUNT_PART_H
#define BASTIDE_RECOUNT_PART_H

#include "recount/recount.h"

/* ---- recount.c ---- */

/* Segment at a port of the board, found among the drawing's segments; -1 for none. */
int recount_port_segment(const struct recount *recount, unsigned tile, unsigned board_port);

/* ---- worth.c ---- */

int recount_worth(const struct recount *recount, unsigned tile, unsigned segment,
                  const struct recount_feature *feature);
/* Whether a follower has the fairy with it; in a castle it stands on both cells. */
bool recount_has_fairy(const struct recount *recount, unsigned follower);
void recount_pay_fairy(struct recount *recount, const struct recount_feature *feature);
/* City by city, where the option has it so. */
void recount_pay_farmers(struct recount *recount);
void recount_pay(struct recount *recount, unsigned tile, unsigned segment,
                 const struct recount_feature *feature);

/* ---- traders.c ---- */

/* Does the builder of the seat whose turn it is, on another tile, stand in a feature that is on the
 * last one too? */
void recount_look_at_builder(struct recount *recount);
/* Builders and pigs go home that no follower of their seat is with. */
void recount_forsake(struct recount *recount);
/* How many pigs of a seat stand in a feature. */
unsigned recount_pigs(const struct recount *recount, const struct recount_feature *feature,
                      unsigned seat);
/* The tokens of cities that the last tile completed; what most of them bring at the end. */
void recount_take_goods(struct recount *recount);
void recount_pay_goods(struct recount *recount);

/* ---- castles.c ---- */

/* What each castle takes of what this turn completed, -1 for nothing; then paid. */
void recount_find_takings(const struct recount *recount, int *points);
void recount_pay_castles(struct recount *recount, const int *points);

/* ---- walls.c ---- */

bool recount_is_walled(const struct recount *recount, unsigned tile, unsigned side);
/* What guards see at the end. */
void recount_pay_guards(struct recount *recount);

#endif
