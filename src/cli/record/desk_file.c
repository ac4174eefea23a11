/* SPDX-License-Identifier: MIT */
/* Writes the lines of a record to its file, one by one. */
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "cli/record/desk.h"

bool desk_failed(struct desk *d, const char *what)
{
    sink_printf(&d->run->err, "bastide record: ");
    sink_plain(&d->run->err, d->path);
    sink_printf(&d->run->err, ": %s\n", what);
    sink_flush(&d->run->err);
    d->run->status = EXIT_TROUBLE;
    return false;
}

/* Reports that a line could not be written, and prints the line, so that it can be typed again. */
static bool lost(struct desk *d, const char *what, struct str line)
{
    desk_failed(d, what);
    sink_cstr(&d->run->err, "not written: ");
    sink_plain(&d->run->err, (struct str){line.p, line.n - (line.n && line.p[line.n - 1] == '\n')});
    sink_char(&d->run->err, '\n');
    sink_flush(&d->run->err);
    return false;
}

bool desk_open(struct desk *d, int how)
{
    struct stat status;
    d->fd = open(d->path.p, O_RDWR | O_APPEND | O_CLOEXEC | how, 0666);
    if (d->fd < 0 || fstat(d->fd, &status) != 0 || !S_ISREG(status.st_mode)) {
        run_cannot_open(d->run, d->path,
                        d->fd < 0 ? strerror(errno)
                                  : "a game cannot be written to this kind of file");
        return false;
    }
    return flock(d->fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK ||
           desk_failed(d, "another program is writing it");
}

/* True if the file holds the kept text, then a beginning of `line`, and nothing else. */
static bool holds(const struct desk *d, struct str kept, struct str line)
{
    char block[4096];
    size_t at = 0;
    for (;;) {
        ssize_t n = pread(d->fd, block, sizeof block, (off_t)at);
        if (n <= 0)
            return n == 0 && at >= kept.n;
        if (at + (size_t)n > kept.n + line.n)
            return false;
        for (ssize_t i = 0; i < n; i++, at++)
            if (block[i] != (at < kept.n ? kept.p[at] : line.p[at - kept.n]))
                return false;
    }
}

/* True if the file is as it was last read or written, and its path still leads to it. Sets
 * d->stale. */
static bool is_unchanged(struct desk *d)
{
    struct stat here, there;
    d->stale = fstat(d->fd, &here) != 0 || stat(d->path.p, &there) != 0 ||
               here.st_dev != there.st_dev || here.st_ino != there.st_ino ||
               !holds(d, sink_text(&d->growing.text), str_of(""));
    return !d->stale;
}

static const char changed[] = "it was changed by another program";

bool desk_keep(struct desk *d, struct str text)
{
    struct sink file;
    if (!is_unchanged(d))
        return lost(d, changed, text);
    sink_open(&file, d->fd);
    sink_verbatim(&file, text);
    sink_flush(&file);
    int failure = file.failure ? file.failure : fsync(d->fd) != 0 && errno != EINVAL ? errno : 0;
    sink_close(&file);
    if (!failure) {
        sink_verbatim(&d->growing.text, text);
        return true;
    }
    lost(d, strerror(failure), text);
    struct str kept = sink_text(&d->growing.text);
    if (!holds(d, kept, text) || ftruncate(d->fd, (off_t)kept.n) != 0)
        desk_failed(d, "part of a line may remain in the file");
    return false;
}

bool desk_undo(struct desk *d)
{
    struct str text = sink_text(&d->growing.text);
    if (!d->run->record.line_count) {
        sink_cstr(&d->run->out, "there is no line to undo\n");
        return true;
    }
    size_t n = text.n - 1;
    while (n && text.p[n - 1] != '\n')
        n--;
    if (!is_unchanged(d))
        return desk_failed(d, changed);
    if (ftruncate(d->fd, (off_t)n) != 0 || lseek(d->fd, 0, SEEK_END) < 0 || fsync(d->fd) != 0)
        return desk_failed(d, strerror(errno));
    sink_cstr(&d->run->out, "taken back: ");
    sink_plain(&d->run->out, (struct str){text.p + n, text.n - n - 1});
    sink_char(&d->run->out, '\n');
    char *rest = desk_copy((struct str){text.p, n});
    sink_clear(&d->growing.text);
    sink_verbatim(&d->growing.text, (struct str){rest, n});
    memory_free(rest);
    desk_judge(d, str_of(""));
    growing_remember(&d->growing);
    return true;
}

bool desk_load(struct desk *d)
{
    const char *error = NULL;
    struct str text;
    struct input *input = input_open(d->path, &error);
    if (!input)
        return desk_failed(d, error);
    if (!input_whole(input, &text)) {
        input_close(input);
        return desk_failed(d, "cannot be read whole");
    }
    bool is_text = !input_is_packed(input);
    sink_verbatim(&d->growing.text, text);
    input_close(input);
    if (!is_text)
        return desk_failed(d, "it is gzipped");
    struct str held = sink_text(&d->growing.text);
    bool is_open = held.n && held.p[held.n - 1] != '\n';
    desk_judge(d, str_of(is_open ? "\n" : ""));
    struct record more;
    struct findings rest = {.arena = &d->run->arena};
    bool early = false;
    bool is_one =
        !d->run->record.place.line ||
        !crn_read(d->growing.input, &d->run->catalogue, &d->run->arena, &rest, &more, &early, NULL);
    if (sink_text(&d->growing.text).n &&
        (!d->run->record.place.line || d->run->record.place.line != 1 || !is_one))
        return desk_failed(d, is_one ? "it holds no record" : "it holds more than one record");
    return !is_open || desk_keep(d, str_of("\n"));
}
