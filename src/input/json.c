/* SPDX-License-Identifier: MIT */
/* Reads JSON documents. jsmn finds where texts, numbers and words end, but accepts some text that
 * breaks the grammar of RFC 8259. walk() follows the grammar from one of jsmn's tokens to the next,
 * and makes nodes of them. It can go on when more of the text has come: so a document is refused at
 * its first wrong byte, even if the rest of it is still missing. */
#include "input/json.h"

#define JSMN_STATIC
#define JSMN_STRICT
#define JSMN_PARENT_LINKS
#include <ctype.h>
#include <errno.h>
#include <jsmn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/utf8.h"

enum {
    DEPTH_MAX = 2048,
    NODE_COST = 80, /* bytes of memory that a value or a key takes, with its token and its arena */
    CONTAINER_COST = 160,
    FIRST_ROOM = 1 << 16, /* nodes of a document whose length is not known; memory that no node
                             uses costs nothing */
    FIRST_SLICE = 128,    /* a document may be short */
    SLICE = 4096,  /* bytes that jsmn reads before walk() follows; it may read so far beyond the end
                      of the document */
    WORD_MAX = 64, /* letters of a wrong word that are read for the error */
    KEYS_COMPARED = 16, /* an object with more keys has them in a table of hashes */
};

/* Where the text of a node is while the document is read. */
enum form {
    FORM_PLAIN,   /* in the document, at an offset */
    FORM_ESCAPED, /* there, with escapes */
    FORM_COPIED,  /* in the arena */
};

/* The texts that may come next. */
enum state {
    WANT_ROOT,
    WANT_KEY_OR_END, /* after '{' */
    WANT_KEY,        /* after ',' in an object */
    WANT_COLON,
    WANT_MEMBER,      /* the value after ':' */
    WANT_ITEM_OR_END, /* after '[' */
    WANT_ITEM,        /* after ',' in a list */
    AFTER_MEMBER,
    AFTER_ITEM,
    DONE,
};

/* A container that is not closed yet. */
struct level {
    uint32_t node;
    uint32_t key; /* its last key; 0 if it has none */
};

/* A key of a large object. */
struct hashed_key {
    uint32_t object, key; /* their nodes; `key` is 0 for a free place */
};

struct reading {
    struct arena *arena;
    char *text;
    size_t length; /* bytes of the text that are there */
    jsmn_parser parser;
    jsmntok_t *tokens;
    size_t token_room;
    unsigned walked; /* tokens that have nodes */
    struct json *nodes;
    size_t node_count, node_room;
    size_t cost;               /* bytes of memory that the nodes take, estimated */
    struct hashed_key *hashed; /* table of the keys of large objects; a power of two places */
    size_t hashed_room, hashed_count;
    enum state state;
    size_t at; /* offset of the next byte to walk over */
    unsigned depth;
    struct json_error *error;
    size_t error_end;
    bool ended; /* no more of the text will come */
    struct level levels[DEPTH_MAX + 1];
};

/* ---- Pieces of text ---- */

/* A piece of text: a bracket, a comma, a colon, a string, a number or a word. */
struct piece {
    size_t begin, end;
    enum { PIECE_GOOD, PIECE_BAD, PIECE_CUT } is; /* PIECE_CUT: more of the text may complete it */
    enum json_kind kind;                          /* of a good string, number or word */
    bool is_scalar;                               /* a string, a number or a word */
    bool escaped;
    char words[48]; /* what is wrong with it, if that does not depend on where it stands */
};

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static int hex_of(char c)
{
    return is_digit(c)            ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Returns the UTF-16 unit of an escape \uXXXX; -1 for other text. `text` is at its backslash. */
static int32_t unit_of(const char *text, const char *end)
{
    int32_t unit = 0;
    if (end - text < 6 || text[0] != '\\' || text[1] != 'u')
        return -1;
    for (unsigned i = 2; i < 6; i++) {
        int digit = hex_of(text[i]);
        if (digit < 0)
            return -1;
        unit = unit * 16 + digit;
    }
    return unit;
}

static bool is_high(int32_t unit)
{
    return unit >= 0xD800 && unit <= 0xDBFF;
}

static bool is_low(int32_t unit)
{
    return unit >= 0xDC00 && unit <= 0xDFFF;
}

/* Checks the escapes \uXXXX of a string. Surrogates must come in pairs. NUL is refused, because
 * texts end in NUL. */
static void check_units(const char *text, const char *end, struct piece *piece)
{
    while (text < end && piece->is == PIECE_GOOD) {
        int32_t unit = unit_of(text, end);
        if (unit < 0) {
            text += *text == '\\' ? 2 : 1;
            continue;
        }
        int32_t low = is_high(unit) ? unit_of(text + 6, end) : -1;
        piece->is = PIECE_BAD;
        if (!unit)
            snprintf(piece->words, sizeof piece->words, "\\u0000 is not allowed");
        else if (is_high(unit) && low >= 0 && !is_low(low))
            snprintf(piece->words, sizeof piece->words, "invalid Unicode '\\u%04X\\u%04X'",
                     (unsigned)unit, (unsigned)low);
        else if (is_low(unit) || (is_high(unit) && low < 0))
            snprintf(piece->words, sizeof piece->words, "invalid Unicode '\\u%04X'",
                     (unsigned)unit);
        else
            piece->is = PIECE_GOOD;
        text += low < 0 ? 6 : 12;
    }
}

/* Returns the end of an escape, from the byte after its backslash; NULL if it is bad, with the end
 * of the bad part in *bad. */
static const char *escape_end(const char *at, const char *end, const char **bad)
{
    *bad = at < end ? at + 1 : end;
    if (at == end || char_is_in(*at, "\"\\/bfnrt"))
        return *bad;
    if (*at != 'u')
        return NULL;
    for (unsigned i = 0; i < 4; i++) {
        at++;
        if (at == end)
            return at;
        *bad = at + 1;
        if (hex_of(*at) < 0)
            return NULL;
    }
    return at + 1;
}

/* Says whether a character ends before its last byte, at the end of the text. */
static bool is_cut(const char *at, const char *end)
{
    char whole[4] = {'\x80', '\x80', '\x80', '\x80'};
    size_t n = (size_t)(end - at);
    uint32_t point;
    unsigned char c = (unsigned char)*at;
    if (n >= sizeof whole)
        return false;
    memcpy(whole, at, n);
    return n == 1 ? c >= 0xC2 && c <= 0xF4 : utf8_decode(whole, sizeof whole, &point) > n;
}

static void read_string(const struct reading *r, struct piece *piece)
{
    const char *text = r->text, *at = text + piece->begin + 1, *end = text + r->length, *bad;
    piece->is_scalar = true;
    piece->kind = JSON_TEXT;
    piece->is = PIECE_BAD;
    while (at < end && *at != '"') {
        uint32_t point;
        unsigned char c = (unsigned char)*at;
        piece->end = (size_t)(at - text);
        if (c < ' ') {
            snprintf(piece->words, sizeof piece->words,
                     c == '\n' ? "unexpected newline" : "control character 0x%x", c);
            return;
        }
        if (c == '\\') {
            piece->escaped = true;
            at = escape_end(at + 1, end, &bad);
            piece->end = (size_t)((at ? at : bad) - text);
            if (!at) {
                snprintf(piece->words, sizeof piece->words, "invalid escape");
                return;
            }
            continue;
        }
        unsigned n = c < 0x80 ? 1 : utf8_decode(at, (size_t)(end - at), &point);
        if (!n && !r->ended && is_cut(at, end))
            at = end;
        else if (!n) {
            snprintf(piece->words, sizeof piece->words, "unable to decode byte 0x%x", c);
            return;
        }
        at += n;
    }
    piece->end = (size_t)(at - text);
    if (at >= end) {
        piece->end = r->length;
        piece->is = r->ended ? PIECE_BAD : PIECE_CUT;
        snprintf(piece->words, sizeof piece->words, "premature end of input");
        return;
    }
    piece->end++;
    piece->is = PIECE_GOOD;
    if (piece->escaped)
        check_units(text + piece->begin + 1, at, piece);
}

static const char *digits_end(const char *at, const char *end)
{
    while (at < end && is_digit(*at))
        at++;
    return at;
}

/* Returns the end of a number: after its digits, or where it is wrong, with *good false. */
static const char *number_end(const char *at, const char *end, bool *real, bool *good)
{
    *real = *good = false;
    at += at < end && *at == '-';
    const char *next = at < end && *at == '0' ? at + 1 : digits_end(at, end);
    if (next == at || (*at == '0' && next < end && is_digit(*next)))
        return next;
    if (next < end && *next == '.') {
        *real = true;
        at = next + 1;
        next = digits_end(at, end);
        if (next == at)
            return next;
    }
    if (next < end && (*next == 'e' || *next == 'E')) {
        *real = true;
        at = next + 1;
        at += at < end && (*at == '+' || *at == '-');
        next = digits_end(at, end);
        if (next == at)
            return next;
    }
    *good = true;
    return next;
}

static void read_number(const struct reading *r, struct piece *piece)
{
    bool real, good;
    const char *begin = r->text + piece->begin, *end = r->text + r->length,
               *at = number_end(begin, end, &real, &good);
    piece->is_scalar = true;
    piece->kind = real ? JSON_REAL : JSON_INTEGER;
    piece->end = (size_t)(at - r->text);
    piece->is = at == end && !r->ended ? PIECE_CUT : good ? PIECE_GOOD : PIECE_BAD;
    if (piece->is != PIECE_GOOD || at == end || (!real && at - begin < 19))
        return;
    errno = 0;
    if (real && fabs(strtod(begin, NULL)) == HUGE_VAL) {
        piece->is = PIECE_BAD;
        snprintf(piece->words, sizeof piece->words, "real number overflow");
    }
    if (!real && (strtoll(begin, NULL, 10), errno == ERANGE)) {
        piece->is = PIECE_BAD;
        snprintf(piece->words, sizeof piece->words, "too big %sinteger",
                 *begin == '-' ? "negative " : "");
    }
}

static void read_word(const struct reading *r, struct piece *piece)
{
    static const struct {
        const char *word;
        enum json_kind kind;
    } words[] = {{"true", JSON_TRUE}, {"false", JSON_FALSE}, {"null", JSON_NULL}};
    const size_t most = piece->begin + WORD_MAX < r->length ? piece->begin + WORD_MAX : r->length;
    while (piece->end < most && is_letter(r->text[piece->end]))
        piece->end++;
    piece->is_scalar = true;
    piece->is = piece->end == most && most == r->length && !r->ended ? PIECE_CUT : PIECE_BAD;
    for (unsigned i = 0; piece->is == PIECE_BAD && i < sizeof words / sizeof *words; i++)
        if (str_is((struct str){r->text + piece->begin, piece->end - piece->begin},
                   words[i].word)) {
            piece->kind = words[i].kind;
            piece->is = PIECE_GOOD;
        }
}

/* Reads the next piece of text (not a blank). */
static struct piece read_piece(const struct reading *r)
{
    struct piece piece = {.begin = r->at, .end = r->at};
    const char *text = r->text + r->at;
    char c = r->at < r->length ? *text : '\0';
    if (r->at == r->length) {
        piece.is = r->ended ? PIECE_BAD : PIECE_CUT;
    } else if (c == '"') {
        read_string(r, &piece);
    } else if (c == '-' || is_digit(c)) {
        read_number(r, &piece);
    } else if (is_letter(c)) {
        read_word(r, &piece);
    } else {
        uint32_t point;
        unsigned n = utf8_decode(text, r->length - r->at, &point);
        piece.is = char_is_in(c, "{}[]:,") ? PIECE_GOOD : PIECE_BAD;
        piece.end += n;
        if (!n)
            snprintf(piece.words, sizeof piece.words, "unable to decode byte 0x%x",
                     (unsigned)(unsigned char)c);
    }
    return piece;
}

/* ---- Errors ---- */

/* Sets the error, which lies in the text from offset `begin` to offset `end`. That text is quoted
 * if it is short. */
static void set_error(struct reading *r, const char *words, size_t begin, size_t end)
{
    struct json_error *error = r->error;
    int n = (int)(end - begin);
    r->error_end = end;
    error->line = 1;
    error->column = 0;
    for (size_t i = 0; i < end; i++) {
        bool is_end = r->text[i] == '\n';
        error->line += is_end;
        error->column = is_end ? 0 : error->column + ((r->text[i] & 0xC0) != 0x80);
    }
    bool quotes = n <= 20 && !memchr(r->text + begin, '\0', (size_t)n);
    if (!quotes || (!n && begin < r->length))
        snprintf(error->text, sizeof error->text, "%s", words);
    else if (n)
        snprintf(error->text, sizeof error->text, "%s near '%s'", words,
                 (char *)memcpy((char[21]){0}, r->text + begin, (size_t)n));
    else
        snprintf(error->text, sizeof error->text, "%s near end of file", words);
}

/* Returns the words for a piece of text that cannot stand here. */
static const char *expected(const struct reading *r, bool is_good)
{
    switch (r->state) {
    case WANT_ROOT:
        return "'[' or '{' expected";
    case WANT_KEY_OR_END:
    case WANT_KEY:
        return "string or '}' expected";
    case WANT_COLON:
        return "':' expected";
    case AFTER_MEMBER:
        return "'}' expected";
    case AFTER_ITEM:
        return "']' expected";
    default:
        if (r->at == r->length && r->state != WANT_MEMBER)
            return "']' expected";
        return is_good || r->at == r->length ? "unexpected token" : "invalid token";
    }
}

static bool wants_key(const struct reading *r)
{
    return r->state == WANT_KEY || r->state == WANT_KEY_OR_END;
}

static bool wants_value(const struct reading *r)
{
    return r->state == WANT_MEMBER || r->state == WANT_ITEM || r->state == WANT_ITEM_OR_END;
}

/* Returns the state after a key or a value (not a container). */
static enum state state_after(enum state state)
{
    return state == WANT_KEY || state == WANT_KEY_OR_END ? WANT_COLON
           : state == WANT_MEMBER                        ? AFTER_MEMBER
                                                         : AFTER_ITEM;
}

static void skip_blanks(struct reading *r)
{
    const char *at = r->text + r->at, *end = r->text + r->length;
    while (at < end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t'))
        at++;
    r->at = (size_t)(at - r->text);
}

/* Sets the error at the next pieces of text, where jsmn or walk() stopped. False if the text must
 * first go on. */
static bool explain(struct reading *r)
{
    size_t at = r->at;
    enum state state = r->state;
    for (;;) {
        skip_blanks(r);
        struct piece piece = read_piece(r);
        bool is_key = wants_key(r) && r->at < r->length && r->text[r->at] == '"';
        if (piece.is == PIECE_CUT)
            break;
        if (piece.is == PIECE_BAD || !piece.is_scalar || !(is_key || wants_value(r))) {
            set_error(r, *piece.words ? piece.words : expected(r, piece.is == PIECE_GOOD),
                      piece.begin, piece.end);
            return true;
        }
        r->at = piece.end;
        r->state = state_after(r->state);
    }
    r->at = at;
    r->state = state;
    return false;
}

/* ---- Nodes ---- */

/* Returns an array from the arena with twice the room, and with the items of the one before. */
static void *grown(struct reading *r, const void *items, size_t *room, size_t size)
{
    size_t before = *room;
    *room = before ? 2 * before : r->ended ? r->length / 4 + 64 : FIRST_ROOM;
    void *more = arena_take(r->arena, *room * size);
    if (items)
        memcpy(more, items, before * size);
    return more;
}

static inline struct json *add_node(struct reading *r, enum json_kind kind, size_t at, size_t n)
{
    if (r->node_count == r->node_room)
        r->nodes = grown(r, r->nodes, &r->node_room, sizeof *r->nodes);
    struct json *node = &r->nodes[r->node_count++];
    r->cost += NODE_COST;
    *node = (struct json){.at = at, .n = (uint32_t)n, .size = 1, .kind = (uint8_t)kind};
    return node;
}

/* Writes a text without its escapes, which are good. Returns its length. `to` may be `from`. */
static size_t unescape(char *to, const char *from, size_t n)
{
    static const char plain[] = "\"\"\\\\//b\bf\fn\nr\rt\t";
    const char *begin = to, *end = from + n;
    while (from < end) {
        if (*from != '\\') {
            *to++ = *from++;
            continue;
        }
        int32_t unit = unit_of(from, end);
        if (unit < 0) {
            *to++ = strchr(plain, from[1])[1];
            from += 2;
            continue;
        }
        from += 6;
        uint32_t point = (uint32_t)unit;
        if (is_high(unit)) {
            point = 0x10000u + ((point - 0xD800u) << 10) + ((uint32_t)unit_of(from, end) - 0xDC00u);
            from += 6;
        }
        if (point < 0x80) {
            *to++ = (char)point;
            continue;
        }
        unsigned more = 1u + (point >= 0x800) + (point >= 0x10000);
        *to++ = (char)((0xFF00u >> (more + 1) & 0xFF) | point >> 6 * more);
        while (more)
            *to++ = (char)(0x80u | (point >> 6 * --more & 0x3F));
    }
    return (size_t)(to - begin);
}

/* ---- Keys ---- */

/* Returns the bytes of a key. Those with escapes are in the arena. */
static const char *key_text(const struct reading *r, const struct json *key)
{
    return key->form == FORM_COPIED ? key->text : r->text + key->at;
}

static bool is_same_key(const struct reading *r, const struct json *a, const struct json *b)
{
    return a->n == b->n && memcmp(key_text(r, a), key_text(r, b), a->n) == 0;
}

/* Returns the place of a key in the table: a free one if the object does not have the key. */
static struct hashed_key *place_of_key(const struct reading *r, uint32_t object, uint32_t key)
{
    const struct json *node = &r->nodes[key];
    uint32_t hash = str_hash((struct str){key_text(r, node), node->n}) ^ object * 2654435761u;
    for (size_t i = hash;; i++) {
        struct hashed_key *place = &r->hashed[i & (r->hashed_room - 1)];
        if (!place->key || (place->object == object && is_same_key(r, &r->nodes[place->key], node)))
            return place;
    }
}

static void grow_hashed(struct reading *r)
{
    size_t room = r->hashed_room;
    struct hashed_key *before = r->hashed;
    r->hashed_room = room ? room * 2 : 256;
    r->hashed = arena_alloc(r->arena, r->hashed_room * sizeof *r->hashed);
    for (size_t i = 0; i < room; i++)
        if (before[i].key)
            *place_of_key(r, before[i].object, before[i].key) = before[i];
}

/* Adds a key of an object to the table; false if the object has the same key already. */
static bool hash_key(struct reading *r, uint32_t object, uint32_t key)
{
    if (r->hashed_count * 2 >= r->hashed_room)
        grow_hashed(r);
    struct hashed_key *place = place_of_key(r, object, key);
    if (place->key)
        return false;
    *place = (struct hashed_key){object, key};
    r->hashed_count++;
    return true;
}

/* True if the object has the same key already. `key` is its node. */
static bool is_second_key(struct reading *r, struct level *level, uint32_t key)
{
    const struct json *object = &r->nodes[level->node];
    if (object->n < KEYS_COMPARED) {
        for (uint32_t k = level->key; k; k = r->nodes[k].size ? k - r->nodes[k].size : 0)
            if (is_same_key(r, &r->nodes[k], &r->nodes[key]))
                return true;
        return false;
    }
    for (uint32_t k = object->n == KEYS_COMPARED ? level->key : 0; k;
         k = r->nodes[k].size ? k - r->nodes[k].size : 0)
        hash_key(r, level->node, k);
    return !hash_key(r, level->node, key);
}

/* ---- Walking ---- */

/* True if all bytes of a word are ASCII without control characters, and no backslash. */
static bool is_simple_word(uint64_t word)
{
    const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
    uint64_t backslash = word ^ ones * '\\';
    return !((word | (word - ones * ' ') | (backslash - ones)) & tops);
}

/* The same for a text. Words overlap at its end. */
static bool is_simple(const char *text, size_t n)
{
    uint64_t word;
    uint32_t half, last;
    if (n >= sizeof word) {
        bool good = true;
        for (size_t i = 0; good && i < n - sizeof word; i += sizeof word) {
            memcpy(&word, text + i, sizeof word);
            good = is_simple_word(word);
        }
        memcpy(&word, text + n - sizeof word, sizeof word);
        return good && is_simple_word(word);
    }
    if (n >= sizeof half) {
        memcpy(&half, text, sizeof half);
        memcpy(&last, text + n - sizeof last, sizeof last);
        return is_simple_word((uint64_t)half << 32 | last);
    }
    for (word = 0x2020202020202020u; n; n--, text++)
        word = word << 8 | (unsigned char)*text;
    return is_simple_word(word);
}

/* Adds the node of a string. False if it is wrong, or a key that the object has already. */
static bool walk_string(struct reading *r, size_t n)
{
    size_t begin = r->at, at = begin + 1;
    char *text = r->text + at;
    bool escaped = false;
    if (!is_simple(text, n)) {
        struct piece piece = read_piece(r);
        escaped = piece.escaped;
        if (piece.is != PIECE_GOOD) {
            set_error(r, piece.words, begin, piece.end);
            return false;
        }
    }
    struct json *node = add_node(r, JSON_TEXT, at, n);
    r->at = at + n + 1;
    node->form = escaped ? FORM_ESCAPED : FORM_PLAIN;
    if (!wants_key(r))
        return true;
    if (escaped) {
        char *copy = arena_take(r->arena, n + 1);
        node->n = (uint32_t)unescape(copy, text, n);
        copy[node->n] = '\0';
        node->text = copy;
        node->form = FORM_COPIED;
    }
    struct level *level = &r->levels[r->depth];
    uint32_t key = (uint32_t)(r->node_count - 1);
    if (is_second_key(r, level, key)) {
        set_error(r, "duplicate object key", begin, r->at);
        return false;
    }
    node->size = level->key ? key - level->key : 0;
    level->key = key;
    r->nodes[level->node].n++;
    return true;
}

/* Says whether the text is an integer that surely fits. */
static bool is_short_integer(const char *text, size_t n)
{
    size_t sign = *text == '-', digits = n - sign, i = sign;
    if (!digits || digits > 18 || (text[sign] == '0' && digits > 1))
        return false;
    while (i < n && is_digit(text[i]))
        i++;
    return i == n;
}

/* Adds the node of a number or a word of `n` bytes. False if it is wrong. */
static bool walk_scalar(struct reading *r, size_t n)
{
    struct piece piece = {.begin = r->at, .end = r->at + n, .kind = JSON_INTEGER};
    if (!is_short_integer(r->text + r->at, n))
        piece = read_piece(r);
    if (piece.is != PIECE_GOOD) {
        set_error(r, *piece.words ? piece.words : expected(r, false), piece.begin, piece.end);
        return false;
    }
    add_node(r, piece.kind, piece.begin, piece.end - piece.begin);
    r->at = piece.end;
    return true;
}

static bool open_container(struct reading *r, char c)
{
    if (r->depth == DEPTH_MAX) {
        set_error(r, "maximum parsing depth reached", r->at, r->at + 1);
        return false;
    }
    add_node(r, c == '{' ? JSON_OBJECT : JSON_LIST, r->at++, 0);
    r->cost += CONTAINER_COST;
    r->levels[++r->depth] = (struct level){(uint32_t)(r->node_count - 1), 0};
    r->state = c == '{' ? WANT_KEY_OR_END : WANT_ITEM_OR_END;
    return true;
}

static void close_container(struct reading *r)
{
    struct json *node = &r->nodes[r->levels[r->depth].node];
    node->size = (uint32_t)(r->node_count - r->levels[r->depth--].node);
    r->at++;
    if (!r->depth)
        r->state = DONE;
    else
        r->state =
            r->nodes[r->levels[r->depth].node].kind == JSON_OBJECT ? AFTER_MEMBER : AFTER_ITEM;
}

enum walked { WALKED_ALL, WALKED_STUCK, WALKED_BAD };

/* Walks over `c` if it is the colon or comma that must come here. */
static inline bool walk_separator(struct reading *r, char c)
{
    bool is_there = r->state == WANT_COLON
                        ? c == ':'
                        : c == ',' && (r->state == AFTER_MEMBER || r->state == AFTER_ITEM);
    if (!is_there)
        return false;
    r->state = r->state == WANT_COLON     ? WANT_MEMBER
               : r->state == AFTER_MEMBER ? WANT_KEY
                                          : WANT_ITEM;
    r->at++;
    return true;
}

/* Walks over a key or a value that begins with `c`, and over the separator if that follows at
 * once. */
static enum walked walk_value(struct reading *r, char c)
{
    const jsmntok_t *token = &r->tokens[r->walked];
    if (r->walked >= r->parser.toknext || (size_t)token->start != r->at + (c == '"'))
        return WALKED_STUCK;
    r->walked++;
    if (r->state == WANT_ITEM || r->state == WANT_ITEM_OR_END)
        r->nodes[r->levels[r->depth].node].n++;
    if (c == '{' || c == '[')
        return open_container(r, c) ? WALKED_ALL : WALKED_BAD;
    size_t n = (size_t)(token->end - token->start);
    if (!(c == '"' ? walk_string(r, n) : walk_scalar(r, n)))
        return WALKED_BAD;
    r->state = state_after(r->state);
    if (r->at < r->length)
        walk_separator(r, r->text[r->at]);
    return WALKED_ALL;
}

/* Walks over the text as far as jsmn has tokens. Returns WALKED_STUCK where the next piece of text
 * has no token, or is wrong; WALKED_BAD if the error is set. */
static enum walked walk(struct reading *r)
{
    enum walked walked = WALKED_ALL;
    while (r->state != DONE && walked == WALKED_ALL) {
        char c = r->at < r->length ? r->text[r->at] : ' ';
        if ((unsigned char)c <= ' ') {
            skip_blanks(r);
            if (r->at == r->length)
                return WALKED_ALL;
            c = r->text[r->at];
        }
        if (walk_separator(r, c))
            continue;
        bool takes_end = c == '}'
                             ? r->state == AFTER_MEMBER || r->state == WANT_KEY_OR_END
                             : c == ']' && (r->state == AFTER_ITEM || r->state == WANT_ITEM_OR_END);
        if (takes_end)
            close_container(r);
        else if (wants_value(r) ||
                 (c == '"' ? wants_key(r) : r->state == WANT_ROOT && (c == '{' || c == '[')))
            walked = walk_value(r, c);
        else
            walked = WALKED_STUCK;
    }
    return walked;
}

/* Reads on after more of the text has come. WALKED_STUCK: more of the text is needed. */
static enum walked read_on(struct reading *r)
{
    for (size_t slice = r->parser.pos ? SLICE : FIRST_SLICE;;) {
        /* A copy, so that the parser is kept in registers. */
        jsmn_parser parser = r->parser;
        size_t begin = parser.pos, end = r->length - begin > slice ? begin + slice : r->length;
        /* Without tokens, jsmn only counts them. */
        if (!r->tokens)
            r->tokens = grown(r, NULL, &r->token_room, sizeof *r->tokens);
        int result = jsmn_parse(&parser, r->text, end, r->tokens, (unsigned)r->token_room);
        r->parser = parser;
        enum walked walked = walk(r);
        if (r->state == DONE || walked == WALKED_BAD)
            return walked;
        if (result == JSMN_ERROR_NOMEM) {
            r->tokens = grown(r, r->tokens, &r->token_room, sizeof *r->tokens);
            continue;
        }
        if (result != JSMN_ERROR_INVAL && end < r->length) {
            slice = parser.pos == begin || slice < SLICE ? 2 * slice : SLICE;
            continue;
        }
        /* A word that is wrong may go on, and its end is part of the error. So the error does not
         * depend on how much of the text is there. */
        return explain(r) ? WALKED_BAD : WALKED_STUCK;
    }
}

/* Gives numbers and texts their addresses, which are known now. Texts lose their escapes, and end
 * in NUL in place of the quotation mark; before, an error may have the document read again. */
static const struct json *finish(struct reading *r)
{
    struct json *nodes = r->nodes;
    for (struct json *node = nodes; node < nodes + r->node_count; node++) {
        if (node->kind < JSON_INTEGER || node->kind > JSON_TEXT)
            continue;
        node->size = 1;
        if (node->form == FORM_COPIED)
            continue;
        char *text = r->text + node->at;
        if (node->form == FORM_ESCAPED)
            node->n = (uint32_t)unescape(text, text, node->n);
        if (node->kind == JSON_TEXT)
            text[node->n] = '\0';
        node->text = text;
    }
    return nodes;
}

static void begin(struct reading *r, struct arena *arena, struct json_error *error)
{
    memset(r, 0, offsetof(struct reading, levels));
    r->arena = arena;
    r->error = error;
    jsmn_init(&r->parser);
    *error = (struct json_error){0};
}

/* True if the string or number in which the text broke off may end in the bytes from `from` on.
 * jsmn reads an unfinished value again from its beginning, which would take long if the text came
 * in many small pieces. */
static bool may_end(const struct reading *r, size_t from)
{
    size_t start = r->parser.pos;
    if (start >= from)
        return true;
    if (isdigit((unsigned char)r->text[start]) || r->text[start] == '-') {
        while (from < r->length && isdigit((unsigned char)r->text[from]))
            from++;
        return from < r->length;
    }
    if (r->text[start] != '"')
        return true;
    for (const char *at = r->text + from, *end = r->text + r->length;
         (at = memchr(at, '"', (size_t)(end - at))); at++) {
        size_t escapes = 0;
        while (at[-1 - (ptrdiff_t)escapes] == '\\')
            escapes++;
        if (escapes % 2 == 0)
            return true;
    }
    return false;
}

const struct json *json_read(struct input *input, struct arena *arena, struct json_error *error)
{
    struct reading reading, *r = &reading;
    begin(r, arena, error);
    for (enum walked walked = WALKED_ALL; r->state != DONE && walked != WALKED_BAD;) {
        size_t before = r->length;
        /* Bytes after the document are read again. So few are taken while few are there. */
        r->ended = !input_more(input, r->length / 4);
        r->text = input_kept_text(input, &r->length);
        if (walked == WALKED_ALL || r->ended || may_end(r, before))
            walked = read_on(r);
        error->too_large = r->cost + r->length > JSON_MEMORY_MAX && walked != WALKED_BAD;
        if (error->too_large)
            return NULL;
        if (r->state == DONE || walked == WALKED_BAD)
            input_rewind(input, walked == WALKED_BAD ? r->error_end : r->at);
    }
    return r->state == DONE ? finish(r) : NULL;
}

const struct json *json_parse(struct str text, struct arena *arena, struct json_error *error)
{
    struct reading reading, *r = &reading;
    begin(r, arena, error);
    r->ended = true;
    r->text = arena_copy(arena, text.p, text.n);
    r->length = text.n;
    if (read_on(r) == WALKED_BAD)
        return NULL;
    skip_blanks(r);
    if (r->at < text.n) {
        set_error(r, "end of file expected", r->at, r->at + 1);
        return NULL;
    }
    return finish(r);
}

/* ---- Values ---- */

int64_t json_int(const struct json *value)
{
    if (!json_is(value, JSON_INTEGER))
        return 0;
    if (value->n > 18)
        return strtoll(value->text, NULL, 10);
    bool negative = *value->text == '-';
    int64_t number = 0;
    for (size_t i = negative; i < value->n; i++)
        number = 10 * number + (value->text[i] - '0');
    return negative ? -number : number;
}

double json_real(const struct json *value)
{
    return json_is_number(value) ? strtod(value->text, NULL) : 0;
}

const struct json *json_find(const struct json *object, const char *key, size_t n)
{
    if (!json_is(object, JSON_OBJECT))
        return NULL;
    const struct json *node = object + 1, *end = object + object->size;
    /* Most keys differ in their first byte, which may be their NUL. */
    while (node < end && (node->n != n || *node->text != *key || memcmp(node->text, key, n) != 0))
        node += 1 + node[1].size;
    return node < end ? node + 1 : NULL;
}

const struct json *json_item(const struct json *list, size_t i)
{
    const struct json *item = i < json_count(list) ? list + 1 : NULL;
    for (; item && i; i--)
        item += item->size;
    return item;
}

bool json_nest(struct json_nesting *nesting, int byte)
{
    if (nesting->in_string) {
        nesting->in_string = nesting->escaped || byte != '"';
        nesting->escaped = !nesting->escaped && byte == '\\';
        return byte >= ' ';
    }
    nesting->in_string = byte == '"';
    bool opens = byte == '{' || byte == '[';
    if (!opens && !nesting->depth)
        return char_is_in(byte, " \t\r\n\xEF\xBB\xBF");
    nesting->opened |= opens;
    nesting->depth += opens;
    nesting->depth -= byte == '}' || byte == ']';
    return true;
}
