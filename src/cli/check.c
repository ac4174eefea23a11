/* SPDX-License-Identifier: MIT */
/* bastide check: the verdict on each game. */
#include <unistd.h>

#include "cli/cli.h"

struct check {
    struct verdicts verdicts;
    bool quiet;
};

static void visit(struct run *run, void *context, const char *file, bool is_game)
{
    struct check *check = context;
    struct game_view view = {.file = file, .game = run->games, .ledger = &run->ledger, .line = run->record.place.line};
    char identity[33];
    int32_t claimed[SEATS_MOST];
    if (is_game) {
        /* SCORE is what assertions of imports are held against. */
        run_judge(run, EVENTS(EVENT_END) | (run->record.assertion_count ? EVENTS(EVENT_SCORE) : 0u), UINT16_MAX, false);
        view.claimed = claimed;
        if (check->verdicts.form == VERDICT_SUMMARY)
            view.claimed_count = record_claimed_result(&run->record, claimed);
        if (check->verdicts.form == VERDICT_JSON || check->verdicts.form == VERDICT_SUMMARY) {
            crn_identity(&run->record, identity);
            view.identity = identity;
        }
    }
    if (!check->quiet)
        verdicts_game(&check->verdicts, file, &run->findings, is_game ? &view : NULL);
}

int check_run(int argc, char **argv)
{
    struct run *run = run_begin("check");
    static struct check check;
    int form = VERDICT_TEXT, c;
    long max_errors = 0;
    while ((c = option_next(run, argc, argv)) != -1) {
        if (c == 'f')
            form = cli_word(verdict_form_names, VERDICT_FORM_COUNT);
        if (c == 'm')
            max_errors = option_number(run, c, 0, 1000000);
        if (c == 's')
            form = VERDICT_SUMMARY;
        check.quiet |= c == 'q';
    }
    struct sink nowhere;
    sink_open(&nowhere, -1);
    verdicts_open(&check.verdicts, (enum verdict_form)form, check.quiet ? &nowhere : &run->out);
    check.verdicts.max_errors = (unsigned)max_errors;
    check.verdicts.color = cli_color(STDOUT_FILENO);
    run_files(run, argv + optind, visit, &check);
    verdicts_close(&check.verdicts);
    sink_close(&nowhere);
    return run_end(run);
}
