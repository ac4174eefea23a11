/* SPDX-License-Identifier: MIT */
/* The status of an open descriptor, for a process that may be confined. C libraries ask for it by
 * newfstatat(), which a confined process may not use, because with it the process could ask about
 * any path.
 */
#ifndef BASTIDE_BASE_DESCRIPTOR_H
#define BASTIDE_BASE_DESCRIPTOR_H

#include <sys/stat.h>

#if defined __linux__ && defined __LP64__ &&                                                       \
    (defined __x86_64__ || defined __aarch64__ || defined __riscv)
#include <sys/syscall.h>
#include <unistd.h>

/* Works as fstat(). On these machines the kernel and the C library have the same struct stat. */
static inline int descriptor_status(int fd, struct stat *status)
{
    *status = (struct stat){.st_size = 0}; /* sanitizers do not see what a system call writes */
    return (int)syscall(SYS_fstat, fd, status);
}
#else
static inline int descriptor_status(int fd, struct stat *status)
{
    return fstat(fd, status);
}
#endif

#endif
