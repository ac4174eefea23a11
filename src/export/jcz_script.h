/* SPDX-License-Identifier: MIT */
/* The messages that JCloisterZone's players send in a recorded game: who is asked what, one after
 * the other, and what each does. Saves are written from them (jcz.c) and compared with them
 * (src/compare/jcz.c).
 */
#ifndef BASTIDE_EXPORT_JCZ_SCRIPT_H
#define BASTIDE_EXPORT_JCZ_SCRIPT_H

#include "referee/referee.h"

struct script_step {
    enum message_kind kind;
    unsigned seat;
    const struct line *line; /* of the turn */
    const struct act *act;   /* with its segments named; NULL where nothing is done, of a tile laid,
                                and of a flight */
    struct place place;      /* of what stands in the record; none of nothing done, and of the later
                                steps of a flight */
    struct cell to;          /* of the dragon */
    unsigned lot;            /* of a bid: in the order in which the bazaar's tiles were revealed */
};

/* The referee, which stands before what the step does, and the step. */
typedef void script_visit(void *context, const struct script_step *);

/* Walks through a record with a referee and a ledger of the caller's, which hold the whole game
 * then. What the referee finds goes to findings. */
void jcz_script(struct referee *referee, const struct record *record, struct findings *findings,
                struct ledger *ledger, script_visit *visit, void *context);

#endif
