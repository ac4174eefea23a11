/* SPDX-License-Identifier: MIT */
/* Reads the games of a side, one by one or in stretches that threads read ahead. */
#include "diff/side.h"

#include <stdlib.h>

#include "base/pool.h"
#include "base/memory.h"
#include "formats/format.h"
#include "input/gzip.h"

enum { WRONG_LINES_MAX = 20 }; /* limit of wrong lines reported for one account */

/* True if the text has `"event"` with the value "record": it is a record as JSON. */
static bool is_json_record(struct str text)
{
    static const char key[] = "\"event\"", value[] = "\"record\"";
    for (const char *at; (at = memmem(text.p, text.n, key, sizeof key - 1)) != NULL;) {
        text = str_from(text, (size_t)(at - text.p) + sizeof key - 1);
        struct str rest = text;
        while (rest.n && char_is_in(*rest.p, " \t:"))
            rest = str_from(rest, 1);
        if (str_begins(rest, value))
            return true;
    }
    return false;
}

/* True if the input is an account: its first line that is not blank is an object with an "event",
 * and no record. */
static bool is_account(struct input *input)
{
    struct str head = str_without_blanks(input_peek(input, 4096));
    const char *end = memchr(head.p, '\n', head.n);
    struct str line = {head.p, end ? (size_t)(end - head.p) : head.n};
    return line.n && line.p[0] == '{' && memmem(line.p, line.n, "\"event\"", 7) &&
           !is_json_record(line);
}

void side_game_move(struct side_game *to, struct side_game *from)
{
    *to = *from;
    to->findings.arena = to->account.arena = &to->arena;
    *from = (struct side_game){0};
}

void side_game_free(struct side_game *game)
{
    account_free(&game->account);
    arena_free(&game->arena);
}

/* ---- One game ---- */

/* An input, or a stretch of one, and how to read its games. */
struct side_reader {
    struct source *source;
    bool is_account, *failure_told;
    const char *key;
};

/* Reports once why the input broke off. True if it was reported now. */
static bool tell_failure(const struct side_reader *reader, struct side_game *game)
{
    enum finding_id id;
    const char *failure = input_failure(reader->source->input, &id);
    if (!failure || *reader->failure_told)
        return false;
    finding_raise(&game->findings, id, (struct place){0},
                  id == FINDING_CUT ? NO_ARGS : ARGS(failure));
    return *reader->failure_told = true;
}

static bool read_account(const struct side_reader *reader, struct side_game *game)
{
    struct input_line line;
    unsigned lines = 0, wrongs = 0;
    bool over = false;
    while (!over && input_line(reader->source->input, &line)) {
        struct str text = str_without_blanks(line.text);
        if (!text.n)
            continue;
        game->line = lines++ ? game->line : line.number;
        bool too_large = lines > ACCOUNT_LINES_MAX || game->account.text > ACCOUNT_TEXT_MAX ||
                         game->account.payment_count > ACCOUNT_PAYMENTS_MAX;
        const char *wrong = line.too_long ? "a line is longer than 65000 bytes"
                            : too_large ? "the account of one game has more than 20000 lines, 5000 "
                                          "payments or 8 MiB of text"
                                        : account_line(&game->account, text, reader->key, &over);
        over |= too_large;
        if (wrong && wrongs++ < WRONG_LINES_MAX)
            finding_raise(&game->findings, FINDING_IMPORT, (struct place){NULL, line.number, 1, 1},
                          ARGS(wrong));
    }
    bool broke = !over && tell_failure(reader, game);
    if (lines && !over && !broke)
        finding_raise(&game->findings, FINDING_IMPORT, (struct place){NULL, line.number, 1, 1},
                      ARGS("the account was cut: its 'end' is missing"));
    if (over && !wrongs && account_is_empty(&game->account))
        finding_raise(&game->findings, FINDING_IMPORT, (struct place){NULL, line.number, 1, 1},
                      ARGS("the account has no payments, scores or tiles"));
    /* An account without any payment lists only scores. */
    game->account.partial = !game->account.payment_count;
    game->is_game = lines > 0;
    return lines || broke;
}

static const char *key_of(struct side_game *game, const char *key)
{
    if (!key)
        return NULL;
    if (strcmp(key, "identity") == 0) {
        char *identity = arena_alloc(&game->arena, 33);
        crn_identity(&game->record, identity);
        return identity;
    }
    struct str text = record_header(&game->record, key);
    return text.p ? arena_copy(&game->arena, text.p, text.n) : NULL;
}

static void judge_game(struct side_judge *judge, struct side_game *game, const char *key)
{
    struct account *account = &game->account;
    format_judge(&judge->referee, &game->record, &game->findings, &judge->ledger,
                 EVENTS(EVENT_SCORE) | EVENTS(EVENT_TURN) | EVENTS(EVENT_END), UINT16_MAX, false);
    account_of_table(account, &judge->referee);
    account_of_ledger(account, &judge->ledger);
    account_of_moves(account, &game->record);
    account->key = key_of(game, key);
}

/* Reads the next game, and judges it if it is a record. False if there is no next game. */
static bool read_game(const struct side_reader *reader, struct side_judge *judge,
                      struct side_game *game)
{
    arena_reset(&game->arena);
    game->findings = (struct findings){.arena = &game->arena};
    account_begin(&game->account, &game->arena);
    game->unread = false;
    if (reader->is_account)
        return read_account(reader, game);
    struct source *source = reader->source;
    if (!source_next(source, &game->arena, &game->findings, &game->record, &game->is_game))
        return false;
    game->line = game->record.place.line;
    game->unread = !game->is_game && source->syntax != SYNTAX_CRN && source->syntax != SYNTAX_NONE;
    if (game->is_game)
        judge_game(judge, game, reader->key);
    return true;
}

/* ---- Reading ahead ---- */

enum { WINDOW = 256 << 10 };

/* A stretch of the input, and the games that were read from it. */
struct stretch_read {
    struct stretch stretch;
    char *text; /* copy of the text of the stretch */
    size_t room;
    bool is_account;
    const char *key;
    struct source source;     /* state of the source at the end of the stretch */
    struct side_game **games; /* games, kept in place: their parts point at each other */
    size_t count, made, room_of_games;
};

static void make_game(struct stretch_read *read)
{
    if (read->made == read->room_of_games)
        read->games = memory_grown(read->games, &read->room_of_games, sizeof(struct side_game *));
    read->games[read->made++] = memory_zeroed(1, sizeof(struct side_game));
}

static void read_stretch(struct side_judge *judge, struct stretch_read *read)
{
    bool failure_told = false;
    struct side_reader reader = {&read->source, read->is_account, &failure_told, read->key};
    read->source.input = input_text(read->stretch.text, read->stretch.lines);
    for (read->count = 0;; read->count++) {
        if (read->count == read->made)
            make_game(read);
        if (!read_game(&reader, judge, read->games[read->count]))
            break;
    }
    input_close(read->source.input);
}

static void work(void *own, void *slot, size_t number)
{
    (void)number;
    struct stretch_read *read = slot;
    read->source = read->stretch.source;
    read_stretch(own, read);
}

static void end_judge(void *own)
{
    struct side_judge *judge = own;
    ledger_free(&judge->ledger);
}

static void end_stretch(void *slot)
{
    struct stretch_read *read = slot;
    for (size_t i = 0; i < read->made; i++) {
        side_game_free(read->games[i]);
        memory_free(read->games[i]);
    }
    memory_free(read->games);
    memory_free(read->text);
}

/* Returns the length of a text up to the end of the last line that ends an account; 0 if no line
 * does. */
static size_t last_end(struct str text)
{
    while (text.n) {
        const char *newline = memrchr(text.p, '\n', text.n - 1);
        size_t begins = newline ? (size_t)(newline - text.p) + 1 : 0;
        struct str line = str_from(text, begins);
        if (line.p[line.n - 1] == '\n' && line.n <= LINE_BYTES_MAX && account_ends(line))
            return text.n;
        text.n = begins;
    }
    return 0;
}

/* Cuts off the next stretch of whole accounts, as source_cut() does with records. False if it sees
 * none. */
static bool cut_accounts(struct diff_side *side, struct stretch *stretch)
{
    struct input *input = side->source.input;
    for (unsigned i = 0; i < 2; i++) {
        stretch->text = input_ready(input, i ? WINDOW : side->most, &stretch->is_last);
        if (!stretch->is_last)
            stretch->text.n = last_end(stretch->text);
        if (!stretch->text.n)
            continue;
        stretch->source = side->source;
        stretch->lines = input_take(input, stretch->text.n);
        return true;
    }
    return false;
}

static bool cut_input(struct diff_side *side, struct stretch *stretch)
{
    return !side->is_over && (side->is_account ? cut_accounts(side, stretch)
                                               : source_cut(&side->source, side->most, stretch));
}

/* Hands stretches to the threads while they have room and the input can be cut. */
static void read_ahead(struct diff_side *side)
{
    struct stretch stretch;
    for (struct stretch_read *read; (read = pool_empty(side->pool)) && cut_input(side, &stretch);) {
        if (read->room < stretch.text.n)
            read->text = memory_resized(read->text, read->room = stretch.text.n);
        memcpy(read->text, stretch.text.p, stretch.text.n);
        read->stretch = stretch;
        read->stretch.text.p = read->text;
        read->is_account = side->is_account;
        read->key = side->key;
        side->is_over = stretch.is_last;
        side->is_ahead = true;
        pool_hand_on(side->pool);
    }
}

/* Returns the oldest stretch that was handed on, NULL if there is none. Reads it again if the input
 * before it ended in a state other than assumed. */
static struct stretch_read *first_stretch(struct diff_side *side)
{
    struct stretch_read *read = pool_first(side->pool);
    if (!read)
        return NULL;
    if (!source_follows(&read->source, &read->stretch, &side->known)) {
        read->source = read->stretch.source;
        source_resume(&read->source, &side->known);
        read_stretch(&side->judge, read);
    }
    side->known = read->source;
    side->taken = 0;
    return read;
}

/* ---- The side ---- */

void side_hire(struct diff_side *side, unsigned threads, size_t most)
{
    static const struct pool_kind kind = {.own_size = sizeof(struct side_judge),
                                          .slot_size = sizeof(struct stretch_read),
                                          .task = work,
                                          .end_slot = end_stretch,
                                          .end_own = end_judge};
    side->most = most;
    side->pool = pool_hire(threads, threads + 2, &kind);
    side->inflaters = gzip_hire(threads);
}

void side_begin(struct diff_side *side, struct input *input, const struct catalogue *catalogue,
                const struct rulings *rulings)
{
    if (side->inflaters)
        input_inflated_by(input, side->inflaters);
    side->is_account = is_account(input);
    side->failure_told = side->is_ahead = side->is_over = false;
    source_begin(&side->source, input, catalogue);
    side->source.rulings = rulings;
    side->source.needs_games = true;
    side->known = side->source;
}

void side_close(struct diff_side *side)
{
    if (side->pool)
        pool_forget(side->pool);
    side->first = NULL;
    if (side->source.input) {
        source_end(&side->source);
        input_close(side->source.input);
    }
    side->source.input = NULL;
}

void side_free(struct diff_side *side)
{
    side_close(side);
    if (side->pool)
        pool_dismiss(side->pool);
    if (side->inflaters)
        gzip_dismiss(side->inflaters);
    side_game_free(&side->own);
    ledger_free(&side->judge.ledger);
}

static bool next_by_itself(struct diff_side *side)
{
    struct side_reader reader = {&side->source, side->is_account, &side->failure_told, side->key};
    side->game = &side->own;
    return read_game(&reader, &side->judge, &side->own);
}

bool side_next(struct diff_side *side)
{
    if (!side->pool)
        return next_by_itself(side);
    while (!side->first || side->taken == side->first->count) {
        if (side->first)
            pool_let_go(side->pool);
        read_ahead(side);
        side->first = first_stretch(side);
        if (side->first)
            continue;
        if (side->is_over)
            return false;
        if (side->is_ahead)
            source_resume(&side->source, &side->known);
        side->is_ahead = false;
        bool more = next_by_itself(side);
        side->known = side->source;
        return more;
    }
    side->game = side->first->games[side->taken++];
    return true;
}
