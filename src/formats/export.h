/* SPDX-License-Identifier: MIT */
/* Functions that all exporters share. An exporter writes a game in the format of another program,
 * and notes what the format cannot hold; the caller decides whether that is acceptable. The
 * importers (import.h) can read what exporters write. */
#ifndef BASTIDE_FORMATS_EXPORT_H
#define BASTIDE_FORMATS_EXPORT_H

#include "base/sink.h"
#include "referee/referee.h"

enum { LOSSES_MAX = 64 };

/* Something that a format cannot hold. If `refuses` is set, the game without it would be a
 * different game, or no game. */
struct loss {
    const char *what;
    bool refuses;
};

struct exporter {
    const struct record *record;
    struct referee *referee;   /* referee for following the game; each user begins it anew */
    struct ledger *ledger;     /* ledger of the game, which was judged to its end */
    struct findings *findings; /* findings about the game */
    struct arena *arena;
    struct sink *out;               /* output in memory, for one game */
    struct loss losses[LOSSES_MAX]; /* losses, each once */
    unsigned loss_count;
    bool refused; /* one of the losses refuses the game */
};

/* export_loss() notes something that the format cannot hold. export_refuse() notes something
 * without which the game would be a different game. */
void export_loss(struct exporter *exporter, const char *what);
void export_refuse(struct exporter *exporter, const char *what);

/* Notes the losses of all formats except CRN and JSON: comments, claims, clocks, corrections,
 * extensions, what could not be read, illegal moves, the reason of an end, and header fields.
 * `keys` lists the header fields that this format holds, and ends with NULL. A format that holds
 * `clock` also holds the times of lines. */
void export_common_losses(struct exporter *exporter, const char *const *keys);

/* Notes the options that differ from the profile of the other program, except those in `held`,
 * which ends with NULL. */
void export_option_losses(struct exporter *exporter, const char *profile, const char *const *held);

#endif
