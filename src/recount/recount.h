/* SPDX-License-Identifier: MIT */
/* A slow recount of a whole game, written independently of the referee to check it. It has no
 * union-find and keeps no features from turn to turn: after every tile each feature is found anew
 * by flood fill over the tiles that lie, and what is completed, owned and worth is counted from
 * that. A bug stays hidden only if both have it.
 */
#ifndef BASTIDE_RECOUNT_RECOUNT_H
#define BASTIDE_RECOUNT_RECOUNT_H

#include <stddef.h>

#include "ledger/ledger.h"
#include "notation/record.h"
#include "profiles/profile.h"

enum {
    RECOUNT_NODES = SEGMENTS_MOST + 2, /* segments of a tile, and bridges over it: NS, EW */
    RECOUNT_RULES_MOST = 32,
    RECOUNT_STATES_MOST = 4096, /* bytes; recount_begin() asserts both */
};

struct recount_follower {
    unsigned tile, segment, seat, kind;
    bool stands;
};

struct recount_tile {
    const struct design *design;
    int x, y;
    unsigned orient;
    bool bridge[2];
};

struct recount_castle {
    unsigned tile, segment, seat, turn;
    bool takes, takes_castle; /* what its owner chose in this turn */
    unsigned source_tile, source_segment;
};

/* A wall on a side of the tile on a cell, or the gate; the chain is kept as loose ends, points of
 * the grid. */
struct recount_wall {
    int x, y;
    unsigned side, seat;
    bool gate, guarded;
    int end; /* 0 or 1; the gate belongs to both */
    unsigned guard;
};

struct recount {
    struct recount_tile tiles[TILES_MOST];
    unsigned tile_count;
    int least_x, most_x, least_y, most_y; /* of the tiles' cells */
    struct recount_follower followers[512];
    unsigned follower_count;
    int scores[SEATS_MOST];
    unsigned seats, turn; /* turn: parts of turns so far */
    unsigned seat, part;  /* whose turn it is, and the part of it, from 0 */
    bool two_tiles;       /* turns of two tiles there may be */
    bool grew;            /* its builder brings a second tile */
    /* options */
    int shield, small_city, field_city;
    bool by_city, bid_needs_points, bridge_own, fairy_beside, fairy_castle, fairy_cell,
        castle_highest, castle_spent, garden_feeds, abbot_fairy, town, market_across, close_always,
        gate_open;

    /* Of expansions: a bit for each of recount_rules[] in play, and their states one after
     * another. */
    uint32_t in_play;
    uint16_t state_at[RECOUNT_RULES_MOST];
    _Alignas(max_align_t) unsigned char states[RECOUNT_STATES_MOST];

    struct {
        unsigned tile, axis;
    } built[8]; /* bridges of this turn */
    unsigned built_count;
    struct recount_castle castles[32];
    unsigned castle_count;
    bool fairy_out;
    int fairy_x, fairy_y;
    unsigned fairy_follower; /* beside this one, with fairy_beside */
    int dragon_x, dragon_y;

    struct recount_wall walls[80];
    unsigned wall_count, walls_most, drawn, in_sets;
    struct {
        int x, y;
    } loose[2];         /* the points that the ends of the chain have reached */
    bool towers[2][81]; /* behind the n-th wall at an end, or the gate */
    bool laid;          /* the turn laid a tile */
    bool phase, closed; /* walls were laid in this turn; the ring is closed */
    const char *broken; /* a rule that the game broke, found on the way */

    /* The turn under way, and the auction in it. */
    unsigned number;
    bool owed[2048]; /* turns whose second tile has not come, by their numbers */
    unsigned late;   /* the earlier turn that goes on */
    bool settled, dragon_late;
    struct {
        bool open, unbid; /* without a bid */
        struct str tile;
        unsigned chooser, bidder;
        int price;
    } auction;
};

/* A feature as found by flood fill. */
struct recount_feature {
    bool in[TILES_MOST][RECOUNT_NODES];
    unsigned tiles, shields;
    unsigned parts; /* tiles, and bridges on them, each on its own */
    bool completed;
    unsigned followers[SEATS_MOST];
};

/* The rules of an expansion, computed a second time in its room (recount*.c). They are asked in
 * games in which a tile set brings them, in the order of the rows RECOUNT. Every hook may be NULL.
 */
struct recount_rules {
    const char *name;  /* as tile sets bring them */
    size_t state_size; /* bytes of recount_state(), zeroed at the beginning of a game */
    /* A tile has been laid, or something has been built on one. */
    void (*laid)(struct recount *);
    /* A meeple has left the table otherwise than with its feature. */
    void (*left)(struct recount *);
    /* The points of a feature of this kind of land instead of the usual ones; false to leave them.
     */
    bool (*worth)(const struct recount *, enum kind, const struct recount_feature *, int *points);
    /* More points for one of the seats that are paid for a field beside so many cities. */
    int (*farmer)(const struct recount *, const struct recount_feature *field, unsigned seat,
                  int cities);
    /* Completed features have been paid and their meeples are back; castles have not been paid. */
    void (*settled)(struct recount *);
    /* All features have had their final scoring. */
    void (*final)(struct recount *);
};

extern const struct recount_rules *const recount_rules[];
extern const unsigned recount_rules_count;

/* Are the rules in play; and their state. */
bool recount_plays(const struct recount *recount, const struct recount_rules *rules);
void *recount_state(struct recount *recount, const struct recount_rules *rules);

/* The body of the loop is executed for each of the rules in play that has the hook. */
#define FOR_EACH_RECOUNT(recount, rules, hook)                                                     \
    for (unsigned rules##_i = 0; rules##_i < recount_rules_count; rules##_i++)                     \
        for (const struct recount_rules *rules = recount_rules[rules##_i];                         \
             rules && (recount)->in_play >> rules##_i & 1 && rules->hook; rules = NULL)

/* The second tile of an earlier turn. */
void recount_late_part(struct recount *recount, unsigned seat);

void recount_begin(struct recount *recount, const struct record *record, unsigned seats,
                   const struct profile *profile);

/* A seat's turn begins, and its fairy is paid; or another part of it. */
void recount_turn(struct recount *recount, unsigned seat);
void recount_part(struct recount *recount);
void recount_lay(struct recount *recount, const struct design *design, int x, int y,
                 unsigned orient);
void recount_bridge(struct recount *recount, int x, int y, unsigned axis);
void recount_place_follower(struct recount *recount, unsigned tile, unsigned segment, unsigned seat,
                            unsigned kind);
void recount_send_home(struct recount *recount, unsigned tile, unsigned segment);
/* Tiles on the nine cells around a tile, its own among them. */
unsigned recount_around(const struct recount *recount, unsigned tile);
/* An abbot is taken back, and scores. */
void recount_back(struct recount *recount, unsigned tile, unsigned segment, unsigned seat);
void recount_fairy(struct recount *recount, int x, int y, unsigned segment);
void recount_flight(struct recount *recount, struct str letters);
void recount_castle(struct recount *recount, unsigned tile, unsigned segment, unsigned seat);
void recount_take(struct recount *recount, unsigned tile, unsigned segment, unsigned source_tile,
                  unsigned source_segment);

/* The tile on a cell, -1 without one, and the segment (or bridge) of it that is named. */
int recount_tile_at(const struct recount *recount, int x, int y);
unsigned recount_segment(const struct recount *recount, unsigned tile,
                         const struct segment_ref *ref);

/* Can one walk from an empty cell to far away, over sides of empty cells? */
bool recount_is_outside(const struct recount *recount, int x, int y);
/* The wall on a side of the tile on a cell, -1 without one. */
int recount_wall_on(const struct recount *recount, int x, int y, unsigned side);
/* The two points of the grid between which a wall stands. */
void recount_ends(const struct recount_wall *wall, int x[2], int y[2]);

void recount_wall(struct recount *recount, int x, int y, unsigned side, unsigned seat, bool gate);
void recount_guard(struct recount *recount, int x, int y, unsigned side, unsigned seat);
/* Where a tower called by a wall would stand: a joint, behind the last wall at an end or, where the
 * ring is closed, on either side of the wall that closed it. */
struct recount_joint {
    int end, depth;   /* behind this wall at that end; the gate is its 0th */
    bool open, taken; /* it is an end, or such a side; a tower stands there */
    int points;
};
struct recount_joint recount_joint(const struct recount *recount, int wall);
void recount_tower(struct recount *recount, int x, int y, unsigned side, unsigned seat);
/* A turn of The City is over: closes the ring when the game is. */
void recount_turn_over(struct recount *recount);

/* Pays what this turn completed, feeds castles, and sends followers home. */
void recount_settle(struct recount *recount);
void recount_final(struct recount *recount);

/* Follows a line of a game without findings. `next` is the line behind it, NULL at the end: scoring
 * waits for the last line of a turn. recount_line_tile() stops when the line's tile lies. */
void recount_line(struct recount *recount, const struct line *line, const struct line *next);
void recount_line_tile(struct recount *recount, const struct line *line);

void recount_flood(const struct recount *recount, unsigned tile, unsigned segment,
                   struct recount_feature *feature);

/* Does anybody stand in a feature? And the castle that it has become, -1 for none. */
bool recount_is_manned(const struct recount_feature *feature);
int recount_castle_of(const struct recount *recount, const struct recount_feature *feature);

/* Is there such a segment, or such a bridge; and what kind of land it is. */
bool recount_is_there(const struct recount *recount, unsigned tile, unsigned segment);
enum kind recount_kind(const struct recount *recount, unsigned tile, unsigned segment);

#endif
