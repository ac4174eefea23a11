/* SPDX-License-Identifier: MIT */
/* Copies all plain members of the referee and the used beginning of its small arrays. In builds
 * with --enable-checks it copies the arrays of the table too, to see that the journal restores
 * them. */
#include "referee/snapshot.h"

#include "base/check.h"
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
    const struct draw_state *draw = &r->draw;
    s->range_count = 0;
    s->size = 0;
    ADD_MEMBERS(s, &r->table, struct table, rows_used, ports);
    ADD_MEMBERS(s, r, struct referee, table.meeple_count, draw);
    add(s, draw->counts, draw->kinds * sizeof *draw->counts);
    ADD_MEMBERS(s, draw, struct draw_state, kinds, aside);
    ADD_MEMBERS(s, r, struct referee, draw.aside_count, claims.paid);
    ADD_MEMBERS(s, r, struct referee, claims.paid_count, room);
    add(s, r->room, r->room_used);
    add(s, &r->ledger->count, sizeof r->ledger->count);
    add(s, &r->ledger->tile_count, sizeof r->ledger->tile_count);
    add(s, draw->aside, draw->aside_count * sizeof *draw->aside);
    add(s, r->claims.paid, r->claims.paid_count * sizeof *r->claims.paid);
    s->state_size = s->size;
#ifdef BASTIDE_CHECKS
    /* These are compared, not restored. */
    const struct table *table = &r->table;
    size_t tiles = table->tile_count, nodes = tiles * NODES_PER_TILE;
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
    add(s, r->ledger->tiles, tiles * sizeof *r->ledger->tiles);
#endif
}

void snapshots_begin(struct referee *r, struct journal *journal)
{
    journal->size = 0;
    r->table.journal = journal;
}

void snapshot_take(struct snapshot *s, const struct referee *r)
{
    assert(r->table.journal);
    list_ranges(s, r);
    if (s->size > s->room)
        s->bytes = memory_resized(s->bytes, s->room = s->size);
    unsigned char *to = s->bytes;
    for (unsigned i = 0; i < s->range_count; to += s->ranges[i++].size)
        if (s->ranges[i].size)
            memcpy(to, s->ranges[i].at, s->ranges[i].size);
    s->tile_count = r->table.tile_count;
    s->journal_size = r->table.journal->size;
    s->findings = *r->findings;
    s->mark = arena_mark(r->arena);
}

void snapshot_restore(const struct snapshot *s, struct referee *r)
{
    struct table *table = &r->table;
    journal_undo(table->journal, s->journal_size);
    table_take_back(table, s->tile_count);
    const unsigned char *from = s->bytes, *end = from + s->state_size;
    for (unsigned i = 0; i < s->range_count; from += s->ranges[i++].size) {
        if (s->ranges[i].size && from < end)
            memcpy(s->ranges[i].at, from, s->ranges[i].size);
        else if (s->ranges[i].size)
            CHECK(memcmp(s->ranges[i].at, from, s->ranges[i].size) == 0);
    }
    CHECK(!table_check(table));
    placing_forget_tiles(table);
    *r->findings = s->findings;
    if (r->findings->last)
        r->findings->last->next = NULL;
    arena_rewind(r->arena, s->mark);
}

void snapshot_free(struct snapshot *s)
{
    memory_free(s->bytes);
    *s = (struct snapshot){.size = 0};
}
