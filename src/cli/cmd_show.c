/* SPDX-License-Identifier: MIT */
/* bastide show: prints the table as text, as a picture or as data. */
#include <unistd.h>

#include "cli/cli.h"
#include "draw/draw.h"
#include "draw/svg.h"

enum form { SHOW_TEXT, SHOW_SVG, SHOW_JSON };

struct show {
    enum form form;
    uint16_t through, part, step; /* turn, its tile and its step that --at names */
    bool color, owners, title, bare;
    struct emitter emitter;
};

enum { STEP_LAST = UINT16_MAX, PART_ANY = 0 };

/* Prints the pieces that are left: "left: 12 tiles; a 3 followers, 2 bridges; b 5 followers, 1
 * bridge". */
static void write_left(struct run *run)
{
    const char *word = "left:";
    for (unsigned i = 0; i <= run->ledger.seat_count; i++) {
        struct pieces_left left;
        referee_left(&run->referee, i ? i - 1 : (unsigned)SEAT_NONE, &left);
        sink_cstr(&run->out, i ? "; " : word);
        if (i)
            sink_char(&run->out, (char)('a' + i - 1));
        for (unsigned k = 0; k < left.count; k++)
            sink_printf(&run->out, "%s %s", k ? "," : "",
                        arena_count(&run->arena, (long)left.of[k].pieces, left.of[k].name));
    }
    sink_char(&run->out, '\n');
}

/* Returns the point in the form of --at: "46/2.1". */
static const char *time_of(struct run *run, const struct show *show)
{
    const char *part = show->part == PART_ANY ? "" : arena_printf(&run->arena, "/%u", show->part);
    const char *step = show->step == STEP_LAST ? "" : arena_printf(&run->arena, ".%u", show->step);
    return arena_printf(&run->arena, "%u%s%s", show->through, part, step);
}

/* Returns the point in words: "after turn 46", "after turn 46, tile 2, step 1", "after the final
 * scoring, turn 71". */
static const char *when(struct run *run, const struct show *show)
{
    const struct event *end = &run->ledger.events[run->ledger.count - 1];
    const char *part =
        show->part == PART_ANY ? "" : arena_printf(&run->arena, ", tile %u", show->part);
    const char *step =
        show->step == STEP_LAST ? "" : arena_printf(&run->arena, ", step %u", show->step);
    return arena_printf(&run->arena, "after %sturn %u%s%s",
                        end->end.final ? "the final scoring, " : "", end->turn, part, step);
}

static void write_text(struct run *run, const struct show *show, const struct game_view *view)
{
    const struct event *end = &run->ledger.events[run->ledger.count - 1];
    report_title(&run->out, view);
    draw_table(&run->ledger, show->color, &run->out);
    sink_printf(&run->out, "%s:", when(run, show));
    for (unsigned seat = 0; seat < run->ledger.seat_count; seat++)
        sink_printf(&run->out, " %c %d", 'a' + seat, end->end.scores[seat]);
    sink_char(&run->out, '\n');
    write_left(run);
}

/* Returns the lines of --title: event, place and date, as far as the header has them; then the
 * players with their scores, and the result. */
static struct str caption_of(struct run *run)
{
    static const char *const keys[] = {"event", "site", "date"};
    struct arena *arena = &run->arena;
    const struct event *end = &run->ledger.events[run->ledger.count - 1];
    const char *first = "";
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
        struct str said = record_header(&run->record, keys[i]);
        if (said.n)
            first =
                arena_printf(arena, "%s%s%s", first, *first ? ", " : "", arena_plain(arena, said));
    }
    struct sink result;
    sink_open(&result, -1);
    report_result(&result, &run->ledger, &end->end);
    struct str words = sink_text(&result);
    const char *second = arena_copy(arena, words.p, words.n);
    sink_close(&result);
    return str_of(arena_printf(arena, "%s%s%s\n", first, *first ? "\n" : "", second));
}

/* Writes the picture of the first game. More games are trouble, because a document holds one
 * picture. */
static void write_picture(struct run *run, struct str file, const struct show *show)
{
    if (run->games == 1) {
        svg_table(
            &run->ledger,
            str_of(arena_printf(&run->arena, "%s %s", run_game_name(run, file), when(run, show))),
            &(struct svg_parts){show->title ? caption_of(run) : str_of(""), show->owners,
                                show->bare},
            &run->out);
        return;
    }
    if (run->games == 2)
        cli_usage("show",
                  "a picture shows one game, here the first one; 'bastide select' prints others");
    run->status = EXIT_TROUBLE;
}

/* Cuts the record after the step, and the tile, of the turn that --at names. Step 0 is the line
 * that lays the tile. False if the turn has no such step or tile. Raises *last to the highest turn
 * that remains: the second tile of a turn may come after other turns. */
static bool cut_turn(struct record *record, const struct show *show, uint16_t *last)
{
    unsigned part = 0;
    uint32_t end = 0;
    for (uint32_t i = 0; i < record->line_count; i++) {
        const struct line *line = &record->lines[i];
        if ((line->kind != LINE_TURN && line->kind != LINE_STEP) || line->turn != show->through)
            continue;
        part += line->kind == LINE_TURN && line->has_tile;
        bool is_part = show->part == PART_ANY || part == show->part,
             is_step = line->kind == LINE_STEP && line->step == show->step;
        if (is_part &&
            (show->step == STEP_LAST || is_step || (!show->step && line->kind == LINE_TURN)))
            end = i + 1;
        /* A later tile of the turn may have steps of the same numbers. */
        if (end && (is_step || (!show->step && line->has_tile)))
            break;
    }
    record->line_count = end;
    for (uint32_t i = 0; i < end; i++)
        *last = record->lines[i].turn > *last ? record->lines[i].turn : *last;
    return end > 0;
}

static uint64_t wanted_events(const struct show *show)
{
    if (show->form == SHOW_TEXT)
        return DRAW_EVENTS | EVENTS(EVENT_END);
    return SVG_EVENTS | (show->owners ? SVG_OWNERS_EVENTS : 0);
}

static void visit(struct run *run, void *context, struct str file, bool is_game)
{
    struct show *show = context;
    struct game_view view = run_view(run, file);
    if (is_game) {
        if (!run_has_turn(run, file, show->through))
            return;
        bool cuts = show->part != PART_ANY || show->step != STEP_LAST;
        uint16_t last = show->through;
        if (cuts && !cut_turn(&run->record, show, &last)) {
            cli_usage("show", "the game has no step %s", time_of(run, show));
            run->status = EXIT_TROUBLE;
            return;
        }
        run_judge(run, wanted_events(show), last, false);
    }
    run_complain(run, file, &run->findings);
    if (!is_game)
        return;
    if (show->form == SHOW_SVG)
        write_picture(run, file, show);
    else if (show->form == SHOW_JSON)
        draw_data(&show->emitter, &view, show->part, show->step == STEP_LAST ? -1 : show->step);
    else
        write_text(run, show, &view);
}

/* Reads the number, at least `least`, after the last `mark` in the text, and cuts the text at the
 * mark. Without a mark nothing changes. False if no such number follows the mark. */
static bool cut_number(char *text, char mark, long least, uint16_t *number)
{
    char *at = strrchr(text, mark);
    long n;
    if (!at)
        return true;
    if (!cli_number(at + 1, least, TURN_MAX, &n))
        return false;
    *at = '\0';
    *number = (uint16_t)n;
    return true;
}

/* Reads the value of --at: "46", "46.2", "46/2", "46/2.1". Ends the program if it is wrong. */
static void set_time(struct show *show)
{
    long turn;
    char text[32];
    if (snprintf(text, sizeof text, "%s", optarg) >= (int)sizeof text ||
        !cut_number(text, '.', 0, &show->step) || !cut_number(text, '/', 1, &show->part) ||
        !cli_number(text, 0, TURN_MAX, &turn))
        exit(cli_usage("show",
                       "--at must be a turn, a step of a turn such as 12.3, or a tile of a turn "
                       "such as 12/2, not '%s'",
                       optarg));
    show->through = (uint16_t)turn;
}

int cmd_show(int argc, char **argv)
{
    static const char *const forms[] = {"text", "svg", "json"};
    struct run *run = run_begin(command_find("show"));
    static struct show show;
    int c;
    show.through = UINT16_MAX;
    show.step = STEP_LAST;
    run->needs_games = true;
    while ((c = option_next(run, argc, argv)) != -1) {
        if (c == 'f')
            show.form = (enum form)cli_word(forms, 3);
        if (c == LONG_OWNERS)
            show.owners = true;
        show.title |= c == LONG_TITLE;
        show.bare |= c == LONG_BARE;
        if (c == 'a')
            set_time(&show);
    }
    show.color = run->color;
    if (show.owners && show.form != SHOW_SVG)
        return cli_usage("show", "--owners needs --format=svg");
    if (show.title && show.form != SHOW_SVG)
        return cli_usage("show", "--title needs --format=svg");
    if (show.bare && show.form != SHOW_SVG)
        return cli_usage("show", "--bare needs --format=svg");
    if (show.form == SHOW_JSON)
        emit_open(&show.emitter, EMIT_JSON, &run->out);
    games_visit(run, argv + optind, &(struct work){.visit = visit}, &show);
    if (show.form == SHOW_JSON)
        emit_finish(&show.emitter);
    if (show.form == SHOW_SVG && !run->games)
        svg_designs(NULL, 0, str_of("no game"), &run->out);
    return run_end(run);
}
