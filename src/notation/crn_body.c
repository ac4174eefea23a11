/* SPDX-License-Identifier: MIT */
/* Reads the body lines of a record: turns, steps, final and end lines (crn(5), Lines).
 *
 * A token that cannot be read is reported and kept as raw text. The rest of its line is still read,
 * except after a tile that cannot be read. Typos (a Unicode minus, small letters for sides) are
 * corrected and reported.
 */
#include "base/along.h"
#include "notation/crn_part.h"

#include "base/utf8.h"

/* The current line from its first byte, and the position up to which it is read. With `mends`,
 * everything that cannot be read is corrected or reported. Without `mends`, a line with something
 * that cannot be read is not plain: nothing is reported, and the line is read again. */
struct words {
    const char *line, *at;
    const char *over; /* end of the last token */
    uint32_t number;
    bool mends;
};

/* A token and its place. */
struct word {
    struct str text;
    struct place place;
};

/* Moves to the next token; false if there is none. A "#" here begins the comment. */
static inline bool next_token(struct words *words)
{
    const char *at = words->at;
    words->over = at;
    /* Usually one blank stands before the token. */
    if (*at == ' ' && (unsigned char)at[1] > '#') {
        words->at = at + 1;
        return true;
    }
    while (token_is_over(at) && char_is_blank(*at))
        at++;
    words->at = at;
    return !token_is_over(at) && *at != '#';
}

/* Returns the place of the bytes from `from` to the current position. At least one byte must have
 * been read. */
static inline struct place read_from(const struct words *words, const char *from)
{
    return (struct place){NULL, words->number, (uint16_t)(from - words->line + 1),
                          (uint16_t)(words->at - words->line)};
}

/* Takes the whole token, whatever it is. */
static struct word take_word(struct words *words)
{
    struct str text = crn_token(words->at);
    words->at += text.n;
    return (struct word){text, read_from(words, text.p)};
}

/* Returns a corrected copy of the text; NULL if nothing changes. Replaces each character that looks
 * like '-' by '-'. Makes small letters that name sides capitals; with `keep_first`, the first
 * letter stays as it is. */
static char *correct_typo(struct arena *arena, struct str text, bool keep_first)
{
    char *corrected = arena_alloc(arena, text.n + 1);
    size_t n = 0;
    bool changed = false;
    for (size_t i = 0; i < text.n;) {
        uint32_t point;
        unsigned length = utf8_decode(text.p + i, text.n - i, &point);
        char c = text.p[i];
        if (length > 1 && (point == 0x2212 || (point >= 0x2010 && point <= 0x2015) ||
                           point == 0xFE63 || point == 0xFF0D)) {
            corrected[n++] = '-';
            changed = true;
        } else if ((i || !keep_first) && char_is_in(c, "nesw")) {
            corrected[n++] = (char)(c - 'a' + 'A');
            changed = true;
        } else {
            memcpy(corrected + n, text.p + i, length ? length : 1);
            n += length ? length : 1;
        }
        i += length ? length : 1;
    }
    corrected[n] = '\0';
    return changed ? corrected : NULL;
}

/* Returns the token with small letters instead of capitals before its colon: "bridge:NS" for
 * "Bridge:NS". With `after`, also the first letter after the colon, or of a token without one:
 * "cN" for "CN". NULL if there is no such capital. */
static char *correct_capitals(struct arena *arena, struct str text, bool after)
{
    const char *colon = memchr(text.p, ':', text.n);
    size_t word = colon ? (size_t)(colon - text.p) : 0, first = word;
    while (first < text.n && !char_is_alpha(text.p[first]))
        first++;
    char *corrected = arena_copy(arena, text.p, text.n);
    bool changed = false;
    for (size_t i = 0; i < text.n; i++)
        if ((i < word || (after && i == first)) && text.p[i] >= 'A' && text.p[i] <= 'Z') {
            corrected[i] = (char)(text.p[i] - 'A' + 'a');
            changed = true;
        }
    return changed ? corrected : NULL;
}

static __attribute__((cold)) void raise_typo(struct crn_reader *r, struct word *word,
                                             const char *corrected)
{
    finding_raise(r->findings, FINDING_TYPO, word->place,
                  ARGS(arena_copy(r->arena, word->text.p, word->text.n), corrected));
}

static __attribute__((cold)) void unknown_token(struct crn_reader *r, const struct word *word)
{
    /* A '%' was reported already. */
    if (!memchr(word->text.p, '%', word->text.n))
        finding_raise(r->findings, FINDING_TOKEN_UNKNOWN, word->place,
                      ARGS(arena_brief(r->arena, word->text)));
}

/* True if an unreadable token may be an act: it has a letter, and does not begin like a claim,
 * totals, a time, a clock or an extension. */
static bool may_be_play(struct str text)
{
    if (text.p[0] == '+' || text.p[0] == '=' || str_begins(text, "t:") ||
        str_begins(text, "took:") || str_begins(text, "x-"))
        return false;
    bool has_letter = false;
    for (size_t i = 0; i < text.n; i++)
        has_letter |= char_is_alpha(text.p[i]);
    return has_letter;
}

/* Corrects a typo in a token and reads it as an act. False if no correction makes it an act. */
static __attribute__((cold)) bool correct_act(struct crn_reader *r, struct word *word,
                                              struct act *act)
{
    char *typo = correct_typo(r->arena, word->text, true);
    struct str text = typo ? str_of(typo) : word->text;
    char *const tries[] = {typo, correct_capitals(r->arena, word->text, false),
                           correct_capitals(r->arena, text, false),
                           correct_capitals(r->arena, text, true)};
    for (unsigned i = 0; i < sizeof tries / sizeof *tries; i++) {
        struct act again = {.place = word->place};
        const char *at = tries[i];
        if (at && crn_read_act(r, &at, &again) == FINDING_NONE) {
            raise_typo(r, word, tries[i]);
            *act = again;
            return true;
        }
    }
    return false;
}

/* Corrects a token that is not an act in its present form, or reports it and keeps it as raw text.
 */
static __attribute__((cold)) void mend_act(struct crn_reader *r, struct words *words,
                                           struct act *act, enum finding_id id)
{
    struct word word = take_word(words);
    if (correct_act(r, &word, act))
        return;
    struct line *line = &r->record->lines[r->record->line_count - 1];
    *act = (struct act){.kind = ACT_RAW, .place = word.place, .text = word.text};
    if (id == FINDING_TOKEN)
        unknown_token(r, &word);
    else
        finding_raise(r->findings, id, word.place, ARGS(arena_brief(r->arena, word.text)));
    r->record->claims_unread |= word.text.p[0] == '+' || word.text.p[0] == '=';
    if (line->kind != LINE_FINAL && may_be_play(word.text))
        act->number = id == FINDING_SEGMENT ? RAW_SEGMENT : RAW_PLAY;
}

/* Sets the place of an act, which is also that of its tiles. */
static void place_act(struct act *act, struct place place)
{
    act->place = place;
    if (act->kind == ACT_MEEPLE)
        return;
    act->tile.place = place;
    for (unsigned i = 0; act->tiles && i < act->count; i++)
        act->tiles[i].place = place;
}

/* Reads the next token as an act of the last line of the record. False if it is no act and nothing
 * is mended. */
ALONG bool add_act(struct crn_reader *r, struct words *words)
{
    const char *from = words->at, *at = from;
    struct act *act = record_act_add(r->record, r->arena, ACT_RAW, (struct place){NULL, 0, 0, 0});
    enum finding_id id = crn_read_act(r, &at, act);
    words->at = at;
    if (id == FINDING_NONE)
        place_act(act, read_from(words, from));
    else if (words->mends)
        mend_act(r, words, act, id);
    else
        return false;
    return true;
}

ALONG bool add_acts(struct crn_reader *r, struct words *words)
{
    while (next_token(words))
        if (!add_act(r, words))
            return false;
    return true;
}

/* Reads a cell and the side that the top of the tile faces, which must be a whole token. */
static inline bool read_cell_token(const char **at, struct line *line, bool *far)
{
    if (!token_cell(at, &line->cell, far))
        return false;
    if (token_take(at, '?')) {
        line->orient = ORIENT_UNKNOWN;
        return token_is_over(*at);
    }
    return token_side(at, &line->orient) && token_is_over(*at);
}

static __attribute__((cold)) void mend_cell(struct crn_reader *r, struct words *words,
                                            struct line *line, bool far)
{
    struct word word = take_word(words);
    line->cell_place = word.place;
    char *corrected = correct_typo(r->arena, word.text, false);
    const char *at = corrected;
    if (!far && corrected && read_cell_token(&at, line, &far)) {
        raise_typo(r, &word, corrected);
        return;
    }
    line->broken = true;
    finding_raise(r->findings, far ? FINDING_CELL_TOO_FAR : FINDING_CELL_EXPECTED, word.place,
                  ARGS(arena_brief(r->arena, word.text)));
}

ALONG bool read_cell(struct crn_reader *r, struct words *words, struct line *line)
{
    const char *from = words->at;
    bool far = false;
    if (read_cell_token(&words->at, line, &far)) {
        line->cell_place = read_from(words, from);
        return true;
    }
    words->at = from;
    if (words->mends)
        mend_cell(r, words, line, far);
    return words->mends;
}

/* Reads a head, "12b" or "12.1b", which must be a whole token. */
static inline bool read_head_token(const char **at, struct line *line)
{
    int32_t turn, step = 0;
    uint8_t seat;
    if (!token_number(at, &turn))
        return false;
    bool is_step = token_take(at, '.');
    if ((is_step && !token_number(at, &step)) || !token_seat(at, &seat) || !token_is_over(*at))
        return false;
    line->kind = is_step ? LINE_STEP : LINE_TURN;
    line->turn = (uint16_t)turn;
    line->step = (uint16_t)step;
    line->seat = seat;
    return true;
}

static inline bool read_head(struct words *words, struct line *line)
{
    const char *from = words->at;
    if (read_head_token(&words->at, line)) {
        line->head = read_from(words, from);
        return true;
    }
    words->at = from;
    return false;
}

/* Reads a head with leading zeros or a capital seat, and reports the correction; false if it still
 * is no head. */
static __attribute__((cold)) bool mend_head(struct crn_reader *r, struct word *word,
                                            struct line *line)
{
    char *corrected = arena_copy(r->arena, word->text.p, word->text.n);
    size_t n = word->text.n;
    bool capital = n && corrected[n - 1] >= 'A' && corrected[n - 1] <= 'F';
    if (capital)
        corrected[n - 1] = (char)(corrected[n - 1] - 'A' + 'a');
    char *begin = corrected;
    while (begin[0] == '0' && char_is_digit(begin[1]))
        begin++;
    const char *at = begin;
    if ((!capital && begin == corrected) || !read_head_token(&at, line))
        return false;
    if (begin != corrected)
        finding_raise(r->findings, FINDING_NUMBER_LEADING_ZEROS, word->place,
                      ARGS(arena_brief(r->arena, word->text)));
    else
        raise_typo(r, word, begin);
    return true;
}

static __attribute__((cold)) void not_understood(struct crn_reader *r, struct line *line,
                                                 struct str text, enum finding_id id)
{
    line->kind = LINE_RAW;
    line->raw = text;
    if (!memchr(text.p, '%', text.n))
        finding_raise(r->findings, id, line->place, NO_ARGS);
}

/* Reads the tile of a turn; false if there is none that can be read. */
ALONG bool read_tile(struct crn_reader *r, struct words *words, struct line *line)
{
    const char *from = words->at;
    struct str name = {from, 1};
    bool unknown = token_take(&words->at, '?');
    if ((!unknown && !token_tile(&words->at, &name)) || !token_is_over(words->at)) {
        words->at = from;
        return false;
    }
    crn_read_tile(r, &line->tile, name, read_from(words, from));
    return true;
}

/* Handles a turn whose tile or cell is missing, or whose tile cannot be read. False if its acts are
 * not to be read: the tile is unreadable, or the line is no turn. */
static __attribute__((cold)) bool mend_turn(struct crn_reader *r, struct words *words,
                                            struct line *line)
{
    if (line->has_tile) {
        line->broken = true;
        finding_raise(r->findings, FINDING_CELL_MISSING, line->tile.place, NO_ARGS);
        return true;
    }
    if (!next_token(words)) {
        not_understood(r, line, line->raw, FINDING_LINE_TURN);
        return false;
    }
    struct str token = crn_token(words->at);
    if (str_begins(token, "discard:") || str_begins(token, "aside:") || str_begins(token, "pass:"))
        return true;
    struct word word = take_word(words);
    unknown_token(r, &word);
    line->tile = (struct tile_ref){word.text, NULL, word.place};
    line->has_tile = line->broken = true;
    return false;
}

/* Reads the rest of a line after its head. It is inlined so that crn_plain_line() has a copy of its
 * own, without the code that mends. */
ALONG bool read_moves(struct crn_reader *r, struct words *words, struct line *line)
{
    if (line->kind == LINE_TURN) {
        line->has_tile = next_token(words) && read_tile(r, words, line);
        if (!line->has_tile || !next_token(words)) {
            if (!words->mends)
                return false;
            if (!mend_turn(r, words, line))
                return true;
        } else if (!read_cell(r, words, line)) {
            return false;
        }
    }
    return add_acts(r, words);
}

/* Reports an unreadable token that may be the reason why the game ended. */
static __attribute__((cold)) void unknown_reason(struct crn_reader *r, const struct word *word,
                                                 struct line *line)
{
    const char *colon = memchr(word->text.p, ':', word->text.n);
    struct str name = colon ? str_from(word->text, (size_t)(colon - word->text.p) + 1) : str_of("");
    unsigned seat = record_seat(r->record, name);
    line->reason = END_UNREAD;
    line->seat = SEAT_NONE;
    if (!memchr(word->text.p, '%', word->text.n))
        finding_raise(
            r->findings, FINDING_TOKEN_REASON, word->place,
            ARGS(arena_brief(r->arena, word->text), seat_name(seat < SEATS_MAX ? seat : 1)));
}

/* Reads the rest of an end line: at most one list of totals, then at most one reason. Extensions
 * may stand anywhere. */
static void read_end(struct crn_reader *r, struct words *words)
{
    static const char *const reasons[] = {"", "stopped", "resigned:", "timeout:", "forfeit:"};
    bool totals_read = false;
    while (next_token(words)) {
        struct word word = take_word(words);
        struct line *line = &r->record->lines[r->record->line_count - 1];
        unsigned reason = END_STOPPED;
        while (reason <= END_FORFEIT && !str_begins(word.text, reasons[reason]))
            reason++;
        if (reason <= END_FORFEIT && !line->reason) {
            const char *at = word.text.p + strlen(reasons[reason]);
            uint8_t seat = SEAT_NONE;
            if ((reason == END_STOPPED || token_seat(&at, &seat)) && token_is_over(at)) {
                line->reason = (uint8_t)reason;
                line->seat = seat;
                continue;
            }
        }
        bool is_number = char_is_digit(word.text.p[0]) || word.text.p[0] == '-';
        struct act *act = record_act_add(r->record, r->arena, ACT_TOTALS, word.place);
        if (!totals_read && !line->reason &&
            crn_read_integers(r->arena, word.text.p, &act->numbers, &act->count)) {
            totals_read = true;
            continue;
        }
        act->kind = ACT_EXTENSION;
        act->text = word.text;
        if (str_begins(word.text, "x-") && crn_read_extension(word.text))
            continue;
        act->kind = ACT_RAW;
        r->record->claims_unread |= is_number && !totals_read;
        if (is_number && !totals_read && !line->reason)
            finding_raise(r->findings, FINDING_NUMBER_WHOLE, word.place,
                          ARGS(arena_brief(r->arena, word.text)));
        else if (!line->reason && may_be_play(word.text))
            unknown_reason(r, &word, line);
        else
            unknown_token(r, &word);
    }
}

/* Checks the order of acts: claims, totals, times and extensions come last and in this order,
 * totals and times at most once. A final line has no other acts, and a step line must decide
 * something. */
static void check_tail(struct crn_reader *r, const struct line *line)
{
    static const uint8_t ranks[] = {
        [ACT_CLAIM] = 1, [ACT_ITEMS] = 1,     [ACT_TOTALS] = 2, [ACT_TOOK] = 3,
        [ACT_CLOCK] = 4, [ACT_EXTENSION] = 5, [ACT_RAW] = 0};
    unsigned rank = line->kind == LINE_FINAL ? 1 : 0, acts = 0;
    for (uint32_t i = 0; i < line->act_count; i++) {
        const struct act *act = &line->acts[i];
        unsigned own = ranks[act->kind];
        acts += own == 0 || act->kind == ACT_TOOK;
        if (act->kind == ACT_RAW)
            continue;
        bool again = own == rank &&
                     (act->kind == ACT_TOTALS || act->kind == ACT_TOOK || act->kind == ACT_CLOCK);
        if (own < rank || again)
            finding_raise(r->findings,
                          line->kind == LINE_FINAL && own == 0 ? FINDING_TOKEN_FINAL
                                                               : FINDING_TOKEN_ORDER,
                          act->place, NO_ARGS);
        rank = own > rank ? own : rank;
    }
    if (line->kind == LINE_STEP && acts == 0)
        finding_raise(r->findings, FINDING_LINE_STEP, line->place, NO_ARGS);
}

bool crn_looks_like_body(struct str text)
{
    size_t n = 0;
    while (n < text.n && (char_is_digit(text.p[n]) || text.p[n] == '.'))
        n++;
    if (n && n < text.n && char_is_alpha(text.p[n]) &&
        (n + 1 == text.n || char_is_blank(text.p[n + 1])))
        return true;
    return str_is(text, "end") || str_begins(text, "end ") || str_begins(text, "final ");
}

/* True for a false blank: a Unicode character that looks like a blank, such as a no-break space or
 * a thin one. */
static bool is_false_blank(uint32_t point)
{
    return point == 0xA0 || point == 0x202F || (point >= 0x2000 && point <= 0x200A);
}

/* True if byte i is the first, or comes right after a blank or a false blank. */
static bool is_behind_blank(struct str text, size_t i)
{
    uint32_t point = 0;
    for (size_t back = 2; back <= 3 && back <= i; back++)
        if (utf8_decode(text.p + i - back, back, &point) == back && is_false_blank(point))
            return true;
    return i == 0 || char_is_blank(text.p[i - 1]);
}

/* Returns where the comment begins: at a "#" at the start of the line or after a blank; text.n if
 * there is none. */
static size_t comment_at(struct str text)
{
    for (size_t i = 0; i < text.n; i++)
        if (text.p[i] == '#' && is_behind_blank(text, i))
            return i;
    return text.n;
}

/* Replaces each false blank with as many blanks as it has bytes, so that columns stay the same. */
static __attribute__((cold)) void mend_blanks(struct crn_reader *r, struct str *text,
                                              uint32_t number)
{
    char *corrected = NULL;
    for (size_t i = 0; i < text->n;) {
        uint32_t point = 0;
        unsigned length = utf8_decode(text->p + i, text->n - i, &point);
        if (length > 1 && is_false_blank(point)) {
            if (!corrected) {
                corrected = arena_copy(r->arena, text->p, text->n);
                finding_raise(r->findings, FINDING_TYPO, place_of(number, i, i + length),
                              ARGS("no-break space", "a blank"));
            }
            memset(corrected + i, ' ', length);
        }
        i += length ? length : 1;
    }
    if (corrected)
        text->p = corrected;
}

/* True if acts may be out of order or missing. In a turn with only one act they cannot be. */
static inline bool has_tail(const struct line *line)
{
    return line->kind == LINE_STEP || (line->kind == LINE_TURN && line->act_count > 1);
}

bool crn_plain_line(struct crn_reader *r, const char **at, uint32_t number)
{
    struct words words = {.line = *at, .at = *at, .number = number};
    struct record *record = r->record;
    uint32_t acts = record->act_count;
    struct line *line = record_line_next(record, r->arena);
    *line = (struct line){.kind = LINE_TURN};
    const char *from = *at;
    if (next_token(&words) && read_head(&words, line) && read_moves(r, &words, line)) {
        const char *end = words.at + (*words.at == '\r');
        if (*end == '\n') {
            line->raw = (struct str){from, (size_t)(words.over - from)};
            line->place = place_of(number, 0, line->raw.n);
            if (line->kind == LINE_STEP)
                line->cell_place = line->place;
            if (has_tail(line))
                check_tail(r, line);
            *at = end + 1;
            return true;
        }
    }
    record->line_count--;
    record->act_count = acts;
    return false;
}

/* Not inlined: otherwise crn_plain_line() is no longer inlined into crn_read(), which costs 30
 * instructions a line. */
__attribute__((noinline)) bool crn_body_line(struct crn_reader *r, struct str text, uint32_t number)
{
    size_t hash = r->seen & BYTE_HASH ? comment_at(text) : text.n;
    struct str comment = str_from(text, hash), moves = {text.p, hash};
    while (comment.n && char_is_blank(comment.p[comment.n - 1]))
        comment.n--;
    if (r->seen & BYTE_HIGH)
        mend_blanks(r, &moves, number);
    while (r->seen && moves.n && char_is_blank(moves.p[moves.n - 1]))
        moves.n--;
    const char *percent = r->seen & BYTE_PERCENT ? memchr(moves.p, '%', moves.n) : NULL;
    if (percent) {
        size_t at = (size_t)(percent - moves.p);
        finding_raise(r->findings, FINDING_PERCENT, place_of(number, at, at + 1), NO_ARGS);
    }
    /* The line has nothing but false blanks. */
    if (!moves.n && !comment.n)
        return false;
    struct line *line =
        record_line_add(r->record, r->arena, LINE_COMMENT, place_of(number, 0, moves.n));
    line->comment = comment;
    struct words words = {.line = moves.p, .at = moves.p, .number = number, .mends = true};
    if (!next_token(&words))
        return false;
    if (!read_head(&words, line)) {
        struct word word = take_word(&words);
        line->head = word.place;
        line->raw = moves;
        if (str_is(word.text, "end")) {
            line->kind = LINE_END;
            read_end(r, &words);
            return true;
        }
        if (str_is(word.text, "final")) {
            line->kind = LINE_FINAL;
            add_acts(r, &words);
            check_tail(r, line);
            return false;
        }
        if (!mend_head(r, &word, line)) {
            not_understood(r, line, moves,
                           char_is_digit(word.text.p[0]) ? FINDING_LINE_NUMBER : FINDING_LINE_WORD);
            return false;
        }
    }
    line->raw = moves;
    read_moves(r, &words, line);
    if (has_tail(line))
        check_tail(r, line);
    return false;
}
