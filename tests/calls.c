/* SPDX-License-Identifier: MIT */
/* Prints which system calls a confined process may still make. Each number is tried in a process of
 * its own, with arguments that do nothing. A call is granted unless it fails with EPERM; a line
 * such as "all 0" has the level and the number of a call that is granted. The first line is
 * "landlock 7", the version of Landlock here; 0 for none. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/confine.h"

/* Numbers below NUMBERS are tried. Some machines also have numbers from about 1000 on, but this
 * program knows none of these. */
enum { NUMBERS = 600, REFUSED = 42, UNCONFINED = 43, LATE = 44 };

/* Makes the call in a process of its own. Returns REFUSED if it fails with EPERM. Any other outcome
 * means that it is granted: an error, a signal, or LATE if it does not return in time. */
static int outcome_within(enum confinement level, long number, const long a[6], long microseconds)
{
    fflush(stdout);
    pid_t child = fork();
    if (child < 0) {
        perror("fork");
        exit(2);
    }
    if (child == 0) {
        struct itimerval soon = {
            .it_value = {.tv_sec = microseconds / 1000000, .tv_usec = microseconds % 1000000}};
        setitimer(ITIMER_REAL, &soon, NULL);
        if (confine(level) != 0)
            _exit(UNCONFINED);
        long got = syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
        _exit(got == -1 && errno == EPERM ? REFUSED : 0);
    }
    int status;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == UNCONFINED)
        exit(77);
    return WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status) == SIGALRM ? LATE : 0;
}

/* Makes the call, and makes it again with more time if it is late: on a busy machine a process may
 * be late although it waits for nothing. */
static int outcome(enum confinement level, long number, const long a[6])
{
    int got = outcome_within(level, number, a, 100000);
    return got == LATE ? outcome_within(level, number, a, 1500000) : got;
}

/* True for a call that only the kernel's own probes may make. No filter sees these calls, and the
 * kernel refuses them to all other callers. */
static int is_probe(long number)
{
#ifdef __x86_64__
    return number == 335 || number == 336; /* uretprobe, uprobe */
#else
    return number < 0;
#endif
}

static int is_granted(enum confinement level, long number)
{
    if (is_probe(number))
        return 0;
    const long nothing[6] = {-1, -1, -1, -1, -1, -1}, zeros[6] = {0}, terminal[6] = {-1, TCGETS},
               privileges[6] = {PR_SET_NO_NEW_PRIVS, -1}, none[6] = {-1, 0, 0, 0, 0, 0};
    int granted = outcome(level, number, nothing) != REFUSED ||
                  outcome(level, number, zeros) != REFUSED ||
                  outcome(level, number, none) != REFUSED;
    if (number == SYS_ioctl)
        granted |= outcome(level, number, terminal) != REFUSED;
    if (number == SYS_prctl)
        granted |= outcome(level, number, privileges) != REFUSED;
    return granted;
}

/* True if a process may send a signal to itself. It tries this itself, because only it knows its
 * number. */
static int is_own_signal_granted(enum confinement level)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        confine(level);
        _exit(syscall(SYS_tgkill, getpid(), getpid(), 0) == 0 ? 0 : REFUSED);
    }
    int status;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int main(void)
{
    long version = -1;
#ifdef SYS_landlock_create_ruleset
    version = syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
#endif
    printf("landlock %ld\n", version < 0 ? 0 : version);
    static const char *const names[] = {
        [CONFINE_WRITING] = "writing", [CONFINE_READING] = "reading", [CONFINE_ALL] = "all"};
    for (enum confinement level = CONFINE_WRITING; level <= CONFINE_ALL; level++)
        for (long number = 0; number < NUMBERS; number++)
            if (number == SYS_tgkill ? is_own_signal_granted(level) : is_granted(level, number))
                printf("%s %ld\n", names[level], number);
    return 0;
}
