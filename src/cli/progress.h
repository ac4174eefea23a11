/* SPDX-License-Identifier: MIT */
/* A line on a terminal that shows how far a long run has come. It is written at most once a second
 * and is wiped out before anything else is written there, or when a signal ends the run. */
#ifndef BASTIDE_CLI_PROGRESS_H
#define BASTIDE_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

struct progress {
    bool shown;         /* true if standard error is a terminal and the output is not */
    unsigned columns;   /* width of the terminal */
    time_t began, told; /* times in seconds: when the run began, and when the line was last due */
    uint64_t total;     /* bytes of all files; 0 if that is not known */
    uint64_t bytes;     /* bytes read so far; another thread may add to them (input_counted_by()) */
};

/* `mixes` is true if the output goes to a terminal, too. */
void progress_begin(struct progress *progress, bool mixes);

/* True if it is time to write the line again. The caller then writes it: progress_tell() with words
 * and the time since the beginning; progress_tell_bytes() with the part of the bytes that is read,
 * the time that the rest will take, and words. */
bool progress_is_due(struct progress *progress);
void progress_tell(const struct progress *progress, const char *words);
void progress_tell_bytes(const struct progress *progress, const char *words);
void progress_wipe(struct progress *progress);

#endif
