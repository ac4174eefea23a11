/* SPDX-License-Identifier: MIT */
/* A line on a terminal that shows how far a long run has come. It is written at most once a second
 * and is wiped out before anything else is written there. */
#ifndef BASTIDE_CLI_PROGRESS_H
#define BASTIDE_CLI_PROGRESS_H

#include <stdbool.h>
#include <time.h>

struct progress {
    bool shown;         /* true if standard error is a terminal and the output is not */
    time_t began, told; /* times in seconds: when the run began, and when the line was last due */
};

/* `mixes` is true if the output goes to a terminal, too. */
void progress_begin(struct progress *progress, bool mixes);

/* True if it is time to write the line again. The caller then writes it with progress_tell(). */
bool progress_is_due(struct progress *progress);
void progress_tell(const struct progress *progress, const char *what);
void progress_wipe(struct progress *progress);

#endif
