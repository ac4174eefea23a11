/* SPDX-License-Identifier: MIT */
/* Computes the identity of a game: the digest of its decisions, which are written as text
 * (crn.h). */
#include "notation/printer.h"

#include <stdio.h>

struct reducer {
    struct printer printer;
    bool joined;      /* the line continues the decisions of its seat on the line before */
    struct edge laid; /* edge on which something was laid last */
};

/* Writes an act for the identity. Claims, "-" and acts that follow from the rules are no decisions
 * and are left out. An act on the edge that was laid last needs no edge. */
static void decide_act(struct reducer *d, const struct act *act)
{
    if (act_is_remark(act) || act->kind == ACT_NONE || act_has_trait(act, TRAIT_AUTOMATIC))
        return;
    sink_char(d->printer.sink, ' ');
    if (act_has_trait(act, TRAIT_ON_EDGE) && edge_is(d->laid, ref_edge(&act->segment)))
        sink_cstr(d->printer.sink, verbs[act->verb].name);
    else
        printer_act(&d->printer, act);
    if (act_has_trait(act, TRAIT_LAYS_EDGE))
        d->laid = ref_edge(&act->segment);
}

/* Returns the lowest orientation in which a tile looks the same. */
static unsigned orient_reduced(const struct design *design, unsigned orient)
{
    return design ? orient % design->symmetry : orient;
}

/* True if a line belongs to the identity. A judge's correction, a step that decides nothing, and a
 * normal end do not belong to it. */
static bool is_move(const struct line *line)
{
    if (line->kind == LINE_END)
        return line->reason != END_NORMAL;
    bool decides = false;
    for (uint32_t i = 0; i < line->act_count; i++)
        decides |= act_is_choice(&line->acts[i]);
    return line->kind == LINE_TURN || (line->kind == LINE_STEP && decides);
}

static void decide_line(struct reducer *d, const struct line *line)
{
    struct printer *p = &d->printer;
    if (line->kind == LINE_END) {
        sink_cstr(p->sink, "end");
        printer_reason(p, line);
        return;
    }
    if (line->kind == LINE_TURN)
        p->here = CELL_NOWHERE;
    if (line->broken) {
        sink_verbatim(p->sink, line->raw);
        return;
    }
    /* Step numbers are left out, so that adding a step that only claims something keeps the
     * identity. */
    if (!d->joined)
        printer_head(p, line, 0, orient_reduced(line->tile.design, line->orient));
    for (unsigned i = 0; i < line->act_count; i++)
        decide_act(d, &line->acts[i]);
    if (!d->joined)
        printer_close(p);
}

void crn_decisions(const struct record *record,
                   void (*visit)(void *, const struct line *, bool joined, struct str),
                   void *context)
{
    struct sink text;
    sink_open(&text, -1);
    struct reducer d = {.laid = {.cell = CELL_NOWHERE}};
    printer_begin(&d.printer, &text, record);
    const struct line *before = NULL;
    for (uint32_t i = 0; i < record->line_count; i++) {
        const struct line *line = &record->lines[i];
        if (!is_move(line))
            continue;
        d.joined = before && line->kind == LINE_STEP && line->seat == before->seat &&
                   line->turn == before->turn;
        sink_clear(&text);
        decide_line(&d, line);
        visit(context, line, d.joined, sink_text(&text));
        before = line;
    }
    sink_close(&text);
}

struct decisions {
    struct sink text;
    bool any;
};

static void add_decision(void *context, const struct line *line, bool joined, struct str text)
{
    struct decisions *all = context;
    (void)line;
    sink_cstr(&all->text, all->any && !joined ? "\n" : "");
    sink_verbatim(&all->text, text);
    all->any = true;
}

static void add_marks(struct sink *text, uint32_t set)
{
    for (unsigned i = 0; i < MARK_COUNT; i++)
        if (set >> i & 1)
            sink_printf(text, "%c%s", marks[i].value ? '+' : '-', marks[i].key);
}

/* Adds the tiles that a record defines: two games that use the same names for different tiles are
 * different games. */
static void add_designs(struct sink *text, const struct tileset *set)
{
    for (unsigned i = 0; i < set->design_count; i++) {
        const struct design *design = &set->designs[i];
        sink_printf(text, "%s*%u %u", design->name, design->count, design->river);
        add_marks(text, design->marks);
        for (unsigned k = 0; k < design->segment_count; k++) {
            const struct segment *segment = &design->segments[k];
            sink_printf(text, " %c%x:%x:%u", kinds[segment->kind].letter, (unsigned)segment->ports,
                        (unsigned)segment->touches, segment->shields);
            if (segment->joined)
                sink_printf(text, "=%x", (unsigned)segment->joined);
            add_marks(text, segment->marks);
        }
        sink_char(text, '\n');
    }
}

struct digest crn_digest(const struct record *record)
{
    struct decisions all = {.any = false};
    sink_open(&all.text, -1);
    sink_printf(&all.text, "%u\n", record->player_count);
    for (unsigned i = 0; i < record->set_count; i++)
        sink_printf(&all.text, "%s\n", record->sets[i]->name);
    if (record->own_tiles)
        add_designs(&all.text, record->own_tiles);
    struct laid start = printer_start(record);
    if (start.design)
        sink_printf(&all.text, "%s %d,%d%u\n", start.design->name, start.cell.x, start.cell.y,
                    orient_reduced(start.design, start.orient));
    crn_decisions(record, add_decision, &all);
    struct digest digest = digest_of(sink_text(&all.text));
    sink_close(&all.text);
    return digest;
}

void crn_identity(const struct record *record, char identity[33])
{
    struct digest digest = crn_digest(record);
    snprintf(identity, 33, "%016llx%016llx", (unsigned long long)digest.high,
             (unsigned long long)digest.low);
}
