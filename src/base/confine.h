/* SPDX-License-Identifier: MIT */
/* Confinement: what the process may ask of the system from now on, whatever the files of others make it do. Memory, time, and the
 * descriptors that are open: reading, writing, closing them. All else is refused with EPERM: files, the network, processes, code
 * that is made up. There is no way back. Linux on x86-64, AArch64 and RISC-V has it; elsewhere nothing happens.
 */
#ifndef BASTIDE_BASE_CONFINE_H
#define BASTIDE_BASE_CONFINE_H

enum confinement {
    CONFINE_NOT,
    CONFINE_READING, /* files may still be opened, to be read */
    CONFINE_ALL,     /* nor that */
};

/* Adds to what is refused already. Quietly does nothing where the system does not let a process give up anything. */
void confine(enum confinement to);

#endif
