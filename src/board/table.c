/* SPDX-License-Identifier: MIT */
/* See table.h. */
#include "board/table.h"

#include <assert.h>

enum { WORDS_FEW = 2 };

/* Rule: base.setup.followers. */
void table_reset(struct table *table, struct ledger *ledger)
{
    for (unsigned i = 0; i < table->tile_count; i++) {
        unsigned x = (unsigned)(table->tiles[i].cell.x + CELL_MOST + 1), y = (unsigned)(table->tiles[i].cell.y + CELL_MOST + 1);
        table->grid[y][x] = 0;
        table->rows[y][x / 64] = table->monasteries[y][x / 64] = 0;
        table->rows_used[y / 64] = 0;
    }
    table->tiles = ledger->tiles;
    table->tile_count = 0;
    table->follower_count = 0;
    table->followers_put = 0;
    table->completed_count = 0;
    table->words = WORDS_FEW;
    for (unsigned seat = 0; seat < SEATS_MOST; seat++)
        for (unsigned kind = 0; kind < FOLLOWER_KINDS; kind++)
            table->supply[seat][kind] = follower_kinds[kind].stock;
}

/* Room for twice as many tiles in each set. */
static void widen(struct table *table)
{
    unsigned old = table->words, words = 2 * old;
    for (unsigned node = table->tile_count * NODES_PER_TILE; node-- > 0;) {
        memmove(&table->sets[node * words], &table->sets[node * old], old * sizeof *table->sets);
        memset(&table->sets[node * words + old], 0, old * sizeof *table->sets);
    }
    table->words = words;
}

/* Rule: base.score.tiles. */
unsigned table_count_tiles(const struct table *table, unsigned root)
{
    unsigned count = 0;
    for (unsigned i = 0; i < table->words; i++)
        for (uint64_t rest = table->sets[root * table->words + i]; rest; rest &= rest - 1)
            count++;
    return count;
}

struct tile_bits table_tiles(const struct table *table, unsigned root)
{
    struct tile_bits tiles = {{0}};
    memcpy(tiles.word, &table->sets[root * table->words], table->words * sizeof *tiles.word);
    return tiles;
}

unsigned table_node_port(const struct table *table, unsigned node)
{
    const struct laid_tile *tile = &table->tiles[node / NODES_PER_TILE];
    if (node_is_built(node))
        return node % NODES_PER_TILE == NODE_BUILT ? 1 : 4;
    return ports_first(ports_turned(table_segment(table, node)->ports, tile->orient));
}

/* The node at a port of a laid tile as it lies, NODE_NONE where no land is. */
static unsigned node_at(const struct table *table, unsigned tile, unsigned port)
{
    const struct laid_tile *laid = &table->tiles[tile];
    if (laid->built && port_is_middle(port) && laid->built >> side_axis(port / 3) & 1)
        return node_built(tile, side_axis(port / 3));
    unsigned segment = laid->design->port_segment[laid->orient][port];
    return segment == SEGMENT_NONE ? (unsigned)NODE_NONE : tile * NODES_PER_TILE + segment;
}

static void completed_add(struct table *table, struct ledger *ledger, unsigned root, uint16_t turn)
{
    struct feature *feature = &table->features[root];
    if (feature->completed)
        return;
    feature->completed = true;
    feature->completed_turn = turn;
    if (table->completed_count < COMPLETED_MOST)
        table->completed[table->completed_count++] = (uint16_t)root;
    struct event *event = ledger_add(ledger, EVENT_COMPLETED);
    if (event) {
        event->turn = turn;
        event->node = (uint16_t)table_name(table, root);
    }
}

/* Makes two nodes' features one; returns its root. */
static unsigned join(struct table *table, struct ledger *ledger, unsigned a, unsigned b, uint16_t turn)
{
    a = table_root(table, a);
    b = table_root(table, b);
    if (a == b)
        return a;
    /* The older feature is mostly the larger one: it stays the root, and the trees stay flat. */
    if (a > b) {
        unsigned older = b;
        b = a;
        a = older;
    }
    struct feature *to = &table->features[a], *from = &table->features[b];
    struct event *event = ledger_add(ledger, EVENT_JOINED);
    if (event) {
        event->turn = turn;
        event->node = (uint16_t)a;
        event->other = (uint16_t)b;
    }
    table->parent[b] = (uint16_t)a;
    uint16_t ring = table->next[a];
    table->next[a] = table->next[b];
    table->next[b] = ring;
    uint64_t *into = &table->sets[a * table->words], *set = &table->sets[b * table->words];
    into[0] |= set[0];
    into[1] |= set[1];
    for (unsigned i = WORDS_FEW; i < table->words; i++)
        into[i] |= set[i];
    to->open = (uint16_t)(to->open + from->open);
    to->shields = (uint16_t)(to->shields + from->shields);
    to->follower_count = (uint8_t)(to->follower_count + from->follower_count);
    for (unsigned seat = 0; from->follower_count && seat < SEATS_MOST; seat++)
        to->followers[seat] = (uint8_t)(to->followers[seat] + from->followers[seat]);
    to->unknown |= from->unknown;
    return a;
}

static void found(struct table *table, struct ledger *ledger, unsigned node, uint8_t seat, uint16_t turn)
{
    const struct segment *segment = table_segment(table, node);
    struct feature *feature = &table->features[node];
    *feature = (struct feature){.kind = segment->kind, .shields = segment->shields, .open = segment->open};
    uint64_t *set = &table->sets[node * table->words];
    set[0] = set[1] = 0;
    for (unsigned i = WORDS_FEW; i < table->words; i++)
        set[i] = 0;
    set[node / NODES_PER_TILE / 64] |= (uint64_t)1 << node / NODES_PER_TILE % 64;
    table->parent[node] = table->next[node] = (uint16_t)node;
    struct event *event = ledger_add(ledger, EVENT_FOUNDED);
    if (event) {
        event->turn = turn;
        event->tile = (uint16_t)(node / NODES_PER_TILE);
        event->node = (uint16_t)node;
        event->seat = seat;
    }
}

/* The two sides of the tile along the axis are road from now on. */
static void found_built(struct table *table, struct ledger *ledger, unsigned tile, unsigned axis, uint8_t seat, uint16_t turn)
{
    table->side[tile][axis] = table->side[tile][axis + 2] = SIDE_ROAD;
    found(table, ledger, node_built(tile, axis), seat, turn);
    struct event *event = ledger_add(ledger, EVENT_BUILT);
    if (event) {
        event->turn = turn;
        event->seat = seat;
        event->tile = (uint16_t)tile;
        event->node = (uint16_t)node_built(tile, axis);
    }
}

static void found_features(struct table *table, struct ledger *ledger, unsigned tile)
{
    const struct laid_tile *laid = &table->tiles[tile];
    for (unsigned i = 0; i < laid->design->segment_count; i++)
        found(table, ledger, tile * NODES_PER_TILE + i, laid->seat, laid->turn);
    for (unsigned axis = 0; laid->built && axis < 2; axis++)
        if (laid->built >> axis & 1)
            found_built(table, ledger, tile, axis, laid->seat, laid->turn);
}

static void mark_side_unknown(struct table *table, unsigned tile, unsigned side)
{
    for (unsigned k = 0; table->tiles[tile].design && k < 3; k++) {
        unsigned node = node_at(table, tile, 3 * side + k);
        if (node != NODE_NONE)
            table->features[table_root(table, node)].unknown = true;
    }
}

/* Takes places to join at from a feature; a road or city without any left is completed. A place is never taken back, so this
 * holds even while other sides of the tile are still to be looked at. Rules: base.score.completed, city.road.completed. */
static void take_open(struct table *table, struct ledger *ledger, unsigned root, unsigned places, uint16_t turn)
{
    struct feature *feature = &table->features[root];
    feature->open = (uint16_t)(feature->open - places);
    if (feature->open == 0 && kinds[feature->kind].completes)
        completed_add(table, ledger, root, turn);
}

/* A side's land will never join: it meets other land. Rule: base.tile.differs. */
static void close_side(struct table *table, struct ledger *ledger, unsigned tile, unsigned side, uint16_t turn)
{
    for (unsigned k = 0; k < 3; k++) {
        unsigned node = node_at(table, tile, 3 * side + k);
        if (node == NODE_NONE)
            continue;
        unsigned root = table_root(table, node);
        if (kinds[table->features[root].kind].middle == (k == 1))
            take_open(table, ledger, root, 1, turn);
    }
}

/* Two halves of a town that face each other: of one kind they join, else both are closed there. Rules: city.tile.join,
 * city.market.completed. */
static void meet_half(struct table *table, struct ledger *ledger, unsigned node, unsigned mate, uint16_t turn)
{
    if (ledger_node_kind(ledger, node) == ledger_node_kind(ledger, mate)) {
        take_open(table, ledger, join(table, ledger, node, mate, turn), 2, turn);
        return;
    }
    take_open(table, ledger, table_root(table, node), 1, turn);
    take_open(table, ledger, table_root(table, mate), 1, turn);
}

/* Joins the new tile's features with a neighbour's across a side, or closes both. Rules: base.tile.differs, base.final.bounds. */
static void meet(struct table *table, struct ledger *ledger, unsigned tile, unsigned side, unsigned other)
{
    unsigned facing = side_opposite(side);
    uint16_t turn = table->tiles[tile].turn;
    if (table->closed[other] >> facing & 1) {
        if (table->tiles[tile].design)
            close_side(table, ledger, tile, side, turn);
        return;
    }
    unsigned code = table->side[tile][side], other_code = table->side[other][facing];
    if (code == SIDE_UNKNOWN || other_code == SIDE_UNKNOWN) {
        mark_side_unknown(table, tile, side);
        mark_side_unknown(table, other, facing);
        return;
    }
    if (code != other_code) {
        close_side(table, ledger, tile, side, turn);
        close_side(table, ledger, other, facing, turn);
        return;
    }
    const uint8_t *ours = &table->tiles[tile].design->port_segment[table->tiles[tile].orient][3 * side];
    const uint8_t *theirs = &table->tiles[other].design->port_segment[table->tiles[other].orient][3 * facing];
    unsigned node = tile * NODES_PER_TILE, mate = other * NODES_PER_TILE;
    if (code == SIDE_ROAD || code == SIDE_CITY)
        take_open(table, ledger,
                  join(table, ledger, node_at(table, tile, 3 * side + 1), node_at(table, other, 3 * facing + 1), turn), 2, turn);
    if (code == SIDE_CITY)
        return;
    if (table->tiles[tile].design->segments[ours[0]].kind != KIND_FIELD) {
        meet_half(table, ledger, node + ours[0], mate + theirs[2], turn);
        meet_half(table, ledger, node + ours[2], mate + theirs[0], turn);
        return;
    }
    unsigned root = join(table, ledger, node + ours[0], mate + theirs[2], turn);
    take_open(table, ledger, root, 2, turn);
    if (ours[2] != ours[0] || theirs[0] != theirs[2])
        root = join(table, ledger, node + ours[2], mate + theirs[0], turn);
    take_open(table, ledger, root, 2, turn);
}

/* Rule: base.score.completed. */
static void complete_monastery(struct table *table, struct ledger *ledger, unsigned tile, uint16_t turn)
{
    completed_add(table, ledger, tile * NODES_PER_TILE + table->tiles[tile].design->monastery, turn);
}

/* Three bits of a row, from column x - 1 on. */
static unsigned three_bits(const uint64_t *row, unsigned x)
{
    unsigned word = (x - 1) / 64, shift = (x - 1) % 64;
    uint64_t bits = row[word] >> shift;
    return (unsigned)(shift > 61 ? bits | (row[word + 1] & 3) << (64 - shift) : bits) & 7;
}

/* Counts the tile in at every monastery beside it, in the order in which they were laid, and what lies around its own. */
static void count_around(struct table *table, struct ledger *ledger, unsigned tile)
{
    const struct laid_tile *laid = &table->tiles[tile];
    unsigned x = (unsigned)(laid->cell.x + CELL_MOST + 1), y = (unsigned)(laid->cell.y + CELL_MOST + 1);
    uint16_t full[SIDES * 2];
    unsigned full_count = 0;
    for (unsigned row = y - 1; row <= y + 1; row++)
        for (unsigned bits = three_bits(table->monasteries[row], x); bits; bits &= bits - 1) {
            uint16_t other = (uint16_t)(table->grid[row][x - 1 + (unsigned)__builtin_ctz(bits)] - 1u);
            if (++table->around[other] < 9)
                continue;
            unsigned at = full_count++;
            for (; at && full[at - 1] > other; at--)
                full[at] = full[at - 1];
            full[at] = other;
        }
    for (unsigned i = 0; i < full_count; i++)
        complete_monastery(table, ledger, full[i], laid->turn);
    if (!laid->design || laid->design->monastery == SEGMENT_NONE)
        return;
    table->monasteries[y][x / 64] |= (uint64_t)1 << x % 64;
    table->around[tile] = 0;
    for (unsigned row = y - 1; row <= y + 1; row++)
        table->around[tile] = (uint8_t)(table->around[tile] + __builtin_popcount(three_bits(table->rows[row], x)));
    if (table->around[tile] == 9)
        complete_monastery(table, ledger, tile, laid->turn);
}

static void occupy(struct table *table, unsigned tile)
{
    uint16_t x = (uint16_t)(table->tiles[tile].cell.x + CELL_MOST + 1), y = (uint16_t)(table->tiles[tile].cell.y + CELL_MOST + 1);
    table->grid[y][x] = (uint16_t)(tile + 1);
    table->rows[y][x / 64] |= (uint64_t)1 << x % 64;
    table->rows_used[y / 64] |= (uint64_t)1 << y % 64;
    table->left = tile == 0 || x < table->left ? x : table->left;
    table->right = tile == 0 || x > table->right ? x : table->right;
}

unsigned table_place(struct table *table, struct ledger *ledger, const struct laid_tile *laid)
{
    if (table->tile_count == 64 * table->words)
        widen(table);
    unsigned tile = table->tile_count++;
    ledger->tile_count = table->tile_count;
    table->tiles[tile] = *laid;
    table->tiles[tile].named = laid->design;
    /* A tile of unknown orientation counts as an unknown tile: only that it lies there is known. */
    bool known = laid->design && laid->orient != ORIENT_UNKNOWN;
    if (!known)
        table->tiles[tile].design = NULL;
    struct cell cell = laid->cell;
    occupy(table, tile);
    struct event *event = ledger_add(ledger, EVENT_LAID);
    if (event) {
        event->turn = laid->turn;
        event->seat = laid->seat;
        event->tile = (uint16_t)tile;
    }
    table->closed[tile] = 0;
    for (unsigned side = 0; side < SIDES; side++)
        table->side[tile][side] = known ? laid->design->side[laid->orient][side] : (uint8_t)SIDE_UNKNOWN;
    if (known)
        found_features(table, ledger, tile);
    for (unsigned side = 0; side < SIDES; side++) {
        unsigned neighbour = table_at(table, cell.x + side_dx[side], cell.y + side_dy[side]);
        if (neighbour != TILE_NONE)
            meet(table, ledger, tile, side, neighbour);
    }
    count_around(table, ledger, tile);
    return tile;
}

/* Where the end of a road just built meets a tile: it joins a road there, which was closed against the land that lay
 * here before, or is closed itself. */
static void meet_built(struct table *table, struct ledger *ledger, unsigned tile, unsigned side, unsigned other, uint16_t turn)
{
    unsigned facing = side_opposite(side), node = node_built(tile, side_axis(side));
    unsigned code = table->side[other][facing];
    if (code == SIDE_UNKNOWN) {
        table->features[table_root(table, node)].unknown = true;
    } else if (code == SIDE_ROAD) {
        unsigned root = join(table, ledger, node, node_at(table, other, 3 * facing + 1), turn);
        table->features[root].completed = false;
        take_open(table, ledger, root, 1, turn);
    } else {
        take_open(table, ledger, table_root(table, node), 1, turn);
    }
}

unsigned table_build(struct table *table, struct ledger *ledger, unsigned tile, unsigned axis, uint8_t seat, uint16_t turn)
{
    struct cell cell = table->tiles[tile].cell;
    table->tiles[tile].built |= (uint8_t)(1u << axis);
    found_built(table, ledger, tile, axis, seat, turn);
    for (unsigned side = axis; side < SIDES; side += 2) {
        unsigned other = table_at(table, cell.x + side_dx[side], cell.y + side_dy[side]);
        if (other != TILE_NONE)
            meet_built(table, ledger, tile, side, other, turn);
    }
    return node_built(tile, axis);
}

void table_close(struct table *table, struct ledger *ledger, unsigned tile, unsigned side, uint16_t turn)
{
    if (table->tiles[tile].design && !(table->closed[tile] >> side & 1))
        close_side(table, ledger, tile, side, turn);
    table->closed[tile] |= (uint8_t)(1u << side);
}

void table_change_kind(struct table *table, unsigned root, enum kind kind)
{
    struct feature *feature = &table->features[root];
    feature->kind = (uint8_t)kind;
    feature->completed = false;
    for (unsigned i = 0; i < table->completed_count; i++)
        if (table->completed[i] == root)
            table->completed[i--] = table->completed[--table->completed_count];
}

void table_settled(struct table *table)
{
    table->completed_count = 0;
}

void table_place_follower(struct table *table, struct ledger *ledger, unsigned node, struct follower follower)
{
    unsigned slot = 0;
    while (slot < table->follower_count && table->followers[slot].stands)
        slot++;
    assert(slot < FOLLOWERS_MOST && table->supply[follower.seat][follower.kind] > 0);
    if (slot == table->follower_count)
        table->follower_count++;
    follower.serial = ++table->followers_put;
    follower.node = (uint16_t)node;
    follower.stands = true;
    table->followers[slot] = follower;
    table->supply[follower.seat][follower.kind]--;
    struct feature *feature = &table->features[table_root(table, node)];
    feature->followers[follower.seat] = (uint8_t)(feature->followers[follower.seat] + follower_kinds[follower.kind].weight);
    feature->follower_count++;
    struct event *event = ledger_add(ledger, EVENT_FOLLOWER);
    if (event) {
        event->turn = follower.turn;
        event->seat = follower.seat;
        event->node = (uint16_t)node;
        event->tile = (uint16_t)(node / NODES_PER_TILE);
        event->follower = follower.kind;
    }
}

void table_send_home(struct table *table, struct ledger *ledger, struct follower *follower, uint16_t turn, enum why why)
{
    struct feature *feature = &table->features[table_root(table, follower->node)];
    follower->stands = false;
    table->supply[follower->seat][follower->kind]++;
    feature->followers[follower->seat] = (uint8_t)(feature->followers[follower->seat] - follower_kinds[follower->kind].weight);
    feature->follower_count--;
    struct event *event = ledger_add(ledger, EVENT_RETURNED);
    if (event) {
        event->turn = turn;
        event->seat = follower->seat;
        event->node = follower->node;
        event->tile = follower->node / NODES_PER_TILE;
        event->follower = follower->kind;
        event->why = (uint8_t)why;
    }
}

/* Rule: base.score.return. */
void table_return(struct table *table, struct ledger *ledger, unsigned root, uint16_t turn)
{
    const struct feature *feature = &table->features[root];
    for (unsigned i = 0; feature->follower_count && i < table->follower_count; i++) {
        struct follower *follower = &table->followers[i];
        if (follower->stands && table_root(table, follower->node) == root)
            table_send_home(table, ledger, follower, turn, WHY_SCORED);
    }
}

const struct follower *table_follower(struct table *table, unsigned root)
{
    const struct follower *found = NULL;
    for (unsigned i = 0; i < table->follower_count; i++) {
        const struct follower *follower = &table->followers[i];
        if (follower->stands && table_root(table, follower->node) == root && (!found || follower->turn < found->turn))
            found = follower;
    }
    return found;
}

static bool is_before(const struct table *table, unsigned a, unsigned b)
{
    struct cell ca = table->tiles[a / NODES_PER_TILE].cell, cb = table->tiles[b / NODES_PER_TILE].cell;
    if (ca.y != cb.y)
        return ca.y < cb.y;
    if (ca.x != cb.x)
        return ca.x < cb.x;
    unsigned pa = table_node_port(table, a), pb = table_node_port(table, b);
    return pa != pb ? pa < pb : a < b;
}

unsigned table_name(const struct table *table, unsigned root)
{
    unsigned first = root;
    for (unsigned node = table->next[root]; node != root; node = table->next[node])
        if (is_before(table, node, first))
            first = node;
    return first;
}
