/* SPDX-License-Identifier: MIT */
/* The audits by abbot and pig: each stay of one, and what it earned its seat; and by goods: who
 * took which tokens where, and who was paid for most of them. */
#include "base/memory.h"
#include "report/report.h"

/* ---- Meeples of which a seat has one ---- */

/* From its coming to its going, or to the end. */
struct stay {
    const struct event *put, *home; /* home: NULL for one that stays */
    int points;
};

static bool is_of(const struct event *event, enum event_kind kind, const struct event *put)
{
    return event->kind == kind && event->seat == put->seat && event->follower == put->follower;
}

/* What it earned there: an abbot all that is paid for its monastic, a pig what is paid for it
 * besides. */
static int points_of(const struct event *event, const struct event *put)
{
    int points = 0;
    if (event->kind != EVENT_SCORE || event->seat != put->seat)
        return 0;
    if (put->follower == FOLLOWER_ABBOT)
        return event->score.name == put->node ? event->score.points : 0;
    for (unsigned i = 0; i < event->score.term_count; i++)
        if (event->score.terms[i].name == TERM_PIG)
            points += event->score.terms[i].count * event->score.terms[i].each;
    return points;
}

static struct stay find_stay(const struct ledger *ledger, size_t at)
{
    struct stay stay = {.put = &ledger->events[at]};
    for (size_t i = at + 1; i < ledger->count && !stay.home; i++) {
        const struct event *event = &ledger->events[i];
        stay.points += points_of(event, stay.put);
        if (is_of(event, EVENT_RETURNED, stay.put))
            stay.home = event;
    }
    return stay;
}

static void text_stay(struct sink *sink, struct namer *namer, const struct stay *stay)
{
    static const char *const ways[] = {[WHY_SCORED] = "scored",
                                       [WHY_DRAGON] = "chased by the dragon",
                                       [WHY_PRINCESS] = "sent home by a princess",
                                       [WHY_ABBOT] = "taken back"};
    sink_printf(sink, "%6u%c %s on ", stay->put->turn, report_seat_letter(stay->put->seat),
                follower_kinds[stay->put->follower].words);
    namer_print(namer, stay->put->node, sink);
    sink_cstr(sink, ", ");
    if (stay->home)
        sink_printf(sink, "%s in turn %u", ways[stay->home->why], stay->home->turn);
    else
        sink_cstr(sink, "to the end");
    sink_printf(sink, ": %d point%s\n", stay->points, stay->points == 1 ? "" : "s");
}

void report_by_meeple(struct reporter *reporter, const struct game_view *view,
                      const struct report_key *key)
{
    const struct ledger *ledger = view->ledger;
    struct namer *namer = memory_get(sizeof *namer);
    namer_begin(namer, ledger);
    for (size_t i = 0; i < ledger->count; i++) {
        namer_take(namer, &ledger->events[i]);
        if (ledger->events[i].kind != EVENT_FOLLOWER || ledger->events[i].follower != key->detail)
            continue;
        struct stay stay = find_stay(ledger, i);
        if (reporter->text) {
            text_stay(reporter->sink, namer, &stay);
            continue;
        }
        struct emitter *e = reporter->emitter;
        report_object(e, view, follower_kinds[key->detail].name);
        emit_key_int(e, "turn", stay.put->turn);
        report_seat(e, "seat", stay.put->seat);
        report_stand(e, namer, stay.put->node);
        emit_key(e, "home");
        if (stay.home)
            emit_int(e, stay.home->turn);
        else
            emit_null(e);
        emit_key_text(e, "why", stay.home ? why_names[stay.home->why] : "");
        emit_key_int(e, "points", stay.points);
        emit_end(e);
    }
    memory_free(namer);
}

/* ---- Goods ---- */

static bool is_goods_award(const struct event *event)
{
    return event->kind == EVENT_SCORE && event->score.award == AWARD_GOODS;
}

/* "2 wine, 1 grain" */
static void text_tokens(struct sink *sink, const uint16_t tokens[GOODS_COUNT])
{
    const char *between = "";
    for (unsigned kind = 0; kind < GOODS_COUNT; kind++)
        if (tokens[kind]) {
            sink_printf(sink, "%s%u %s", between, tokens[kind],
                        term_words[goods_facts[kind].term].name);
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

/* What was taken; of an award, what the seat has of the kind. */
void report_by_goods(struct reporter *reporter, const struct game_view *view,
                     const struct report_key *key)
{
    (void)key;
    const struct ledger *ledger = view->ledger;
    uint16_t held[SEATS_MOST][GOODS_COUNT] = {{0}};
    for (size_t i = 0; i < ledger->count; i++) {
        const struct event *event = &ledger->events[i];
        uint16_t tokens[GOODS_COUNT] = {0};
        bool award = is_goods_award(event);
        if (!award && event->kind != EVENT_GOODS)
            continue;
        for (unsigned kind = 0; kind < GOODS_COUNT; kind++) {
            held[event->seat][kind] =
                (uint16_t)(held[event->seat][kind] + (award ? 0 : event->goods[kind]));
            tokens[kind] = !award ? event->goods[kind]
                           : event->score.terms[0].name == goods_facts[kind].term
                               ? held[event->seat][kind]
                               : 0;
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
        report_goods(e, tokens);
        emit_key_int(e, "points", award ? event->score.points : 0);
        emit_end(e);
    }
}
