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
 * paid for its feature. The namer has taken all events up to the award. */
static int points_of(const struct event *event, const struct event *put, unsigned term,
                     struct namer *namer)
{
    int points = 0;
    if (event->kind != EVENT_SCORE || event->seat != put->seat)
        return 0;
    if (!term)
        return event->score.name != NODE_NONE &&
                       namer_name(namer, event->score.name) == namer_name(namer, put->node)
                   ? event->score.points
                   : 0;
    for (unsigned i = 0; i < event->score.term_count; i++)
        if (event->score.terms[i].name == term)
            points += event->score.terms[i].count * event->score.terms[i].each;
    return points;
}

/* Returns the stays of a kind of meeple, in the order of their placements; to be freed with
 * memory_free(). */
static struct stay *find_stays(const struct ledger *ledger, const struct report_key *key,
                               struct namer *namer)
{
    struct stay *stays = NULL;
    size_t count = 0, room = 0;
    namer_begin(namer, ledger);
    for (size_t i = 0; i < ledger->count; i++) {
        const struct event *event = &ledger->events[i];
        namer_take(namer, event);
        for (size_t k = 0; k < count; k++) {
            if (stays[k].home)
                continue;
            stays[k].points += points_of(event, stays[k].put, key->marks, namer);
            if (ends(event, stays[k].put))
                stays[k].home = event;
        }
        if (event->kind != EVENT_FOLLOWER || event->meeple != key->detail)
            continue;
        if (count == room)
            stays = memory_grown(stays, &room, sizeof *stays);
        stays[count++] = (struct stay){.put = event};
    }
    return stays;
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
    struct stay *stays = find_stays(ledger, key, namer), *next = stays;
    namer_begin(namer, ledger);
    for (size_t i = 0; i < ledger->count; i++) {
        namer_take(namer, &ledger->events[i]);
        if (ledger->events[i].kind != EVENT_FOLLOWER || ledger->events[i].meeple != key->detail)
            continue;
        struct stay stay = *next++;
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
    memory_free(stays);
    memory_free(namer);
}
