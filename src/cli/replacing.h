/* SPDX-License-Identifier: MIT */
/* Files that a command writes. A file is either complete or does not exist.
 *
 * Until a file is finished, a SIGINT, SIGTERM or SIGHUP that ends the run removes it. Only one file
 * is open at a time. */
#ifndef BASTIDE_CLI_REPLACING_H
#define BASTIDE_CLI_REPLACING_H

#include <sys/stat.h>

#include "base/arena.h"
#include "base/digest.h"
#include "base/sink.h"

/* Returns the folder in which the file lies, or would lie. Links are followed. */
const char *file_folder(struct arena *arena, const char *path);

/* Makes a write fail if the file grows beyond the process's limit. Without this call the signal
 * SIGXFSZ would end the process. */
void file_outgrowing_fails(void);

/* Creates a file, which must not exist yet. False, with errno set, if it cannot be created. */
bool file_create(struct sink *sink, const char *path);
/* Writes the rest of the file and closes it. False, with errno set, if something could not be
 * written; the file is then removed. */
bool file_finish(struct sink *sink);

/* A file that takes the place of an old one and keeps its owner, group, permissions (except set-id
 * bits), access control list and `user.*` attributes. */
struct replacement {
    struct sink sink;
    int old;    /* descriptor of the old file, which is locked; -1 for a new file */
    char *path; /* path of the file with links followed, so that a link to it stays a link */
};

/* Begins to replace the file at `path`. Returns NULL, or the reason why the file is left alone: it
 * is not a regular file, is read-only, has several names, is locked, or has something that cannot
 * be kept. */
const char *replacement_begin(struct replacement *replacement, const char *path);
/* Puts the new text in place. Returns NULL, or the reason why not: the text could not be written,
 * or the old file no longer holds the bytes with that digest. */
const char *replacement_finish(struct replacement *replacement, struct digest read);
void replacement_drop(struct replacement *replacement);

/* replacement_begin_new() begins a file that does not exist yet, which appears when it is finished.
 * Returns NULL, or the reason why it cannot be made. replacement_put() puts the text of such a
 * file, or of a replacement, in place, whatever is there now. Returns 0 or an error number. The
 * caller has written the text to sink.fd. */
const char *replacement_begin_new(struct replacement *replacement, const char *path);
int replacement_put(struct replacement *replacement);

#endif
