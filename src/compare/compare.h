/* SPDX-License-Identifier: MIT */
/* What foreign records say besides their moves, held against the game that the moves make: the frame of a save's messages, a log's
 * statements. See bastide(1), FORMATS.
 */
#ifndef BASTIDE_COMPARE_COMPARE_H
#define BASTIDE_COMPARE_COMPARE_H

#include "referee/referee.h"

/* Before a record is judged: adds to its findings what its messages (312, 601, 910) and statements (704, 705) say wrongly. The
 * referee plays the game along, and is left behind it, and so is the ledger, whose wanted events stay; nothing happens for a record
 * without either. */
void compare_record(struct referee *referee, const struct record *record, struct findings *findings, struct ledger *ledger);

/* The parts of it. */
void compare_messages(struct referee *referee, const struct record *record, struct findings *findings, struct ledger *ledger);
void compare_statements(struct referee *referee, const struct record *record, struct findings *findings, struct ledger *ledger);

#endif
