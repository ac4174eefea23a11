/* SPDX-License-Identifier: MIT */
/* Where a product goes: a buffered descriptor that remembers its first failure.
 *
 * Standard output is a product and its loss is trouble (finding 909), so nothing is written with
 * stdio there: every command writes into a sink and asks once, at the end, whether all of it
 * arrived.
 */
#ifndef BASTIDE_BASE_SINK_H
#define BASTIDE_BASE_SINK_H

#include <stdint.h>

#include "base/str.h"

enum { SINK_SIZE = 64 << 10 };

struct sink {
    int fd;      /* -1: keeps the bytes in memory, see sink_text() */
    int failure; /* errno of the first write that failed, or 0 */
    size_t used;
    uint64_t flushed; /* bytes that left the buffer */
    size_t capacity;  /* of grown, for a sink in memory */
    char *grown;
    char buffer[SINK_SIZE];
};

void sink_open(struct sink *sink, int fd);
void sink_bytes(struct sink *sink, const char *bytes, size_t n);
void sink_flush(struct sink *sink);

/* How many bytes the sink was given so far. */
static inline uint64_t sink_written(const struct sink *sink)
{
    return sink->flushed + sink->used;
}

/* What a sink with fd -1 holds, valid until the next call on it. */
struct str sink_text(struct sink *sink);
/* What `from`, with fd -1, holds: it passed the gate on its way there, or is a record. */
void sink_append(struct sink *sink, struct sink *from);
void sink_clear(struct sink *sink);
void sink_close(struct sink *sink);

static inline void sink_char(struct sink *sink, char c)
{
    sink_bytes(sink, &c, 1);
}

/* The bytes as they are: for records, which keep what their authors wrote, and for keys that nobody
 * reads. */
static inline void sink_verbatim(struct sink *sink, struct str s)
{
    sink_bytes(sink, s.p, s.n);
}

static inline void sink_cstr(struct sink *sink, const char *text)
{
    sink_bytes(sink, text, strlen(text));
}

void sink_int(struct sink *sink, int64_t value);
void sink_printf(struct sink *sink, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Text that came from outside, on one line that reads as it looks: '?' stands for each control
 * character, each that turns the writing direction, and each byte that is not UTF-8. Whatever
 * others wrote, names of files too, goes to people and terminals through here or arena_plain(). */
void sink_plain(struct sink *sink, struct str s);

/* A JSON string with its quotes; such characters are escaped, bytes that are not UTF-8 become
 * U+FFFD. */
void sink_json(struct sink *sink, struct str s);

/* A column of `width` characters (not bytes), padded with blanks; a longer text is not cut. */
void sink_column(struct sink *sink, struct str s, unsigned width);

#endif
