/* SPDX-License-Identifier: MIT */
/* Prints the canonical text of a record (crn.h; crn(5), The canonical text). */
#include "notation/printer.h"
#include "base/memory.h"

#include <stdlib.h>

#include "base/scalar.h"
#include "notation/crn_part.h"

static void print_acts(struct printer *p, const struct line *line)
{
    bool anything = !line->has_tile, contradicted = false;
    unsigned nones = 0;
    for (unsigned i = 0; i < line->act_count; i++) {
        anything |= line->acts[i].kind != ACT_NONE && !act_is_remark(&line->acts[i]);
        nones += line->acts[i].kind == ACT_NONE;
        contradicted |= line->acts[i].kind == ACT_MEEPLE || line->acts[i].kind == ACT_UNKNOWN ||
                        (line->acts[i].kind == ACT_RAW && line->acts[i].number != RAW_OTHER);
    }
    contradicted |= nones > 1;
    if (!anything && !contradicted)
        sink_cstr(p->sink, " -");
    for (unsigned i = 0; i < line->act_count; i++) {
        const struct act *act = &line->acts[i];
        /* A "-" beside a follower is an error that must not vanish, and beside an unreadable act it
         * says that there is no follower. */
        bool idle =
            act->kind == ACT_NONE && line->kind == LINE_TURN && line->has_tile && !contradicted;
        if (idle)
            continue;
        sink_char(p->sink, ' ');
        printer_act(p, act);
    }
}

static void print_end(struct printer *p, const struct line *line)
{
    sink_cstr(p->sink, "end");
    for (unsigned i = 0; i < line->act_count; i++)
        if (line->acts[i].kind == ACT_TOTALS) {
            sink_char(p->sink, ' ');
            printer_numbers(p->sink, line->acts[i].numbers, line->acts[i].count);
        }
    printer_reason(p, line);
    for (unsigned i = 0; i < line->act_count; i++)
        if (line->acts[i].kind != ACT_TOTALS) {
            sink_char(p->sink, ' ');
            printer_act(p, &line->acts[i]);
        }
}

static void print_line(struct printer *p, const struct line *line, unsigned step)
{
    switch ((enum line_kind)line->kind) {
    case LINE_TURN:
    case LINE_STEP:
        if (line->kind == LINE_TURN)
            p->here = CELL_NOWHERE;
        if (line->broken) {
            sink_verbatim(p->sink, line->raw);
            break;
        }
        printer_head(p, line, step, line->orient);
        print_acts(p, line);
        printer_close(p);
        break;
    case LINE_FINAL:
        sink_cstr(p->sink, "final");
        p->here = CELL_NOWHERE;
        for (unsigned i = 0; i < line->act_count; i++) {
            sink_char(p->sink, ' ');
            printer_act(p, &line->acts[i]);
        }
        break;
    case LINE_END:
        print_end(p, line);
        break;
    case LINE_COMMENT:
        break;
    case LINE_RAW:
        sink_verbatim(p->sink, line->raw);
        break;
    }
}

void crn_print_turn(const struct line *lines, unsigned count, char between, struct sink *sink)
{
    struct printer p;
    printer_begin(&p, sink, NULL);
    unsigned step = 0;
    for (unsigned i = 0; i < count; i++) {
        if (i)
            sink_char(sink, between);
        step = lines[i].kind == LINE_STEP ? step + 1 : 0;
        print_line(&p, &lines[i], step);
    }
}

void crn_print_act(const struct act *act, struct cell here, struct sink *sink)
{
    struct printer p;
    printer_begin(&p, sink, NULL);
    p.here = here;
    printer_act(&p, act);
}

/* ---- The header ---- */

/* Prints a text as a JSON string with "%CRN" escaped, because that may only stand where a record
 * begins. */
static void print_without_magic(struct sink *sink, struct str text)
{
    struct sink json;
    sink_open(&json, -1);
    sink_json(&json, text);
    struct str rest = sink_text(&json);
    while (rest.n) {
        bool magic = str_begins(rest, "%CRN");
        sink_verbatim(sink, magic ? str_of("\\u0025") : (struct str){rest.p, 1});
        rest = str_from(rest, 1);
    }
    sink_close(&json);
}

static void print_scalar(struct sink *sink, const struct value *value, bool flow)
{
    bool plain =
        scalar_is_plain(value->text, flow) && !(value->quoted && scalar_is_typed(value->text));
    if (value->text.n && memchr(value->text.p, '%', value->text.n))
        print_without_magic(sink, value->text);
    else if (plain || (value->text.n == 0 && !value->quoted))
        sink_verbatim(sink, value->text);
    else
        sink_json(sink, value->text);
}

static void print_value(struct sink *sink, const struct value *value)
{
    if (value->kind == VALUE_SCALAR) {
        if (value->text.n || value->quoted)
            sink_char(sink, ' ');
        print_scalar(sink, value, false);
        return;
    }
    if (value->kind == VALUE_BLOCK)
        return;
    sink_cstr(sink, value->kind == VALUE_MAP ? " {" : " [");
    for (uint32_t i = 0; i < value->count; i++) {
        if (i)
            sink_cstr(sink, ", ");
        if (value->kind == VALUE_MAP) {
            struct value key = {.kind = VALUE_SCALAR, .text = value->keys[i], .quoted = true};
            print_scalar(sink, &key, true);
            sink_cstr(sink, ": ");
        }
        print_scalar(sink, &value->items[i], true);
    }
    sink_char(sink, value->kind == VALUE_MAP ? '}' : ']');
}

unsigned crn_key_rank(struct str key)
{
    static const char *const order[] = {"event",   "site",   "round",  "table",   "date",  "game",
                                        "sets",    "copies", "brings", "tiles",   "piles", "rules",
                                        "options", "supply", "start",  "players", "teams"};
    static_assert(sizeof order / sizeof *order == CRN_KEYS, "each key has a rank");
    unsigned rank = 0;
    while (rank < CRN_KEYS && !str_is(key, order[rank]))
        rank++;
    return rank;
}

static int entry_rank(const struct header_entry *entry)
{
    unsigned rank = crn_key_rank(entry->key);
    if (rank < CRN_KEYS)
        return (int)rank;
    /* A line that could not be read has no `key`. If its key could be read (broken_key), it comes
     * last, so that a repeated key stays the second of its name. Otherwise it comes first, so that
     * no block stands before it. */
    if (entry->key.n == 0)
        return entry->broken_key.n ? CRN_KEYS + 2 : -1;
    return str_is(entry->key, "result") ? CRN_KEYS + 1 : CRN_KEYS;
}

static int entry_order(const void *a, const void *b)
{
    const struct header_entry *const *x = a, *const *y = b;
    int rank = entry_rank(*x) - entry_rank(*y);
    if (rank == 0 && (*x)->key.n)
        rank = str_compare((*x)->key, (*y)->key);
    return rank ? rank : (*x > *y) - (*x < *y);
}

/* Prints the lines of a block, without blank ones. */
static void print_block(struct sink *sink, struct str text)
{
    while (text.n) {
        const char *end = memchr(text.p, '\n', text.n);
        size_t n = (size_t)(end - text.p) + 1, blank = 0;
        while (blank < n &&
               (text.p[blank] == ' ' || text.p[blank] == '\t' || text.p[blank] == '\n'))
            blank++;
        if (blank < n)
            sink_bytes(sink, text.p, n);
        text = str_from(text, n);
    }
}

static void print_entry(struct sink *sink, const struct header_entry *entry)
{
    sink_verbatim(sink, entry->comments);
    if (entry->key.n == 0) {
        sink_verbatim(sink, entry->value.text);
        sink_char(sink, '\n');
        return;
    }
    sink_verbatim(sink, entry->key);
    sink_char(sink, ':');
    print_value(sink, &entry->value);
    if (entry->comment.n) {
        sink_char(sink, ' ');
        sink_verbatim(sink, entry->comment);
    }
    sink_char(sink, '\n');
    if (entry->value.kind == VALUE_BLOCK)
        print_block(sink, entry->value.text);
}

static void print_header(const struct record *record, struct sink *sink)
{
    const struct header_entry **sorted = memory_get((record->entry_count + 1) * sizeof *sorted);
    for (uint32_t i = 0; i < record->entry_count; i++)
        sorted[i] = &record->entries[i];
    qsort(sorted, record->entry_count, sizeof *sorted, entry_order);
    for (uint32_t i = 0; i < record->entry_count; i++)
        print_entry(sink, sorted[i]);
    memory_free(sorted);
    sink_verbatim(sink, record->header_comments);
}

void crn_print(const struct record *record, struct sink *sink)
{
    struct printer p;
    printer_begin(&p, sink, record);
    sink_verbatim(sink, record->magic.n ? record->magic : str_of("%CRN 1"));
    sink_char(sink, '\n');
    print_header(record, sink);
    sink_cstr(sink, "---\n");
    unsigned steps = 0; /* steps of the current turn, which are numbered in their order */
    for (uint32_t i = 0; i < record->line_count; i++) {
        const struct line *line = &record->lines[i];
        steps = line->kind == LINE_STEP ? steps + 1 : line->kind == LINE_COMMENT ? steps : 0;
        if (line->kind == LINE_RAW && line->broken)
            continue;
        print_line(&p, line, steps);
        if (line->comment.n && line->kind != LINE_COMMENT)
            sink_char(sink, ' ');
        sink_verbatim(sink, line->comment);
        sink_char(sink, '\n');
    }
    for (uint32_t i = 0; i < record->assertion_count; i++) {
        sink_cstr(sink, "# claimed: ");
        sink_verbatim(sink, record->assertions[i].text);
        sink_char(sink, '\n');
    }
}
