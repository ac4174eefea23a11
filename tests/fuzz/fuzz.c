/* SPDX-License-Identifier: MIT */
/* Entry of the fuzzers. Compiled with FUZZER it is driven by libFuzzer, or by AFL++ in the same
 * way; the environment variable BASTIDE_FUZZ names the target. Otherwise it is a program that runs
 * a target over files, as they are and mutated: fuzz TARGET SEED ROUNDS FILE... An input that fails
 * is saved in ./fuzz-found. */
#include "fuzz.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"

/* The functions that libFuzzer calls. */
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed);

static const struct fuzz_target targets[] = {
    {"crn", fuzz_records, fuzz_mutate_text},
    {"jcz", fuzz_records, fuzz_mutate_json},
    {"bga", fuzz_records, fuzz_mutate_json},
    {"lab", fuzz_records, fuzz_mutate_text},
    {"lists", fuzz_records, fuzz_mutate_json},
    {"files", fuzz_records, fuzz_mutate_text},
    {"tiles", fuzz_tiles, fuzz_mutate_text},
    {"account", fuzz_account, fuzz_mutate_json_lines},
    {"figures", fuzz_figures, fuzz_mutate_json_lines},
    {"commands", fuzz_commands, fuzz_mutate_text},
};

static const struct fuzz_target *target;

static void find_target(const char *name)
{
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
        if (name && strcmp(name, targets[i].name) == 0)
            target = &targets[i];
    if (!target) {
        fprintf(stderr, "fuzz: no target '%s'\n", name ? name : "");
        exit(2);
    }
}

_Noreturn void fuzz_fail(const char *what, struct str one, struct str other)
{
    fprintf(stderr, "%s\n---- one\n", what);
    fwrite(one.p, 1, one.n, stderr);
    fputs("\n---- other\n", stderr);
    fwrite(other.p, 1, other.n, stderr);
    fputc('\n', stderr);
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    target->run((struct str){(const char *)data, size});
    return 0;
}

#ifdef FUZZER
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room) __attribute__((weak));

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    find_target(getenv("BASTIDE_FUZZ"));
    return 0;
}

/* Mutates with the target's mutator half of the time. Otherwise libFuzzer mutates bytes, by its
 * dictionary and the comparisons that it has seen. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed)
{
    struct random random = {seed};
    return random_below(&random, 2) ? target->mutate(data, size, room, &random)
                                    : LLVMFuzzerMutate(data, size, room);
}
#else
enum { ROOM = 1 << 20 };

static const uint8_t *current;
static size_t current_size;

static void run(const uint8_t *data, size_t size)
{
    current = data;
    current_size = size;
    LLVMFuzzerTestOneInput(data, size);
}

/* Saves the input that made the target abort, for the next run. */
static void save(int signal)
{
    int fd = open("fuzz-found", O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (fd >= 0 && write(fd, current, current_size) == (ssize_t)current_size)
        fputs("it is saved in ./fuzz-found\n", stderr);
    (void)signal;
}

int main(int argc, char **argv)
{
    static uint8_t original[ROOM], mutated[ROOM];
    if (argc < 4) {
        fputs("usage: fuzz TARGET SEED ROUNDS FILE...\n", stderr);
        return 2;
    }
    find_target(argv[1]);
    signal(SIGABRT, save);
    struct random random = {strtoull(argv[2], NULL, 10)};
    unsigned long rounds = strtoul(argv[3], NULL, 10);
    for (int i = 4; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        if (!file) {
            perror(argv[i]);
            return 2;
        }
        size_t size = fread(original, 1, ROOM / 2, file);
        fclose(file);
        run(original, size);
        for (unsigned long round = 0; round < rounds; round++) {
            memcpy(mutated, original, size);
            size_t n = size;
            for (unsigned changes = 1 + random_below(&random, 5); changes; changes--)
                n = target->mutate(mutated, n, ROOM, &random);
            run(mutated, n);
        }
    }
    return 0;
}
#endif
