/* SPDX-License-Identifier: MIT */
/* The files that a command is to read. */
#ifndef BASTIDE_CLI_FILES_H
#define BASTIDE_CLI_FILES_H

#include "base/str.h"

struct run;

/* A file to read. A folder may hold files of strangers, so a file from there must be regular and is
 * opened without waiting. */
struct listed_file {
    struct str path; /* ends in NUL; p is NULL after the last file */
    bool in_folder;
};

/* Options about the files to read. */
struct file_list {
    const char *from; /* a list of files to be read besides; NULL without one */
    bool null_ends;   /* names in it end in NUL */
    bool recursive;
    struct listed_file *files; /* of files_find() */
};

/* The names of the operands, then those in the list of --files-from; "-", standard input, where
 * neither is given. With --recursive each folder becomes the records in it and below, in the order
 * of their bytes; the current one where nothing is given. The list ends with a path without bytes
 * and lives as long as the run. What cannot be read is reported (901). */
struct listed_file *files_find(struct run *run, char **operands);
void files_forget(struct listed_file *files);

#endif
