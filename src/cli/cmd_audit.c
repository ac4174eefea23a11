/* SPDX-License-Identifier: MIT */
/* bastide audit: explains every point of a game. */
#include <stdlib.h>

#include "base/memory.h"
#include "cli/cli.h"

struct audit {
    struct by_list keys;
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
    if (is_game && !run_has_turn(run, file, audit->through))
        return;
    if (is_game) {
        if (tells_findings) {
            crn_identity(&run->record, identity);
            view.identity = identity;
        }
        run_judge(run, report_events(&audit->keys, audit->reporter.all_events), audit->through,
                  audit->through != UINT16_MAX);
        view.disabled = run->findings.disabled_count;
    }
    if (!tells_findings || !is_game)
        run_complain(run, file, &run->findings);
    if (is_game)
        report_game(&audit->reporter, &audit->keys, &view);
}

/* ---- Workers ---- */

static void *hire(struct run *worker, const void *context)
{
    const struct audit *boss = context;
    struct audit *own = memory_zeroed(1, sizeof *own);
    own->keys = boss->keys;
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

/* Takes the value of --by, a list of keys. option_next() has checked them. */
static void take_keys(struct by_list *keys)
{
    struct str item;
    for (const char *at = optarg; str_item(&at, &item);)
        by_list_add(keys, (enum by)cli_choice(item, by_names, BY_COUNT));
}

int cmd_audit(int argc, char **argv)
{
    struct run *run = run_begin(command_find("audit"));
    static struct audit audit;
    int form = FORM_TEXT, c;
    long at = UINT16_MAX;
    bool all_events = false;
    run->needs_games = true;
    while ((c = option_next(run, argc, argv)) != -1) {
        if (c == 'b')
            take_keys(&audit.keys);
        if (c == 'f')
            form = cli_form();
        if (c == 'a')
            at = option_number(run, c, 0, TURN_MAX);
        if (c == 'j')
            run_set_jobs(run, option_number(run, c, 0, JOBS_MAX));
        if (c == LONG_EVENTS)
            all_events = strcmp(optarg, "all") == 0;
    }
    if (!audit.keys.count)
        by_list_add(&audit.keys, BY_TURN);
    if (audit.keys.count > 1 && (form == EMIT_CSV || form == EMIT_CSV_RAW))
        return cli_usage("audit", "csv has rows of one kind: --by can have only one key");
    if (all_events && (audit.keys.count > 1 || audit.keys.of[0] != BY_TURN || form == FORM_TEXT ||
                       form == EMIT_CSV || form == EMIT_CSV_RAW))
        return cli_usage("audit", "--events=all can be used only with --by=turn in json or yaml");
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
