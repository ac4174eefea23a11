/* SPDX-License-Identifier: MIT */
/* The audits by fairy and by dragon: their moves, the points for the fairy, and the meeples that
 * the dragon sent home. */
#include "base/memory.h"
#include "report/report.h"

/* ---- Fairy ---- */

static bool is_fairy_award(const struct event *event)
{
    return event->kind == EVENT_SCORE && event->score.award == AWARD_FAIRY;
}

static void text_fairy(struct sink *sink, struct namer *namer, const struct event *event)
{
    if (is_fairy_award(event)) {
        sink_printf(sink, "%6u%s ", event->turn, event->score.final ? "+" : " ");
        report_award_text(sink, namer->ledger, event);
        return;
    }
    struct cell cell = namer->ledger->tiles[event->tile].cell;
    sink_printf(sink, "%6u%c moved to %d,%d", event->turn, report_seat_letter(event->seat), cell.x,
                cell.y);
    if (event->node != NODE_NONE) {
        sink_cstr(sink, ", beside the follower on ");
        namer_print(namer, event->node, sink);
    }
    sink_char(sink, '\n');
}

void report_by_fairy(struct reporter *reporter, const struct game_view *view,
                     const struct report_key *key)
{
    (void)key;
    const struct ledger *ledger = view->ledger;
    struct namer *namer = memory_get(sizeof *namer);
    namer_begin(namer, ledger);
    for (size_t i = 0; i < ledger->count; i++) {
        const struct event *event = &ledger->events[i];
        namer_take(namer, event);
        if (!is_fairy_award(event) && event->kind != EVENT_FAIRY)
            continue;
        if (reporter->text) {
            text_fairy(reporter->sink, namer, event);
            continue;
        }
        struct emitter *e = reporter->emitter;
        bool award = is_fairy_award(event);
        report_object(e, view, "fairy");
        emit_key_int(e, "turn", event->turn);
        report_seat(e, "seat", event->seat);
        emit_key(e, "cell");
        if (award)
            emit_null(e);
        else
            emit_str(e, str_of(report_cell_text(ledger->tiles[event->tile].cell).text));
        emit_key_int(e, "points", award ? event->score.points : 0);
        emit_key_text(e, "rule", award ? event->score.rule : "");
        report_node(e, "feature", ledger,
                    award ? event->score.name : namer_name(namer, event->node));
        report_node(e, "segment", ledger, award ? NODE_NONE : event->node);
        emit_end(e);
    }
    memory_free(namer);
}

/* ---- Dragon ---- */

/* Returns the number of events of a visit to a volcano or of a flight, counted from its first
 * event: steps, meeples sent home, and findings. */
static size_t flight_length(const struct ledger *ledger, size_t first)
{
    size_t n = 1;
    bool volcano = ledger->events[first].step == 0;
    for (; first + n < ledger->count; n++) {
        const struct event *event = &ledger->events[first + n];
        bool step = !volcano && event->kind == EVENT_DRAGON && event->step > 1;
        bool sent = event->kind == EVENT_RETURNED && event->why == WHY_DRAGON;
        if (!step && !sent && event->kind != EVENT_FINDING)
            break;
    }
    return n;
}

/* Returns the last event of a kind before an index, or NULL. */
static const struct event *event_before(const struct ledger *ledger, size_t before,
                                        enum event_kind kind)
{
    while (before-- > 0)
        if (ledger->events[before].kind == kind)
            return &ledger->events[before];
    return NULL;
}

/* Prints why a flight of fewer than six steps ended: there was no way on, perhaps because of the
 * fairy. */
static void text_dead_end(struct sink *sink, const struct ledger *ledger, size_t first,
                          struct cell end)
{
    const struct event *fairy = event_before(ledger, first, EVENT_FAIRY);
    struct cell cell = fairy ? ledger->tiles[fairy->tile].cell : (struct cell){0, 0};
    int dx = cell.x - end.x, dy = cell.y - end.y;
    sink_cstr(sink, "; no way on");
    if (fairy && dx * dx + dy * dy == 1)
        sink_printf(sink, ", with the fairy on %d,%d", cell.x, cell.y);
}

static void text_flight(struct sink *sink, struct namer *namer, size_t first, size_t n)
{
    const struct ledger *ledger = namer->ledger;
    const struct event *head = &ledger->events[first];
    struct cell cell = ledger->tiles[head->tile].cell;
    if (head->step == 0) {
        sink_printf(sink, "%6u%c came to the volcano on %d,%d\n", head->turn,
                    report_seat_letter(head->seat), cell.x, cell.y);
        return;
    }
    const struct event *from = event_before(ledger, first, EVENT_DRAGON);
    unsigned steps = 0;
    sink_printf(sink, "%6u%c flew", head->turn, report_seat_letter(head->seat));
    if (from)
        sink_printf(sink, " from %d,%d:", ledger->tiles[from->tile].cell.x,
                    ledger->tiles[from->tile].cell.y);
    for (size_t i = first; i < first + n; i++) {
        const struct event *event = &ledger->events[i];
        if (event->kind != EVENT_DRAGON)
            continue;
        cell = ledger->tiles[event->tile].cell;
        sink_printf(sink, " %c:%d,%d", report_seat_letter(event->seat), cell.x, cell.y);
        steps++;
    }
    if (steps < 6)
        text_dead_end(sink, ledger, first, cell);
    sink_char(sink, '\n');
    for (size_t i = first; i < first + n; i++) {
        if (ledger->events[i].kind != EVENT_RETURNED)
            continue;
        sink_printf(sink, "        %c lost the %s on ", report_seat_letter(ledger->events[i].seat),
                    meeple_kinds[ledger->events[i].meeple].words);
        namer_print(namer, ledger->events[i].node, sink);
        sink_char(sink, '\n');
    }
}

static void emit_flight(struct emitter *e, const struct game_view *view, struct namer *namer,
                        size_t first, size_t n)
{
    const struct ledger *ledger = view->ledger;
    const struct event *head = &ledger->events[first];
    report_object(e, view, "dragon");
    emit_key_int(e, "turn", head->turn);
    emit_key_bool(e, "volcano", head->step == 0);
    emit_key(e, "path");
    emit_list(e);
    for (size_t i = first; i < first + n; i++)
        if (ledger->events[i].kind == EVENT_DRAGON)
            emit_str(e, str_of(report_cell_text(ledger->tiles[ledger->events[i].tile].cell).text));
    emit_close(e);
    emit_key(e, "sent");
    emit_list(e);
    for (size_t i = first; i < first + n; i++)
        if (ledger->events[i].kind == EVENT_RETURNED) {
            emit_map(e);
            report_seat(e, "seat", ledger->events[i].seat);
            report_stand(e, namer, ledger->events[i].node);
            report_meeple(e, ledger->events[i].meeple);
            emit_close(e);
        }
    emit_close(e);
    emit_end(e);
}

void report_by_dragon(struct reporter *reporter, const struct game_view *view,
                      const struct report_key *key)
{
    (void)key;
    struct namer *namer = memory_get(sizeof *namer);
    namer_begin(namer, view->ledger);
    for (size_t i = 0; i < view->ledger->count; i++) {
        /* The other events of a flight are skipped: they join no features. */
        namer_take(namer, &view->ledger->events[i]);
        if (view->ledger->events[i].kind != EVENT_DRAGON)
            continue;
        size_t n = flight_length(view->ledger, i);
        if (reporter->text)
            text_flight(reporter->sink, namer, i, n);
        else
            emit_flight(reporter->emitter, view, namer, i, n);
        i += n - 1;
    }
    memory_free(namer);
}
