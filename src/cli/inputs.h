/* SPDX-License-Identifier: MIT */
/* The files of a run, opened. */
#ifndef BASTIDE_CLI_INPUTS_H
#define BASTIDE_CLI_INPUTS_H

#include "base/str.h"

struct run;
struct input;
struct listed_file;

/* Calls visit with every file of the list, opened and to be closed by it, or NULL with the reason;
 * when the last one is open the process is confined. Files are opened before any is read, except
 * pipes and devices, which may have to wait, and files beyond the number that may be open: these
 * are opened in their turn. */
typedef void input_visit(struct run *run, void *context, struct str path, struct input *input,
                         const char *error);
void inputs_visit(struct run *run, const struct listed_file *files, input_visit *visit,
                  void *context);

#endif
