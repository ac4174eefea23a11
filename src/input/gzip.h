/* SPDX-License-Identifier: MIT */
/* Inflates the members of a gzipped file in threads, ahead of the reader. A file has many members
 * if cat(1) joined several files, or if bgzip(1) made it. The first bytes of a member do not prove
 * that a member begins there. So each piece holds both its bytes and their text. The text counts
 * only if its members fill the bytes to the last one. Also, the reader must be between two members
 * there; it has inflated everything before the piece.
 */
#ifndef BASTIDE_INPUT_GZIP_H
#define BASTIDE_INPUT_GZIP_H

#include <stddef.h>
#include <zlib.h>

#include "base/str.h"

/* Prepares a stream for the first member; false if zlib cannot be used. */
bool gzip_begin(z_stream *z);

/* Threads that inflate, for one file at a time. */
struct gzip_crew;

struct gzip_crew *gzip_hire(unsigned threads);
void gzip_dismiss(struct gzip_crew *crew);

/* Reads up to n more bytes and returns their number; 0 at the end. */
typedef size_t gzip_read(void *context, void *to, size_t n);

/* Begins a file, of which the first n bytes were read already. */
void gzip_crew_begin(struct gzip_crew *crew, gzip_read *read, void *context,
                     const unsigned char *first, size_t n);

/* A piece of the file. The pieces come in order; each is valid until the next call. */
struct gzip_piece {
    unsigned char *raw;
    size_t count;
    bool whole;      /* raw holds whole members */
    struct str text; /* text of those members */
};

/* Returns the next piece in *piece; false at the end. */
bool gzip_next(struct gzip_crew *crew, struct gzip_piece *piece);

/* Drops the rest of the file. */
void gzip_crew_end(struct gzip_crew *crew);

#endif
