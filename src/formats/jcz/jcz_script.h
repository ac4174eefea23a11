/* SPDX-License-Identifier: MIT */
/* The messages that JCloisterZone's players send in a recorded game: who is asked what, one after
 * the other, and what each does. Saves are written from them (jcz_write.c) and compared with
 * them (jcz_verify.c).
 */
#ifndef BASTIDE_FORMATS_JCZ_JCZ_SCRIPT_H
#define BASTIDE_FORMATS_JCZ_JCZ_SCRIPT_H

#include "formats/jcz/jcz_said.h"
#include "play/steps.h"

struct script_step {
    enum message_kind kind;
    unsigned seat;
    const struct line *line; /* of the turn */
    const struct act *act;   /* with its segments named; NULL where nothing is done, of a tile laid,
                                and of a figure's steps */
    struct place place;      /* of what stands in the record; none of nothing done, and of the later
                                steps of a figure */
    bool is_path;            /* the figure goes on, step by step */
    struct cell to;          /* where it goes */
    unsigned index;          /* of what is chosen from a row of tiles */
};

/* The referee, which stands before what the step does, and the step. */
typedef void script_visit(void *context, const struct script_step *);

/* Walks through a record with a referee and a ledger of the caller's, which hold the whole game
 * then. What the referee finds goes to findings. */
void jcz_script(struct referee *referee, const struct record *record, struct findings *findings,
                struct ledger *ledger, script_visit *visit, void *context);

/* Completes the step that an act of the record is, before it is done; false where the engine sends
 * nothing for it. (rows JCZ_SENDS) */
#define JCZ_SENDS(verb, kind, sends)                                                               \
    bool sends(const struct referee *referee, const struct offer *, struct script_step *);
#include "rows.h"

#endif
