/* SPDX-License-Identifier: MIT */
/* bastide replay: prints games as one HTML page, in which a reader moves from turn to turn. */
#include "cli/cli.h"
#include "page/page.h"

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

static void visit(struct run *run, void *context, struct str file, bool is_game)
{
    (void)context;
    if (is_game)
        run_judge(run, PAGE_EVENTS, UINT16_MAX, false);
    run_complain(run, file, &run->findings);
    if (!is_game)
        return;
    struct game_view view = run_view(run, file);
    struct str title = title_of(run), date = record_header(&run->record, "date"),
               site = record_header(&run->record, "site");
    struct arena *arena = &run->arena;
    const char *place = arena_printf(
        arena, "%s; rules %s%s%s%s%s", run_game_name(run, file), arena_brief(arena, view.profile),
        site.n ? "; " : "", arena_plain(arena, site), date.n ? "; " : "", arena_plain(arena, date));
    page_game(&run->out, &view, title, str_of(place));
}

int cmd_replay(int argc, char **argv)
{
    struct run *run = run_begin(command_find("replay"));
    run->needs_games = true;
    while (option_next(run, argc, argv) != -1) {
    }
    if (run->on_terminal)
        return cli_usage("replay", "it writes a page of HTML, not for a terminal; --output=FILE "
                                   "writes it into a file for a browser");
    page_open(&run->out, str_of("Carcassonne: recorded games"));
    games_visit(run, argv + optind, &(struct work){.visit = visit}, NULL);
    if (!run->games)
        sink_cstr(&run->out, "<p>There is no game.</p>\n");
    page_close(&run->out);
    return run_end(run);
}
