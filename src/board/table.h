/* SPDX-License-Identifier: MIT */
/* The table: what physically lies there and who stands where. It checks no rules: callers check
 * first whether a move is legal, with placing.h and meeple.h.
 *
 * Features are a union-find over nodes (tile * NODES_PER_TILE + segment); a feature's facts lie at
 * its root. Its nodes form a ring, from which its tiles are counted when they are asked for: a tile
 * that a road crosses twice counts once. Each cell knows what its neighbours show it, so that
 * whether a tile fits needs one look. One table serves all games of a run: table_reset() clears
 * what was used.
 */
#ifndef BASTIDE_BOARD_TABLE_H
#define BASTIDE_BOARD_TABLE_H

#include "base/bits.h"
#include "base/check.h"
#include "ledger/ledger.h"

enum {
    GRID = 2 * CELL_MAX + 3, /* a free border all round, so that neighbours need no test */
    ROW_WORDS = (GRID + 63) / 64,
    MEEPLES_MAX = SEATS_MAX * SEAT_MEEPLES,
    /* By one turn: what touches the tile's sides on either side of them, monasteries, and of each
     * road built in it (one by the rules, an act each in a broken record) itself and what its two
     * ends meet. What exceeds it is not listed. */
    COMPLETED_MAX = 4 + 9 + 8 + 3 * 4,
};

struct feature {
    uint16_t open; /* ports that may still join: sides of roads and cities, halves of fields */
    uint16_t completed_turn; /* turn that completed it; meaningful when completed */
    uint16_t shields;
    uint8_t kind;
    uint8_t follower_count;       /* builders and pigs left out */
    uint8_t followers[SEATS_MAX]; /* what each seat's followers count for together */
    bool completed;
    bool unknown; /* depends on an unknown tile or follower */
};

/* Where a meeple is. On a segment it is part of its feature: a follower occupies it, counts for its
 * majority, is paid and sent home with it, and is scored with it at the end. The kind of the
 * feature decides whether it may be eaten. On a side of a tile none of that applies: the room that
 * put the meeple there scores it.
 */
enum stand { STAND_HOME, STAND_SEGMENT, STAND_EDGE };

struct meeple {
    uint32_t serial; /* counts the meeples placed in a game, from 1 */
    union {
        uint16_t node;    /* STAND_SEGMENT */
        struct edge edge; /* STAND_EDGE */
    };
    uint16_t turn;
    uint8_t seat;
    uint8_t kind;  /* enum meeple_kind */
    uint8_t stand; /* enum stand */
    struct place place;
};

static inline bool meeple_on_segment(const struct meeple *meeple)
{
    return meeple->stand == STAND_SEGMENT;
}

/* All zero: a free cell beside which nothing lies. */
struct table_cell {
    uint16_t tile;        /* its number + 1 */
    uint8_t shown[SIDES]; /* what lies beyond each side, as the complement of its enum side_code */
    uint8_t monasteries;  /* on the cells around it */
};

struct table {
    struct table_cell cells[GRID][GRID]; /* [y][x] */
    uint64_t rows[GRID][ROW_WORDS];      /* 1 where a tile lies */
    uint64_t rows_used[ROW_WORDS];       /* rows in which tiles lie, as bits */
    uint16_t left, right;                /* columns between which they do, if there are any */
    struct laid_tile *tiles;             /* the ledger's, which owns what was laid */
    unsigned tile_count;
    const uint8_t *ports[TILES_MAX + 1]; /* of each laid tile as it lies: the segment at each port,
                                             SEGMENT_NONE */
    uint8_t built_ports[TILES_MAX + 1][PORTS]; /* those of tiles over which roads are built */
    uint8_t closed[TILES_MAX +
                   1]; /* sides of each laid tile at which table_close() ended what lies there */
    uint8_t around[TILES_MAX + 1]; /* of a tile with a monastery: tiles on its nine cells */
    uint16_t parent[NODES_MAX];
    uint16_t next[NODES_MAX]; /* ring of the feature's nodes */
    struct feature features[NODES_MAX];
    struct meeple meeples[MEEPLES_MAX]; /* on segments from its beginning, on sides of tiles from
                                           its end */
    /* From here to the end: what snapshots copy whole (referee/snapshot.c). */
    unsigned meeple_count; /* slots used, of meeples that have come home too */
    unsigned meeple_free;  /* the first of one at home */
    unsigned edge_count;   /* meeples on sides of tiles */
    uint32_t meeples_put;
    uint8_t supply[SEATS_MAX][MEEPLE_KINDS];
    /* Nodes of what was completed since table_settled(); it may have been joined to other features
     * or changed since: table_list_completed(). */
    uint16_t completed[COMPLETED_MAX];
    unsigned completed_count;
};

void table_reset(struct table *table, struct ledger *ledger);

static inline const struct table_cell *table_cell(const struct table *table, int x, int y)
{
    return &table->cells[y + CELL_MAX + 1][x + CELL_MAX + 1];
}

/* From a cell to the one beyond each side. */
extern const int table_steps[SIDES];

/* Four sides in one word, the north's code in its lowest byte: they are looked at together. */
typedef uint32_t side_codes;
enum { EACH_SIDE = 0x01010101 };

static inline side_codes codes_of(const uint8_t sides[SIDES])
{
    return sides[SIDE_N] | (side_codes)sides[SIDE_E] << 8 | (side_codes)sides[SIDE_S] << 16 |
           (side_codes)sides[SIDE_W] << 24;
}

/* Sides beyond which a tile lies, as lowest bits of bytes: a code has four bits. */
static inline side_codes table_met(const struct table_cell *at)
{
    return codes_of(at->shown) >> 7 & EACH_SIDE;
}

/* Bits of a row of words moved by one to both sides. */
static inline uint64_t row_spread(const uint64_t row[ROW_WORDS], unsigned word)
{
    uint64_t bits = (row[word] & INT64_MAX) << 1 | row[word] >> 1;
    if (word)
        bits |= row[word - 1] >> 63;
    if (word + 1 < ROW_WORDS)
        bits |= (row[word + 1] & 1) << 63;
    return bits;
}

/* Number of the tile on a cell, TILE_NONE when it is free. */
static inline unsigned table_at(const struct table *table, int x, int y)
{
    return (uint16_t)(table_cell(table, x, y)->tile - 1u);
}

/* What lies beyond a side of a cell: an enum side_code, SIDE_OPEN where no tile does. */
static inline unsigned table_beyond(const struct table *table, struct cell cell, unsigned side)
{
    CHECK(side < SIDES);
    return (uint8_t)~table_cell(table, cell.x, cell.y)->shown[side];
}

/* Root of a node's feature. */
static inline unsigned table_root(struct table *table, unsigned node)
{
    CHECK(node < NODES_MAX);
    unsigned parent;
    while ((parent = table->parent[node]) != node) {
        unsigned above = table->parent[parent];
        if (above == parent)
            return parent;
        table->parent[node] = (uint16_t)above;
        node = above;
    }
    return node;
}

/* The same for a table that is only looked at. */
static inline unsigned table_find(const struct table *table, unsigned node)
{
    CHECK(node < NODES_MAX);
    while (table->parent[node] != node)
        node = table->parent[node];
    return node;
}

/* The segment that a node is: of a road built over a tile a plain road, whose ports
 * ledger_node_ports() gives. The tile's design is known. */
static inline const struct segment *table_segment(const struct table *table, unsigned node)
{
    CHECK(node_is_built(node) || table->tiles[node / NODES_PER_TILE].design);
    static const struct segment built = {.kind = KIND_ROAD, .open = 2};
    return node_is_built(node)
               ? &built
               : &table->tiles[node / NODES_PER_TILE].design->segments[node % NODES_PER_TILE];
}

/* Is the node on the table, and the root of its feature? The roots of all features are those among
 * the first tile_count * NODES_PER_TILE nodes. */
bool table_is_root(struct table *table, unsigned node);

/* The tiles of a feature: is one among them, how many, all of them. */
bool table_has_tile(const struct table *table, unsigned root, unsigned tile);
unsigned table_count_tiles(const struct table *table, unsigned root);
struct tile_bits table_tiles(const struct table *table, unsigned root);

/* The axis along which a road built over a tile leaves it by this side: 0 from north to south, 1
 * from east to west. */
static inline unsigned side_axis(unsigned side)
{
    return side & 1;
}

/* The tile that table_place() will lay, to be written by its caller: design, cell, orient, built,
 * seat, turn, place. */
static inline struct laid_tile *table_next(struct table *table)
{
    return &table->tiles[table->tile_count];
}

/* Lays the next tile on its free cell, with the roads that its `built` says: joins features across
 * sides that agree, closes sides that do not, and lists in `completed` what it completed. A tile of
 * unknown design or orientation touches everything and joins nothing. Writes LAID, FOUNDED, JOINED,
 * COMPLETED. The table must hold fewer than TILES_MAX tiles. Returns its number. */
unsigned table_place(struct table *table, struct ledger *ledger);

/* Builds a road over a laid tile of known design, between two sides whose land is field: a segment
 * of its own, of one tile. It joins the roads that its ends meet; an end that meets other land is
 * closed. Writes BUILT and what table_place() writes. Returns its node. */
unsigned table_build(struct table *table, struct ledger *ledger, unsigned tile, unsigned axis,
                     uint8_t seat, uint16_t turn);

/* Nothing joins across a side of a laid tile any more, whatever is laid there; lists what that
 * completes. */
void table_close(struct table *table, struct ledger *ledger, unsigned tile, unsigned side,
                 uint16_t turn);

/* Changes a feature's kind: it is no longer completed, and nothing can join it. Its followers
 * stay. */
void table_change_kind(struct table *table, unsigned root, enum kind kind);

/* Lists the roots of the features that this part has completed, by a tile or in any other way: each
 * once, in the order of completion. Returns their number. */
unsigned table_list_completed(struct table *table, uint16_t roots[COMPLETED_MAX]);

/* Empties that list, once its features have been scored. */
void table_settled(struct table *table);

/* Places a meeple on a node: its kind and its seat, which has one of that kind in supply, its turn
 * and place are in `meeple`. */
void table_place_meeple(struct table *table, struct ledger *ledger, unsigned node,
                        struct meeple meeple);

/* Places one on a side of a tile, as table_place_meeple() does. Writes nothing into the ledger. */
void table_place_on_edge(struct table *table, struct edge edge, struct meeple meeple);

/* The meeple on a side of a tile, or NULL. */
const struct meeple *table_on_edge(const struct table *table, struct edge edge);

/* Is a meeple on a node, or on a tile? One in a feature that shelters is on all of its nodes and
 * tiles. */
bool table_stands_on(const struct table *table, const struct meeple *meeple, unsigned node);
bool table_covers(const struct table *table, const struct meeple *meeple, unsigned tile);

/* Does its feature shelter a meeple on a segment? */
static inline bool table_shelters(const struct table *table, const struct meeple *meeple)
{
    return kinds[table->features[table_find(table, meeple->node)].kind].shelters;
}

/* Sends all followers of a feature home, or one meeple that is on a segment. */
void table_return(struct table *table, struct ledger *ledger, unsigned root, uint16_t turn);
void table_send_home(struct table *table, struct ledger *ledger, struct meeple *meeple,
                     uint16_t turn, enum why why);

/* Returns the follower that has stood longest in a feature, or NULL. Builders and pigs do not
 * count.
 */
const struct meeple *table_follower(struct table *table, unsigned root);

/* Is a root one of the first `count` of `roots`? */
static inline bool table_is_among(const uint16_t *roots, unsigned count, unsigned root)
{
    for (unsigned i = 0; i < count; i++)
        if (roots[i] == root)
            return true;
    return false;
}

/* The feature's canonical node: first cell by y then x, first port there. */
unsigned table_name(const struct table *table, unsigned root);

/* NULL when everything that the table keeps count of is right; else what is wrong. Slow: for builds
 * with --enable-checks. */
const char *table_check(const struct table *table);

#endif
