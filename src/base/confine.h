/* SPDX-License-Identifier: MIT */
/* Confinement: what the process may ask of the system from now on, whatever the files of others
 * make it do. Memory, time, and the descriptors that are open: reading, writing, closing them. All
 * else is refused with EPERM: files, the network, processes, code that is made up. There is no way
 * back. Linux on x86-64, AArch64 and RISC-V has it; elsewhere nothing happens. SECURITY.md lists
 * the system calls of each.
 */
#ifndef BASTIDE_BASE_CONFINE_H
#define BASTIDE_BASE_CONFINE_H

#include <stddef.h>

enum confinement {
    CONFINE_NOT,
    CONFINE_WRITING, /* files may be read, made, written, renamed, removed; a terminal may be set:
                        see confine_folders() */
    CONFINE_READING, /* files may still be opened, to be read */
    CONFINE_ALL,     /* nor that */
};

/* Adds to what is refused already. 0; or the error number with which the system refused, ENOSYS
 * where it lacks the means. A build without confinement does nothing and returns 0. */
int confine(enum confinement to);

/* From now on this thread makes, writes, renames and removes files in these folders alone, and
 * below; others may be read. 0; or an error number, ENOSYS or EOPNOTSUPP where the kernel has no
 * Landlock. A build without confinement returns 0. */
int confine_folders(const char *const *folders, size_t count);

#endif
