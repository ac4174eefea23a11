/* SPDX-License-Identifier: MIT */
/* Reads files and standard input through one buffer. Gzipped data is inflated into it. */
#include "input/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/memory.h"
#include "input/gzip.h"

enum { BUFFER_SIZE = 256 << 10, RAW_SIZE = 64 << 10 };
enum { KEPT_PASSED_MAX = 1 << 20 }; /* bytes before a mark that may stay in memory */

struct input {
    struct str name; /* name for messages; ends in NUL */
    char *whole;
    int fd;            /* -1 for a text in memory */
    struct str memory; /* unread part of that text */
    input_give *give;  /* gives the bytes instead; NULL for a file or a text */
    void *context;
    bool started; /* the first bytes were examined */
    bool gzipped, packed;
    bool in_member;          /* a member of gzipped data has begun and not ended */
    bool raw_end;            /* the descriptor has no more bytes */
    int raw_error;           /* errno if reading failed, or 0 */
    z_stream inflater;       /* its next_in and avail_in are the bytes read but not inflated */
    struct gzip_crew *crew;  /* threads that inflate ahead, or NULL */
    struct gzip_piece piece; /* last piece from those threads */
    struct str ahead;        /* text of the piece that was not delivered yet */
    const char *failure;
    enum finding_id failure_id;
    size_t begin, end; /* unread part of buffer */
    size_t last_begin; /* beginning of the last line in buffer, for input_unread() */
    uint32_t lines;
    bool at_end;
    struct digester *digester; /* digester of the bytes that are read, or NULL */
    uint64_t *counted_by;      /* number to which the bytes that are read are added, or NULL */
    char *kept; /* bytes taken by input_byte(); those since input_mark() begin at kept_from */
    size_t kept_from, kept_count;
    size_t kept_at; /* position of the next byte in `kept`; kept_count unless bytes were given
                       back */
    unsigned char raw[RAW_SIZE];
    char buffer[BUFFER_SIZE + 1];
};

static struct input *input_new(int fd, struct str name)
{
    struct input *input = memory_get(sizeof *input);
    memset(input, 0, offsetof(struct input, raw));
    input->fd = fd;
    input_rename(input, name);
    return input;
}

void input_rename(struct input *input, struct str name)
{
    char *copy = memory_get(name.n + 1);
    memcpy(copy, name.p, name.n);
    copy[name.n] = '\0';
    memory_free_constant(input->name.p);
    input->name = (struct str){copy, name.n};
}

const char input_directory[] = "is a directory";

struct input *input_open(struct str path, const char **error)
{
    return input_of(str_is(path, "-") ? dup(STDIN_FILENO) : open(path.p, O_RDONLY | O_CLOEXEC),
                    path, error);
}

struct input *input_of(int fd, struct str path, const char **error)
{
    struct stat status;
    if (fd < 0 || descriptor_status(fd, &status) != 0) {
        *error = strerror(errno);
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    if (S_ISDIR(status.st_mode)) {
        *error = input_directory;
        close(fd);
        return NULL;
    }
    return input_new(fd, str_is(path, "-") ? str_of("<stdin>") : path);
}

struct input *input_text(struct str text, uint32_t lines)
{
    struct input *input = input_new(-1, str_of("<text>"));
    input->memory = text;
    input->lines = lines;
    return input;
}

struct input *input_given(input_give *give, void *context, struct str name)
{
    struct input *input = input_new(-1, name);
    input->give = give;
    input->context = context;
    return input;
}

void input_inflated_by(struct input *input, struct gzip_crew *crew)
{
    input->crew = crew;
}

void input_digested_by(struct input *input, struct digester *digester)
{
    input->digester = digester;
}

void input_counted_by(struct input *input, uint64_t *bytes)
{
    input->counted_by = bytes;
}

bool input_is_gzipped(const struct input *input)
{
    return input->gzipped;
}

void input_set_packed(struct input *input)
{
    input->packed = true;
}

bool input_is_packed(const struct input *input)
{
    return input->gzipped || input->packed;
}

struct str input_name(const struct input *input)
{
    return input->name;
}

static void fail(struct input *input, enum finding_id id, const char *words)
{
    input->at_end = true;
    input->failure_id = id;
    input->failure = words;
}

/* Reads up to n bytes of the descriptor, or of the text in memory, or as they are given. Returns 0
 * at the end, or if reading failed: see fail_read(). */
static size_t read_some(struct input *input, void *to, size_t n)
{
    ssize_t got;
    if (input->give) {
        const char *failure = NULL;
        n = input->give(input->context, to, n, &failure);
        if (failure)
            fail(input, FINDING_READ, failure);
        input->raw_end = n == 0;
        return n;
    }
    if (input->fd < 0) {
        n = n < input->memory.n ? n : input->memory.n;
        memcpy(to, input->memory.p, n);
        input->memory = str_from(input->memory, n);
        input->raw_end = n == 0;
        return n;
    }
    do
        got = read(input->fd, to, n);
    while (got < 0 && (errno == EINTR ||
                       (errno == EAGAIN &&
                        poll(&(struct pollfd){.fd = input->fd, .events = POLLIN}, 1, -1) >= 0)));
    input->raw_error = got < 0 ? errno : 0;
    input->raw_end = got <= 0;
    if (input->counted_by && got > 0)
        __atomic_fetch_add(input->counted_by, (uint64_t)got, __ATOMIC_RELAXED);
    return got > 0 ? (size_t)got : 0;
}

/* Records a failure if reading ended because of an error. */
static void fail_read(struct input *input)
{
    if (input->raw_error)
        fail(input, FINDING_READ, strerror(input->raw_error));
}

static size_t read_ahead(void *context, void *to, size_t n)
{
    return read_some(context, to, n);
}

static bool raw_refill(struct input *input)
{
    z_stream *z = &input->inflater;
    if (z->avail_in)
        return true;
    if (!input->crew) {
        z->next_in = input->raw;
        z->avail_in = input->raw_end ? 0 : (unsigned)read_some(input, input->raw, RAW_SIZE);
    } else if (gzip_next(input->crew, &input->piece)) {
        z->next_in = input->piece.raw;
        z->avail_in = (unsigned)input->piece.count;
    }
    if (!z->avail_in)
        fail_read(input);
    return z->avail_in > 0;
}

/* Delivers text that was inflated ahead, as inflate() would. */
static void serve_ahead(struct input *input)
{
    z_stream *z = &input->inflater;
    unsigned n = input->ahead.n < z->avail_out ? (unsigned)input->ahead.n : z->avail_out;
    memcpy(z->next_out, input->ahead.p, n);
    z->next_out += n;
    z->avail_out -= n;
    input->ahead = str_from(input->ahead, n);
}

/* Begins the next member. After a member comes another one, a padding of zeros, or nothing. */
static void begin_member(struct input *input)
{
    z_stream *z = &input->inflater;
    while (raw_refill(input) && *z->next_in == 0) {
        z->next_in++;
        z->avail_in--;
    }
    if (input->failure)
        return;
    if (z->avail_in == 0)
        input->at_end = true;
    else if (*z->next_in != 0x1F)
        fail(input, FINDING_READ, "the data after the gzipped data is not gzipped");
    else if (!input->crew || !input->piece.whole || z->next_in != input->piece.raw)
        input->in_member = inflateReset(z) == Z_OK;
    else {
        input->ahead = input->piece.text;
        z->avail_in = 0;
    }
}

static void inflate_member(struct input *input)
{
    z_stream *z = &input->inflater;
    int code = inflate(z, Z_NO_FLUSH);
    if (code == Z_STREAM_END)
        input->in_member = false;
    else if (code != Z_OK && code != Z_BUF_ERROR)
        fail(input, FINDING_READ, z->msg ? z->msg : "the gzipped data is damaged");
}

/* Inflates into `to`. Returns the number of bytes; 0 at the end, or if the data is damaged. Text
 * that comes before the damage is not lost. */
static size_t inflate_some(struct input *input, char *to, size_t room)
{
    z_stream *z = &input->inflater;
    z->next_out = (unsigned char *)to;
    z->avail_out = (unsigned)room;
    while (z->avail_out == room && !input->at_end) {
        if (input->ahead.n)
            serve_ahead(input);
        else if (!input->in_member)
            begin_member(input);
        else if (raw_refill(input))
            inflate_member(input);
        else if (!input->failure)
            fail(input, FINDING_CUT, "cut");
    }
    return room - z->avail_out;
}

static void add_to_sum(struct input *input, const char *bytes, size_t n)
{
    if (input->digester)
        digest_add(input->digester, (struct str){bytes, n});
}

/* Hands the file to the threads that inflate ahead, if there are any and it can be read without
 * waiting. */
static void begin_ahead(struct input *input)
{
    struct stat status;
    z_stream *z = &input->inflater;
    if (!input->crew || input->failure || input->fd < 0 ||
        descriptor_status(input->fd, &status) != 0 || !S_ISREG(status.st_mode)) {
        input->crew = NULL;
        return;
    }
    gzip_crew_begin(input->crew, read_ahead, input, z->next_in, z->avail_in);
    z->avail_in = 0;
    input->in_member = false;
}

/* Determines whether the input is gzipped. Plain bytes go to the buffer. */
static void start(struct input *input)
{
    input->started = true;
    size_t n = 0, got;
    do {
        got = read_some(input, input->raw + n, RAW_SIZE - n);
        n += got;
    } while (n < 2 && got);
    if (!got)
        fail_read(input);
    input->inflater.next_in = input->raw;
    input->inflater.avail_in = (unsigned)n;
    input->gzipped = n >= 2 && input->raw[0] == 0x1F && input->raw[1] == 0x8B;
    if (input->gzipped) {
        input->in_member = gzip_begin(&input->inflater);
        if (!input->in_member)
            fail(input, FINDING_READ, "zlib cannot be used");
        begin_ahead(input);
        return;
    }
    memcpy(input->buffer, input->raw, n);
    input->end = n;
    add_to_sum(input, input->buffer, n);
}

/* Reads more bytes after the unread ones, which first move to the front of the buffer. False if
 * nothing came. */
static bool fill(struct input *input)
{
    if (!input->started) {
        start(input);
        if (input->end)
            return true;
    }
    if (input->at_end)
        return false;
    if (input->begin) {
        memmove(input->buffer, input->buffer + input->begin, input->end - input->begin);
        input->end -= input->begin;
        input->begin = 0;
    }
    size_t room = BUFFER_SIZE - input->end;
    if (!room)
        return false;
    char *to = input->buffer + input->end;
    size_t got = input->gzipped ? inflate_some(input, to, room) : read_some(input, to, room);
    add_to_sum(input, to, got);
    input->end += got;
    if (!got)
        fail_read(input);
    input->at_end |= got == 0;
    return got > 0;
}

struct str input_peek(struct input *input, size_t n)
{
    while (input->end - input->begin < n && fill(input))
        ;
    size_t have = input->end - input->begin;
    return (struct str){input->buffer + input->begin, have < n ? have : n};
}

struct str input_peek_line(struct input *input, size_t n)
{
    const char *newline = NULL;
    while (!newline && input->end - input->begin < n) {
        newline = memchr(input->buffer + input->begin, '\n', input->end - input->begin);
        if (!newline && !fill(input))
            break;
    }
    size_t have =
        newline ? (size_t)(newline - input->buffer) + 1 - input->begin : input->end - input->begin;
    return (struct str){input->buffer + input->begin, have < n ? have : n};
}

static bool fill_waits(const struct input *input)
{
    if (input->fd < 0 || input->at_end || (input->gzipped && input->inflater.avail_in))
        return false;
    return poll(&(struct pollfd){.fd = input->fd, .events = POLLIN}, 1, 0) == 0;
}

bool input_waits(const struct input *input)
{
    return input->begin == input->end && fill_waits(input);
}

struct str input_at_hand(const struct input *input)
{
    return (struct str){input->buffer + input->begin, input->end - input->begin};
}

struct str input_ready(struct input *input, size_t n, bool *is_all)
{
    while (input->end - input->begin < n && !fill_waits(input) && fill(input))
        ;
    size_t have = input->end - input->begin;
    *is_all = have < n && input->at_end && !input->failure;
    return (struct str){input->buffer + input->begin, have < n ? have : n};
}

uint32_t input_take(struct input *input, size_t n)
{
    uint32_t before = input->lines, lines = 0;
    const char *text = input->buffer + input->begin;
    /* The compiler vectorises the inner loop, because the count of one step fits a byte. */
    enum { STEP = 128 };
    size_t i = 0;
    for (; i + STEP <= n; i += STEP) {
        uint8_t count = 0;
        for (size_t k = 0; k < STEP; k++)
            count = (uint8_t)(count + (text[i + k] == '\n'));
        lines += count;
    }
    for (; i < n; i++)
        lines += text[i] == '\n';
    input->lines = lines < UINT32_MAX - before ? before + lines : UINT32_MAX;
    input->begin += n;
    return before;
}

bool input_line(struct input *input, struct input_line *line)
{
    size_t searched = 0;
    line->too_long = false;
    char *newline;
    for (;;) {
        char *from = input->buffer + input->begin;
        size_t have = input->end - input->begin;
        newline = memchr(from + searched, '\n', have - searched);
        if (newline)
            break;
        searched = have;
        /* fill() also fails if the buffer is full. Only a line as long as the buffer fills it. */
        if (!fill(input))
            break;
    }
    char *from = input->buffer + input->begin;
    size_t have = input->end - input->begin;
    if (!newline && have == 0)
        return false;
    size_t length = newline ? (size_t)(newline - from) : have;
    size_t taken = length;
    line->has_newline = newline != NULL;
    if (length > LINE_BYTES_MAX) {
        line->too_long = true;
        length = LINE_BYTES_MAX;
        if (!newline && !input->at_end) {
            /* Keep the head at the buffer's front and read the rest of the line over the tail. */
            memmove(input->buffer, from, LINE_BYTES_MAX);
            input->begin = 0;
            for (;;) {
                input->end = LINE_BYTES_MAX;
                input->begin = 0;
                if (!fill(input)) {
                    taken = input->end;
                    break;
                }
                newline = memchr(input->buffer + LINE_BYTES_MAX, '\n', input->end - LINE_BYTES_MAX);
                if (newline) {
                    taken = (size_t)(newline - input->buffer);
                    line->has_newline = true;
                    break;
                }
            }
            from = input->buffer;
        }
    }
    while (!line->too_long && length && from[length - 1] == '\r')
        length--;
    line->text = (struct str){from, length};
    input->last_begin = input->begin;
    input->begin += taken + (newline ? 1 : 0);
    if (input->lines < UINT32_MAX)
        input->lines++;
    line->number = input->lines;
    return true;
}

void input_unread(struct input *input, size_t offset)
{
    input->begin = input->last_begin + offset;
    input->lines--;
}

bool input_whole(struct input *input, struct str *text)
{
    return input_rest(input, WHOLE_MAX, text);
}

bool input_rest(struct input *input, size_t most, struct str *text)
{
    size_t used = 0, capacity = BUFFER_SIZE;
    memory_free(input->whole);
    input->whole = memory_get(capacity + 1);
    for (;;) {
        size_t have = input->end - input->begin;
        if (used + have > most)
            return false;
        if (used + have > capacity) {
            capacity = (used + have) * 2;
            input->whole = memory_resized(input->whole, capacity + 1);
        }
        memcpy(input->whole + used, input->buffer + input->begin, have);
        used += have;
        input->begin = input->end;
        if (!fill(input)) {
            input->whole[used] = '\0';
            *text = (struct str){input->whole, used};
            return input->failure == NULL;
        }
    }
}

void input_mark(struct input *input)
{
    input->kept_from = input->kept_at;
    /* The maximum is allocated at once, because memory must not run out inside a parser's callback.
     * Memory that is never written to costs nothing. */
    if (!input->kept)
        input->kept = memory_get(WHOLE_MAX);
    size_t left = input->kept_count - input->kept_from;
    if (!left || input->kept_from > KEPT_PASSED_MAX) {
        memmove(input->kept, input->kept + input->kept_from, left);
        input->kept_from = input->kept_at = 0;
        input->kept_count = left;
    }
}

int input_byte(struct input *input)
{
    if (input->kept_at < input->kept_count)
        return (unsigned char)input->kept[input->kept_at++];
    if (input->kept_count - input->kept_from == WHOLE_MAX ||
        (input->begin == input->end && !fill(input)))
        return -1;
    if (input->kept_count == WHOLE_MAX) {
        memmove(input->kept, input->kept + input->kept_from, input->kept_count - input->kept_from);
        input->kept_at = input->kept_count -= input->kept_from;
        input->kept_from = 0;
    }
    char byte = input->kept[input->kept_count++] = input->buffer[input->begin++];
    input->kept_at++;
    return (unsigned char)byte;
}

bool input_more(struct input *input, size_t least)
{
    bool again = input->kept_at < input->kept_count;
    size_t room = WHOLE_MAX - (input->kept_count - input->kept_from);
    if (!again && (!room || (input->begin == input->end && !fill(input))))
        return false;
    if (!again && input->kept_count + (input->end - input->begin) > WHOLE_MAX) {
        memmove(input->kept, input->kept + input->kept_from, input->kept_count - input->kept_from);
        input->kept_at = input->kept_count -= input->kept_from;
        input->kept_from = 0;
    }
    const char *at = again ? input->kept + input->kept_at : input->buffer + input->begin;
    size_t n = again ? input->kept_count - input->kept_at : (size_t)(input->end - input->begin);
    const char *newline = n > least ? memchr(at + least, '\n', n - least) : NULL;
    n = newline ? (size_t)(newline - at) + 1 : n;
    if (!again) {
        n = n < room ? n : room;
        memcpy(input->kept + input->kept_count, at, n);
        input->kept_count += n;
        input->begin += n;
    }
    input->kept_at += n;
    return true;
}

char *input_kept_text(struct input *input, size_t *n)
{
    *n = input->kept_at - input->kept_from;
    return input->kept + input->kept_from;
}

struct str input_kept(const struct input *input)
{
    return (struct str){input->kept ? input->kept + input->kept_from : "",
                        input->kept_at - input->kept_from};
}

void input_rewind(struct input *input, size_t offset)
{
    input->kept_at = input->kept_from + offset;
}

const char *input_failure(const struct input *input, enum finding_id *id)
{
    if (input->failure)
        *id = input->failure_id;
    return input->failure;
}

void input_close(struct input *input)
{
    if (input->gzipped)
        inflateEnd(&input->inflater);
    if (input->crew)
        gzip_crew_end(input->crew);
    if (input->fd >= 0)
        close(input->fd);
    memory_free(input->whole);
    memory_free(input->kept);
    memory_free_constant(input->name.p);
    memory_free(input);
}
