/* SPDX-License-Identifier: MIT */
/* Objects for machines: an object is described once, and written in one of three forms.
 *
 * - json: one object on each line, keys in the order given; written by hand, because that is many
 *   times faster
 * - yaml: one document for each object, by libyaml
 * - csv: one row for each object under a line of column names, which is printed again when the keys
 *   change; lists and maps inside a field are written "a;b" and "k=v;k=v"
 *
 * Between emit_begin() and emit_end() keys and values alternate. emit_list() and emit_map() open a
 * nested list or map, and emit_close() ends it. In a list no keys are given.
 */
#ifndef BASTIDE_REPORT_EMIT_H
#define BASTIDE_REPORT_EMIT_H

#include <yaml.h>

#include "base/sink.h"

/* The forms of output. EMIT_CSV puts an apostrophe before a cell that a spreadsheet would take for
 * a formula, EMIT_CSV_RAW does not. */
enum emit_form { EMIT_JSON, EMIT_YAML, EMIT_CSV, EMIT_CSV_RAW, EMIT_FORM_COUNT };

enum { EMIT_DEPTH_MAX = 8 };

/* Takes a row: the names of its columns with commas between them, and the values, as CSV has them
 * but without quotes, with NULs between them. */
typedef void emit_row(void *context, struct str names, struct str values);

struct emitter {
    enum emit_form form;
    struct sink *sink;
    emit_row *row_taker; /* gets the rows, which are then not written; NULL to write them */
    void *row_context;
    yaml_emitter_t yaml;
    unsigned depth; /* levels of nesting, 0 outside of any object */
    bool is_map[EMIT_DEPTH_MAX];
    bool is_first[EMIT_DEPTH_MAX];
    bool after_key;
    bool is_raw;             /* true for CSV whose cells may be formulas */
    struct sink header, row; /* column names and values of the current CSV row */
    struct sink last_header;
    struct sink plain; /* current text made safe to print, if it is not plain */
};

void emit_open(struct emitter *emitter, enum emit_form form, struct sink *sink);
void emit_finish(struct emitter *emitter);

/* Opens an emitter that gives each object to a function, as a row of CSV. */
void emit_open_rows(struct emitter *emitter, emit_row *taker, void *context);

/* These write the objects of one stream in pieces. emit_open_piece() opens an emitter of the same
 * form as `whole` for a piece. emit_piece() ends a piece: everything written has reached the sink,
 * and the next object begins a new piece, in which CSV names its columns again. emit_columns()
 * returns the column names of the last object of the piece, as they were written. */
void emit_open_piece(struct emitter *emitter, const struct emitter *whole, struct sink *sink);
void emit_piece(struct emitter *emitter);
struct str emit_columns(struct emitter *emitter);

void emit_begin(struct emitter *emitter);
void emit_end(struct emitter *emitter);
void emit_key(struct emitter *emitter, const char *key);
void emit_list(struct emitter *emitter);
void emit_map(struct emitter *emitter);
void emit_close(struct emitter *emitter);
void emit_str(struct emitter *emitter, struct str text);
void emit_int(struct emitter *emitter, int64_t value);
void emit_bool(struct emitter *emitter, bool value);
void emit_null(struct emitter *emitter);

/* Each of these writes a key and its value. A time is given in milliseconds and written in seconds;
 * INT64_MIN is an unknown time, written as null. */
void emit_key_text(struct emitter *emitter, const char *key, const char *text);
void emit_key_str(struct emitter *emitter, const char *key, struct str text);
void emit_key_int(struct emitter *emitter, const char *key, int64_t value);
void emit_key_time(struct emitter *emitter, const char *key, int64_t time);
void emit_key_bool(struct emitter *emitter, const char *key, bool value);

#endif
