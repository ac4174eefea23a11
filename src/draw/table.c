/* The table in letters. See draw.h. */
#include <stdio.h>

#include "draw/draw.h"

/* A follower that stands when the ledger ends. */
struct stander {
    uint16_t node, turn;
    uint8_t seat;
};

enum { STANDERS_MOST = 64 };

/* Where a follower's letter stands on the tile's drawing, by the segment's first port: the side's middle, or near
 * the half's corner. */
static void mark(struct drawing *d, enum kind kind, unsigned port, char letter)
{
    static const uint8_t spots[PORTS][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 4}, {2, 4},
                                            {2, 3}, {2, 2}, {2, 1}, {2, 0}, {1, 0}, {0, 0}};
    if (kind == KIND_MONASTERY)
        d->at[1][2] = letter;
    else if (port == PORT_NONE)
        d->at[1][1] = letter;
    else if (kind == KIND_FIELD)
        d->at[spots[port][0]][spots[port][1]] = letter;
    else
        d->at[spots[port / 3 * 3 + 1][0]][spots[port / 3 * 3 + 1][1]] = letter;
}

static unsigned find_standers(const struct ledger *ledger, struct stander standers[STANDERS_MOST])
{
    unsigned count = 0;
    for (size_t i = 0; i < ledger->count; i++) {
        const struct event *event = &ledger->events[i];
        if (event->kind == EVENT_STOOD && count < STANDERS_MOST)
            standers[count++] = (struct stander){event->node, event->turn, event->seat};
        if (event->kind != EVENT_RETURNED)
            continue;
        unsigned k = 0;
        while (k < count && (standers[k].node != event->node || standers[k].seat != event->seat))
            k++;
        for (; k + 1 < count; k++)
            standers[k] = standers[k + 1];
        count -= count > 0;
    }
    return count;
}

static void draw_tile(const struct ledger *ledger, unsigned tile, const struct stander *standers, unsigned count,
                      struct drawing *d)
{
    const struct laid_tile *laid = &ledger->tiles[tile];
    draw_design(laid->design, laid->orient, d);
    for (unsigned i = 0; i < count; i++) {
        if (standers[i].node / NODES_PER_TILE != tile)
            continue;
        const struct segment *segment = &laid->design->segments[standers[i].node % NODES_PER_TILE];
        mark(d, segment->kind, ports_first(ports_turned(segment->ports, laid->orient)), (char)('A' + standers[i].seat));
    }
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

void draw_table(const struct ledger *ledger, bool color, struct sink *sink)
{
    struct stander standers[STANDERS_MOST];
    unsigned count = find_standers(ledger, standers);
    int left = 0, right = 0, top = 0, bottom = 0;
    for (unsigned i = 0; i < ledger->tile_count; i++) {
        struct cell cell = ledger->tiles[i].cell;
        left = cell.x < left ? cell.x : left;
        right = cell.x > right ? cell.x : right;
        top = cell.y < top ? cell.y : top;
        bottom = cell.y > bottom ? cell.y : bottom;
    }
    sink_cstr(sink, "     ");
    for (int x = left; x <= right; x++)
        sink_printf(sink, "%4d ", x);
    sink_char(sink, '\n');
    for (int y = top; y <= bottom; y++) {
        struct drawing drawings[2 * CELL_MOST + 1];
        int last = left - 1;
        for (int x = left; x <= right; x++)
            memset(&drawings[x - left], ' ', sizeof drawings[0]);
        for (unsigned i = 0; i < ledger->tile_count; i++) {
            if (ledger->tiles[i].cell.y != y)
                continue;
            draw_tile(ledger, i, standers, count, &drawings[ledger->tiles[i].cell.x - left]);
            last = ledger->tiles[i].cell.x > last ? ledger->tiles[i].cell.x : last;
        }
        for (unsigned row = 0; row < DRAW_ROWS; row++) {
            if (row == 1)
                sink_printf(sink, "%4d ", y);
            else
                sink_cstr(sink, "     ");
            for (int x = left; x <= last; x++)
                print_row(sink, drawings[x - left].at[row], color);
            sink_char(sink, '\n');
        }
    }
    for (unsigned i = 0; i < count; i++) {
        char name[NODE_NAME_SIZE];
        ledger_node_name(ledger, standers[i].node, name);
        sink_printf(sink, "%c stands on the %s %s since turn %u\n", 'a' + standers[i].seat,
                    kinds[ledger->tiles[standers[i].node / NODES_PER_TILE].design->segments[standers[i].node % NODES_PER_TILE].kind].name,
                    name, standers[i].turn);
    }
}
