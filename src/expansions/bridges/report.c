/* SPDX-License-Identifier: MIT */
/* The audits by bazaar and by bridge: the course of each bazaar, and the road of each bridge. */
#include "report/report.h"

/* ---- Bazaar ---- */

static void text_lot(struct sink *sink, const struct event *event, bool first)
{
    static const char *const words[] = {"revealed", "opens with", "bids",
                                        "buys for", "sells for",  "takes free"};
    const struct lot_event *lot = &event->lot;
    const char *tile = lot->design ? lot->design->name : "?";
    if (lot->step == LOT_REVEALED) {
        if (first)
            sink_printf(sink, "%6u%c bazaar:", event->turn, report_seat_letter(event->seat));
        sink_printf(sink, " %s", tile);
        return;
    }
    if (lot->step == LOT_SOLD) {
        sink_printf(sink, "        %-6s %c sells for %d, paid by %c\n", tile,
                    report_seat_letter(lot->other), lot->points, report_seat_letter(event->seat));
        return;
    }
    sink_printf(sink, "        %-6s %c %s", tile, report_seat_letter(event->seat),
                words[lot->step]);
    if (lot->step != LOT_FREE)
        sink_printf(sink, " %d", lot->points);
    if (lot->step == LOT_BOUGHT) {
        if (lot->other == SEAT_NONE)
            sink_cstr(sink, ", paid to the bank");
        else
            sink_printf(sink, ", paid to %c", report_seat_letter(lot->other));
    }
    sink_char(sink, '\n');
}

void report_by_bazaar(struct reporter *reporter, const struct game_view *view,
                      const struct report_key *key)
{
    (void)key;
    const struct ledger *ledger = view->ledger;
    bool revealing = false;
    for (size_t i = 0; i < ledger->count; i++) {
        const struct event *event = &ledger->events[i];
        if (event->kind != EVENT_LOT)
            continue;
        if (reporter->text) {
            bool reveals = event->lot.step == LOT_REVEALED;
            if (revealing && !reveals)
                sink_char(reporter->sink, '\n');
            text_lot(reporter->sink, event, !revealing);
            revealing = reveals;
            continue;
        }
        struct emitter *e = reporter->emitter;
        report_object(e, view, "bazaar");
        emit_key_int(e, "turn", event->turn);
        report_seat(e, "seat", event->seat);
        report_fields(e, ledger, event, NULL);
        emit_end(e);
    }
    if (revealing)
        sink_char(reporter->sink, '\n');
}

/* ---- Bridge ---- */

/* Returns the road to which a bridge belongs at the end of the ledger, or NULL. */
static const struct feature_event *road_of(const struct ledger *ledger, unsigned node)
{
    unsigned root = node;
    /* A root that was joined to another one never becomes a root again: one pass finds the last
     * one. */
    for (size_t i = 0; i < ledger->count; i++)
        if (ledger->events[i].kind == EVENT_JOINED && ledger->events[i].other == root)
            root = ledger->events[i].node;
    for (size_t i = ledger->count; i-- > 0;)
        if (ledger->events[i].kind == EVENT_FEATURE && ledger->events[i].node == root)
            return &ledger->events[i].feature;
    return NULL;
}

void report_by_bridge(struct reporter *reporter, const struct game_view *view,
                      const struct report_key *key)
{
    (void)key;
    const struct ledger *ledger = view->ledger;
    for (size_t i = 0; i < ledger->count; i++) {
        const struct event *event = &ledger->events[i];
        if (event->kind != EVENT_BUILT)
            continue;
        const struct feature_event *road = road_of(ledger, event->node);
        char name[NODE_NAME_SIZE], road_name[NODE_NAME_SIZE];
        ledger_node_name(ledger, event->node, name);
        if (road)
            ledger_node_name(ledger, road->name, road_name);
        if (reporter->text) {
            sink_printf(reporter->sink, "%6u%c bridge %s", event->turn,
                        report_seat_letter(event->seat), name);
            if (road)
                sink_printf(reporter->sink, ", of road %s: %u tile%s, %s", road_name,
                            tile_bits_count(&road->tiles),
                            tile_bits_count(&road->tiles) == 1 ? "" : "s",
                            road->completed ? "completed" : "unfinished");
            sink_char(reporter->sink, '\n');
            continue;
        }
        struct emitter *e = reporter->emitter;
        report_object(e, view, "bridge");
        emit_key_int(e, "turn", event->turn);
        report_seat(e, "seat", event->seat);
        emit_key_text(e, "feature", name);
        emit_key_text(e, "road", road ? road_name : "");
        emit_key_int(e, "tiles", road ? tile_bits_count(&road->tiles) : 1);
        emit_key_bool(e, "completed", road && road->completed);
        emit_end(e);
    }
}
