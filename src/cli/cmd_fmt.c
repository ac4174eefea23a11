/* SPDX-License-Identifier: MIT */
/* bastide fmt: prints records in their canonical text, or writes it into the files. */
#include <unistd.h>

#include "base/memory.h"
#include "cli/cli.h"
#include "cli/files.h"
#include "cli/replacing.h"
#include "notation/crn.h"

struct fmt {
    bool checks, in_place, totals;
    /* State of the file under way: */
    struct sink text; /* canonical text of one record */
    struct sink *to;  /* sink for the text that replaces the file */
    struct digester read, printed;
    bool unsafe; /* the file is not a text of records, or something in it would be lost */
};

/* ---- Totals ---- */

/* Adds the scores to a line that has none: after its acts and claims, before clock and extensions.
 */
static void write_totals(struct run *run, struct line *line, const int32_t *scores)
{
    uint32_t at = line->act_count;
    for (uint32_t i = 0; i < line->act_count; i++) {
        enum act_kind kind = (enum act_kind)line->acts[i].kind;
        if (kind == ACT_TOTALS)
            return;
        if ((kind == ACT_TOOK || kind == ACT_CLOCK || kind == ACT_EXTENSION) &&
            at == line->act_count)
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

/* Returns the last line of each turn, indexed by its number; NULL for a turn that has none. */
static struct line **last_lines(struct run *run, unsigned most)
{
    struct line **lines = arena_alloc(&run->arena, (most + 1u) * sizeof *lines);
    for (struct line *line = run->record.lines; line < record_end(&run->record); line++)
        if ((line->kind == LINE_TURN || line->kind == LINE_STEP) && line->turn <= most)
            lines[line->turn] = line;
    return lines;
}

/* Adds the totals of each turn and of the end if the record has none. Does nothing if the game is
 * undetermined, because its scores are uncertain. */
static void fill_in_totals(struct run *run)
{
    run_judge(run, EVENTS(EVENT_TURN) | EVENTS(EVENT_END), UINT16_MAX, false);
    const struct ledger *ledger = &run->ledger;
    const struct event *end = ledger->count ? &ledger->events[ledger->count - 1] : NULL;
    if (!end || end->kind != EVENT_END || end->end.undetermined)
        return;
    struct line **last = last_lines(run, end->turn);
    /* The totals of a turn with two parts are those of the last part. */
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
    if (fmt->checks || fmt->in_place)
        digest_add(&fmt->printed, text);
    if (!fmt->checks)
        sink_verbatim(fmt->in_place ? fmt->to : &run->out, text);
}

static void trouble(struct run *run, struct str path, const char *what)
{
    sink_printf(&run->err, "bastide fmt: ");
    sink_plain(&run->err, path);
    sink_printf(&run->err, ": %s\n", what);
    sink_flush(&run->err);
    run->status = EXIT_TROUBLE;
}

static void rewrite(struct run *run, struct fmt *fmt, struct str path, struct input *input)
{
    struct replacement replacement;
    const char *why =
        str_is(path, "-") ? "it is not a file" : replacement_begin(&replacement, path.p);
    if (why) {
        trouble(run, path, why);
        return;
    }
    fmt->to = &replacement.sink;
    games_of_input(run, input, visit, fmt);
    fmt->to = NULL;
    struct digest read = digest_end(&fmt->read);
    bool is_same = digest_equal(read, digest_end(&fmt->printed));
    if (input_is_gzipped(input))
        why = "it is gzipped, and left as it is";
    else if (input_is_packed(input))
        why = "it holds other files, and is left as it is";
    else if (fmt->unsafe)
        why = "it is left as it is: something in it would be lost, or it is not a text of records";
    if (why || is_same)
        replacement_drop(&replacement);
    else
        why = replacement_finish(&replacement, read);
    if (why)
        trouble(run, path, why);
}

static void visit_input(struct run *run, void *context, struct str path, struct input *input,
                        const char *error)
{
    struct fmt *fmt = context;
    if (!input) {
        run_cannot_open(run, path, error);
        return;
    }
    digest_begin(&fmt->printed);
    digest_begin(&fmt->read);
    input_digested_by(input, &fmt->read);
    fmt->unsafe = false;
    if (fmt->in_place) {
        rewrite(run, fmt, path, input);
    } else {
        games_of_input(run, input, visit, fmt);
        if (!digest_equal(digest_end(&fmt->read), digest_end(&fmt->printed))) {
            sink_plain(&run->out, input_name(input));
            sink_char(&run->out, '\n');
            run->status = run->status > EXIT_FINDINGS ? run->status : EXIT_FINDINGS;
        }
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

static void begin_writing(struct run *run, const char *value, char **operands)
{
    (void)value;
    const struct listed_file *files = listing_find(run, operands);
    size_t count = 0, folders = 0;
    while (files[count].path.p)
        count++;
    struct arena *arena = &run->catalogue.arena;
    const char **list = arena_alloc(arena, (count + 1) * sizeof *list);
    for (size_t i = 0; i < count; i++) {
        const char *folder =
            str_is(files[i].path, "-") ? NULL : file_folder(arena, files[i].path.p);
        if (folder && access(folder, F_OK) == 0 &&
            (!folders || strcmp(folder, list[folders - 1]) != 0))
            list[folders++] = folder;
    }
    confining_to_folders(run, list, folders);
}

int cmd_fmt(int argc, char **argv)
{
    struct run *run = run_begin(command_find("fmt"));
    static struct fmt fmt;
    run->prints_records = true;
    run->confining.writing = (struct writing){.key = 'i', .begin = begin_writing};
    for (int c; (c = option_next(run, argc, argv)) != -1;) {
        fmt.checks |= c == LONG_CHECK;
        fmt.in_place |= c == 'i';
        fmt.totals |= c == LONG_TOTALS;
        if (c == 'j')
            run_set_jobs(run, option_number(run, c, 0, JOBS_MAX));
    }
    if (fmt.checks && fmt.in_place)
        return cli_usage("fmt", "--check and --in-place cannot be used together");
    if (run->jobs > 1 && (fmt.checks || fmt.in_place))
        return cli_usage(
            "fmt", "--check and --in-place handle one file after the other: --jobs cannot be used "
                   "with them");
    sink_open(&fmt.text, -1);
    if (fmt.checks || fmt.in_place) {
        if (fmt.in_place)
            confining_begin_writing(run, NULL, argv + optind);
        inputs_visit(run, run->list.files ? run->list.files : listing_find(run, argv + optind),
                     visit_input, &fmt);
    } else {
        games_visit(run, argv + optind,
                    &(struct work){.visit = visit, .hire = hire, .dismiss = dismiss}, &fmt);
    }
    sink_close(&fmt.text);
    return run_end(run);
}
