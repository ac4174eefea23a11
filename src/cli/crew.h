/* SPDX-License-Identifier: MIT */
/* Visits games in parallel, for --jobs. One thread cuts the input into batches, workers read and
 * visit the games of a batch, and the command's own thread writes the results in the order of the
 * input. Output, findings, exit status and progress do not depend on the number of jobs. */
#ifndef BASTIDE_CLI_CREW_H
#define BASTIDE_CLI_CREW_H

#include "cli/cli.h"

/* Visits every game of the files, as games_visit() does, with run->jobs workers. */
void crew_files(struct run *run, const struct listed_file *files, const struct work *work,
                void *context);

#endif
