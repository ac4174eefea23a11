/* SPDX-License-Identifier: MIT */
/* bastide replay: prints games as one HTML page, in which a reader moves from turn to turn, or as a
 * report to print and sign. */
#include "cli/cli.h"
#include "cli/outlooks.h"
#include "notation/crn.h"
#include "page/page.h"
#include "page/paper.h"

struct replay {
    struct ledger ledger; /* ledger of a game that is judged again */
    bool report;
};

/* Returns the title of a game: its event, or else the names of its players. */
static struct str title_of(struct run *run)
{
    struct str event = record_header(&run->record, "event");
    const char *players = "";
    if (event.n)
        return event;
    for (unsigned seat = 0; seat < run->ledger.seat_count; seat++)
        players = arena_printf(&run->arena, "%s%s%s", players, seat ? ", " : "",
                               arena_brief(&run->arena, run->ledger.players[seat]));
    return str_of(*players ? players : "A game");
}

/* Returns the values of header keys that the record has, with commas between them. */
static const char *join_keys(struct run *run, const char *const *keys, unsigned count)
{
    const char *joined = "";
    for (unsigned i = 0; i < count; i++) {
        struct str said = record_header(&run->record, keys[i]);
        if (said.n)
            joined = arena_printf(&run->arena, "%s%s%s", joined, *joined ? ", " : "",
                                  arena_plain(&run->arena, said));
    }
    return joined;
}

/* Returns the names of the tile sets in play, with commas between them. */
static const char *sets_of(struct run *run)
{
    const char *sets = "";
    for (unsigned i = 0; i < run->record.set_count; i++)
        if (run->record.sets[i])
            sets = arena_printf(&run->arena, "%s%s%s", sets, *sets ? ", " : "",
                                run->record.sets[i]->name);
    return sets;
}

static void write_report(struct run *run, struct str file)
{
    static const char *const keys[] = {"site", "round", "table", "date"};
    struct game_view view = run_view(run, file);
    struct arena *arena = &run->arena;
    int32_t claimed[SEATS_MAX];
    char identity[33];
    view.claimed = claimed;
    view.claimed_count = record_claimed_result(&run->record, claimed);
    view.disabled = run->findings.disabled_count;
    crn_identity(&run->record, identity);
    const struct paper_fact facts[] = {
        {"Place and date", str_of(join_keys(run, keys, sizeof keys / sizeof *keys))},
        {"Rules", str_of(arena_plain(arena, run->record.rules))},
        {"Tile sets", str_of(sets_of(run))},
        {"Clock", str_of(run->record.clock.given ? clock_text(arena, &run->record.clock) : "")},
        {"Record", str_of(run_game_name(run, file))},
        {"Identity", str_of(identity)},
        {"Judged by", str_of("bastide " PACKAGE_VERSION)},
    };
    paper_game(&run->out, &view, title_of(run), facts, sizeof facts / sizeof *facts);
}

static void write_page(struct run *run, struct str file, struct ledger *ledger)
{
    const struct outlook *outlooks = outlooks_find(run, ledger);
    struct game_view view = run_view(run, file);
    struct str title = title_of(run), date = record_header(&run->record, "date"),
               site = record_header(&run->record, "site");
    struct arena *arena = &run->arena;
    const char *place = arena_printf(
        arena, "%s; rules %s%s%s%s%s", run_game_name(run, file), arena_brief(arena, view.profile),
        site.n ? "; " : "", arena_plain(arena, site), date.n ? "; " : "", arena_plain(arena, date));
    struct sink record;
    sink_open(&record, -1);
    crn_print(&run->record, &record);
    page_game(&run->out, &view, title, str_of(place), outlooks, sink_text(&record));
    sink_close(&record);
}

static void visit(struct run *run, void *context, struct str file, bool is_game)
{
    struct replay *replay = context;
    if (is_game)
        run_judge(run, replay->report ? PAPER_EVENTS : PAGE_EVENTS, UINT16_MAX, false);
    run_complain(run, file, &run->findings);
    if (!is_game)
        return;
    if (replay->report)
        write_report(run, file);
    else
        write_page(run, file, &replay->ledger);
}

int cmd_replay(int argc, char **argv)
{
    struct run *run = run_begin(command_find("replay"));
    static struct replay replay;
    int c;
    run->needs_games = true;
    while ((c = option_next(run, argc, argv)) != -1)
        replay.report |= c == LONG_REPORT;
    if (run->on_terminal)
        return cli_usage("replay", "it writes a page of HTML, not for a terminal; --output=FILE "
                                   "writes it into a file for a browser");
    (replay.report ? paper_open : page_open)(&run->out, str_of("Carcassonne: recorded games"));
    games_visit(run, argv + optind, &(struct work){.visit = visit}, &replay);
    ledger_free(&replay.ledger);
    if (!run->games)
        sink_cstr(&run->out, "<p>There is no game.</p>\n");
    (replay.report ? paper_close : page_close)(&run->out);
    return run_end(run);
}
