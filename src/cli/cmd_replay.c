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

/* The page does not say what the scores would be in a game of more turns: each turn takes as long
 * as all turns before it. */
enum { OUTLOOKS_MAX = 400 };

/* Finds out what the scores would be if the game under way ended after each of its turns. Returns
 * NULL for a game with too many turns. */
static const struct outlook *find_outlooks(struct run *run, struct ledger *ledger)
{
    const struct record *record = &run->record;
    struct findings again = {.arena = &run->arena};
    unsigned turns = 0, last = 0;
    for (const struct line *line = record->lines; line < record_end(record); line++) {
        turns += line->kind == LINE_TURN;
        last = line->turn > last ? line->turn : last;
    }
    if (turns > OUTLOOKS_MAX)
        return NULL;
    struct outlook *outlooks = arena_alloc(&run->arena, (last + 1) * sizeof *outlooks);
    memset(outlooks, 0, (last + 1) * sizeof *outlooks);
    for (const struct line *line = record->lines; line < record_end(record); line++) {
        struct outlook *outlook = &outlooks[line->turn];
        if (line->kind != LINE_TURN || outlook->known)
            continue;
        ledger->wanted = EVENTS(EVENT_END);
        referee_judge(&run->referee, record, &again, ledger, line->turn, true);
        const struct end_event *end = &ledger->events[ledger->count - 1].end;
        outlook->known = !end->undetermined;
        memcpy(outlook->scores, end->scores, sizeof outlook->scores);
    }
    return outlooks;
}

static void visit(struct run *run, void *context, struct str file, bool is_game)
{
    if (is_game)
        run_judge(run, PAGE_EVENTS, UINT16_MAX, false);
    run_complain(run, file, &run->findings);
    if (!is_game)
        return;
    const struct outlook *outlooks = find_outlooks(run, context);
    struct game_view view = run_view(run, file);
    struct str title = title_of(run), date = record_header(&run->record, "date"),
               site = record_header(&run->record, "site");
    struct arena *arena = &run->arena;
    const char *place = arena_printf(
        arena, "%s; rules %s%s%s%s%s", run_game_name(run, file), arena_brief(arena, view.profile),
        site.n ? "; " : "", arena_plain(arena, site), date.n ? "; " : "", arena_plain(arena, date));
    page_game(&run->out, &view, title, str_of(place), outlooks);
}

int cmd_replay(int argc, char **argv)
{
    struct run *run = run_begin(command_find("replay"));
    static struct ledger ledger;
    run->needs_games = true;
    while (option_next(run, argc, argv) != -1) {
    }
    if (run->on_terminal)
        return cli_usage("replay", "it writes a page of HTML, not for a terminal; --output=FILE "
                                   "writes it into a file for a browser");
    page_open(&run->out, str_of("Carcassonne: recorded games"));
    games_visit(run, argv + optind, &(struct work){.visit = visit}, &ledger);
    ledger_free(&ledger);
    if (!run->games)
        sink_cstr(&run->out, "<p>There is no game.</p>\n");
    page_close(&run->out);
    return run_end(run);
}
