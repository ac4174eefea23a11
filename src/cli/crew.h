/* SPDX-License-Identifier: MIT */
/* Games side by side, for --jobs: one thread cuts the input, workers read and visit the games of
 * what it cut off, and the command's own thread writes what came of them in their order. Output,
 * findings, exit status and progress are those of one worker, byte for byte.
 */
#ifndef BASTIDE_CLI_CREW_H
#define BASTIDE_CLI_CREW_H

#include "cli/cli.h"

/* games_visit() with run->jobs workers. */
void crew_files(struct run *run, const struct listed_file *files, const struct work *work,
                void *context);

#endif
