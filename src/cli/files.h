/* SPDX-License-Identifier: MIT */
/* Files that a command reads. */
#ifndef BASTIDE_CLI_FILES_H
#define BASTIDE_CLI_FILES_H

#include "base/str.h"

/* A file to read. A folder may hold files of strangers, so a file from there must be regular and is
 * opened without waiting. */
struct listed_file {
    struct str path; /* path, which ends in NUL; path.p is NULL after the last file */
    bool in_folder;
};

/* Options about the files to read. */
struct file_list {
    const char *from; /* file that lists more files to read (--files-from); NULL without one */
    bool null_ends;   /* names in that list end in NUL, not in a line feed */
    bool recursive;
    struct listed_file *files; /* files found by listing_find() */
};

void files_forget(struct listed_file *files);

#endif
