/* SPDX-License-Identifier: MIT */
/* One line on a terminal that says how far a long run has come. It is written at most once a
 * second, and wiped out before anything else is written there.
 */
#ifndef BASTIDE_CLI_PROGRESS_H
#define BASTIDE_CLI_PROGRESS_H

#include <stdbool.h>
#include <time.h>

struct progress {
    bool shown;         /* standard error is a terminal, and standard output is not */
    time_t began, told; /* seconds; when the run began, and the line was written last */
};

void progress_begin(struct progress *progress);

/* True if it is time to write the line again, at most once a second; the caller then writes it. */
bool progress_is_due(struct progress *progress);
void progress_tell(const struct progress *progress, const char *what);
void progress_wipe(struct progress *progress);

#endif
