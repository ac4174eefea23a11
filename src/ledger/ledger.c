/* SPDX-License-Identifier: MIT */
/* Keeps the events of a game, and names its nodes. */
#include "ledger/ledger.h"
#include "base/check.h"
#include "base/digits.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"

const char *const award_names[AWARD_COUNT] = {
#define AWARD(number, id, name, color, share) [number] = name,
#include "rows.h"
};
const struct award_facts kind_awards[KIND_COUNT] = {
#define KIND_AWARD(kind, award, completed, final) [KIND_##kind] = {AWARD_##award, completed, final},
#include "rows.h"
};
const bool award_claimed_by_term[AWARD_COUNT] = {
#define CLAIM_BY_TERM(id) [AWARD_##id] = true,
#include "rows.h"
};
const char *const event_names[EVENT_KINDS] = {
#define EVENT(id, name, unasked, about, fields) name,
#include "rows.h"
};

const char *const why_names[] = {
#define WHY(id, name, words, column) name,
#include "rows.h"
    NULL};
const char *const why_words[] = {
#define WHY(id, name, words, column) words,
#include "rows.h"
};
const char *const lot_names[] = {"revealed", "opened", "raised", "bought", "sold", "free", NULL};
const char *const piece_names[] = {
#define PIECE(id, name) name,
#include "rows.h"
    NULL};
const char *const claims_names[] = {"none", "equal", "differ"};

const char *const won_by_names[WON_BY_COUNT] = {"",      "points", "tie-rule", "resignation",
                                                "clock", "forfeit"};

const struct term_words term_words[TERM_COUNT] = {
#define TERM(id, name, one, many, times) {name, one, many, times},
#include "rows.h"
};

const char *const item_names[ITEM_COUNT + 1] = {
#define ITEM(id, text, counted, name, words, none, finding) name,
#include "rows.h"
};

const char *const condition_names[CONDITION_KIND_COUNT] = {
    [CONDITION_OWN_TILES] = "own-tiles", [CONDITION_BRINGS] = "brings",
    [CONDITION_COPIES] = "copies",       [CONDITION_SUPPLY] = "supply",
    [CONDITION_OPTION] = "option",       [CONDITION_START] = "start",
    [CONDITION_DISCARDS] = "discards",   [CONDITION_ADJUSTED] = "adjusted",
};

const struct clock_event *ledger_last_time(const struct ledger *ledger, unsigned seat)
{
    for (size_t i = ledger->count; i > 0; i--)
        if (ledger->events[i - 1].kind == EVENT_CLOCK && ledger->events[i - 1].seat == seat)
            return &ledger->events[i - 1].clock;
    return NULL;
}

void ledger_held(const struct ledger *ledger, unsigned held[SEATS_MAX][ITEM_KINDS_MAX])
{
    memset(held, 0, SEATS_MAX * sizeof *held);
    for (size_t i = 0; i < ledger->count; i++) {
        const struct event *event = &ledger->events[i];
        if (!(ITEM_EVENTS & EVENTS(event->kind)) || event->seat >= SEATS_MAX)
            continue;
        for (unsigned item = 0; item < ITEM_COUNT; item++) {
            unsigned taken = event->items.of[item];
            held[event->seat][item] += taken;
            if (taken && !item_facts[item].counted)
                for (unsigned seat = 0; seat < SEATS_MAX; seat++)
                    held[seat][item] = seat == event->seat;
        }
    }
}

void ledger_prisoners(const struct ledger *ledger,
                      unsigned held[SEATS_MAX][SEATS_MAX][MEEPLE_KINDS])
{
    /* A meeple that leaves the table without coming home is held; one that comes home without
     * leaving the table was held. */
    const uint64_t holds = LEAVE_EVENTS & ~FREE_EVENTS, frees = FREE_EVENTS & ~LEAVE_EVENTS;
    memset(held, 0, SEATS_MAX * sizeof *held);
    for (size_t i = 0; i < ledger->count; i++) {
        const struct event *event = &ledger->events[i];
        if (holds & EVENTS(event->kind))
            held[event->holder][event->seat][event->meeple]++;
        else if (frees & EVENTS(event->kind))
            held[event->holder][event->seat][event->meeple]--;
    }
}

unsigned ledger_load(const struct event *event, const char **name)
{
    static const char *const names[EVENT_KINDS] = {
#define LOAD(event, name) [EVENT_##event] = name,
#include "rows.h"
    };
    if (!names[event->kind])
        return 0;
    *name = names[event->kind];
    char digit = token_names[event->token][0];
    return digit >= '0' && digit <= '9' ? (unsigned)(digit - '0') : 0;
}

void ledger_reset(struct ledger *ledger)
{
    ledger->count = 0;
    ledger->tile_count = 0;
    ledger->seat_count = 0;
}

void ledger_free(struct ledger *ledger)
{
    memory_free(ledger->events);
    ledger->events = NULL;
    ledger->count = ledger->capacity = 0;
}

struct event *ledger_append(struct ledger *ledger, enum event_kind kind)
{
    CHECK(kind < EVENT_KINDS);
    if (ledger->count == ledger->capacity)
        ledger->events = memory_grown(ledger->events, &ledger->capacity, sizeof *ledger->events);
    struct event *event = &ledger->events[ledger->count++];
    memset(event, 0, sizeof *event);
    event->kind = (uint8_t)kind;
    event->seat = SEAT_NONE;
    event->tile = TILE_NONE;
    event->node = event->other = NODE_NONE;
    return event;
}

enum kind ledger_node_kind(const struct ledger *ledger, unsigned node)
{
    CHECK(node < NODES_MAX && (node_is_built(node) || ledger->tiles[node / NODES_PER_TILE].design));
    if (node_is_built(node))
        return KIND_ROAD;
    return ledger->tiles[node / NODES_PER_TILE].design->segments[node % NODES_PER_TILE].kind;
}

static port_set node_ports(const struct laid_tile *tiles, unsigned node)
{
    const struct laid_tile *tile = &tiles[node / NODES_PER_TILE];
    if (node_is_built(node)) {
        port_set north_south = (1u << 1) | (1u << 7);
        return node % NODES_PER_TILE == NODE_BUILT ? north_south : ports_turned(north_south, 1);
    }
    return ports_turned(tile->design->segments[node % NODES_PER_TILE].ports, tile->orient);
}

port_set ledger_node_ports(const struct ledger *ledger, unsigned node)
{
    return node_ports(ledger->tiles, node);
}

bool laid_is_before(const struct laid_tile *tiles, unsigned a, unsigned b)
{
    struct cell ca = tiles[a / NODES_PER_TILE].cell, cb = tiles[b / NODES_PER_TILE].cell;
    if (ca.y != cb.y)
        return ca.y < cb.y;
    if (ca.x != cb.x)
        return ca.x < cb.x;
    unsigned pa = ports_first(node_ports(tiles, a)), pb = ports_first(node_ports(tiles, b));
    return pa != pb ? pa < pb : a < b;
}

unsigned laid_node(const struct laid_tile *tiles, unsigned tile, const struct segment_ref *ref)
{
    CHECK(tile <= TILES_MAX && tiles[tile].design);
    const struct laid_tile *laid = &tiles[tile];
    unsigned axis = segment_axis(ref, laid->design, laid->built);
    if (axis != AXIS_NONE)
        return axis == AXIS_SEVERAL ? (unsigned)NODE_NONE : node_built(tile, axis);
    unsigned segment = design_segment_of(laid->design, laid->orient, ref->kind, ref->port,
                                         ref->index, ref->by_side);
    return segment == SEGMENT_NONE ? (unsigned)NODE_NONE : tile * NODES_PER_TILE + segment;
}

struct segment_ref ledger_segment(const struct ledger *ledger, unsigned node)
{
    assert(node < NODES_MAX);
    const struct laid_tile *tile = &ledger->tiles[node / NODES_PER_TILE];
    struct segment_spot spot = {(uint8_t)ports_first(ledger_node_ports(ledger, node)), 0};
    if (!node_is_built(node))
        spot = segment_spot(tile->design, tile->orient, node % NODES_PER_TILE);
    return (struct segment_ref){.kind = (uint8_t)ledger_node_kind(ledger, node),
                                .port = spot.port,
                                .index = spot.index,
                                .has_cell = true,
                                .cell = tile->cell};
}

void laid_node_name(const struct laid_tile *tiles, unsigned node, char name[NODE_NAME_SIZE])
{
    CHECK(node < NODES_MAX);
    const struct laid_tile *tile = &tiles[node / NODES_PER_TILE];
    if (node_is_built(node))
        snprintf(name, NODE_NAME_SIZE, "r%s", port_names[ports_first(node_ports(tiles, node))]);
    else
        segment_name(tile->design, tile->orient, node % NODES_PER_TILE, name);
    name += strlen(name);
    *name++ = '@';
    name = digits_write(name, tile->cell.x);
    *name++ = ',';
    digits_write(name, tile->cell.y);
}

void ledger_bounds(const struct ledger *ledger, struct cell *least, struct cell *greatest)
{
    *least = *greatest = ledger->tile_count ? ledger->tiles[0].cell : (struct cell){0, 0};
    for (unsigned i = 1; i < ledger->tile_count; i++) {
        struct cell cell = ledger->tiles[i].cell;
        least->x = cell.x < least->x ? cell.x : least->x;
        least->y = cell.y < least->y ? cell.y : least->y;
        greatest->x = cell.x > greatest->x ? cell.x : greatest->x;
        greatest->y = cell.y > greatest->y ? cell.y : greatest->y;
    }
}
