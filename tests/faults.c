/* SPDX-License-Identifier: MIT */
/* Makes calls fail in a program into which it is preloaded: one call of the system or of the
 * allocator, or all calls from there on.
 *
 *     FAULT=CALL:N[+][:HOW]   the Nth CALL, counted from 1, and with '+' all after it
 *
 * CALL is alloc (malloc, calloc, realloc), read, write, open or close. HOW is the name of an errno,
 * or for read and write `short`: only one byte is read or written. Calls of read and write on
 * descriptors from 1,000 on are not counted. With FAULT_COUNT=FILE the numbers of calls are written
 * to the file at the end, as "alloc 12\nread 3\n...". */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum call { CALL_ALLOC, CALL_READ, CALL_WRITE, CALL_OPEN, CALL_CLOSE, CALL_COUNT };

static const char *const names[CALL_COUNT] = {"alloc", "read", "write", "open", "close"};

static const struct {
    const char *name;
    int number;
} errors[] = {{"EIO", EIO},       {"EINTR", EINTR},   {"EAGAIN", EAGAIN},
              {"ENOSPC", ENOSPC}, {"ENOMEM", ENOMEM}, {"EMFILE", EMFILE},
              {"EACCES", EACCES}, {"EPIPE", EPIPE},   {"EBADF", EBADF}};

static unsigned long counts[CALL_COUNT];
static bool is_read;
static int wanted = -1; /* enum call */
static unsigned long at;
static bool onward, is_short;
static int error;

static void read_order(void)
{
    is_read = true;
    const char *order = getenv("FAULT");
    for (int i = 0; order && i < CALL_COUNT; i++) {
        size_t n = strlen(names[i]);
        if (strncmp(order, names[i], n) != 0 || order[n] != ':')
            continue;
        char *end;
        wanted = i;
        at = strtoul(order + n + 1, &end, 10);
        onward = *end == '+';
        end += onward;
        is_short = strcmp(end, ":short") == 0;
        error = i == CALL_ALLOC ? ENOMEM : EIO;
        for (size_t k = 0; k < sizeof errors / sizeof *errors; k++)
            if (*end == ':' && strcmp(end + 1, errors[k].name) == 0)
                error = errors[k].number;
    }
}

/* Counts a call. True, with errno set, if it is to fail. */
static bool fails(enum call call)
{
    if (!is_read)
        read_order();
    unsigned long n = ++counts[call];
    if ((int)call != wanted || (onward ? n < at : n != at))
        return false;
    errno = error;
    return true;
}

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

void *malloc(size_t size)
{
    return fails(CALL_ALLOC) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails(CALL_ALLOC) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    return fails(CALL_ALLOC) ? NULL : __libc_realloc(memory, size);
}

ssize_t read(int fd, void *to, size_t n)
{
    bool fault = fd < 1000 && fails(CALL_READ);
    if (fault && !is_short)
        return -1;
    return syscall(SYS_read, fd, to, fault && n ? 1 : n);
}

ssize_t write(int fd, const void *from, size_t n)
{
    bool fault = fd < 1000 && fails(CALL_WRITE);
    if (fault && !is_short)
        return -1;
    return syscall(SYS_write, fd, from, fault && n ? 1 : n);
}

int open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
    va_end(args);
    return fails(CALL_OPEN) ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int close(int fd)
{
    bool fault = fails(CALL_CLOSE);
    int outcome = (int)syscall(SYS_close, fd);
    if (fault)
        errno = error;
    return fault ? -1 : outcome;
}

/* Descriptor of the file of FAULT_COUNT. It is opened at the start, because a confined program
 * cannot open files at its end. */
static int counts_fd = -1;

__attribute__((constructor)) static void open_counts(void)
{
    const char *path = getenv("FAULT_COUNT");
    int fd =
        path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
    if (fd >= 0) {
        counts_fd = (int)syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, 1000);
        syscall(SYS_close, fd);
    }
}

__attribute__((destructor)) static void write_counts(void)
{
    for (int i = 0; counts_fd >= 0 && i < CALL_COUNT; i++) {
        char line[64];
        int n = snprintf(line, sizeof line, "%s %lu\n", names[i], counts[i]);
        syscall(SYS_write, counts_fd, line, (size_t)n);
    }
}
