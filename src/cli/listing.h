/* SPDX-License-Identifier: MIT */
/* Finds the files that operands and options name. */
#ifndef BASTIDE_CLI_LISTING_H
#define BASTIDE_CLI_LISTING_H

#include "cli/run.h"

/* Returns the files to read: the operands, then the names in the list of --files-from. If neither
 * is given, it is "-", standard input. With --recursive each folder is replaced by the records in
 * it and below, sorted by the bytes of the names in each folder; if no file is named, the current
 * folder is read. The list ends with a file without a path and lives as long as the run. Folders
 * and lists that cannot be read are reported (901). */
struct listed_file *listing_find(struct run *run, char **operands);

#endif
