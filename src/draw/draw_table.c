/* SPDX-License-Identifier: MIT */
/* The table in letters. See draw.h. */
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "draw/draw.h"
#include "draw/scene.h"
#include "report/report.h"
#include "ledger/namer.h"

/* A follower that stands when the ledger ends. */
struct stander {
    uint16_t node, turn;
    uint8_t seat, kind; /* enum meeple_kind */
};

enum { STANDERS_MAX = 64 };

/* Where a follower's letter stands on the tile's drawing, by the segment's first port: the side's
 * middle, or near the half's corner. */
static void mark(struct drawing *d, enum kind kind, unsigned port, char letter)
{
    static const uint8_t spots[PORTS][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 4}, {2, 4},
                                            {2, 3}, {2, 2}, {2, 1}, {2, 0}, {1, 0}, {0, 0}};
    if (kind == KIND_MONASTERY)
        d->at[1][2] = letter;
    else if (kind == KIND_GARDEN)
        d->at[2][2] = letter;
    else if (kinds[kind].stacks)
        d->at[1][3] = letter;
    else if (port == PORT_NONE)
        d->at[1][1] = letter;
    else if (kind == KIND_FIELD)
        d->at[spots[port][0]][spots[port][1]] = letter;
    else
        d->at[spots[port / 3 * 3 + 1][0]][spots[port / 3 * 3 + 1][1]] = letter;
}

static unsigned find_standers(const struct ledger *ledger, struct stander standers[STANDERS_MAX])
{
    unsigned count = 0;
    for (size_t i = 0; i < ledger->count; i++) {
        const struct event *event = &ledger->events[i];
        if (event->kind == EVENT_FOLLOWER && count < STANDERS_MAX)
            standers[count++] =
                (struct stander){event->node, event->turn, event->seat, event->meeple};
        if (!(LEAVE_EVENTS & EVENTS(event->kind)))
            continue;
        unsigned k = 0;
        while (k < count && (standers[k].node != event->node || standers[k].seat != event->seat ||
                             standers[k].kind != event->meeple))
            k++;
        if (k == count)
            continue;
        for (count--; k < count; k++)
            standers[k] = standers[k + 1];
    }
    return count;
}

/* The pieces that belong to nobody, and castles: what the last events say. */
static unsigned last_tile(const struct ledger *ledger, enum event_kind kind)
{
    for (size_t i = ledger->count; i-- > 0;)
        if (ledger->events[i].kind == kind)
            return ledger->events[i].tile;
    return TILE_NONE;
}

/* Roads built over the tile go over everything but a monastery. */
static void draw_built(unsigned built, struct drawing *d)
{
    for (unsigned row = 0; row < DRAW_ROWS && built & 1; row++)
        if (d->at[row][2] != 'M')
            d->at[row][2] = ':';
    for (unsigned column = 0; column < DRAW_COLUMNS && built & 2; column++)
        if (d->at[1][column] != 'M')
            d->at[1][column] = '=';
}

/* The building of a kind of event; BUILDINGS for none. */
static unsigned building_of(const struct event *event)
{
    unsigned i = 0;
    while (i < BUILDINGS && buildings[i].event != event->kind)
        i++;
    return i;
}

/* A building on a city of two tiles: of the tile that names it, the side; the other tile is beyond
 * that side. */
static void draw_buildings(const struct ledger *ledger, unsigned tile, struct drawing *d)
{
    for (size_t i = 0; i < ledger->count; i++) {
        const struct event *event = &ledger->events[i];
        unsigned building = building_of(event);
        if (building == BUILDINGS)
            continue;
        const struct laid_tile *named = &ledger->tiles[event->node / NODES_PER_TILE],
                               *laid = &ledger->tiles[tile];
        unsigned side = ports_first(ledger_node_ports(ledger, event->node) & PORTS_MIDDLE) / 3;
        bool beyond = laid->cell.x == named->cell.x + side_dx[side] &&
                      laid->cell.y == named->cell.y + side_dy[side];
        if (named != laid && !beyond)
            continue;
        mark(d, KIND_CITY, 3 * (beyond ? side_opposite(side) : side) + 1,
             buildings[building].letter);
    }
}

/* Returns the event that stacked the last piece on a tile, NULL for none. */
static const struct event *last_stack(const struct ledger *ledger, unsigned tile)
{
    static const uint64_t stacking = 0
#define STACK(event, ...) | EVENTS(EVENT_##event)
#include "rows.h"
        ;
    for (size_t i = ledger->count; i > 0; i--) {
        const struct event *event = &ledger->events[i - 1];
        if (stacking & EVENTS(event->kind) && event->tile == tile)
            return event;
    }
    return NULL;
}

static void draw_tile(const struct ledger *ledger, unsigned tile, const struct stander *standers,
                      unsigned count, struct drawing *d)
{
    const struct laid_tile *laid = &ledger->tiles[tile];
    draw_design(laid->design, laid->orient, d);
    draw_built(laid->built, d);
    draw_buildings(ledger, tile, d);
    const struct event *stack = last_stack(ledger, tile);
    if (stack)
        mark(d, ledger_node_kind(ledger, stack->node), PORT_NONE,
             (char)(stack->height < 10 ? '0' + stack->height : '+'));
    for (unsigned i = 0; i < NEUTRALS; i++)
        if (last_tile(ledger, neutrals[i].event) == tile)
            d->at[1][neutrals[i].column] = neutrals[i].letter;
    for (unsigned i = 0; i < count; i++) {
        if (standers[i].node / NODES_PER_TILE != tile)
            continue;
        mark(d, ledger_node_kind(ledger, standers[i].node),
             ports_first(ledger_node_ports(ledger, standers[i].node)),
             (char)('A' + standers[i].seat));
    }
}

/* A wall is drawn beyond its side, into the empty cell there, with what stands on it. */
static void draw_wall(const struct event *event, struct drawing *d)
{
    unsigned side = event->wall.side;
    const struct edge_piece *piece = &edge_pieces[event->wall.piece];
    bool across = side == SIDE_N || side == SIDE_S;
    unsigned length = across ? DRAW_COLUMNS : DRAW_ROWS;
    for (unsigned i = 0; i < length; i++) {
        char *at = across ? &d->at[side == SIDE_N ? DRAW_ROWS - 1 : 0][i]
                          : &d->at[i][side == SIDE_W ? DRAW_COLUMNS - 1 : 0];
        if (piece->where == ALONG || i == (piece->where == AT_MIDDLE ? length / 2 : 0))
            *at = piece->letter ? piece->letter : (char)('A' + event->seat);
    }
}

/* All walls whose outer cells lie in a row of the table, or what stands on them, which may share a
 * corner with another wall. */
static int draw_walls(const struct ledger *ledger, bool pieces, int y, int left, int right,
                      int last, struct drawing *drawings)
{
    for (size_t i = 0; i < ledger->count; i++) {
        const struct event *event = &ledger->events[i];
        if (!(EDGE_EVENTS & EVENTS(event->kind)) || event->tile == TILE_NONE ||
            (edge_pieces[event->wall.piece].where != ALONG) != pieces)
            continue;
        struct cell cell = ledger->tiles[event->tile].cell;
        int x = cell.x + side_dx[event->wall.side];
        if (cell.y + side_dy[event->wall.side] != y || x < left || x > right)
            continue;
        draw_wall(event, &drawings[x - left]);
        last = x > last ? x : last;
    }
    return last;
}

static bool has_walls(const struct ledger *ledger)
{
    for (size_t i = 0; i < ledger->count; i++)
        if (EDGE_EVENTS & EVENTS(ledger->events[i].kind))
            return true;
    return false;
}

static void print_row(struct sink *sink, const char *row, bool color)
{
    for (unsigned i = 0; i < DRAW_COLUMNS; i++) {
        if (color && row[i] >= 'A' && row[i] <= 'F')
            sink_printf(sink, "\033[1;%dm%c\033[0m", 31 + row[i] - 'A', row[i]);
        else
            sink_char(sink, row[i]);
    }
}

/* " with 5 sheep" */
static void print_load(const struct ledger *ledger, const struct stander *stander,
                       struct sink *sink)
{
    unsigned load = 0;
    const char *name = NULL;
    for (size_t i = 0; i < ledger->count && !kind_is_follower(stander->kind); i++) {
        const struct event *event = &ledger->events[i];
        if (event->node != stander->node || event->seat != stander->seat)
            continue;
        load = event->kind == EVENT_FOLLOWER && event->meeple == stander->kind
                   ? 0
                   : load + ledger_load(event, &name);
    }
    if (load)
        sink_printf(sink, " with %u %s", load, name);
}

/* Below the table: where the followers stand, and the pieces that it does not show. */
static void print_followers(const struct stander *standers, unsigned count,
                            const struct ledger *ledger, struct sink *sink)
{
    struct namer *namer = memory_get(sizeof *namer);
    namer_begin(namer, ledger);
    namer_take_all(namer);
    for (unsigned i = 0; i < count; i++) {
        bool is_small = standers[i].kind == MEEPLE_SMALL;
        sink_printf(sink, "%c%s%s stands on ", 'a' + standers[i].seat, is_small ? "" : "'s ",
                    is_small ? "" : meeple_kinds[standers[i].kind].words);
        namer_print(namer, standers[i].node, sink);
        sink_printf(sink, " since turn %u", standers[i].turn);
        print_load(ledger, &standers[i], sink);
        sink_char(sink, '\n');
    }
    memory_free(namer);
}

static void print_pieces(const struct ledger *ledger, struct sink *sink)
{
    for (unsigned i = 0; i < NEUTRALS; i++) {
        unsigned tile = last_tile(ledger, neutrals[i].event);
        if (tile != TILE_NONE)
            sink_printf(sink, "the %s is on %d,%d\n", neutrals[i].name, ledger->tiles[tile].cell.x,
                        ledger->tiles[tile].cell.y);
    }
    for (size_t i = 0; i < ledger->count; i++) {
        char name[NODE_NAME_SIZE];
        unsigned building = building_of(&ledger->events[i]);
        if (building == BUILDINGS)
            continue;
        ledger_node_name(ledger, ledger->events[i].node, name);
        sink_printf(sink, "%c's %s %s was founded in turn %u\n", 'a' + ledger->events[i].seat,
                    buildings[building].name, name, ledger->events[i].turn);
    }
    for (unsigned tile = 0; tile < ledger->tile_count; tile++) {
        const struct event *stack = last_stack(ledger, tile);
        struct cell cell = ledger->tiles[tile].cell;
        for (unsigned i = 0; stack && i < STACKS; i++)
            if (stack_pieces[i].event == stack->kind)
                sink_printf(sink, "%s on %d,%d: height %u\n", stack_pieces[i].name, cell.x, cell.y,
                            stack->height);
    }
    for (size_t i = 0; i < ledger->count; i++) {
        const struct event *event = &ledger->events[i];
        if (!(EDGE_EVENTS & EVENTS(event->kind)) || event->tile == TILE_NONE ||
            edge_pieces[event->wall.piece].where == ALONG)
            continue;
        struct cell cell = ledger->tiles[event->tile].cell;
        sink_printf(sink, "%c's %s is on %d,%d%c since turn %u\n", 'a' + event->seat,
                    piece_names[event->wall.piece], cell.x, cell.y, "NESW"[event->wall.side],
                    event -> turn);
    }
}

/* "a holds b's follower, c's large follower" */
static void print_prisoners(const struct ledger *ledger, struct sink *sink)
{
    unsigned held[SEATS_MAX][SEATS_MAX][MEEPLE_KINDS];
    ledger_prisoners(ledger, held);
    for (unsigned holder = 0; holder < ledger->seat_count; holder++) {
        const char *between = " holds ";
        for (unsigned i = 0; i < SEATS_MAX * MEEPLE_KINDS; i++) {
            unsigned seat = i / MEEPLE_KINDS, kind = i % MEEPLE_KINDS,
                     count = held[holder][seat][kind];
            if (!count)
                continue;
            if (*between == ' ')
                sink_char(sink, (char)('a' + holder));
            sink_printf(sink, "%s%c's %s", between, 'a' + seat, meeple_kinds[kind].words);
            if (count > 1)
                sink_printf(sink, " (%u)", count);
            between = ", ";
        }
        if (*between == ',')
            sink_char(sink, '\n');
    }
}

/* "a has 3 wine, 1 grain" */
static void print_items(const struct ledger *ledger, struct sink *sink)
{
    unsigned held[SEATS_MAX][ITEM_KINDS_MAX];
    ledger_held(ledger, held);
    for (unsigned seat = 0; seat < ledger->seat_count; seat++) {
        bool any = false;
        for (unsigned item = 0; item < ITEM_COUNT; item++) {
            if (!held[seat][item])
                continue;
            if (any)
                sink_cstr(sink, ", ");
            else
                sink_printf(sink, "%c has ", 'a' + seat);
            report_item(sink, item, held[seat][item]);
            any = true;
        }
        if (any)
            sink_char(sink, '\n');
    }
}

/* A part of the table; the column and row of `marked`, which may be NULL, have an arrow. */
static void draw_rows(const struct ledger *ledger, const struct stander *standers, unsigned count,
                      struct cell least, struct cell greatest, const struct cell *marked,
                      bool color, struct sink *sink)
{
    int left = least.x, right = greatest.x;
    sink_cstr(sink, "     ");
    for (int x = left; x <= right; x++)
        sink_printf(sink, "%4d%c", x, marked && marked->x == x ? 'v' : ' ');
    sink_char(sink, '\n');
    for (int y = least.y; y <= greatest.y; y++) {
        struct drawing drawings[2 * CELL_MAX + 3];
        int last = left - 1;
        for (int x = left; x <= right; x++)
            memset(&drawings[x - left], ' ', sizeof drawings[0]);
        for (unsigned i = 0; i < ledger->tile_count; i++) {
            if (ledger->tiles[i].cell.y != y || ledger->tiles[i].cell.x < left ||
                ledger->tiles[i].cell.x > right)
                continue;
            draw_tile(ledger, i, standers, count, &drawings[ledger->tiles[i].cell.x - left]);
            last = ledger->tiles[i].cell.x > last ? ledger->tiles[i].cell.x : last;
        }
        last = draw_walls(ledger, false, y, left, right, last, drawings);
        last = draw_walls(ledger, true, y, left, right, last, drawings);
        for (unsigned row = 0; row < DRAW_ROWS; row++) {
            if (row == 1)
                sink_printf(sink, "%4d%c", y, marked && marked->y == y ? '>' : ' ');
            else
                sink_cstr(sink, "     ");
            for (int x = left; x <= last; x++)
                print_row(sink, drawings[x - left].at[row], color);
            sink_char(sink, '\n');
        }
    }
}

void draw_part(const struct ledger *ledger, struct cell cell, int around, bool color,
               struct sink *sink)
{
    struct stander standers[STANDERS_MAX];
    unsigned count = find_standers(ledger, standers);
    /* Rows and columns in which nothing lies are left out at the edges. */
    struct cell least = cell, greatest = cell;
    int16_t margin = has_walls(ledger);
    for (unsigned i = 0; i < ledger->tile_count; i++) {
        struct cell here = ledger->tiles[i].cell;
        if (abs(here.x - cell.x) > around || abs(here.y - cell.y) > around)
            continue;
        least =
            (struct cell){here.x < least.x ? here.x : least.x, here.y < least.y ? here.y : least.y};
        greatest = (struct cell){here.x > greatest.x ? here.x : greatest.x,
                                 here.y > greatest.y ? here.y : greatest.y};
    }
    least = (struct cell){(int16_t)(least.x - margin), (int16_t)(least.y - margin)};
    greatest = (struct cell){(int16_t)(greatest.x + margin), (int16_t)(greatest.y + margin)};
    draw_rows(ledger, standers, count, least, greatest, &cell, color, sink);
}

void draw_table(const struct ledger *ledger, bool color, struct sink *sink)
{
    struct stander standers[STANDERS_MAX];
    unsigned count = find_standers(ledger, standers);
    struct cell least, greatest;
    ledger_bounds(ledger, &least, &greatest);
    int16_t margin = has_walls(ledger);
    least = (struct cell){(int16_t)(least.x - margin), (int16_t)(least.y - margin)};
    greatest = (struct cell){(int16_t)(greatest.x + margin), (int16_t)(greatest.y + margin)};
    draw_rows(ledger, standers, count, least, greatest, NULL, color, sink);
    print_followers(standers, count, ledger, sink);
    print_pieces(ledger, sink);
    print_items(ledger, sink);
    print_prisoners(ledger, sink);
}
