/* SPDX-License-Identifier: MIT */
/* Opens the files of a run and confines the process. */
#ifndef BASTIDE_CLI_INPUTS_H
#define BASTIDE_CLI_INPUTS_H

#include "base/str.h"

struct run;
struct input;
struct listed_file;

/* Calls `visit` with every file of the list. The visit gets the opened file, which it must close,
 * or NULL and the reason why it cannot be opened. Files are opened before any is read, except pipes
 * and devices, which may have to wait, and files beyond the number that may be open at once: these
 * are opened in their turn. The process is confined when the last file is open. */
typedef void input_visit(struct run *run, void *context, struct str path, struct input *input,
                         const char *error);
void inputs_visit(struct run *run, const struct listed_file *files, input_visit *visit,
                  void *context);

#endif
