/* SPDX-License-Identifier: MIT */
/* bastide replay: prints games as one HTML page, in which a reader moves from turn to turn, or as a
 * report to print and sign. With --split, each game gets a page of its own. */
#include "cli/cli.h"
#include "cli/outlooks.h"
#include "cli/splitting.h"
#include "formats/format.h"
#include "notation/crn.h"
#include "page/index.h"
#include "page/page.h"
#include "page/paper.h"

/* Number of games that a page holds. A browser is slow with more. */
enum { PAGE_GAMES_MAX = 50 };

struct replay {
    struct ledger ledger; /* ledger of a game that is judged again */
    bool report;
    const char *folder; /* folder of --split; NULL without it */
    struct index index;
    unsigned pages; /* pages in the folder */
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

/* Returns the values of header keys that the record has, with commas between them. A number does
 * not say what it counts, so the key stands before it. */
static const char *join_keys(struct run *run, const char *const *keys, unsigned count)
{
    const char *joined = "";
    for (unsigned i = 0; i < count; i++) {
        struct str said = record_header(&run->record, keys[i]);
        if (!said.n)
            continue;
        const char *text = arena_plain(&run->arena, said);
        bool is_number = strspn(text, "0123456789") == said.n && strcmp(keys[i], "date") != 0;
        joined = arena_printf(&run->arena, "%s%s%s%s%s", joined, *joined ? ", " : "",
                              is_number ? keys[i] : "", is_number ? " " : "", text);
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

/* Returns the text, with a remark if the judge chose what it says. */
static const char *by_judge(struct run *run, const char *text, bool ruled)
{
    return ruled ? arena_printf(&run->arena, "%s (chosen by the judge)", text) : text;
}

/* Returns the rules by which the game was judged. */
static const char *rules_of(struct run *run)
{
    const struct rulings *rulings = run->record.rulings;
    const char *text = arena_plain(&run->arena, run->record.rules);
    for (unsigned i = 0; rulings && i < rulings->count; i++)
        text = arena_printf(&run->arena, "%s, %s=%s", text,
                            arena_plain(&run->arena, rulings->names[i]),
                            arena_plain(&run->arena, rulings->values[i]));
    return by_judge(run, text, rulings && (rulings->profile.n || rulings->count));
}

/* Returns the rule for ties; "" if the record does not name one. */
static const char *tie_of(struct run *run)
{
    const struct rulings *rulings = run->record.rulings;
    if (!run->record.tie)
        return "";
    return by_judge(run, tie_names[run->record.tie], rulings && rulings->tie);
}

/* Returns the clock as text; "" if the game has no clock. */
static const char *clock_of(struct run *run)
{
    const struct game_clock *clock = &run->record.clock;
    if (!clock->given)
        return "";
    return by_judge(run, clock_text(&run->arena, clock), run->record.clock_ruled);
}

static void write_report(struct run *run, struct sink *sink, struct str file)
{
    static const char *const keys[] = {"site", "round", "table", "date"};
    struct game_view view = run_view(run, file);
    int32_t claimed[SEATS_MAX];
    char identity[33];
    view.claimed = claimed;
    view.claimed_count = record_claimed_result(&run->record, claimed);
    view.disabled = run->findings.disabled_count;
    crn_identity(&run->record, identity);
    const struct paper_fact facts[] = {
        {"Place and date", str_of(join_keys(run, keys, sizeof keys / sizeof *keys))},
        {"Rules", str_of(rules_of(run))},
        {"Tile sets", str_of(sets_of(run))},
        {"Ties", str_of(tie_of(run))},
        {"Clock", str_of(clock_of(run))},
        {"Record", str_of(run_game_name(run, file))},
        {"Identity", str_of(identity)},
        {"Judged by", str_of("bastide " PACKAGE_VERSION)},
    };
    paper_game(sink, &view, title_of(run), facts, sizeof facts / sizeof *facts);
}

/* Writes the address of the game at CarcassonneLab, or nothing if that cannot hold its moves. */
static void write_address(struct run *run, struct sink *sink)
{
    struct exporter e = {.record = &run->record,
                         .referee = &run->referee,
                         .ledger = &run->ledger,
                         .findings = &run->findings,
                         .arena = &run->arena,
                         .out = sink};
    format_named("carcassonnelab")->write(&e);
    if (e.refused)
        sink_clear(sink);
}

static void write_page(struct run *run, struct sink *sink, struct str file, struct ledger *ledger)
{
    const struct outlook *outlooks = outlooks_find(run, ledger);
    struct game_view view = run_view(run, file);
    struct str title = title_of(run), date = record_header(&run->record, "date"),
               site = record_header(&run->record, "site");
    struct arena *arena = &run->arena;
    const char *place = arena_printf(
        arena, "%s; rules %s%s%s%s%s", run_game_name(run, file), arena_brief(arena, view.profile),
        site.n ? "; " : "", arena_plain(arena, site), date.n ? "; " : "", arena_plain(arena, date));
    struct sink record, address;
    sink_open(&record, -1);
    sink_open(&address, -1);
    crn_print(&run->record, &record);
    write_address(run, &address);
    page_game(sink, &view,
              &(struct page_texts){.title = title,
                                   .place = str_of(place),
                                   .record = sink_text(&record),
                                   .address = sink_text(&address)},
              outlooks);
    sink_close(&record);
    sink_close(&address);
}

static void write_game(struct run *run, struct sink *sink, struct str file, struct replay *replay)
{
    if (replay->report)
        write_report(run, sink, file);
    else
        write_page(run, sink, file, &replay->ledger);
}

static void begin_document(struct sink *sink, const struct replay *replay, struct str title)
{
    if (replay->report)
        paper_open(sink, title);
    else
        page_open(sink, title, replay->folder ? index_name(replay->index.number).text : NULL);
}

static void end_document(struct sink *sink, const struct replay *replay)
{
    (replay->report ? paper_close : page_close)(sink);
}

/* ---- A folder of pages ---- */

static bool write_index(struct run *run, struct replay *replay, bool goes_on)
{
    struct sink file;
    struct index_name name = index_name(replay->index.number);
    if (!splitting_create(run, &file, replay->folder, name.text))
        return false;
    index_write(&replay->index, &file, goes_on);
    return splitting_finish(run, &file, replay->folder, name.text);
}

/* Writes the game to a document of its own, and adds it to the index. */
static void write_file(struct run *run, struct str file, struct replay *replay)
{
    static const char *const keys[] = {"site", "date"};
    struct sink sink;
    const char *name = arena_printf(&run->arena, "%06u.html", run->games);
    struct game_view view = run_view(run, file);
    struct str title = title_of(run),
               facts = str_of(join_keys(run, keys, sizeof keys / sizeof *keys));
    if (replay->index.games == INDEX_GAMES_MAX)
        write_index(run, replay, true);
    if (run_is_over(run) || !splitting_create(run, &sink, replay->folder, name))
        return;
    begin_document(&sink, replay, title);
    write_game(run, &sink, file, replay);
    end_document(&sink, replay);
    if (!splitting_finish(run, &sink, replay->folder, name))
        return;
    index_add(&replay->index, &view, name, title, facts);
    replay->pages++;
}

/* ---- The command ---- */

/* Reports that the page is full, and stops the run. */
static void report_full(struct run *run)
{
    sink_printf(&run->err,
                "bastide replay: error: a page holds at most %d games: the others are left out; "
                "--split=FOLDER writes one page for each game, and an index\n",
                PAGE_GAMES_MAX);
    sink_flush(&run->err);
    sink_cstr(&run->out, "<p>There are more games, which are left out.</p>\n");
    run->status = EXIT_TROUBLE;
    run->fail_fast = true;
}

static void visit(struct run *run, void *context, struct str file, bool is_game)
{
    struct replay *replay = context;
    if (is_game && !replay->report && !replay->folder && run->games > PAGE_GAMES_MAX) {
        report_full(run);
        return;
    }
    if (is_game)
        run_judge(run, replay->report ? PAPER_EVENTS : PAGE_EVENTS, UINT16_MAX, false);
    run_complain(run, file, &run->findings);
    if (!is_game)
        return;
    if (replay->folder)
        write_file(run, file, replay);
    else
        write_game(run, &run->out, file, replay);
}

int cmd_replay(int argc, char **argv)
{
    struct run *run = run_begin(command_find("replay"));
    static struct replay replay;
    int c;
    run->needs_games = true;
    run->confining.writing = (struct writing){.key = LONG_SPLIT, .begin = splitting_begin};
    while ((c = option_next(run, argc, argv)) != -1) {
        replay.report |= c == LONG_REPORT;
        if (c == LONG_SPLIT)
            replay.folder = optarg;
    }
    if (run->on_terminal && !replay.folder)
        return cli_usage("replay", "it writes a page of HTML, not for a terminal; --output=FILE "
                                   "writes it into a file for a browser");
    if (replay.folder)
        confining_begin_writing(run, replay.folder, NULL);
    else
        begin_document(&run->out, &replay, str_of("Carcassonne: recorded games"));
    index_begin(&replay.index);
    games_visit(run, argv + optind, &(struct work){.visit = visit, .ends_by_itself = replay.folder},
                &replay);
    ledger_free(&replay.ledger);
    if (replay.folder) {
        if (replay.index.games && write_index(run, &replay, false)) {
            sink_plain(&run->out, str_of(replay.folder));
            sink_printf(&run->out, "/%s: %u game%s\n", index_name(0).text, replay.pages,
                        replay.pages == 1 ? "" : "s");
        }
    } else {
        if (!run->games)
            sink_cstr(&run->out, "<p>There is no game.</p>\n");
        end_document(&run->out, &replay);
    }
    index_end(&replay.index);
    return run_end(run);
}
