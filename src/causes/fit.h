/* SPDX-License-Identifier: MIT */
/* Under which rules nothing is wrong with a record: a judge's question to one whose scores come out
 * otherwise by the rules that its header names. See bastide-check(1), --fit.
 */
#ifndef BASTIDE_CAUSES_FIT_H
#define BASTIDE_CAUSES_FIT_H

#include "referee/referee.h"

enum { FIT_CHANGES_MAX = 2, FITS_MAX = 12 };

struct fit {
    const struct profile *profile; /* NULL: as the header says */
    unsigned count;                /* of options with another value than the profile's */
    struct {
        enum option_id id;
        uint8_t value;
    } changes[FIT_CHANGES_MAX];
};

struct fits {
    struct fit found[FITS_MAX]; /* as few changes as possible, and the fewest errors */
    unsigned count, more;       /* how many, and how many besides */
    unsigned errors;            /* that are left: 0 when they fit */
    bool stopped;               /* at RECORD_EFFORT_MAX: not all rules were tried */
};

/* Judges the record by its own rules, by each profile, and by profiles with one or two options
 * changed, until nothing is wrong. What could not be read of it counts for nothing. Referee and
 * ledger are left behind one of these games; memory is taken from the arena. */
void fit_find(struct referee *referee, const struct record *record, struct ledger *ledger,
              struct arena *arena, struct fits *fits);

#endif
