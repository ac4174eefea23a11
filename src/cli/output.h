/* SPDX-License-Identifier: MIT */
/* The file that a run writes instead of standard output (--output). A regular file gets the output
 * at the end, or is left as it was; a device or a pipe gets it at once.
 *
 * A process of its own begins the file, and puts it in place or removes it. So the run itself,
 * which reads other people's files, needs no right to write files, and nothing is left of it if it
 * is killed. */
#ifndef BASTIDE_CLI_OUTPUT_H
#define BASTIDE_CLI_OUTPUT_H

#include <stdbool.h>

struct output {
    int fd; /* where the output is written */
    bool is_direct;
    int keeper; /* socket to the other process */
};

/* Begins to write a file. Returns NULL, or the reason why it cannot be written. It must be called
 * while the process has one thread and is not confined. */
const char *output_begin(struct output *output, const char *path);

/* Puts the file in place when all is written to it. Returns 0, or an error number if it could not
 * be put there. */
int output_finish(struct output *output);

#endif
