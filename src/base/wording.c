/* SPDX-License-Identifier: MIT */
/* See wording.h. */
#include "base/wording.h"

#include <string.h>

#include "base/check.h"
#include "base/sink.h"

const char *seat_name(unsigned seat)
{
    static const char names[SEATS_MAX][2] = {"a", "b", "c", "d", "e", "f"};
    return seat < SEATS_MAX ? names[seat] : "?";
}

/* How many there are before the end. */
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
    for (unsigned i = 0; i < count; i++)
        if (copy[i].kind == ARG_TEXT)
            copy[i].text = arena_plain(arena, str_of(copy[i].text));
    return copy;
}

static const char *ordinal_tail(long long n)
{
    static const char *const tails[] = {"th", "st", "nd", "rd"};
    bool is_teen = n % 100 / 10 == 1;
    return tails[n < 0 || is_teen || n % 10 > 3 ? 0 : n % 10];
}

static void write_arg(struct sink *sink, const struct arg *arg)
{
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
        sink_printf(sink, "%lld %s%s", arg->number, arg->text, arg->number == 1 ? "" : "s");
        break;
    case ARG_ORDINAL:
        sink_printf(sink, "%lld%s", arg->number, ordinal_tail(arg->number));
        break;
    case ARG_HALVES:
        sink_printf(sink, "%.1f", (double)arg->number / 2);
        break;
    case ARG_SEAT:
        sink_cstr(sink, seat_name((unsigned)arg->number));
        break;
    case ARG_CELL:
        sink_printf(sink, "%d,%d", arg->cell.x, arg->cell.y);
        break;
    case ARG_EDGE:
        sink_printf(sink, "%d,%d%c", arg->cell.x, arg->cell.y,
                    "NESW?"[arg->side < 4 ? arg->side : 4]);
        break;
    case ARG_END:
        break;
    }
}

const char *wording_fill(struct arena *arena, const char *template, const struct arg *args)
{
    struct sink sink;
    sink_open(&sink, -1);
    for (const char *from = template; *from; from++) {
        if (from[0] == '{' && from[1] == '}') {
            assert(args->kind != ARG_END);
            write_arg(&sink, args++);
            from++;
        } else {
            sink_char(&sink, *from);
        }
    }
    assert(args->kind == ARG_END);
    struct str text = sink_text(&sink);
    const char *copy = arena_copy(arena, text.p, text.n);
    sink_close(&sink);
    return copy;
}
