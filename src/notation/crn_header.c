/* SPDX-License-Identifier: MIT */
/* Reads the header of a record, in a strict subset of YAML. The reader has a scanner of its own,
 * because libyaml is slow: it needs as much time for a header as zlib needs to inflate the whole
 * game. A test checks that libyaml reads the same values from every header.
 *
 *   key: scalar | [scalar, ...] | {key: scalar, ...}
 *
 * Only `tiles:` may open an indented block. A scalar is plain, or a JSON string. Comments are those
 * of YAML.
 */
#include "base/utf8.h"
#include "notation/crn_part.h"
#include "base/scalar.h"
#include "base/word.h"
#include "tiles/tile_yaml.h"

enum { ITEMS_MAX = 256 };

struct scanner {
    struct crn_reader *reader;
    struct str text; /* the whole line */
    size_t at;
    uint32_t number;
    bool failed;
};

static void fail(struct scanner *s, enum finding_id id, size_t from, size_t to,
                 const struct arg *args)
{
    if (!s->failed)
        finding_raise(s->reader->findings, id, place_of(s->number, from, to), args);
    s->failed = true;
}

static bool at_end(const struct scanner *s)
{
    return s->at >= s->text.n;
}

static char peek(const struct scanner *s)
{
    return at_end(s) ? '\0' : s->text.p[s->at];
}

static void skip_blanks(struct scanner *s)
{
    while (peek(s) == ' ' || peek(s) == '\t')
        s->at++;
}

/* Reads four hex digits at s->at; -1 if they are not there. */
static long read_hex4(struct scanner *s)
{
    long point = 0;
    for (unsigned i = 0; i < 4; i++) {
        int digit = char_hex(peek(s));
        if (digit < 0)
            return -1;
        point = point * 16 + digit;
        s->at++;
    }
    return point;
}

static size_t utf8_encode(uint32_t point, char *to)
{
    if (point < 0x80) {
        to[0] = (char)point;
        return 1;
    }
    size_t n = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (size_t i = n - 1; i > 0; i--, point >>= 6)
        to[i] = (char)(0x80 | (point & 0x3F));
    to[0] = (char)((0xF00 >> n) | point);
    return n;
}

/* Reads a JSON string; s->at must be on its quote. */
static void read_quoted(struct scanner *s, struct value *value)
{
    size_t begin = s->at++;
    char *out = arena_alloc(s->reader->arena, s->text.n - begin + 1);
    size_t n = 0;
    while (!at_end(s) && peek(s) != '"') {
        char c = s->text.p[s->at++];
        if (c != '\\') {
            out[n++] = c;
            continue;
        }
        c = peek(s);
        s->at++;
        const char *known = "\"\\/bfnrt", *found = c ? strchr(known, c) : NULL;
        if (found) {
            out[n++] = "\"\\/\b\f\n\r\t"[found - known];
        } else if (c == 'u') {
            long point = read_hex4(s);
            if (point >= 0xD800 && point < 0xDC00 && peek(s) == '\\') {
                s->at += 2;
                long low = read_hex4(s);
                point = low >= 0xDC00 && low < 0xE000
                            ? 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00)
                            : -1;
            }
            if (point <= 0 || (point >= 0xD800 && point < 0xE000)) {
                fail(s, FINDING_HEADER_LINE_UNICODE, begin, s->at, NO_ARGS);
                return;
            }
            n += utf8_encode((uint32_t)point, out + n);
        } else {
            fail(s, FINDING_HEADER_LINE_ESCAPE, begin, s->at, NO_ARGS);
            return;
        }
    }
    if (at_end(s)) {
        fail(s, FINDING_HEADER_LINE_QUOTE, begin, s->text.n, NO_ARGS);
        return;
    }
    s->at++;
    for (size_t i = 0; i < n;) {
        uint32_t point;
        unsigned length = utf8_decode(out + i, n - i, &point);
        if (!length || utf8_is_deceptive(point)) {
            fail(s, FINDING_HEADER_FORBIDDEN, begin, s->at,
                 ARGS("a control character, a noncharacter or a character that turns the writing "
                      "direction"));
            return;
        }
        i += length;
    }
    value->quoted = true;
    value->text = (struct str){out, n};
}

/* Returns the name of the construct that begins with this character; NULL if a plain scalar may
 * begin with the character. */
static const char *forbidden_name(char first)
{
    switch (first) {
    case '&':
        return "an anchor";
    case '*':
        return "an alias";
    case '!':
        return "a tag";
    case '%':
        return "a directive";
    case '|':
    case '>':
        return "a block scalar";
    default:
        return NULL;
    }
}

/* Reads a plain scalar up to the end of the line or a comment; with `flow` also up to a comma, a
 * bracket, or the colon of a key. */
static void read_plain(struct scanner *s, struct value *value, bool flow)
{
    size_t begin = s->at;
    while (!at_end(s)) {
        char c = peek(s);
        if (flow && char_is_in(c, ",[]{}"))
            break;
        if (c == '#' && s->at > begin &&
            (s->text.p[s->at - 1] == ' ' || s->text.p[s->at - 1] == '\t'))
            break;
        if (c == ':' && flow &&
            (s->at + 1 >= s->text.n || char_is_in(s->text.p[s->at + 1], " \t,[]{}")))
            break;
        s->at++;
    }
    size_t end = s->at;
    while (end > begin && (s->text.p[end - 1] == ' ' || s->text.p[end - 1] == '\t'))
        end--;
    value->text = (struct str){s->text.p + begin, end - begin};
    if (value->text.n == 0) {
        if (flow)
            fail(s, FINDING_HEADER_LINE_VALUE, begin, s->at + 1, NO_ARGS);
        return;
    }
    const char *forbidden = forbidden_name(value->text.p[0]);
    if (forbidden) {
        fail(s, FINDING_HEADER_FORBIDDEN, begin, end, ARGS(forbidden));
        return;
    }
    if (!scalar_is_plain(value->text, flow))
        fail(s, FINDING_HEADER_LINE_QUOTED, begin, end, NO_ARGS);
}

static void read_scalar(struct scanner *s, struct value *value, bool flow)
{
    size_t begin = s->at;
    value->kind = VALUE_SCALAR;
    if (peek(s) == '"')
        read_quoted(s, value);
    else
        read_plain(s, value, flow);
    size_t end = s->at;
    while (end > begin + 1 && s->text.p[end - 1] == ' ')
        end--;
    if (value->text.n > HEADER_VALUE_MAX)
        fail(s, FINDING_TOO_LARGE_VALUE, begin, end, NO_ARGS);
    value->place = place_of(s->number, begin, end);
}

/* Reads [a, b] or {k: v}; s->at must be on the bracket. */
static void read_flow(struct scanner *s, struct value *value)
{
    bool map = peek(s) == '{';
    char closing = map ? '}' : ']';
    size_t begin = s->at++;
    struct arena *arena = s->reader->arena;
    struct value items[ITEMS_MAX];
    struct str keys[ITEMS_MAX];
    uint32_t count = 0;
    value->kind = map ? VALUE_MAP : VALUE_LIST;
    skip_blanks(s);
    while (!s->failed && peek(s) != closing) {
        if (at_end(s) || count == ITEMS_MAX) {
            fail(s, at_end(s) ? FINDING_HEADER_LINE_BRACKET : FINDING_HEADER_LINE_ITEMS, begin,
                 s->text.n, NO_ARGS);
            return;
        }
        if (map) {
            struct value key = {0};
            read_scalar(s, &key, true);
            skip_blanks(s);
            if (!s->failed && peek(s) != ':')
                fail(s, FINDING_HEADER_LINE_MAP, s->at, s->at + 1, NO_ARGS);
            s->at++;
            skip_blanks(s);
            keys[count] = key.text;
            for (uint32_t i = 0; i < count; i++)
                if (str_equal(keys[i], key.text)) {
                    finding_raise(s->reader->findings, FINDING_KEY_TWICE, key.place,
                                  ARGS(arena_copy(arena, key.text.p, key.text.n)));
                    s->failed = true;
                }
        }
        if (peek(s) == '[' || peek(s) == '{')
            fail(s, FINDING_HEADER_LINE_SCALARS, s->at, s->at + 1, NO_ARGS);
        items[count] = (struct value){0};
        if (!s->failed)
            read_scalar(s, &items[count++], true);
        skip_blanks(s);
        if (peek(s) == ',') {
            s->at++;
            skip_blanks(s);
        } else if (!s->failed && peek(s) != closing) {
            fail(s, FINDING_HEADER_LINE_COMMA, s->at, s->at + 1, NO_ARGS);
        }
    }
    s->at++;
    value->place = place_of(s->number, begin, s->at);
    value->count = count;
    value->items = arena_alloc(arena, (count + 1) * sizeof *items);
    if (count)
        memcpy(value->items, items, count * sizeof *items);
    if (map) {
        value->keys = arena_alloc(arena, (count + 1) * sizeof *keys);
        memcpy(value->keys, keys, count * sizeof *keys);
    }
}

static size_t key_length(struct str text)
{
    size_t n = 0;
    while (n < text.n &&
           (char_is_alpha(text.p[n]) ||
            (n && (char_is_digit(text.p[n]) || text.p[n] == '-' || text.p[n] == '_'))))
        n++;
    return n;
}

/* Keeps a line that was not understood for the printer, as an entry without a key. */
static void keep_raw(struct crn_reader *r, struct str text, struct str key, struct place place)
{
    struct header_entry *entry = record_entry_add(r->record, r->arena, "");
    entry->broken_key = key;
    entry->comments = r->record->header_comments;
    r->record->header_comments = (struct str){NULL, 0};
    entry->value = (struct value){.kind = VALUE_SCALAR, .text = text, .place = place};
    entry->key_place = place;
}

static struct str key_of(const struct header_entry *entry)
{
    return entry->key.n ? entry->key : entry->broken_key;
}

/* Returns the slot of a key: that of its first entry, or a free one. */
static uint32_t *key_slot(const struct crn_reader *r, struct str key)
{
    uint32_t at = str_hash(key) & (r->key_room - 1);
    while (r->keys[at] && !str_equal(key_of(&r->record->entries[r->keys[at] - 1]), key))
        at = (at + 1) & (r->key_room - 1);
    return &r->keys[at];
}

/* Returns the entry that has the key already. If there is none, returns NULL and notes that the
 * entry added next has the key. */
static const struct header_entry *key_first(struct crn_reader *r, struct str key)
{
    const struct record *record = r->record;
    if (2 * r->key_count >= r->key_room) {
        r->key_room = r->key_room ? 2 * r->key_room : 32;
        r->keys = arena_alloc(r->arena, r->key_room * sizeof *r->keys);
        r->key_count = 0;
        for (uint32_t i = 0; i < record->entry_count; i++) {
            struct str other = key_of(&record->entries[i]);
            uint32_t *slot = other.n ? key_slot(r, other) : NULL;
            if (slot && !*slot) {
                *slot = i + 1;
                r->key_count++;
            }
        }
    }
    uint32_t *slot = key_slot(r, key);
    if (*slot)
        return &record->entries[*slot - 1];
    *slot = record->entry_count + 1;
    r->key_count++;
    return NULL;
}

void crn_header_line(struct crn_reader *r, struct str text, uint32_t number)
{
    struct record *record = r->record;
    struct scanner s = {r, text, 0, number, false};
    struct place whole = place_of(number, 0, text.n);
    skip_blanks(&s);
    if (peek(&s) == '#') {
        crn_append(r, &record->header_comments, &r->comment_bytes, str_from(text, s.at));
        return;
    }
    s.at = 0;
    size_t n = key_length(text);
    if (n == 0 || n >= text.n || text.p[n] != ':' ||
        (n + 1 < text.n && text.p[n + 1] != ' ' && text.p[n + 1] != '\t')) {
        bool forbidden = strchr("&*!%", text.p[0]) != NULL;
        fail(&s, forbidden ? FINDING_HEADER_FORBIDDEN : FINDING_HEADER_LINE_KEY, 0, text.n,
             forbidden ? ARGS("YAML beyond 'key: value'") : NO_ARGS);
        keep_raw(r, text, (struct str){NULL, 0}, whole);
        return;
    }
    struct str key = {text.p, n};
    const struct header_entry *first = key_first(r, key);
    if (first) {
        finding_also(r->findings,
                     finding_raise(r->findings, FINDING_KEY_TWICE, place_of(number, 0, n),
                                   ARGS(arena_copy(r->arena, key.p, key.n))),
                     first->key_place, NOTE_COUNTS, NO_ARGS);
        keep_raw(r, text, key, whole);
        return;
    }
    struct value value = {0};
    s.at = n + 1;
    skip_blanks(&s);
    size_t value_at = s.at;
    if (peek(&s) == '[' || peek(&s) == '{')
        read_flow(&s, &value);
    else if (!at_end(&s) && peek(&s) != '#')
        read_scalar(&s, &value, false);
    else
        value.place = place_of(number, 0, n + 1);
    skip_blanks(&s);
    size_t comment_at = s.at;
    if (!s.failed && !at_end(&s) &&
        (peek(&s) != '#' ||
         (s.at > value_at && text.p[s.at - 1] != ' ' && text.p[s.at - 1] != '\t')))
        fail(&s, FINDING_HEADER_LINE_AFTER_VALUE, s.at, text.n, NO_ARGS);
    if (s.failed) {
        keep_raw(r, text, key, whole);
        return;
    }
    if (value.text.n == 0 && !value.quoted && value.kind == VALUE_SCALAR && str_is(key, "tiles")) {
        value.kind = VALUE_BLOCK;
        value.place = place_of(number, 0, n + 1);
    }
    struct header_entry *entry = record_entry_add(record, r->arena, "");
    entry->key = key;
    entry->key_place = place_of(number, 0, n);
    entry->value = value;
    entry->comments = record->header_comments;
    entry->comment = str_from(text, comment_at);
    record->header_comments = (struct str){NULL, 0};
}

/* ---- Values of known keys ---- */

struct apply {
    struct record *record;
    const struct catalogue *catalogue;
    struct arena *arena;
    struct findings *findings;
};

static void wrong(struct apply *a, struct place place, enum finding_id id, const struct arg *args)
{
    finding_raise(a->findings, id, place, args);
}

static void apply_rules(struct apply *a, const struct value *value)
{
    a->record->rules_place = value->place;
    if (value->kind != VALUE_SCALAR || value->text.n == 0)
        wrong(a, value->place, FINDING_HEADER_VALUE_RULES_NAME, NO_ARGS);
    else
        a->record->rules = value->text;
}

static void apply_players(struct apply *a, const struct value *value)
{
    struct record *record = a->record;
    record->players_place = value->place;
    if (value->kind != VALUE_LIST || value->count == 0) {
        wrong(a, value->place, FINDING_HEADER_VALUE_PLAYERS, NO_ARGS);
        return;
    }
    record->player_count = value->count;
    for (uint32_t i = 0; i < value->count && i < SEATS_MAX; i++)
        record->players[i] = value->items[i].text;
}

static bool has_set(const struct record *record, const struct tileset *set)
{
    for (unsigned i = 0; i < record->set_count; i++)
        if (record->sets[i] == set)
            return true;
    return false;
}

static void apply_sets(struct apply *a, const struct value *value)
{
    if (value->kind != VALUE_LIST || value->count == 0) {
        a->record->sets_broken = true;
        wrong(a, value->place, FINDING_HEADER_VALUE_SETS, NO_ARGS);
        return;
    }
    a->record->set_count = 0;
    for (uint32_t i = 0; i < value->count; i++) {
        struct str name = value->items[i].text;
        const struct tileset *set = catalogue_set(a->catalogue, name);
        if (!set) {
            char *known = "";
            for (unsigned k = 0; k < a->catalogue->set_count; k++)
                known = arena_printf(a->arena, "%s%s%s", known, k ? ", " : "",
                                     a->catalogue->sets[k]->name);
            a->record->sets_broken = true;
            wrong(a, value->items[i].place, FINDING_HEADER_VALUE_SET,
                  ARGS(arena_brief(a->arena, name), known));
        } else if (set->game != a->record->game) {
            a->record->sets_broken = true;
            wrong(a, value->items[i].place, FINDING_HEADER_VALUE_SET_GAME,
                  ARGS(set->name, games[set->game].name, games[a->record->game].name));
        } else if (has_set(a->record, set)) {
            wrong(a, value->items[i].place, FINDING_HEADER_VALUE_SET_TWICE, ARGS(set->name));
        } else {
            a->record->copies[a->record->set_count] = 1;
            a->record->sets[a->record->set_count++] = set;
        }
    }
}

/* Returns the index of the set in play that `copies` names; set_count if it may not name it. */
static unsigned find_repeated(const struct record *record, struct str name)
{
    unsigned i = 0;
    while (i < record->set_count && !(record->sets[i] && str_is(name, record->sets[i]->name) &&
                                      tileset_may_repeat(record->sets[i])))
        i++;
    return i;
}

static struct arg repeated_names(const struct record *record, struct arg_list *list)
{
    for (unsigned i = 0; i < record->set_count; i++)
        if (record->sets[i] && tileset_may_repeat(record->sets[i]))
            arg_list_add(list, ARG(record->sets[i]->name));
    return arg_of_list(list, JOIN_COMMA, "nothing");
}

/* Gives the sets from `from` up to `to` as many copies as there may be, because a header that is
 * wrong leaves open how many there are. */
static void forget_copies(struct record *record, unsigned from, unsigned to)
{
    record->sets_broken = true;
    for (unsigned i = from; i < to; i++)
        record->copies[i] = COPIES_MAX;
}

/* Rule: base.setup.copies. */
static void apply_copies(struct apply *a, const struct value *value)
{
    struct record *record = a->record;
    if (value->kind != VALUE_MAP) {
        forget_copies(record, 0, record->set_count);
        wrong(a, value->place, FINDING_HEADER_VALUE_COPIES, NO_ARGS);
        return;
    }
    for (uint32_t i = 0; i < value->count; i++) {
        unsigned set = find_repeated(record, value->keys[i]);
        struct str text = value->items[i].text;
        struct arg_list list = {0};
        bool good = text.n == 1 && text.p[0] >= '1' && text.p[0] <= '0' + COPIES_MAX;
        if (set == record->set_count) {
            wrong(a, value->items[i].place, FINDING_HEADER_VALUE_COPIES_NAME,
                  ARGS(arena_brief(a->arena, value->keys[i]), repeated_names(record, &list)));
            forget_copies(record, 0, record->set_count);
        } else if (!good) {
            wrong(a, value->items[i].place, FINDING_HEADER_VALUE_COPIES_NUMBER,
                  ARGS(record->sets[set]->name, COPIES_MAX, arena_brief(a->arena, text)));
            forget_copies(record, set, set + 1);
        } else {
            record->copies[set] = (uint8_t)(text.p[0] - '0');
        }
    }
}

static void apply_start(struct apply *a, const struct value *value)
{
    struct record *record = a->record;
    record->start_place = value->place;
    const char *at = value->text.n ? value->text.p : "";
    struct str name;
    bool far = false;
    if (value->kind == VALUE_SCALAR && token_tile(&at, &name) && token_take(&at, ' ') &&
        token_cell(&at, &record->start_cell, &far) && token_side(&at, &record->start_orient) &&
        at == value->text.p + value->text.n) {
        record->has_start = true;
        record->start =
            (struct tile_ref){name, crn_design(a->catalogue, record, name), value->place};
    } else {
        wrong(a, value->place, FINDING_HEADER_VALUE_START, NO_ARGS);
    }
}

static void apply_result(struct apply *a, const struct value *value)
{
    struct record *record = a->record;
    bool good = value->kind == VALUE_LIST && value->count > 0;
    for (uint32_t i = 0; good && i < value->count && i < SEATS_MAX; i++) {
        struct str text = value->items[i].text;
        const char *at = text.n ? text.p : "";
        good = token_integer(&at, &record->result[i]) && at == text.p + text.n;
        record->result_place[i] = value->items[i].place;
    }
    /* If the players could not be read, how many there are is unknown. */
    if (!good || (record->player_count && value->count != record->player_count))
        wrong(a, value->place, FINDING_HEADER_VALUE_RESULT, NO_ARGS);
    else
        record->result_count = value->count < SEATS_MAX ? value->count : SEATS_MAX;
}

/* Rule: base.end.tie. */
static void apply_tie(struct apply *a, const struct value *value)
{
    struct record *record = a->record;
    if (value->kind == VALUE_SCALAR)
        record->tie = (uint8_t)tie_find(value->text);
    record->tie_broken = !record->tie;
    if (!record->tie)
        wrong(a, value->place, FINDING_HEADER_VALUE_TIE, NO_ARGS);
    else if (record->tie > TIE_SHARED && record->player_count != 2)
        wrong(a, value->place, FINDING_HEADER_VALUE_TIE_PLAYERS,
              ARGS(tie_names[record->tie], COUNT(record->player_count, "player")));
}

static void apply_clock(struct apply *a, const struct value *value)
{
    struct game_clock clock = {.given = false};
    if (value->kind == VALUE_SCALAR && clock_read(value->text, &clock))
        a->record->clock = clock;
    else
        wrong(a, value->place, FINDING_HEADER_VALUE_CLOCK, NO_ARGS);
}

static void apply_winner(struct apply *a, const struct value *value)
{
    struct record *record = a->record;
    const struct value *names = value->kind == VALUE_LIST ? value->items : value;
    uint32_t count = value->kind == VALUE_LIST ? value->count : value->kind == VALUE_SCALAR;
    uint8_t declared = 0;
    bool good = count > 0;
    record->declared_place = value->place;
    for (uint32_t i = 0; good && i < count; i++) {
        unsigned seat = record_seat(record, names[i].text);
        good = seat < SEATS_MAX;
        declared |= (uint8_t)(1u << (good ? seat : 0));
    }
    if (good)
        record->declared = declared;
    else
        wrong(a, value->place, FINDING_HEADER_VALUE_WINNER, NO_ARGS);
}

static void apply_tiles(struct apply *a, const struct value *value)
{
    struct tile_yaml_error error;
    a->record->tiles_broken = true;
    if (value->kind != VALUE_BLOCK) {
        wrong(a, value->place, FINDING_HEADER_VALUE_TILES, NO_ARGS);
        return;
    }
    a->record->own_tiles = tile_yaml_read_list(a->arena, value->text, &error);
    a->record->tiles_broken = !a->record->own_tiles;
    if (!a->record->own_tiles)
        finding_raise(a->findings,
                      error.forbidden ? FINDING_HEADER_FORBIDDEN : FINDING_TILE_DEFINITION,
                      (struct place){NULL, value->place.line + error.line, (uint16_t)error.column,
                                     (uint16_t)error.column},
                      ARGS(error.why));
}

static void apply_game(struct apply *a, const struct value *value)
{
    enum game game = value->kind == VALUE_SCALAR ? game_find(value->text) : GAME_COUNT;
    if (game == GAME_COUNT) {
        wrong(a, value->place, FINDING_HEADER_VALUE_GAME, NO_ARGS);
        return;
    }
    a->record->game = (uint8_t)game;
    a->record->sets[0] = catalogue_set(a->catalogue, str_of(games[game].set));
}

static void apply_options(struct apply *a, const struct value *value)
{
    if (value->kind != VALUE_MAP)
        wrong(a, value->place, FINDING_HEADER_VALUE_OPTIONS, NO_ARGS);
    else
        a->record->options = value;
}

static void apply_supply(struct apply *a, const struct value *value)
{
    a->record->supply_broken = value->kind != VALUE_MAP;
    if (a->record->supply_broken)
        wrong(a, value->place, FINDING_HEADER_VALUE_SUPPLY, NO_ARGS);
    else
        a->record->supply = value;
}

static void apply_brings(struct apply *a, const struct value *value)
{
    if (value->kind != VALUE_LIST)
        wrong(a, value->place, FINDING_HEADER_VALUE_BRINGS, NO_ARGS);
    else
        a->record->brings = value;
}

static struct place tiles_place(const struct record *record)
{
    for (uint32_t i = 0; i < record->entry_count; i++)
        if (str_is(record->entries[i].key, "tiles"))
            return record->entries[i].key_place;
    return record->place;
}

/* Reports each of the record's own tiles whose name a set in play has already. */
static void check_own_tiles(struct apply *a)
{
    const struct tileset *own = a->record->own_tiles;
    for (unsigned i = 0; own && i < own->design_count; i++)
        for (unsigned k = 0; k <= ALIASES_MAX; k++) {
            const char *name = k == 0 ? own->designs[i].name : own->designs[i].aliases[k - 1];
            if (!name)
                break;
            for (unsigned s = 0; s < a->record->set_count; s++)
                if (tileset_design(a->record->sets[s], str_of(name)))
                    finding_raise(a->findings, FINDING_TILE_DEFINITION_NAME, tiles_place(a->record),
                                  ARGS(a->record->sets[s]->name, name));
        }
}

static bool has_broken(const struct record *record, const char *key)
{
    for (uint32_t i = 0; i < record->entry_count; i++)
        if (str_is(record->entries[i].broken_key, key))
            return true;
    return false;
}

static bool has_entry(const struct record *record, const char *key)
{
    for (uint32_t i = 0; i < record->entry_count; i++)
        if (str_is(record->entries[i].key, key))
            return true;
    return has_broken(record, key);
}

static const struct {
    const char *key;
    void (*apply)(struct apply *, const struct value *);
} known[] = {
    /* The order matters: later keys need the values of earlier ones. */
    {"game", apply_game},       {"tiles", apply_tiles},   {"sets", apply_sets},
    {"brings", apply_brings},   {"rules", apply_rules},   {"options", apply_options},
    {"players", apply_players}, {"start", apply_start},   {"result", apply_result},
    {"tie", apply_tie},         {"winner", apply_winner}, {"clock", apply_clock},
    {"supply", apply_supply},   {"copies", apply_copies},
};

/* Warns about an unknown key that is spelt almost like a known one. A key with a digit, such as
 * player1, is taken as meant. */
static void check_spelling(struct apply *a, const struct header_entry *entry)
{
    enum { KNOWN = sizeof known / sizeof *known };
    const char *keys[KNOWN];
    if (crn_key_rank(entry->key) < CRN_KEYS)
        return;
    for (unsigned k = 0; k < KNOWN; k++) {
        keys[k] = known[k].key;
        if (str_is(entry->key, keys[k]))
            return;
    }
    const char *word = arena_copy(a->arena, entry->key.p, entry->key.n),
               *meant = strpbrk(word, "0123456789") ? NULL : word_slip(word, keys, KNOWN);
    if (meant)
        finding_raise(a->findings, FINDING_KEY_SPELLING, entry->key_place, ARGS(word, meant));
}

void crn_header_apply(struct record *record, const struct catalogue *catalogue, struct arena *arena,
                      struct findings *findings)
{
    struct apply a = {record, catalogue, arena, findings};
    record->game = GAME_CARCASSONNE;
    record->sets[0] = catalogue_set(catalogue, str_of("base"));
    record->copies[0] = 1;
    record->set_count = 1;
    bool broken = false;
    for (uint32_t i = 0; i < record->entry_count; i++)
        broken |= record->entries[i].broken_key.n > 0;
    record->sets_broken = broken && has_broken(record, "sets");
    record->tiles_broken = broken && has_broken(record, "tiles");
    record->supply_broken = broken && has_broken(record, "supply");
    record->tie_broken = broken && has_broken(record, "tie");
    for (unsigned k = 0; k < sizeof known / sizeof *known; k++)
        for (uint32_t i = 0; i < record->entry_count; i++)
            if (str_is(record->entries[i].key, known[k].key))
                known[k].apply(&a, &record->entries[i].value);
    if (broken && has_broken(record, "copies"))
        forget_copies(record, 0, record->set_count);
    if (!has_entry(record, "rules"))
        record->rules_place = record->place;
    else if (record->rules.n == 0)
        record->rules_reported = true;
    for (uint32_t i = 0; i < record->entry_count; i++)
        if (record->entries[i].key.n)
            check_spelling(&a, &record->entries[i]);
    check_own_tiles(&a);
    if (!has_entry(record, "players")) {
        record->players_place = record->place;
        wrong(&a, record->place, FINDING_HEADER_VALUE_NO_PLAYERS, NO_ARGS);
    }
}
