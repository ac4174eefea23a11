/* SPDX-License-Identifier: MIT */
/* Formats and writes output. After a failed write all further output is dropped: only the first
 * error number is worth reporting. */
#include "base/sink.h"
#include "base/check.h"
#include "base/digits.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/utf8.h"

void sink_open(struct sink *sink, int fd)
{
    sink->fd = fd;
    sink->failure = 0;
    sink->used = 0;
    sink->flushed = 0;
    sink->capacity = 0;
    sink->grown = NULL;
}

static void write_all(struct sink *sink, const char *bytes, size_t n)
{
    sink->flushed += n;
    while (n && !sink->failure) {
        ssize_t wrote = write(sink->fd, bytes, n);
        if (wrote < 0) {
            /* Another process may have set O_NONBLOCK on a shared descriptor: then wait until it
             * accepts more. */
            bool patience = errno == EAGAIN &&
                            poll(&(struct pollfd){.fd = sink->fd, .events = POLLOUT}, 1, -1) >= 0;
            if (errno != EINTR && !patience)
                sink->failure = errno;
            continue;
        }
        bytes += wrote;
        n -= (size_t)wrote;
    }
}

static void grow(struct sink *sink, size_t needed)
{
    size_t capacity = sink->capacity ? sink->capacity : SINK_SIZE;
    while (capacity < needed)
        capacity *= 2;
    if (capacity == sink->capacity)
        return;
    sink->grown = memory_resized(sink->grown, capacity);
    sink->capacity = capacity;
}

void sink_bytes(struct sink *sink, const char *bytes, size_t n)
{
    if (!n)
        return;
    if (sink->fd < 0) {
        grow(sink, sink->used + n + 1);
        memcpy(sink->grown + sink->used, bytes, n);
        sink->used += n;
        return;
    }
    if (n > SINK_SIZE - sink->used) {
        sink_flush(sink);
        if (n > SINK_SIZE) {
            write_all(sink, bytes, n);
            return;
        }
    }
    memcpy(sink->buffer + sink->used, bytes, n);
    sink->used += n;
}

void sink_flush(struct sink *sink)
{
    if (sink->fd < 0)
        return;
    write_all(sink, sink->buffer, sink->used);
    sink->used = 0;
}

struct str sink_text(struct sink *sink)
{
    grow(sink, sink->used + 1);
    sink->grown[sink->used] = '\0';
    return (struct str){sink->grown, sink->used};
}

void sink_append(struct sink *sink, struct sink *from)
{
    assert(sink != from);
    sink_verbatim(sink, sink_text(from));
}

void sink_clear(struct sink *sink)
{
    sink->used = 0;
}

void sink_close(struct sink *sink)
{
    memory_free(sink->grown);
    sink->grown = NULL;
    sink->capacity = sink->used = 0;
}

void sink_int(struct sink *sink, int64_t value)
{
    char digits[DIGITS_SIZE];
    sink_bytes(sink, digits, (size_t)(digits_write(digits, value) - digits));
}

/* Prints with the C library, which knows all conversions. */
static void print_slowly(struct sink *sink, const char *format, va_list args)
{
    char small[512];
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(small, sizeof small, format, args);
    if (n >= 0 && (size_t)n < sizeof small) {
        sink_bytes(sink, small, (size_t)n);
    } else if (n >= 0) {
        char *large = memory_get((size_t)n + 1);
        vsnprintf(large, (size_t)n + 1, format, again);
        sink_bytes(sink, large, (size_t)n);
        memory_free(large);
    }
    va_end(again);
}

void sink_printf(struct sink *sink, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    for (;;) {
        const char *end = strchrnul(format, '%');
        sink_bytes(sink, format, (size_t)(end - format));
        if (!*end)
            break;
        /* The C library takes hundreds of instructions for these. */
        format = end + 2;
        if (end[1] == 's') {
            sink_cstr(sink, va_arg(args, const char *));
        } else if (end[1] == 'd') {
            sink_int(sink, va_arg(args, int));
        } else if (end[1] == 'u') {
            sink_int(sink, va_arg(args, unsigned));
        } else if (end[1] == 'c') {
            sink_char(sink, (char)va_arg(args, int));
        } else {
            print_slowly(sink, end, args);
            break;
        }
    }
    va_end(args);
}

void sink_plain(struct sink *sink, struct str s)
{
    bool plain;
    for (size_t i = 0, length; i < s.n; i += length) {
        length = utf8_plain(s.p + i, s.n - i, &plain);
        sink_bytes(sink, plain ? s.p + i : "?", plain ? length : 1);
    }
}

void sink_json(struct sink *sink, struct str s)
{
    sink_char(sink, '"');
    for (size_t i = 0; i < s.n;) {
        size_t plain = i;
        while (i < s.n && s.p[i] >= ' ' && s.p[i] < 0x7F && s.p[i] != '"' && s.p[i] != '\\')
            i++;
        sink_bytes(sink, s.p + plain, i - plain);
        if (i == s.n)
            break;
        unsigned char c = (unsigned char)s.p[i];
        uint32_t point;
        unsigned length = c < 0x80 ? 1 : utf8_decode(s.p + i, s.n - i, &point);
        if (c == '"' || c == '\\')
            sink_char(sink, '\\');
        if (c < 0x80)
            point = c;
        if (length && (c < 0x20 || utf8_is_deceptive(point)))
            sink_printf(sink, "\\u%04x", (unsigned)point);
        else if (length == 0)
            sink_cstr(sink, "\xEF\xBF\xBD");
        else
            sink_bytes(sink, s.p + i, length);
        i += length ? length : 1;
    }
    sink_char(sink, '"');
}

void sink_column(struct sink *sink, struct str s, unsigned width)
{
    unsigned characters = 0;
    for (size_t i = 0; i < s.n; i++)
        characters += (s.p[i] & 0xC0) != 0x80;
    sink_verbatim(sink, s);
    for (; characters < width; characters++)
        sink_char(sink, ' ');
}
