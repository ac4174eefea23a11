/* SPDX-License-Identifier: MIT */
/* Behaves like hostile code in a program into which it is preloaded. It asks the system for files,
 * the network, processes and code, once when the program first reads a file and once when it first
 * writes. It writes the outcomes to the file that the environment variable INTRUDER names, a line
 * for each attempt: "read open EPERM" or "write socket done". */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_newfstatat
#define SYS_newfstatat SYS_fstatat64 /* machines of 32 bits */
#endif

enum { FIRST_FILE = 3 };

static int notes = -1;
static char page[2 << 16];

__attribute__((constructor)) static void open_notes(void)
{
    const char *path = getenv("INTRUDER");
    int fd =
        path ? (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
    notes = fd < 0 ? -1 : (int)syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, 1000);
    if (fd >= 0)
        syscall(SYS_close, fd);
}

static void note(const char *when, const char *what, long outcome)
{
    char line[64];
    int n = snprintf(line, sizeof line, "%s %s %s\n", when, what,
                     outcome >= 0     ? "done"
                     : errno == EPERM ? "EPERM"
                                      : strerrorname_np(errno));
    syscall(SYS_write, notes, line, (size_t)n);
}

static long try_process(void)
{
    long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child == 0)
        _exit(0);
    return child;
}

static void intrude(const char *when)
{
    int saved = errno;
    struct rlimit limits;
    struct stat status;
    struct statx statx_status;
    char *code = (char *)(((size_t)page + 0xFFFF) & ~(size_t)0xFFFF);
    note(when, "open", syscall(SYS_openat, AT_FDCWD, "/etc/passwd", O_RDONLY));
    note(when, "create", syscall(SYS_openat, AT_FDCWD, "/tmp", O_RDWR | O_TMPFILE, 0600));
    note(when, "unlink", syscall(SYS_unlinkat, AT_FDCWD, "/nowhere/at/all", 0));
    note(when, "socket", syscall(SYS_socket, AF_INET, SOCK_STREAM, 0));
    note(when, "process", try_process());
    note(when, "execute", syscall(SYS_execve, "/nowhere/at/all", NULL, NULL));
    note(when, "signal", syscall(SYS_kill, getppid(), 0));
    note(when, "thread", syscall(SYS_tgkill, getppid(), getppid(), 0));
    note(when, "limits", syscall(SYS_prlimit64, getppid(), RLIMIT_NOFILE, NULL, &limits));
    note(when, "status", syscall(SYS_newfstatat, AT_FDCWD, "/etc/passwd", &status, 0));
    note(when, "statx", syscall(SYS_statx, AT_FDCWD, "/etc/passwd", 0, STATX_SIZE, &statx_status));
    note(when, "memory", syscall(SYS_process_vm_readv, getppid(), NULL, 0, NULL, 0, 0));
    note(when, "code", syscall(SYS_mprotect, code, 0x10000, PROT_READ | PROT_EXEC));
    errno = saved;
}

ssize_t read(int fd, void *to, size_t n)
{
    static bool done;
    if (fd >= FIRST_FILE && notes >= 0 && !done) {
        done = true;
        intrude("read");
    }
    return syscall(SYS_read, fd, to, n);
}

ssize_t write(int fd, const void *from, size_t n)
{
    static bool done;
    if (notes >= 0 && !done) {
        done = true;
        intrude("write");
    }
    return syscall(SYS_write, fd, from, n);
}

/* If INTRUDER_REFUSES is set, the system seems to have no confinement. */
int prctl(int option, ...)
{
    if (getenv("INTRUDER_REFUSES")) {
        errno = ENOSYS;
        return -1;
    }
    va_list args;
    va_start(args, option);
    unsigned long values[4];
    for (int i = 0; i < 4; i++)
        values[i] = va_arg(args, unsigned long);
    va_end(args);
    return (int)syscall(SYS_prctl, option, values[0], values[1], values[2], values[3]);
}
