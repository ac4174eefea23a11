/* SPDX-License-Identifier: MIT */
/* Copies the used beginning of each array, and all plain members. The cells of the table are many
 * and mostly untouched, so they are restored only around tiles that were laid, or built over, after
 * the snapshot.
 */
#include "referee/snapshot.h"

#include <stdlib.h>

#include "base/memory.h"
#include "board/placing.h"

static void add(struct snapshot *s, const void *at, size_t size)
{
    assert(s->range_count < SNAPSHOT_RANGES_MAX);
    s->ranges[s->range_count++] = (struct snapshot_range){(void *)(uintptr_t)at, size};
    s->size += size;
}

/* Adds all members of a structure from `first` to the one before `after`. */
#define ADD_MEMBERS(s, object, type, first, after)                                                 \
    add(s, (const char *)(object) + offsetof(type, first),                                         \
        offsetof(type, after) - offsetof(type, first))

static void list_ranges(struct snapshot *s, const struct referee *r)
{
    const struct table *table = &r->table;
    const struct draw_state *draw = &r->draw;
    size_t tiles = table->tile_count, nodes = tiles * NODES_PER_TILE;
    s->range_count = 0;
    s->size = 0;
    ADD_MEMBERS(s, table, struct table, rows_used, ports);
    add(s, table->ports, tiles * sizeof *table->ports);
    add(s, table->built_ports, tiles * sizeof *table->built_ports);
    add(s, table->closed, tiles * sizeof *table->closed);
    add(s, table->around, tiles * sizeof *table->around);
    add(s, table->parent, nodes * sizeof *table->parent);
    add(s, table->next, nodes * sizeof *table->next);
    add(s, table->features, nodes * sizeof *table->features);
    add(s, table->meeples, table->meeple_count * sizeof *table->meeples);
    add(s, table->meeples + MEEPLES_MAX - table->edge_count,
        table->edge_count * sizeof *table->meeples);
    ADD_MEMBERS(s, r, struct referee, table.meeple_count, draw);
    add(s, draw->counts, draw->kinds * sizeof *draw->counts);
    ADD_MEMBERS(s, draw, struct draw_state, kinds, aside);
    add(s, draw->aside, draw->aside_count * sizeof *draw->aside);
    ADD_MEMBERS(s, r, struct referee, draw.aside_count, claims.paid);
    add(s, r->claims.paid, r->claims.paid_count * sizeof *r->claims.paid);
    add(s, &r->claims.paid_count, sizeof *r - offsetof(struct referee, claims.paid_count));
    add(s, r->ledger->tiles, tiles * sizeof *r->ledger->tiles);
    add(s, &r->ledger->count, sizeof r->ledger->count);
    add(s, &r->ledger->tile_count, sizeof r->ledger->tile_count);
}

static void take_cells(struct snapshot *s, const struct table *table)
{
    s->width = s->height = 0;
    if (!table->tile_count)
        return;
    unsigned last = 0;
    s->top = GRID;
    for (unsigned tile = 0; tile < table->tile_count; tile++) {
        unsigned y = (unsigned)(table->tiles[tile].cell.y + CELL_MAX + 1);
        s->top = y < s->top ? y : s->top;
        last = y > last ? y : last;
    }
    s->top--;
    s->height = last + 2 - s->top;
    s->left = table->left - 1u;
    s->width = table->right + 2u - s->left;
    size_t count = (size_t)s->width * s->height;
    if (count > s->cell_room)
        s->cells = memory_resized(s->cells, (s->cell_room = count) * sizeof *s->cells);
    for (unsigned y = 0; y < s->height; y++)
        memcpy(s->cells + (size_t)y * s->width, &table->cells[s->top + y][s->left],
               s->width * sizeof *s->cells);
}

void snapshot_take(struct snapshot *s, const struct referee *r)
{
    list_ranges(s, r);
    if (s->size > s->room)
        s->bytes = memory_resized(s->bytes, s->room = s->size);
    unsigned char *to = s->bytes;
    for (unsigned i = 0; i < s->range_count; to += s->ranges[i++].size)
        if (s->ranges[i].size)
            memcpy(to, s->ranges[i].at, s->ranges[i].size);
    s->tile_count = r->table.tile_count;
    take_cells(s, &r->table);
    s->findings = *r->findings;
    s->mark = arena_mark(r->arena);
}

/* Restores the nine cells around a tile. */
static void restore_cells(const struct snapshot *s, struct table *table, struct cell cell)
{
    unsigned left = (unsigned)(cell.x + CELL_MAX), top = (unsigned)(cell.y + CELL_MAX);
    for (unsigned y = top; y < top + 3; y++)
        for (unsigned x = left; x < left + 3; x++) {
            bool kept = y - s->top < s->height && x - s->left < s->width;
            table->cells[y][x] = kept ? s->cells[(size_t)(y - s->top) * s->width + (x - s->left)]
                                      : (struct table_cell){.tile = 0};
        }
}

void snapshot_restore(const struct snapshot *s, struct referee *r)
{
    struct table *table = &r->table;
    unsigned laid = table->tile_count;
    uint8_t built[TILES_MAX + 1];
    for (unsigned tile = 0; tile < laid; tile++)
        built[tile] = table->tiles[tile].built;
    const unsigned char *from = s->bytes;
    for (unsigned i = 0; i < s->range_count; from += s->ranges[i++].size)
        if (s->ranges[i].size)
            memcpy(s->ranges[i].at, from, s->ranges[i].size);
    for (unsigned tile = 0; tile < laid; tile++) {
        struct cell cell = table->tiles[tile].cell;
        if (tile < s->tile_count && built[tile] == table->tiles[tile].built)
            continue;
        restore_cells(s, table, cell);
    }
    placing_forget_tiles(table);
    *r->findings = s->findings;
    if (r->findings->last)
        r->findings->last->next = NULL;
    arena_rewind(r->arena, s->mark);
}

void snapshot_free(struct snapshot *s)
{
    memory_free(s->bytes);
    memory_free(s->cells);
    *s = (struct snapshot){.size = 0};
}
