/* SPDX-License-Identifier: MIT */
/* Members of a gzipped file, inflated by threads ahead of who reads it: files of many members are
 * what cat(1) makes of several, and bgzip(1) of any. Where a member begins is a guess, by its first
 * bytes. So bytes and what came of them go together: text counts only where its members filled the
 * bytes to the last, and the reader, who inflated all before, stands between members too.
 */
#ifndef BASTIDE_INPUT_GZIP_H
#define BASTIDE_INPUT_GZIP_H

#include <stddef.h>
#include <zlib.h>

#include "base/str.h"

/* Makes it ready for the first member; false when zlib cannot be used. */
bool gzip_begin(z_stream *z);

/* Threads that inflate, for one file at a time. */
struct gzip_crew;

struct gzip_crew *gzip_hire(unsigned threads);
void gzip_dismiss(struct gzip_crew *crew);

/* Up to n bytes more; 0 at the end. */
typedef size_t gzip_read(void *context, void *to, size_t n);

/* Begins a file, of which these bytes were read. */
void gzip_crew_begin(struct gzip_crew *crew, gzip_read *read, void *context,
                     const unsigned char *first, size_t n);

/* Some bytes of the file, in their order, until the next call. */
struct gzip_piece {
    unsigned char *raw;
    size_t count;
    bool whole;      /* they are whole members: */
    struct str text; /* what those hold */
};

/* False at the end. */
bool gzip_next(struct gzip_crew *crew, struct gzip_piece *piece);

/* Forgets what is left of the file. */
void gzip_crew_end(struct gzip_crew *crew);

#endif
