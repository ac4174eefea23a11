/* SPDX-License-Identifier: MIT */
/* bastide fmt: the canonical text. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "cli/cli.h"
#include "cli/files.h"
#include "notation/crn.h"

struct fmt {
    bool checks, in_place, totals;
    /* Of the file under way: */
    struct sink text, file; /* a record; what replaces the file */
    struct input_sum printed;
    bool unsafe; /* something of it would be lost, or it is no text of records */
};

/* ---- Totals ---- */

/* The scores go behind a line's acts and claims, before clock and extensions, unless it has some. */
static void write_totals(struct run *run, struct line *line, const int32_t *scores)
{
    uint32_t at = line->act_count;
    for (uint32_t i = 0; i < line->act_count; i++) {
        enum act_kind kind = (enum act_kind)line->acts[i].kind;
        if (kind == ACT_TOTALS)
            return;
        if ((kind == ACT_CLOCK || kind == ACT_EXTENSION) && at == line->act_count)
            at = i;
    }
    struct act *acts = arena_alloc(&run->arena, (line->act_count + 1) * sizeof *acts);
    if (line->act_count)
        memcpy(acts, line->acts, at * sizeof *acts);
    if (at < line->act_count)
        memcpy(acts + at + 1, line->acts + at, (line->act_count - at) * sizeof *acts);
    unsigned seats = run->ledger.seat_count;
    acts[at] = (struct act){.kind = ACT_TOTALS, .count = (uint16_t)seats};
    acts[at].numbers = arena_alloc(&run->arena, seats * sizeof *acts[at].numbers);
    memcpy(acts[at].numbers, scores, seats * sizeof *acts[at].numbers);
    line->acts = acts;
    line->act_count++;
}

/* The last lines of turns by their numbers, NULL where there is none. */
static struct line **last_lines(struct run *run, unsigned most)
{
    struct line **lines = arena_alloc(&run->arena, (most + 1u) * sizeof *lines);
    for (struct line *line = run->record.lines; line < record_end(&run->record); line++)
        if ((line->kind == LINE_TURN || line->kind == LINE_STEP) && line->turn <= most)
            lines[line->turn] = line;
    return lines;
}

/* Totals of each turn and of the end, where the record has none. Of a game that is not determined nothing is certain. */
static void fill_in_totals(struct run *run)
{
    run_judge(run, EVENTS(EVENT_TURN) | EVENTS(EVENT_END), UINT16_MAX, false);
    const struct ledger *ledger = &run->ledger;
    const struct event *end = ledger->count ? &ledger->events[ledger->count - 1] : NULL;
    if (!end || end->kind != EVENT_END || end->end.undetermined)
        return;
    struct line **last = last_lines(run, end->turn);
    /* Of a turn with two parts the last one has its totals. */
    for (size_t i = ledger->count; i > 0; i--) {
        const struct event *event = &ledger->events[i - 1];
        if (event->kind != EVENT_TURN || event->turn > end->turn || !last[event->turn])
            continue;
        write_totals(run, last[event->turn], event->scores);
        last[event->turn] = NULL;
    }
    for (struct line *line = run->record.lines; line < record_end(&run->record); line++)
        if (line->kind == LINE_END)
            write_totals(run, line, end->end.scores);
}

/* ---- Files ---- */

static void visit(struct run *run, void *context, struct str file, bool is_game)
{
    struct fmt *fmt = context;
    for (const struct finding *finding = run->findings.first; finding; finding = finding->next)
        fmt->unsafe |= finding->severity == SEVERITY_TROUBLE || finding->kind->code >= 900 ||
                       finding->kind->code == FINDING_NO_MAGIC || !is_game;
    if (is_game && fmt->totals)
        fill_in_totals(run);
    else
        record_situate(&run->record, &run->findings);
    run_complain(run, file, &run->findings);
    if (!is_game)
        return;
    fmt->unsafe |= !run->record.place.line;
    sink_clear(&fmt->text);
    crn_print(&run->record, &fmt->text);
    struct str text = sink_text(&fmt->text);
    input_sum_add(&fmt->printed, text);
    if (fmt->in_place)
        sink_verbatim(&fmt->file, text);
    else if (!fmt->checks)
        sink_verbatim(&run->out, text);
}

static void trouble(struct run *run, struct str path, const char *what)
{
    sink_printf(&run->err, "bastide fmt: ");
    sink_plain(&run->err, path);
    sink_printf(&run->err, ": %s\n", what);
    sink_flush(&run->err);
    run->status = EXIT_TROUBLE;
}

static bool is_same(const struct input *input, const struct fmt *fmt)
{
    struct input_sum sum = input_sum(input);
    return sum.bytes == fmt->printed.bytes && sum.crc == fmt->printed.crc;
}

/* The new text takes the file's name when it is complete: never is there half of one. */
static void replace(struct run *run, struct fmt *fmt, struct str path, const char *new, const struct stat *old)
{
    sink_flush(&fmt->file);
    bool arrived = !fmt->file.failure && fchmod(fmt->file.fd, old->st_mode & 07777) == 0 && fsync(fmt->file.fd) == 0;
    if (!arrived || rename(new, path.p) != 0) {
        trouble(run, path, strerror(fmt->file.failure ? fmt->file.failure : errno));
        unlink(new);
    }
}

static void rewrite(struct run *run, struct fmt *fmt, struct str path, struct input *input)
{
    struct stat status = {0};
    bool is_file = !str_is(path, "-") && stat(path.p, &status) == 0 && S_ISREG(status.st_mode);
    /* A link stays one: the file that it leads to is replaced. */
    char *real = is_file ? realpath(path.p, NULL) : NULL;
    char *new = arena_printf(&run->catalogue.arena, "%s.XXXXXX", real ? real : path.p);
    int fd = real ? mkstemp(new) : -1;
    if (fd < 0) {
        trouble(run, path, is_file ? strerror(errno) : "no file that can be rewritten");
        free(real);
        return;
    }
    sink_open(&fmt->file, fd);
    run_games(run, input, visit, fmt);
    const char *why = input_is_gzipped(input) ? "it is gzipped, and left as it is"
                      : fmt->unsafe           ? "it is left as it is: something in it would be lost, or it is no text of records"
                                              : NULL;
    if (why)
        trouble(run, path, why);
    if (!why && !is_same(input, fmt))
        replace(run, fmt, str_of(real), new, &status);
    else
        unlink(new);
    close(fd);
    free(real);
}

static void visit_input(struct run *run, void *context, struct str path, struct input *input, const char *error)
{
    struct fmt *fmt = context;
    if (!input) {
        run_cannot_open(run, path, error);
        return;
    }
    input_sum_begin(input);
    fmt->printed = (struct input_sum){0};
    fmt->unsafe = false;
    if (fmt->in_place)
        rewrite(run, fmt, path, input);
    else
        run_games(run, input, visit, fmt);
    if (fmt->checks && !is_same(input, fmt)) {
        sink_plain(&run->out, input_name(input));
        sink_char(&run->out, '\n');
        run->status = run->status > EXIT_FINDINGS ? run->status : EXIT_FINDINGS;
    }
    input_close(input);
}

/* ---- Workers ---- */

static void *hire(struct run *worker, const void *context)
{
    const struct fmt *boss = context;
    struct fmt *own = memory_zeroed(1, sizeof *own);
    (void)worker;
    own->totals = boss->totals;
    sink_open(&own->text, -1);
    return own;
}

static void dismiss(void *context, void *own)
{
    (void)context;
    sink_close(&((struct fmt *)own)->text);
    memory_free(own);
}

int fmt_run(int argc, char **argv)
{
    struct run *run = run_begin("fmt");
    static struct fmt fmt;
    run->prints_records = true;
    run->writing_letter = 'i';
    for (int c; (c = option_next(run, argc, argv)) != -1;) {
        fmt.checks |= c == 'c';
        fmt.in_place |= c == 'i';
        fmt.totals |= c == 'T';
        if (c == 'j')
            run_set_jobs(run, option_number(run, c, 0, JOBS_MOST));
    }
    if (fmt.checks && fmt.in_place)
        return cli_usage("fmt", "--check or --in-place: one of them");
    if (run->jobs > 1 && (fmt.checks || fmt.in_place))
        return cli_usage("fmt", "--check and --in-place look at one file after the other: not with --jobs");
    sink_open(&fmt.text, -1);
    if (fmt.checks || fmt.in_place)
        run_inputs(run, files_find(run, argv + optind), visit_input, &fmt);
    else
        run_files(run, argv + optind, &(struct work){.visit = visit, .hire = hire, .dismiss = dismiss}, &fmt);
    sink_close(&fmt.text);
    return run_end(run);
}
