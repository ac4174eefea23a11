/* SPDX-License-Identifier: MIT */
/* Sinks: buffered output to a descriptor or to memory. A sink remembers its first failure.
 *
 * Lost standard output is trouble (finding 909), so no command writes to it with stdio. Every
 * command writes into a sink, and at the end checks once whether all output was written.
 */
#ifndef BASTIDE_BASE_SINK_H
#define BASTIDE_BASE_SINK_H

#include <stdint.h>

#include "base/str.h"

enum { SINK_SIZE = 64 << 10 };

struct sink {
    int fd;      /* -1 for a sink in memory (sink_text()) */
    int failure; /* errno of the first write that failed, or 0 */
    size_t used;
    uint64_t flushed; /* bytes that left the buffer */
    size_t capacity;  /* bytes that `grown` has room for, in a sink in memory */
    char *grown;
    char buffer[SINK_SIZE];
};

void sink_open(struct sink *sink, int fd);
void sink_bytes(struct sink *sink, const char *bytes, size_t n);
void sink_flush(struct sink *sink);

/* Returns the number of bytes that were written into the sink so far. */
static inline uint64_t sink_written(const struct sink *sink)
{
    return sink->flushed + sink->used;
}

/* Returns the contents of a sink with fd -1, valid until the next call on it. */
struct str sink_text(struct sink *sink);
/* Appends the contents of `from`, a sink with fd -1, unchanged. Foreign text in them must be a
 * record, or must have gone through a gate (base/str.h) when it was written into `from`. */
void sink_append(struct sink *sink, struct sink *from);
void sink_clear(struct sink *sink);
void sink_close(struct sink *sink);

static inline void sink_char(struct sink *sink, char c)
{
    sink_bytes(sink, &c, 1);
}

/* Writes the bytes unchanged: for records, which keep what their authors wrote, and for keys that
 * no person reads. */
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

/* Writes foreign text on one line so that it cannot deceive: '?' replaces each control character,
 * each character that changes the writing direction, and each byte that is not UTF-8. All foreign
 * text, including names of files, goes to people and terminals through here or arena_plain(). */
void sink_plain(struct sink *sink, struct str s);

/* Writes a JSON string with its quotes. Control characters and those that change the writing
 * direction are escaped; bytes that are not UTF-8 become U+FFFD. */
void sink_json(struct sink *sink, struct str s);

/* Writes a column of `width` characters (not bytes), padded with blanks. A longer text is not
 * cut. */
void sink_column(struct sink *sink, struct str s, unsigned width);

#endif
