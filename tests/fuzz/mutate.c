/* SPDX-License-Identifier: MIT */
/* Mutations that respect the structure of a text or of a JSON document. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#define JSMN_STATIC
#define JSMN_STRICT
#define JSMN_PARENT_LINKS
#include <jsmn.h>

#include "fuzz.h"

/* A stretch of the text. */
struct span {
    size_t at, n;
};

/* Replaces a stretch by other bytes, if there is room. Returns the new size. */
static size_t put(uint8_t *data, size_t size, size_t room, struct span span, const void *bytes,
                  size_t n)
{
    if (size - span.n + n > room)
        return size;
    memmove(data + span.at + n, data + span.at + span.n, size - span.at - span.n);
    memcpy(data + span.at, bytes, n);
    return size - span.n + n;
}

static bool is_blank(uint8_t c)
{
    return c == ' ' || c == '\n' || c == ',' || c == '[' || c == ']' || c == '{' || c == '}';
}

/* Return a word of the text, or a line with its end, around a random byte. */
static struct span any_word(const uint8_t *data, size_t size, struct random *random)
{
    size_t at = random_below(random, (unsigned)size), end = at;
    while (at && !is_blank(data[at - 1]))
        at--;
    while (end < size && !is_blank(data[end]))
        end++;
    return (struct span){at, end - at};
}

static struct span any_line(const uint8_t *data, size_t size, struct random *random)
{
    size_t at = random_below(random, (unsigned)size), end = at;
    while (at && data[at - 1] != '\n')
        at--;
    while (end < size && data[end] != '\n')
        end++;
    return (struct span){at, end + (end < size) - at};
}

/* Changes a number by 1, or to a number at some limit. */
static size_t change_number(uint8_t *data, size_t size, size_t room, struct random *random)
{
    static const char *const numbers[] = {
        "0",          "1",           "-1",         "7",   "42",         "63",    "127",
        "128",        "255",         "256",        "999", "510",        "32767", "65535",
        "2147483647", "-2147483648", "4294967295", "0.1", "9999999999", "1e9"};
    size_t from = random_below(random, (unsigned)size), at = 0;
    for (size_t i = 0; i < size; i++) {
        at = (from + i) % size;
        if (isdigit(data[at]) && (at == 0 || !isdigit(data[at - 1])))
            break;
    }
    struct span span = {at, 0};
    while (at + span.n < size && isdigit(data[at + span.n]))
        span.n++;
    if (!span.n)
        return size;
    char digits[24] = "", text[32];
    memcpy(digits, data + at, span.n < 9 ? span.n : 9);
    const char *with = numbers[random_below(random, sizeof numbers / sizeof *numbers)];
    if (random_below(random, 3))
        snprintf(text, sizeof text, "%ld",
                 strtol(digits, NULL, 10) + 1 - 2 * (long)random_below(random, 2));
    else
        snprintf(text, sizeof text, "%s", with);
    return put(data, size, room, span, text, strlen(text));
}

/* Replaces a letter that stands for a place or a thing by another letter of its kind. */
static size_t change_letter(uint8_t *data, size_t size, struct random *random)
{
    static const char *const alphabets[] = {"NESW", "rcfm", "abcdef", "-?=+:@#",
                                            "ABCDEFGHIJKLMNOPQRSTUVWX"};
    size_t from = random_below(random, (unsigned)size);
    const char *alphabet = alphabets[random_below(random, sizeof alphabets / sizeof *alphabets)];
    for (size_t i = 0; i < size; i++) {
        size_t at = (from + i) % size;
        if (data[at] && strchr(alphabet, data[at])) {
            data[at] = (uint8_t)alphabet[random_below(random, (unsigned)strlen(alphabet))];
            break;
        }
    }
    return size;
}

static size_t change_span(uint8_t *data, size_t size, size_t room, bool lines,
                          struct random *random)
{
    struct span (*any)(const uint8_t *, size_t, struct random *) = lines ? any_line : any_word;
    struct span one = any(data, size, random), other = any(data, size, random);
    char copy[512];
    size_t n = one.n < sizeof copy ? one.n : sizeof copy;
    memcpy(copy, data + one.at, n);
    switch (random_below(random, 4)) {
    case 0: /* gone */
        return put(data, size, room, one, "", 0);
    case 1: /* in the other's place */
        return put(data, size, room, other, copy, n);
    case 2: /* before the other */
        if (!lines && n < sizeof copy)
            copy[n++] = ' ';
        return put(data, size, room, (struct span){other.at, 0}, copy, n);
    default: { /* swaps two parts, the later one first, so that the earlier one keeps its place */
        if (one.at + one.n > other.at || one.n > sizeof copy)
            return size;
        size_t before = size;
        char theirs[512];
        size_t m = other.n < sizeof theirs ? other.n : sizeof theirs;
        memcpy(theirs, data + other.at, m);
        size = put(data, size, room, other, copy, n);
        return size == before - other.n + n ? put(data, size, room, one, theirs, m) : size;
    }
    }
}

size_t fuzz_mutate_text(uint8_t *data, size_t size, size_t room, struct random *random)
{
    static const char *const words[] = {
        "%CRN 1\n",    "---\n",        "?",         "-",       "=",         "+a4:",
        "m",           "fNNE",         "@0,0",      "end",     "final",     "discard:",
        "aside:",      "pass:",        "bridge:NS", "castle:", "bazaar:",   "bid:",
        "buy:",        "sell:",        "dragon:",   "fairy:",  "princess:", "wall:",
        "guard:",      "tower:",       "portal:",   "\"",      "'",         "#",
        "\r\n",        "\xEF\xBB\xBF", "\xff",      "\t",      "players:",  "tiles:\n",
        "options:",    "sets:",        "&a",        "*a",      "!!str",     "tiles",
        "--",          "--help",       "--format=", "json",    "\xc2\x9b",  "\xe2\x80\xae",
        "name: base\n"};
    if (!size)
        return put(data, size, room, (struct span){0, 0}, words[0], strlen(words[0]));
    uint8_t byte = (uint8_t)random_below(random, 256);
    size_t at = random_below(random, (unsigned)size);
    const char *word = words[random_below(random, sizeof words / sizeof *words)];
    switch (random_below(random, 12)) {
    case 0:
        return put(data, size, room, (struct span){at, random_below(random, 2)}, &byte, 1);
    case 1:
        return put(data, size, room, (struct span){at, 0}, word, strlen(word));
    case 2:
        return put(data, size, room, any_word(data, size, random), word, strlen(word));
    case 3:
        return random_below(random, 8) ? size : at; /* cut */
    case 4:
    case 5:
        return change_number(data, size, room, random);
    case 6:
    case 7:
        return change_letter(data, size, random);
    case 8:
    case 9:
        return change_span(data, size, room, false, random);
    default:
        return change_span(data, size, room, true, random);
    }
}

/* ---- JSON ---- */

enum { TOKENS_MAX = 1 << 14 };

/* A document, and the tokens of its values and keys. */
struct document {
    const char *text;
    jsmntok_t tokens[TOKENS_MAX];
    unsigned count;
};

/* Returns the stretch of a value, with the quotation marks of a string. */
static struct span span_of(const jsmntok_t *token)
{
    size_t quote = token->type == JSMN_STRING;
    return (struct span){(size_t)token->start - quote,
                         (size_t)(token->end - token->start) + 2 * quote};
}

static bool is_key(const struct document *document, const jsmntok_t *token)
{
    return token->parent >= 0 && document->tokens[token->parent].type == JSMN_OBJECT;
}

/* Returns a value inside the document; NULL if it is empty. */
static const jsmntok_t *any_value(const struct document *document, struct random *random)
{
    unsigned i = document->count > 1 ? 1 + random_below(random, document->count - 1) : 0;
    return i ? &document->tokens[i + is_key(document, &document->tokens[i])] : NULL;
}

/* Writes a scalar, which may depend on the one before, and returns its length. */
static int write_scalar(char text[64], struct str was, struct random *random)
{
    static const int64_t numbers[] = {0,      1,          -1,         2,         4,
                                      7,      63,         255,        256,       65535,
                                      -32768, 2147483647, 4294967296, INT64_MAX, INT64_MIN};
    static const char *const texts[] = {
        "",          "a",     "-1",           "0",   "1.5",
        "N",         "NL.NR", "\xe2\x80\xae", "\\n", "player.meeple.small.1",
        "MONASTERY", "I",     "BA/RCr"};
    static const char *const words[] = {"null", "true", "false", "0.5", "[]"};
    unsigned which = random_below(random, 10);
    if (which < 5)
        return sprintf(text, "%s", words[which]);
    if (which == 5)
        return sprintf(text, "%lld",
                       (long long)numbers[random_below(random, sizeof numbers / sizeof *numbers)]);
    if (which == 6)
        return sprintf(text, "\"%s\"", texts[random_below(random, sizeof texts / sizeof *texts)]);
    bool quoted = was.n && *was.p == '"';
    char digits[24] = "";
    memcpy(digits, was.p + quoted, was.n - quoted < 20 ? was.n - quoted : 20);
    long long number = strtoll(digits, NULL, 10);
    if (number > -1000000 && number < 1000000)
        number += random_below(random, 2) ? 1 : -1;
    return sprintf(text, quoted ? "\"%lld\"" : "%lld", number);
}

/* Returns the type of the key or container around a value; JSMN_UNDEFINED for the document. */
static jsmntype_t type_around(const struct document *document, const jsmntok_t *value)
{
    return value->parent < 0 ? JSMN_UNDEFINED : document->tokens[value->parent].type;
}

/* Returns the stretch of a value with its key, and with a comma beside it. */
static struct span member_of(const struct document *document, const jsmntok_t *value, size_t size)
{
    struct span span = span_of(value);
    size_t end = span.at + span.n;
    if (type_around(document, value) == JSMN_STRING)
        span.at = span_of(&document->tokens[value->parent]).at;
    while (end < size && isspace((unsigned char)document->text[end]))
        end++;
    if (end < size && document->text[end] == ',')
        end++;
    else
        while (span.at && (document->text[span.at - 1] == ',' ||
                           isspace((unsigned char)document->text[span.at - 1])))
            span.at--;
    return (struct span){span.at, end - span.at};
}

size_t fuzz_mutate_json(uint8_t *data, size_t size, size_t room, struct random *random)
{
    static struct document document;
    jsmn_parser parser;
    jsmn_init(&parser);
    int count = jsmn_parse(&parser, (const char *)data, size, document.tokens, TOKENS_MAX);
    if (count <= 0)
        return fuzz_mutate_text(data, size, room, random);
    document.text = (const char *)data;
    document.count = (unsigned)count;
    const jsmntok_t *one = any_value(&document, random), *other = any_value(&document, random);
    if (!one || one >= document.tokens + count || other >= document.tokens + count)
        return fuzz_mutate_text(data, size, room, random);
    struct span span = span_of(one), from = span_of(other);
    char scalar[64];
    bool in_list = type_around(&document, one) == JSMN_ARRAY;
    unsigned how = random_below(random, 5);
    if (how == 0)
        return put(data, size, room, member_of(&document, one, size), "", 0);
    if (how == 1 || (how == 2 && in_list)) {
        /* Another value of the document, or the same value once more in its list. */
        from = how == 1 ? from : span;
        char *copy = malloc(from.n + 1);
        memcpy(copy, data + from.at, from.n);
        copy[from.n] = ',';
        size = put(data, size, room, how == 1 ? span : (struct span){span.at, 0}, copy,
                   from.n + (how == 2));
        free(copy);
        return size;
    }
    int n = write_scalar(scalar, (struct str){(const char *)data + span.at, span.n}, random);
    return put(data, size, room, span, scalar, (size_t)n);
}

size_t fuzz_mutate_json_lines(uint8_t *data, size_t size, size_t room, struct random *random)
{
    if (!size || random_below(random, 3) == 0)
        return size ? change_span(data, size, room, true, random)
                    : fuzz_mutate_text(data, size, room, random);
    struct span line = any_line(data, size, random);
    enum { LINE_ROOM = 1 << 16 };
    static uint8_t copy[LINE_ROOM];
    if (line.n > LINE_ROOM - 1)
        return size;
    memcpy(copy, data + line.at, line.n);
    size_t n = fuzz_mutate_json(copy, line.n, LINE_ROOM - 1, random);
    copy[n++] = '\n';
    return put(data, size, room, line, copy, n);
}
