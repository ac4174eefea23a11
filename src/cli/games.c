/* SPDX-License-Identifier: MIT */
/* Visits the games of all inputs, one after the other or by a crew of workers. */
#include "cli/games.h"

#include <unistd.h>

#include "cli/crew.h"
#include "cli/ending.h"
#include "cli/growing.h"
#include "cli/listing.h"

static void visit_open_error(struct run *run, visit_game *visit, void *context, struct str file,
                             const char *error)
{
    run_begin_game(run);
    finding_raise(&run->findings, FINDING_OPEN, (struct place){0}, ARGS(error));
    run->told++;
    visit(run, context, file, false);
    run_count_findings(run, false);
}

struct visiting {
    visit_game *visit;
    void *context;
};

void games_of_input(struct run *run, struct input *input, visit_game *visit, void *context)
{
    struct source source;
    source_begin(&source, input, &run->catalogue);
    source.rulings = &run->rulings;
    source.needs_games = run->needs_games;
    source.live = !run->prints_records;
    for (;;) {
        bool is_game;
        run_begin_game(run);
        if (run_is_over(run) ||
            !source_next(&source, &run->arena, &run->findings, &run->record, &is_game))
            break;
        run->games += is_game;
        run->told += is_game || run->findings.first;
        run_progress(run);
        visit(run, context, source_name(&source), is_game);
        if (run->streams)
            sink_flush(&run->out);
        run_count_findings(run, is_game);
    }
    source_end(&source);
}

static void visit_input(struct run *run, void *context, struct str path, struct input *input,
                        const char *error)
{
    const struct visiting *v = context;
    if (!input) {
        visit_open_error(run, v->visit, v->context, path, error);
        return;
    }
    bool is_typed = run->growing && str_is(path, "-") && isatty(STDIN_FILENO);
    if (is_typed && str_begins(input_peek_line(input, 4), "%CRN"))
        growing_games(run, input, v->visit, v->context);
    else
        games_of_input(run, input, v->visit, v->context);
    input_close(input);
}

/* True if a person is asked for input, so that reading may wait for ever. */
static bool reads_terminal(const struct listed_file *files)
{
    bool any = false;
    for (size_t i = 0; files[i].path.p; i++)
        any |= !files[i].in_folder && str_is(files[i].path, "-");
    return any && isatty(STDIN_FILENO);
}

void games_visit(struct run *run, char **operands, const struct work *work, void *context)
{
    struct visiting visiting = {work->visit, context};
    const struct listed_file *files = listing_find(run, operands);
    /* A person who types expects an answer to each line. */
    bool is_typed = run->growing && isatty(STDIN_FILENO);
    if (work->ends_by_itself && !reads_terminal(files))
        ending_by_itself();
    if (run->jobs > 1 && work->hire && !is_typed)
        crew_files(run, files, work, context);
    else
        inputs_visit(run, files, visit_input, &visiting);
}
