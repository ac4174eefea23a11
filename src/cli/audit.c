/* SPDX-License-Identifier: MIT */
/* bastide audit: every point explained. */
#include <unistd.h>

#include "cli/cli.h"

const char audit_help[] = "Usage: bastide audit [OPTION]... [FILE]...\n"
                          "Explain every point of recorded games.\n\n"
                          "  -b, --by=KEY        turn (default), tile, road, city, monastery, field, market, residence, castle\n"
                          "                      (fortress), fairy, dragon, bazaar, bridge, wall, guard, tower, seat\n"
                          "  -f, --format=FORM   text (default), json, yaml, csv\n"
                          "  -a, --at=N          the game as if it had stopped after turn N, with final scoring\n"
                          "  -e, --events=WORD   scores (default) or all: in json and yaml, by turn, every event\n"
                          "  -t, --tileset=FILE  know the tiles of a YAML file too\n"
                          "  -w, --werror        warnings count as errors\n"
                          "      --help          this text\n\n"
                          "Exit status: 0 all games valid, 1 errors found, 2 trouble. See bastide-audit(1), bastide-audit(5).\n";

struct audit {
    enum by by;
    uint16_t through;
    struct reporter reporter;
    struct emitter emitter;
};

static void visit(struct run *run, void *context, const char *file, bool is_game)
{
    struct audit *audit = context;
    char identity[33];
    bool tells_findings = !audit->reporter.text && audit->emitter.form != EMIT_CSV;
    struct game_view view = {.file = file,
                             .game = run->games,
                             .ledger = &run->ledger,
                             .profile = run->record.rules,
                             .reconstruction = run_reconstruction(run),
                             .line = run->record.place.line};
    if (is_game) {
        if (tells_findings) {
            crn_identity(&run->record, identity);
            view.identity = identity;
        }
        run_judge(run, report_events(audit->by, audit->reporter.all_events), audit->through, audit->through != UINT16_MAX);
    }
    if (!tells_findings || !is_game)
        run_complain(run, file, &run->findings);
    if (is_game)
        report_game(&audit->reporter, audit->by, &view);
}

int audit_run(int argc, char **argv)
{
    static const struct option longs[] = {
        {"by", required_argument, NULL, 'b'},      {"format", required_argument, NULL, 'f'},
        {"at", required_argument, NULL, 'a'},      {"events", required_argument, NULL, 'e'},
        {"tileset", required_argument, NULL, 't'}, {"werror", no_argument, NULL, 'w'},
        {"help", no_argument, NULL, 'h'},          {NULL, 0, NULL, 0},
    };
    struct run *run = run_begin("audit");
    static struct audit audit;
    int form = FORM_TEXT, by = BY_TURN, c, status;
    long at = UINT16_MAX;
    bool all_events = false;
    while ((c = getopt_long(argc, argv, ":b:f:a:e:t:w", longs, NULL)) != -1) {
        if (c == 'b' && (by = cli_choice(optarg, by_names, BY_COUNT)) < 0)
            return cli_unknown_key("audit", optarg);
        if (c == 'f' && (form = cli_form(optarg)) < 0)
            return cli_usage("audit", "unknown format '%s'", optarg);
        if (c == 'a' && !cli_number(optarg, 0, TURN_MOST, &at))
            return cli_usage("audit", "'%s' is no turn", optarg);
        if (c == 'e' && strcmp(optarg, "all") != 0 && strcmp(optarg, "scores") != 0)
            return cli_usage("audit", "events are all or scores, not '%s'", optarg);
        if ((status = cli_shared(run, c, audit_help, argv)) >= 0)
            return status;
        if (c == 'e')
            all_events = strcmp(optarg, "all") == 0;
    }
    if (all_events && (by != BY_TURN || form == FORM_TEXT || form == EMIT_CSV))
        return cli_usage("audit", "--events=all is for --by=turn in json or yaml");
    audit.by = (enum by)by;
    audit.through = (uint16_t)at;
    audit.reporter = (struct reporter){form == FORM_TEXT, all_events, &run->out, &audit.emitter};
    if (form != FORM_TEXT)
        emit_open(&audit.emitter, (enum emit_form)form, &run->out);
    run_files(run, argv + optind, visit, &audit);
    if (form != FORM_TEXT)
        emit_finish(&audit.emitter);
    return run_end(run);
}
