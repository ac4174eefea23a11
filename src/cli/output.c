/* SPDX-License-Identifier: MIT */
/* Writes the output of a run into a file. */
#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#ifndef __wasi__
#include <signal.h>
#endif

#include "base/memory.h"
#include "cli/replacing.h"

static const char *begin_direct(struct output *output, const char *path)
{
    output->is_direct = true;
    output->fd = open(path, O_WRONLY | O_CLOEXEC);
    return output->fd < 0 ? strerror(errno) : NULL;
}

#ifdef __wasi__
const char *output_begin(struct output *output, const char *path)
{
    return begin_direct(output, path);
}
#else

/* Waits for the order to put the file in place. If the other process ends without it, removes the
 * file. */
static _Noreturn void wait_for_order(struct replacement *replacement, int order, int answer)
{
    char word;
    ssize_t n;
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    for (int fd = 0; fd <= 2; fd++)
        if (fd != order && fd != answer)
            close(fd);
    while ((n = read(order, &word, 1)) < 0 && errno == EINTR)
        ;
    if (n != 1) {
        replacement_drop(replacement);
        _exit(1);
    }
    int error = replacement_put(replacement);
    _exit(write(answer, &error, sizeof error) != sizeof error);
}

/* Starts the process that finishes the file. */
static const char *begin_process(struct output *output, struct replacement *replacement)
{
    int order[2], answer[2] = {-1, -1};
    if (pipe2(order, O_CLOEXEC) != 0)
        return strerror(errno);
    pid_t child = pipe2(answer, O_CLOEXEC) != 0 ? -1 : fork();
    if (child == 0) {
        close(order[1]);
        close(answer[0]);
        wait_for_order(replacement, order[0], answer[1]);
    }
    const char *why = child < 0 ? strerror(errno) : NULL;
    close(order[0]);
    if (answer[1] >= 0)
        close(answer[1]);
    *output = (struct output){.fd = replacement->sink.fd, .order = order[1], .answer = answer[0]};
    return why;
}

const char *output_begin(struct output *output, const char *path)
{
    struct stat status;
    bool exists = stat(path, &status) == 0;
    if (exists && S_ISDIR(status.st_mode))
        return strerror(EISDIR);
    if (exists && !S_ISREG(status.st_mode))
        return begin_direct(output, path);
    struct replacement *replacement = memory_get(sizeof *replacement);
    const char *why =
        exists ? replacement_begin(replacement, path) : replacement_begin_new(replacement, path);
    if (!why && (why = begin_process(output, replacement)))
        replacement_drop(replacement);
    else if (!why)
        replacement_leave(replacement);
    memory_free(replacement);
    return why;
}
#endif

int output_finish(struct output *output)
{
    int error = 0;
    if (close(output->fd) != 0)
        error = errno;
    if (output->is_direct || error)
        return error;
    ssize_t n = write(output->order, "y", 1);
    while (n == 1 && (n = read(output->answer, &error, sizeof error)) < 0 && errno == EINTR)
        n = 1;
    return n == (ssize_t)sizeof error ? error : EIO;
}
