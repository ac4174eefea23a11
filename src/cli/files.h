/* SPDX-License-Identifier: MIT */
/* The files that a command is to read. */
#ifndef BASTIDE_CLI_FILES_H
#define BASTIDE_CLI_FILES_H

#include "cli/cli.h"

/* The names of the operands, then those in the list of --files-from; "-", standard input, where
 * neither is given. With --recursive each folder becomes the records in it and below, in the order
 * of their bytes; the current one where nothing is given. The list ends with a path without bytes
 * and lives as long as the run. What cannot be read is reported (901). */
struct listed_file *files_find(struct run *run, char **operands);
void files_forget(struct listed_file *files);

#endif
