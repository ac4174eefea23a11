/* SPDX-License-Identifier: MIT */
/* Confinement of a run: the rights that it gives up before it reads other people's files
 * (base/confine.h), and the folders in which it may write.
 */
#ifndef BASTIDE_CLI_CONFINING_H
#define BASTIDE_CLI_CONFINING_H

#include <stddef.h>

#include "base/confine.h"

struct run;

/* Files that a command writes: always, or with an option. */
struct writing {
    char letter; /* of the option; 0: always */
    /* Finds the folders, by the option's value and the operands, and confines the run to them:
     * confining_to_folders(). */
    void (*begin)(struct run *run, const char *value, char **operands);
    bool begun;
};

struct confining {
    bool off;               /* --no-sandbox */
    bool required;          /* where it cannot be set up, nothing is read */
    struct writing writing; /* of a command that writes files */
    bool writes; /* it writes files, and so is confined to folders instead of to open files */
    enum confinement done;
};

/* Gives up the rights that are not needed from here on, except with --no-sandbox. A run that writes
 * files keeps the right to open them. */
void confining_to(struct run *run, enum confinement to);

/* Calls writing.begin, unless that was done before a tile set was read. */
void confining_begin_writing(struct run *run, const char *value, char **operands);

/* Confines a run that writes to the folders that it writes in. */
void confining_to_folders(struct run *run, const char *const *folders, size_t count);

#endif
