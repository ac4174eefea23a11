/* SPDX-License-Identifier: MIT */
/* Mutations that respect the structure of a text or of a JSON document. */
#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

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

/* The place of a value in an object or an array. */
struct holder {
    json_t *in;
    const char *key; /* key in an object; NULL in an array */
    size_t index;
};

/* Finds the value with number *wanted among all values below `in`, counted from 0, and sets *holder
 * to its place. If there is no such value, returns false and subtracts the number of values from
 * *wanted. */
static bool nth_value(json_t *in, unsigned *wanted, struct holder *holder)
{
    const char *key;
    json_t *value;
    size_t index;
    json_object_foreach(in, key, value) {
        *holder = (struct holder){in, key, 0};
        if ((*wanted)-- == 0 || nth_value(value, wanted, holder))
            return true;
    }
    json_array_foreach(in, index, value) {
        *holder = (struct holder){in, NULL, index};
        if ((*wanted)-- == 0 || nth_value(value, wanted, holder))
            return true;
    }
    return false;
}

static unsigned count_values(json_t *in)
{
    struct holder holder;
    unsigned many = UINT32_MAX;
    nth_value(in, &many, &holder);
    return UINT32_MAX - many;
}

static struct holder any_value(json_t *root, struct random *random)
{
    struct holder holder = {root, NULL, 0};
    unsigned count = count_values(root), wanted = count ? random_below(random, count) : 0;
    return nth_value(root, &wanted, &holder) ? holder : (struct holder){NULL, NULL, 0};
}

static json_t *held(struct holder holder)
{
    return holder.key ? json_object_get(holder.in, holder.key)
                      : json_array_get(holder.in, holder.index);
}

static void set_held(struct holder holder, json_t *value)
{
    if (holder.key)
        json_object_set_new(holder.in, holder.key, value);
    else
        json_array_set_new(holder.in, holder.index, value);
}

static json_t *some_scalar(const json_t *was, struct random *random)
{
    static const json_int_t numbers[] = {0,      1,          -1,         2,         4,
                                         7,      63,         255,        256,       65535,
                                         -32768, 2147483647, 4294967296, INT64_MAX, INT64_MIN};
    static const char *const texts[] = {
        "",          "a",     "-1",           "0",  "1.5",
        "N",         "NL.NR", "\xe2\x80\xae", "\n", "player.meeple.small.1",
        "MONASTERY", "I",     "BA/RCr"};
    json_int_t number =
        json_is_string(was) ? strtoll(json_string_value(was), NULL, 10) : json_integer_value(was);
    switch (random_below(random, 8)) {
    case 0:
        return json_null();
    case 1:
        return json_boolean(random_below(random, 2));
    case 2:
        return json_real(0.5);
    case 3:
        return json_integer(numbers[random_below(random, sizeof numbers / sizeof *numbers)]);
    case 4:
        return json_string(texts[random_below(random, sizeof texts / sizeof *texts)]);
    case 5:
        return json_array();
    default:
        if (number > -1000000 && number < 1000000)
            number += random_below(random, 2) ? 1 : -1;
        if (!json_is_string(was))
            return json_integer(number);
        char text[32];
        snprintf(text, sizeof text, "%lld", (long long)number);
        return json_string(text);
    }
}

static void change_document(json_t *root, struct random *random)
{
    struct holder one = any_value(root, random), other = any_value(root, random);
    if (!one.in)
        return;
    json_t *value = json_deep_copy(held(other));
    switch (random_below(random, 5)) {
    case 0:
        if (one.key)
            json_object_del(one.in, one.key);
        else
            json_array_remove(one.in, one.index);
        break;
    case 1: /* another value of the document */
        set_held(one, value);
        return;
    case 2: /* the same value once more in its array */
        if (!one.key)
            json_array_insert(one.in, random_below(random, (unsigned)json_array_size(one.in)),
                              held(one));
        break;
    default:
        set_held(one, some_scalar(held(one), random));
        break;
    }
    json_decref(value);
}

size_t fuzz_mutate_json(uint8_t *data, size_t size, size_t room, struct random *random)
{
    json_error_t error;
    json_t *root = json_loadb((const char *)data, size, 0, &error);
    if (!root)
        return fuzz_mutate_text(data, size, room, random);
    change_document(root, random);
    size_t n = json_dumpb(root, (char *)data, room, JSON_COMPACT);
    if (n > room)
        n = json_dumpb(json_false(), (char *)data, room, JSON_ENCODE_ANY);
    json_decref(root);
    return n;
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
