/* SPDX-License-Identifier: MIT */
/* Records in other programs' formats. Each exporter writes one game and says what its format cannot
 * hold; whoever calls it decides whether that is good enough. The importers (import.h) read what is
 * written here.
 */
#ifndef BASTIDE_FORMATS_EXPORT_H
#define BASTIDE_FORMATS_EXPORT_H

#include "base/sink.h"
#include "referee/referee.h"

enum { LOSSES_MAX = 64 };

/* What the format cannot hold; some of it is such that what is left is another game, or none. */
struct loss {
    const char *what;
    bool refuses;
};

struct exporter {
    const struct record *record;
    struct referee *referee;   /* to follow the game with, begun anew by who needs it */
    struct ledger *ledger;     /* of a game judged to its end: findings' list and END event */
    struct findings *findings; /* what was found wrong with it */
    struct arena *arena;
    struct sink *out;               /* in memory: one game */
    struct loss losses[LOSSES_MAX]; /* each once */
    unsigned loss_count;
    bool refused; /* one of them leaves no game */
};

/* The format cannot hold that; or not that either, without which it is another game. */
void export_loss(struct exporter *exporter, const char *what);
void export_refuse(struct exporter *exporter, const char *what);

/* What no format but CRN and JSON holds: comments, claims, clocks, corrections, most header fields,
 * what could not be read, illegal moves, an end for a reason. `keys`: header fields that this one
 * holds, ended by NULL. */
void export_common_losses(struct exporter *exporter, const char *const *keys);

/* Options that the game is played by and the profile of the other program has otherwise, but for
 * those named, ended by NULL. */
void export_option_losses(struct exporter *exporter, const char *profile, const char *const *held);

#endif
