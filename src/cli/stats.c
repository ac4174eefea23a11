/* SPDX-License-Identifier: MIT */
/* bastide stats: figures over many games, and sums of such figures. */
#include <jansson.h>
#include <unistd.h>

#include "cli/cli.h"
#include "report/stats.h"

static void visit(struct run *run, void *context, const char *file, bool is_game)
{
    struct stats *stats = context;
    struct game_view view = {.file = file, .game = run->games, .ledger = &run->ledger, .profile = run->record.rules};
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

/* ---- Figures of other runs ---- */

/* So large that no games lead to it, and so small that the sum of a thousand is a number. */
#define FIGURE_MOST (INT64_C(1) << 53)

/* NULL when the line was added. */
static const char *add_line(struct stats *stats, struct str line)
{
    json_error_t error;
    json_t *object = json_loadb(line.p, line.n, JSON_REJECT_DUPLICATES, &error);
    const char *event = json_string_value(json_object_get(object, "event")),
               *name = json_string_value(json_object_get(object, "table"));
    const json_t *key = json_object_get(object, "key");
    int table = name ? cli_choice(name, stats_names, STATS_COUNT) : -1;
    const char *wrong = !object                                                                      ? "not JSON"
                        : !event || strcmp(event, "stats") != 0 || table < 0 || !json_is_string(key) ? "no figures of bastide stats"
                        : table == STATS_GAMES && strcmp(json_string_value(key), "all") != 0 ? "the games have one row, 'all'"
                                                                                             : NULL;
    int64_t values[STATS_COLUMNS_MOST] = {0};
    for (unsigned i = 0; !wrong && stats_columns((enum stats_table)table)[i].name; i++) {
        const struct stats_column *column = &stats_columns((enum stats_table)table)[i];
        const json_t *value = json_object_get(object, column->name);
        bool none = json_is_null(value) && column->fold != STATS_SUM;
        if (!none && !json_is_integer(value))
            wrong = "a figure is missing, or no whole number";
        else if (!none && (json_integer_value(value) > FIGURE_MOST || json_integer_value(value) < -FIGURE_MOST))
            wrong = "a figure is beyond bounds";
        values[i] = !none ? json_integer_value(value) : column->fold == STATS_LEAST ? INT64_MAX : INT64_MIN;
    }
    if (!wrong)
        stats_add(stats, (enum stats_table)table, (struct str){json_string_value(key), json_string_length(key)}, values);
    json_decref(object);
    return wrong;
}

static void merge_file(struct run *run, struct stats *stats, const char *path)
{
    const char *error = NULL, *wrong;
    struct input *input = input_open(path, &error);
    if (!input) {
        run_cannot_open(run, path, error);
        return;
    }
    struct input_line line;
    for (wrong = NULL; !wrong && input_line(input, &line);)
        if (line.text.n && (wrong = line.too_long ? "the line is too long" : add_line(stats, line.text))) {
            sink_printf(&run->err, "bastide stats: %s:%u: %s; the lines after it are not added\n", input_name(input), line.number,
                        wrong);
            run->status = EXIT_TROUBLE;
        }
    enum finding_id id;
    const char *failure = input_failure(input, &id);
    if (failure) {
        sink_printf(&run->err, "bastide stats: %s: %s\n", input_name(input), failure);
        run->status = EXIT_TROUBLE;
    }
    input_close(input);
}

int stats_run(int argc, char **argv)
{
    static char standard_input[] = "-";
    static char *none[] = {standard_input, NULL};
    struct run *run = run_begin("stats");
    static struct stats stats;
    int c, form = FORM_TEXT, table = STATS_COUNT, status;
    bool merges = false;
    while ((c = option_next(run, argc, argv)) != -1) {
        if (c == 'b')
            table = cli_word(stats_names, STATS_COUNT);
        if (c == 'f')
            form = cli_form();
        merges |= c == 'm';
    }
    if (merges)
        for (char **file = argv[optind] ? argv + optind : none; *file; file++)
            merge_file(run, &stats, *file);
    else
        run_files(run, argv + optind, visit, &stats);
    if (form == FORM_TEXT) {
        stats_print(&stats, (enum stats_table)table, &run->out);
    } else {
        struct emitter emitter;
        emit_open(&emitter, (enum emit_form)form, &run->out);
        stats_emit(&stats, (enum stats_table)table, &emitter);
        emit_finish(&emitter);
    }
    stats_free(&stats);
    /* Findings are counted: they are no failure. */
    status = run_end(run);
    return status == EXIT_TROUBLE ? status : EXIT_CLEAN;
}
