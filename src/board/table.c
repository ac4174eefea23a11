/* SPDX-License-Identifier: MIT */
/* Lays tiles, joins and completes features, and moves meeples between the supply and the table. */
#include "base/along.h"
#include "board/table.h"
#include "base/check.h"

const int table_steps[SIDES] = {[SIDE_N] = -GRID, [SIDE_E] = 1, [SIDE_S] = GRID, [SIDE_W] = -1};

/* Notes memory of the table that is about to change. */
static inline void note(struct table *table, const void *at, size_t size)
{
    if (__builtin_expect(table->journal != NULL, 0))
        journal_note(table->journal, at, size);
}

/* Returns the feature of a root, to be changed. */
static inline struct feature *changed(struct table *table, unsigned root)
{
    struct feature *feature = &table->features[root];
    note(table, feature, sizeof *feature);
    return feature;
}

void table_mark_unknown(struct table *table, unsigned node)
{
    changed(table, table_root(table, node))->unknown = true;
}

unsigned table_stack(struct table *table, unsigned node)
{
    struct feature *feature = changed(table, table_root(table, node));
    assert(kinds[feature->kind].stacks);
    return ++feature->height;
}

static struct table_cell *cell_of(struct table *table, struct cell cell)
{
    return &table->cells[cell.y + CELL_MAX + 1][cell.x + CELL_MAX + 1];
}

/* Returns one word of a bit set, each bit moved by one place in both directions. */
static uint64_t row_spread(const uint64_t row[ROW_WORDS], unsigned word)
{
    uint64_t bits = (row[word] & INT64_MAX) << 1 | row[word] >> 1;
    if (word)
        bits |= row[word - 1] >> 63;
    if (word + 1 < ROW_WORDS)
        bits |= (row[word + 1] & 1) << 63;
    return bits;
}

/* Clears the cells that laid tiles touched: those in their rows and in the rows beside them. */
static void clear_cells(struct table *table)
{
    if (!table->tile_count)
        return;
    size_t left = table->left - 1u, count = table->right - left + 2u;
    for (unsigned word = 0; word < ROW_WORDS; word++)
        FOR_EACH_BIT(bit, table->rows_used[word] | row_spread(table->rows_used, word))
            memset(&table->cells[64 * word + bit][left], 0, count * sizeof **table->cells);
    memset(table->rows_used, 0, sizeof table->rows_used);
}

void table_reset(struct table *table, struct ledger *ledger)
{
    clear_cells(table);
    table->tiles = ledger->tiles;
    table->tile_count = 0;
    table->meeple_count = table->meeple_free = table->edge_count = 0;
    table->meeples_put = table->captures = 0;
    table->completed_count = 0;
    table->frontier.count = table->frontier.tiles = 0;
    table->journal = NULL;
    memset(table->supply, 0, sizeof table->supply);
}

bool table_has_tile(const struct table *table, unsigned root, unsigned tile)
{
    CHECK(tile < table->tile_count);
    unsigned node = root;
    do {
        if (node / NODES_PER_TILE == tile)
            return true;
        node = table->next[node];
    } while (node != root);
    return false;
}

bool table_is_root(struct table *table, unsigned node)
{
    return table_is_node(table, node) && table_root(table, node) == node;
}

/* Rule: base.score.tiles. */
unsigned table_count_tiles(const struct table *table, unsigned root)
{
    CHECK(table->parent[root] == root);
    uint64_t seen[TILE_WORDS] = {0};
    unsigned count = 0, node = root;
    do {
        unsigned tile = node / NODES_PER_TILE;
        count += !(seen[tile / 64] >> tile % 64 & 1);
        seen[tile / 64] |= (uint64_t)1 << tile % 64;
        node = table->next[node];
    } while (node != root);
    return count;
}

struct tile_bits table_tiles(const struct table *table, unsigned root)
{
    CHECK(table->parent[root] == root);
    struct tile_bits tiles = {{0}};
    unsigned node = root;
    do {
        tile_bits_add(&tiles, node / NODES_PER_TILE);
        node = table->next[node];
    } while (node != root);
    return tiles;
}

/* Returns the node at a port of a laid tile as it lies, NODE_NONE if there is no land. */
static unsigned node_at(const struct table *table, unsigned tile, unsigned port)
{
    unsigned segment = table->ports[tile][port];
    return segment == SEGMENT_NONE ? (unsigned)NODE_NONE : tile * NODES_PER_TILE + segment;
}

static void completed_add(struct table *table, struct ledger *ledger, unsigned root, uint16_t turn)
{
    if (table->features[root].completed)
        return;
    struct feature *feature = changed(table, root);
    feature->completed = true;
    feature->completed_turn = turn;
    if (table->completed_count < COMPLETED_MAX)
        table->completed[table->completed_count++] = (uint16_t)root;
    struct event *event = ledger_add(ledger, EVENT_COMPLETED);
    if (event) {
        event->turn = turn;
        event->node = (uint16_t)table_name(table, root);
    }
}

static void joined(struct ledger *ledger, unsigned root, unsigned other, uint16_t turn)
{
    struct event *event = ledger_add(ledger, EVENT_JOINED);
    if (event) {
        event->turn = turn;
        event->node = (uint16_t)root;
        event->other = (uint16_t)other;
    }
}

/* Notes what joining or closing the features at a side of a laid tile may overwrite: only their
 * roots change. */
static void note_side(struct table *table, unsigned tile, unsigned side)
{
    for (unsigned k = 0; table->tiles[tile].design && k < 3; k++) {
        unsigned node = node_at(table, tile, 3 * side + k);
        if (node == NODE_NONE)
            continue;
        node = table_root(table, node);
        note(table, &table->features[node], sizeof table->features[node]);
        note(table, &table->parent[node], sizeof table->parent[node]);
        note(table, &table->next[node], sizeof table->next[node]);
    }
}

/* Notes the sides of its neighbours that a tile meets. */
static __attribute__((cold)) void note_neighbours(struct table *table, struct cell cell)
{
    for (unsigned side = 0; side < SIDES; side++) {
        unsigned other = table_at(table, cell.x + side_dx[side], cell.y + side_dy[side]);
        if (other != TILE_NONE)
            note_side(table, other, side_opposite(side));
    }
}

/* Writes that two features were joined, unless `other` is NODE_NONE, and completes the feature if
 * no place of it is open any more. Rules: base.score.completed, city.road.completed. */
static __attribute__((noinline)) void taken(struct table *table, struct ledger *ledger,
                                            unsigned root, unsigned other, uint16_t turn)
{
    if (other != NODE_NONE)
        joined(ledger, root, other, turn);
    const struct feature *feature = &table->features[root];
    if (feature->open == 0 && kinds[feature->kind].completes)
        completed_add(table, ledger, root, turn);
}

/* Closes places at which a feature may join others; a road or city without an open place is
 * completed. A closed place never opens again, so this is right even before the other sides of the
 * tile have been looked at. */
static void take_open(struct table *table, struct ledger *ledger, unsigned root, unsigned places,
                      uint16_t turn)
{
    struct feature *feature = &table->features[root];
    feature->open = (uint16_t)(feature->open - places);
    if (feature->open == 0)
        taken(table, ledger, root, NODE_NONE, turn);
}

/* Joins the features of two nodes of one kind that meet, and closes places of the joined feature.
 * Not inlined, because it is most of the cost of a tile and needs the registers. */
static __attribute__((noinline)) void meet(struct table *table, struct ledger *ledger, unsigned a,
                                           unsigned b, unsigned places, uint16_t turn)
{
    a = table_root(table, a);
    b = table_root(table, b);
    if (a == b) {
        take_open(table, ledger, a, places, turn);
        return;
    }
    /* The older feature is usually the larger one. It stays the root, so that the trees stay
     * flat. */
    if (a > b) {
        unsigned older = b;
        b = a;
        a = older;
    }
    struct feature *to = &table->features[a], *from = &table->features[b];
    table->parent[b] = (uint16_t)a;
    uint16_t ring = table->next[a];
    table->next[a] = table->next[b];
    table->next[b] = ring;
    to->open = (uint16_t)(to->open + from->open - places);
    to->shields = (uint16_t)(to->shields + from->shields);
    to->follower_count = (uint8_t)(to->follower_count + from->follower_count);
    for (unsigned seat = 0; from->follower_count && seat < SEATS_MAX; seat++)
        to->followers[seat] = (uint8_t)(to->followers[seat] + from->followers[seat]);
    to->unknown |= from->unknown;
    if (to->open == 0 || ledger->wanted & EVENTS(EVENT_JOINED))
        taken(table, ledger, a, b, turn);
}

/* Makes a feature of one node. */
static inline void found(struct feature *feature, const struct segment *segment)
{
    memset(feature, 0, sizeof *feature);
    feature->kind = segment->kind;
    feature->shields = segment->shields;
    feature->open = segment->open;
}

static __attribute__((noinline)) void founded(struct ledger *ledger, unsigned node, uint8_t seat,
                                              uint16_t turn)
{
    struct event *event = ledger_add(ledger, EVENT_FOUNDED);
    if (event) {
        event->turn = turn;
        event->tile = (uint16_t)(node / NODES_PER_TILE);
        event->node = (uint16_t)node;
        event->seat = seat;
    }
}

/* Adds the feature of a road built over a laid tile, and puts the road at the ports in the middle
 * of the sides along its axis. */
static __attribute__((noinline)) void found_built(struct table *table, struct ledger *ledger,
                                                  unsigned tile, unsigned axis, uint8_t seat,
                                                  uint16_t turn)
{
    unsigned node = node_built(tile, axis);
    uint8_t *ports = table->built_ports[tile];
    note(table, ports, sizeof table->built_ports[tile]);
    note(table, &table->ports[tile], sizeof table->ports[tile]);
    note(table, &table->features[node], sizeof table->features[node]);
    note(table, &table->parent[node], sizeof table->parent[node]);
    note(table, &table->next[node], sizeof table->next[node]);
    if (table->ports[tile] != ports)
        table->ports[tile] = memcpy(ports, table->ports[tile], sizeof table->built_ports[tile]);
    for (unsigned side = axis; side < SIDES; side += 2)
        ports[3 * side + 1] = (uint8_t)(node % NODES_PER_TILE);
    found(&table->features[node], table_segment(table, node));
    table->parent[node] = table->next[node] = (uint16_t)node;
    founded(ledger, node, seat, turn);
    struct event *event = ledger_add(ledger, EVENT_BUILT);
    if (event) {
        event->turn = turn;
        event->seat = seat;
        event->tile = (uint16_t)tile;
        event->node = (uint16_t)node;
    }
}

static void found_features(struct table *table, struct ledger *ledger, unsigned tile)
{
    const struct laid_tile *laid = &table->tiles[tile];
    const struct design *design = laid->design;
    unsigned node = tile * NODES_PER_TILE;
    table->ports[tile] = design->port_segment[laid->orient];
    /* Set all nodes that a tile could have, half of them at a time. */
    typedef uint16_t nodes __attribute__((vector_size(NODES_PER_TILE / 2 * sizeof(uint16_t))));
    nodes half = (nodes){0, 1, 2, 3, 4, 5, 6, 7} + (uint16_t)node;
    for (unsigned k = 0; k < NODES_PER_TILE; k += NODES_PER_TILE / 2, half += NODES_PER_TILE / 2) {
        memcpy(&table->parent[node + k], &half, sizeof half);
        memcpy(&table->next[node + k], &half, sizeof half);
    }
    const struct segment *segment = design->segments, *end = segment + design->segment_count;
    for (struct feature *feature = &table->features[node]; segment < end; segment++)
        found(feature++, segment);
    for (unsigned i = 0; ledger->wanted & EVENTS(EVENT_FOUNDED) && i < design->segment_count; i++)
        founded(ledger, node + i, laid->seat, laid->turn);
    for (unsigned axis = 0; laid->built && axis < 2; axis++)
        if (laid->built >> axis & 1)
            found_built(table, ledger, tile, axis, laid->seat, laid->turn);
}

static void mark_side_unknown(struct table *table, unsigned tile, unsigned side)
{
    for (unsigned k = 0; table->tiles[tile].design && k < 3; k++) {
        unsigned node = node_at(table, tile, 3 * side + k);
        if (node != NODE_NONE)
            table_mark_unknown(table, node);
    }
}

/* True if two cities of a tile touch this side, each one half of it. */
static bool is_divided(const struct table *table, unsigned tile, unsigned side)
{
    const struct laid_tile *laid = &table->tiles[tile];
    return laid->design && laid->design->shown[laid->orient][side] & SIDE_DIVIDED;
}

/* Closes the places of a side, whose land will never join: it meets other land. Rule:
 * base.tile.differs. */
static void close_side(struct table *table, struct ledger *ledger, unsigned tile, unsigned side,
                       uint16_t turn)
{
    for (unsigned k = 0; k < 3; k++) {
        unsigned node = node_at(table, tile, 3 * side + k);
        if (node == NODE_NONE)
            continue;
        unsigned root = table_root(table, node);
        if (kinds[table->features[root].kind].middle == (k == 1))
            take_open(table, ledger, root, 1, turn);
    }
    if (is_divided(table, tile, side))
        take_open(table, ledger, table_root(table, node_at(table, tile, 3 * side + 2)), 1, turn);
}

/* Joins two halves of town that face each other if they are of one kind, otherwise closes both.
 * Rules: city.tile.join, city.market.completed. */
static void meet_half(struct table *table, struct ledger *ledger, unsigned node, unsigned mate,
                      uint16_t turn)
{
    if (ledger_node_kind(ledger, node) == ledger_node_kind(ledger, mate)) {
        meet(table, ledger, node, mate, 2, turn);
        return;
    }
    take_open(table, ledger, table_root(table, node), 1, turn);
    take_open(table, ledger, table_root(table, mate), 1, turn);
}

/* Joins the features of the new tile and a neighbour across a side where both have the same
 * land. */
ALONG void join_side(struct table *table, struct ledger *ledger, unsigned tile, unsigned side,
                     unsigned other, unsigned code)
{
    const uint8_t *ours = &table->ports[tile][3 * side],
                  *theirs = &table->ports[other][3 * side_opposite(side)];
    unsigned node = tile * NODES_PER_TILE, mate = other * NODES_PER_TILE;
    uint16_t turn = table->tiles[tile].turn;
    if (code == SIDE_ROAD || code == SIDE_CITY)
        meet(table, ledger, node + ours[1], mate + theirs[1], 2, turn);
    if (code == SIDE_CITY)
        return;
    if (code != SIDE_FIELD && ledger_node_kind(ledger, node + ours[0]) != KIND_FIELD) {
        meet_half(table, ledger, node + ours[0], mate + theirs[2], turn);
        meet_half(table, ledger, node + ours[2], mate + theirs[0], turn);
        return;
    }
    bool whole = ours[2] == ours[0] && theirs[0] == theirs[2];
    meet(table, ledger, node + ours[0], mate + theirs[2], whole ? 4 : 2, turn);
    if (!whole)
        meet(table, ledger, node + ours[2], mate + theirs[0], 2, turn);
}

/* Joins the two cities that touch a side of a tile, if it is divided: a city beyond it joins both.
 * One place of the side remains open for that city. */
static void join_halves(struct table *table, struct ledger *ledger, unsigned tile, unsigned side,
                        uint16_t turn)
{
    if (is_divided(table, tile, side))
        meet(table, ledger, node_at(table, tile, 3 * side), node_at(table, tile, 3 * side + 2), 1,
             turn);
}

/* Handles a side of the new tile across which nothing joins: closes it on both tiles or, if land is
 * unknown, makes the features there unknown. Rules: base.tile.differs, base.final.bounds. */
static void part_side(struct table *table, struct ledger *ledger, unsigned tile, unsigned side,
                      unsigned other, bool unknown)
{
    unsigned facing = side_opposite(side);
    const struct laid_tile *laid = &table->tiles[tile];
    bool closed = table->closed[other] >> facing & 1;
    if (unknown && !closed) {
        mark_side_unknown(table, tile, side);
        mark_side_unknown(table, other, facing);
        return;
    }
    if (laid->design)
        close_side(table, ledger, tile, side, laid->turn);
    if (!closed)
        close_side(table, ledger, other, facing, laid->turn);
}

/* Handles a side of the new tile, unless both tiles show the same plain land there. */
static __attribute__((noinline)) void meet_oddly(struct table *table, struct ledger *ledger,
                                                 unsigned tile, unsigned side, unsigned other,
                                                 unsigned ours, unsigned theirs)
{
    bool unknown = ours == SIDE_UNKNOWN || theirs == SIDE_UNKNOWN;
    unsigned facing = side_opposite(side), code = ours & SIDE_CODES;
    uint16_t turn = table->tiles[tile].turn;
    if (unknown || code == SIDE_ANY || code != (theirs & SIDE_CODES) ||
        table->closed[other] >> facing & 1) {
        part_side(table, ledger, tile, side, other, unknown);
        return;
    }
    join_halves(table, ledger, tile, side, turn);
    join_halves(table, ledger, other, facing, turn);
    join_side(table, ledger, tile, side, other, code);
}

/* Joins the new tile to each neighbour that shows it the same land and whose side is not closed.
 * `ours` are the side codes of the tile. */
static void meet_neighbours(struct table *table, struct ledger *ledger, const struct table_cell *at,
                            unsigned tile, side_codes ours)
{
    side_codes theirs = ~codes_of(at->shown);
    FOR_EACH_BIT(shift, table_met(at)) {
        unsigned side = shift / 8, code = ours >> shift & 0xFF;
        unsigned other = at[table_steps[side]].tile - 1u, beyond = theirs >> shift & 0xFF;
        if (code == beyond && code < SIDE_ANY && !(table->closed[other] >> side_opposite(side) & 1))
            join_side(table, ledger, tile, side, other, code);
        else
            meet_oddly(table, ledger, tile, side, other, code, beyond);
    }
}

/* Rule: base.score.completed. */
static void complete_monastic(struct table *table, struct ledger *ledger, unsigned tile,
                              uint16_t turn)
{
    completed_add(table, ledger, tile * NODES_PER_TILE + table->tiles[tile].design->monastic, turn);
}

static bool has_monastic(const struct table *table, unsigned tile)
{
    const struct design *design = table->tiles[tile].design;
    return design && design->monastic != SEGMENT_NONE;
}

/* Counts the new tile at each monastery and garden around it. Completes the full ones in the order
 * in which they were laid. */
static __attribute__((noinline)) void count_in(struct table *table, struct ledger *ledger,
                                               const struct table_cell *at, uint16_t turn)
{
    uint16_t full[SIDES * 2] = {0};
    unsigned full_count = 0;
    for (int dy = -GRID; dy <= GRID; dy += GRID)
        for (int dx = -1; dx <= 1; dx++) {
            uint16_t other = (uint16_t)(at[dy + dx].tile - 1u);
            if ((!dx && !dy) || other == TILE_NONE || !has_monastic(table, other))
                continue;
            note(table, &table->around[other], sizeof table->around[other]);
            if (++table->around[other] < 9)
                continue;
            unsigned place = full_count++;
            for (; place && full[place - 1] > other; place--)
                full[place] = full[place - 1];
            full[place] = other;
        }
    for (unsigned i = 0; i < full_count; i++)
        complete_monastic(table, ledger, full[i], turn);
}

/* Counts the tiles around the new tile's own monastery or garden, and notes it on its nine
 * cells. */
static __attribute__((noinline)) void count_around(struct table *table, struct ledger *ledger,
                                                   struct table_cell *at, unsigned tile)
{
    unsigned count = 0;
    for (int dy = -GRID; dy <= GRID; dy += GRID)
        for (int dx = -1; dx <= 1; dx++) {
            count += at[dy + dx].tile != 0;
            at[dy + dx].monasteries++;
        }
    table->around[tile] = (uint8_t)count;
    if (count == 9)
        complete_monastic(table, ledger, tile, table->tiles[tile].turn);
}

static struct table_cell *occupy(struct table *table, unsigned tile, side_codes sides)
{
    struct cell cell = table->tiles[tile].cell;
    unsigned x = (unsigned)(cell.x + CELL_MAX + 1), y = (unsigned)(cell.y + CELL_MAX + 1);
    struct table_cell *at = &table->cells[y][x];
    at->tile = (uint16_t)(tile + 1);
    for (unsigned side = 0; side < SIDES; side++)
        at[table_steps[side]].shown[side_opposite(side)] = (uint8_t)(~sides >> 8 * side);
    table->rows_used[y / 64] |= (uint64_t)1 << y % 64;
    table->left = tile == 0 || x < table->left ? (uint16_t)x : table->left;
    table->right = tile == 0 || x > table->right ? (uint16_t)x : table->right;
    return at;
}

void table_take_back(struct table *table, unsigned tile_count)
{
    for (unsigned tile = tile_count; tile < table->tile_count; tile++) {
        struct table_cell *at = cell_of(table, table->tiles[tile].cell);
        at->tile = 0;
        for (unsigned side = 0; side < SIDES; side++)
            at[table_steps[side]].shown[side_opposite(side)] = 0;
        for (int dy = -GRID; has_monastic(table, tile) && dy <= GRID; dy += GRID)
            for (int dx = -1; dx <= 1; dx++)
                at[dy + dx].monasteries--;
    }
}

/* Returns the side codes with the roads that are built over the tile. */
static side_codes sides_built(side_codes sides, unsigned built)
{
    for (unsigned side = 0; side < SIDES; side++)
        if (built >> side_axis(side) & 1)
            sides = (sides & ~((side_codes)0xFF << 8 * side)) | (side_codes)SIDE_ROAD << 8 * side;
    return sides;
}

unsigned table_place(struct table *table, struct ledger *ledger)
{
    assert(table->tile_count < TILES_MAX);
    CHECK(table_at(table, table_next(table)->cell.x, table_next(table)->cell.y) == TILE_NONE);
    static const uint8_t no_ports[PORTS] = {[0 ... PORTS - 1] = SEGMENT_NONE};
    struct laid_tile *laid = table_next(table);
    unsigned tile = table->tile_count++;
    ledger->tile_count = table->tile_count;
    laid->named = laid->design;
    /* A tile of unknown orientation counts as an unknown tile: only its cell is known. */
    if (laid->orient == ORIENT_UNKNOWN)
        laid->design = NULL;
    const struct design *design = laid->design;
    side_codes sides =
        design ? codes_of(design->shown[laid->orient]) : (side_codes)SIDE_UNKNOWN * EACH_SIDE;
    if (laid->built)
        sides = sides_built(sides, laid->built);
    struct table_cell *at = occupy(table, tile, sides);
    struct event *event = ledger_add(ledger, EVENT_LAID);
    if (event) {
        event->turn = laid->turn;
        event->seat = laid->seat;
        event->tile = (uint16_t)tile;
    }
    table->closed[tile] = 0;
    if (__builtin_expect(table->journal != NULL, 0))
        note_neighbours(table, laid->cell);
    if (design)
        found_features(table, ledger, tile);
    else
        table->ports[tile] = no_ports;
    meet_neighbours(table, ledger, at, tile, sides);
    if (at->monasteries)
        count_in(table, ledger, at, laid->turn);
    if (design && design->monastic != SEGMENT_NONE)
        count_around(table, ledger, at, tile);
    return tile;
}

/* Joins an end of a road just built to the road that it meets on the neighbouring tile `other`.
 * That road was closed at this side, because it met other land there before. If the end meets other
 * land, it is closed. If it meets unknown land, the new road becomes unknown. */
static void meet_built(struct table *table, struct ledger *ledger, unsigned tile, unsigned side,
                       unsigned other, uint16_t turn)
{
    unsigned facing = side_opposite(side), node = node_built(tile, side_axis(side));
    unsigned code = table_beyond(table, table->tiles[tile].cell, side);
    if (code == SIDE_UNKNOWN) {
        table_mark_unknown(table, node);
    } else if (code == SIDE_ROAD) {
        unsigned mate = node_at(table, other, 3 * facing + 1);
        changed(table, table_root(table, mate))->completed = false;
        meet(table, ledger, node, mate, 1, turn);
    } else {
        take_open(table, ledger, table_root(table, node), 1, turn);
    }
}

unsigned table_build(struct table *table, struct ledger *ledger, unsigned tile, unsigned axis,
                     uint8_t seat, uint16_t turn)
{
    assert(tile < table->tile_count && table->tiles[tile].design && axis < 2);
    struct cell cell = table->tiles[tile].cell;
    note(table, &table->tiles[tile].built, sizeof table->tiles[tile].built);
    table->tiles[tile].built |= (uint8_t)(1u << axis);
    if (table->journal)
        note_neighbours(table, cell);
    found_built(table, ledger, tile, axis, seat, turn);
    for (unsigned side = axis; side < SIDES; side += 2) {
        uint8_t *shown = &cell_of(table, cell)[table_steps[side]].shown[side_opposite(side)];
        note(table, shown, sizeof *shown);
        *shown = (uint8_t)~SIDE_ROAD;
        unsigned other = table_at(table, cell.x + side_dx[side], cell.y + side_dy[side]);
        if (other != TILE_NONE)
            meet_built(table, ledger, tile, side, other, turn);
    }
    return node_built(tile, axis);
}

void table_close(struct table *table, struct ledger *ledger, unsigned tile, unsigned side,
                 uint16_t turn)
{
    assert(tile < table->tile_count && side < SIDES);
    if (table->journal)
        note_side(table, tile, side);
    if (table->tiles[tile].design && !(table->closed[tile] >> side & 1))
        close_side(table, ledger, tile, side, turn);
    note(table, &table->closed[tile], sizeof table->closed[tile]);
    table->closed[tile] |= (uint8_t)(1u << side);
}

void table_change_kind(struct table *table, unsigned root, enum kind kind)
{
    assert(table->parent[root] == root && kind < KIND_COUNT);
    struct feature *feature = changed(table, root);
    feature->kind = (uint8_t)kind;
    feature->completed = false;
    for (unsigned i = 0; i < table->completed_count; i++)
        if (table->completed[i] == root)
            table->completed[i--] = table->completed[--table->completed_count];
}

unsigned table_list_completed(struct table *table, uint16_t roots[COMPLETED_MAX])
{
    unsigned count = 0;
    for (unsigned i = 0; i < table->completed_count; i++) {
        unsigned root = table_root(table, table->completed[i]);
        if (table->features[root].completed && !table_is_among(roots, count, root))
            roots[count++] = (uint16_t)root;
    }
    return count;
}

void table_settled(struct table *table)
{
    table->completed_count = 0;
}

/* Takes a meeple from the supply into a slot. */
static void take_meeple(struct table *table, unsigned slot, struct meeple meeple)
{
    assert(slot < MEEPLES_MAX && table->supply[meeple.seat][meeple.kind] > 0);
    meeple.serial = ++table->meeples_put;
    note(table, &table->meeples[slot], sizeof table->meeples[slot]);
    table->meeples[slot] = meeple;
    table->supply[meeple.seat][meeple.kind]--;
}

void table_place_on_edge(struct table *table, struct edge edge, struct meeple meeple)
{
    meeple.stand = STAND_EDGE;
    meeple.edge = edge;
    take_meeple(table, MEEPLES_MAX - ++table->edge_count, meeple);
}

const struct meeple *table_on_edge(const struct table *table, struct edge edge)
{
    for (unsigned i = MEEPLES_MAX - table->edge_count; i < MEEPLES_MAX; i++)
        if (edge_is(table->meeples[i].edge, edge))
            return &table->meeples[i];
    return NULL;
}

bool table_stands_on(const struct table *table, const struct meeple *meeple, unsigned node)
{
    return meeple_on_segment(meeple) &&
           (meeple->node == node || (table_shelters(table, meeple) &&
                                     table_find(table, meeple->node) == table_find(table, node)));
}

bool table_covers(const struct table *table, const struct meeple *meeple, unsigned tile)
{
    return meeple_on_segment(meeple) &&
           (table_shelters(table, meeple)
                ? table_has_tile(table, table_find(table, meeple->node), tile)
                : meeple->node / NODES_PER_TILE == tile);
}

ALONG void place_meeple(struct table *table, struct ledger *ledger, unsigned node,
                        struct meeple meeple)
{
    unsigned slot = table->meeple_free;
    meeple.stand = STAND_SEGMENT;
    meeple.node = (uint16_t)node;
    take_meeple(table, slot, meeple);
    if (slot == table->meeple_count)
        table->meeple_count++;
    while (table->meeple_free < table->meeple_count &&
           table->meeples[table->meeple_free].stand != STAND_HOME)
        table->meeple_free++;
    struct feature *feature = changed(table, table_root(table, node));
    feature->followers[meeple.seat] =
        (uint8_t)(feature->followers[meeple.seat] + meeple_kinds[meeple.kind].weight);
    feature->follower_count = (uint8_t)(feature->follower_count + kind_is_follower(meeple.kind));
    struct event *event = ledger_add(ledger, EVENT_FOLLOWER);
    if (event) {
        event->turn = meeple.turn;
        event->seat = meeple.seat;
        event->node = (uint16_t)node;
        event->tile = (uint16_t)(node / NODES_PER_TILE);
        event->meeple = meeple.kind;
    }
}

void table_place_meeple(struct table *table, struct ledger *ledger, unsigned node,
                        struct meeple meeple)
{
    place_meeple(table, ledger, node, meeple);
}

__attribute__((cold)) void table_place_other(struct table *table, struct ledger *ledger,
                                             unsigned node, struct meeple meeple)
{
    place_meeple(table, ledger, node, meeple);
}

/* Puts a meeple into the supply and frees its slot. */
static void put_home(struct table *table, struct meeple *meeple)
{
    unsigned slot = (unsigned)(meeple - table->meeples);
    note(table, meeple, sizeof *meeple);
    meeple->stand = STAND_HOME;
    table->meeple_free = slot < table->meeple_free ? slot : table->meeple_free;
    table->supply[meeple->seat][meeple->kind]++;
}

/* Takes a meeple out of the counts of its feature. */
static void leave_feature(struct table *table, const struct meeple *meeple)
{
    assert(meeple_on_segment(meeple));
    struct feature *feature = changed(table, table_root(table, meeple->node));
    feature->followers[meeple->seat] =
        (uint8_t)(feature->followers[meeple->seat] - meeple_kinds[meeple->kind].weight);
    feature->follower_count = (uint8_t)(feature->follower_count - kind_is_follower(meeple->kind));
}

void table_hold(struct table *table, struct meeple *meeple, unsigned holder)
{
    leave_feature(table, meeple);
    note(table, meeple, sizeof *meeple);
    meeple->stand = STAND_HELD;
    meeple->holder = (uint8_t)holder;
    meeple->held_at = ++table->captures;
}

void table_release(struct table *table, struct meeple *meeple)
{
    assert(meeple->stand == STAND_HELD);
    put_home(table, meeple);
}

struct meeple *table_held(struct table *table, unsigned holder, unsigned owner,
                          enum meeple_kind kind)
{
    struct meeple *found = NULL;
    for (unsigned i = 0; i < table->meeple_count; i++) {
        struct meeple *meeple = &table->meeples[i];
        if (meeple->stand == STAND_HELD && meeple->holder == holder && meeple->seat == owner &&
            meeple->kind == kind && (!found || meeple->held_at < found->held_at))
            found = meeple;
    }
    return found;
}

void table_send_home(struct table *table, struct ledger *ledger, struct meeple *meeple,
                     uint16_t turn, enum why why)
{
    leave_feature(table, meeple);
    put_home(table, meeple);
    struct event *event = ledger_add(ledger, EVENT_RETURNED);
    if (event) {
        event->turn = turn;
        event->seat = meeple->seat;
        event->node = meeple->node;
        event->tile = meeple->node / NODES_PER_TILE;
        event->meeple = meeple->kind;
        event->why = (uint8_t)why;
    }
}

/* Rule: base.score.return. */
void table_return(struct table *table, struct ledger *ledger, unsigned root, uint16_t turn)
{
    CHECK(table->parent[root] == root);
    const struct feature *feature = &table->features[root];
    for (unsigned i = 0; feature->follower_count && i < table->meeple_count; i++) {
        struct meeple *meeple = &table->meeples[i];
        if (meeple_on_segment(meeple) && kind_is_follower(meeple->kind) &&
            table_root(table, meeple->node) == root)
            table_send_home(table, ledger, meeple, turn, WHY_SCORED);
    }
}

const struct meeple *table_follower(struct table *table, unsigned root)
{
    const struct meeple *found = NULL;
    for (unsigned i = 0; i < table->meeple_count; i++) {
        const struct meeple *meeple = &table->meeples[i];
        if (meeple_on_segment(meeple) && kind_is_follower(meeple->kind) &&
            table_root(table, meeple->node) == root && (!found || meeple->turn < found->turn))
            found = meeple;
    }
    return found;
}

unsigned table_name(const struct table *table, unsigned root)
{
    CHECK(table->parent[root] == root);
    unsigned first = root;
    for (unsigned node = table->next[root]; node != root; node = table->next[node])
        if (laid_is_before(table->tiles, node, first))
            first = node;
    return first;
}
