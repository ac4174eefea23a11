/* SPDX-License-Identifier: MIT */
/* Writes the line of progress on standard error and wipes it out. */
#include "cli/progress.h"

#include <stdio.h>
#include <unistd.h>

void progress_begin(struct progress *progress, bool mixes)
{
    progress->shown = isatty(STDERR_FILENO) && !mixes;
    progress->began = progress->told = time(NULL);
}

bool progress_is_due(struct progress *progress)
{
    time_t now = progress->shown ? time(NULL) : progress->told;
    bool due = now != progress->told;
    progress->told = now;
    return due;
}

void progress_tell(const struct progress *progress, const char *what)
{
    fprintf(stderr, "\r%s, %ld s\033[K", what, (long)(progress->told - progress->began));
}

void progress_wipe(struct progress *progress)
{
    if (progress->told != progress->began)
        fputs("\r\033[K", stderr);
    progress->told = progress->began;
}
