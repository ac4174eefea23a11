/* SPDX-License-Identifier: MIT */
/* Confinement of a run: the rights that it gives up before it reads other people's files
 * (base/confine.h), and the folders in which it may write.
 */
#ifndef BASTIDE_CLI_CONFINING_H
#define BASTIDE_CLI_CONFINING_H

#include <stddef.h>

#include "base/confine.h"

struct run;

/* The option that makes a command write files, and the function that confines such a run. */
struct writing {
    int key; /* key of the option with which the command writes files; 0: it always does */
    /* Finds the folders from the option's value and the operands, and confines the run to them with
     * confining_to_folders(). NULL for a command that writes no files. */
    void (*begin)(struct run *run, const char *value, char **operands);
    bool begun;
};

struct confining {
    bool off;               /* --no-sandbox */
    bool required;          /* --sandbox=require: nothing is read if the sandbox cannot be set up */
    struct writing writing; /* how the command writes files, if it does */
    bool writes; /* this run writes files, so it is confined to folders instead of to open files */
    enum confinement done;
};

/* Gives up the rights that are not needed from here on, except with --no-sandbox. A run that writes
 * files keeps the right to open them. */
void confining_to(struct run *run, enum confinement to);

/* Calls writing.begin, unless it was called already because a tile set was to be read. */
void confining_begin_writing(struct run *run, const char *value, char **operands);

/* Confines a run that writes files to the folders in which it writes. */
void confining_to_folders(struct run *run, const char *const *folders, size_t count);

#endif
