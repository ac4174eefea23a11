/* SPDX-License-Identifier: MIT */
/* Writes the output of a run into a file. */
#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#ifndef __wasi__
#include <signal.h>
#include <sys/socket.h>
#include <sys/uio.h>
#endif

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

/* Message of the other process when it has begun the file: the length of the reason why not, which
 * follows; or 0, and the descriptor of the file comes with it. */
struct begun {
    uint32_t reason;
};
union control {
    struct cmsghdr head;
    char room[CMSG_SPACE(sizeof(int))];
};

static bool send_begun(int peer, const char *why, int fd)
{
    struct begun begun = {why ? (uint32_t)strlen(why) : 0};
    struct iovec parts[] = {{&begun, sizeof begun}, {(char *)(uintptr_t)why, begun.reason}};
    union control control = {.head = {.cmsg_level = SOL_SOCKET,
                                      .cmsg_type = SCM_RIGHTS,
                                      .cmsg_len = CMSG_LEN(sizeof fd)}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = why ? 2 : 1};
    memcpy(CMSG_DATA(&control.head), &fd, sizeof fd);
    if (!why) {
        message.msg_control = &control;
        message.msg_controllen = sizeof control;
    }
    return sendmsg(peer, &message, 0) == (ssize_t)(sizeof begun + begun.reason);
}

/* Returns the reason why the file was not begun, or NULL after it has set *fd. */
static const char *receive_begun(int peer, int *fd)
{
    static char reason[256];
    struct begun begun;
    struct iovec parts[] = {{&begun, sizeof begun}, {reason, sizeof reason - 1}};
    union control control;
    struct msghdr message = {.msg_iov = parts,
                             .msg_iovlen = 2,
                             .msg_control = &control,
                             .msg_controllen = sizeof control};
    ssize_t n;
    while ((n = recvmsg(peer, &message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR)
        ;
    const struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    if (n > (ssize_t)sizeof begun) {
        reason[n - (ssize_t)sizeof begun] = '\0';
        return reason;
    }
    if (n < (ssize_t)sizeof begun || !head || head->cmsg_type != SCM_RIGHTS)
        return strerror(n < 0 ? errno : EPIPE);
    memcpy(fd, CMSG_DATA(head), sizeof *fd);
    return NULL;
}

/* The other process: begins the file and waits for the order to put it in place. If the process
 * that writes the file ends without the order, removes the file. */
static _Noreturn void keep_file(const char *path, bool exists, int peer)
{
    struct replacement replacement;
    char word;
    ssize_t n;
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    for (int fd = 0; fd <= 2; fd++)
        if (fd != peer)
            close(fd);
    const char *why =
        exists ? replacement_begin(&replacement, path) : replacement_begin_new(&replacement, path);
    if (why)
        _exit(!send_begun(peer, why, -1));
    bool ordered = send_begun(peer, NULL, replacement.sink.fd);
    while (ordered && (n = read(peer, &word, 1)) != 1)
        ordered = n < 0 && errno == EINTR;
    if (!ordered) {
        replacement_drop(&replacement);
        _exit(1);
    }
    int error = replacement_put(&replacement);
    _exit(write(peer, &error, sizeof error) != sizeof error);
}

const char *output_begin(struct output *output, const char *path)
{
    struct stat status;
    int peers[2];
    bool exists = stat(path, &status) == 0;
    if (exists && S_ISDIR(status.st_mode))
        return strerror(EISDIR);
    if (exists && !S_ISREG(status.st_mode))
        return begin_direct(output, path);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, peers) != 0)
        return strerror(errno);
    pid_t child = fork();
    if (child == 0) {
        close(peers[0]);
        keep_file(path, exists, peers[1]);
    }
    const char *why = child < 0 ? strerror(errno) : NULL;
    close(peers[1]);
    output->keeper = peers[0];
    return why ? why : receive_begun(peers[0], &output->fd);
}
#endif

int output_finish(struct output *output)
{
    int error = 0;
    if (close(output->fd) != 0)
        error = errno;
    if (output->is_direct || error)
        return error;
    ssize_t n = write(output->keeper, "y", 1);
    while (n == 1 && (n = read(output->keeper, &error, sizeof error)) < 0 && errno == EINTR)
        n = 1;
    return n == (ssize_t)sizeof error ? error : EIO;
}
