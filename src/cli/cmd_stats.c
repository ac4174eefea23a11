/* SPDX-License-Identifier: MIT */
/* bastide stats: prints figures over many games, or adds up such figures. */
#include <stdlib.h>

#include "base/memory.h"
#include "cli/cli.h"
#include "cli/files.h"
#include "report/stats.h"

static void visit(struct run *run, void *context, struct str file, bool is_game)
{
    struct stats *stats = context;
    struct game_view view = run_view(run, file);
    if (!is_game) {
        run_complain(run, file, &run->findings);
        run_unread(run);
        return;
    }
    run_judge(run, stats_events, UINT16_MAX, false);
    struct sink sets;
    sink_open(&sets, -1);
    for (unsigned i = 0; i < run->record.set_count; i++)
        sink_printf(&sets, "%s%s", i ? "," : "", run->record.sets[i]->name);
    if (run->record.own_tiles)
        sink_cstr(&sets, run->record.set_count ? ",own" : "own");
    stats_game(stats, &view, &run->findings, sink_text(&sets));
    sink_close(&sets);
}

/* ---- Workers ---- */

static void *hire(struct run *worker, const void *context)
{
    (void)worker;
    (void)context;
    return memory_zeroed(1, sizeof(struct stats));
}

static void dismiss(void *context, void *own)
{
    struct stats *stats = own;
    for (size_t i = 0; i < stats->count; i++)
        stats_add(context, (enum stats_table)stats->rows[i].table, stats->rows[i].key,
                  stats->rows[i].values);
    ((struct stats *)context)->saturated |= stats->saturated;
    stats_free(stats);
    memory_free(stats);
}

/* ---- Figures of other runs ---- */

static void merge_file(struct run *run, void *context, struct str path, struct input *input,
                       const char *error)
{
    struct stats *stats = context;
    const char *wrong;
    if (!input) {
        run_cannot_open(run, path, error);
        return;
    }
    struct input_line line;
    for (wrong = NULL; !wrong && input_line(input, &line);)
        if (line.text.n &&
            (wrong = line.too_long ? "the line is too long" : stats_line(stats, line.text))) {
            sink_printf(&run->err, "bastide stats: %s:%u: %s; the lines after it are not added\n",
                        arena_plain(&run->arena, input_name(input)), line.number, wrong);
            run->status = EXIT_TROUBLE;
        }
    enum finding_id id;
    const char *failure = input_failure(input, &id);
    if (failure) {
        sink_printf(&run->err, "bastide stats: %s: %s\n",
                    arena_plain(&run->arena, input_name(input)), failure);
        run->status = EXIT_TROUBLE;
    }
    input_close(input);
}

int cmd_stats(int argc, char **argv)
{
    struct run *run = run_begin(command_find("stats"));
    static struct stats stats;
    int c, form = FORM_TEXT, table = STATS_COUNT, status;
    bool merges = false;
    while ((c = option_next(run, argc, argv)) != -1) {
        if (c == 'b')
            table = cli_word(stats_names, STATS_COUNT);
        if (c == 'f')
            form = cli_form();
        merges |= c == LONG_MERGE;
        if (c == 'j')
            run_set_jobs(run, option_number(run, c, 0, JOBS_MAX));
    }
    if (merges)
        inputs_visit(run, listing_find(run, argv + optind), merge_file, &stats);
    else
        games_visit(run, argv + optind,
                    &(struct work){
                        .visit = visit, .hire = hire, .dismiss = dismiss, .ends_by_itself = true},
                    &stats);
    if (form == FORM_TEXT) {
        stats_print(&stats, (enum stats_table)table, &run->out);
    } else {
        struct emitter emitter;
        emit_open(&emitter, (enum emit_form)form, &run->out);
        stats_emit(&stats, (enum stats_table)table, &emitter);
        emit_finish(&emitter);
    }
    if (stats.saturated) {
        sink_cstr(&run->err, "bastide stats: a sum does not fit 64 bits; the greatest or least "
                             "number stands there\n");
        run->status = EXIT_TROUBLE;
    }
    stats_free(&stats);
    /* Findings do not make the run fail: they are counted. */
    status = run_end(run);
    return status == EXIT_TROUBLE ? status : EXIT_CLEAN;
}
