/* SPDX-License-Identifier: MIT */
/* Sentences as data: a wording, which is a row of a table, and typed arguments. Code that finds an
 * error gives the wording and its arguments. The words stand in the rows (base/finding.def, the
 * formats and the rooms). Only wording_fill() puts them together.
 *
 *     finding_raise(findings, FINDING_OCCUPIED_SEVERAL, place, ARGS(kind, COUNT(2, "follower")));
 */
#ifndef BASTIDE_BASE_WORDING_H
#define BASTIDE_BASE_WORDING_H

#include "base/arena.h"
#include "base/cell.h"
#include "base/str.h"

enum arg_kind {
    ARG_END,     /* after the last one */
    ARG_TEXT,    /* a word of the program, or text from outside that passed a gate (base/str.h) */
    ARG_NUMBER,  /* 12 */
    ARG_CHANGE,  /* +12 */
    ARG_COUNT,   /* "12 points": text is the singular noun */
    ARG_ORDINAL, /* "12th" */
    ARG_HALVES,  /* "12.5" */
    ARG_SEAT,    /* "Ada", or "seat a" where no names are given */
    ARG_CELL,    /* "3,-1" */
    ARG_EDGE,    /* "3,-1W": an edge, or a cell and the side that its tile's top faces */
    ARG_WORD,    /* a short text, kept in the argument itself */
    ARG_AMOUNT,  /* "2 wine": text is the same for one and for several */
    ARG_QUOTED,  /* "'tower'" */
    ARG_LIST,    /* "a, b and c": items, joined by side (enum arg_join); text if there are none */
    ARG_PART,    /* a template (text) with arguments of its own (items) */
};

enum arg_join { JOIN_COMMA, JOIN_AND, JOIN_OR }; /* between the last two items */

enum { WORD_SIZE = 8, LISTED_MAX = 63 };

struct arg {
    uint8_t kind; /* enum arg_kind */
    uint8_t side;
    struct cell cell;
    union {
        const char *text;
        char word[WORD_SIZE];
    };
    union {
        long long number;
        const struct arg *items; /* items of a list or a part, up to ARG_END */
    };
};

static inline struct arg arg_text(const char *text)
{
    return (struct arg){.kind = ARG_TEXT, .text = text};
}

static inline struct arg arg_number(long long number)
{
    return (struct arg){.kind = ARG_NUMBER, .number = number};
}

static inline struct arg arg_cell(struct cell cell)
{
    return (struct arg){.kind = ARG_CELL, .cell = cell};
}

static inline struct arg arg_edge(struct edge edge)
{
    return (struct arg){.kind = ARG_EDGE, .cell = edge.cell, .side = edge.side};
}

static inline struct arg arg_same(struct arg arg)
{
    return arg;
}

/* Arguments whose kind does not follow from their C type. */
#define SEAT(seat_number) ((struct arg){.kind = ARG_SEAT, .number = (seat_number)})
#define COUNT(count_of, noun)                                                                      \
    ((struct arg){.kind = ARG_COUNT, .number = (count_of), .text = (noun)})
#define ORDINAL(of) ((struct arg){.kind = ARG_ORDINAL, .number = (of)})
#define HALVES(of)  ((struct arg){.kind = ARG_HALVES, .number = (of)})
#define CHANGE(by)  ((struct arg){.kind = ARG_CHANGE, .number = (by)})
#define QUOTED(of)  ((struct arg){.kind = ARG_QUOTED, .text = (of)})
#define AMOUNT(amount_of, words)                                                                   \
    ((struct arg){.kind = ARG_AMOUNT, .number = (amount_of), .text = (words)})

#ifdef CHECKED_BY_CPPCHECK /* cppcheck cannot read what is below */
struct arg arg_of(int dummy, ...);
const struct arg *args_of(int dummy, ...);
#define ARG(value) arg_of(0, value)
#define ARGS(...)  args_of(0, __VA_ARGS__)
#define NO_ARGS    args_of(0)
#else
#define ARG(value)                                                                                 \
    _Generic((value),                                                                              \
        struct arg: arg_same,                                                                      \
        struct edge: arg_edge,                                                                     \
        struct cell: arg_cell,                                                                     \
        char *: arg_text,                                                                          \
        const char *: arg_text,                                                                    \
        default: arg_number)(value)

/* A list of up to eight arguments. */
#define ARGS(...)                                ARGS_OF(ARGS_COUNT(__VA_ARGS__), __VA_ARGS__)
#define NO_ARGS                                  ((const struct arg[]){{.kind = ARG_END}})
#define ARGS_COUNT(...)                          ARGS_NTH(__VA_ARGS__, 8, 7, 6, 5, 4, 3, 2, 1)
#define ARGS_NTH(a, b, c, d, e, f, g, h, n, ...) n
#define ARGS_OF(n, ...)                          ARGS_OF_N(n, __VA_ARGS__)
#define ARGS_OF_N(n, ...)                        ((const struct arg[]){ARGS_##n(__VA_ARGS__), {.kind = ARG_END}})
#define ARGS_1(a)                                ARG(a)
#define ARGS_2(a, ...)                           ARG(a), ARGS_1(__VA_ARGS__)
#define ARGS_3(a, ...)                           ARG(a), ARGS_2(__VA_ARGS__)
#define ARGS_4(a, ...)                           ARG(a), ARGS_3(__VA_ARGS__)
#define ARGS_5(a, ...)                           ARG(a), ARGS_4(__VA_ARGS__)
#define ARGS_6(a, ...)                           ARG(a), ARGS_5(__VA_ARGS__)
#define ARGS_7(a, ...)                           ARG(a), ARGS_6(__VA_ARGS__)
#define ARGS_8(a, ...)                           ARG(a), ARGS_7(__VA_ARGS__)
#endif

/* Returns an argument that holds a copy of a text of at most WORD_SIZE - 1 bytes. */
struct arg arg_word(const char *word);

/* A list of up to LISTED_MAX arguments, zeroed at the beginning. It allocates nothing, because a
 * game may have tens of thousands of findings that are only counted. */
struct arg_list {
    unsigned count;
    struct arg items[LISTED_MAX + 1];
};
void arg_list_add(struct arg_list *list, struct arg item);

/* Returns the list as an argument, which is valid as long as the list. `none` is the text for an
 * empty list. */
struct arg arg_of_list(const struct arg_list *list, enum arg_join join, const char *none);

/* Returns a copy in the arena, with the items of lists and parts. Texts (ARG_TEXT) are made safe to
 * print, and cut if they are too long (arena_plain()). */
const struct arg *args_copy(struct arena *arena, const struct arg *args);

/* True if one of the arguments is a seat, also within lists and parts. */
bool args_name_seat(const struct arg *args);

/* Returns the template with each {} replaced by the next argument. There must be as many arguments
 * as {}, and their texts must be plain already. `names` has a plain text for each seat of the game;
 * with NULL a seat is "seat a". */
const char *wording_fill(struct arena *arena, const char *template, const struct arg *args,
                         const char *const names[SEATS_MAX]);

#endif
