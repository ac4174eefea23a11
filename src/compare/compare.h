/* SPDX-License-Identifier: MIT */
/* What foreign records say besides their moves, held against the game that the moves make: the
 * frame of a save's messages, a log's statements. See bastide(1), FORMATS.
 */
#ifndef BASTIDE_COMPARE_COMPARE_H
#define BASTIDE_COMPARE_COMPARE_H

#include "referee/referee.h"

/* Judges a record as referee_judge() does, and adds to its findings what its messages (312, 601,
 * 910) and statements (704, 705) say wrongly. The ledger keeps the wanted kinds of events. */
void compare_judge(struct referee *referee, const struct record *record, struct findings *findings,
                   struct ledger *ledger, unsigned wanted, uint16_t through, bool final);

/* The events that a verdict rests on: the end, and scores where a record's assertions are held
 * against them. */
unsigned compare_verdict_events(const struct record *record);

/* The parts of it, before the record is judged: the referee plays the game along. */
void compare_messages(struct referee *referee, const struct record *record,
                      struct findings *findings, struct ledger *ledger);
void compare_statements(struct referee *referee, const struct record *record,
                        struct findings *findings, struct ledger *ledger);

#endif
