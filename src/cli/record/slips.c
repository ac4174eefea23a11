/* SPDX-License-Identifier: MIT */
/* Guesses what a hastily typed line of a record means. The line is cut into numbers, words and
 * punctuation, and read by a grammar that is wider than that of the notation: upper and lower case
 * are the same, blanks and commas may stand anywhere, and common words are known. */
#include "cli/record/slips.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "base/utf8.h"

enum slip_kind { SLIP_END, SLIP_NUMBER, SLIP_WORD, SLIP_MARK };
enum { TOKENS_MAX = 128 };

struct slip_token {
    enum slip_kind kind;
    struct str text;
    bool glued; /* no blank stands before it */
};

struct slips {
    const struct slip_scene *scene;
    char line[SLIP_BYTES_MAX + 1]; /* typed line, with usual characters instead of typographical
                                      ones */
    struct slip_token tokens[TOKENS_MAX + 1];
    unsigned count, at; /* number of tokens, and the next one */
    struct sink *to;
    bool first; /* nothing is written yet */
};

/* ---- Tokens ---- */

/* Copies the typed line: dashes become hyphens, and quotes and unusual blanks become blanks. */
static bool normalize(struct slips *s, struct str typed)
{
    static const struct {
        uint32_t from;
        char to;
    } usual[] = {{0x2010, '-'}, {0x2011, '-'}, {0x2012, '-'}, {0x2013, '-'}, {0x2014, '-'},
                 {0x2212, '-'}, {0xFF0C, ','}, {0x3001, ','}, {0xA0, ' '},   {0x3000, ' '},
                 {0x2018, ' '}, {0x2019, ' '}, {0x201C, ' '}, {0x201D, ' '}, {'\'', ' '},
                 {'"', ' '},    {'\t', ' '}};
    size_t n = 0;
    if (typed.n > SLIP_BYTES_MAX)
        return false;
    for (size_t i = 0; i < typed.n;) {
        uint32_t point;
        unsigned size = utf8_decode(typed.p + i, typed.n - i, &point);
        size_t k = 0;
        if (!size)
            return false;
        while (k < sizeof usual / sizeof *usual && usual[k].from != point)
            k++;
        if (k < sizeof usual / sizeof *usual)
            s->line[n++] = usual[k].to;
        else
            for (unsigned b = 0; b < size; b++)
                s->line[n++] = typed.p[i + b];
        i += size;
    }
    while (n && strchr(" .;!", s->line[n - 1]))
        n--;
    s->line[n] = '\0';
    return true;
}

static bool is_letter(char c)
{
    return isalpha((unsigned char)c) || (c & 0x80);
}

static bool is_digit(char c)
{
    return isdigit((unsigned char)c) != 0;
}

/* Cuts the line into tokens. A hyphen before a digit is a sign unless a number stands directly
 * before it. A word begins with a letter and goes on with letters and digits. */
static void cut(struct slips *s)
{
    const char *at = s->line;
    while (*at && s->count < TOKENS_MAX) {
        bool glued = at > s->line && at[-1] != ' ';
        const char *begin = at;
        enum slip_kind kind = SLIP_MARK;
        if (*at == ' ') {
            at++;
            continue;
        }
        bool is_sign = *at == '-' && is_digit(at[1]) && !(glued && is_digit(at[-1]));
        if (is_digit(*at) || is_sign) {
            kind = SLIP_NUMBER;
            at += is_sign;
            while (is_digit(*at))
                at++;
        } else if (is_letter(*at)) {
            kind = SLIP_WORD;
            while (is_letter(*at) || is_digit(*at))
                at++;
        } else {
            at++;
        }
        s->tokens[s->count++] = (struct slip_token){kind, {begin, (size_t)(at - begin)}, glued};
    }
    s->tokens[s->count] = (struct slip_token){SLIP_END, {at, 0}, false};
}

static const struct slip_token *peek(const struct slips *s)
{
    return &s->tokens[s->at];
}

static bool same(struct str text, const char *word)
{
    return strlen(word) == text.n && strncasecmp(text.p, word, text.n) == 0;
}

static bool next_is_mark(const struct slips *s, const char *set)
{
    const struct slip_token *token = peek(s);
    return token->kind == SLIP_MARK && strchr(set, token->text.p[0]);
}

static bool next_is_word(const struct slips *s, const char *word)
{
    return peek(s)->kind == SLIP_WORD && same(peek(s)->text, word);
}

static void skip_marks(struct slips *s, const char *set)
{
    while (next_is_mark(s, set))
        s->at++;
}

/* Returns the index of the list to which the next word belongs, and takes the word. Each list has
 * words with blanks between them. Returns -1 if the next word is in none of them. */
static int take_listed(struct slips *s, const char *const *lists, unsigned count)
{
    struct str word = peek(s)->text;
    for (unsigned i = 0; peek(s)->kind == SLIP_WORD && i < count; i++)
        for (const char *at = lists[i]; *at; at += strspn(at, " ")) {
            size_t n = strcspn(at, " ");
            if (n == word.n && strncasecmp(at, word.p, n) == 0) {
                s->at++;
                return (int)i;
            }
            at += n;
        }
    return -1;
}

/* Skips words that say nothing that the notation writes. */
static void skip_noise(struct slips *s)
{
    static const char *const noise[] = {"meeple follower on the at with top facing to and man one"};
    while (take_listed(s, noise, 1) == 0)
        ;
}

static bool take_number(struct slips *s, long *number)
{
    if (peek(s)->kind != SLIP_NUMBER || peek(s)->text.n > 5)
        return false;
    *number = strtol(s->tokens[s->at++].text.p, NULL, 10);
    return true;
}

/* ---- Writing ---- */

/* Writes the blank before an act. */
static void begin_act(struct slips *s)
{
    if (!s->first)
        sink_char(s->to, ' ');
    s->first = false;
}

/* ---- Sides, cells, segments ---- */

static const char *const sides[SIDES] = {"n north up top", "e east right", "s south bottom down",
                                         "w west left"};

/* True if the text has only letters of sides. */
static bool is_of_sides(struct str text)
{
    for (size_t i = 0; i < text.n; i++)
        if (!strchr("nesw", tolower((unsigned char)text.p[i])))
            return false;
    return text.n > 0;
}

static bool take_side(struct slips *s, char *side)
{
    int i = take_listed(s, sides, SIDES);
    if (i >= 0)
        *side = "NESW"[i];
    return i >= 0;
}

/* Takes sides that follow each other, such as "nnw", "n-w" or "north west", into letters. */
static size_t take_sides(struct slips *s, char *letters, size_t most)
{
    size_t n = 0;
    for (;;) {
        unsigned before = s->at;
        if (n)
            skip_marks(s, "-");
        struct str word = peek(s)->text;
        if (n < most && take_side(s, &letters[n])) {
            n++;
        } else if (peek(s)->kind == SLIP_WORD && is_of_sides(word) && n + word.n <= most) {
            for (size_t i = 0; i < word.n; i++)
                letters[n++] = (char)toupper((unsigned char)word.p[i]);
            s->at++;
        } else {
            s->at = before;
            return n;
        }
    }
}

/* Takes a cell: "1,0", "1 0", "(1;0)". */
static bool take_cell(struct slips *s, long *x, long *y)
{
    unsigned before = s->at;
    skip_marks(s, "(@[");
    if (take_number(s, x)) {
        skip_marks(s, ",;./:");
        if (next_is_word(s, "x"))
            s->at++;
        if (take_number(s, y)) {
            skip_marks(s, ")]");
            return true;
        }
    }
    s->at = before;
    return false;
}

/* Writes "@1,0" if a cell follows. */
static void mend_at(struct slips *s)
{
    long x, y;
    static const char *const words[] = {"at on"};
    unsigned before = s->at;
    take_listed(s, words, 1);
    if (take_cell(s, &x, &y))
        sink_printf(s->to, "@%ld,%ld", x, y);
    else
        s->at = before;
}

/* Words for kinds of land besides their names. */
static const struct {
    char letter;
    const char *words;
} lands[] = {{'r', "street thief highwayman"},
             {'c', "town knight"},
             {'f', "farm farmer meadow"},
             {'m', "cloister monk"}};

/* Takes a kind of land, written alone: its letter, its name or a common word. Returns its letter,
 * or 0. */
static char take_land(struct slips *s)
{
    struct str word = peek(s)->text;
    if (peek(s)->kind != SLIP_WORD)
        return 0;
    for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
        char letter[] = {kinds[kind].letter, '\0'};
        if (*letter && (same(word, letter) || same(word, kinds[kind].name))) {
            s->at++;
            return *letter;
        }
    }
    for (unsigned i = 0; i < sizeof lands / sizeof *lands; i++)
        if (take_listed(s, &lands[i].words, 1) >= 0)
            return lands[i].letter;
    return 0;
}

/* True if a word is a kind of land and its sides in one: "rw", "fnnw", "f1". */
static bool is_segment(struct str word)
{
    if (word.n < 2 || word.n > 4 ||
        kind_of_letter((char)tolower((unsigned char)word.p[0])) == KIND_COUNT)
        return false;
    struct str rest = str_from(word, 1);
    return is_of_sides(rest) || (rest.n == 1 && is_digit(rest.p[0]));
}

/* Takes a segment, perhaps with the cell of its tile. */
static bool mend_segment(struct slips *s)
{
    struct str word = peek(s)->text;
    char letters[3];
    if (peek(s)->kind == SLIP_WORD && is_segment(word)) {
        s->at++;
        sink_char(s->to, (char)tolower((unsigned char)word.p[0]));
        for (size_t i = 1; i < word.n; i++)
            sink_char(s->to, (char)toupper((unsigned char)word.p[i]));
    } else {
        char land = take_land(s);
        if (!land)
            return false;
        sink_char(s->to, land);
        skip_marks(s, "-:");
        sink_bytes(s->to, letters, take_sides(s, letters, sizeof letters));
    }
    mend_at(s);
    return true;
}

/* ---- Tiles and players ---- */

const struct design *slips_design(const struct catalogue *catalogue, const struct record *record,
                                  struct str name)
{
    const struct design *exact = crn_design(catalogue, record, name), *found = NULL;
    bool several = false;
    for (unsigned i = 0; !exact && i <= record->set_count; i++) {
        const struct tileset *set = i < record->set_count ? record->sets[i] : record->own_tiles;
        for (unsigned k = 0; set && k < set->design_count; k++)
            if (same(name, set->designs[k].name)) {
                several |= found && strcmp(found->name, set->designs[k].name) != 0;
                found = &set->designs[k];
            }
    }
    return exact || several ? exact : found;
}

/* Takes a tile. Digits that are glued to its name become a token of their own: "V1,0W". */
static const struct design *take_tile(struct slips *s)
{
    struct slip_token *token = &s->tokens[s->at];
    if (token->kind != SLIP_WORD)
        return NULL;
    for (size_t n = token->text.n; n; n--) {
        const struct design *design =
            slips_design(s->scene->catalogue, s->scene->record, (struct str){token->text.p, n});
        bool fits = n == token->text.n || is_digit(token->text.p[n]);
        if (!design || !fits)
            continue;
        if (n == token->text.n) {
            s->at++;
            return design;
        }
        struct str rest = str_from(token->text, n);
        size_t digits = 0;
        while (digits < rest.n && is_digit(rest.p[digits]))
            digits++;
        if (digits < rest.n)
            continue;
        *token = (struct slip_token){SLIP_NUMBER, rest, true};
        return design;
    }
    return NULL;
}

/* Takes a player: a letter, or the name. */
static bool take_player(struct slips *s, unsigned *seat)
{
    const struct record *record = s->scene->record;
    const char *at = peek(s)->text.p;
    for (unsigned i = 0; i < record->player_count && i < SEATS_MAX; i++) {
        struct str name = record->players[i];
        if (!name.n || strlen(at) < name.n || strncasecmp(at, name.p, name.n) != 0 ||
            is_letter(at[name.n]) || is_digit(at[name.n]))
            continue;
        *seat = i;
        while (peek(s)->kind != SLIP_END && peek(s)->text.p < at + name.n)
            s->at++;
        return true;
    }
    struct str word = peek(s)->text;
    if (peek(s)->kind != SLIP_WORD || word.n != 1 || word.p[0] < 'a' || word.p[0] > 'f')
        return false;
    *seat = (unsigned)(word.p[0] - 'a');
    s->at++;
    return true;
}

/* ---- Acts ---- */

static bool mend_tile(struct slips *s)
{
    const struct design *design = take_tile(s);
    if (design)
        sink_cstr(s->to, design->name);
    return design;
}

static bool mend_tiles(struct slips *s)
{
    unsigned count = 0;
    while (peek(s)->kind == SLIP_WORD) {
        if (count++)
            sink_char(s->to, ',');
        if (!mend_tile(s))
            return false;
        skip_marks(s, ",;/");
    }
    return count > 0;
}

static bool mend_edge(struct slips *s, bool with_side)
{
    long x, y;
    char side = 0;
    if (!take_cell(s, &x, &y))
        return false;
    skip_marks(s, ",/:");
    if (with_side && !take_side(s, &side))
        return false;
    sink_printf(s->to, "%ld,%ld", x, y);
    if (side)
        sink_char(s->to, side);
    return true;
}

/* Writes the letters of sides, and what they mean for a bridge or a corner. */
static bool mend_letters(struct slips *s, const char *const *words, unsigned count)
{
    char letters[3] = "";
    if (take_sides(s, letters, 2) != 2)
        return false;
    for (unsigned i = 0; i < count; i++)
        if ((letters[0] == words[i][0] && letters[1] == words[i][1]) ||
            (letters[0] == words[i][1] && letters[1] == words[i][0])) {
            sink_cstr(s->to, words[i]);
            return true;
        }
    return false;
}

static bool mend_path(struct slips *s)
{
    char letters[64];
    size_t n = take_sides(s, letters, sizeof letters);
    sink_bytes(s->to, letters, n);
    return n > 0;
}

static bool mend_meeple_name(struct slips *s)
{
    static const char *const large[] = {"large"};
    if (take_listed(s, large, 1) == 0) {
        sink_cstr(s->to, "big");
        return true;
    }
    for (unsigned kind = 0; kind < MEEPLE_KINDS; kind++)
        if (next_is_word(s, meeple_kinds[kind].name)) {
            s->at++;
            sink_cstr(s->to, meeple_kinds[kind].name);
            return true;
        }
    return false;
}

static bool mend_word(struct slips *s)
{
    bool any = peek(s)->kind == SLIP_WORD || peek(s)->kind == SLIP_NUMBER;
    for (size_t i = 0; any && i < peek(s)->text.n; i++)
        sink_char(s->to, (char)tolower((unsigned char)peek(s)->text.p[i]));
    s->at += any;
    return any;
}

static bool mend_held(struct slips *s)
{
    unsigned seat;
    if (!take_player(s, &seat))
        return false;
    sink_char(s->to, (char)('a' + seat));
    skip_marks(s, "=:");
    for (unsigned kind = 0; kind < MEEPLE_KINDS; kind++)
        if (next_is_word(s, meeple_kinds[kind].name)) {
            sink_char(s->to, '=');
            return mend_meeple_name(s);
        }
    return true;
}

static bool mend_bid(struct slips *s)
{
    long number;
    if (!mend_tile(s))
        return false;
    skip_marks(s, ",:;/");
    if (!take_number(s, &number))
        return false;
    sink_printf(s->to, ",%ld", number);
    return true;
}

/* Writes what follows the colon of a verb. */
static bool mend_argument(struct slips *s, enum verb_shape shape)
{
    static const char *const bridges[] = {"NS", "EW"};
    switch (shape) {
    case SHAPE_WORD:
        return true;
    case SHAPE_BRIDGE:
        if (!mend_letters(s, bridges, 2))
            return false;
        mend_at(s);
        return true;
    case SHAPE_SEGMENT:
    case SHAPE_MAY_NAME:
        return mend_segment(s);
    case SHAPE_PLACE:
        return mend_segment(s) || mend_edge(s, false);
    case SHAPE_PATH:
        return mend_path(s);
    case SHAPE_TAKE:
        if (!mend_segment(s))
            return false;
        skip_marks(s, "=:,");
        sink_char(s->to, '=');
        return mend_segment(s);
    case SHAPE_TILES:
        return mend_tiles(s);
    case SHAPE_BID:
        return mend_bid(s);
    case SHAPE_TILE:
        return mend_tile(s);
    case SHAPE_EDGE:
        return mend_edge(s, true);
    case SHAPE_CELL:
        return mend_edge(s, false);
    case SHAPE_MEEPLE:
        return mend_meeple_name(s);
    case SHAPE_CORNER:
        return mend_letters(s, corner_names, CORNERS);
    case SHAPE_TOKEN:
        return mend_word(s);
    case SHAPE_HELD:
        return mend_held(s);
    }
    return false;
}

/* True if a verb without an argument is meant, where another one with the same name has one. */
static bool ends_here(const struct slips *s)
{
    return peek(s)->kind != SLIP_NUMBER && peek(s)->kind != SLIP_WORD;
}

/* Takes a verb with its argument. *is_verb is set if the next word is a verb. */
static bool mend_verb(struct slips *s, bool *is_verb)
{
    unsigned before = s->at;
    for (unsigned verb = 0; verb < VERB_COUNT; verb++) {
        s->at = before;
        if (!next_is_word(s, verbs[verb].name))
            continue;
        *is_verb = true;
        s->at++;
        skip_marks(s, ":=");
        enum verb_shape shape = verbs[verb].shape;
        bool bare = shape == SHAPE_WORD || (shape == SHAPE_MAY_NAME && ends_here(s));
        if ((shape == SHAPE_EDGE && ends_here(s)) ||
            (shape == SHAPE_WORD && peek(s)->kind == SLIP_NUMBER))
            continue; /* guard: with an edge or without one */
        begin_act(s);
        sink_printf(s->to, "%s%s", verbs[verb].name, bare ? "" : ":");
        return bare || mend_argument(s, shape);
    }
    return false;
}

/* Takes a meeple and its segment, such as "big road w". *is_meeple is set if the next word is a
 * kind of meeple. */
static bool mend_meeple(struct slips *s, bool *is_meeple)
{
    static const char *const large[] = {"large"};
    bool is_large = take_listed(s, large, 1) == 0;
    for (unsigned kind = 0; kind < MEEPLE_KINDS; kind++) {
        if (is_large ? strcmp(meeple_kinds[kind].name, "big") != 0
                     : !next_is_word(s, meeple_kinds[kind].name))
            continue;
        *is_meeple = true;
        s->at += !is_large;
        skip_marks(s, ":");
        skip_noise(s);
        begin_act(s);
        if (meeple_kinds[kind].rules)
            sink_printf(s->to, "%s:", meeple_kinds[kind].name);
        return mend_segment(s);
    }
    return false;
}

/* Copies the rest of the line as it was typed: claims, totals, times, comments. */
static void copy_rest(struct slips *s)
{
    long number;
    begin_act(s);
    /* Totals, with another sign between them. */
    if (next_is_mark(s, "=") && peek(s)[1].kind == SLIP_NUMBER) {
        s->at++;
        sink_char(s->to, '=');
        for (unsigned k = 0; take_number(s, &number); k++) {
            sink_printf(s->to, "%s%ld", k ? "," : "", number);
            skip_marks(s, ",:;/-");
        }
        sink_cstr(s->to, peek(s)->kind == SLIP_END ? "" : " ");
    }
    sink_cstr(s->to, peek(s)->text.p);
    s->at = s->count;
}

/* True if what follows is no act, but a claim, a total, a time or a comment. */
static bool is_remark_next(const struct slips *s)
{
    const struct slip_token *token = peek(s), *after = token + (token->kind != SLIP_END);
    bool is_time = next_is_word(s, "took") || next_is_word(s, "t") || next_is_word(s, "x");
    return next_is_mark(s, "+=#") ||
           (is_time && after->kind == SLIP_MARK && after->glued && strchr(":-", after->text.p[0]));
}

static bool mend_acts(struct slips *s)
{
    static const char *const nothing[] = {"no none nothing nobody"};
    for (;;) {
        bool known = false;
        skip_marks(s, ",;/.&:");
        skip_noise(s);
        if (peek(s)->kind == SLIP_END)
            return true;
        if (is_remark_next(s)) {
            copy_rest(s);
            return true;
        }
        if (next_is_mark(s, "-?")) {
            begin_act(s);
            sink_char(s->to, s->tokens[s->at++].text.p[0]);
            continue;
        }
        if (take_listed(s, nothing, 1) == 0) {
            skip_noise(s);
            begin_act(s);
            sink_char(s->to, '-');
            continue;
        }
        if (mend_verb(s, &known) || (!known && mend_meeple(s, &known)))
            continue;
        if (known)
            return false;
        begin_act(s);
        if (!mend_segment(s))
            return false;
    }
}

/* ---- Lines ---- */

/* Takes "end 23:14", "stopped", "Ben resigns". */
static bool mend_end(struct slips *s)
{
    static const char *const ends[] = {"end final over finish finished"},
                             *const whys[] = {"stopped stop stops", "resigned resign resigns",
                                              "timeout", "forfeit forfeits forfeited"},
                             *const written[] = {"stopped", "resigned:", "timeout:", "forfeit:"};
    unsigned seat = SEAT_NONE, count = 0;
    long number;
    unsigned before = s->at;
    bool any = false, has_seat = take_player(s, &seat);
    if (!has_seat)
        any = take_listed(s, ends, 1) == 0;
    sink_cstr(s->to, "end");
    while (any && peek(s)->kind == SLIP_NUMBER && take_number(s, &number)) {
        sink_printf(s->to, "%s%ld", count++ ? "," : " ", number);
        skip_marks(s, "-:,;/");
    }
    skip_marks(s, ",;");
    if (!has_seat && peek(s)->kind == SLIP_WORD) {
        unsigned here = s->at;
        has_seat = take_player(s, &seat);
        s->at = has_seat ? s->at : here;
    }
    int why = take_listed(s, whys, 4);
    skip_marks(s, ":");
    if (why > 0 && !has_seat)
        has_seat = take_player(s, &seat);
    bool good = (any || why >= 0) && (why > 0) == has_seat;
    if (good && why >= 0)
        sink_printf(s->to, " %s", written[why]);
    if (good && why > 0)
        sink_char(s->to, (char)('a' + seat));
    s->first = false;
    if (good && is_remark_next(s))
        copy_rest(s);
    good &= peek(s)->kind == SLIP_END;
    if (!good) {
        s->at = before;
        sink_clear(s->to);
        s->first = true;
    }
    return good;
}

/* Takes number and seat in front of a line: "12a", "12.1 B". */
static bool mend_head(struct slips *s)
{
    const struct slip_token *token = peek(s);
    if (token->kind != SLIP_NUMBER || token->text.p[0] == '-')
        return false;
    unsigned step =
        token[1].kind == SLIP_MARK && token[1].text.p[0] == '.' && token[2].kind == SLIP_NUMBER ? 2
                                                                                                : 0;
    const struct slip_token *seat = &token[step + 1];
    char letter = seat->kind == SLIP_WORD && seat->text.n == 1
                      ? (char)tolower((unsigned char)seat->text.p[0])
                      : 0;
    if (letter < 'a' || letter > 'f')
        return false;
    for (unsigned i = 0; i <= step; i++)
        sink_verbatim(s->to, token[i].text);
    sink_char(s->to, letter);
    s->first = false;
    s->at += step + 2;
    return true;
}

/* Takes the side that the top of a tile faces. */
static bool take_orient(struct slips *s, char *side)
{
    static const char *const noise[] = {"top facing faces to with"};
    unsigned before = s->at;
    skip_marks(s, ",/:;");
    /* "top" alone is the north side. */
    if (next_is_word(s, "top") && peek(s)[1].kind == SLIP_WORD)
        s->at++;
    while (take_listed(s, noise, 1) == 0)
        ;
    if (take_side(s, side))
        return true;
    s->at = before;
    return false;
}

/* Takes a tile, its cell and its orientation; the cell may come first. */
static bool mend_placement(struct slips *s)
{
    unsigned before = s->at;
    const struct slip_scene *scene = s->scene;
    static const char *const words[] = {"on at"};
    long x, y;
    char side = 0;
    bool cell_first = take_cell(s, &x, &y), oriented = cell_first && take_orient(s, &side);
    skip_marks(s, cell_first ? ",:" : "");
    const struct design *design = take_tile(s);
    if (design && !cell_first) {
        take_listed(s, words, 1);
        skip_marks(s, ",:");
    }
    if (!design || (!cell_first && !take_cell(s, &x, &y))) {
        s->at = before;
        return false;
    }
    if (!oriented && !take_orient(s, &side)) {
        struct cell cell = {(int16_t)x, (int16_t)y};
        unsigned orient = scene->orient(scene->context, design, cell);
        side = orient < SIDES ? "NESW"[orient] : 0;
    }
    begin_act(s);
    sink_printf(s->to, "%s %ld,%ld", design->name, x, y);
    if (side)
        sink_char(s->to, side);
    return true;
}

/* Takes the player who acts. The player whose turn it is need not be named. */
static void mend_who(struct slips *s)
{
    unsigned seat, before = s->at;
    bool spoken = peek(s)->kind == SLIP_WORD && peek(s)->text.n > 1;
    if (!take_player(s, &seat) || peek(s)->kind == SLIP_END) {
        s->at = before;
        return;
    }
    skip_marks(s, ":,");
    if (spoken && seat == s->scene->seat)
        return;
    sink_char(s->to, (char)('a' + seat));
    s->first = false;
}

static bool mend_line(struct slips *s)
{
    if (mend_end(s))
        return true;
    bool has_head = mend_head(s);
    /* The letters of players may also be names of tiles. */
    if (!mend_placement(s) && !has_head) {
        mend_who(s);
        mend_placement(s);
    }
    return mend_acts(s);
}

bool slips_mend(const struct slip_scene *scene, struct str typed, struct sink *to)
{
    struct slips s = {.scene = scene, .to = to, .first = true};
    if (!normalize(&s, typed))
        return false;
    cut(&s);
    return s.count && mend_line(&s) && !str_equal(sink_text(to), typed);
}
