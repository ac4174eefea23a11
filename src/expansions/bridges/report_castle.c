/* SPDX-License-Identifier: MIT */
/* The audit by castle: what each castle watched, what was completed near it, and what it took for
 * which reason. */
#include <stdlib.h>

#include "report/report.h"

/* The history of a castle, from its founding to the time when it took something. */
struct founded_castle {
    const struct event *founded, *taken, *score; /* the last two are NULL for a castle that never
                                                    scored */
    size_t at;                                   /* index of the founding in the events */
    unsigned tiles[2];
    int left, right, top, bottom; /* first and last column and row of its vicinity */
};

static struct founded_castle castle_at(const struct ledger *ledger, size_t at)
{
    const struct event *founded = &ledger->events[at];
    struct founded_castle castle = {.founded = founded, .at = at};
    unsigned count = 0;
    /* The city had two segments: the castle's node, and the one that was joined with it. */
    for (size_t i = 0; i < at; i++) {
        const struct event *event = &ledger->events[i];
        if (event->kind == EVENT_JOINED &&
            (event->node == founded->node || event->other == founded->node)) {
            castle.tiles[0] = event->node / NODES_PER_TILE;
            castle.tiles[1] = event->other / NODES_PER_TILE;
            count++;
        }
    }
    if (!count)
        castle.tiles[0] = castle.tiles[1] = founded->node / NODES_PER_TILE;
    struct cell a = ledger->tiles[castle.tiles[0]].cell, b = ledger->tiles[castle.tiles[1]].cell;
    int wide = a.x == b.x, high = !wide;
    castle.left = (a.x < b.x ? a.x : b.x) - wide;
    castle.right = (a.x > b.x ? a.x : b.x) + wide;
    castle.top = (a.y < b.y ? a.y : b.y) - high;
    castle.bottom = (a.y > b.y ? a.y : b.y) + high;
    for (size_t i = at; i < ledger->count; i++)
        if (ledger->events[i].kind == EVENT_TAKEN && ledger->events[i].node == founded->node) {
            castle.taken = &ledger->events[i];
            /* Its award comes before this event, perhaps with the award for the fairy in
             * between. */
            for (const struct event *event = castle.taken - 1;
                 event > ledger->events && !castle.score; event--)
                if (event->kind == EVENT_SCORE && event->score.award == AWARD_CASTLE)
                    castle.score = event;
        }
    return castle;
}

/* True if the feature, as it is at the end of the ledger, has a tile in the vicinity. */
static bool is_near(const struct ledger *ledger, const struct founded_castle *castle,
                    const struct tile_bits *tiles)
{
    for (unsigned tile = 0; tile < ledger->tile_count; tile++) {
        struct cell cell = ledger->tiles[tile].cell;
        if (tile_bits_has(tiles, tile) && cell.x >= castle->left && cell.x <= castle->right &&
            cell.y >= castle->top && cell.y <= castle->bottom)
            return true;
    }
    return false;
}

/* True if the event is a feature that the castle watched. It has a tile in the vicinity, and is of
 * a kind that is scored as completed. It was not completed when the castle was founded. If the
 * castle took something, it was completed by then. */
static bool is_watched(const struct ledger *ledger, const struct founded_castle *castle,
                       const struct event *event)
{
    const struct feature_event *feature = &event->feature;
    if (event->kind != EVENT_FEATURE ||
        !(kinds[feature->kind].completes || kinds[feature->kind].around))
        return false;
    /* Gardens feed castles only by an option, which the ledger does not show. So only a garden that
     * fed this castle is listed. */
    if (feature->kind == KIND_GARDEN &&
        !(castle->taken && castle->taken->taken.source == feature->name))
        return false;
    bool before = feature->completed && feature->completed_turn <= castle->founded->turn;
    bool after =
        castle->taken && (!feature->completed || feature->completed_turn > castle->taken->turn);
    return !before && !after && is_near(ledger, castle, &feature->tiles);
}

/* Prints the history of a castle. The English edition calls a castle a fortress. */
static void text_castle(struct sink *sink, const struct ledger *ledger,
                        const struct founded_castle *castle, bool is_fortress)
{
    char name[NODE_NAME_SIZE];
    const struct event *founded = castle->founded;
    ledger_node_name(ledger, founded->node, name);
    sink_printf(sink, "castle %s%s of %c, founded in turn %u; watches x %d to %d, y %d to %d\n",
                is_fortress ? "(fortress) " : "", name, report_seat_letter(founded->seat),
                founded->turn, castle->left, castle->right, castle->top, castle->bottom);
    for (size_t i = castle->at; i < ledger->count; i++) {
        const struct event *event = &ledger->events[i];
        if (!is_watched(ledger, castle, event))
            continue;
        ledger_node_name(ledger, event->feature.name, name);
        sink_printf(sink, "        %s %s, ", kinds[event->feature.kind].name, name);
        if (event->feature.completed)
            sink_printf(sink, "completed in turn %u, worth %d\n", event->feature.completed_turn,
                        event->feature.value);
        else
            sink_cstr(sink, "unfinished\n");
    }
    if (!castle->taken) {
        sink_cstr(sink, "        never took anything\n");
        return;
    }
    const struct taken_event *taken = &castle->taken->taken;
    ledger_node_name(ledger, taken->source, name);
    const char *why = "the first that was completed";
    if (taken->chosen)
        why = "its owner chose it";
    else if (taken->source_kind == KIND_CASTLE)
        why = "it scored near this one";
    else if (taken->candidates > 1)
        why = "the highest of several";
    sink_printf(sink, "%6u  took the %s %s: %s\n", castle->taken->turn,
                kinds[taken->source_kind].name, name, why);
    if (castle->score) {
        sink_cstr(sink, "        ");
        report_award_text(sink, ledger, castle->score);
    }
}

static void emit_castle(struct emitter *e, const struct game_view *view,
                        const struct founded_castle *castle)
{
    const struct ledger *ledger = view->ledger;
    char name[NODE_NAME_SIZE];
    report_object(e, view, "castle");
    emit_key_int(e, "turn", castle->founded->turn);
    report_seat(e, "seat", castle->founded->seat);
    report_node(e, "feature", ledger, castle->founded->node);
    emit_key(e, "vicinity");
    emit_list(e);
    emit_str(
        e,
        str_of(report_cell_text((struct cell){(int16_t)castle->left, (int16_t)castle->top}).text));
    emit_str(
        e,
        str_of(
            report_cell_text((struct cell){(int16_t)castle->right, (int16_t)castle->bottom}).text));
    emit_close(e);
    emit_key(e, "watched");
    emit_list(e);
    for (size_t i = castle->at; i < ledger->count; i++) {
        const struct event *event = &ledger->events[i];
        if (!is_watched(ledger, castle, event))
            continue;
        emit_map(e);
        emit_key_text(e, "kind", kinds[event->feature.kind].name);
        ledger_node_name(ledger, event->feature.name, name);
        emit_key_text(e, "feature", name);
        emit_key(e, "completed");
        if (event->feature.completed)
            emit_int(e, event->feature.completed_turn);
        else
            emit_null(e);
        emit_key_int(e, "value", event->feature.value);
        emit_close(e);
    }
    emit_close(e);
    emit_key(e, "taken");
    if (castle->taken) {
        const struct taken_event *taken = &castle->taken->taken;
        emit_map(e);
        emit_key_int(e, "turn", castle->taken->turn);
        report_node(e, "source", ledger, taken->source);
        emit_key_text(e, "sourceKind", kinds[taken->source_kind].name);
        emit_key_int(e, "points", taken->points);
        emit_key_bool(e, "chosen", taken->chosen);
        emit_key_int(e, "candidates", taken->candidates);
        emit_close(e);
    } else {
        emit_null(e);
    }
    emit_end(e);
}

/* A key with a detail calls castles fortresses. */
void report_by_castle(struct reporter *reporter, const struct game_view *view,
                      const struct report_key *key)
{
    const struct ledger *ledger = view->ledger;
    for (size_t i = 0; i < ledger->count; i++) {
        if (ledger->events[i].kind != EVENT_CASTLE)
            continue;
        struct founded_castle castle = castle_at(ledger, i);
        if (reporter->text)
            text_castle(reporter->sink, ledger, &castle, key->detail);
        else
            emit_castle(reporter->emitter, view, &castle);
    }
}
