/* SPDX-License-Identifier: MIT */
/* Finds the rules under which a record is valid. It is for a judge who applies the rules that the
 * header names, but gets other scores than the record. See bastide-check(1), --fit.
 */
#ifndef BASTIDE_CAUSES_FIT_H
#define BASTIDE_CAUSES_FIT_H

#include "referee/referee.h"

enum { FIT_CHANGES_MAX = 2, FITS_MAX = 12 };

struct fit {
    const struct profile *profile; /* profile; NULL for the rules of the header */
    unsigned count;                /* options whose value differs from that of the profile */
    struct {
        enum option_id id;
        uint8_t value;
    } changes[FIT_CHANGES_MAX];
};

struct fits {
    struct fit found[FITS_MAX]; /* rules with the fewest errors, and among these the fewest
                                   changes */
    unsigned count;             /* number of rules found */
    unsigned more;   /* number of rules that are as good but did not fit into the array */
    unsigned errors; /* errors under these rules: 0 if they fit */
    bool stopped;    /* the search stopped at RECORD_EFFORT_MAX, before all rules were
                        tried */
};

/* Judges the record by its own rules and by each profile. If errors remain, judges it by each of
 * these with one option changed, and if there are still errors, with two. Findings from reading the
 * record are not counted. Afterwards the referee and the ledger hold one of the games that were
 * judged. The memory is in the arena. */
void fit_find(struct referee *referee, const struct record *record, struct ledger *ledger,
              struct arena *arena, struct fits *fits);

#endif
