/* SPDX-License-Identifier: MIT */
/* The messages that JCloisterZone's players would send in a recorded game, in order. They follow
 * from the seats that the game asks, and from their decisions. src/formats/jcz/jcz_write.c writes
 * saves from the messages, and jcz_verify.c compares saves with them. */
#ifndef BASTIDE_FORMATS_JCZ_JCZ_SCRIPT_H
#define BASTIDE_FORMATS_JCZ_JCZ_SCRIPT_H

#include "formats/jcz/jcz_said.h"
#include "play/steps.h"

struct script_step {
    enum message_kind kind;
    unsigned seat;
    const struct line *line; /* line of the turn */
    const struct act *act;   /* act, with its segments named; NULL if nothing is done, for a tile
                                laid, and for the steps of a figure */
    struct place place; /* place of the act or tile in the record; none if nothing is done, and for
                           the later steps of a figure */
    bool is_path;       /* one step of a figure that goes step by step */
    struct cell to;     /* cell that the figure enters */
    unsigned index;     /* index of the tile chosen from a row of tiles */
};

/* A function that is called for each step before it is done: the referee is in the state before the
 * step. */
typedef void script_visit(void *context, const struct script_step *);

/* Visits the messages of a whole record. The referee and the ledger are the caller's, and hold the
 * whole game afterwards. The findings of the referee go to `findings`. `said` are the messages of
 * the save, NULL if it is still to be written. */
void jcz_script(struct referee *referee, const struct record *record, struct findings *findings,
                struct ledger *ledger, const struct jcz_said *said, script_visit *visit,
                void *context);

/* Completes the step of an act before the act is done. False if the engine sends nothing for it
 * (rows JCZ_SENDS). */
#define JCZ_SENDS(verb, kind, sends)                                                               \
    bool sends(const struct referee *referee, const struct offer *, struct script_step *);
#include "rows.h"

#endif
