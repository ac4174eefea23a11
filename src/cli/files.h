/* SPDX-License-Identifier: MIT */
/* The files that a command is to read. */
#ifndef BASTIDE_CLI_FILES_H
#define BASTIDE_CLI_FILES_H

#include "base/str.h"

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
    struct listed_file *files; /* of listing_find() */
};

void files_forget(struct listed_file *files);

#endif
