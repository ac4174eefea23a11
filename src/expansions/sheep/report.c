/* SPDX-License-Identifier: MIT */
/* The audits by flock, hill and vineyard: every token and every flock that was gathered; the tiles
 * under hills, and the ties that hills decide; the monasteries that vineyards make worth more. */
#include "base/memory.h"
#include "report/report.h"

static void print_turn(struct sink *sink, const struct event *event)
{
    sink_printf(sink, "%6u%c ", event->turn, report_seat_letter(event->seat));
}

/* Reports the keys that each row has: turn and seat. */
static void begin_row(struct emitter *e, const struct game_view *view, const char *name,
                      const struct event *event)
{
    report_object(e, view, name);
    emit_key_int(e, "turn", event->turn);
    report_seat(e, "seat", event->seat);
}

static const char *drawn_words(const struct event *event)
{
    return event->token < TOKEN_COUNT ? token_facts[event->token].words : "token, not known";
}

static void take_flock(struct reporter *reporter, const struct game_view *view, struct namer *namer,
                       const struct event *event)
{
    bool is_award = event->kind == EVENT_SCORE;
    if (event->kind != EVENT_SHEEP && !(is_award && event->score.award == AWARD_FLOCK))
        return;
    unsigned node = is_award ? event->score.name : event->node;
    if (reporter->text && is_award) {
        sink_printf(reporter->sink, "%6u  ", event->turn);
        report_award_text(reporter->sink, view->ledger, event);
    } else if (reporter->text) {
        print_turn(reporter->sink, event);
        sink_printf(reporter->sink, "draws a %s for the ", drawn_words(event));
        namer_print(namer, node, reporter->sink);
        sink_char(reporter->sink, '\n');
    } else {
        begin_row(reporter->emitter, view, "flock", event);
        report_node(reporter->emitter, "feature", view->ledger, namer_name(namer, node));
        emit_key_text(reporter->emitter, "token", is_award ? "" : token_names[event->token]);
        emit_key_int(reporter->emitter, "points", is_award ? event->score.points : 0);
        emit_end(reporter->emitter);
    }
}

static void text_hill(struct sink *sink, const struct game_view *view, struct namer *namer,
                      const struct event *event)
{
    print_turn(sink, event);
    if (event->kind == EVENT_HILL) {
        sink_printf(sink, "hill %s, a tile goes under it; %u left\n",
                    report_cell_text(view->ledger->tiles[event->tile].cell).text, event->left);
        return;
    }
    sink_cstr(sink, "wins the tie for the ");
    namer_print(namer, event->node, sink);
    sink_char(sink, '\n');
}

static void emit_hill(struct emitter *e, const struct game_view *view, struct namer *namer,
                      const struct event *event)
{
    begin_row(e, view, "hill", event);
    if (event->kind == EVENT_HILL) {
        emit_key_text(e, "cell", report_cell_text(view->ledger->tiles[event->tile].cell).text);
        emit_key_int(e, "left", event->left);
        emit_key_text(e, "feature", "");
    } else {
        emit_key(e, "cell");
        emit_null(e);
        emit_key(e, "left");
        emit_null(e);
        report_node(e, "feature", view->ledger, namer_name(namer, event->node));
    }
    emit_end(e);
}

static void take_hill(struct reporter *reporter, const struct game_view *view, struct namer *namer,
                      const struct event *event)
{
    if (event->kind != EVENT_HILL && event->kind != EVENT_TIE)
        return;
    if (reporter->text)
        text_hill(reporter->sink, view, namer, event);
    else
        emit_hill(reporter->emitter, view, namer, event);
}

static void take_vineyard(struct reporter *reporter, const struct game_view *view,
                          struct namer *namer, const struct event *event)
{
    (void)namer;
    bool counts = false;
    for (unsigned i = 0; event->kind == EVENT_SCORE && i < event->score.term_count; i++)
        counts |= event->score.terms[i].name == TERM_VINEYARDS;
    if (!counts)
        return;
    if (reporter->text) {
        sink_printf(reporter->sink, "%6u  ", event->turn);
        report_award_text(reporter->sink, view->ledger, event);
    } else {
        report_score(reporter->emitter, view, event);
    }
}

static void report_each(struct reporter *reporter, const struct game_view *view,
                        void (*take)(struct reporter *, const struct game_view *, struct namer *,
                                     const struct event *))
{
    struct namer *namer = memory_get(sizeof *namer);
    namer_begin(namer, view->ledger);
    for (size_t i = 0; i < view->ledger->count; i++) {
        namer_take(namer, &view->ledger->events[i]);
        take(reporter, view, namer, &view->ledger->events[i]);
    }
    memory_free(namer);
}

void report_by_flock(struct reporter *reporter, const struct game_view *view,
                     const struct report_key *key)
{
    (void)key;
    report_each(reporter, view, take_flock);
}

void report_by_hill(struct reporter *reporter, const struct game_view *view,
                    const struct report_key *key)
{
    (void)key;
    report_each(reporter, view, take_hill);
}

void report_by_vineyard(struct reporter *reporter, const struct game_view *view,
                        const struct report_key *key)
{
    (void)key;
    report_each(reporter, view, take_vineyard);
}

size_t tell_hill(struct sink *sink, const struct ledger *ledger, size_t at)
{
    const struct event *hill = &ledger->events[at];
    sink_printf(sink, "        a tile goes under the hill on %s; %u left\n",
                report_cell_text(ledger->tiles[hill->tile].cell).text, hill->left);
    return at + 1;
}

size_t tell_tie(struct sink *sink, const struct ledger *ledger, size_t at)
{
    const struct event *tie = &ledger->events[at];
    char name[NODE_NAME_SIZE];
    ledger_node_name(ledger, tie->node, name);
    sink_printf(sink, "        %c wins the tie for %s, with followers on hills\n",
                report_seat_letter(tie->seat), name);
    return at + 1;
}

size_t tell_sheep(struct sink *sink, const struct ledger *ledger, size_t at)
{
    const struct event *drawn = &ledger->events[at];
    char name[NODE_NAME_SIZE];
    ledger_node_name(ledger, drawn->node, name);
    sink_printf(sink, "        %c draws a %s for %s\n", report_seat_letter(drawn->seat),
                drawn_words(drawn), name);
    return at + 1;
}
