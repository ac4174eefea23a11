/* SPDX-License-Identifier: MIT */
/* Reads a record again after each new line and reports only new findings. */
#include "cli/growing.h"

#include <stdlib.h>

#include "base/memory.h"
#include "notation/crn.h"

struct known {
    unsigned code;
    struct place place;
};

void growing_begin(struct growing *growing, struct run *run)
{
    *growing = (struct growing){.run = run};
    sink_open(&growing->text, -1);
    sink_open(&growing->tried, -1);
}

void growing_end(struct growing *growing)
{
    if (growing->input)
        input_close(growing->input);
    memory_free(growing->known);
    sink_close(&growing->text);
    sink_close(&growing->tried);
}

bool growing_read(struct growing *growing, struct str line)
{
    struct run *run = growing->run;
    bool early = false;
    if (growing->input)
        input_close(growing->input);
    run_begin_game(run);
    sink_clear(&growing->tried);
    sink_append(&growing->tried, &growing->text);
    sink_verbatim(&growing->tried, line);
    growing->input = input_text(sink_text(&growing->tried), 0);
    crn_read(growing->input, &run->catalogue, &run->arena, &run->findings, &run->record, &early,
             NULL);
    if (run->record.place.line)
        record_rule(&run->record, &run->arena, &run->rulings);
    return run->record.place.line > 0;
}

void growing_remember(struct growing *growing)
{
    const struct findings *findings = &growing->run->findings;
    growing->known_count = 0;
    size_t room = 0;
    for (const struct finding *finding = findings->first; finding; finding = finding->next)
        room++;
    growing->known = memory_resized(growing->known, (room + 1) * sizeof *growing->known);
    for (const struct finding *finding = findings->first; finding; finding = finding->next)
        if (finding->kind->code != FINDING_UNFINISHED)
            growing->known[growing->known_count++] =
                (struct known){finding->kind->code, finding->place};
}

static bool is_known(const struct growing *growing, const struct finding *finding)
{
    for (size_t i = 0; i < growing->known_count; i++) {
        const struct known *known = &growing->known[i];
        if (known->code == finding->kind->code && known->place.line == finding->place.line &&
            known->place.column == finding->place.column)
            return true;
    }
    return false;
}

unsigned growing_mark(struct growing *growing)
{
    unsigned errors = 0;
    for (struct finding *finding = growing->run->findings.first; finding; finding = finding->next) {
        finding->told = (finding->kind->code == FINDING_UNFINISHED && !growing->over) ||
                        is_known(growing, finding);
        errors += !finding->told && finding->severity != SEVERITY_WARNING;
    }
    return errors;
}

/* ---- Typing ---- */

static void show(struct growing *growing, struct str name, visit_game *visit, void *context,
                 bool over)
{
    struct run *run = growing->run;
    growing->over = over;
    bool is_game = growing_read(growing, str_of(""));
    run->games += over && is_game;
    visit(run, context, name, is_game);
    run_count_findings(run, is_game);
    sink_flush(&run->out);
    growing_remember(growing);
}

/* Forgets the record, because another one may follow. Empty lines take the place of its lines, so
 * that line numbers go on. */
static void forget(struct growing *growing, uint32_t lines)
{
    sink_clear(&growing->text);
    for (uint32_t i = 0; i < lines; i++)
        sink_char(&growing->text, '\n');
    growing->known_count = 0;
}

static bool has_ended(const struct record *record)
{
    return record->line_count && record->lines[record->line_count - 1].kind == LINE_END;
}

void growing_games(struct run *run, struct input *input, visit_game *visit, void *context)
{
    struct growing *growing = run->growing;
    struct input_line line;
    struct str name = input_name(input);
    bool any = false, in_header = false;
    growing_begin(growing, run);
    growing->under_way = true;
    while (!run->out.failure && !(run->fail_fast && run->status && !any) &&
           input_line(input, &line)) {
        bool begins = str_begins(line.text, "%CRN");
        if (begins && any) {
            show(growing, name, visit, context, true);
            forget(growing, line.number - 1);
        }
        any |= begins || line.text.n;
        in_header = begins || (in_header && !str_is(line.text, "---"));
        sink_verbatim(&growing->text, line.text);
        sink_char(&growing->text, '\n');
        if (in_header || !line.text.n)
            continue;
        show(growing, name, visit, context, false);
        if (has_ended(&run->record)) {
            show(growing, name, visit, context, true);
            forget(growing, line.number);
            any = false;
        }
    }
    if (any)
        show(growing, name, visit, context, true);
    growing_end(growing);
    growing->under_way = false;
}
