/* SPDX-License-Identifier: MIT */
/* Fuzz targets for tile sets, accounts, figures and command lines. Those for records are in
 * records.c. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.h"
#include "diff/compare.h"
#include "diff/side.h"
#include "draw/draw.h"
#include "fuzz.h"
#include "report/stats.h"

void fuzz_tiles(struct str bytes)
{
    static struct catalogue catalogue;
    struct tile_yaml_error error;
    catalogue_init(&catalogue);
    const struct tileset *set = tile_yaml_read(&catalogue.arena, bytes, &error);
    if (set && !catalogue_set(&catalogue, str_of(set->name)) && catalogue_add(&catalogue, set)) {
        struct drawing drawing;
        for (unsigned i = 0; i < set->design_count; i++)
            draw_design(&set->designs[i], 1, &drawing);
    }
    tile_yaml_read_list(&catalogue.arena, bytes, &error);
    catalogue_free(&catalogue);
}

/* Checks that an account does not differ from itself. */
void fuzz_account(struct str bytes)
{
    static struct catalogue catalogue;
    static struct diff_side sides[ACCOUNTS];
    struct comparison comparison = {0};
    struct arena arena = {0};
    if (!catalogue.set_count)
        catalogue_init(&catalogue);
    for (unsigned i = 0; i < ACCOUNTS; i++) {
        sides[i].key = "event";
        side_begin(&sides[i], input_text(bytes, 0), &catalogue, NULL);
    }
    while (side_next(&sides[LEFT]) && side_next(&sides[RIGHT])) {
        struct side_game *left = sides[LEFT].game, *right = sides[RIGHT].game;
        if (!left->is_game || !right->is_game)
            continue;
        compare_accounts(&comparison, &arena, &left->account, &right->account);
        if (comparison.count)
            fuzz_fail("an account differs from itself", bytes, str_of(""));
        arena_reset(&arena);
    }
    for (unsigned i = 0; i < ACCOUNTS; i++)
        side_close(&sides[i]);
    compare_free(&comparison);
    arena_free(&arena);
}

/* Adds figures to the statistics, prints these as JSON, and frees them. Figures that are printed
 * must be read again as the same figures. */
static void add_figures(struct stats *stats, struct str bytes, struct sink *out)
{
    struct input *input = input_text(bytes, 0);
    struct emitter emitter;
    for (struct input_line line; input_line(input, &line);)
        stats_line(stats, line.text);
    emit_open(&emitter, EMIT_JSON, out);
    stats_emit(stats, STATS_COUNT, &emitter);
    emit_finish(&emitter);
    stats_free(stats);
    input_close(input);
}

void fuzz_figures(struct str bytes)
{
    static struct sink once, twice;
    struct stats stats = {0}, again = {0};
    sink_open(&once, -1);
    sink_open(&twice, -1);
    add_figures(&stats, bytes, &once);
    add_figures(&again, sink_text(&once), &twice);
    if (!str_equal(sink_text(&once), sink_text(&twice)))
        fuzz_fail("figures that were read again differ", sink_text(&once), sink_text(&twice));
    sink_close(&once);
    sink_close(&twice);
}

/* ---- Command lines ---- */

/* Counters by which the compiler counts the code that was run; none without a fuzzer. */
extern char counters_begin[] __asm__("__start___sancov_cntrs") __attribute__((weak));
extern char counters_end[] __asm__("__stop___sancov_cntrs") __attribute__((weak));

static size_t count_counters(void)
{
    return (size_t)((uintptr_t)counters_end - (uintptr_t)counters_begin);
}

enum { WORDS_MAX = 32, RUN_SECONDS = 20 };

/* Runs a command that can neither open a file nor print to anybody: even a billion games end soon,
 * because nothing can be written. */
static _Noreturn void run_command(char **argv, int argc, const char *name)
{
    int output[2];
    struct rlimit none = {3, 3};
    if (pipe(output) != 0 || dup2(output[1], STDOUT_FILENO) < 0 ||
        !freopen("/dev/null", "r", stdin) || !freopen("/dev/null", "w", stderr))
        _exit(0);
    close(output[0]);
    close(output[1]);
    setrlimit(RLIMIT_NOFILE, &none);
    signal(SIGPIPE, SIG_IGN);
    alarm(RUN_SECONDS);
    argv[0] = (char *)(uintptr_t)name;
    exit(program_run(argc, argv));
}

static char *shared_counters;

/* Copies the counters and ends the process, because a fuzzer takes exit() for a crash. */
static void share_counters(int status, void *unused)
{
    (void)unused;
    memcpy(shared_counters, counters_begin, count_counters());
    _exit(status);
}

/* Runs a command line in a process of its own, because the program ends with exit(). The counters
 * of the process come back through shared memory. */
void fuzz_commands(struct str bytes)
{
    static char name[] = "bastide";
    char *argv[WORDS_MAX + 2], *copy = strndup(bytes.p, bytes.n), *rest = copy;
    int argc = 1, status;
    size_t count = count_counters();
    for (char *word; argc < WORDS_MAX && (word = strsep(&rest, "\n")) != NULL;)
        argv[argc++] = word;
    argv[argc] = NULL;
    if (count && !shared_counters)
        shared_counters =
            mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t child = fork();
    if (child == 0) {
        if (count)
            on_exit(share_counters, NULL);
        run_command(argv, argc, name);
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (count)
        for (size_t i = 0; i < count; i++)
            counters_begin[i] = (char)(counters_begin[i] | shared_counters[i]);
    free(copy);
    if (!WIFEXITED(status) || WEXITSTATUS(status) > 2)
        fuzz_fail("a command line ends otherwise than with 0, 1 or 2", bytes, str_of(""));
}
