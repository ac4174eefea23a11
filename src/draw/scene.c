/* SPDX-License-Identifier: MIT */
/* Makes the things of a scene from the events of a ledger. */
#include "draw/scene.h"

#include <stdlib.h>

#include "base/finding.h"
#include "base/memory.h"

enum { FIGURE_WIDTH = 230 };

const struct neutral neutrals[NEUTRALS + 1] = {
#define NEUTRAL(event, name, letter, column, glyph, x, y)                                          \
    {EVENT_##event, name, letter, column, {x, y}},
#include "rows.h"
};

const struct building buildings[BUILDINGS + 1] = {
#define BUILDING(event, name, letter, figure) {EVENT_##event, letter, name},
#include "rows.h"
};

const struct stack_piece stack_pieces[STACKS + 1] = {
#define STACK(event, name, glyph) {EVENT_##event, name},
#include "rows.h"
};

const struct edge_piece edge_pieces[PIECE_COUNT + 1] = {
#define EDGE_WALL(piece, letter, class, from, over)                                                \
    [PIECE_##piece] = {letter, ALONG, from, OVER_##over, class},
#define EDGE_FIGURE(piece, letter, where, figure) [PIECE_##piece] = {letter, where, 0, 0, NULL},
#include "rows.h"
};

const char *thing_name(const struct thing *thing)
{
    static const char *const names[THING_KINDS] = {[THING_TILE] = "tile",
                                                   [THING_BRIDGE] = "bridge",
                                                   [THING_FOLLOWER] = "follower",
                                                   [THING_LAST] = "last",
                                                   [THING_FINDING] = "finding"};
    switch ((enum thing_kind)thing->kind) {
    case THING_NEUTRAL:
        return neutrals[thing->piece].name;
    case THING_BUILDING:
        return buildings[thing->piece].name;
    case THING_STACK:
        return stack_pieces[thing->piece].name;
    case THING_WALL:
    case THING_ON_WALL:
        return piece_names[thing->piece];
    default:
        return names[thing->kind];
    }
}

unsigned scene_design(struct scene *scene, const struct design *design)
{
    unsigned i = 0;
    while (i < scene->drawn_count && scene->drawn[i].design != design)
        i++;
    if (i < scene->drawn_count)
        return i;
    if (scene->drawn_count == scene->drawn_room)
        scene->drawn = memory_grown(scene->drawn, &scene->drawn_room, sizeof *scene->drawn);
    scene->drawn[i].design = design;
    shape_of(design, &scene->drawn[i].shape);
    scene->drawn_count++;
    return i;
}

/* Returns the number of the current stage. */
static uint16_t stage_of(const struct scene *scene)
{
    return (uint16_t)(scene->turns + 1);
}

static struct thing *add(struct scene *scene, enum thing_kind kind, const struct event *event)
{
    if (scene->count == scene->room)
        scene->things = memory_grown(scene->things, &scene->room, sizeof *scene->things);
    struct thing *thing = &scene->things[scene->count++];
    *thing = (struct thing){.kind = (uint8_t)kind,
                            .seat = event->seat,
                            .meeple = event->meeple,
                            .tile = event->node == NODE_NONE ? event->tile
                                                             : event->node / NODES_PER_TILE,
                            .node = event->node,
                            .from = stage_of(scene),
                            .to = STAGE_NEVER,
                            .turn = event->turn};
    if (thing->tile != TILE_NONE)
        thing->cell = scene->ledger->tiles[thing->tile].cell;
    thing->at = lie_point((struct lie){thing->cell, 0}, (struct point){TILE_CENTRE, TILE_CENTRE});
    return thing;
}

/* Ends the last thing of a kind and piece that is still there. */
static void end_last(struct scene *scene, enum thing_kind kind, unsigned piece)
{
    for (size_t i = scene->count; i-- > 0;) {
        struct thing *thing = &scene->things[i];
        if (thing->kind == kind && thing->piece == piece && thing_stays(thing)) {
            thing->to = stage_of(scene);
            return;
        }
    }
}

static void end_meeple(struct scene *scene, const struct event *event)
{
    for (size_t i = 0; i < scene->count; i++) {
        struct thing *thing = &scene->things[i];
        if (thing->kind == THING_FOLLOWER && thing_stays(thing) && thing->node == event->node &&
            thing->seat == event->seat && thing->meeple == event->meeple) {
            thing->to = stage_of(scene);
            return;
        }
    }
}

/* Adds a tile. The start tile is there before the first turn. */
static void add_tile(struct scene *scene, const struct event *event)
{
    struct thing *tile = add(scene, THING_TILE, event);
    if (scene->ledger->tiles[tile->tile].seat == SEAT_NONE) {
        tile->from = 0;
        return;
    }
    end_last(scene, THING_LAST, 0);
    add(scene, THING_LAST, event);
}

/* Returns where a figure on a node stands. On a road built over the tile it has a place of its
 * own. */
static struct point spot_of(struct scene *scene, unsigned node)
{
    const struct laid_tile *laid = &scene->ledger->tiles[node / NODES_PER_TILE];
    struct lie lie = {laid->cell, laid->orient % 4};
    if (node_is_built(node))
        return lie_point((struct lie){laid->cell, (node - NODE_BUILT) % NODES_PER_TILE * 3},
                         (struct point){TILE_CENTRE, 260});
    if (!laid->design)
        return lie_point(lie, (struct point){TILE_CENTRE, TILE_CENTRE});
    /* On a road under a bridge it stands where the road leaves the tile. */
    if (laid->built && ledger_node_kind(scene->ledger, node) == KIND_ROAD) {
        unsigned side = ports_first(ledger_node_ports(scene->ledger, node)) / 3;
        return lie_point((struct lie){laid->cell, side}, (struct point){TILE_CENTRE, 230});
    }
    unsigned number = scene_design(scene, laid->design);
    struct point spot = lie_point(lie, scene->drawn[number].shape.spots[node % NODES_PER_TILE]);
    /* On top of a stack. */
    if (kinds[ledger_node_kind(scene->ledger, node)].stacks)
        spot.y -= 130;
    return spot;
}

static void add_meeple(struct scene *scene, const struct event *event)
{
    static const bool at_corner[MEEPLE_KINDS] = {
#define AT_CORNER(kind) [MEEPLE_##kind] = true,
#include "rows.h"
    };
    struct thing *thing = add(scene, THING_FOLLOWER, event);
    if (at_corner[event->meeple]) {
        thing->at = lie_point((struct lie){thing->cell, 0}, (struct point){0, 0});
        return;
    }
    thing->at = spot_of(scene, event->node);
    for (const struct thing *before = scene->things; before < thing; before++)
        if (before->kind == THING_FOLLOWER && thing_stays(before) && before->node == thing->node &&
            !at_corner[before->meeple])
            thing->at.x += FIGURE_WIDTH;
}

/* Adds a token to the meeple on its node, unless it is a follower. What was there in earlier stages
 * stays as it was. */
static void add_load(struct scene *scene, const struct event *event)
{
    const char *name;
    unsigned load = ledger_load(event, &name);
    for (size_t i = scene->count; load && i > 0; i--) {
        struct thing *before = &scene->things[i - 1];
        if (before->kind != THING_FOLLOWER || before->node != event->node || !thing_stays(before) ||
            before->seat != event->seat || kind_is_follower(before->meeple))
            continue;
        if (before->from == stage_of(scene)) {
            before->load = (uint8_t)(before->load + load);
            return;
        }
        struct thing loaded = *before;
        before->to = loaded.from = stage_of(scene);
        loaded.load = (uint8_t)(loaded.load + load);
        *add(scene, THING_FOLLOWER, event) = loaded;
        return;
    }
}

static int within(int least, int value, int most)
{
    return value < least ? least : value > most ? most : value;
}

/* Adds a piece that belongs to nobody. If it came with a follower, it stands beside that, within
 * the tile. */
static void add_neutral(struct scene *scene, const struct event *event, unsigned number)
{
    struct thing *thing = add(scene, THING_NEUTRAL, event);
    thing->piece = (uint8_t)number;
    thing->at = lie_point((struct lie){thing->cell, 0}, neutrals[number].at);
    if (event->node == NODE_NONE)
        return;
    struct point beside = spot_of(scene, event->node);
    int left = thing->cell.x * TILE_SIZE, top = thing->cell.y * TILE_SIZE,
        x = beside.x + FIGURE_WIDTH;
    /* Without room on the right it stands on the left of the follower, not over it. */
    x = x > left + TILE_SIZE - 150 ? beside.x - FIGURE_WIDTH : x;
    thing->at =
        (struct point){within(left + 150, x, left + TILE_SIZE - 150),
                       within(top + 150, beside.y - FIGURE_WIDTH / 2, top + TILE_SIZE - 150)};
}

static void add_wall(struct scene *scene, const struct event *event)
{
    if (event->tile == TILE_NONE)
        return;
    enum edge_part where = (enum edge_part)edge_pieces[event->wall.piece].where;
    struct thing *thing = add(scene, where == ALONG ? THING_WALL : THING_ON_WALL, event);
    thing->piece = event->wall.piece;
    thing->side = event->wall.side;
    /* A side begins at its western or northern end, as in the drawing in letters. */
    int x = where != AT_BEGINNING                            ? TILE_CENTRE
            : thing->side == SIDE_N || thing->side == SIDE_E ? 90
                                                             : TILE_SIZE - 90;
    thing->at = thing_beside(thing, x, -80);
}

/* Adds a stack with one piece more, in place of the stack that was there. */
static void add_stack(struct scene *scene, const struct event *event, unsigned number)
{
    for (size_t i = 0; i < scene->count; i++) {
        struct thing *before = &scene->things[i];
        if (before->kind == THING_STACK && before->node == event->node && thing_stays(before))
            before->to = stage_of(scene);
    }
    struct thing *thing = add(scene, THING_STACK, event);
    const struct laid_tile *laid = &scene->ledger->tiles[thing->tile];
    struct lie lie = {laid->cell, laid->orient % 4};
    unsigned drawn = scene_design(scene, laid->design);
    thing->at = lie_point(lie, scene->drawn[drawn].shape.signs[event->node % NODES_PER_TILE]);
    thing->piece = (uint8_t)number;
    thing->height = event->height;
}

static void add_building(struct scene *scene, const struct event *event, unsigned number)
{
    struct thing *thing = add(scene, THING_BUILDING, event);
    thing->piece = (uint8_t)number;
    thing->side =
        (uint8_t)(ports_first(ledger_node_ports(scene->ledger, event->node) & PORTS_MIDDLE) / 3 %
                  SIDES);
    thing->at = thing_beside(thing, TILE_CENTRE, 0);
}

/* Returns the stage of a finding that was raised during `stage`. If this stage or the next one
 * belongs to the finding's turn, it is the stage of the finding; otherwise it is the first stage of
 * that turn. A finding without such a turn has `stage`, or the last turn's stage if that is
 * earlier. */
static uint16_t stage_of_finding(const struct ledger *ledger, const struct finding *finding,
                                 uint16_t stage)
{
    uint16_t at = 0, first = 0;
    for (size_t i = 0; i < ledger->count; i++) {
        if (ledger->events[i].kind != EVENT_TURN)
            continue;
        at++;
        if (ledger->events[i].turn != finding->turn)
            continue;
        if (at == stage || at == stage + 1)
            return at;
        first = first ? first : at;
    }
    return finding->turn && first ? first : stage < at || !at ? stage : at;
}

/* Adds a finding, on the cell that it names if that is not far off the table, otherwise on the tile
 * of its turn. */
static void add_finding(struct scene *scene, const struct event *event)
{
    const struct finding *finding = event->finding;
    const struct ledger *ledger = scene->ledger;
    struct thing *thing = add(scene, THING_FINDING, event);
    struct cell least, greatest;
    ledger_bounds(ledger, &least, &greatest);
    thing->finding = finding;
    thing->turn = finding->turn;
    thing->from = stage_of_finding(ledger, finding, stage_of(scene));
    bool placed = false;
    if (finding->cell) {
        char *rest;
        long x = strtol(finding->cell, &rest, 10),
             y = *rest == ',' ? strtol(rest + 1, NULL, 10) : 0;
        placed = x >= least.x - 1 && x <= greatest.x + 1 && y >= least.y - 1 && y <= greatest.y + 1;
        if (placed)
            thing->cell = (struct cell){(int16_t)x, (int16_t)y};
    }
    for (unsigned tile = 0; !placed && finding->turn && tile < ledger->tile_count; tile++)
        if (ledger->tiles[tile].turn == finding->turn && ledger->tiles[tile].seat != SEAT_NONE) {
            thing->cell = ledger->tiles[tile].cell;
            placed = true;
        }
    thing->at = lie_point((struct lie){thing->cell, 0}, (struct point){TILE_CENTRE, TILE_CENTRE});
    thing->nowhere = !placed;
}

static void take(struct scene *scene, const struct event *event)
{
    switch (event->kind) {
    case EVENT_LAID:
        add_tile(scene, event);
        break;
    case EVENT_TURN:
        scene->turns++;
        break;
    case EVENT_BUILT:
        add(scene, THING_BRIDGE, event);
        break;
    case EVENT_FOLLOWER:
        add_meeple(scene, event);
        break;
    case EVENT_FINDING:
        add_finding(scene, event);
        break;
    default:
        if (LEAVE_EVENTS & EVENTS(event->kind))
            end_meeple(scene, event);
        if (EDGE_EVENTS & EVENTS(event->kind))
            add_wall(scene, event);
        add_load(scene, event);
        for (unsigned i = 0; i < BUILDINGS; i++)
            if (event->kind == buildings[i].event)
                add_building(scene, event, i);
        for (unsigned i = 0; i < STACKS; i++)
            if (event->kind == stack_pieces[i].event)
                add_stack(scene, event, i);
        for (unsigned i = 0; i < NEUTRALS; i++)
            if (event->kind == neutrals[i].event) {
                end_last(scene, THING_NEUTRAL, i);
                add_neutral(scene, event, i);
            }
    }
}

void scene_make(struct scene *scene, const struct ledger *ledger)
{
    scene->ledger = ledger;
    for (unsigned tile = 0; tile < ledger->tile_count; tile++)
        if (ledger->tiles[tile].design)
            scene_design(scene, ledger->tiles[tile].design);
    for (size_t i = 0; i < ledger->count; i++)
        take(scene, &ledger->events[i]);
}

void scene_bounds(const struct scene *scene, struct cell *least, struct cell *greatest)
{
    bool any = false;
    *least = *greatest = (struct cell){0, 0};
    for (size_t i = 0; i < scene->count; i++) {
        struct cell cell = scene->things[i].cell;
        if (scene->things[i].nowhere)
            continue;
        if (!any)
            *least = *greatest = cell;
        any = true;
        *least = (struct cell){cell.x < least->x ? cell.x : least->x,
                               cell.y < least->y ? cell.y : least->y};
        *greatest = (struct cell){cell.x > greatest->x ? cell.x : greatest->x,
                                  cell.y > greatest->y ? cell.y : greatest->y};
    }
}

size_t scene_crop(const struct scene *scene, struct cell middle, int around, uint16_t stage,
                  struct thing *things)
{
    size_t count = 0;
    for (size_t i = 0; i < scene->count; i++) {
        const struct thing *thing = &scene->things[i];
        bool is_near = !thing->nowhere && abs(thing->cell.x - middle.x) <= around &&
                       abs(thing->cell.y - middle.y) <= around;
        bool is_there = thing->from <= stage && thing->to > stage;
        if (!is_near || !is_there || (thing->kind == THING_FINDING && thing->from != stage))
            continue;
        things[count] = *thing;
        things[count++].to = STAGE_NEVER;
    }
    return count;
}

void scene_free(struct scene *scene)
{
    memory_free(scene->things);
    memory_free(scene->drawn);
    *scene = (struct scene){.things = NULL};
}
