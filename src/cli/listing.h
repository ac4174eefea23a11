/* SPDX-License-Identifier: MIT */
/* Finds the files that operands and options name. */
#ifndef BASTIDE_CLI_LISTING_H
#define BASTIDE_CLI_LISTING_H

#include "cli/run.h"

/* The names of the operands, then those in the list of --files-from; "-", standard input, where
 * neither is given. With --recursive each folder becomes the records in it and below, in the order
 * of their bytes; the current one where nothing is given. The list ends with a path without bytes
 * and lives as long as the run. What cannot be read is reported (901). */
struct listed_file *listing_find(struct run *run, char **operands);

#endif
