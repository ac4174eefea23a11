/* SPDX-License-Identifier: MIT */
/* Reads conditions on rows of audits, and tests the rows in the form that CSV has. */
#include "cli/where.h"

#include <float.h>
#include <fnmatch.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/memory.h"
#include "cli/cli.h"

/* ---- Ranges ---- */

enum { NUMBER_SIZE = 16 };

/* Reads a number without a sign at the front of a word, and moves the word past it. */
static bool take_number(struct str *word, double *number)
{
    char text[NUMBER_SIZE];
    size_t n = 0;
    while (n < word->n && n < sizeof text - 1 && char_is_in(word->p[n], "0123456789."))
        n++;
    memcpy(text, word->p, n);
    text[n] = '\0';
    char *end;
    *number = strtod(text, &end);
    *word = str_from(*word, n);
    return n && !*end;
}

bool range_read(struct str word, struct range *range)
{
    *range = (struct range){-DBL_MAX, DBL_MAX};
    bool has_least = word.n && word.p[0] != '-';
    if (!word.n || (has_least && !take_number(&word, &range->least)))
        return false;
    if (has_least && !word.n) {
        range->most = range->least;
        return true;
    }
    if (word.p[0] != '-')
        return false;
    word = str_from(word, 1);
    if (!word.n)
        return has_least;
    return take_number(&word, &range->most) && !word.n && range->most >= range->least;
}

/* True for a range whose end is less than its beginning: "7-5". */
static bool is_range_backward(struct str word)
{
    double first, second;
    if (!take_number(&word, &first) || !word.n || word.p[0] != '-')
        return false;
    word = str_from(word, 1);
    return take_number(&word, &second) && !word.n && first > second;
}

/* Reads a whole text as a number, which may have a sign. */
static bool is_number(struct str text, double *number)
{
    bool negative = text.n && text.p[0] == '-';
    struct str digits = str_from(text, negative);
    bool good = take_number(&digits, number) && !digits.n;
    *number = negative ? -*number : *number;
    return good;
}

/* ---- Reading ---- */

static bool is_name_character(char c)
{
    return (c >= 'a' && c <= 'z') || c == '_';
}

/* Returns the length of the first condition of a list: up to a comma that another condition
 * follows, because values may have commas, such as cells. */
static size_t part_length(const char *text)
{
    for (const char *comma = strchr(text, ','); comma; comma = strchr(comma + 1, ',')) {
        const char *name = comma + 1 + (comma[1] == '#');
        size_t n = 0;
        while (is_name_character(name[n]))
            n++;
        if (n && name[n] == '=')
            return (size_t)(comma - text);
    }
    return strlen(text);
}

/* Reads one condition. False if it is not COLUMN=VALUE. */
static bool read_part(struct where_part *part, struct arena *arena, struct str text)
{
    const char *equals = memchr(text.p, '=', text.n);
    if (!equals)
        return false;
    part->counts = text.p[0] == '#';
    part->column = (struct str){text.p + part->counts, (size_t)(equals - text.p) - part->counts};
    struct str value = str_from(text, (size_t)(equals - text.p) + 1);
    part->is_range = range_read(value, &part->range);
    part->pattern = arena_copy(arena, value.p, value.n);
    for (size_t i = 0; i < part->column.n; i++)
        if (!is_name_character(part->column.p[i]))
            return false;
    return part->column.n && (part->is_range || !part->counts);
}

const char *where_read(struct where *where, struct arena *arena, const char *word)
{
    const char *colon = strchr(word, ':');
    struct str key = {word, colon ? (size_t)(colon - word) : strlen(word)};
    int by = cli_choice(key, by_names, BY_COUNT);
    *where = (struct where){.by = (enum by)by};
    if (by < 0)
        return arena_printf(
            arena, "no key of audits%s",
            word_hint(arena, arena_copy(arena, key.p, key.n), by_names, BY_COUNT, "keys are"));
    for (const char *at = colon ? colon + 1 : ""; *at; where->count++) {
        size_t n = part_length(at);
        if (where->count == WHERE_MAX)
            return "too many conditions";
        if (!read_part(&where->parts[where->count], arena, (struct str){at, n}))
            return "this is not KEY:COLUMN=VALUE,... or #COLUMN=RANGE";
        if (is_range_backward(str_of(where->parts[where->count].pattern)))
            return "a range ends below its beginning; write the least number first, as in 5-7";
        at += n + (at[n] == ',');
    }
    return NULL;
}

uint64_t where_events(const struct where *where)
{
    struct by_list keys = {1, {(uint8_t)where->by}};
    return report_events(&keys, false);
}

/* ---- Rows ---- */

struct row_search {
    struct where *where;
    struct arena *arena;
    bool found;
};

/* Takes the part of a text up to the next separator, and moves the text past the separator. */
static struct str take_field(struct str *text, char separator)
{
    const char *end = memchr(text->p, separator, text->n);
    struct str field = {text->p, end ? (size_t)(end - text->p) : text->n};
    *text = str_from(*text, field.n + (end != NULL));
    return field;
}

static bool is_like(struct arena *arena, struct str text, const char *pattern)
{
    return fnmatch(pattern, arena_copy(arena, text.p, text.n), 0) == 0;
}

/* True if a value meets the condition. The items of a list are separated by semicolons. */
static bool meets(const struct where_part *part, struct arena *arena, struct str value)
{
    double number;
    if (part->counts) {
        number = value.n > 0;
        for (size_t i = 0; i < value.n; i++)
            number += value.p[i] == ';';
        return range_has(&part->range, number);
    }
    if (part->is_range && is_number(value, &number))
        return range_has(&part->range, number);
    if (is_like(arena, value, part->pattern))
        return true;
    if (!memchr(value.p, ';', value.n))
        return false;
    for (struct str rest = value; rest.n;)
        if (is_like(arena, take_field(&rest, ';'), part->pattern))
            return true;
    return false;
}

/* Tests a row: names of columns with commas between them, and values with NULs. */
static void take_row(void *context, struct str names, struct str values)
{
    struct row_search *search = context;
    struct where *where = search->where;
    unsigned met = 0;
    where->rows++;
    while (names.n) {
        struct str name = take_field(&names, ','), value = take_field(&values, '\0');
        for (unsigned i = 0; i < where->count; i++) {
            struct where_part *part = &where->parts[i];
            if (!str_equal(name, part->column))
                continue;
            part->seen = true;
            met += meets(part, search->arena, value);
        }
    }
    search->found |= met == where->count;
}

bool where_holds(struct where *where, const struct game_view *view, struct arena *arena)
{
    struct row_search search = {where, arena, false};
    struct by_list keys = {1, {(uint8_t)where->by}};
    struct emitter emitter;
    struct sink nowhere;
    sink_open(&nowhere, -1);
    emit_open_rows(&emitter, take_row, &search);
    report_game(&(struct reporter){.sink = &nowhere, .emitter = &emitter}, &keys, view);
    emit_finish(&emitter);
    sink_close(&nowhere);
    return search.found;
}

void where_join(struct where *where, const struct where *more)
{
    where->rows += more->rows;
    for (unsigned i = 0; i < where->count; i++)
        where->parts[i].seen |= more->parts[i].seen;
}

struct str where_unknown(const struct where *where)
{
    for (unsigned i = 0; where->rows && i < where->count; i++)
        if (!where->parts[i].seen)
            return where->parts[i].column;
    return str_of("");
}
