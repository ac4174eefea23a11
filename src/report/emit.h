/* SPDX-License-Identifier: MIT */
/* Objects for machines: one description of an object, three forms of it.
 *
 *   json   one object a line, keys in the order given; written by hand, because it is many times
 * faster yaml   one document an object, by libyaml csv    one row an object under a line of column
 * names, which is printed again when the keys change; lists and maps inside a field are written
 * "a;b" and "k=v;k=v"
 *
 * Between emit_begin() and emit_end() keys and values are given in turn; emit_list/emit_map open a
 * nested one and emit_close ends it. In a list no keys are given.
 */
#ifndef BASTIDE_REPORT_EMIT_H
#define BASTIDE_REPORT_EMIT_H

#include <yaml.h>

#include "base/sink.h"

/* Of CSV two forms: in the first no cell is a formula for a spreadsheet, an apostrophe stands
 * before what would be one. */
enum emit_form { EMIT_JSON, EMIT_YAML, EMIT_CSV, EMIT_CSV_RAW, EMIT_FORM_COUNT };

enum { EMIT_DEPTH_MAX = 8 };

struct emitter {
    enum emit_form form;
    struct sink *sink;
    yaml_emitter_t yaml;
    unsigned depth; /* 0 outside of any object */
    bool is_map[EMIT_DEPTH_MAX];
    bool is_first[EMIT_DEPTH_MAX];
    bool after_key;
    bool is_raw;             /* CSV whose cells may be formulas */
    struct sink header, row; /* csv, in memory */
    struct sink last_header;
    struct sink plain; /* the text under way, where it is not */
};

void emit_open(struct emitter *emitter, enum emit_form form, struct sink *sink);
void emit_finish(struct emitter *emitter);

/* For those who write objects of one stream in pieces: the next object begins one. What was written
 * has arrived in the sink; CSV will name its columns again. And the columns of the piece's last
 * object, as they were written. */
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

/* A key and its value at once. */
void emit_key_text(struct emitter *emitter, const char *key, const char *text);
void emit_key_str(struct emitter *emitter, const char *key, struct str text);
void emit_key_int(struct emitter *emitter, const char *key, int64_t value);
void emit_key_bool(struct emitter *emitter, const char *key, bool value);

#endif
