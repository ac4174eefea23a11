/* SPDX-License-Identifier: MIT */
/* Looks up kinds, games and segments of designs, and completes designs from their segments. */
#include "tiles/tile.h"
#include "base/check.h"

#include <string.h>

const struct kind_facts kinds[KIND_COUNT] = {
#define KIND(id, letter, name, ...) {letter, name, __VA_ARGS__},
#include "rows.h"
};

const struct game_facts games[GAME_COUNT] = {
    [GAME_CARCASSONNE] = {"carcassonne", "base", true},
    [GAME_CITY] = {"the-city", "the-city-r1", false},
};

enum game game_find(struct str name)
{
    enum game game = 0;
    while (game < GAME_COUNT && !str_is(name, games[game].name))
        game++;
    return game;
}

#define ON_TILE    true
#define ON_SEGMENT false
const struct mark_facts marks[MARK_COUNT] = {
#define MARK(id, key, value, where, sign) {key, value, where, sign},
#include "rows.h"
};

enum kind kind_of_letter(char letter)
{
    enum kind kind = 0;
    while (kind < KIND_COUNT && (!letter || kinds[kind].letter != letter))
        kind++;
    return kind;
}

enum kind kind_named(struct str name)
{
    enum kind kind = 0;
    while (kind < KIND_COUNT && !str_is(name, kinds[kind].name))
        kind++;
    return kind;
}

unsigned design_segment(const struct design *design, unsigned quarters, enum kind kind,
                        unsigned port, unsigned index)
{
    if (port != PORT_NONE) {
        unsigned segment = design->port_segment[quarters][port];
        return segment != SEGMENT_NONE && design->segments[segment].kind == kind
                   ? segment
                   : (unsigned)SEGMENT_NONE;
    }
    unsigned found = SEGMENT_NONE, count = 0;
    for (unsigned i = 0; i < design->segment_count; i++) {
        if (design->segments[i].kind != kind || (index && design->segments[i].ports))
            continue;
        found = i;
        if (++count == index)
            return i;
    }
    return !index && count == 1 ? found : (unsigned)SEGMENT_NONE;
}

unsigned design_segment_of(const struct design *design, unsigned quarters, enum kind kind,
                           unsigned port, unsigned index, bool by_side)
{
    unsigned segment = design_segment(design, quarters, kind, port, index);
    bool whole = !by_side || segment == design_segment(design, quarters, kind, port + 2, 0);
    return whole ? segment : (unsigned)SEGMENT_NONE;
}

struct segment_spot segment_spot(const struct design *design, unsigned quarters, unsigned segment)
{
    CHECK(segment < design->segment_count && quarters < SIDES);
    const struct segment *s = &design->segments[segment];
    if (s->ports) {
        port_set named = kinds[s->kind].middle ? s->ports & PORTS_MIDDLE : s->ports;
        return (struct segment_spot){(uint8_t)ports_first(ports_turned(named, quarters)), 0};
    }
    struct segment_spot spot = {PORT_NONE, 0};
    for (unsigned i = 0; i <= segment; i++)
        spot.index = (uint8_t)(spot.index +
                               (design->segments[i].kind == s->kind && !design->segments[i].ports));
    return spot;
}

void segment_name(const struct design *design, unsigned quarters, unsigned segment, char name[8])
{
    CHECK(segment < design->segment_count && quarters < SIDES);
    struct segment_spot spot = segment_spot(design, quarters, segment);
    const struct kind_facts *kind = &kinds[design->segments[segment].kind];
    static_assert(SEGMENTS_MAX < 100, "an index has at most two digits");
    *name++ = kind->letter;
    if (spot.port != PORT_NONE) {
        memcpy(name, port_names[spot.port], strlen(port_names[spot.port]) + 1);
        return;
    }
    if (!kind->single && spot.index >= 10)
        *name++ = (char)('0' + spot.index / 10);
    if (!kind->single)
        *name++ = (char)('0' + spot.index % 10);
    *name = '\0';
}

/* True if the turned design shows the same land at every port, with the same connections and
 * symbols. */
static bool looks_turned(const struct design *design, unsigned quarters)
{
    if (design_river(design, quarters) != design->river)
        return false;
    for (unsigned i = 0; i < design->segment_count; i++) {
        const struct segment *a = &design->segments[i];
        bool found = false;
        for (unsigned j = 0; j < design->segment_count && !found; j++) {
            const struct segment *b = &design->segments[j];
            found = a->kind == b->kind && a->shields == b->shields && a->marks == b->marks &&
                    ports_turned(a->ports, quarters) == b->ports;
        }
        if (!found)
            return false;
    }
    return true;
}

/* Returns the number of places at which a segment may join others. A city that shares a side with
 * another one touches only a half of it. */
static uint8_t places_to_join(const struct segment *segment)
{
    unsigned places = 0;
    if (!kinds[segment->kind].middle)
        return (uint8_t)__builtin_popcount(segment->ports & (port_set)~PORTS_MIDDLE);
    for (unsigned side = 0; side < SIDES; side++)
        places += (segment->ports & side_ports(side)) != 0;
    return (uint8_t)places;
}

/* Gives the middle of a side that two cities share to the first of them. */
static void share_side(struct design *design, unsigned side, unsigned first)
{
    design->segments[first].ports |= (port_set)(1u << (3 * side + 1));
    design->port_segment[0][3 * side + 1] = (uint8_t)first;
    design->shown[0][side] |= SIDE_DIVIDED;
}

/* True if no segment of the design touches a side. */
static bool is_closed(const struct design *design)
{
    port_set ports = 0;
    for (unsigned i = 0; i < design->segment_count; i++)
        ports |= design->segments[i].ports;
    return design->segment_count && !ports;
}

/* Rules: river.field.bounds, river.follower.river. */
struct design_fault design_finish(struct design *design)
{
    memset(design->port_segment, SEGMENT_NONE, sizeof design->port_segment);
    design->monastic = SEGMENT_NONE;
    for (unsigned i = 0; i < design->segment_count; i++) {
        struct segment *segment = &design->segments[i];
        segment->open = places_to_join(segment);
        for (unsigned port = 0; port < PORTS; port++) {
            if (!(segment->ports >> port & 1))
                continue;
            if (design->port_segment[0][port] != SEGMENT_NONE)
                return (struct design_fault){"two segments touch the same place of a side",
                                             design->port_segment[0][port], i, port / 3};
            design->port_segment[0][port] = (uint8_t)i;
        }
        if (kinds[segment->kind].around) {
            if (design->monastic != SEGMENT_NONE)
                return (struct design_fault){"two monasteries, or gardens", design->monastic, i,
                                             SIDES};
            design->monastic = (uint8_t)i;
        }
    }
    for (unsigned side = 0; side < SIDES; side++) {
        unsigned at[3], land[3];
        for (unsigned k = 0; k < 3; k++) {
            at[k] = design->port_segment[0][3 * side + k];
            land[k] = at[k] == SEGMENT_NONE ? (unsigned)KIND_COUNT : design->segments[at[k]].kind;
        }
        bool town = land[0] < KIND_COUNT && kinds[land[0]].town && land[2] < KIND_COUNT &&
                    kinds[land[2]].town;
        if (town && land[1] == KIND_ROAD)
            design->side[0][side] = SIDE_ROAD;
        else if (town && land[1] == KIND_COUNT)
            design->side[0][side] = SIDE_TOWN;
        else if (land[0] == KIND_CITY && land[2] == KIND_CITY &&
                 at[1] == (at[0] == at[2] ? at[0] : (unsigned)SEGMENT_NONE))
            design->side[0][side] = SIDE_CITY;
        else if (land[0] == KIND_FIELD && land[1] == KIND_ROAD && land[2] == KIND_FIELD)
            design->side[0][side] = SIDE_ROAD;
        else if (land[0] == KIND_FIELD && land[1] == KIND_COUNT && land[2] == KIND_FIELD)
            design->side[0][side] = design->river >> side & 1 ? SIDE_RIVER : SIDE_FIELD;
        else if (is_closed(design))
            design->side[0][side] = SIDE_ANY;
        else
            return (struct design_fault){
                "a side must be a city, two cities with a half each, a field, "
                "a road between fields or two halves of a town",
                SEGMENT_NONE, SEGMENT_NONE, side};
        design->shown[0][side] = design->side[0][side];
        if (design->side[0][side] == SIDE_CITY && at[0] != at[2])
            share_side(design, side, at[0]);
        if (design->river >> side & 1 && design->side[0][side] != SIDE_RIVER)
            return (struct design_fault){"a river must flow between fields", SEGMENT_NONE,
                                         SEGMENT_NONE, side};
    }
    for (unsigned quarters = 1; quarters < 4; quarters++) {
        for (unsigned side = 0; side < SIDES; side++) {
            design->side[quarters][(side + quarters) % SIDES] = design->side[0][side];
            design->shown[quarters][(side + quarters) % SIDES] = design->shown[0][side];
        }
        for (unsigned port = 0; port < PORTS; port++)
            design->port_segment[quarters][port_turned(port, quarters)] =
                design->port_segment[0][port];
    }
    design->symmetry = looks_turned(design, 1) ? 1 : looks_turned(design, 2) ? 2 : 4;
    return (struct design_fault){NULL, SEGMENT_NONE, SEGMENT_NONE, SIDES};
}

bool tileset_brings(const struct tileset *set, const char *rules)
{
    for (unsigned i = 0; set && i < BRINGS_MAX && set->brings[i]; i++)
        if (strcmp(set->brings[i], rules) == 0)
            return true;
    return false;
}
