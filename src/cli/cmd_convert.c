/* SPDX-License-Identifier: MIT */
/* bastide convert: prints records in other formats. */
#include <stdlib.h>

#include "base/memory.h"
#include "cli/cli.h"
#include "formats/format.h"

static const char *const forms[] = {"crn", "jcz", "carcassonnelab", "json"};
enum { TO_CRN, TO_JCZ, TO_LAB, TO_JSON, FORM_COUNT };

struct conversion {
    int to;
    bool lossy;
    struct emitter emitter;
};

/* ---- JSON ---- */

static void emit_value(struct emitter *e, struct arena *arena, const struct value *value)
{
    if (value->kind == VALUE_SCALAR || value->kind == VALUE_BLOCK) {
        emit_str(e, value->text);
        return;
    }
    if (value->kind == VALUE_MAP)
        emit_map(e);
    else
        emit_list(e);
    for (uint32_t i = 0; i < value->count; i++) {
        if (value->kind == VALUE_MAP)
            emit_key(e, arena_copy(arena, value->keys[i].p, value->keys[i].n));
        emit_str(e, value->items[i].text);
    }
    emit_close(e);
}

static void emit_line(struct emitter *e, const struct line *line, struct str text)
{
    static const char *const kinds_of_lines[] = {"turn", "step", "final", "end", "comment", "raw"};
    emit_map(e);
    emit_key_text(e, "kind", kinds_of_lines[line->kind]);
    if (line->kind == LINE_TURN || line->kind == LINE_STEP) {
        emit_key_int(e, "turn", line->turn);
        if (line->seat < SEATS_MAX)
            report_seat(e, "seat", line->seat);
    }
    if (line->has_tile && !line->broken) {
        emit_key(e, "tile");
        emit_str(e, line->tile.design ? str_of(line->tile.design->name) : line->tile.name);
        report_cell(e, "cell", line->cell);
        if (line->orient < ORIENT_UNKNOWN) {
            emit_key(e, "orientation");
            emit_str(e, (struct str){&"NESW"[line->orient], 1});
        }
    }
    emit_key(e, "text");
    emit_str(e, text);
    emit_close(e);
}

/* Writes a record as JSON: the fields of its header, and each line with its parts and its canonical
 * text. */
static void write_json(struct conversion *c, struct run *run, struct str file)
{
    struct emitter *e = &c->emitter;
    struct game_view view = run_view(run, file);
    struct sink text;
    char identity[33];
    sink_open(&text, -1);
    crn_print(&run->record, &text);
    struct str rest = sink_text(&text);
    const char *body = memmem(rest.p, rest.n, "\n---\n", 5);
    rest = str_from(rest, (size_t)(body - rest.p) + 5);
    crn_identity(&run->record, identity);
    report_object(e, &view, "record");
    emit_key_text(e, "identity", identity);
    emit_key(e, "header");
    emit_map(e);
    for (uint32_t i = 0; i < run->record.entry_count; i++) {
        const struct header_entry *entry = &run->record.entries[i];
        if (!entry->key.n)
            continue;
        emit_key(e, arena_copy(&run->arena, entry->key.p, entry->key.n));
        emit_value(e, &run->arena, &entry->value);
    }
    emit_close(e);
    emit_key(e, "lines");
    emit_list(e);
    for (uint32_t i = 0; i < run->record.line_count && rest.n; i++) {
        const struct line *line = &run->record.lines[i];
        if (line->kind == LINE_RAW && line->broken)
            continue;
        const char *end = memchr(rest.p, '\n', rest.n);
        size_t n = end ? (size_t)(end - rest.p) : rest.n;
        emit_line(e, line, (struct str){rest.p, n});
        rest = str_from(rest, n + 1);
    }
    emit_close(e);
    emit_end(e);
    sink_close(&text);
}

/* ---- Other formats ---- */

static void report_losses(struct run *run, const struct conversion *c, const struct exporter *e,
                          struct str file)
{
    for (unsigned i = 0; i < e->loss_count; i++)
        sink_printf(&run->err, "%s: %s: %s cannot hold %s\n", run_game_name(run, file),
                    c->lossy && !e->losses[i].refuses ? "warning" : "error", forms[c->to],
                    e->losses[i].what);
    sink_flush(&run->err);
    if ((e->refused || (e->loss_count && !c->lossy)) && run->status == EXIT_CLEAN)
        run->status = EXIT_FINDINGS;
}

static void write_foreign(struct conversion *c, struct run *run, struct str file)
{
    struct sink out;
    sink_open(&out, -1);
    struct exporter e = {.record = &run->record,
                         .referee = &run->referee,
                         .ledger = &run->ledger,
                         .findings = &run->findings,
                         .arena = &run->arena,
                         .out = &out};
    format_named(forms[c->to])->write(&e);
    report_losses(run, c, &e, file);
    if (!e.refused && (!e.loss_count || c->lossy))
        sink_append(&run->out, &out);
    sink_close(&out);
}

static void visit(struct run *run, void *context, struct str file, bool is_game)
{
    struct conversion *c = context;
    if (is_game && c->to != TO_CRN)
        run_judge(run, 0, UINT16_MAX, false);
    run_complain(run, file, &run->findings);
    if (!is_game)
        return;
    if (c->to == TO_CRN)
        crn_print(&run->record, &run->out);
    else if (c->to == TO_JSON)
        write_json(c, run, file);
    else
        write_foreign(c, run, file);
}

/* ---- Workers ---- */

static void *hire(struct run *worker, const void *context)
{
    const struct conversion *boss = context;
    struct conversion *own = memory_zeroed(1, sizeof *own);
    own->to = boss->to;
    own->lossy = boss->lossy;
    if (own->to == TO_JSON)
        emit_open(&own->emitter, EMIT_JSON, &worker->out);
    return own;
}

static void dismiss(void *boss, void *context)
{
    struct conversion *own = context;
    if (own->to == TO_JSON)
        emit_finish(&own->emitter);
    (void)boss;
    memory_free(own);
}

int cmd_convert(int argc, char **argv)
{
    struct run *run = run_begin(command_find("convert"));
    static struct conversion conversion;
    int c;
    conversion.to = -1;
    run->prints_records = true;
    while ((c = option_next(run, argc, argv)) != -1) {
        if (c == LONG_TO)
            conversion.to = cli_word(forms, FORM_COUNT);
        conversion.lossy |= c == LONG_LOSSY;
        if (c == 'j')
            run_set_jobs(run, option_number(run, c, 0, JOBS_MAX));
    }
    if (conversion.to < 0)
        return cli_usage("convert", "option '--to' is missing");
    if (conversion.to == TO_JSON)
        emit_open(&conversion.emitter, EMIT_JSON, &run->out);
    games_visit(run, argv + optind,
                &(struct work){.visit = visit, .hire = hire, .dismiss = dismiss}, &conversion);
    if (conversion.to == TO_JSON)
        emit_finish(&conversion.emitter);
    return run_end(run);
}
