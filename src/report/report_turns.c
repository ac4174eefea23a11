/* SPDX-License-Identifier: MIT */
/* The audit by turn: the tile of each turn, the awards in it, and the scores after it. */
#include <stdio.h>

#include "base/memory.h"
#include "ledger/field.h"
#include "report/report.h"

static void emit_turn(struct emitter *e, const struct game_view *view, const struct event *event)
{
    report_object(e, view, "turn");
    emit_key_int(e, "turn", event->turn);
    report_part(e, event->part);
    report_seat(e, "seat", event->seat);
    report_laid(e, view->ledger, event->tile);
    emit_key(e, "scores");
    emit_list(e);
    for (unsigned seat = 0; seat < view->ledger->seat_count; seat++)
        emit_int(e, event->scores[seat]);
    emit_close(e);
    emit_end(e);
}

static void emit_fact(struct emitter *e, const struct game_view *view, const struct event *event,
                      struct feature_names *names)
{
    report_object(e, view, event_names[event->kind]);
    emit_key_int(e, "turn", event->turn);
    if (event->seat != SEAT_NONE)
        report_seat(e, "seat", event->seat);
    report_fields(e, view->ledger, event, names);
    emit_end(e);
}

static void text_turn(struct sink *sink, const struct ledger *ledger, const struct event *event)
{
    char head[64];
    const struct laid_tile *laid = event->tile == TILE_NONE ? NULL : &ledger->tiles[event->tile];
    int n = snprintf(head, sizeof head, "%4u%c ", event->turn, report_seat_letter(event->seat));
    if (!laid)
        snprintf(head + n, sizeof head - (size_t)n, "no tile");
    else
        snprintf(head + n, sizeof head - (size_t)n, "%s %d,%d%c",
                 laid->named ? laid->named->name : "?", laid->cell.x, laid->cell.y,
                 "NESW?"[laid->orient]);
    sink_column(sink, str_of(head), 28);
    for (unsigned seat = 0; seat < ledger->seat_count; seat++)
        sink_printf(sink, " %5d", event->scores[seat]);
    sink_char(sink, '\n');
}

static void text_end(struct sink *sink, const struct game_view *view, const struct event *event)
{
    sink_column(sink, str_of("   end"), 28);
    for (unsigned seat = 0; seat < view->ledger->seat_count; seat++)
        sink_printf(sink, " %5d", event->end.scores[seat]);
    sink_cstr(sink, "  ");
    report_outcome(sink, view->ledger, &event->end);
    sink_printf(sink, "; %s%s", event->end.legal ? "legal" : "illegal",
                event->end.undetermined ? ", undetermined" REPORT_UNDETERMINED : "");
    if (event->end.why)
        sink_printf(sink, "; %s", event->end.why);
    report_reservations(sink, view, &event->end, "; ");
    for (const char **name = event->end.may_matter; name && *name; name++)
        sink_printf(sink, "%s%s",
                    name == event->end.may_matter ? "; options that may matter: " : ", ", *name);
    sink_char(sink, '\n');
}

void report_completed(struct sink *sink, const struct ledger *ledger, size_t from, size_t to)
{
    const char *between = "; completes ";
    for (size_t i = from; i < to; i++) {
        const struct event *event = &ledger->events[i];
        char name[NODE_NAME_SIZE];
        if (event->kind != EVENT_COMPLETED)
            continue;
        ledger_node_name(ledger, event->node, name);
        sink_printf(sink, "%s%s %s", between, kinds[ledger_node_kind(ledger, event->node)].name,
                    name);
        between = ", ";
    }
}

/* Prints an event of an expansion, if it has a row TOLD. Returns the index of the next event. */
static size_t text_told(struct sink *sink, const struct ledger *ledger, size_t at)
{
    static const struct {
        enum event_kind kind;
        size_t (*tell)(struct sink *, const struct ledger *, size_t at);
    } told[] = {
#define TOLD(event, function) {EVENT_##event, function},
#include "rows.h"
    };
    for (unsigned i = 0; i < sizeof told / sizeof *told; i++)
        if (told[i].kind == ledger->events[at].kind) {
            size_t next = told[i].tell(sink, ledger, at);
            return next > at ? next : at + 1;
        }
    return at + 1;
}

/* Prints the line "   final scoring" with the points of each player in it. */
static void text_final(struct sink *sink, const struct ledger *ledger)
{
    int32_t points[SEATS_MAX] = {0};
    for (size_t i = 0; i < ledger->count; i++)
        if (ledger->events[i].kind == EVENT_SCORE && ledger->events[i].score.final)
            points[ledger->events[i].seat] += ledger->events[i].score.points;
    sink_column(sink, str_of("   final scoring"), 28);
    for (unsigned seat = 0; seat < ledger->seat_count; seat++)
        sink_printf(sink, " %+5d", points[seat]);
    sink_char(sink, '\n');
}

static void text_game(struct sink *sink, const struct game_view *view)
{
    const struct ledger *ledger = view->ledger;
    /* First event not yet printed: awards come before the event of their turn, but are printed
     * below it. */
    size_t begun = 0;
    bool final = false;
    sink_column(sink, str_of("turn tile"), 28);
    for (unsigned seat = 0; seat < ledger->seat_count; seat++)
        sink_printf(sink, "     %c", report_seat_letter(seat));
    sink_char(sink, '\n');
    for (size_t i = 0; i < ledger->count; i++) {
        const struct event *event = &ledger->events[i];
        if (event->kind == EVENT_TURN)
            text_turn(sink, ledger, event);
        else if (event->kind != EVENT_END)
            continue;
        while (begun < i) {
            const struct event *award = &ledger->events[begun];
            begun = text_told(sink, ledger, begun);
            if (award->kind != EVENT_SCORE)
                continue;
            if (award->score.final && !final)
                text_final(sink, ledger);
            final |= award->score.final;
            sink_cstr(sink, "        ");
            report_award_text(sink, ledger, award);
        }
        if (event->kind == EVENT_END)
            text_end(sink, view, event);
    }
}

void report_turns(struct reporter *reporter, const struct game_view *view,
                  const struct report_key *key)
{
    (void)key;
    if (reporter->text) {
        text_game(reporter->sink, view);
        return;
    }
    struct emitter *e = reporter->emitter;
    struct feature_names *names = reporter->all_events ? memory_get(sizeof *names) : NULL;
    if (names) {
        namer_begin(&names->now, view->ledger);
        namer_begin(&names->last, view->ledger);
        namer_take_all(&names->last);
    }
    for (size_t i = 0; i < view->ledger->count; i++) {
        const struct event *event = &view->ledger->events[i];
        bool csv = e->form == EMIT_CSV;
        switch ((enum event_kind)event->kind) {
        case EVENT_TURN:
            emit_turn(e, view, event);
            break;
        case EVENT_SCORE:
            if (!csv)
                report_score(e, view, event);
            break;
        case EVENT_FINDING:
            if (!csv)
                report_finding(e, view, event);
            break;
        case EVENT_END:
            if (!csv)
                report_end(e, view, event);
            break;
        case EVENT_FEATURE:
            break;
        default:
            if (!csv && (reporter->all_events || event_is_unasked(event->kind)))
                emit_fact(e, view, event, names);
        }
        if (names)
            namer_take(&names->now, event);
    }
    memory_free(names);
}
