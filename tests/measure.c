/* SPDX-License-Identifier: MIT */
/* measure SECONDS COMMAND...: runs a command, counts its output, and prints one line:
 *
 *   STATUS BYTES KIB SECONDS
 *
 * STATUS is the exit status (128 + N for signal N), BYTES the output on standard output and
 * standard error together, KIB the largest resident set, and SECONDS the CPU time. A command that
 * runs longer than the given SECONDS is killed. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t child;

static void stop(int signal)
{
    (void)signal;
    kill(child, SIGKILL);
}

int main(int argc, char **argv)
{
    int ends[2], status;
    static char buffer[1 << 16];
    unsigned long long bytes = 0;
    if (argc < 3 || pipe(ends) != 0)
        return 2;
    child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        execvp(argv[2], argv + 2);
        _exit(127);
    }
    close(ends[1]);
    signal(SIGALRM, stop);
    alarm((unsigned)atoi(argv[1]));
    for (;;) {
        ssize_t n = read(ends[0], buffer, sizeof buffer);
        if (n == 0 || (n < 0 && errno != EINTR))
            break;
        bytes += n > 0 ? (unsigned long long)n : 0;
    }
    struct rusage usage;
    while (wait4(child, &status, 0, &usage) < 0)
        if (errno != EINTR)
            return 2;
    printf("%d %llu %ld %.2f\n", WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status),
           bytes, usage.ru_maxrss,
           (double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec +
               (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6);
    return 0;
}
