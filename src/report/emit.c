/* SPDX-License-Identifier: MIT */
/* Writes objects as JSON by hand, as YAML with libyaml, and as CSV from a row kept in memory. */
#include "report/emit.h"
#include "base/check.h"
#include "base/digits.h"
#include "base/memory.h"

#include <stdio.h>

#include "base/scalar.h"
#include "base/utf8.h"
#include "ledger/ledger.h"

static int yaml_write(void *data, unsigned char *buffer, size_t size)
{
    sink_bytes(data, (const char *)buffer, size);
    return 1;
}

static void yaml_event(struct emitter *e, yaml_event_t *event, int made)
{
    /* The output is UTF-8 and the sink takes all of it, so a failure means that memory ran out. */
    if (!made || !yaml_emitter_emit(&e->yaml, event))
        memory_out();
}

void emit_open(struct emitter *e, enum emit_form form, struct sink *sink)
{
    memset(e, 0, offsetof(struct emitter, header));
    e->form = form == EMIT_CSV_RAW ? EMIT_CSV : form;
    e->is_raw = form == EMIT_CSV_RAW;
    e->sink = sink;
    sink_open(&e->header, -1);
    sink_open(&e->row, -1);
    sink_open(&e->last_header, -1);
    sink_open(&e->plain, -1);
    if (form != EMIT_YAML)
        return;
    yaml_event_t event;
    if (!yaml_emitter_initialize(&e->yaml))
        memory_out();
    yaml_emitter_set_output(&e->yaml, yaml_write, sink);
    yaml_emitter_set_unicode(&e->yaml, 1);
    yaml_emitter_set_width(&e->yaml, -1);
    yaml_event(e, &event, yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING));
}

void emit_open_rows(struct emitter *e, emit_row *taker, void *context)
{
    emit_open(e, EMIT_CSV_RAW, NULL);
    e->row_taker = taker;
    e->row_context = context;
}

void emit_finish(struct emitter *e)
{
    if (e->form == EMIT_YAML) {
        yaml_event_t event;
        yaml_event(e, &event, yaml_stream_end_event_initialize(&event));
        if (!yaml_emitter_flush(&e->yaml))
            memory_out();
        yaml_emitter_delete(&e->yaml);
    }
    sink_close(&e->header);
    sink_close(&e->row);
    sink_close(&e->last_header);
    sink_close(&e->plain);
}

void emit_open_piece(struct emitter *e, const struct emitter *whole, struct sink *sink)
{
    emit_open(e, whole->is_raw ? EMIT_CSV_RAW : whole->form, sink);
}

void emit_piece(struct emitter *e)
{
    if (e->form == EMIT_YAML && !yaml_emitter_flush(&e->yaml))
        memory_out();
    sink_clear(&e->last_header);
}

struct str emit_columns(struct emitter *e)
{
    return sink_text(&e->last_header);
}

/* Writes the separator between this value and the one before. */
static void separate(struct emitter *e)
{
    if (e->after_key) {
        e->after_key = false;
        return;
    }
    if (e->depth == 0)
        return;
    if (!e->is_first[e->depth - 1]) {
        if (e->form == EMIT_JSON)
            sink_char(e->sink, ',');
        else if (e->form == EMIT_CSV && e->depth > 1)
            sink_char(&e->row, ';');
    }
    e->is_first[e->depth - 1] = false;
}

static void open_nested(struct emitter *e, bool map)
{
    separate(e);
    e->is_map[e->depth] = map;
    e->is_first[e->depth++] = true;
    if (e->form == EMIT_JSON) {
        sink_char(e->sink, map ? '{' : '[');
    } else if (e->form == EMIT_YAML) {
        yaml_event_t event;
        if (map)
            yaml_event(e, &event,
                       yaml_mapping_start_event_initialize(
                           &event, NULL, NULL, 1,
                           e->depth > 1 ? YAML_FLOW_MAPPING_STYLE : YAML_BLOCK_MAPPING_STYLE));
        else
            yaml_event(e, &event,
                       yaml_sequence_start_event_initialize(&event, NULL, NULL, 1,
                                                            YAML_FLOW_SEQUENCE_STYLE));
    }
}

void emit_list(struct emitter *e)
{
    CHECK(e->depth < EMIT_DEPTH_MAX);
    open_nested(e, false);
}

void emit_map(struct emitter *e)
{
    CHECK(e->depth < EMIT_DEPTH_MAX);
    open_nested(e, true);
}

void emit_close(struct emitter *e)
{
    CHECK(e->depth > 0);
    bool map = e->is_map[--e->depth];
    if (e->form == EMIT_JSON) {
        sink_char(e->sink, map ? '}' : ']');
    } else if (e->form == EMIT_YAML) {
        yaml_event_t event;
        yaml_event(e, &event,
                   map ? yaml_mapping_end_event_initialize(&event)
                       : yaml_sequence_end_event_initialize(&event));
    }
}

void emit_begin(struct emitter *e)
{
    CHECK(e->depth == 0);
    if (e->form == EMIT_YAML) {
        yaml_event_t event;
        yaml_event(e, &event, yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 0));
    }
    sink_clear(&e->header);
    sink_clear(&e->row);
    emit_map(e);
}

/* Writes the row, under new column names if these have changed. A CSV field is quoted if it holds a
 * comma, a quote or a line end (RFC 4180). */
static void csv_flush(struct emitter *e)
{
    struct str header = sink_text(&e->header);
    if (e->row_taker) {
        e->row_taker(e->row_context, header, sink_text(&e->row));
        return;
    }
    if (!str_equal(header, sink_text(&e->last_header))) {
        sink_verbatim(e->sink, header);
        sink_char(e->sink, '\n');
        sink_clear(&e->last_header);
        sink_verbatim(&e->last_header, header);
    }
    struct str row = sink_text(&e->row);
    for (size_t begin = 0; begin <= row.n;) {
        size_t end = begin;
        bool quote = false;
        while (end < row.n && row.p[end] != '\0') {
            quote |=
                row.p[end] == ',' || row.p[end] == '"' || row.p[end] == '\n' || row.p[end] == '\r';
            end++;
        }
        if (quote)
            sink_char(e->sink, '"');
        for (size_t i = begin; i < end; i++) {
            if (quote && row.p[i] == '"')
                sink_char(e->sink, '"');
            sink_char(e->sink, row.p[i]);
        }
        if (quote)
            sink_char(e->sink, '"');
        sink_char(e->sink, end < row.n ? ',' : '\n');
        begin = end + 1;
    }
}

void emit_end(struct emitter *e)
{
    CHECK(e->depth == 1);
    emit_close(e);
    if (e->form == EMIT_JSON) {
        sink_char(e->sink, '\n');
    } else if (e->form == EMIT_YAML) {
        yaml_event_t event;
        yaml_event(e, &event, yaml_document_end_event_initialize(&event, 1));
    } else {
        csv_flush(e);
    }
}

/* Writes text that needs no quotes in any form: numbers, and words of this program. */
static void emit_word(struct emitter *e, const char *word)
{
    if (e->form == EMIT_YAML) {
        yaml_event_t event;
        yaml_event(e, &event,
                   yaml_scalar_event_initialize(&event, NULL, NULL, (const yaml_char_t *)word,
                                                (int)strlen(word), 1, 1, YAML_PLAIN_SCALAR_STYLE));
        return;
    }
    separate(e);
    sink_cstr(e->form == EMIT_CSV ? &e->row : e->sink, word);
}

void emit_key(struct emitter *e, const char *key)
{
    CHECK(e->depth > 0 && e->is_map[e->depth - 1] && !e->after_key);
    if (e->form == EMIT_JSON) {
        separate(e);
        sink_json(e->sink, str_of(key));
        sink_char(e->sink, ':');
        e->after_key = true;
    } else if (e->form == EMIT_YAML) {
        emit_word(e, key);
    } else if (e->depth == 1) {
        if (!e->is_first[0]) {
            sink_char(&e->header, ',');
            sink_char(&e->row, '\0');
        }
        sink_cstr(&e->header, key);
        e->is_first[0] = false;
        e->after_key = true;
    } else {
        separate(e);
        sink_cstr(&e->row, key);
        sink_char(&e->row, '=');
        e->after_key = true;
    }
}

/* True if a spreadsheet would take the text for a formula. Texts of this program are excluded:
 * cells, edges, numbers. */
static bool is_formula(struct str text)
{
    if (text.n < 2 || !char_is_in(text.p[0], "=+@-"))
        return false;
    for (size_t i = 0; i < text.n; i++)
        if (!char_is_in(text.p[i], "0123456789-,:.NESW"))
            return true;
    return text.p[0] != '-';
}

void emit_str(struct emitter *e, struct str text)
{
    if (!text.p)
        text.p = "";
    if (e->form != EMIT_JSON && !utf8_is_plain(text)) {
        sink_clear(&e->plain);
        sink_plain(&e->plain, text);
        text = sink_text(&e->plain);
    }
    if (e->form == EMIT_YAML) {
        yaml_event_t event;
        /* Quote a text that another reader would take for a number or a truth value, so that it
         * stays a string. */
        bool typed = scalar_is_typed(text);
        yaml_event(e, &event,
                   yaml_scalar_event_initialize(
                       &event, NULL, NULL, (const yaml_char_t *)text.p, (int)text.n, 1, 1,
                       typed ? YAML_DOUBLE_QUOTED_SCALAR_STYLE : YAML_ANY_SCALAR_STYLE));
        return;
    }
    separate(e);
    if (e->form == EMIT_JSON) {
        sink_json(e->sink, text);
        return;
    }
    struct str row = sink_text(&e->row);
    bool begins_cell = row.n == 0 || row.p[row.n - 1] == '\0';
    if (!e->is_raw && begins_cell && is_formula(text))
        sink_char(&e->row, '\'');
    sink_verbatim(&e->row, text);
}

void emit_int(struct emitter *e, int64_t value)
{
    char digits[DIGITS_SIZE];
    digits_write(digits, value);
    emit_word(e, digits);
}

void emit_key_time(struct emitter *e, const char *key, int64_t time)
{
    emit_key(e, key);
    if (time == TIME_UNKNOWN)
        emit_null(e);
    else
        emit_word(e, seconds_text(time).text);
}

void emit_bool(struct emitter *e, bool value)
{
    emit_word(e, value ? "true" : "false");
}

void emit_null(struct emitter *e)
{
    if (e->form == EMIT_CSV)
        emit_str(e, (struct str){"", 0});
    else
        emit_word(e, "null");
}

void emit_key_text(struct emitter *e, const char *key, const char *text)
{
    emit_key(e, key);
    emit_str(e, str_of(text));
}

void emit_key_str(struct emitter *e, const char *key, struct str text)
{
    emit_key(e, key);
    emit_str(e, text);
}

void emit_key_int(struct emitter *e, const char *key, int64_t value)
{
    emit_key(e, key);
    emit_int(e, value);
}

void emit_key_bool(struct emitter *e, const char *key, bool value)
{
    emit_key(e, key);
    emit_bool(e, value);
}
