/* SPDX-License-Identifier: MIT */
/* The folder into which a command writes a file for each game (--split). */
#ifndef BASTIDE_CLI_SPLITTING_H
#define BASTIDE_CLI_SPLITTING_H

#include "cli/run.h"

/* Makes the folder, unless it exists, and confines the run to it. Ends the program if that fails.
 * It is the function `begin` of struct writing. */
void splitting_begin(struct run *run, const char *folder, char **operands);

/* splitting_create() creates a file in the folder, and splitting_finish() closes it. On failure,
 * also if the file exists, they report the reason, stop the run with status 2, and return false. */
bool splitting_create(struct run *run, struct sink *file, const char *folder, const char *name);
bool splitting_finish(struct run *run, struct sink *file, const char *folder, const char *name);

#endif
