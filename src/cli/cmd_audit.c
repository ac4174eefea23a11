/* SPDX-License-Identifier: MIT */
/* bastide audit: explains every point of a game. */
#include <stdlib.h>

#include "base/memory.h"
#include "cli/cli.h"

struct audit {
    enum by by;
    uint16_t through;
    struct reporter reporter;
    struct emitter emitter;
};

static void visit(struct run *run, void *context, struct str file, bool is_game)
{
    struct audit *audit = context;
    char identity[33];
    bool tells_findings = !audit->reporter.text && audit->emitter.form != EMIT_CSV;
    struct game_view view = run_view(run, file);
    if (is_game) {
        if (tells_findings) {
            crn_identity(&run->record, identity);
            view.identity = identity;
        }
        run_judge(run, report_events(audit->by, audit->reporter.all_events), audit->through,
                  audit->through != UINT16_MAX);
        view.disabled = run->findings.disabled_count;
    }
    if (!tells_findings || !is_game)
        run_complain(run, file, &run->findings);
    if (is_game)
        report_game(&audit->reporter, audit->by, &view);
}

/* ---- Workers ---- */

static void *hire(struct run *worker, const void *context)
{
    const struct audit *boss = context;
    struct audit *own = memory_zeroed(1, sizeof *own);
    own->by = boss->by;
    own->through = boss->through;
    own->reporter = (struct reporter){boss->reporter.text, boss->reporter.all_events, &worker->out,
                                      &own->emitter};
    if (!own->reporter.text)
        emit_open_piece(&own->emitter, &boss->emitter, &worker->out);
    return own;
}

static void dismiss(void *boss, void *context)
{
    struct audit *own = context;
    if (!own->reporter.text)
        emit_finish(&own->emitter);
    (void)boss;
    memory_free(own);
}

static struct emitter *emitter_of(void *context)
{
    struct audit *own = context;
    return own->reporter.text ? NULL : &own->emitter;
}

int cmd_audit(int argc, char **argv)
{
    struct run *run = run_begin(command_find("audit"));
    static struct audit audit;
    int form = FORM_TEXT, by = BY_TURN, c;
    long at = UINT16_MAX;
    bool all_events = false;
    run->needs_games = true;
    while ((c = option_next(run, argc, argv)) != -1) {
        if (c == 'b')
            by = cli_word(by_names, BY_COUNT);
        if (c == 'f')
            form = cli_form();
        if (c == 'a')
            at = option_number(run, c, 0, TURN_MAX);
        if (c == 'j')
            run_set_jobs(run, option_number(run, c, 0, JOBS_MAX));
        if (c == 'e')
            all_events = strcmp(optarg, "all") == 0;
    }
    if (all_events &&
        (by != BY_TURN || form == FORM_TEXT || form == EMIT_CSV || form == EMIT_CSV_RAW))
        return cli_usage("audit", "--events=all can be used only with --by=turn in json or yaml");
    audit.by = (enum by)by;
    audit.through = (uint16_t)at;
    audit.reporter = (struct reporter){form == FORM_TEXT, all_events, &run->out, &audit.emitter};
    if (form != FORM_TEXT)
        emit_open(&audit.emitter, (enum emit_form)form, &run->out);
    games_visit(
        run, argv + optind,
        &(struct work){.visit = visit, .hire = hire, .dismiss = dismiss, .emitter = emitter_of},
        &audit);
    if (form != FORM_TEXT)
        emit_finish(&audit.emitter);
    return run_end(run);
}
