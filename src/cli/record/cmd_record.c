/* SPDX-License-Identifier: MIT */
/* bastide record: writes a game down while it is played. Each line is judged before it is kept. A
 * kept line is on the disk before the program asks for the next one. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/memory.h"
#include "cli/context.h"
#include "cli/record/desk.h"
#include "cli/record/slips.h"
#include "cli/replacing.h"
#include "draw/draw.h"

enum { AROUND = 2, SPOTS_SHOWN_MAX = 200 };

static struct desk desk = {.fd = -1};

/* ---- Output ---- */

/* Shows the time that a player has left, otherwise the time used so far. */
static void show_time(struct desk *d, unsigned seat)
{
    const struct clock_event *last = ledger_last_time(&d->run->ledger, seat);
    if (last && last->left != TIME_UNKNOWN)
        sink_printf(&d->run->out, " (%s left)", time_text(last->left).text);
    else if (last)
        sink_printf(&d->run->out, " (%s used)", time_text(last->total).text);
}

static void show_score(struct desk *d)
{
    struct run *run = d->run;
    const struct event *end = &run->ledger.events[run->ledger.count - 1];
    struct pieces_left left;
    referee_left(&run->referee, SEAT_NONE, &left);
    for (unsigned seat = 0; seat < run->ledger.seat_count; seat++) {
        sink_printf(&run->out, "%s ", seat_name(seat));
        sink_plain(&run->out, run->ledger.players[seat]);
        sink_printf(&run->out, " %d", end->end.scores[seat]);
        show_time(d, seat);
        sink_cstr(&run->out, seat + 1 < run->ledger.seat_count ? ", " : "; ");
    }
    for (unsigned i = 0; i < left.count; i++)
        sink_printf(&run->out, "%s%s", i ? ", " : "",
                    arena_count(&run->arena, (long)left.of[i].pieces, left.of[i].name));
    sink_cstr(&run->out, " left");
    if (end->end.why)
        sink_printf(&run->out, "; %s%s", end->end.why,
                    run->referee.ended ? "" : ": 'end' ends the record");
    sink_char(&run->out, '\n');
}

/* Shows the last tile with the table around it, and the scores. */
static void show_last(struct desk *d)
{
    const struct ledger *ledger = &d->run->ledger;
    if (ledger->tile_count)
        draw_part(ledger, ledger->tiles[ledger->tile_count - 1].cell, AROUND, d->run->color,
                  &d->run->out);
    show_score(d);
}

static void show_words(struct desk *d, const char *what)
{
    struct sink *out = &d->run->out;
    sink_printf(out, "%s:", what);
    for (size_t i = 0; i < d->word_count && i < SPOTS_SHOWN_MAX; i++)
        sink_printf(out, " %s", d->words[i]);
    sink_cstr(out, !d->word_count                    ? " nothing\n"
                   : d->word_count > SPOTS_SHOWN_MAX ? " ...\n"
                                                     : "\n");
    if (d->reveals)
        sink_printf(out, "after the colon, type the names of %u tiles, with commas between them\n",
                    d->reveals);
}

/* Returns the words for a player: the name, or the letter of the seat. */
static const char *player_of(struct desk *d, unsigned seat)
{
    struct str name = d->run->ledger.players[seat];
    return name.n ? arena_brief(&d->run->arena, name) : seat_name(seat);
}

static void show_help(struct desk *d)
{
    sink_cstr(&d->run->out, "  V 1,0N rW     a turn: tile, cell and side that its top faces, acts\n"
                            "  V             a tile alone: where it fits, with numbers\n"
                            "  3 rW          the third of these places, and an act\n"
                            "  V 1,0N ?      the acts that may follow\n"
                            "  b castle:cN   what another seat does in the turn under way\n"
                            "  end           the game is over; 'end stopped' if tiles are left\n"
                            "  undo          take the last line back\n"
                            "  moves         what may be written next\n"
                            "  show          the table and who stands where\n"
                            "  quit          leave; everything is written already\n"
                            "crn(5) has all that a line may say; Tab completes.\n");
}

/* Says what can be typed here (?). */
static void show_here(struct desk *d)
{
    struct sink *out = &d->run->out;
    if (d->ended) {
        sink_cstr(out, "The record is over: 'undo' takes its end back, 'quit' leaves.\n");
        return;
    }
    const char *player = player_of(d, d->seat);
    desk_find_words(d, str_of(""));
    if (d->waits) {
        sink_printf(out, "%s decides. ", arena_plain(&d->run->arena, str_of(player)));
        show_words(d, "It could be");
    } else {
        sink_printf(out, "%s draws a tile: type its name to see where it fits. ",
                    arena_plain(&d->run->arena, str_of(player)));
        show_words(d, "It could be");
    }
    show_help(d);
}

/* ---- The game ---- */

/* Reports the new findings. True if there are errors among them. */
static bool tell_findings(struct desk *d)
{
    unsigned errors = growing_mark(&d->growing);
    verdicts_game(&d->verdicts, d->path, &d->run->findings, NULL);
    return errors > 0;
}

/* The words for commands. Several words may mean the same. */
enum command_word { DO_UNDO, DO_HELP, DO_HERE, DO_MOVES, DO_SHOW, DO_QUIT, DO_NOTHING };
static const char *const command_words[] = {"undo back",  "help",       "?",
                                            "moves list", "show table", "quit exit q bye"};

/* Returns the command that a line is; DO_NOTHING if it is another line. */
static enum command_word command_of(struct str typed)
{
    struct str rest = typed, word = desk_word(&rest);
    if (desk_word(&rest).n || !word.n)
        return DO_NOTHING;
    for (unsigned i = 0; i < DO_NOTHING; i++)
        for (const char *at = command_words[i]; *at; at += strspn(at, " ")) {
            size_t n = strcspn(at, " ");
            if (n == word.n && strncasecmp(at, word.p, n) == 0)
                return (enum command_word)i;
            at += n;
        }
    return DO_NOTHING;
}

/* Asks a person whether to keep a line with errors, because it may be what was played. Returns the
 * line that is typed instead, to be freed by the caller, or NULL, and sets *keep. `undo` drops only
 * this line. Nobody can answer if the lines come from a pipe. */
static char *ask_to_keep(struct desk *d, const char *question, bool *keep)
{
    static const char *const yes[] = {"y", "yes"}, *const no[] = {"", "n", "no"};
    *keep = false;
    for (char *answer = NULL; d->asks; memory_free(answer)) {
        answer = desk_read(d, question);
        struct str text = desk_trim(str_of(answer ? answer : ""));
        for (unsigned i = 0; i < 2; i++)
            *keep |= strlen(yes[i]) == text.n && strncasecmp(yes[i], text.p, text.n) == 0;
        bool refused = false;
        for (unsigned i = 0; i < 3; i++)
            refused |= strlen(no[i]) == text.n && strncasecmp(no[i], text.p, text.n) == 0;
        if (*keep || refused || command_of(text) == DO_UNDO) {
            memory_free(answer);
            return NULL;
        }
        if (!str_is(text, "?"))
            return answer;
        sink_cstr(&d->run->out, "y: it is what was played, and is kept with its errors; n: it is "
                                "dropped. A line that is typed here takes its place.\n");
    }
    return NULL;
}

/* Reports that a line is not kept. If the lines come from a pipe, no more are read: nobody can
 * answer, and the next line may be meant to follow this one, so it would be written for another
 * seat. */
static void refuse(struct desk *d, const char *what)
{
    sink_printf(&d->run->out, "%s%s\n", what, d->asks ? "" : "; nothing after it is read");
    if (d->asks)
        return;
    d->refused = true;
    if (d->run->status < EXIT_FINDINGS)
        d->run->status = EXIT_FINDINGS;
}

/* Returns the only orientation that a tile can have on a cell. */
static unsigned only_orient(void *context, const struct design *design, struct cell cell)
{
    struct desk *d = context;
    char before[32];
    unsigned found = ORIENT_UNKNOWN, count = 0;
    int n = snprintf(before, sizeof before, "%d,%d", cell.x, cell.y);
    if (d->waits)
        return found;
    desk_find_words(d, str_of(design->name));
    for (size_t i = 0; i < d->word_count; i++)
        if (strncmp(d->words[i], before, (size_t)n) == 0 && strlen(d->words[i]) == (size_t)n + 1) {
            found = (unsigned)(strchr("NESW", d->words[i][n]) - "NESW");
            count++;
        }
    return count == 1 ? found : (unsigned)ORIENT_UNKNOWN;
}

/* Judges a typed line after the kept ones. Returns the number of its errors. */
static unsigned try_line(struct desk *d, struct str typed, struct sink *line)
{
    sink_clear(line);
    desk_write_line(d, typed, line);
    desk_judge(d, sink_text(line));
    return growing_mark(&d->growing);
}

static void say_read_as(struct desk *d, struct str text)
{
    sink_cstr(&d->run->out, "read as: ");
    sink_plain(&d->run->out, text);
    sink_char(&d->run->out, '\n');
}

/* Reads a line with errors as a slip, if it can be one, and says how. `mended` gets the text. True
 * if the line then is another one. */
static bool mend(struct desk *d, struct str typed, struct sink *mended)
{
    /* The designs and players of the record are those of the kept lines. */
    desk_judge(d, str_of(""));
    desk_find_next(d);
    struct slip_scene scene = {.catalogue = &d->run->catalogue,
                               .record = &d->run->record,
                               .seat = d->seat,
                               .orient = only_orient,
                               .context = d};
    if (!slips_mend(&scene, typed, mended))
        return false;
    say_read_as(d, sink_text(mended));
    return true;
}

/* True if a line ends the game although tiles are left: a finding is about the missing turns. */
static bool ends_early(const struct desk *d, struct str typed)
{
    struct str rest = typed, word = desk_word(&rest);
    if (!str_is(word, "end") || str_contains(typed, "stopped"))
        return false;
    for (const struct finding *finding = d->run->findings.first; finding; finding = finding->next)
        if (finding->kind->code == FINDING_ENDED_EARLY && !finding->told)
            return true;
    return false;
}

/* True if the last line could not be parsed, so that there is nothing to keep. */
static bool is_unread(const struct desk *d)
{
    const struct record *record = &d->run->record;
    return record->line_count && record->lines[record->line_count - 1].broken;
}

/* Takes a line: keeps it if it has no errors, or if a person wants it. Sets *instead to a line that
 * the person types instead. Returns false if the file cannot be written. */
static bool take_line(struct desk *d, struct str typed, char **instead)
{
    struct sink line, mended;
    bool good = true, keeps = false;
    *instead = NULL;
    sink_open(&line, -1);
    sink_open(&mended, -1);
    /* A line 'final' without claims has no effect. A person who types it means the end of the
     * game. */
    if (str_is(typed, "final")) {
        typed = str_of("end");
        say_read_as(d, typed);
    }
    unsigned errors = try_line(d, typed, &line);
    if (errors && mend(d, typed, &mended)) {
        typed = sink_text(&mended);
        errors = try_line(d, typed, &line);
    } else if (errors) {
        errors = try_line(d, typed, &line);
    }
    const char *question = "keep it all the same? (y/N, or the right line) ";
    if (errors && d->asks && ends_early(d, typed)) {
        bool stops;
        *instead = ask_to_keep(d, "tiles are left; did the game stop here? (y/N) ", &stops);
        if (stops)
            *instead = desk_copy(str_of(arena_printf(&d->run->catalogue.arena, "%s stopped",
                                                     arena_plain(&d->run->arena, typed))));
    } else {
        tell_findings(d);
        keeps = !errors;
        if (errors && !is_unread(d))
            *instead = ask_to_keep(d, question, &keeps);
    }
    if (!keeps) {
        if (!*instead || command_of(str_of(*instead)) != DO_NOTHING)
            refuse(d, "the line is not kept");
        desk_judge(d, str_of(""));
    } else if ((good = desk_keep(d, sink_text(&line)))) {
        clock_gettime(CLOCK_MONOTONIC, &d->since);
        desk_judge(d, str_of(""));
        growing_remember(&d->growing);
        desk_forget_listed(d);
        show_last(d);
    }
    sink_close(&line);
    sink_close(&mended);
    return good;
}

/* Puts the listed placement in the place of its number: "3 rW" becomes "V 1,0W rW". The text is in
 * the arena of the catalogue, which lives as long as the run. */
static struct str with_choice(struct desk *d, struct str typed)
{
    struct str rest = typed, word = desk_word(&rest);
    size_t number = 0;
    for (size_t i = 0; i < word.n; i++) {
        if (!isdigit((unsigned char)word.p[i]) || i > 4)
            return typed;
        number = 10 * number + (size_t)(word.p[i] - '0');
    }
    if (!number || number > d->listed_count)
        return typed;
    struct arena *arena = &d->run->catalogue.arena;
    const char *text =
        arena_printf(arena, "%s%s", d->listed[number - 1], arena_copy(arena, rest.p, rest.n));
    sink_printf(&d->run->out, "%s\n", arena_plain(&d->run->arena, str_of(text)));
    return str_of(text);
}

/* Lists the words that may follow those before a question mark: for a tile alone its placements,
 * for words that are wrong the findings. */
static void show_after(struct desk *d, struct str before)
{
    struct str rest = before, word = desk_word(&rest);
    const struct design *design = desk_design(d, word);
    if (!desk_word(&rest).n && design && !d->waits) {
        desk_list_placements(d, design);
        return;
    }
    struct sink line;
    sink_open(&line, -1);
    if (try_line(d, before, &line)) {
        tell_findings(d);
    } else {
        desk_find_words(d, before);
        show_words(d, "it may go on with");
    }
    sink_close(&line);
    desk_judge(d, str_of(""));
}

/* If the word is a number, reports that it chooses no place, and returns true. */
static bool tell_number(struct desk *d, struct str word)
{
    for (size_t i = 0; i < word.n; i++)
        if (!isdigit((unsigned char)word.p[i]))
            return false;
    if (d->listed_count)
        sink_printf(&d->run->out, "no place %s: the list has %zu place%s\n",
                    arena_plain(&d->run->arena, word), d->listed_count,
                    d->listed_count == 1 ? "" : "s");
    else
        sink_cstr(&d->run->out, "there is no list of places: type a tile to get one\n");
    return true;
}

/* Takes what is typed. Sets *instead to a line that a person types instead of a wrong one. Returns
 * false if no more lines are to be read. */
static bool take(struct desk *d, struct str typed, char **instead)
{
    struct run *run = d->run;
    typed = with_choice(d, typed);
    struct str rest = typed, word = desk_word(&rest);
    bool alone = !desk_word(&rest).n;
    const struct design *design = desk_design(d, word);
    switch (command_of(typed)) {
    case DO_UNDO:
        if (!desk_undo(d))
            return false;
        desk_forget_listed(d);
        show_last(d);
        return true;
    case DO_HELP:
        show_help(d);
        return true;
    case DO_HERE:
        show_here(d);
        return true;
    case DO_MOVES:
        desk_find_words(d, str_of(""));
        show_words(d, d->waits ? "it could be" : "tiles that may be drawn");
        return true;
    case DO_SHOW:
        desk_judge(d, str_of(""));
        draw_table(&run->ledger, d->run->color, &run->out);
        show_score(d);
        return true;
    case DO_QUIT:
        return false;
    case DO_NOTHING:
        break;
    }
    if (alone && !d->waits && design) {
        desk_list_placements(d, design);
        return true;
    }
    if (alone && d->asks && tell_number(d, word))
        return true;
    if (typed.n > 1 && typed.p[typed.n - 1] == '?' && typed.p[typed.n - 2] == ' ' && d->asks) {
        show_after(d, desk_trim((struct str){typed.p, typed.n - 1}));
        return true;
    }
    return take_line(d, typed, instead);
}

/* Reads the file again after another program changed it. Typing then goes on after its last line.
 * The line that was not written can be recalled. */
static bool read_again(struct desk *d)
{
    sink_cstr(&d->run->err, "it is read again\n");
    sink_flush(&d->run->err);
    d->stale = false;
    d->run->status = EXIT_CLEAN;
    close(d->fd);
    sink_clear(&d->growing.text);
    if (!desk_open(d, 0) || !desk_load(d))
        return false;
    desk_judge(d, str_of(""));
    tell_findings(d);
    growing_remember(&d->growing);
    show_last(d);
    return true;
}

/* Takes a line as it was typed; NULL is the end of the input. Sets *instead as take() does. Returns
 * false if no more lines are to be read. */
static bool take_typed(struct desk *d, const char *typed, char **instead)
{
    *instead = NULL;
    if (!typed)
        return false;
    struct str line = desk_trim(str_of(typed));
    d->unfit |= memmem(line.p, line.n, "%CRN", 4) != NULL;
    if (d->unfit)
        refuse(d, "the line is not kept: it is too long, no text, or holds '%CRN', which begins a "
                  "record");
    bool goes_on = d->unfit || !line.n || take(d, line, instead);
    if (!goes_on && d->stale && d->asks)
        goes_on = read_again(d);
    d->unfit = false;
    return goes_on && !d->refused;
}

static void play(struct desk *d)
{
    for (bool goes_on = true; goes_on;) {
        desk_judge(d, str_of(""));
        desk_find_next(d);
        if (d->ended && d->asks)
            sink_cstr(&d->run->out,
                      "the record is over; 'undo' takes its end back, 'quit' leaves\n");
        /* The prompt must outlive the game's arena, which is reset when words are completed. */
        struct arena *arena = &d->run->catalogue.arena;
        const char *player = d->ended ? "" : arena_brief(arena, d->run->ledger.players[d->seat]);
        char *prompt =
            d->ended ? arena_printf(arena, "> ")
            : d->waits
                ? arena_printf(arena, "%u.%u%s %s> ", d->turn, d->step, seat_name(d->seat), player)
                : arena_printf(arena, "%u%s %s> ", d->turn, seat_name(d->seat), player);
        char *typed = desk_read(d, prompt), *instead;
        goes_on = take_typed(d, typed, &instead);
        while (goes_on && instead) {
            memory_free(typed);
            typed = instead;
            desk_judge(d, str_of(""));
            desk_find_next(d);
            goes_on = take_typed(d, typed, &instead);
        }
        memory_free(typed);
    }
}

/* True if the file does not exist and may be created. */
static bool is_missing(const char *path, const char *folder)
{
    return access(path, F_OK) != 0 && errno == ENOENT && access(folder, W_OK) == 0;
}

static void begin_writing(struct run *run, const char *value, char **operands)
{
    (void)value;
    const char *folder = *operands ? file_folder(&run->catalogue.arena, *operands) : NULL;
    if (folder && access(folder, F_OK) == 0)
        confining_to_folders(run, &folder, 1);
}

int cmd_record(int argc, char **argv)
{
    struct run *run = run_begin(command_find("record"));
    struct desk *d = &desk;
    const char *sets = NULL, *players = NULL;
    d->run = run;
    run->confining.writing.begin = begin_writing;
    for (int c; (c = option_next(run, argc, argv)) != -1;) {
        sets = c == 's' ? optarg : sets;
        players = c == 'p' ? optarg : players;
        d->is_timed |= c == LONG_TIME || c == 'K';
    }
    if (argc - optind != 1 || strcmp(argv[optind], "-") == 0)
        return cli_usage("record", "one file is needed; it may be new");
    d->path = str_of(argv[optind]);
    d->asks = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    desk_begin_typing(d);
    const char *folder = file_folder(&run->catalogue.arena, d->path.p);
    bool is_new = is_missing(d->path.p, folder);
    if (!is_new && !desk_open(d, 0))
        return run_end(run);
    confining_begin_writing(run, NULL, argv + optind);
    const char *error = NULL;
    d->typed = input_open(str_of("-"), &error);
    growing_begin(&d->growing, run);
    verdicts_open(&d->verdicts, VERDICT_TEXT, &run->out);
    d->verdicts.color = d->run->color;
    d->verdicts.tell = context_tell;
    struct context *context = d->verdicts.context = context_open(run);
    bool good = d->typed ? is_new || desk_load(d) : desk_failed(d, error);
    bool has_header = good && sink_text(&d->growing.text).n;
    if (has_header && (sets || players || run->rulings.profile.n || run->rulings.count ||
                       run->rulings.clock.given))
        good =
            desk_failed(d, "it holds a record already: --sets, --players, --rules, --options and "
                           "--clock are for a new one");
    if (good && (has_header || desk_write_header(d, sets, players, is_new))) {
        desk_judge(d, str_of(""));
        tell_findings(d);
        growing_remember(&d->growing);
        show_last(d);
        if (d->asks)
            sink_cstr(&run->out, "'help' says what may be typed\n");
        clock_gettime(CLOCK_MONOTONIC, &d->since);
        play(d);
    }
    desk_forget_words(d);
    desk_forget_listed(d);
    memory_free(d->words);
    memory_free(d->listed);
    if (d->typed)
        input_close(d->typed);
    growing_end(&d->growing);
    context_close(context);
    if (d->fd >= 0 && close(d->fd) != 0)
        desk_failed(d, strerror(errno));
    return run_end(run);
}
