/* SPDX-License-Identifier: MIT */
/* The audits by a kind of meeple of which each player has one: each stay on the table, and the
 * points that it earned. */
#include "base/memory.h"
#include "report/report.h"

/* The stay of a meeple, from its placement until it leaves the table or the game ends. */
struct stay {
    const struct event *put, *home; /* home: NULL if it stays to the end */
    int points;
};

static bool ends(const struct event *event, const struct event *put)
{
    return LEAVE_EVENTS & EVENTS(event->kind) && event->seat == put->seat &&
           event->meeple == put->meeple;
}

/* Returns the points that an award brought to a stay: those of a term, or without a term all points
 * paid for its feature. */
static int points_of(const struct event *event, const struct event *put, unsigned term)
{
    int points = 0;
    if (event->kind != EVENT_SCORE || event->seat != put->seat)
        return 0;
    if (!term)
        return event->score.name == put->node ? event->score.points : 0;
    for (unsigned i = 0; i < event->score.term_count; i++)
        if (event->score.terms[i].name == term)
            points += event->score.terms[i].count * event->score.terms[i].each;
    return points;
}

static struct stay find_stay(const struct ledger *ledger, size_t at, unsigned term)
{
    struct stay stay = {.put = &ledger->events[at]};
    for (size_t i = at + 1; i < ledger->count && !stay.home; i++) {
        const struct event *event = &ledger->events[i];
        stay.points += points_of(event, stay.put, term);
        if (ends(event, stay.put))
            stay.home = event;
    }
    return stay;
}

static void text_stay(struct sink *sink, struct namer *namer, const struct stay *stay)
{
    sink_printf(sink, "%6u%c %s on ", stay->put->turn, report_seat_letter(stay->put->seat),
                meeple_kinds[stay->put->meeple].words);
    namer_print(namer, stay->put->node, sink);
    sink_cstr(sink, ", ");
    if (stay->home)
        sink_printf(sink, "%s in turn %u", why_words[stay->home->why], stay->home->turn);
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
        if (ledger->events[i].kind != EVENT_FOLLOWER || ledger->events[i].meeple != key->detail)
            continue;
        struct stay stay = find_stay(ledger, i, key->marks);
        if (reporter->text) {
            text_stay(reporter->sink, namer, &stay);
            continue;
        }
        struct emitter *e = reporter->emitter;
        report_object(e, view, meeple_kinds[key->detail].name);
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
