/* SPDX-License-Identifier: MIT */
/* Fills wordings with their arguments. */
#include "base/wording.h"

#include <string.h>

#include "base/check.h"
#include "base/sink.h"

const char *seat_name(unsigned seat)
{
    static const char names[SEATS_MAX][2] = {"a", "b", "c", "d", "e", "f"};
    return seat < SEATS_MAX ? names[seat] : "?";
}

/* Returns the number of arguments before ARG_END. */
static unsigned args_count(const struct arg *args)
{
    unsigned count = 0;
    while (args[count].kind != ARG_END)
        count++;
    return count;
}

const struct arg *args_copy(struct arena *arena, const struct arg *args)
{
    unsigned count = args_count(args);
    struct arg *copy = arena_take(arena, (count + 1) * sizeof *copy);
    memcpy(copy, args, (count + 1) * sizeof *copy);
    for (unsigned i = 0; i < count; i++) {
        if (copy[i].kind == ARG_TEXT)
            copy[i].text = arena_plain(arena, str_of(copy[i].text));
        if (copy[i].kind == ARG_LIST || copy[i].kind == ARG_PART)
            copy[i].items = args_copy(arena, copy[i].items);
    }
    return copy;
}

struct arg arg_word(const char *word)
{
    struct arg arg = {.kind = ARG_WORD};
    assert(strlen(word) < WORD_SIZE);
    memcpy(arg.word, word, strlen(word) + 1);
    return arg;
}

void arg_list_add(struct arg_list *list, struct arg item)
{
    assert(list->count < LISTED_MAX);
    list->items[list->count++] = item;
}

struct arg arg_of_list(const struct arg_list *list, enum arg_join join, const char *none)
{
    return (struct arg){
        .kind = ARG_LIST, .side = (uint8_t)join, .text = none, .items = list->items};
}

static const char *ordinal_tail(long long n)
{
    static const char *const tails[] = {"th", "st", "nd", "rd"};
    bool is_teen = n % 100 / 10 == 1;
    return tails[n < 0 || is_teen || n % 10 > 3 ? 0 : n % 10];
}

/* A text that is being filled, and the names of its players (NULL for none). */
struct filling {
    struct sink sink;
    const char *const *names;
};

static void write_filled(struct filling *filling, const char *template, const struct arg *args);
static void write_arg(struct filling *filling, const struct arg *arg);

static void write_count(struct sink *sink, long long count, const char *noun)
{
    bool ies = count != 1 && noun_takes_ies(noun);
    sink_printf(sink, "%lld ", count);
    sink_bytes(sink, noun, strlen(noun) - ies);
    if (count != 1)
        sink_cstr(sink, ies ? "ies" : "s");
}

static void write_seat(struct filling *filling, unsigned seat)
{
    if (filling->names && seat < SEATS_MAX && filling->names[seat])
        sink_cstr(&filling->sink, filling->names[seat]);
    else
        sink_printf(&filling->sink, "seat %s", seat_name(seat));
}

static void write_list(struct filling *filling, const struct arg *list)
{
    struct sink *sink = &filling->sink;
    static const char *const last[] = {
        [JOIN_COMMA] = ", ", [JOIN_AND] = " and ", [JOIN_OR] = " or "};
    unsigned count = args_count(list->items);
    if (!count)
        sink_cstr(sink, list->text);
    for (unsigned i = 0; i < count; i++) {
        if (i)
            sink_cstr(sink, i + 1 < count ? ", " : last[list->side]);
        write_arg(filling, &list->items[i]);
    }
}

static void write_arg(struct filling *filling, const struct arg *arg)
{
    struct sink *sink = &filling->sink;
    switch ((enum arg_kind)arg->kind) {
    case ARG_TEXT:
        sink_cstr(sink, arg->text);
        break;
    case ARG_NUMBER:
        sink_printf(sink, "%lld", arg->number);
        break;
    case ARG_CHANGE:
        sink_printf(sink, "%+lld", arg->number);
        break;
    case ARG_COUNT:
        write_count(sink, arg->number, arg->text);
        break;
    case ARG_ORDINAL:
        sink_printf(sink, "%lld%s", arg->number, ordinal_tail(arg->number));
        break;
    case ARG_HALVES:
        sink_printf(sink, "%.1f", (double)arg->number / 2);
        break;
    case ARG_SEAT:
        write_seat(filling, (unsigned)arg->number);
        break;
    case ARG_CELL:
        sink_printf(sink, "%d,%d", arg->cell.x, arg->cell.y);
        break;
    case ARG_EDGE:
        sink_printf(sink, "%d,%d%c", arg->cell.x, arg->cell.y,
                    "NESW?"[arg->side < 4 ? arg->side : 4]);
        break;
    case ARG_WORD:
        sink_cstr(sink, arg->word);
        break;
    case ARG_AMOUNT:
        sink_printf(sink, "%lld %s", arg->number, arg->text);
        break;
    case ARG_QUOTED:
        sink_printf(sink, "'%s'", arg->text);
        break;
    case ARG_LIST:
        write_list(filling, arg);
        break;
    case ARG_PART:
        write_filled(filling, arg->text, arg->items);
        break;
    case ARG_END:
        break;
    }
}

static void write_filled(struct filling *filling, const char *template, const struct arg *args)
{
    for (const char *from = template; *from; from++) {
        if (from[0] == '{' && from[1] == '}') {
            assert(args->kind != ARG_END);
            write_arg(filling, args++);
            from++;
        } else {
            sink_char(&filling->sink, *from);
        }
    }
    assert(args->kind == ARG_END);
}

bool args_name_seat(const struct arg *args)
{
    for (; args->kind != ARG_END; args++)
        if (args->kind == ARG_SEAT ||
            ((args->kind == ARG_LIST || args->kind == ARG_PART) && args_name_seat(args->items)))
            return true;
    return false;
}

const char *wording_fill(struct arena *arena, const char *template, const struct arg *args,
                         const char *const names[SEATS_MAX])
{
    struct filling filling; /* not cleared: its sink is large */
    filling.names = names;
    sink_open(&filling.sink, -1);
    write_filled(&filling, template, args);
    struct str text = sink_text(&filling.sink);
    const char *copy = arena_copy(arena, text.p, text.n);
    sink_close(&filling.sink);
    return copy;
}
