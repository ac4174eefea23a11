/* SPDX-License-Identifier: MIT */
/* The audits by tower, prison and ransom: every floor with the follower taken with it, every
 * prisoner until it is freed, and every ransom. */
#include "base/memory.h"
#include "report/report.h"

/* Returns the event by which the follower was taken with a floor; NULL for none. A prisoner is
 * taken by an event of its own, a follower of the player comes home. */
static const struct event *taken_with(const struct ledger *ledger, size_t floor)
{
    for (size_t i = floor + 1; i < ledger->count; i++) {
        const struct event *event = &ledger->events[i];
        if (event->kind == EVENT_CAPTURED ||
            (event->kind == EVENT_RETURNED && event->why == WHY_TOWER))
            return event;
        if (event->kind == EVENT_TURN || event->kind == EVENT_FLOOR)
            break;
    }
    return NULL;
}

/* Prints "b's large follower". */
static void print_meeple(struct sink *sink, const struct event *event)
{
    sink_printf(sink, "%c's %s", report_seat_letter(event->seat),
                meeple_kinds[event->meeple].words);
}

static void text_floor(struct sink *sink, struct namer *namer, size_t at)
{
    const struct ledger *ledger = namer->ledger;
    const struct event *floor = &ledger->events[at], *taken = taken_with(ledger, at);
    sink_printf(sink, "%6u%c tower %s, height %u", floor->turn, report_seat_letter(floor->seat),
                report_cell_text(ledger->tiles[floor->tile].cell).text, floor->height);
    if (taken) {
        sink_cstr(sink, ", takes ");
        print_meeple(sink, taken);
        sink_cstr(sink, " from ");
        namer_print(namer, taken->node, sink);
    }
    sink_char(sink, '\n');
}

static void emit_floor(struct emitter *e, const struct game_view *view, struct namer *namer,
                       size_t at)
{
    const struct ledger *ledger = view->ledger;
    const struct event *floor = &ledger->events[at], *taken = taken_with(ledger, at);
    report_object(e, view, "floor");
    emit_key_int(e, "turn", floor->turn);
    report_seat(e, "seat", floor->seat);
    report_fields(e, ledger, floor, NULL);
    emit_key(e, "taken");
    if (taken) {
        emit_map(e);
        report_seat(e, "seat", taken->seat);
        report_meeple(e, taken->meeple);
        report_stand(e, namer, taken->node);
        emit_close(e);
    } else {
        emit_null(e);
    }
    emit_end(e);
}

/* Returns the event by which a prisoner was freed, NULL if that did not happen. Of equal prisoners
 * the one that was taken first is freed first. */
static const struct event *freed_by(const struct ledger *ledger, size_t captured)
{
    const struct event *taken = &ledger->events[captured];
    unsigned before = 0; /* equal prisoners that are freed before this one */
    for (size_t i = 0; i < ledger->count; i++) {
        const struct event *event = &ledger->events[i];
        bool equal = event->seat == taken->seat && event->meeple == taken->meeple &&
                     (event->kind == EVENT_CAPTURED || event->kind == EVENT_FREED) &&
                     event->holder == taken->holder;
        if (!equal)
            continue;
        if (event->kind == EVENT_CAPTURED)
            before += i < captured;
        else if (i < captured)
            before--;
        else if (!before--)
            return event;
    }
    return NULL;
}

static void text_prisoner(struct sink *sink, struct namer *namer, size_t at)
{
    const struct event *taken = &namer->ledger->events[at], *freed = freed_by(namer->ledger, at);
    sink_printf(sink, "%6u%c takes ", taken->turn, report_seat_letter(taken->holder));
    print_meeple(sink, taken);
    sink_cstr(sink, " from ");
    namer_print(namer, taken->node, sink);
    if (freed)
        sink_printf(sink, ", %s in turn %u\n", why_words[freed->why], freed->turn);
    else
        sink_cstr(sink, ", held to the end\n");
}

static void emit_prisoner(struct emitter *e, const struct game_view *view, struct namer *namer,
                          size_t at)
{
    const struct event *taken = &view->ledger->events[at], *freed = freed_by(view->ledger, at);
    report_object(e, view, "captured");
    emit_key_int(e, "turn", taken->turn);
    report_seat(e, "seat", taken->seat);
    report_meeple(e, taken->meeple);
    report_stand(e, namer, taken->node);
    report_seat(e, "by", taken->holder);
    emit_key(e, "freed");
    if (freed)
        emit_int(e, freed->turn);
    else
        emit_null(e);
    emit_key_text(e, "why", freed ? why_names[freed->why] : "");
    emit_end(e);
}

static void text_ransom(struct sink *sink, struct namer *namer, size_t at)
{
    const struct event *freed = &namer->ledger->events[at];
    sink_printf(sink, "%6u%c pays 3 to %c for the %s\n", freed->turn,
                report_seat_letter(freed->seat), report_seat_letter(freed->holder),
                meeple_kinds[freed->meeple].words);
}

static void emit_ransom(struct emitter *e, const struct game_view *view, struct namer *namer,
                        size_t at)
{
    const struct event *freed = &view->ledger->events[at];
    (void)namer;
    report_object(e, view, "freed");
    emit_key_int(e, "turn", freed->turn);
    report_seat(e, "seat", freed->seat);
    report_fields(e, view->ledger, freed, NULL);
    emit_end(e);
}

void report_by_tower(struct reporter *reporter, const struct game_view *view,
                     const struct report_key *key)
{
    static const struct {
        void (*text)(struct sink *, struct namer *, size_t at);
        void (*emit)(struct emitter *, const struct game_view *, struct namer *, size_t at);
    } forms[EVENT_KINDS] = {[EVENT_FLOOR] = {text_floor, emit_floor},
                            [EVENT_CAPTURED] = {text_prisoner, emit_prisoner},
                            [EVENT_FREED] = {text_ransom, emit_ransom}};
    struct namer *namer = memory_get(sizeof *namer);
    namer_begin(namer, view->ledger);
    for (size_t i = 0; i < view->ledger->count; i++) {
        const struct event *event = &view->ledger->events[i];
        namer_take(namer, event);
        if (event->kind != key->detail || (event->kind == EVENT_FREED && event->why != WHY_RANSOM))
            continue;
        if (reporter->text)
            forms[event->kind].text(reporter->sink, namer, i);
        else
            forms[event->kind].emit(reporter->emitter, view, namer, i);
    }
    memory_free(namer);
}

size_t tell_floor(struct sink *sink, const struct ledger *ledger, size_t at)
{
    const struct event *floor = &ledger->events[at];
    sink_printf(sink, "        %c floor on %s, height %u\n", report_seat_letter(floor->seat),
                report_cell_text(ledger->tiles[floor->tile].cell).text, floor->height);
    return at + 1;
}

size_t tell_captured(struct sink *sink, const struct ledger *ledger, size_t at)
{
    const struct event *taken = &ledger->events[at];
    char name[NODE_NAME_SIZE];
    ledger_node_name(ledger, taken->node, name);
    sink_printf(sink, "        %c takes ", report_seat_letter(taken->holder));
    print_meeple(sink, taken);
    sink_printf(sink, " from %s\n", name);
    return at + 1;
}

size_t tell_freed(struct sink *sink, const struct ledger *ledger, size_t at)
{
    const struct event *freed = &ledger->events[at];
    sink_cstr(sink, "        ");
    print_meeple(sink, freed);
    sink_printf(sink, " comes back from %c, %s\n", report_seat_letter(freed->holder),
                why_words[freed->why]);
    return at + 1;
}
