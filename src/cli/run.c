/* SPDX-License-Identifier: MIT */
/* Begins and ends a run, and reports on standard error. */
#include "cli/run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/memory.h"
#include "cli/cli.h"
#include "cli/ending.h"
#include "formats/format.h"
#include "tiles/tile_yaml.h"

/* True if what is written to the descriptor may be read while the run goes on. */
static bool is_stream(int fd)
{
    struct stat status;
    return descriptor_status(fd, &status) == 0 && !S_ISREG(status.st_mode);
}

void run_look_at_output(struct run *run)
{
    run->streams = is_stream(run->out.fd);
    run->on_terminal = isatty(run->out.fd);
    run->color = cli_color(run->out.fd);
    run->complaints.color = cli_color(STDERR_FILENO);
    progress_begin(&run->progress, run->on_terminal);
}

struct run *run_begin(const struct command *command)
{
    static struct run only;
    struct run *run = &only;
    run->command = command;
    sink_open(&run->out, STDOUT_FILENO);
    sink_open(&run->err, STDERR_FILENO);
    verdicts_open(&run->complaints, VERDICT_TEXT, &run->err);
    catalogue_init(&run->catalogue);
    run_look_at_output(run);
    run->jobs = 1;
    return run;
}

struct run *run_worker(const struct run *run)
{
    struct run *worker = memory_zeroed(1, sizeof *worker);
    worker->command = run->command;
    sink_open(&worker->out, -1);
    sink_open(&worker->err, -1);
    verdicts_open(&worker->complaints, VERDICT_TEXT, &worker->err);
    worker->complaints.color = run->complaints.color;
    worker->color = run->color;
    worker->catalogue = run->catalogue;
    worker->rulings = run->rulings;
    worker->fail_fast = run->fail_fast;
    worker->werror = run->werror;
    worker->referee.strict = run->referee.strict;
    worker->disabled = run->disabled;
    worker->jobs = 1;
    return worker;
}

void run_worker_end(struct run *worker)
{
    verdicts_close(&worker->complaints);
    sink_close(&worker->out);
    sink_close(&worker->err);
    arena_free(&worker->arena);
    ledger_free(&worker->ledger);
    memory_free(worker);
}

/* Reports that the output cannot be written. */
static void tell_unwritten(struct run *run, const char *why)
{
    if (run->output_path)
        sink_printf(&run->err, "bastide: error: cannot write '%s': %s [%d cannot-write]\n",
                    arena_plain(&run->arena, str_of(run->output_path)), why, FINDING_WRITE);
    else
        sink_printf(&run->err, "bastide: error: cannot write: %s [%d cannot-write]\n", why,
                    FINDING_WRITE);
}

void run_set_output(struct run *run, const char *path)
{
    run->output_path = path;
    const char *why = output_begin(&run->output, path);
    if (why) {
        tell_unwritten(run, why);
        sink_flush(&run->err);
        exit(EXIT_TROUBLE);
    }
    sink_open(&run->out, run->output.fd);
}

void run_set_jobs(struct run *run, long jobs)
{
    if (!jobs)
        jobs = sysconf(_SC_NPROCESSORS_ONLN);
#ifdef __wasi__
    jobs = 1; /* no threads; the output is the same */
#endif
    run->jobs = jobs < 1 ? 1 : jobs > JOBS_MAX ? JOBS_MAX : (unsigned)jobs;
}

void run_progress_of(struct run *run, uint64_t count, const char *noun)
{
    if (progress_is_due(&run->progress))
        progress_tell(&run->progress,
                      arena_printf(&run->arena, "%llu %s", (unsigned long long)count, noun));
}

/* Returns a text: how many games were read, and how many have which verdict if that is counted. */
static const char *count_games(struct run *run)
{
    return tally_sum(&run->tally) ? tally_text(&run->arena, &run->tally)
                                  : tally_games(&run->arena, run->games);
}

/* Prints this text on standard error, with `before` in front of it. */
static void print_games(struct run *run, const char *before)
{
    progress_wipe(&run->progress);
    sink_flush(&run->out);
    sink_printf(&run->err, "%s%s\n", before, count_games(run));
    sink_flush(&run->err);
}

void run_tell_tally(struct run *run)
{
    if (tally_sum(&run->tally) > 1 && !ending_is_asked())
        print_games(run, "");
}

void run_progress(struct run *run)
{
    if (progress_is_due(&run->progress))
        progress_tell_bytes(&run->progress, count_games(run));
}

static void raise_status(struct run *run, enum exit_status status)
{
    if (status > run->status)
        run->status = status;
}

void run_take(struct run *run, enum exit_status status, const struct tally *tally)
{
    raise_status(run, status);
    tally_add(&run->tally, tally);
}

bool run_is_over(const struct run *run)
{
    return run->out.failure || (run->fail_fast && run->status) || ending_is_asked();
}

int run_end(struct run *run)
{
    progress_wipe(&run->progress);
    verdicts_close(&run->complaints);
    sink_flush(&run->out);
    if (ending_is_asked())
        print_games(run, "interrupted after ");
    ending_obey();
    /* Closing may report that buffered output could not be written. EBADF means that standard
     * output was never open, and nothing was written.
     */
    if (!run->out.failure && run->output_path)
        run->out.failure = output_finish(&run->output);
    else if (!run->out.failure && close(STDOUT_FILENO) != 0 && errno != EBADF)
        run->out.failure = errno;
    /* A closed pipe (EPIPE) is trouble, but no message is written. */
    if (run->out.failure) {
        raise_status(run, EXIT_TROUBLE);
        if (run->out.failure != EPIPE)
            tell_unwritten(run, strerror(run->out.failure));
    }
    sink_flush(&run->err);
    /* A finding that could not be written there is reported nowhere else. */
    if (run->err.failure)
        raise_status(run, EXIT_TROUBLE);
    int status = (int)run->status;
    /* Everything is written. Exit handlers must not run beside threads that go on. */
    if (run->abandoned)
        _exit(status);
    files_forget(run->list.files);
    catalogue_free(&run->catalogue);
    arena_free(&run->arena);
    ledger_free(&run->ledger);
    return status;
}

void run_complain(struct run *run, struct str file, const struct findings *findings)
{
    verdicts_game(&run->complaints, file, findings, NULL);
    sink_flush(&run->err);
}

void run_unread(struct run *run)
{
    for (const struct finding *finding = run->findings.first; finding; finding = finding->next)
        if (finding->severity != SEVERITY_WARNING)
            raise_status(run, EXIT_TROUBLE);
}

void run_cannot_open(struct run *run, struct str path, const char *why)
{
    sink_printf(&run->err, "%s: error: cannot open: %s [%d cannot-open]\n",
                arena_plain(&run->arena, path), why, FINDING_OPEN);
    sink_flush(&run->err);
    raise_status(run, EXIT_TROUBLE);
}

bool run_add_tileset(struct run *run, const char *path)
{
    const char *error = NULL, *name = arena_plain(&run->arena, str_of(path));
    struct str text;
    struct tile_yaml_error where = {0, 0, false, "cannot read it whole"};
    struct input *input = input_open(str_of(path), &error);
    const struct tileset *set = NULL;
    if (input && input_whole(input, &text))
        set = tile_yaml_read(&run->catalogue.arena, text, &where);
    if (!input)
        run_cannot_open(run, str_of(path), error);
    else if (!set)
        sink_printf(&run->err, "%s:%u:%u: error: tile definition: %s [%d tile-definition]\n", name,
                    where.line, where.column, arena_plain(&run->arena, str_of(where.why)),
                    FINDING_TILE_DEFINITION);
    if (input)
        input_close(input);
    if (set && catalogue_set(&run->catalogue, str_of(set->name))) {
        sink_printf(&run->err,
                    "%s: error: tile definition: a tile set named '%s' already exists [%d "
                    "tile-definition]\n",
                    name, arena_plain(&run->arena, str_of(set->name)), FINDING_TILE_DEFINITION);
        set = NULL;
    }
    if (set && !catalogue_add(&run->catalogue, set)) {
        sink_printf(&run->err, "%s: error: too many tile sets or tiles [%d too-large]\n", name,
                    FINDING_TOO_LARGE);
        set = NULL;
    }
    sink_flush(&run->err);
    return set != NULL;
}

void run_count_findings(struct run *run, bool is_game)
{
    for (const struct finding *finding = run->findings.first; finding; finding = finding->next) {
        if (finding->severity == SEVERITY_TROUBLE ||
            (!is_game && finding->severity == SEVERITY_ERROR))
            raise_status(run, EXIT_TROUBLE);
        else if (finding->severity == SEVERITY_ERROR || run->werror)
            raise_status(run, EXIT_FINDINGS);
    }
}

void run_begin_game(struct run *run)
{
    arena_reset(&run->arena);
    run->findings = (struct findings){.arena = &run->arena, .disabled = run->disabled};
}

void run_judge(struct run *run, uint64_t wanted, uint16_t through, bool final)
{
    format_judge(&run->referee, &run->record, &run->findings, &run->ledger, wanted, through, final);
    findings_sort(&run->findings);
    record_situate(&run->record, &run->findings);
}

const char *run_set_hint(struct run *run, const char *word)
{
    const char **names = arena_alloc(&run->arena, run->catalogue.set_count * sizeof *names);
    for (unsigned i = 0; i < run->catalogue.set_count; i++)
        names[i] = run->catalogue.sets[i]->name;
    return word_hint(&run->arena, word, names, run->catalogue.set_count, "known are");
}

const char *run_finding_hint(struct run *run, const char *word)
{
    const char *names[FINDING_CODES];
    unsigned count = 0;
    for (const struct finding_kind *kind = NULL; (kind = finding_next(kind));)
        names[count++] = kind->name;
    const char *hint = word_hint(&run->arena, word, names, count, NULL);
    return *hint ? hint : "; 'bastide explain' lists all";
}

const char *run_game_name(struct run *run, struct str file)
{
    const char *plain = arena_plain(&run->arena, file);
    return run->record.place.line
               ? arena_printf(&run->arena, "%s:%u", plain, run->record.place.line)
               : plain;
}

bool run_has_turn(struct run *run, struct str file, uint16_t turn)
{
    uint16_t last = 0;
    for (const struct line *line = run->record.lines; line < record_end(&run->record); line++)
        if (line->kind == LINE_TURN || line->kind == LINE_STEP)
            last = line->turn > last ? line->turn : last;
    if (turn == UINT16_MAX || turn <= last)
        return true;
    sink_printf(&run->err, "bastide %s: %s: the game has no turn %u; its last one is %u\n",
                run->command->name, run_game_name(run, file), turn, last);
    sink_flush(&run->err);
    raise_status(run, EXIT_TROUBLE);
    return false;
}

struct game_view run_view(const struct run *run, struct str file)
{
    return (struct game_view){.file = file,
                              .game = run->games,
                              .ledger = &run->ledger,
                              .profile = run->record.rules,
                              .reconstruction = run_reconstruction(run),
                              .line = run->record.place.line};
}

const char *run_reconstruction(const struct run *run)
{
    for (unsigned i = 0; i < run->record.set_count; i++)
        if (run->record.sets[i] && str_is(run->record.sets[i]->provenance, "reconstruction"))
            return run->record.sets[i]->name;
    return NULL;
}
