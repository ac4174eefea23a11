/* SPDX-License-Identifier: MIT */
/* launch IN OUT ERR: runs commands for a test script, one after the other, with these files as
 * standard input, output and error. The scripts start tens of thousands of short processes, and to
 * fork Perl costs more than most of them.
 *
 * A request on standard input is its length in bytes (32 bits), then strings that each end with
 * NUL: the working folder, the number of arguments, the arguments, the environment as NAME=VALUE.
 * The answer on standard output is the status of waitpid() (32 bits). The end of input ends the
 * program. */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int fail(const char *what)
{
    fprintf(stderr, "launch: %s: %s\n", what, strerror(errno));
    return 1;
}

/* Runs the command of a request of `length` bytes. `strings` has room for as many pointers and two
 * more. Returns the status of waitpid(). */
static int run(char *request, size_t length, char **strings,
               const posix_spawn_file_actions_t *files)
{
    const char *end = request + length;
    char *text = request + strlen(request) + 1, **next = strings, **environment;
    long left = text < end ? strtol(text, NULL, 10) : 0;
    for (environment = NULL; text < end; left--) {
        text += strlen(text) + 1;
        if (left == 0) {
            *next++ = NULL;
            environment = next;
        }
        *next++ = text < end ? text : NULL;
    }
    if (environment == NULL || chdir(request) != 0)
        return 126 << 8;
    pid_t child;
    int status = 127 << 8;
    if (posix_spawnp(&child, strings[0], files, NULL, strings, environment) == 0)
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            ;
    return status;
}

int main(int argc, char **argv)
{
    int fd[3];
    posix_spawn_file_actions_t files;
    if (argc != 4 || posix_spawn_file_actions_init(&files) != 0)
        return 2;
    for (int i = 0; i < 3; i++) {
        fd[i] = open(argv[1 + i], (i == 0 ? O_RDONLY : O_WRONLY) | O_CLOEXEC);
        if (fd[i] < 0 || posix_spawn_file_actions_adddup2(&files, fd[i], i) != 0)
            return fail(argv[1 + i]);
    }
    uint32_t length;
    while (fread(&length, sizeof length, 1, stdin) == 1) {
        char *request = malloc((size_t)length + 1);
        char **strings = malloc(((size_t)length + 2) * sizeof *strings);
        if (request == NULL || strings == NULL || fread(request, 1, length, stdin) != length)
            return fail("request");
        request[length] = '\0';
        for (int i = 0; i < 3; i++)
            if (lseek(fd[i], 0, SEEK_SET) != 0 || (i > 0 && ftruncate(fd[i], 0) != 0))
                return fail(argv[1 + i]);
        int32_t status = run(request, length, strings, &files);
        free(request);
        free(strings);
        if (write(STDOUT_FILENO, &status, sizeof status) != sizeof status)
            return fail("answer");
    }
    posix_spawn_file_actions_destroy(&files);
    return 0;
}
