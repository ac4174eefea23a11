/* SPDX-License-Identifier: MIT */
/* The body lines of a record: turns, steps, final, end. See crn(5), Lines.
 *
 * What a token cannot be read as is reported and kept as raw text; the rest of its line is read all the same. Typos
 * (a Unicode minus, small letters for sides) are corrected with a finding that says so.
 */
#include "notation/crn_part.h"

#include "base/utf8.h"
#include "notation/token.h"

/* A token and where it stands. */
struct word {
    struct str text;
    struct place place;
};

struct words {
    struct crn_reader *reader;
    struct str line;
    size_t at;
    uint32_t number;
};

static bool is_space(char c)
{
    return c == ' ' || c == '\t';
}

static bool next_word(struct words *words, struct word *word)
{
    struct str line = words->line;
    size_t begin = words->at;
    while (begin < line.n && is_space(line.p[begin]))
        begin++;
    size_t end = begin;
    while (end < line.n && !is_space(line.p[end]))
        end++;
    words->at = end;
    word->text = (struct str){line.p + begin, end - begin};
    word->place = place_of(words->number, begin, end);
    return end > begin;
}

/* The text with look-alikes of '-' made '-', and letters behind the first made capitals as far as they name
 * sides; NULL when that changes nothing. */
static char *correct_typo(struct arena *arena, struct str text, bool keep_first)
{
    char *corrected = arena_alloc(arena, text.n + 1);
    size_t n = 0;
    bool changed = false;
    for (size_t i = 0; i < text.n;) {
        uint32_t point;
        unsigned length = utf8_decode(text.p + i, text.n - i, &point);
        char c = text.p[i];
        if (length > 1 && (point == 0x2212 || (point >= 0x2010 && point <= 0x2015) || point == 0xFE63 || point == 0xFF0D)) {
            corrected[n++] = '-';
            changed = true;
        } else if ((i || !keep_first) && c && strchr("nesw", c)) {
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

static void raise_typo(struct crn_reader *r, struct word *word, const char *corrected)
{
    finding_raise(r->findings, FINDING_TYPO, word->place, ARGS(arena_copy(r->arena, word->text.p, word->text.n), corrected));
}

static void unknown_token(struct crn_reader *r, const struct word *word)
{
    /* A '%' was reported already. */
    if (!memchr(word->text.p, '%', word->text.n))
        finding_raise(r->findings, FINDING_TOKEN, word->place,
                      ARGS(arena_printf(r->arena, "unknown token '%.*s'", STR_ARGS(word->text))));
}

/* Reads a word as an act of the record's last line; what cannot be read is reported and kept as raw text. */
static void add_act(struct crn_reader *r, struct word *word)
{
    struct act *act = record_act_add(r->record, r->arena, ACT_RAW, word->place);
    enum finding_id id;
    const char *why = crn_read_act(r, word->text, act, &id);
    if (!why)
        return;
    char *corrected = correct_typo(r->arena, word->text, true);
    if (corrected) {
        struct act again = {.place = word->place};
        enum finding_id other;
        if (!crn_read_act(r, str_of(corrected), &again, &other)) {
            raise_typo(r, word, corrected);
            *act = again;
            return;
        }
    }
    struct line *line = &r->record->lines[r->record->line_count - 1];
    *act = (struct act){.kind = ACT_RAW, .place = word->place, .text = word->text};
    if (id == FINDING_TOKEN)
        unknown_token(r, word);
    else
        finding_raise(r->findings, id, word->place, ARGS(arena_printf(r->arena, "'%.*s': %s", STR_ARGS(word->text), why)));
    /* A follower may be meant: what depends on it is unknown from here on. */
    if (line->kind == LINE_TURN && id == FINDING_SEGMENT)
        act->number = 1;
}

static bool read_cell_word(struct str text, struct line *line, bool *far)
{
    if (!token_cell(&text, &line->cell, far))
        return false;
    if (str_is(text, "?")) {
        line->orient = ORIENT_UNKNOWN;
        return true;
    }
    return token_side(&text, &line->orient) && text.n == 0;
}

static void read_cell(struct crn_reader *r, struct word *word, struct line *line)
{
    bool far = false;
    line->cell_place = word->place;
    if (read_cell_word(word->text, line, &far))
        return;
    char *corrected = correct_typo(r->arena, word->text, false);
    if (!far && corrected && read_cell_word(str_of(corrected), line, &far)) {
        raise_typo(r, word, corrected);
        return;
    }
    line->broken = true;
    finding_raise(r->findings, FINDING_CELL, word->place,
                  ARGS(arena_printf(r->arena,
                                    far ? "'%.*s' lies more than 255 cells away from 0,0"
                                        : "'%.*s': expected a cell and the side its top faces, for example 3,-1N",
                                    STR_ARGS(word->text))));
}

/* "12b" or "12.1b" */
static bool read_head(struct str text, struct line *line)
{
    int32_t turn, step = 0;
    if (!token_number(&text, &turn))
        return false;
    bool is_step = token_take(&text, '.');
    if ((is_step && !token_number(&text, &step)) || !token_seat(&text, &line->seat) || text.n)
        return false;
    line->kind = is_step ? LINE_STEP : LINE_TURN;
    line->turn = (uint16_t)turn;
    line->step = (uint16_t)step;
    return true;
}

/* A head with leading zeros or a capital seat, corrected with a finding; false when it is none even so. */
static bool mend_head(struct crn_reader *r, struct word *word, struct line *line)
{
    char *corrected = arena_copy(r->arena, word->text.p, word->text.n);
    size_t n = word->text.n;
    bool capital = n && corrected[n - 1] >= 'A' && corrected[n - 1] <= 'F';
    if (capital)
        corrected[n - 1] = (char)(corrected[n - 1] - 'A' + 'a');
    char *begin = corrected;
    while (begin[0] == '0' && char_is_digit(begin[1]))
        begin++;
    if ((!capital && begin == corrected) || !read_head(str_of(begin), line))
        return false;
    if (begin != corrected)
        finding_raise(r->findings, FINDING_NUMBER, word->place,
                      ARGS(arena_printf(r->arena, "'%.*s' has leading zeros", STR_ARGS(word->text))));
    else
        raise_typo(r, word, begin);
    return true;
}

static void not_understood(struct crn_reader *r, struct line *line, struct str text, const char *why)
{
    line->kind = LINE_RAW;
    line->raw = text;
    if (!memchr(text.p, '%', text.n))
        finding_raise(r->findings, FINDING_LINE, line->place, ARGS(why));
}

static void read_turn(struct crn_reader *r, struct words *words, struct line *line)
{
    struct word word;
    if (!next_word(words, &word)) {
        not_understood(r, line, words->line, "a turn lays a tile");
        return;
    }
    struct str name, rest = word.text;
    if (str_begins(rest, "discard:") || str_begins(rest, "aside:") || str_begins(rest, "pass:")) {
        add_act(r, &word);
    } else {
        line->has_tile = true;
        if (str_is(rest, "?")) {
            crn_read_tile(r, &line->tile, word.text, word.place);
        } else if (token_tile(&rest, &name) && rest.n == 0) {
            crn_read_tile(r, &line->tile, name, word.place);
        } else {
            unknown_token(r, &word);
            line->tile = (struct tile_ref){word.text, NULL, word.place};
            line->broken = true;
            return;
        }
        if (next_word(words, &word)) {
            read_cell(r, &word, line);
        } else {
            line->broken = true;
            finding_raise(r->findings, FINDING_CELL, line->tile.place, ARGS("the tile's cell is missing"));
        }
    }
    while (next_word(words, &word))
        add_act(r, &word);
}

/* One reason, one list of totals, then extensions. */
static void read_end(struct crn_reader *r, struct words *words)
{
    static const char *const reasons[] = {"", "stopped", "resigned:", "timeout:", "forfeit:"};
    struct word word;
    bool totals_read = false;
    while (next_word(words, &word)) {
        struct line *line = &r->record->lines[r->record->line_count - 1];
        unsigned reason = END_STOPPED;
        while (reason <= END_FORFEIT && !str_begins(word.text, reasons[reason]))
            reason++;
        if (reason <= END_FORFEIT && !line->reason) {
            struct str rest = str_from(word.text, strlen(reasons[reason]));
            uint8_t seat = SEAT_NONE;
            if ((reason == END_STOPPED || token_seat(&rest, &seat)) && rest.n == 0) {
                line->reason = (uint8_t)reason;
                line->seat = seat;
                continue;
            }
        }
        bool is_number = char_is_digit(word.text.p[0]) || word.text.p[0] == '-';
        struct act *act = record_act_add(r->record, r->arena, ACT_TOTALS, word.place);
        if (!totals_read && !line->reason && crn_read_integers(r->arena, word.text, &act->numbers, &act->count)) {
            totals_read = true;
            continue;
        }
        act->kind = ACT_EXTENSION;
        act->text = word.text;
        if (str_begins(word.text, "x-") && crn_read_extension(word.text))
            continue;
        act->kind = ACT_RAW;
        if (is_number && !totals_read && !line->reason)
            finding_raise(r->findings, FINDING_NUMBER, word.place,
                          ARGS(arena_printf(r->arena, "'%.*s': totals are whole numbers with commas between them, as in 12,9",
                                            STR_ARGS(word.text))));
        else
            unknown_token(r, &word);
    }
}

/* Claims, totals, clock and extensions stand last and in this order, totals and clock once; on a final line nothing
 * else stands, and a step says what was decided. */
static void check_tail(struct crn_reader *r, const struct line *line)
{
    static const uint8_t ranks[] = {[ACT_CLAIM] = 1, [ACT_TOTALS] = 2, [ACT_CLOCK] = 3, [ACT_EXTENSION] = 4, [ACT_RAW] = 0};
    unsigned rank = line->kind == LINE_FINAL ? 1 : 0, acts = 0;
    for (uint32_t i = 0; i < line->act_count; i++) {
        const struct act *act = &line->acts[i];
        unsigned own = ranks[act->kind];
        acts += own == 0;
        if (act->kind == ACT_RAW)
            continue;
        bool again = own == rank && (act->kind == ACT_TOTALS || act->kind == ACT_CLOCK);
        if (own < rank || again)
            finding_raise(r->findings, FINDING_TOKEN, act->place,
                          ARGS(line->kind == LINE_FINAL && own == 0
                                   ? "a final line claims awards and totals, and nothing else"
                                   : "claims, totals, clock and extensions stand last, in this order, totals and clock once"));
        rank = own > rank ? own : rank;
    }
    if (line->kind == LINE_STEP && acts == 0)
        finding_raise(r->findings, FINDING_LINE, line->place, ARGS("a step says what was decided"));
}

bool crn_looks_like_body(struct str text)
{
    size_t n = 0;
    while (n < text.n && (char_is_digit(text.p[n]) || text.p[n] == '.'))
        n++;
    if (n && n < text.n && char_is_alpha(text.p[n]) && (n + 1 == text.n || is_space(text.p[n + 1])))
        return true;
    return str_is(text, "end") || str_begins(text, "end ") || str_begins(text, "final ");
}

/* A blank that is none: "no-break" and thin ones. */
static bool is_false_blank(uint32_t point)
{
    return point == 0xA0 || point == 0x202F || (point >= 0x2000 && point <= 0x200A);
}

/* Does a blank stand right before byte i, a false one included? */
static bool is_behind_blank(struct str text, size_t i)
{
    uint32_t point = 0;
    for (size_t back = 2; back <= 3 && back <= i; back++)
        if (utf8_decode(text.p + i - back, back, &point) == back && is_false_blank(point))
            return true;
    return i == 0 || is_space(text.p[i - 1]);
}

/* Where the comment begins: "#" at the line's start or after a blank; text.n without one. */
static size_t comment_at(struct str text)
{
    for (size_t i = 0; i < text.n; i++)
        if (text.p[i] == '#' && is_behind_blank(text, i))
            return i;
    return text.n;
}

/* False blanks become blanks of as many bytes, so that columns stay. */
static void mend_blanks(struct crn_reader *r, struct str *text, uint32_t number)
{
    char *corrected = NULL;
    if (!(r->seen & BYTE_HIGH))
        return;
    for (size_t i = 0; i < text->n;) {
        uint32_t point = 0;
        unsigned length = utf8_decode(text->p + i, text->n - i, &point);
        if (length > 1 && is_false_blank(point)) {
            if (!corrected) {
                corrected = arena_copy(r->arena, text->p, text->n);
                finding_raise(r->findings, FINDING_TYPO, place_of(number, i, i + length), ARGS("no-break space", "a blank"));
            }
            memset(corrected + i, ' ', length);
        }
        i += length ? length : 1;
    }
    if (corrected)
        text->p = corrected;
}

void crn_body_line(struct crn_reader *r, struct str text, uint32_t number)
{
    size_t hash = r->seen & BYTE_HASH ? comment_at(text) : text.n;
    struct str comment = str_from(text, hash), moves = {text.p, hash};
    while (comment.n && is_space(comment.p[comment.n - 1]))
        comment.n--;
    mend_blanks(r, &moves, number);
    while (moves.n && is_space(moves.p[moves.n - 1]))
        moves.n--;
    const char *percent = r->seen & BYTE_PERCENT ? memchr(moves.p, '%', moves.n) : NULL;
    if (percent) {
        size_t at = (size_t)(percent - moves.p);
        finding_raise(r->findings, FINDING_PERCENT, place_of(number, at, at + 1), NO_ARGS);
    }
    /* One of false blanks alone. */
    if (!moves.n && !comment.n)
        return;
    struct line *line = record_line_add(r->record, r->arena, LINE_COMMENT, place_of(number, 0, moves.n));
    line->comment = comment;
    if (comment.n)
        crn_comment(r, comment, place_of(number, hash, hash + comment.n), !moves.n);
    struct words words = {r, moves, 0, number};
    struct word word;
    if (!next_word(&words, &word))
        return;
    line->head = word.place;
    if (str_is(word.text, "final") || str_is(word.text, "end")) {
        line->kind = str_is(word.text, "end") ? LINE_END : LINE_FINAL;
        if (line->kind == LINE_END)
            read_end(r, &words);
        else
            while (next_word(&words, &word))
                add_act(r, &word);
        if (line->kind == LINE_FINAL)
            check_tail(r, &r->record->lines[r->record->line_count - 1]);
        return;
    }
    if (!read_head(word.text, line) && !mend_head(r, &word, line)) {
        not_understood(r, line, moves,
                       char_is_digit(word.text.p[0])
                           ? "it does not begin with a turn's number (no leading zeros, at most four digits) and seat (a to f)"
                           : "it begins with no turn number, 'final' or 'end'");
        return;
    }
    line->raw = moves;
    if (line->kind == LINE_TURN)
        read_turn(r, &words, line);
    else
        while (next_word(&words, &word))
            add_act(r, &word);
    if (line->kind != LINE_RAW)
        check_tail(r, line);
}
