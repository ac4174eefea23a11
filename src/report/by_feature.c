/* SPDX-License-Identifier: MIT */
/* The audits by a kind of feature (road, city, monastery, garden, field, and those of rooms), and
 * by inn and cathedral: each feature with its history, sorted by the place of its name. */
#include <stdlib.h>

#include "report/report.h"
#include "base/memory.h"

enum { NONE = UINT32_MAX };

/* The events of each feature, as linked lists of indexes of the ledger. */
struct fold {
    const struct ledger *ledger;
    uint16_t parent[NODES_MAX];
    uint32_t first[NODES_MAX]; /* index of the first event of each root */
    uint32_t last[NODES_MAX];
    uint32_t *next; /* index of the next event of the same feature, for each event */
};

static unsigned root_of(struct fold *f, unsigned node)
{
    while (f->parent[node] != node)
        node = f->parent[node] = f->parent[f->parent[node]];
    return node;
}

static bool belongs_to_feature(const struct event *event)
{
    return event->node != NODE_NONE && event->kind != EVENT_FEATURE;
}

static void fold_events(struct fold *f)
{
    const struct ledger *ledger = f->ledger;
    f->next = memory_get((ledger->count + 1) * sizeof *f->next);
    for (size_t i = 0; i < ledger->count; i++) {
        const struct event *event = &ledger->events[i];
        if (event->kind == EVENT_FOUNDED) {
            f->parent[event->node] = event->node;
            f->first[event->node] = f->last[event->node] = NONE;
        } else if (event->kind == EVENT_JOINED) {
            f->parent[root_of(f, event->other)] = (uint16_t)root_of(f, event->node);
        }
    }
    for (size_t i = 0; i < ledger->count; i++) {
        if (!belongs_to_feature(&ledger->events[i]))
            continue;
        unsigned root = root_of(f, ledger->events[i].node);
        f->next[i] = NONE;
        if (f->first[root] == NONE)
            f->first[root] = (uint32_t)i;
        else
            f->next[f->last[root]] = (uint32_t)i;
        f->last[root] = (uint32_t)i;
    }
}

/* True if an event founds a feature with its first segment. A history shows this event, and the
 * events that join two features which were there before the turn (is_joining()). It does not show
 * segments that a new tile adds, because the list of tiles shows them. */
static bool is_founding(const struct fold *f, unsigned root, uint32_t i)
{
    return f->ledger->events[i].kind == EVENT_FOUNDED && f->first[root] == i;
}

static uint16_t founded_turn(const struct ledger *ledger, unsigned node)
{
    return ledger->tiles[node / NODES_PER_TILE].turn;
}

/* True if an event joins two features that were there before the turn. Its nodes are the oldest
 * ones of both features. */
static bool is_joining(const struct ledger *ledger, const struct event *event)
{
    return event->kind == EVENT_JOINED && founded_turn(ledger, event->node) < event->turn &&
           founded_turn(ledger, event->other) < event->turn;
}

/* Terms whose counts are reported for a kind of feature. */
static const struct {
    uint8_t kind, term;
} counted_terms[] = {
#define COUNTED(kind, term) {KIND_##kind, TERM_##term},
#include "rows.h"
};
enum { COUNTED_ROWS = sizeof counted_terms / sizeof *counted_terms };

static unsigned counted(const struct feature_event *feature, enum term_name name)
{
    for (unsigned i = 0; i < feature->term_count; i++)
        if (feature->terms[i].name == name)
            return feature->terms[i].count;
    return 0;
}

static void emit_feature(struct fold *f, struct emitter *e, const struct game_view *view,
                         const struct event *event)
{
    const struct feature_event *feature = &event->feature;
    const struct ledger *ledger = view->ledger;
    unsigned root = root_of(f, event->node);
    const struct event *founding = &ledger->events[f->first[root]];
    char name[NODE_NAME_SIZE];
    report_object(e, view, "feature");
    emit_key_text(e, "kind", kinds[feature->kind].name);
    ledger_node_name(ledger, feature->name, name);
    emit_key_text(e, "feature", name);
    report_tiles(e, "tiles", ledger, &feature->tiles);
    if (feature->kind == KIND_CITY)
        emit_key_int(e, "shields", feature->shields);
    for (unsigned i = 0; i < COUNTED_ROWS; i++)
        if (feature->kind == counted_terms[i].kind)
            emit_key_int(e, term_words[counted_terms[i].term].name,
                         counted(feature, counted_terms[i].term));
    if (kinds[feature->kind].told_closed)
        emit_key_bool(e, "closed", feature->closed);
    emit_key_int(e, "founded", founding->turn);
    report_seat(e, "founder", founding->seat);
    emit_key(e, "joined");
    emit_list(e);
    for (uint32_t i = f->first[root]; i != NONE; i = f->next[i])
        if (is_joining(ledger, &ledger->events[i]))
            emit_int(e, ledger->events[i].turn);
    emit_close(e);
    emit_key(e, "completed");
    if (feature->completed)
        emit_int(e, feature->completed_turn);
    else
        emit_null(e);
    report_marks(e, feature->marks);
    emit_key_int(e, "value", feature->value);
    emit_key(e, "followers");
    emit_list(e);
    for (uint32_t i = f->first[root]; i != NONE; i = f->next[i])
        if (ledger->events[i].kind == EVENT_FOLLOWER) {
            emit_map(e);
            report_seat(e, "seat", ledger->events[i].seat);
            report_meeple(e, ledger->events[i].meeple);
            emit_key_int(e, "turn", ledger->events[i].turn);
            ledger_node_name(ledger, ledger->events[i].node, name);
            emit_key_text(e, "segment", name);
            emit_close(e);
        }
    emit_close(e);
    int32_t paid[SEATS_MAX] = {0};
    bool was_paid[SEATS_MAX] = {false};
    for (uint32_t i = f->first[root]; i != NONE; i = f->next[i])
        if (ledger->events[i].kind == EVENT_SCORE) {
            paid[ledger->events[i].seat] += ledger->events[i].score.points;
            was_paid[ledger->events[i].seat] = true;
        }
    emit_key(e, "paid");
    emit_map(e);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        if (was_paid[seat])
            emit_key_int(e, (const char[]){report_seat_letter(seat), '\0'}, paid[seat]);
    emit_close(e);
    emit_end(e);
}

static void text_tiles(struct sink *sink, const struct ledger *ledger,
                       const struct tile_bits *tiles)
{
    uint16_t sorted[TILES_MAX + 1];
    unsigned count = report_tiles_sorted(ledger, tiles, sorted);
    sink_printf(sink, "%u tile%s:", count, count == 1 ? "" : "s");
    for (unsigned i = 0; i < count; i++)
        sink_printf(sink, " %d,%d", ledger->tiles[sorted[i]].cell.x,
                    ledger->tiles[sorted[i]].cell.y);
}

static void text_field(struct sink *sink, const struct feature_event *field)
{
    unsigned cities = counted(field, TERM_CITIES);
    sink_printf(sink, "worth %d at the end (%u completed cit%s", field->value, cities,
                cities == 1 ? "y" : "ies");
    for (unsigned i = 0; i < COUNTED_ROWS; i++) {
        const struct term_words *words = &term_words[counted_terms[i].term];
        unsigned count = counted(field, counted_terms[i].term);
        if (counted_terms[i].kind == field->kind && counted_terms[i].term != TERM_CITIES && count)
            sink_printf(sink, ", %u %s", count, count == 1 ? words->one : words->many);
    }
    sink_char(sink, ')');
}

static void text_feature(struct fold *f, struct sink *sink, const struct event *event)
{
    const struct feature_event *feature = &event->feature;
    const struct ledger *ledger = f->ledger;
    unsigned root = root_of(f, event->node);
    char name[NODE_NAME_SIZE];
    ledger_node_name(ledger, feature->name, name);
    sink_printf(sink, "%s %s, ", kinds[feature->kind].name, name);
    if (feature->kind == KIND_FIELD)
        text_field(sink, feature);
    else if (feature->completed)
        sink_printf(sink, "completed in turn %u, worth %d", feature->completed_turn,
                    feature->value);
    else
        sink_printf(sink, "%s, worth %d at the end",
                    !kinds[feature->kind].told_closed ? "unfinished"
                    : feature->closed                 ? "closed"
                                                      : "open",
                    feature->value);
    sink_cstr(sink, "; ");
    text_tiles(sink, ledger, &feature->tiles);
    sink_char(sink, '\n');
    for (uint32_t i = f->first[root]; i != NONE; i = f->next[i]) {
        const struct event *life = &ledger->events[i];
        if (is_founding(f, root, i)) {
            if (life->turn)
                sink_printf(sink, "%6u%c founded\n", life->turn, report_seat_letter(life->seat));
            else
                sink_printf(sink, "  start founded\n");
        } else if (is_joining(ledger, life)) {
            sink_printf(sink, "%6u  two of them joined\n", life->turn);
        } else if (life->kind == EVENT_FOLLOWER) {
            ledger_node_name(ledger, life->node, name);
            sink_printf(sink, "%6u%c %s placed: %s\n", life->turn, report_seat_letter(life->seat),
                        meeple_kinds[life->meeple].words, name);
        } else if (life->kind == EVENT_COMPLETED) {
            sink_printf(sink, "%6u  completed\n", life->turn);
        } else if (life->kind == EVENT_SCORE) {
            sink_printf(sink, "%6u  ", life->turn);
            report_award_text(sink, ledger, life);
        }
    }
}

static int feature_order(const void *a, const void *b, void *context)
{
    const struct ledger *ledger = context;
    const struct event *const *x = a, *const *y = b;
    unsigned p = (*x)->feature.name, q = (*y)->feature.name;
    struct cell cp = ledger->tiles[p / NODES_PER_TILE].cell,
                cq = ledger->tiles[q / NODES_PER_TILE].cell;
    return cp.y != cq.y ? cp.y - cq.y : cp.x != cq.x ? cp.x - cq.x : (p > q) - (p < q);
}

void report_by_feature(struct reporter *reporter, const struct game_view *view,
                       const struct report_key *key)
{
    struct fold *f = memory_zeroed(1, sizeof *f);
    const struct event **found = memory_get((view->ledger->count + 1) * sizeof *found);
    size_t count = 0;
    f->ledger = view->ledger;
    fold_events(f);
    for (size_t i = 0; i < view->ledger->count; i++)
        if (view->ledger->events[i].kind == EVENT_FEATURE &&
            view->ledger->events[i].feature.kind == key->detail &&
            (!key->marks || view->ledger->events[i].feature.marks & key->marks))
            found[count++] = &view->ledger->events[i];
    qsort_r(found, count, sizeof *found, feature_order, (void *)(uintptr_t)view->ledger);
    for (size_t i = 0; i < count; i++) {
        if (reporter->text)
            text_feature(f, reporter->sink, found[i]);
        else
            emit_feature(f, reporter->emitter, view, found[i]);
    }
    memory_free(f->next);
    memory_free(f);
    memory_free(found);
}
