/* SPDX-License-Identifier: MIT */
/* The table: the tiles that lie on it and the meeples that stand on them. It checks no rules:
 * callers check first whether a move is legal (board/placing.h, referee/meeple.h).
 *
 * Features are kept in a union-find structure over nodes (tile * NODES_PER_TILE + segment); the
 * facts of a feature are at its root. The nodes of a feature form a ring. The tiles of a feature
 * are counted along its ring, and only when their number is needed: a tile that a road crosses
 * twice counts once. Each cell stores the land that its neighbours show it, so that one comparison
 * decides whether a tile fits. One table serves all games of a run: table_reset() clears the parts
 * that were used.
 */
#ifndef BASTIDE_BOARD_TABLE_H
#define BASTIDE_BOARD_TABLE_H

#include "base/bits.h"
#include "base/check.h"
#include "base/journal.h"
#include "ledger/ledger.h"

enum {
    GRID = 2 * CELL_MAX + 3, /* cells along a side of the grid, with a free border, so that
                                neighbours need no bounds test */
    ROW_WORDS = (GRID + 63) / 64,
    MEEPLES_MAX = SEATS_MAX * SEAT_MEEPLES,
    /* Upper limit of the features listed as completed by one turn: the features at the sides of its
     * tile, on this tile and on its neighbours; monasteries; and for each road built in the turn,
     * the road and the features that its two ends meet. The rules allow one such road in a turn,
     * but a record that breaks them may build a road in each act. Features above the limit are not
     * listed. */
    COMPLETED_MAX = 4 + 9 + 8 + 3 * 4,
    /* Tiles of a record that breaks the rules may lie alone. */
    FRONTIER_MAX = SIDES * TILES_MAX,
};

struct feature {
    uint16_t open; /* places at which it may still join others: sides of roads and cities, halves of
                      other land */
    uint16_t completed_turn; /* turn that completed it, if it is completed */
    union {
        uint16_t shields;
        uint16_t height; /* pieces stacked on it, for a kind that stacks */
    };
    uint8_t kind;
    uint8_t follower_count;       /* followers on it; builders and pigs do not count */
    uint8_t followers[SEATS_MAX]; /* total weight of each seat's followers (struct meeple_facts) */
    bool completed;
    bool unknown; /* depends on an unknown tile or follower */
};

/* Places of a meeple. A follower on a segment belongs to the feature: it occupies the feature,
 * counts for the majority, is paid and goes home with it, and is scored with it at the end. The
 * kind of the feature decides whether it protects the follower (struct kind_facts, `shelters`). For
 * a meeple on a side of a tile none of that applies: the expansion that put it there scores it. A
 * meeple that is held is a prisoner of another player: it is not on the table, and its own player
 * cannot use it.
 */
enum stand { STAND_HOME, STAND_SEGMENT, STAND_EDGE, STAND_HELD };

struct meeple {
    uint32_t serial; /* number of the meeple, counted from 1 in the order in which meeples are
                        placed in a game */
    union {
        uint16_t node;    /* STAND_SEGMENT */
        struct edge edge; /* STAND_EDGE */
        struct {
            uint32_t held_at; /* STAND_HELD: number of its capture, counted from 1 in a game */
            uint8_t holder;   /* seat that holds it */
        };
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

/* A cell of the grid. All zero: a free cell that no tile lies beside. */
struct table_cell {
    uint16_t tile;        /* number of the tile on it, plus 1; 0 for none */
    uint8_t shown[SIDES]; /* land beyond each side: the complement of its enum side_code, perhaps
                             with SIDE_DIVIDED; 0 for SIDE_OPEN */
    uint8_t monasteries;  /* monasteries and gardens on the cell and the eight around it */
};

/* The free cells beside tiles. The list is brought up to date when placements are listed
 * (board/placing.h), so that it costs nothing where none are. */
struct frontier {
    uint32_t cells[FRONTIER_MAX]; /* indexes in table.cells, in ascending order */
    unsigned count;
    unsigned tiles; /* the first tiles of the table, which the list takes into account */
};

struct table {
    struct table_cell cells[GRID][GRID]; /* [y][x] */
    struct frontier frontier;
    uint64_t rows_used[ROW_WORDS]; /* rows in which tiles lie, a bit each */
    uint16_t left, right;    /* first and last column in which tiles lie, if there are tiles */
    struct laid_tile *tiles; /* tiles laid so far; the array belongs to the ledger */
    unsigned tile_count;
    const uint8_t *ports[TILES_MAX + 1];       /* segment at each port of each laid tile as it lies,
                                                  SEGMENT_NONE for none */
    uint8_t built_ports[TILES_MAX + 1][PORTS]; /* room for the ports of tiles over which roads are
                                                  built */
    uint8_t closed[TILES_MAX + 1]; /* sides of each laid tile that table_close() closed */
    uint8_t around[TILES_MAX + 1]; /* tiles on the nine cells around each monastery or garden; not
                                      set for other tiles */
    uint16_t parent[NODES_MAX];
    uint16_t next[NODES_MAX]; /* next node in the ring of the feature's nodes */
    struct feature features[NODES_MAX];
    uint8_t stock[MEEPLE_KINDS]; /* meeples of each kind that a player has, on the table or not */
    struct meeple meeples[MEEPLES_MAX]; /* meeples on segments and those that are held from the
                                           beginning of the array, those on sides of tiles from its
                                           end */
    struct journal *journal; /* notes what is overwritten in the arrays above, except of the tiles
                                laid since; NULL if nothing is noted */
    /* Snapshots copy all members from here to the end (referee/snapshot.c). */
    unsigned meeple_count; /* used slots at the beginning of the array, including those of meeples
                              that are at home again */
    unsigned meeple_free;  /* first of these slots whose meeple is at home; meeple_count if there is
                              none */
    unsigned edge_count;   /* meeples on sides of tiles */
    uint32_t captures;     /* meeples that were ever held */
    uint32_t meeples_put;
    uint8_t supply[SEATS_MAX][MEEPLE_KINDS];
    /* Nodes of the features completed since table_settled(). A feature may have been joined to
     * others or changed since then: table_list_completed() returns what is still completed. */
    uint16_t completed[COMPLETED_MAX];
    unsigned completed_count;
};

void table_reset(struct table *table, struct ledger *ledger);

static inline const struct table_cell *table_cell(const struct table *table, int x, int y)
{
    return &table->cells[y + CELL_MAX + 1][x + CELL_MAX + 1];
}

/* Distances in table.cells from a cell to the one beyond each side. */
extern const int table_steps[SIDES];

/* The codes of four sides in one word, so that they are compared at once. The code of the north
 * side is in the lowest byte. */
typedef uint32_t side_codes;
enum { EACH_SIDE = 0x01010101 };

static inline side_codes codes_of(const uint8_t sides[SIDES])
{
    return sides[SIDE_N] | (side_codes)sides[SIDE_E] << 8 | (side_codes)sides[SIDE_S] << 16 |
           (side_codes)sides[SIDE_W] << 24;
}

/* Returns the sides beyond which a tile lies: 1 in the byte of each. The top bit of `shown` is set
 * for each tile, because a code has four bits. */
static inline side_codes table_met(const struct table_cell *at)
{
    return codes_of(at->shown) >> 7 & EACH_SIDE;
}

/* Returns the number of the tile on a cell, TILE_NONE if the cell is free. */
static inline unsigned table_at(const struct table *table, int x, int y)
{
    return (uint16_t)(table_cell(table, x, y)->tile - 1u);
}

/* Returns the land beyond a side of a cell (enum side_code), SIDE_OPEN if no tile lies there. */
static inline unsigned table_beyond(const struct table *table, struct cell cell, unsigned side)
{
    CHECK(side < SIDES);
    unsigned shown = (uint8_t)~table_cell(table, cell.x, cell.y)->shown[side];
    return shown == SIDE_OPEN ? shown : shown & SIDE_CODES;
}

/* Returns the root of a node's feature, and shortens the path to it, unless a journal is kept. */
static inline unsigned table_root(struct table *table, unsigned node)
{
    CHECK(node < NODES_MAX);
    unsigned parent;
    while ((parent = table->parent[node]) != node) {
        unsigned above = table->parent[parent];
        if (above == parent)
            return parent;
        if (!table->journal)
            table->parent[node] = (uint16_t)above;
        node = above;
    }
    return node;
}

/* Returns the same root, but leaves the table as it is. */
static inline unsigned table_find(const struct table *table, unsigned node)
{
    CHECK(node < NODES_MAX);
    while (table->parent[node] != node)
        node = table->parent[node];
    return node;
}

/* Returns the segment of a node on a tile of known design. For a road built over a tile it is a
 * plain road without ports: ledger_node_ports() returns those. */
static inline const struct segment *table_segment(const struct table *table, unsigned node)
{
    CHECK(node_is_built(node) || table->tiles[node / NODES_PER_TILE].design);
    static const struct segment built = {.kind = KIND_ROAD, .open = 2};
    return node_is_built(node)
               ? &built
               : &table->tiles[node / NODES_PER_TILE].design->segments[node % NODES_PER_TILE];
}

/* True if a tile has the node: a segment, or a road built over it. False on an unknown design. */
static inline bool table_is_node(const struct table *table, unsigned node)
{
    const struct laid_tile *laid = &table->tiles[node / NODES_PER_TILE];
    unsigned i = node % NODES_PER_TILE;
    return laid->design &&
           (i < NODE_BUILT ? i < laid->design->segment_count : laid->built >> (i - NODE_BUILT) & 1);
}

/* True if the node is on the table and the root of its feature. All roots are among the first
 * tile_count * NODES_PER_TILE nodes. */
bool table_is_root(struct table *table, unsigned node);

/* table_has_tile() is true if a tile belongs to a feature. table_count_tiles() returns the number
 * of its tiles, table_tiles() the set of them. */
bool table_has_tile(const struct table *table, unsigned root, unsigned tile);
unsigned table_count_tiles(const struct table *table, unsigned root);
struct tile_bits table_tiles(const struct table *table, unsigned root);

/* Returns the axis of a road that is built over a tile and leaves it by this side: 0 from north to
 * south, 1 from east to west. */
static inline unsigned side_axis(unsigned side)
{
    return side & 1;
}

/* Returns the tile that table_place() will lay. The caller writes it first: design, cell, orient,
 * built, seat, turn, place. */
static inline struct laid_tile *table_next(struct table *table)
{
    return &table->tiles[table->tile_count];
}

/* Lays the next tile on its cell, which must be free, with the roads of its `built`. Joins features
 * across sides that agree, closes sides that differ, and lists the features that are completed in
 * `completed`. A tile of unknown design or orientation joins nothing: the features that it touches
 * become unknown. Writes LAID, FOUNDED, BUILT, JOINED, COMPLETED. The table must hold fewer than
 * TILES_MAX tiles. Returns the number of the tile. */
unsigned table_place(struct table *table, struct ledger *ledger);

/* Builds a road over a laid tile of known design, between two sides with field. The road is a
 * segment of its own. It joins the roads that its ends meet; an end that meets other land is
 * closed. Writes FOUNDED, BUILT, JOINED, COMPLETED. Returns the node of the road. */
unsigned table_build(struct table *table, struct ledger *ledger, unsigned tile, unsigned axis,
                     uint8_t seat, uint16_t turn);

/* Closes a side of a laid tile: nothing joins across it any more, whatever is laid there. Lists the
 * features that this completes. */
void table_close(struct table *table, struct ledger *ledger, unsigned tile, unsigned side,
                 uint16_t turn);

/* Stacks a piece on the feature of a node, whose kind must stack, and returns its new height. */
unsigned table_stack(struct table *table, unsigned node);

/* Notes that the feature of a node depends on something unknown. */
void table_mark_unknown(struct table *table, unsigned node);

/* Frees the cells of the last tiles again: of all but the first `tile_count`. The rest of the table
 * is left as it is. */
void table_take_back(struct table *table, unsigned tile_count);

/* Changes the kind of a completed feature. It then counts as not completed and is not listed as
 * such, but still nothing can join it. Its followers stay. */
void table_change_kind(struct table *table, unsigned root, enum kind kind);

/* Lists the roots of the features that were completed since table_settled(), by a tile or in any
 * other way: each once, in the order of completion. Returns their number. */
unsigned table_list_completed(struct table *table, uint16_t roots[COMPLETED_MAX]);

/* Empties the list of completed features, once they have been scored. */
void table_settled(struct table *table);

/* Places a meeple on a node. `meeple` holds its kind, seat, turn and place; the seat must have one
 * of that kind in supply. */
void table_place_meeple(struct table *table, struct ledger *ledger, unsigned node,
                        struct meeple meeple);

/* Does the same for a meeple that has an act of its own, apart from the others because it is
 * rare. */
void table_place_other(struct table *table, struct ledger *ledger, unsigned node,
                       struct meeple meeple);

/* Places a meeple on a side of a tile, otherwise like table_place_meeple(). Writes nothing into the
 * ledger. */
void table_place_on_edge(struct table *table, struct edge edge, struct meeple meeple);

/* Returns the meeple on a side of a tile, or NULL. */
const struct meeple *table_on_edge(const struct table *table, struct edge edge);

/* table_stands_on() is true if a meeple stands on a node, table_covers() if it stands on a tile. A
 * meeple in a feature that shelters stands on all nodes and tiles of the feature. */
bool table_stands_on(const struct table *table, const struct meeple *meeple, unsigned node);
bool table_covers(const struct table *table, const struct meeple *meeple, unsigned tile);

/* True if the feature of a meeple on a segment shelters it. */
static inline bool table_shelters(const struct table *table, const struct meeple *meeple)
{
    return kinds[table->features[table_find(table, meeple->node)].kind].shelters;
}

/* table_return() sends all followers of a feature home. table_send_home() sends one meeple home,
 * which must stand on a segment. */
void table_return(struct table *table, struct ledger *ledger, unsigned root, uint16_t turn);
void table_send_home(struct table *table, struct ledger *ledger, struct meeple *meeple,
                     uint16_t turn, enum why why);

/* table_hold() makes a meeple on a segment a prisoner of a seat. table_release() puts a prisoner
 * back into the supply of its player. Neither writes an event. table_held() returns a prisoner of
 * this owner and kind whom the holder has; of several, the one held longest. It returns NULL if the
 * holder has none. */
void table_hold(struct table *table, struct meeple *meeple, unsigned holder);
void table_release(struct table *table, struct meeple *meeple);
struct meeple *table_held(struct table *table, unsigned holder, unsigned owner,
                          enum meeple_kind kind);

/* Returns the follower that has stood longest in a feature, or NULL. Builders and pigs do not
 * count.
 */
const struct meeple *table_follower(struct table *table, unsigned root);

/* True if a root is one of the first `count` of `roots`. */
static inline bool table_is_among(const uint16_t *roots, unsigned count, unsigned root)
{
    for (unsigned i = 0; i < count; i++)
        if (roots[i] == root)
            return true;
    return false;
}

/* Returns the canonical node of a feature: its first cell by y, then x, and there the first
 * port. */
unsigned table_name(const struct table *table, unsigned root);

/* Returns what is wrong with the counts that the table keeps up to date; NULL if all are right.
 * Slow: for builds with --enable-checks. */
const char *table_check(const struct table *table);

#endif
