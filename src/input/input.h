/* SPDX-License-Identifier: MIT */
/* Input: a file or standard input, plain or gzipped, read as lines or whole.
 *
 * Nothing else in the program opens a file of records. Gzipped data is inflated by zlib, member
 * after member. Its gzread() is not used: it ignores what follows the last member, and loses what
 * it inflated before damage. A line is a view into one buffer and is valid until the next call. The
 * end of a line longer than LINE_BYTES_MAX is skipped in pieces, so that a line of any length needs
 * no memory.
 */
#ifndef BASTIDE_INPUT_INPUT_H
#define BASTIDE_INPUT_INPUT_H

#include "base/digest.h"
#include "base/finding.h"
#include "base/str.h"

enum {
    LINE_BYTES_MAX = 65000, /* bytes of a line: columns fit 16 bits (struct place) */
    WHOLE_MAX = 8 << 20,    /* bytes of a document that must be read whole */
};

struct input;
struct gzip_crew;

/* A line of the input. */
struct input_line {
    struct str text; /* text without its end of line, LF or any CRs and LF; cut to LINE_BYTES_MAX
                        bytes if too_long */
    uint32_t number; /* number of the line, from 1; UINT32_MAX for all later lines, too */
    bool too_long;
    bool has_newline; /* false only for the last line of the input */
};

/* The reason why a directory cannot be opened. */
extern const char input_directory[];

/* Opens a file; "-" is standard input. On failure returns NULL, with strerror's words or a reason
 * such as "is a directory" in *error. */
struct input *input_open(struct str path, const char **error);

/* Does the same for a file that is already open. `fd` is its descriptor, which input_close()
 * closes. If the file could not be opened, `fd` is -1, with the reason in errno. */
struct input *input_of(int fd, struct str path, const char **error);

/* Returns an input that reads a text. The text must live as long as the input. If the text is part
 * of another input, `lines` is the number of lines before it there, and line numbers continue from
 * it. */
struct input *input_text(struct str text, uint32_t lines);

/* Gives an input another name for messages. */
void input_rename(struct input *input, struct str name);

/* Gives up to n bytes of an input that comes out of another one. Returns 0 at the end; if reading
 * failed, also sets *failure to the reason. */
typedef size_t input_give(void *context, void *to, size_t n, const char **failure);

/* Returns an input of bytes that a function gives. `name` is its name for messages. Both must live
 * as long as the input. */
struct input *input_given(input_give *give, void *context, struct str name);

/* Lets these threads inflate the input ahead of the reader. To be called before anything is read.
 * The threads serve this input alone until it is closed. */
void input_inflated_by(struct input *input, struct gzip_crew *crew);

/* Adds the unpacked bytes to a digest as they are read. To be called before anything is read. */
void input_digested_by(struct input *input, struct digester *digester);

/* Adds the bytes that are read, before they are unpacked, to a number. Another thread may read the
 * number with __atomic_load_n(). To be called before anything is read. */
void input_counted_by(struct input *input, uint64_t *bytes);

/* True if the input is gzipped, which is known once something was read. */
bool input_is_gzipped(const struct input *input);

/* input_set_packed() notes that the input holds other inputs (formats/container.h).
 * input_is_packed() is true for such an input, and for a gzipped one. */
void input_set_packed(struct input *input);
bool input_is_packed(const struct input *input);

/* Returns the name for messages: the path, or "<stdin>". */
struct str input_name(const struct input *input);

/* Returns the next bytes, up to n or the end of the input, without taking them. input_peek_line()
 * also stops at the end of the first line. */
struct str input_peek(struct input *input, size_t n);
struct str input_peek_line(struct input *input, size_t n);

/* True if reading more would wait for a writer. Never for a file. */
bool input_waits(const struct input *input);

/* Returns a view of the bytes that were read but not taken. */
struct str input_at_hand(const struct input *input);

/* input_ready() and input_take() cut stretches that are read as texts of their own. input_ready()
 * returns as many of the next n bytes as come without waiting; *is_all is true if nothing follows
 * them and nothing failed. input_take() takes n of these bytes and returns the number of lines
 * before them. */
struct str input_ready(struct input *input, size_t n, bool *is_all);
uint32_t input_take(struct input *input, size_t n);

/* Reads the next line; false at the end, or if reading failed (input_failure()). */
bool input_line(struct input *input, struct input_line *line);

/* Gives back the last line from its byte `offset` on: the next input_line() returns that part. */
void input_unread(struct input *input, size_t offset);

/* Reads the rest of the input, NUL-terminated, into memory that lives as long as the input. False
 * if it exceeds WHOLE_MAX, or if reading failed. */
bool input_whole(struct input *input, struct str *text);

/* Works as input_whole(), with another limit than WHOLE_MAX. */
bool input_rest(struct input *input, size_t most, struct str *text);

/* input_byte() returns the next byte; -1 at the end, if reading failed, or after WHOLE_MAX bytes
 * since input_mark(), which must come first. The bytes taken since input_mark() are kept.
 * input_kept() returns a view of them, valid until the next call; input_rewind() gives back those
 * from byte `offset` on. */
int input_byte(struct input *input);

/* Takes bytes as input_byte() does: those at hand up to the end of the first line that ends after
 * `least` bytes, or all of them. Waits only if no byte has come. False at the end of the input. */
bool input_more(struct input *input, size_t least);

/* Returns the bytes that input_kept() returns, for a parser that changes them. */
char *input_kept_text(struct input *input, size_t *n);

void input_mark(struct input *input);
struct str input_kept(const struct input *input);
void input_rewind(struct input *input, size_t offset);

/* Returns the reason why reading stopped early, with *id FINDING_READ or FINDING_CUT; NULL if
 * nothing failed. */
const char *input_failure(const struct input *input, enum finding_id *id);

void input_close(struct input *input);

#endif
