/* SPDX-License-Identifier: MIT */
/* bastide record: writes a game down while it is played. Each line is judged before it is kept. A
 * kept line is on the disk before the program asks for the next one. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef HAVE_LIBEDIT
#include <editline/readline.h>
#endif

#include "base/memory.h"
#include "cli/context.h"
#include "cli/growing.h"
#include "cli/replacing.h"
#include "draw/draw.h"

enum { AROUND = 2, SPOTS_SHOWN_MAX = 200 };

static struct desk {
    struct run *run;
    struct str path;
    int fd;
    bool asks;              /* standard input and output are terminals: a person can answer */
    bool unfit;             /* the last line typed is too long, is not text, or holds "%CRN" */
    bool stale;             /* the file was changed since it was last read or written */
    bool refused;           /* a line from a pipe was not kept; later lines may depend on it */
    struct growing growing; /* lines that are kept */
    struct input *typed;    /* standard input, unless libedit reads it */
    struct verdicts verdicts;
    bool is_timed;         /* the time of each line is written down */
    struct timespec since; /* when the prompt for the line was shown first */
    /* The next line: */
    unsigned turn, step; /* step: the next one of the turn under way */
    unsigned seat;
    bool waits;             /* something is still due in the turn: the next line is its step */
    bool ended;             /* the record has an end line */
    struct choices choices; /* choices, stored in `list` */
    struct choice list[CHOICES_MAX];
    /* Words that may complete what is typed. */
    char **words;
    size_t word_count, word_room;
} desk = {.fd = -1};

static char *copy_of(struct str text)
{
    char *copy = memory_get(text.n + 1);
    memcpy(copy, text.p, text.n);
    copy[text.n] = '\0';
    return copy;
}

/* ---- The record ---- */

static void judge(struct desk *d, struct str line)
{
    growing_read(&d->growing, line);
    run_judge(d->run, DRAW_EVENTS | EVENTS(EVENT_CLOCK) | EVENTS(EVENT_END), UINT16_MAX, false);
}

/* Collects the acts that were not taken in the last turn and may still be added to it. */
static void visit_open(void *context, const struct offer *offer)
{
    struct desk *d = context;
    for (unsigned i = 0; !offer->taken && !offer->waits && offer->choices && i < offer->count; i++)
        if (offer->choices[i].act.kind == ACT_VERB && strcmp(offer->what, "move") != 0 &&
            d->choices.count < CHOICES_MAX)
            d->choices.list[d->choices.count++] = offer->choices[i];
}

static void find_open(struct desk *d, const struct line *turn)
{
    struct run *run = d->run;
    struct findings again = {.arena = &run->arena};
    d->choices.count = 0;
    referee_begin(&run->referee, &run->record, &again, &run->ledger);
    referee_lines(&run->referee, run->record.lines, (uint32_t)(turn - run->record.lines));
    struct step_finder steps;
    steps_begin(&steps, &run->referee, &run->arena, visit_open, d);
    steps_turn(&steps, turn, record_end(&run->record));
}

/* Finds the turn, step, seat and choices of the next line. Replays the lines of the run's record
 * and leaves open what is still due in the last turn. The replay is needed because the referee
 * closed that turn when it made the verdict. */
static void find_next(struct desk *d)
{
    struct run *run = d->run;
    struct referee *r = &run->referee;
    struct findings again = {.arena = &run->arena};
    const struct line *last = NULL, *turn = NULL;
    run->ledger.wanted = 0;
    r->through = UINT16_MAX;
    referee_begin(r, &run->record, &again, &run->ledger);
    r->lines.whole = true;
    d->ended = false;
    for (struct line *line = run->record.lines; line < record_end(&run->record); line++) {
        d->ended |= line->kind == LINE_END;
        turn = line->kind == LINE_TURN ? line : turn;
        last = line->kind == LINE_TURN || line->kind == LINE_STEP ? line : last;
    }
    referee_lines(r, run->record.lines, run->record.line_count);
    d->choices = (struct choices){.list = d->list, .most = CHOICES_MAX};
    choices_find(r, &d->choices);
    bool must;
    /* The seat draws another tile if it set the last one aside, or if its turn has another part. */
    bool draws_again = (r->turn.open && r->turn.tile == TILE_NONE && r->turn.number) ||
                       referee_waits_for_part(r, &must);
    d->waits = r->turn.waits && !d->ended && !draws_again;
    struct line next = referee_next_line(r);
    d->turn = d->waits || draws_again ? r->turn.number : next.turn;
    d->step = last && last->kind == LINE_STEP ? last->step + 1u : 1u;
    /* A seat that may still do something, such as guard a wall, comes before the seat of the next
     * turn. */
    d->seat = r->turn.seat;
    if (!draws_again && !d->waits)
        d->seat = next.seat;
    else if (!draws_again && d->choices.count)
        d->seat = d->choices.list[d->choices.count - 1].seat;
    r->lines.whole = false;
    if (turn && !d->waits && !d->ended)
        find_open(d, turn);
}

/* ---- Typed lines ---- */

static struct str next_word(struct str *rest)
{
    while (rest->n && isblank((unsigned char)rest->p[0]))
        *rest = str_from(*rest, 1);
    size_t n = 0;
    while (n < rest->n && !isblank((unsigned char)rest->p[n]))
        n++;
    struct str word = {rest->p, n};
    *rest = str_from(*rest, n);
    return word;
}

static bool is_seat(struct str word)
{
    return word.n == 1 && word.p[0] >= 'a' && word.p[0] <= 'f';
}

/* True if the line is kept as typed: it begins with a number, `end` or `final`, or is a comment. */
static bool is_whole(struct str line)
{
    struct str rest = line, word = next_word(&rest);
    return isdigit((unsigned char)line.p[0]) || line.p[0] == '#' || str_is(word, "end") ||
           str_is(word, "final");
}

/* Returns the seat that may do the act that the first word names: d->seat if it may, otherwise
 * another seat. Returns SEAT_NONE if no seat may. */
static unsigned seat_of(const struct desk *d, struct str word)
{
    const char *colon = memchr(word.p, ':', word.n);
    word.n = colon ? (size_t)(colon - word.p) : word.n;
    unsigned other = SEAT_NONE;
    for (unsigned i = 0; i < d->choices.count; i++) {
        const struct choice *choice = &d->choices.list[i];
        if (choice->act.kind != ACT_VERB || !str_is(word, verbs[choice->act.verb].name))
            continue;
        if (choice->seat == d->seat)
            return d->seat;
        other = choice->seat;
    }
    return other;
}

/* Returns the milliseconds since the prompt for the line was shown first. */
static int64_t time_since(const struct timespec *since)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)(now.tv_sec - since->tv_sec) * 1000 + (now.tv_nsec - since->tv_nsec) / 1000000;
}

/* Writes the time that the line took, in tenths of a second. A line that ends the game, or that has
 * a time or a clock already, gets none. */
static void write_time(const struct desk *d, struct str typed, struct sink *to)
{
    struct str rest = typed, word = next_word(&rest);
    bool is_move = !str_is(word, "end") && !str_is(word, "final");
    for (; word.n && word.p[0] != '#'; word = next_word(&rest))
        is_move &= !str_begins(word, "took:") && !str_begins(word, "t:");
    if (is_move)
        sink_printf(to, " took:%s", seconds_text((time_since(&d->since) + 50) / 100 * 100).text);
}

/* Writes the typed line with number and seat before it, as the record has it. A line typed with a
 * seat before it is a step of the turn under way. */
static void write_line(const struct desk *d, struct str typed, struct sink *to)
{
    struct str rest = typed, word = next_word(&rest);
    bool by_seat = is_seat(word) && rest.n;
    unsigned seat = seat_of(d, word);
    if (by_seat)
        sink_printf(to, "%u.%u%c", d->run->referee.turn.number, d->step, word.p[0]);
    else if (!is_whole(typed) && (d->waits || seat != SEAT_NONE))
        sink_printf(to, "%u.%u%s ", d->run->referee.turn.number, d->step,
                    seat_name(seat != SEAT_NONE ? seat : d->seat));
    else if (!is_whole(typed))
        sink_printf(to, "%u%s ", d->turn, seat_name(d->seat));
    struct str said = by_seat ? rest : typed;
    /* Extensions and a comment come after the time. */
    static const char *const after[] = {" #", " x-"};
    size_t n = said.n;
    for (unsigned i = 0; i < 2; i++) {
        const char *at = memmem(said.p, n, after[i], strlen(after[i]));
        n = at ? (size_t)(at - said.p) : n;
    }
    sink_verbatim(to, (struct str){said.p, n});
    if (d->is_timed)
        write_time(d, typed, to);
    sink_verbatim(to, str_from(said, n));
    sink_char(to, '\n');
}

/* ---- Words that may be typed ---- */

static void add_word(struct desk *d, struct str word)
{
    if (d->word_count == d->word_room)
        d->words = memory_grown(d->words, &d->word_room, sizeof *d->words);
    d->words[d->word_count++] = copy_of(word);
}

static void forget_words(struct desk *d)
{
    while (d->word_count)
        memory_free(d->words[--d->word_count]);
}

static void add_choices(struct desk *d, const struct choice *choices, unsigned count, unsigned seat,
                        struct cell here)
{
    struct sink word;
    sink_open(&word, -1);
    for (unsigned i = 0; i < count; i++) {
        /* The tiles of a bazaar are drawn, not chosen. */
        bool drawn = act_has_shape(&choices[i].act, SHAPE_TILES);
        if (choices[i].seat != seat || drawn)
            continue;
        steps_write_act(&choices[i].act, NULL, here, &word);
        add_word(d, sink_text(&word));
        sink_clear(&word);
    }
    sink_close(&word);
}

static void visit_spots(void *context, const struct offer *offer)
{
    struct desk *d = context;
    struct sink word;
    sink_open(&word, -1);
    for (unsigned i = 0; i < offer->count; i++)
        for (unsigned orient = offer->spots[i].orient; orient < 4;
             orient += offer->design->symmetry) {
            steps_write_spot(offer->spots[i], orient, &word);
            add_word(d, sink_text(&word));
            sink_clear(&word);
        }
    sink_close(&word);
}

/* Adds the acts that the seat may still do after those that are typed. */
static void visit_acts(void *context, const struct offer *offer)
{
    struct desk *d = context;
    if (offer->choices && !offer->taken && !offer->waits &&
        offer->seat == d->run->referee.turn.seat)
        add_choices(d, offer->choices, offer->count, offer->seat, offer->here);
}

/* Finds the words that may follow `before`: tiles, placements of a tile, or acts. */
static void find_words(struct desk *d, struct str before)
{
    struct run *run = d->run;
    struct referee *r = &run->referee;
    struct str rest = before, word = next_word(&rest);
    forget_words(d);
    judge(d, str_of(""));
    find_next(d);
    if (d->waits || (is_seat(word) && before.n > 1)) {
        unsigned seat = is_seat(word) ? (unsigned)(word.p[0] - 'a') : d->seat;
        add_choices(d, d->choices.list, d->choices.count, seat, r->table.tiles[r->turn.tile].cell);
        return;
    }
    struct line line = referee_next_line(r);
    line.turn = (uint16_t)d->turn;
    line.seat = (uint8_t)d->seat;
    if (!word.n) {
        const struct design *designs[DESIGNS_IN_PLAY_MAX];
        referee_turn(r, &line);
        unsigned count = choices_tiles(r, designs);
        count = count ? count : referee_drawable(r, designs);
        for (unsigned i = 0; i < count; i++)
            add_word(d, str_of(designs[i]->name));
        return;
    }
    line.tile = (struct tile_ref){word, crn_design(&run->catalogue, &run->record, word), {0}};
    if (!next_word(&rest).n) {
        struct step_finder steps;
        steps_begin(&steps, r, &run->arena, visit_spots, d);
        if (line.tile.design)
            steps_placements(&steps, &line);
        return;
    }
    struct sink typed;
    sink_open(&typed, -1);
    write_line(d, before, &typed);
    judge(d, sink_text(&typed));
    struct findings again = {.arena = &run->arena};
    const struct record *record = &run->record;
    run->ledger.wanted = 0;
    referee_begin(r, record, &again, &run->ledger);
    uint32_t last = record->line_count;
    while (last && record->lines[last - 1].kind != LINE_TURN)
        last--;
    if (last) {
        struct step_finder steps;
        steps_begin(&steps, r, &run->arena, visit_acts, d);
        referee_lines(r, record->lines, last - 1);
        steps_turn(&steps, &record->lines[last - 1], record_end(record));
    }
    sink_close(&typed);
}

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
}

/* Shows a tile and the places where it fits. */
static void show_tile(struct desk *d, const struct design *design, struct str typed)
{
    struct drawing drawing;
    draw_design(design, 0, &drawing);
    for (unsigned row = 0; row < DRAW_ROWS; row++) {
        sink_cstr(&d->run->out, "  ");
        sink_bytes(&d->run->out, drawing.at[row], DRAW_COLUMNS);
        sink_char(&d->run->out, '\n');
    }
    find_words(d, typed);
    show_words(d, "it fits");
}

static void show_help(struct desk *d)
{
    sink_cstr(&d->run->out, "  V 1,0N rW     a turn: tile, cell and side that its top faces, acts; "
                            "a tile alone shows where it fits\n"
                            "  b castle:cN   what another seat does in the turn under way\n"
                            "  end           the game is over\n"
                            "  undo          take the last line back\n"
                            "  moves         what may be written next\n"
                            "  show          the table and who stands where\n"
                            "  quit          leave; everything is written already\n"
                            "crn(5) has all that a line may say; Tab completes.\n");
}

/* ---- The file ---- */

static bool failed(struct desk *d, const char *what)
{
    sink_printf(&d->run->err, "bastide record: ");
    sink_plain(&d->run->err, d->path);
    sink_printf(&d->run->err, ": %s\n", what);
    sink_flush(&d->run->err);
    d->run->status = EXIT_TROUBLE;
    return false;
}

/* Reports that a line could not be written, and prints the line, so that it can be typed again. */
static bool lost(struct desk *d, const char *what, struct str line)
{
    failed(d, what);
    sink_cstr(&d->run->err, "not written: ");
    sink_plain(&d->run->err, (struct str){line.p, line.n - (line.n && line.p[line.n - 1] == '\n')});
    sink_char(&d->run->err, '\n');
    sink_flush(&d->run->err);
    return false;
}

/* Opens or creates the file, and locks it against other programs. */
static bool open_file(struct desk *d, int how)
{
    struct stat status;
    d->fd = open(d->path.p, O_RDWR | O_APPEND | O_CLOEXEC | how, 0666);
    if (d->fd < 0 || fstat(d->fd, &status) != 0 || !S_ISREG(status.st_mode)) {
        run_cannot_open(d->run, d->path,
                        d->fd < 0 ? strerror(errno)
                                  : "a game cannot be written to this kind of file");
        return false;
    }
    return flock(d->fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK ||
           failed(d, "another program is writing it");
}

/* True if the file holds the kept text, then a beginning of `line`, and nothing else. */
static bool holds(const struct desk *d, struct str kept, struct str line)
{
    char block[4096];
    size_t at = 0;
    for (;;) {
        ssize_t n = pread(d->fd, block, sizeof block, (off_t)at);
        if (n <= 0)
            return n == 0 && at >= kept.n;
        if (at + (size_t)n > kept.n + line.n)
            return false;
        for (ssize_t i = 0; i < n; i++, at++)
            if (block[i] != (at < kept.n ? kept.p[at] : line.p[at - kept.n]))
                return false;
    }
}

/* True if the file is as it was last read or written, and its path still leads to it. Sets
 * d->stale. */
static bool is_unchanged(struct desk *d)
{
    struct stat here, there;
    d->stale = fstat(d->fd, &here) != 0 || stat(d->path.p, &there) != 0 ||
               here.st_dev != there.st_dev || here.st_ino != there.st_ino ||
               !holds(d, sink_text(&d->growing.text), str_of(""));
    return !d->stale;
}

static const char changed[] = "it was changed by another program";

/* Writes text to the disk, then adds it to the kept text. If that fails, takes back the part that
 * was written. */
static bool keep(struct desk *d, struct str text)
{
    struct sink file;
    if (!is_unchanged(d))
        return lost(d, changed, text);
    sink_open(&file, d->fd);
    sink_verbatim(&file, text);
    sink_flush(&file);
    int failure = file.failure ? file.failure : fsync(d->fd) != 0 && errno != EINVAL ? errno : 0;
    sink_close(&file);
    if (!failure) {
        sink_verbatim(&d->growing.text, text);
        return true;
    }
    lost(d, strerror(failure), text);
    struct str kept = sink_text(&d->growing.text);
    if (!holds(d, kept, text) || ftruncate(d->fd, (off_t)kept.n) != 0)
        failed(d, "part of a line may remain in the file");
    return false;
}

/* Takes back the last line, unless it belongs to the header. */
static bool undo(struct desk *d)
{
    struct str text = sink_text(&d->growing.text);
    if (!d->run->record.line_count) {
        sink_cstr(&d->run->out, "there is no line to undo\n");
        return true;
    }
    size_t n = text.n - 1;
    while (n && text.p[n - 1] != '\n')
        n--;
    if (!is_unchanged(d))
        return failed(d, changed);
    if (ftruncate(d->fd, (off_t)n) != 0 || lseek(d->fd, 0, SEEK_END) < 0 || fsync(d->fd) != 0)
        return failed(d, strerror(errno));
    sink_cstr(&d->run->out, "taken back: ");
    sink_plain(&d->run->out, (struct str){text.p + n, text.n - n - 1});
    sink_char(&d->run->out, '\n');
    char *rest = copy_of((struct str){text.p, n});
    sink_clear(&d->growing.text);
    sink_verbatim(&d->growing.text, (struct str){rest, n});
    memory_free(rest);
    judge(d, str_of(""));
    growing_remember(&d->growing);
    return true;
}

/* ---- The terminal ---- */

#ifdef HAVE_LIBEDIT
static char *generate(const char *text, int state)
{
    static size_t at;
    at = state ? at : 0;
    for (; at < desk.word_count; at++)
        if (strncmp(desk.words[at], text, strlen(text)) == 0)
            return copy_of(str_of(desk.words[at++]));
    return NULL;
}

static char **complete(const char *text, int start, int end)
{
    (void)end;
    rl_attempted_completion_over = 1;
    find_words(&desk, (struct str){rl_line_buffer, (size_t)start});
    return rl_completion_matches(text, generate);
}
#endif

/* Returns the next line without its end, to be freed by the caller; NULL at the end of input. */
static char *read_typed(struct desk *d, const char *prompt)
{
    sink_flush(&d->run->out);
#ifdef HAVE_LIBEDIT
    if (d->asks) {
        char *line = readline(prompt);
        if (line && *line)
            add_history(line);
        return line;
    }
#endif
    struct input_line line;
    enum finding_id id;
    if (d->asks) {
        sink_cstr(&d->run->out, prompt);
        sink_flush(&d->run->out);
    }
    if (input_line(d->typed, &line)) {
        d->unfit = line.too_long || memchr(line.text.p, '\0', line.text.n);
        return copy_of(line.text);
    }
    const char *failure = input_failure(d->typed, &id);
    if (failure)
        failed(d, failure);
    return NULL;
}

/* ---- The header ---- */

static const char *ask(struct desk *d, const char *given, const char *prompt, const char *otherwise)
{
    if (given || !d->asks)
        return given ? given : otherwise;
    char *typed = read_typed(d, prompt);
    const char *answer =
        typed && *typed ? arena_copy(&d->run->catalogue.arena, typed, strlen(typed)) : otherwise;
    memory_free(typed);
    return answer;
}

/* Leaves out empty names: a comma at the end of a list is easily typed. */
static void drop_empty(struct value *names)
{
    unsigned count = 0;
    for (unsigned i = 0; i < names->count; i++)
        if (names->items[i].text.n)
            names->items[count++] = names->items[i];
    names->count = count;
}

/* Asks for the header and writes it. A new file is created only if the header is valid. */
static bool write_header(struct desk *d, const char *sets, const char *players, bool is_new)
{
    struct run *run = d->run;
    struct arena *arena = &run->catalogue.arena;
    struct record record = {.magic = str_of("%CRN 1")};
    struct sink text;
    sets = ask(d, sets, "tile sets (base): ", "base");
    const struct tileset *city = catalogue_set(&run->catalogue, str_of(sets));
    if (city && city->game == GAME_CITY)
        value_scalar(&record_entry_add(&record, arena, "game")->value, arena,
                     str_of(games[GAME_CITY].name));
    if (!city || strcmp(sets, games[city->game].set) != 0)
        value_words(&record_entry_add(&record, arena, "sets")->value, arena, sets);
    const char *rules = run->rulings.profile.n
                            ? arena_copy(arena, run->rulings.profile.p, run->rulings.profile.n)
                            : NULL;
    rules = ask(d, rules, "rules (official-1): ", "official-1");
    value_scalar(&record_entry_add(&record, arena, "rules")->value, arena, str_of(rules));
    run->rulings.profile = str_of("");
    if (run->rulings.count || run->rulings.clock.given)
        record_rule(&record, arena, &run->rulings);
    run->rulings.clock.given = false;
    players = ask(d, players, "players, with commas between them: ", "");
    struct value *names = &record_entry_add(&record, arena, "players")->value;
    value_words(names, arena, players);
    drop_empty(names);
    sink_open(&text, -1);
    crn_print(&record, &text);
    judge(d, sink_text(&text));
    bool good = true;
    for (const struct finding *finding = run->findings.first; finding; finding = finding->next)
        good &= finding->severity == SEVERITY_WARNING;
    if (good)
        good = (!is_new || open_file(d, O_CREAT | O_EXCL)) && keep(d, sink_text(&text));
    else
        run_complain(run, d->path, &run->findings);
    run->status = good ? run->status : EXIT_TROUBLE;
    sink_close(&text);
    return good;
}

/* ---- The game ---- */

/* Reports the new findings. True if there are errors among them. */
static bool tell_findings(struct desk *d)
{
    unsigned errors = growing_mark(&d->growing);
    verdicts_game(&d->verdicts, d->path, &d->run->findings, NULL);
    return errors > 0;
}

/* Asks a person whether to keep a line with errors, because it may be what was played. True if the
 * answer is yes; false if nobody can answer. */
static bool is_wanted(struct desk *d)
{
    if (!d->asks)
        return false;
    char *answer = read_typed(d, "keep it all the same? (y/N) ");
    bool yes = answer && (*answer == 'y' || *answer == 'Y');
    memory_free(answer);
    return yes;
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

static bool take_line(struct desk *d, struct str typed)
{
    struct sink line;
    bool good = true;
    sink_open(&line, -1);
    write_line(d, typed, &line);
    judge(d, sink_text(&line));
    if (tell_findings(d) && !is_wanted(d)) {
        refuse(d, "the line is not kept");
        judge(d, str_of(""));
    } else if ((good = keep(d, sink_text(&line)))) {
        clock_gettime(CLOCK_MONOTONIC, &d->since);
        judge(d, str_of(""));
        growing_remember(&d->growing);
        show_last(d);
    }
    sink_close(&line);
    return good;
}

static bool take(struct desk *d, struct str typed)
{
    struct run *run = d->run;
    struct str rest = typed, word = next_word(&rest);
    bool alone = !next_word(&rest).n;
    const struct design *design = crn_design(&run->catalogue, &run->record, word);
    if (alone && str_is(word, "undo"))
        return undo(d);
    if (alone && str_is(word, "help")) {
        show_help(d);
    } else if (alone && str_is(word, "moves")) {
        find_words(d, str_of(""));
        show_words(d, d->waits ? "it could be" : "tiles that may be drawn");
    } else if (alone && str_is(word, "show")) {
        judge(d, str_of(""));
        draw_table(&run->ledger, d->run->color, &run->out);
        show_score(d);
    } else if (alone && !d->waits && design) {
        show_tile(d, design, typed);
    } else {
        return take_line(d, typed);
    }
    return true;
}

/* Reads what the file holds already: nothing, or one game as text. False, with a message, for
 * anything else. */
static bool load(struct desk *d)
{
    const char *error = NULL;
    struct str text;
    struct input *input = input_open(d->path, &error);
    if (!input)
        return failed(d, error);
    if (!input_whole(input, &text)) {
        input_close(input);
        return failed(d, "cannot be read whole");
    }
    bool is_text = !input_is_packed(input);
    sink_verbatim(&d->growing.text, text);
    input_close(input);
    if (!is_text)
        return failed(d, "it is gzipped");
    struct str held = sink_text(&d->growing.text);
    bool is_open = held.n && held.p[held.n - 1] != '\n';
    judge(d, str_of(is_open ? "\n" : ""));
    struct record more;
    struct findings rest = {.arena = &d->run->arena};
    bool early = false;
    bool is_one =
        !d->run->record.place.line ||
        !crn_read(d->growing.input, &d->run->catalogue, &d->run->arena, &rest, &more, &early, NULL);
    if (sink_text(&d->growing.text).n &&
        (!d->run->record.place.line || d->run->record.place.line != 1 || !is_one))
        return failed(d, is_one ? "it holds no record" : "it holds more than one record");
    return !is_open || keep(d, str_of("\n"));
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
    if (!open_file(d, 0) || !load(d))
        return false;
    judge(d, str_of(""));
    tell_findings(d);
    growing_remember(&d->growing);
    show_last(d);
    return true;
}

static void play(struct desk *d)
{
    for (;;) {
        judge(d, str_of(""));
        find_next(d);
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
        char *typed = read_typed(d, prompt);
        struct str rest = str_of(typed ? typed : "quit"), line = rest, word = next_word(&rest);
        while (line.n && isblank((unsigned char)line.p[0]))
            line = str_from(line, 1);
        while (line.n && isblank((unsigned char)line.p[line.n - 1]))
            line.n--;
        d->unfit |= memmem(line.p, line.n, "%CRN", 4) != NULL;
        if (d->unfit) {
            refuse(d, "the line is not kept: it is too long, no text, or holds '%CRN', which "
                      "begins a record");
        }
        bool goes_on = d->unfit || (!str_is(word, "quit") && (!word.n || take(d, line)));
        if (!goes_on && d->stale && d->asks)
            goes_on = read_again(d);
        d->unfit = false;
        memory_free(typed);
        if (!goes_on || d->refused)
            return;
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
    const char *folder = file_folder(&run->catalogue.arena, d->path.p);
    bool is_new = is_missing(d->path.p, folder);
    if (!is_new && !open_file(d, 0))
        return run_end(run);
    confining_begin_writing(run, NULL, argv + optind);
    const char *error = NULL;
    d->typed = input_open(str_of("-"), &error);
    growing_begin(&d->growing, run);
    verdicts_open(&d->verdicts, VERDICT_TEXT, &run->out);
    d->verdicts.color = d->run->color;
    d->verdicts.tell = context_tell;
    struct context *context = d->verdicts.context = context_open(run);
#ifdef HAVE_LIBEDIT
    rl_attempted_completion_function = complete;
    rl_basic_word_break_characters = " \t";
#endif
    bool good = d->typed ? is_new || load(d) : failed(d, error);
    bool has_header = good && sink_text(&d->growing.text).n;
    if (has_header && (sets || players || run->rulings.profile.n || run->rulings.count ||
                       run->rulings.clock.given))
        good = failed(d, "it holds a record already: --sets, --players, --rules, --options and "
                         "--clock are for a new one");
    if (good && (has_header || write_header(d, sets, players, is_new))) {
        judge(d, str_of(""));
        tell_findings(d);
        growing_remember(&d->growing);
        show_last(d);
        if (d->asks)
            sink_cstr(&run->out, "'help' says what may be typed\n");
        clock_gettime(CLOCK_MONOTONIC, &d->since);
        play(d);
    }
    forget_words(d);
    memory_free(d->words);
    if (d->typed)
        input_close(d->typed);
    growing_end(&d->growing);
    context_close(context);
    if (d->fd >= 0 && close(d->fd) != 0)
        failed(d, strerror(errno));
    return run_end(run);
}
