/* SPDX-License-Identifier: MIT */
/* See confine.h. */
#include "base/confine.h"

#ifdef HAVE_SECCOMP
#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#include "base/memory.h"

/* What a run needs whose files are open: the C library reads, writes, allocates, asks the time, stops on assert(). */
static const int calls[] = {
    SCMP_SYS(read),         SCMP_SYS(readv),          SCMP_SYS(write),        SCMP_SYS(writev),      SCMP_SYS(close),
    SCMP_SYS(lseek),        SCMP_SYS(_llseek),        SCMP_SYS(fstat),        SCMP_SYS(fstat64),     SCMP_SYS(newfstatat),
    SCMP_SYS(fstatat64),    SCMP_SYS(statx),          SCMP_SYS(poll),         SCMP_SYS(ppoll),       SCMP_SYS(ppoll_time64),
    SCMP_SYS(brk),          SCMP_SYS(munmap),         SCMP_SYS(mremap),       SCMP_SYS(madvise),     SCMP_SYS(futex),
    SCMP_SYS(futex_time64), SCMP_SYS(clock_gettime),  SCMP_SYS(gettimeofday), SCMP_SYS(time),        SCMP_SYS(clock_gettime64),
    SCMP_SYS(getrandom),    SCMP_SYS(getpid),         SCMP_SYS(gettid),       SCMP_SYS(tgkill),      SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigprocmask), SCMP_SYS(sigreturn),    SCMP_SYS(sigaltstack), SCMP_SYS(restart_syscall),
    SCMP_SYS(exit),         SCMP_SYS(exit_group),
};

static int allow_all(scmp_filter_ctx filter)
{
    int wrong = 0;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        wrong |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, calls[i], 0);
    /* Memory that is no code. */
    wrong |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    wrong |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap2), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    wrong |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    /* Is it a terminal? */
    wrong |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(ioctl), 1, SCMP_A1(SCMP_CMP_EQ, TCGETS, 0));
    return wrong;
}

static int allow_reading(scmp_filter_ctx filter)
{
    const scmp_datum_t others = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND;
    int wrong = 0;
    wrong |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(open), 1, SCMP_A1(SCMP_CMP_MASKED_EQ, others, O_RDONLY));
    wrong |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, others, O_RDONLY));
    wrong |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(stat), 0);
    wrong |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(stat64), 0);
    wrong |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(dup), 0);
    wrong |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(getrlimit), 0);
    wrong |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(setrlimit), 0);
    wrong |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 0);
    /* To give up that too. */
    wrong |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prctl), 1, SCMP_A0(SCMP_CMP_EQ, PR_SET_NO_NEW_PRIVS, 0));
    wrong |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(seccomp), 0);
    return wrong;
}

void confine(enum confinement to)
{
    if (to == CONFINE_NOT)
        return;
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!filter)
        memory_out();
    int wrong = allow_all(filter) | (to == CONFINE_READING ? allow_reading(filter) : 0);
    if (!wrong)
        (void)seccomp_load(filter);
    seccomp_release(filter);
}
#else
void confine(enum confinement to)
{
    (void)to;
}
#endif
