/* SPDX-License-Identifier: MIT */
/* Where bytes come from: a file or standard input, plain or gzipped, as lines or whole.
 *
 * Nothing else in the program opens a file of records. Gzipped data is inflated by zlib, member
 * after member; its gzread() would do that too, but it passes over what follows the last member and
 * loses what it inflated before damage. A line is a view into one buffer and is valid until the
 * next call. What is longer than LINE_BYTES_MAX is passed over in pieces, so that a line of any
 * length needs no memory.
 */
#ifndef BASTIDE_INPUT_INPUT_H
#define BASTIDE_INPUT_INPUT_H

#include "base/digest.h"
#include "base/finding.h"
#include "base/str.h"

enum {
    LINE_BYTES_MAX = 65000, /* so that columns fit struct place's 16 bits */
    WHOLE_MAX = 8 << 20,    /* bytes of a document that must be read whole */
};

struct input;
struct gzip_crew;

/* What came with a line. */
struct input_line {
    struct str text; /* without its end of line, LF or any CRs and LF; cut to LINE_BYTES_MAX bytes
                        when too_long */
    uint32_t number; /* from 1; stays at UINT32_MAX from there on */
    bool too_long;
    bool has_newline; /* false only for the last line of the input */
};

/* "-" is standard input. NULL with *error set (strerror's words, or a reason such as "is a
 * directory"). */
struct input *input_open(struct str path, const char **error);

/* The same of a file's descriptor, which it closes in the end; -1, and errno, where none could be
 * opened. */
struct input *input_of(int fd, struct str path, const char **error);

/* The bytes of a text, which must live as long, as they stand behind so many lines of another
 * input. */
struct input *input_text(struct str text, uint32_t lines);

/* Before anything is read: these threads may inflate what is read ahead, for it alone until it is
 * closed. */
void input_inflated_by(struct input *input, struct gzip_crew *crew);

/* Before anything is read: the bytes that pass, unpacked, are added to a digest. */
void input_digested_by(struct input *input, struct digester *digester);

/* Once something was read. */
bool input_is_gzipped(const struct input *input);

/* Name for messages: the path, or "<stdin>". */
struct str input_name(const struct input *input);

/* The first bytes, up to n or the end of the input, without taking them; input_peek_line(): or up
 * to the end of the first line. */
struct str input_peek(struct input *input, size_t n);
struct str input_peek_line(struct input *input, size_t n);

/* Would reading on wait for somebody who writes? Never for a file. */
bool input_waits(const struct input *input);

/* What was read and is still to be taken: a view. */
struct str input_at_hand(const struct input *input);

/* What of the first n bytes can be had without waiting; with *is_all nothing comes behind them, nor
 * did anything fail. input_take() takes so many of them, and returns the number of lines before:
 * for stretches that are read as texts of their own. */
struct str input_ready(struct input *input, size_t n, bool *is_all);
uint32_t input_take(struct input *input, size_t n);

/* The next line; false at the end, or when reading failed (see input_failure). */
bool input_line(struct input *input, struct input_line *line);

/* Gives the line just read back from its byte `offset` on: the next input_line() returns that rest.
 */
void input_unread(struct input *input, size_t offset);

/* All that is left, NUL-terminated, in memory that lives as long as the input. False when it
 * exceeds WHOLE_MAX (or reading failed). */
bool input_whole(struct input *input, struct str *text);

/* The next byte, -1 at the end, or when reading failed. What was taken since input_mark() is kept:
 * input_kept() is a view of it, valid until the next call, and input_rewind() gives it back from a
 * byte on. Nothing is read any more behind WHOLE_MAX bytes. */
int input_byte(struct input *input);
void input_mark(struct input *input);
struct str input_kept(const struct input *input);
void input_rewind(struct input *input, size_t offset);

/* Why the input ended before its end: *id is READ or CUT with a message, or NULL when nothing
 * failed. */
const char *input_failure(const struct input *input, enum finding_id *id);

void input_close(struct input *input);

#endif
