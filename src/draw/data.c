/* SPDX-License-Identifier: MIT */
/* Writes the table as data, for programs that draw it. The designs of its tiles are not included:
 * `bastide tiles --format=json` prints them. */
#include "base/finding.h"
#include "draw/svg.h"

static void emit_tile(struct emitter *e, const struct ledger *ledger, unsigned tile)
{
    emit_map(e);
    report_laid(e, ledger, tile);
    emit_key_int(e, "turn", ledger->tiles[tile].turn);
    report_seat(e, "seat", ledger->tiles[tile].seat);
    emit_close(e);
}

static void emit_thing(struct emitter *e, const struct ledger *ledger, const struct thing *thing)
{
    bool on_edge = thing->kind == THING_WALL || thing->kind == THING_ON_WALL;
    emit_map(e);
    emit_key_text(e, "thing", thing_name(thing));
    report_seat(e, "seat", thing->seat);
    report_meeple(e, thing->meeple);
    report_cell(e, "cell", thing->cell);
    if (on_edge)
        emit_key_text(e, "edge", report_edge_text((struct edge){thing->cell, thing->side}).text);
    report_node(e, "segment", ledger, thing->node);
    if (thing->kind == THING_STACK)
        emit_key_int(e, "height", thing->height);
    if (thing->load)
        emit_key_int(e, "load", thing->load);
    emit_key(e, "at");
    emit_list(e);
    emit_int(e, thing->at.x);
    emit_int(e, thing->at.y);
    emit_close(e);
    emit_key_int(e, "turn", thing->turn);
    emit_close(e);
}

static void emit_held(struct emitter *e, const struct ledger *ledger)
{
    unsigned held[SEATS_MAX][ITEM_KINDS_MAX];
    ledger_held(ledger, held);
    emit_key(e, "held");
    emit_list(e);
    for (unsigned seat = 0; seat < ledger->seat_count; seat++)
        for (unsigned item = 0; item < ITEM_COUNT; item++) {
            if (!held[seat][item])
                continue;
            emit_map(e);
            report_seat(e, "seat", seat);
            emit_key_text(e, "item", item_names[item]);
            emit_key_int(e, "count", held[seat][item]);
            emit_close(e);
        }
    emit_close(e);
}

static void emit_prisoners(struct emitter *e, const struct ledger *ledger)
{
    unsigned held[SEATS_MAX][SEATS_MAX][MEEPLE_KINDS];
    ledger_prisoners(ledger, held);
    emit_key(e, "prisoners");
    emit_list(e);
    for (unsigned i = 0; i < SEATS_MAX * SEATS_MAX * MEEPLE_KINDS; i++) {
        unsigned holder = i / MEEPLE_KINDS / SEATS_MAX, seat = i / MEEPLE_KINDS % SEATS_MAX,
                 kind = i % MEEPLE_KINDS;
        if (!held[holder][seat][kind])
            continue;
        emit_map(e);
        report_seat(e, "seat", seat);
        report_meeple(e, kind);
        report_seat(e, "by", holder);
        emit_key_int(e, "count", held[holder][seat][kind]);
        emit_close(e);
    }
    emit_close(e);
}

static void emit_finding(struct emitter *e, const struct finding *finding)
{
    emit_map(e);
    emit_key_int(e, "code", finding->kind->code);
    emit_key_text(e, "severity", severity_name(finding->severity));
    emit_key_text(e, "message", finding->message);
    emit_key_int(e, "turn", finding->turn);
    emit_key(e, "cell");
    if (finding->cell)
        emit_str(e, str_of(finding->cell));
    else
        emit_null(e);
    emit_close(e);
}

void draw_data(struct emitter *e, const struct game_view *view, unsigned part, int step)
{
    const struct ledger *ledger = view->ledger;
    const struct event *end = &ledger->events[ledger->count - 1];
    struct scene scene = {.things = NULL};
    scene_make(&scene, ledger);
    report_object(e, view, "table");
    emit_key_int(e, "turn", end->turn);
    if (part)
        emit_key_int(e, "part", part);
    if (step >= 0)
        emit_key_int(e, "step", step);
    emit_key_bool(e, "final", end->end.final);
    emit_key(e, "scores");
    emit_list(e);
    for (unsigned seat = 0; seat < ledger->seat_count; seat++)
        emit_int(e, end->end.scores[seat]);
    emit_close(e);
    emit_key(e, "tiles");
    emit_list(e);
    for (unsigned i = 0; i < ledger->tile_count; i++)
        emit_tile(e, ledger, i);
    emit_close(e);
    emit_key(e, "things");
    emit_list(e);
    for (size_t i = 0; i < scene.count; i++)
        if (thing_stays(&scene.things[i]) && scene.things[i].kind != THING_TILE &&
            scene.things[i].kind != THING_FINDING)
            emit_thing(e, ledger, &scene.things[i]);
    emit_close(e);
    emit_held(e, ledger);
    emit_prisoners(e, ledger);
    emit_key(e, "findings");
    emit_list(e);
    for (size_t i = 0; i < ledger->count; i++)
        if (ledger->events[i].kind == EVENT_FINDING)
            emit_finding(e, ledger->events[i].finding);
    emit_close(e);
    emit_end(e);
    scene_free(&scene);
}
