/* SPDX-License-Identifier: MIT */
/* Reports about an item that players take, and about the award for it. */
#include "base/memory.h"
#include "report/report.h"

void report_item(struct sink *sink, unsigned item, unsigned count)
{
    if (item_facts[item].counted)
        sink_printf(sink, "%u ", count);
    sink_cstr(sink, item_facts[item].words);
}

static bool is_taking(const struct event *event, unsigned item)
{
    return ITEM_EVENTS & EVENTS(event->kind) && event->items.of[item];
}

/* Prints a line such as "    38a takes the robber from b: the road rS@2,0, 2 tiles". */
static void text_taking(struct sink *sink, struct namer *namer, const struct event *event,
                        unsigned item)
{
    const struct items_event *taking = &event->items;
    bool keeps = taking->from == event->seat;
    sink_printf(sink, "%6u%c %s ", event->turn, report_seat_letter(event->seat),
                keeps ? "keeps" : "takes");
    report_item(sink, item, taking->of[item]);
    if (taking->from != SEAT_NONE && !keeps)
        sink_printf(sink, " from %c", report_seat_letter(taking->from));
    sink_cstr(sink, ": ");
    namer_print(namer, event->node, sink);
    sink_printf(sink, ", %u tile%s\n", taking->size, taking->size == 1 ? "" : "s");
}

/* Writes that a player takes the item or is paid for it; a payment has no feature and no tiles. */
static void emit_taking(struct emitter *e, const struct game_view *view, struct namer *namer,
                        const struct event *event, unsigned item)
{
    bool is_award = event->kind == EVENT_SCORE;
    report_object(e, view, "item");
    emit_key_int(e, "turn", event->turn);
    report_seat(e, "seat", event->seat);
    emit_key_text(e, "item", item_names[item]);
    emit_key_int(e, "count", is_award ? 0 : event->items.of[item]);
    report_seat(e, "from", is_award ? SEAT_NONE : event->items.from);
    if (is_award)
        emit_key_text(e, "feature", "");
    else
        report_node(e, "feature", view->ledger, namer_name(namer, event->node));
    emit_key_int(e, "tiles", is_award ? 0 : event->items.size);
    emit_key_int(e, "points", is_award ? event->score.points : 0);
    emit_end(e);
}

void report_by_item(struct reporter *reporter, const struct game_view *view,
                    const struct report_key *key)
{
    struct namer *namer = memory_get(sizeof *namer);
    namer_begin(namer, view->ledger);
    for (size_t i = 0; i < view->ledger->count; i++) {
        const struct event *event = &view->ledger->events[i];
        bool is_award = event->kind == EVENT_SCORE && event->score.award == key->marks;
        namer_take(namer, event);
        if (!is_award && !is_taking(event, key->detail))
            continue;
        if (!reporter->text) {
            emit_taking(reporter->emitter, view, namer, event, key->detail);
        } else if (is_award) {
            sink_printf(reporter->sink, "%6u  ", event->turn);
            report_award_text(reporter->sink, view->ledger, event);
        } else {
            text_taking(reporter->sink, namer, event, key->detail);
        }
    }
    memory_free(namer);
}
