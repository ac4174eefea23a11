/* SPDX-License-Identifier: MIT */
/* Draws the things of a scene, layer by layer. */
#include "draw/picture.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/finding.h"
#include "base/memory.h"

typedef void put_thing(struct picture *picture, const struct thing *thing);

/* Draws a thing if it is there at the end. A picture that `lives` also shows the things that were
 * removed before, and gives the stages of each thing. A thing that came and was removed in the same
 * stage is left out. */
static void put(struct picture *picture, const struct thing *thing, put_thing *write)
{
    if (thing->nowhere || (picture->lives ? thing->to == thing->from : !thing_stays(thing)))
        return;
    if (picture->lives) {
        sink_printf(&picture->body, "<g data-from=\"%u\"", thing->from);
        if (!thing_stays(thing))
            sink_printf(&picture->body, " data-to=\"%u\" class=\"off\"", thing->to);
        sink_char(&picture->body, '>');
    }
    write(picture, thing);
    if (picture->lives)
        sink_cstr(&picture->body, "</g>\n");
}

static void each(struct picture *picture, enum thing_kind kind, put_thing *write)
{
    const struct scene *scene = &picture->scene;
    for (const struct thing *thing = scene->things; thing < scene->things + scene->count; thing++)
        if (thing->kind == kind)
            put(picture, thing, write);
}

static const struct laid_tile *laid_of(const struct picture *picture, const struct thing *thing)
{
    return &picture->scene.ledger->tiles[thing->tile];
}

static struct lie lie_of(const struct laid_tile *laid)
{
    return (struct lie){laid->cell, laid->orient};
}

static void put_square(struct sink *body, struct cell cell)
{
    struct point at = lie_point((struct lie){cell, 0}, (struct point){0, 0});
    sink_printf(body, "M%d %dh1000v1000h-1000z", at.x, at.y);
}

static void put_path(struct sink *body, const char *class, struct cell cell)
{
    sink_printf(body, "<path class=\"%s\" d=\"", class);
    put_square(body, cell);
    sink_cstr(body, "\"/>");
}

static void put_ground(struct picture *picture, const struct thing *thing)
{
    const struct design *design = laid_of(picture, thing)->design;
    put_path(&picture->body, !design ? "u" : draw_is_town(design) ? "z" : "g", thing->cell);
}

static void put_tile(struct picture *picture, const struct thing *thing)
{
    const struct laid_tile *laid = laid_of(picture, thing);
    struct sink *body = &picture->body;
    if (laid->design) {
        picture_tile(picture, laid->design, lie_of(laid));
    } else {
        sink_printf(body, "<text class=\"q\" x=\"%d\" y=\"%d\">", thing->at.x, thing->at.y + 100);
        svg_text(body, str_of(laid->named ? laid->named->name : "?"));
        sink_cstr(body, "</text>");
    }
    sink_cstr(body, "<path class=\"edge\"");
    if (picture->lives)
        sink_printf(body, " id=\"%st%u\"", picture->prefix, thing->tile);
    sink_cstr(body, " d=\"");
    put_square(body, thing->cell);
    sink_cstr(body, "\"/>");
}

static void put_ground_and_tile(struct picture *picture, const struct thing *thing)
{
    put_ground(picture, thing);
    put_tile(picture, thing);
}

static void put_signs(struct picture *picture, const struct thing *thing)
{
    const struct laid_tile *laid = laid_of(picture, thing);
    if (laid->design)
        picture_signs(picture, laid->design, lie_of(laid));
}

static void put_bridge(struct picture *picture, const struct thing *thing)
{
    struct point at = lie_point((struct lie){thing->cell, 0}, (struct point){0, 0});
    picture->bridges = true;
    sink_printf(&picture->body, "<use xlink:href=\"#%sbridge\" transform=\"translate(%d %d)%s\"/>",
                picture->prefix, at.x, at.y,
                thing->node % NODES_PER_TILE == NODE_BUILT ? "" : "rotate(90 500 500)");
}

static void put_line(struct sink *body, const char *class, const struct thing *thing, int y)
{
    int from = edge_pieces[thing->piece].from;
    struct point a = thing_beside(thing, from, y), b = thing_beside(thing, TILE_SIZE - from, y);
    sink_printf(body, "<path class=\"%s\" d=\"M%d %dL%d %d\"/>", class, a.x, a.y, b.x, b.y);
}

static void put_wall(struct picture *picture, const struct thing *thing)
{
    const struct edge_piece *piece = &edge_pieces[thing->piece];
    put_line(&picture->body, piece->class, thing, -70);
    struct point arch = thing_beside(thing, TILE_CENTRE, -70);
    if (piece->over == OVER_ARCH)
        sink_printf(&picture->body, "<circle class=\"arch\" cx=\"%d\" cy=\"%d\" r=\"45\"/>", arch.x,
                    arch.y);
    else if (piece->over == OVER_TEETH)
        put_line(&picture->body, "teeth", thing, -135);
}

/* Draws a figure; its title says whose it is, where it stands, and since when. */
static void put_figure(struct picture *picture, enum figure figure, const char *what,
                       const struct thing *thing)
{
    char name[NODE_NAME_SIZE] = "", about[96];
    if (thing->node != NODE_NONE)
        ledger_node_name(picture->scene.ledger, thing->node, name);
    snprintf(about, sizeof about, "%c's %s%s%s, turn %u", 'a' + thing->seat, what, *name ? " " : "",
             name, thing->turn);
    picture_figure(picture, figure, thing->seat, thing->at, about);
}

static void put_meeple(struct picture *picture, const struct thing *thing)
{
    /* Each kind of meeple has two figures: standing, and lying in a field. */
    static const uint8_t figure_of[MEEPLE_KINDS][2] = {
#define MEEPLE_FIGURE(kind, stands, lies) [MEEPLE_##kind] = {FIGURE_##stands, FIGURE_##lies},
#include "rows.h"
    };
    bool lies = ledger_node_kind(picture->scene.ledger, thing->node) == KIND_FIELD;
    put_figure(picture, (enum figure)figure_of[thing->meeple][lies],
               meeple_kinds[thing->meeple].words, thing);
    if (thing->load)
        sink_printf(&picture->body, "<text class=\"bar\" x=\"%d\" y=\"%d\">%u</text>",
                    thing->at.x + 130, thing->at.y + 130, thing->load);
}

static void put_piece(struct picture *picture, const struct thing *thing)
{
    static const uint8_t on_edge[PIECE_COUNT + 1] = {
#define EDGE_FIGURE(piece, letter, where, figure) [PIECE_##piece] = FIGURE_##figure,
#include "rows.h"
    };
    static const uint8_t of_building[BUILDINGS + 1] = {
#define BUILDING(event, name, letter, figure) FIGURE_##figure,
#include "rows.h"
    };
    unsigned figure =
        thing->kind == THING_BUILDING ? of_building[thing->piece] : on_edge[thing->piece];
    put_figure(picture, (enum figure)figure, thing_name(thing), thing);
}

static void put_neutral(struct picture *picture, const struct thing *thing)
{
    static const uint8_t glyph_of[NEUTRALS + 1] = {
#define NEUTRAL(event, name, letter, column, glyph, x, y) GLYPH_##glyph,
#include "rows.h"
    };
    picture_glyph(picture, (enum glyph)glyph_of[thing->piece], thing->at);
}

/* Draws a stack with its height below it. */
static void put_stack(struct picture *picture, const struct thing *thing)
{
    static const uint8_t glyph_of[STACKS + 1] = {
#define STACK(event, name, glyph) GLYPH_##glyph,
#include "rows.h"
    };
    picture_glyph(picture, (enum glyph)glyph_of[thing->piece], thing->at);
    sink_printf(&picture->body, "<text class=\"bar\" x=\"%d\" y=\"%d\">%u</text>",
                thing->at.x + 120, thing->at.y + 130, thing->height);
}

static void put_last(struct picture *picture, const struct thing *thing)
{
    sink_printf(&picture->body, "<g class=\"last\"><title>laid in turn %u</title>", thing->turn);
    put_path(&picture->body, "inner", thing->cell);
    sink_printf(&picture->body, "<path d=\"M%d %dh1056v1056h-1056z\"/></g>", thing->at.x - 528,
                thing->at.y - 528);
}

/* Draws the code of a finding on its cell. Up to four codes stand there in rows of two, so that the
 * middle of the tile stays free as long as possible. After the fourth one stands the number of
 * those left out. */
static void put_finding(struct picture *picture, const struct thing *thing)
{
    enum { CODES_MAX = 4 };
    const struct finding *finding = thing->finding;
    const struct scene *scene = &picture->scene;
    struct sink *body = &picture->body;
    int before = 0, all = 0;
    for (const struct thing *other = scene->things; other < scene->things + scene->count; other++) {
        bool here = other->kind == THING_FINDING && !other->nowhere &&
                    other->cell.x == thing->cell.x && other->cell.y == thing->cell.y;
        before += here && other < thing;
        all += here;
    }
    if (before >= CODES_MAX)
        return;
    sink_printf(body, "<g class=\"%s\">",
                finding->severity == SEVERITY_WARNING ? "warning" : "error");
    if (!before)
        sink_printf(body, "<path d=\"M%d %dh940v940h-940z\"/>", thing->at.x - 470,
                    thing->at.y - 470);
    sink_printf(body, "<text x=\"%d\" y=\"%d\">%u", thing->at.x - 430 + 450 * (before % 2),
                thing->at.y - 270 + 200 * (before / 2), finding->kind->code);
    if (before == CODES_MAX - 1 && all > CODES_MAX)
        sink_printf(body, " +%d", all - CODES_MAX);
    sink_cstr(body, "</text><title>");
    svg_text(body, str_of(finding->when ? finding->when : ""));
    sink_cstr(body, finding->when ? ": " : "");
    svg_text(body, str_of(finding->text));
    sink_cstr(body, "</title></g>");
}

/* ---- Owners of fields ---- */

static unsigned find_root(const uint16_t *parent, unsigned node)
{
    while (parent[node] != node)
        node = parent[node];
    return node;
}

/* Returns for each node the set of seats that have most followers on its field; 0 if there are no
 * followers, or if the node is not a field. */
static uint8_t *find_owners(const struct picture *picture)
{
    const struct ledger *ledger = picture->scene.ledger;
    uint16_t *parent = memory_get(NODES_MAX * sizeof *parent);
    uint8_t(*followers)[SEATS_MAX] = memory_zeroed(NODES_MAX, sizeof *followers),
    *owners = memory_zeroed(NODES_MAX, 1);
    for (unsigned node = 0; node < NODES_MAX; node++)
        parent[node] = (uint16_t)node;
    for (size_t i = 0; i < ledger->count; i++)
        if (ledger->events[i].kind == EVENT_JOINED)
            parent[find_root(parent, ledger->events[i].other)] =
                (uint16_t)find_root(parent, ledger->events[i].node);
    for (size_t i = 0; i < picture->scene.count; i++) {
        const struct thing *thing = &picture->scene.things[i];
        if (thing->kind == THING_FOLLOWER && thing_stays(thing) && thing->seat < SEATS_MAX)
            followers[find_root(parent, thing->node)][thing->seat]++;
    }
    for (unsigned node = 0; node < ledger->tile_count * NODES_PER_TILE; node++) {
        const struct design *design = ledger->tiles[node / NODES_PER_TILE].design;
        const uint8_t *on = followers[find_root(parent, node)];
        uint8_t most = 1;
        for (unsigned seat = 0; seat < SEATS_MAX; seat++)
            most = on[seat] > most ? on[seat] : most;
        for (unsigned seat = 0; seat < SEATS_MAX; seat++)
            if (on[seat] == most && design && node % NODES_PER_TILE < design->segment_count &&
                design->segments[node % NODES_PER_TILE].kind == KIND_FIELD)
                owners[node] |= (uint8_t)(1u << seat);
    }
    memory_free(parent);
    memory_free(followers);
    return owners;
}

/* Hatches fields in the colours of their owners, with one path for all fields of the same
 * owners. */
static void put_owners(struct picture *picture)
{
    const struct ledger *ledger = picture->scene.ledger;
    uint8_t *owners = find_owners(picture);
    for (unsigned set = 1; set < 1u << SEATS_MAX; set++) {
        bool any = false;
        for (unsigned node = 0; node < ledger->tile_count * NODES_PER_TILE; node++) {
            const struct laid_tile *laid = &ledger->tiles[node / NODES_PER_TILE];
            if (owners[node] != set)
                continue;
            if (!any)
                sink_printf(&picture->body, "<path fill=\"url(#%so%u)\" fill-rule=\"evenodd\" d=\"",
                            picture->prefix, set);
            any = true;
            unsigned number = scene_design(&picture->scene, laid->design);
            svg_path(&picture->body,
                     &picture->scene.drawn[number].shape.land[node % NODES_PER_TILE],
                     (struct lie){laid->cell, laid->orient}, true);
        }
        if (any)
            sink_cstr(&picture->body, "\"/>\n");
        picture->owners |= (uint64_t)any << set;
    }
    memory_free(owners);
}

/* ---- The whole table ---- */

static void put_numbers(struct picture *picture)
{
    struct sink *body = &picture->body;
    struct cell least, greatest;
    scene_bounds(&picture->scene, &least, &greatest);
    sink_cstr(body, "<g class=\"n\">");
    for (int x = least.x; x <= greatest.x; x++)
        sink_printf(body, "<text x=\"%d\" y=\"%d\">%d</text>", x * TILE_SIZE + 500,
                    least.y * TILE_SIZE - 350, x);
    for (int y = least.y; y <= greatest.y; y++)
        sink_printf(body, "<text x=\"%d\" y=\"%d\">%d</text>", least.x * TILE_SIZE - 500,
                    y * TILE_SIZE + 580, y);
    sink_cstr(body, "</g>\n");
}

void picture_table(struct picture *picture, bool owners)
{
    if (owners) {
        each(picture, THING_TILE, put_ground);
        put_owners(picture);
        each(picture, THING_TILE, put_tile);
    } else {
        each(picture, THING_TILE, put_ground_and_tile);
    }
    static const struct {
        enum thing_kind kind;
        put_thing *put;
    } layers[] = {{THING_WALL, put_wall},     {THING_BRIDGE, put_bridge},
                  {THING_TILE, put_signs},    {THING_STACK, put_stack},
                  {THING_LAST, put_last},     {THING_BUILDING, put_piece},
                  {THING_ON_WALL, put_piece}, {THING_FOLLOWER, put_meeple}};
    for (unsigned i = 0; i < sizeof layers / sizeof layers[0]; i++)
        each(picture, layers[i].kind, layers[i].put);
    for (unsigned i = NEUTRALS; i-- > 0;)
        for (size_t k = 0; k < picture->scene.count; k++) {
            const struct thing *thing = &picture->scene.things[k];
            if (thing->kind == THING_NEUTRAL && thing->piece == i)
                put(picture, thing, put_neutral);
        }
    each(picture, THING_FINDING, put_finding);
    put_numbers(picture);
}
