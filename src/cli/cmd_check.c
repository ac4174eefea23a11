/* SPDX-License-Identifier: MIT */
/* bastide check: prints the findings and the verdict of each game. */
#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"
#include "cli/context.h"
#include "cli/ending.h"
#include "cli/growing.h"
#include "causes/cause.h"
#include "formats/format.h"
#include "report/explanation.h"
#include "causes/fit.h"

struct check {
    struct verdicts verdicts;
    struct growing growing;
    struct ledger ledger;    /* ledger that hide_following() uses */
    struct context *context; /* NULL without --context */
    bool quiet, fit, only_bad, all, explains;
    bool is_worker;
};

/* Number of findings up to which all are shown, even those that follow from others. */
enum { SHOWN_ANYWAY = 2 };

static bool has_errors(const struct run *run)
{
    for (const struct finding *finding = run->findings.first; finding; finding = finding->next)
        if (finding->severity != SEVERITY_WARNING || run->werror)
            return true;
    return false;
}

static void count(struct run *run, bool is_game)
{
    const struct end_event *end =
        is_game && run->ledger.count ? &run->ledger.events[run->ledger.count - 1].end : NULL;
    struct tally *tally = &run->tally;
    if (end)
        ++*(end->valid ? &tally->valid : end->legal ? &tally->legal : &tally->illegal);
    else if (!is_game && has_errors(run))
        tally->unread++;
}

/* Takes the value of --disable: codes and names, separated by commas. */
static void take_disabled(struct run *run)
{
    struct str item;
    for (const char *at = optarg; str_item(&at, &item);) {
        const char *word = arena_copy(&run->arena, item.p, item.n);
        const struct finding_kind *kind = finding_find(item);
        if (!kind || !finding_may_be_disabled(kind))
            exit(cli_usage("check", "unknown finding '%s', or one that is always reported%s", word,
                           run_finding_hint(run, word)));
        kind_set_add(&run->disabled, kind);
    }
}

/* Marks the findings that follow from others, so that each cause is shown once. The verdict has
 * been made: the run's referee may be used again, but its ledger is still needed. */
static void hide_following(struct run *run, struct check *check)
{
    cause_find(&run->referee, &run->record, &run->findings, &check->ledger);
}

/* Prints the rules under which a game fits: "--rules=book-1 --options=shield=1", "as it is". */
static void print_fit(struct sink *sink, const struct fit *fit)
{
    if (!fit->profile && !fit->count)
        sink_cstr(sink, "as it is");
    if (fit->profile)
        sink_printf(sink, "--rules=%s%s", fit->profile->name, fit->count ? " " : "");
    for (unsigned i = 0; i < fit->count; i++) {
        const struct rule_option *option = &rule_options[fit->changes[i].id];
        sink_printf(sink, "%s%s=%s", i ? "," : "--options=", option->name,
                    option->values[fit->changes[i].value]);
    }
}

/* Prints "game.crn:1: fits --rules=book-1, --rules=jcz-1 --options=shield=1". */
static void text_fits(struct run *run, struct str file, const struct fits *fits)
{
    struct sink *sink = &run->out;
    sink_printf(sink, "%s: ", run_game_name(run, file));
    if (fits->errors)
        sink_printf(sink, "fits no rules; the fewest errors, %u: ", fits->errors);
    else
        sink_cstr(sink, "fits ");
    for (unsigned i = 0; i < fits->count; i++) {
        sink_cstr(sink, i ? ", " : "");
        print_fit(sink, &fits->found[i]);
    }
    if (fits->more)
        sink_printf(sink, ", and %u more", fits->more);
    if (fits->stopped)
        sink_cstr(sink, "; stopped at a limit: not all rules were tried");
    sink_char(sink, '\n');
}

static void json_fits(struct run *run, struct check *check, const struct game_view *view,
                      const struct fits *fits)
{
    struct emitter *e = &check->verdicts.emitter;
    for (unsigned i = 0; i < fits->count; i++) {
        const struct fit *fit = &fits->found[i];
        report_object(e, view, "fit");
        emit_key_text(e, "rules",
                      fit->profile
                          ? fit->profile->name
                          : arena_copy(&run->arena, run->record.rules.p, run->record.rules.n));
        emit_key(e, "options");
        emit_map(e);
        for (unsigned k = 0; k < fit->count; k++) {
            const struct rule_option *option = &rule_options[fit->changes[k].id];
            emit_key_text(e, option->name, option->values[fit->changes[k].value]);
        }
        emit_close(e);
        emit_key_int(e, "errors", fits->errors);
        if (fits->stopped)
            emit_key_bool(e, "stopped", true);
        emit_end(e);
    }
}

static void visit(struct run *run, void *context, struct str file, bool is_game)
{
    struct check *check = context;
    /* Count the games before this one, as their numbers are printed: TAP numbers also each stretch
     * that is not a game but has findings. In a worker these counts are those of the whole
     * input. */
    bool by_told = check->verdicts.form == VERDICT_TAP;
    unsigned seen = by_told ? run->told : run->games;
    bool is_counted = by_told ? is_game || run->findings.first : is_game;
    /* A game that is being typed is not counted yet. */
    check->verdicts.games = seen ? seen - is_counted : 0;
    if (check->is_worker)
        check->verdicts.reported = 0;
    struct game_view view = run_view(run, file);
    char identity[33];
    int32_t claimed[SEATS_MAX];
    if (is_game) {
        run_judge(run, format_verdict_events(&run->record), UINT16_MAX, false);
        view.claimed = claimed;
        view.disabled = run->findings.disabled_count;
        if (check->verdicts.form == VERDICT_SUMMARY)
            view.claimed_count = record_claimed_result(&run->record, claimed);
        if (check->verdicts.form == VERDICT_JSON || check->verdicts.form == VERDICT_SUMMARY) {
            crn_identity(&run->record, identity);
            view.identity = identity;
        }
    }
    bool is_typed = run->growing && run->growing->under_way;
    if (is_typed)
        growing_mark(run->growing);
    if (is_typed && !run->growing->over) {
        verdicts_game(&check->verdicts, file, &run->findings, NULL);
        return;
    }
    count(run, is_game);
    bool shown = !check->quiet && (!check->only_bad || has_errors(run));
    if (shown && is_game && !check->all && !is_typed && check->verdicts.form == VERDICT_TEXT &&
        run->findings.count > SHOWN_ANYWAY)
        hide_following(run, check);
    if (shown)
        verdicts_game(&check->verdicts, file, &run->findings, is_game ? &view : NULL);
    if (is_game && check->fit && shown) {
        struct fits fits;
        fit_find(&run->referee, &run->record, &run->ledger, &run->arena, &fits);
        if (check->verdicts.form == VERDICT_TEXT)
            text_fits(run, file, &fits);
        else
            json_fits(run, check, &view, &fits);
    }
}

/* ---- Workers ---- */

static void *hire(struct run *worker, const void *context)
{
    const struct check *boss = context;
    struct check *own = memory_zeroed(1, sizeof *own);
    own->quiet = boss->quiet;
    own->fit = boss->fit;
    own->only_bad = boss->only_bad;
    own->all = boss->all;
    own->is_worker = true;
    verdicts_join(&own->verdicts, &boss->verdicts, &worker->out);
    if (boss->context)
        own->verdicts.context = own->context = context_open(worker);
    return own;
}

static void dismiss(void *boss, void *context)
{
    struct check *own = context;
    emit_finish(&own->verdicts.emitter);
    context_close(own->context);
    ledger_free(&own->ledger);
    kind_set_join(&((struct check *)boss)->verdicts.kinds, &own->verdicts.kinds);
    ((struct check *)boss)->verdicts.books |= own->verdicts.books;
    memory_free(own);
}

/* Explains each kind of finding that was reported (--explain). Otherwise says on a terminal how to
 * have one of them explained. */
static void explain_kinds(struct run *run, const struct check *check)
{
    const struct kind_set *shown = &check->verdicts.kinds;
    bool any = false;
    for (const struct finding_kind *kind = NULL; (kind = finding_next(kind));) {
        if (!kind_set_has(shown, kind))
            continue;
        if (check->explains) {
            sink_char(&run->out, '\n');
            explanation_of_finding(&run->out, kind, check->verdicts.books, false);
        } else if (!any && run->on_terminal) {
            sink_printf(&run->out, "For more about a finding: bastide explain %u\n", kind->code);
        }
        any = true;
    }
}

int cmd_check(int argc, char **argv)
{
    struct run *run = run_begin(command_find("check"));
    static struct check check;
    int form = VERDICT_TEXT, c;
    long max_errors = 0;
    int context = -1; /* the default */
    run->needs_games = true;
    while ((c = option_next(run, argc, argv)) != -1) {
        if (c == 'f')
            form = cli_word(verdict_form_names, VERDICT_FORM_COUNT);
        if (c == 'm')
            max_errors = option_number(run, c, 0, 1000000);
        if (c == LONG_SUMMARY)
            form = VERDICT_SUMMARY;
        check.quiet |= c == 'q';
        check.fit |= c == LONG_FIT;
        check.all |= c == LONG_ALL;
        check.explains |= c == LONG_EXPLAIN;
        check.only_bad |= c == LONG_ONLY && strcmp(optarg, "bad") == 0;
        run->fail_fast |= c == 'x';
        run->referee.strict |= c == LONG_STRICT;
        if (c == 'j')
            run_set_jobs(run, option_number(run, c, 0, JOBS_MAX));
        context = c == LONG_CONTEXT ? 1 : c == LONG_NO_CONTEXT ? 0 : context;
        if (c == LONG_DISABLE)
            take_disabled(run);
    }
    if (check.fit && form != VERDICT_TEXT && form != VERDICT_JSON)
        return cli_usage("check", "--fit can be used only with text and json");
    if (check.explains && form != VERDICT_TEXT)
        return cli_usage("check", "--explain can be used only with text");
    struct sink nowhere;
    sink_open(&nowhere, -1);
    verdicts_open(&check.verdicts, (enum verdict_form)form, check.quiet ? &nowhere : &run->out);
    check.verdicts.max_errors = (unsigned)max_errors;
    check.verdicts.color = run->color;
    bool tells = context < 0 ? run->on_terminal : context > 0;
    check.context = tells ? context_open(run) : NULL;
    check.verdicts.tell = tells ? context_tell : NULL;
    check.verdicts.context = check.context;
    if (form == VERDICT_TEXT && !check.quiet && !check.only_bad)
        run->growing = &check.growing;
    struct work work = {.visit = visit,
                        .hire = hire,
                        .dismiss = dismiss,
                        .between = form == VERDICT_SARIF ? "," : NULL,
                        .ends_by_itself = true};
    games_visit(run, argv + optind, &work, &check);
    check.verdicts.games = form == VERDICT_TAP ? run->told : run->games;
    verdicts_close(&check.verdicts);
    if (!check.quiet && form == VERDICT_TEXT) {
        explain_kinds(run, &check);
        run_tell_tally(run);
    }
    sink_close(&nowhere);
    context_close(check.context);
    ledger_free(&check.ledger);
    return run_end(run);
}
