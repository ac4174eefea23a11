/* SPDX-License-Identifier: MIT */
/* Checks the table: everything that it keeps up to date tile by tile is counted anew, from the
 * tiles and meeples on it. For builds with --enable-checks, which call this after each part of a
 * turn.
 */
#include "board/table.h"

#include <stdlib.h>

#include "base/memory.h"

static bool has_monastic(const struct table *table, unsigned tile)
{
    return table->tiles[tile].design && table->tiles[tile].design->monastic != SEGMENT_NONE;
}

static unsigned land_at(const struct table *table, unsigned tile, unsigned side)
{
    const struct laid_tile *laid = &table->tiles[tile];
    if (!laid->design)
        return SIDE_UNKNOWN;
    return laid->built >> side_axis(side) & 1 ? (unsigned)SIDE_ROAD
                                              : laid->design->side[laid->orient][side];
}

static const char *check_tile(const struct table *table, unsigned tile)
{
    struct cell cell = table->tiles[tile].cell;
    unsigned around = 0, monasteries = 0;
    if (table_at(table, cell.x, cell.y) != tile)
        return "a tile is not where the cells have it";
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            unsigned other = table_at(table, cell.x + dx, cell.y + dy);
            around += other != TILE_NONE;
            monasteries += other != TILE_NONE && has_monastic(table, other);
        }
    if (has_monastic(table, tile) && table->around[tile] != around)
        return "a monastery's neighbours are miscounted";
    if (table_cell(table, cell.x, cell.y)->monasteries != monasteries)
        return "the monasteries around a cell are miscounted";
    for (unsigned side = 0; side < SIDES; side++)
        if (table_beyond(
                table,
                (struct cell){(int16_t)(cell.x + side_dx[side]), (int16_t)(cell.y + side_dy[side])},
                side_opposite(side)) != land_at(table, tile, side))
            return "a tile does not show its neighbours what it is";
    return NULL;
}

/* Returns the number of sides, or halves, of a node that face an empty cell and are not closed. */
static unsigned open_places(const struct table *table, unsigned node)
{
    const struct laid_tile *laid = &table->tiles[node / NODES_PER_TILE];
    unsigned count = 0, kind = table_segment(table, node)->kind;
    for (unsigned port = 0; port < PORTS; port++) {
        unsigned side = port / 3;
        bool own =
            node_is_built(node)
                ? side_axis(side) == node % NODES_PER_TILE - NODE_BUILT && port_is_middle(port)
                : laid->design->port_segment[laid->orient][port] == node % NODES_PER_TILE &&
                      (kinds[kind].middle == port_is_middle(port) ||
                       (port % 3 == 2 && laid->design->shown[laid->orient][side] & SIDE_DIVIDED));
        count += own && !(table->closed[node / NODES_PER_TILE] >> side & 1) &&
                 table_at(table, laid->cell.x + side_dx[side], laid->cell.y + side_dy[side]) ==
                     TILE_NONE;
    }
    return count;
}

/* Counts of a feature, made anew and kept at its root. */
struct table_tally {
    unsigned nodes, shields, open, standing, weights[SEATS_MAX];
};

static void count(const struct table *table, struct table_tally *tallies)
{
    unsigned nodes = table->tile_count * NODES_PER_TILE;
    for (unsigned node = 0; node < nodes; node++) {
        if (!table_is_node(table, node))
            continue;
        struct table_tally *tally = &tallies[table_find(table, node)];
        tally->nodes++;
        tally->shields += table_segment(table, node)->shields;
        tally->open += open_places(table, node);
    }
    for (unsigned i = 0; i < table->meeple_count; i++) {
        const struct meeple *meeple = &table->meeples[i];
        if (!meeple_on_segment(meeple))
            continue;
        struct table_tally *tally = &tallies[table_find(table, meeple->node)];
        tally->standing += kind_is_follower(meeple->kind);
        tally->weights[meeple->seat] += meeple_kinds[meeple->kind].weight;
    }
}

/* Compares the feature of a root with its ring and its tally. Returns what is wrong, or NULL. */
static const char *check_feature(const struct table *table, unsigned root,
                                 const struct table_tally *tally)
{
    const struct feature *feature = &table->features[root];
    unsigned ring = 0, at = root;
    do {
        if (table_find(table, at) != root)
            return "a feature's ring leaves it";
        at = table->next[at];
    } while (++ring <= tally->nodes && at != root);
    if (ring != tally->nodes)
        return "a feature's ring leaves some of it out";
    if ((feature->shields != tally->shields && !kinds[feature->kind].stacks) ||
        feature->follower_count != tally->standing)
        return "a feature's shields or followers are miscounted";
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        if (feature->followers[seat] != tally->weights[seat])
            return "what a seat's followers count for in a feature is wrong";
    if (feature->unknown)
        return NULL;
    if (feature->open != tally->open)
        return "a feature is open where it cannot be, or closed where it is open";
    bool completes = kinds[feature->kind].completes && !kinds[feature->kind].around;
    return completes && feature->completed != (feature->open == 0)
               ? "a feature is completed and open, or neither"
               : NULL;
}

const char *table_check(const struct table *table)
{
    const char *wrong = NULL;
    unsigned out[SEATS_MAX][MEEPLE_KINDS] = {{0}};
    for (unsigned tile = 0; tile < table->tile_count && !wrong; tile++)
        wrong = check_tile(table, tile);
    struct table_tally *tallies =
        memory_zeroed(table->tile_count * NODES_PER_TILE + 1u, sizeof *tallies);
    count(table, tallies);
    for (unsigned node = 0; node < table->tile_count * NODES_PER_TILE && !wrong; node++)
        if (table_is_node(table, node) && table->parent[node] == node)
            wrong = check_feature(table, node, &tallies[node]);
    memory_free(tallies);
    for (unsigned i = 0; i < table->meeple_count; i++)
        out[table->meeples[i].seat][table->meeples[i].kind] +=
            table->meeples[i].stand != STAND_HOME;
    for (unsigned i = MEEPLES_MAX - table->edge_count; i < MEEPLES_MAX; i++)
        out[table->meeples[i].seat][table->meeples[i].kind]++;
    for (unsigned seat = 0; seat < SEATS_MAX && !wrong; seat++)
        for (unsigned kind = 0; kind < MEEPLE_KINDS; kind++) {
            unsigned sum = out[seat][kind] + table->supply[seat][kind];
            if (sum && sum != table->stock[kind])
                wrong = "a seat has more meeples than there are, or fewer";
        }
    return wrong;
}
