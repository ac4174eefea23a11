/* SPDX-License-Identifier: MIT */
/* Files that a command writes: each is whole, or it is not there.
 *
 * Until it is finished, a file is removed by a SIGINT, SIGTERM or SIGHUP that ends the run. One is
 * open at a time.
 */
#ifndef BASTIDE_CLI_REPLACING_H
#define BASTIDE_CLI_REPLACING_H

#include <sys/stat.h>

#include "base/arena.h"
#include "base/digest.h"
#include "base/sink.h"

/* The folder in which the file lies, behind links, or would lie. */
const char *file_folder(struct arena *arena, const char *path);

/* From now on a file that grows beyond the process's limit is a write that fails, and no signal
 * (SIGXFSZ) ends the process. */
void file_outgrowing_fails(void);

/* A file that does not exist yet. False, with errno, when it cannot be created. */
bool file_create(struct sink *sink, const char *path);
/* Writes what is left and closes it. False, with errno, when not all of it arrived: then the file
 * is removed. */
bool file_finish(struct sink *sink);

/* A file that takes the place of another one, with its owner, group, permissions (set-id bits are
 * dropped), access control list and `user.*` attributes. */
struct replacement {
    struct sink sink;
    int old;    /* the other file, locked */
    char *path; /* of it, without links; a link to it stays one */
};

/* NULL; or why the file at `path` is left alone: it is no regular file, read-only, has several
 * names, is locked, or something of it cannot be kept. */
const char *replacement_begin(struct replacement *replacement, const char *path);
/* Puts the new text in place. NULL; or why not: it did not arrive, or the file no longer holds the
 * bytes with that digest. */
const char *replacement_finish(struct replacement *replacement, struct digest read);
void replacement_drop(struct replacement *replacement);

#endif
