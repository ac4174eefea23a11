/* SPDX-License-Identifier: MIT */
/* The audit by goods: the tokens of each city, and the players who are paid for most of a kind. */
#include "expansions/traders/goods.h"
#include "report/report.h"

/* Prints the number of tokens of each kind of goods, as data. */
static void emit_tokens(struct emitter *e, const uint16_t tokens[GOODS_COUNT])
{
    for (unsigned kind = 0; kind < GOODS_COUNT; kind++)
        emit_key_int(e, term_words[goods_facts[kind].term].name, tokens[kind]);
}

static bool is_goods_award(const struct event *event)
{
    return event->kind == EVENT_SCORE && event->score.award == AWARD_GOODS;
}

/* Prints tokens, such as "2 wine, 1 grain". */
static void text_tokens(struct sink *sink, const uint16_t tokens[GOODS_COUNT])
{
    const char *between = "";
    for (unsigned kind = 0; kind < GOODS_COUNT; kind++)
        if (tokens[kind]) {
            sink_cstr(sink, between);
            report_item(sink, goods_facts[kind].item, tokens[kind]);
            between = ", ";
        }
}

static void text_goods(struct sink *sink, const struct ledger *ledger, const struct event *event,
                       const uint16_t tokens[GOODS_COUNT])
{
    char name[NODE_NAME_SIZE];
    if (is_goods_award(event)) {
        sink_printf(sink, "     +%c %+d for most of a kind: ", report_seat_letter(event->seat),
                    event->score.points);
    } else {
        ledger_node_name(ledger, event->node, name);
        sink_printf(sink, "%6u%c city %s: ", event->turn, report_seat_letter(event->seat), name);
    }
    text_tokens(sink, tokens);
    sink_char(sink, '\n');
}

/* Prints tokens when they are taken; for an award, the tokens of that kind that the player has. */
void report_by_goods(struct reporter *reporter, const struct game_view *view,
                     const struct report_key *key)
{
    (void)key;
    const struct ledger *ledger = view->ledger;
    uint16_t held[SEATS_MAX][GOODS_COUNT] = {{0}};
    for (size_t i = 0; i < ledger->count; i++) {
        const struct event *event = &ledger->events[i];
        uint16_t tokens[GOODS_COUNT] = {0};
        bool award = is_goods_award(event);
        if (!award && event->kind != EVENT_GOODS)
            continue;
        for (unsigned kind = 0; kind < GOODS_COUNT; kind++) {
            uint16_t *of_seat = &held[event->seat][kind];
            if (!award) {
                tokens[kind] = event->items.of[goods_facts[kind].item];
                *of_seat = (uint16_t)(*of_seat + tokens[kind]);
            } else if (event->score.terms[0].name == goods_facts[kind].term) {
                tokens[kind] = *of_seat;
            }
        }
        if (reporter->text) {
            text_goods(reporter->sink, ledger, event, tokens);
            continue;
        }
        struct emitter *e = reporter->emitter;
        report_object(e, view, "goods");
        emit_key_int(e, "turn", event->turn);
        report_seat(e, "seat", event->seat);
        if (award)
            emit_key_text(e, "feature", "");
        else
            report_node(e, "feature", ledger, event->node);
        emit_tokens(e, tokens);
        emit_key_int(e, "points", award ? event->score.points : 0);
        emit_end(e);
    }
}
