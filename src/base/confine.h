/* SPDX-License-Identifier: MIT */
/* Confinement: the process gives up rights for good, so that no input can make it misuse them. It
 * can still allocate memory, ask the time, and read, write and close its open descriptors.
 * Everything else that its level does not allow is refused with EPERM: files, the network,
 * processes, generated code. Linux on x86-64, AArch64 and RISC-V supports it; elsewhere nothing is
 * confined. SECURITY.md lists the system calls of each level.
 */
#ifndef BASTIDE_BASE_CONFINE_H
#define BASTIDE_BASE_CONFINE_H

#include <stddef.h>

enum confinement {
    CONFINE_NOT,
    CONFINE_WRITING, /* files may be read, made, written, renamed and removed (confine_folders()
                        limits where); a terminal may be set */
    CONFINE_READING, /* files may still be opened for reading */
    CONFINE_ALL,     /* no file may be opened */
};

/* Gives up further rights. Returns 0 or an error number: ENOSYS on a system that does not support
 * confinement. A build without confinement does nothing and returns 0. */
int confine(enum confinement to);

/* Lets this thread make, write, rename and remove files only in these folders and below them; other
 * files may be read. Returns 0, or an error number: ENOSYS or EOPNOTSUPP where the kernel has no
 * Landlock. A build without confinement returns 0. */
int confine_folders(const char *const *folders, size_t count);

#endif
