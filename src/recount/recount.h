/* SPDX-License-Identifier: MIT */
/* A slow recount of a whole game, written independently of the referee to check it. It has no
 * union-find and keeps no features from turn to turn. After every tile it finds each feature anew
 * by flood fill over the tiles on the table, and counts from that which features are completed, who
 * owns them, and what they are worth. A bug stays hidden only if both have it.
 */
#ifndef BASTIDE_RECOUNT_RECOUNT_H
#define BASTIDE_RECOUNT_RECOUNT_H

#include <stddef.h>

#include "ledger/ledger.h"
#include "notation/record.h"
#include "profiles/profile.h"

enum {
    RECOUNT_NODES = SEGMENTS_MAX + 2, /* nodes of a tile: segments, and bridges NS and EW */
    RECOUNT_CELLS = 64,               /* columns and rows of the index of cells */
    RECOUNT_RULES_MAX = 32,
    RECOUNT_STATES_MAX = 8192, /* bytes of all states; recount_begin() asserts both limits */
};

struct recount_meeple {
    unsigned tile, segment, seat, kind;
    bool stands;
    unsigned held; /* seat that holds it as a prisoner, plus 1; 0 for none */
};

struct recount_tile {
    const struct design *design;
    int x, y;
    unsigned orient;
    bool bridge[2];
    signed char printed[PORTS]; /* segment at each port of the tile as it lies, without bridges; -1
                                   for none */
    unsigned short before;      /* the tile before it in the same place of the index, plus 1; 0 for
                                   none */
};

struct recount {
    struct recount_tile tiles[TILES_MAX];
    unsigned tile_count;
    /* Index of the tiles by their cells, whose coordinates are taken modulo RECOUNT_CELLS: the last
     * tile laid there, plus 1; 0 for none. */
    unsigned short cells[RECOUNT_CELLS * RECOUNT_CELLS];
    unsigned height[TILES_MAX];           /* pieces stacked on each tile */
    int least_x, most_x, least_y, most_y; /* bounds of the cells with tiles */
    struct recount_meeple followers[512];
    unsigned follower_count;
    int scores[SEATS_MAX];
    unsigned seats, turn; /* turn: number of parts of turns so far */
    unsigned seat, part;  /* player whose turn it is, and the part of the turn, from 0 */
    bool two_tiles;       /* true if a turn may have two tiles */
    bool grew;            /* the builder of this turn brings a second tile */
    /* Options of the rules. */
    int shield, small_city, field_city;
    bool by_city, bridge_own;

    /* Expansions: one bit for each of recount_rules[] that is in play, and their states one after
     * another. */
    uint32_t in_play;
    uint16_t state_at[RECOUNT_RULES_MAX];
    _Alignas(max_align_t) unsigned char states[RECOUNT_STATES_MAX];

    struct {
        unsigned tile, axis;
    } built[8]; /* bridges of this turn */
    unsigned built_count;
    unsigned drawn;     /* number of lines that drew a tile */
    bool laid;          /* true if the turn laid a tile */
    const char *broken; /* the rule that the game was found to break; NULL for none */

    /* The current turn. */
    unsigned number;
    bool owed[2048]; /* turns that ended without their second tile, by number modulo 2048 */
    unsigned late;   /* number of the earlier turn that continues now */
    bool settled;
};

/* A segment of a tile, or a bridge over it. */
struct recount_node {
    unsigned tile, segment;
};

/* A feature as found by flood fill. */
struct recount_feature {
    unsigned tiles, shields;
    unsigned parts; /* tiles with a printed segment of the feature, plus its bridges */
    bool completed;
    unsigned followers[SEATS_MAX];
    unsigned node_count;
    bool in[TILES_MAX][RECOUNT_NODES]; /* true for its nodes; valid for tiles on the table */
    struct recount_node nodes[TILES_MAX * RECOUNT_NODES]; /* the same nodes as a list */
};

/* The rules of an expansion in the second computation, written in its room (recount*.c). The hooks
 * are called in games in which the expansion is in play, in the order of the rows RECOUNT. Every
 * hook may be NULL. */
struct recount_rules {
    const char *name;  /* name of the expansion, as tile sets bring it */
    size_t state_size; /* size of recount_state() in bytes, zeroed at the beginning of a game */
    void (*begin)(struct recount *, const struct record *, const struct profile *);
    /* A player's turn begins. */
    void (*turn)(struct recount *);
    /* A tile has been laid; a bridge has been built. */
    void (*laid)(struct recount *);
    void (*built)(struct recount *);
    /* An act is about to be followed. */
    void (*before)(struct recount *, const struct line *, const struct act *);
    /* Follows an act. False if the verb of the act belongs to another expansion. */
    bool (*act)(struct recount *, const struct line *, const struct act *);
    /* True if a figure that sends home the meeples on a tile leaves this one there: its index in
     * followers[]. */
    bool (*spares)(const struct recount *, unsigned meeple);
    /* A meeple has left the table, but not because its feature was paid. */
    void (*left)(struct recount *);
    /* True if the land at this side of a tile, beside an empty cell, ends there. */
    bool (*closes)(const struct recount *, unsigned tile, unsigned side);
    /* True if the feature is never completed. */
    bool (*endless)(const struct recount *, const struct recount_feature *);
    /* True if a field counts this city although it is not completed. Sets *more to the further
     * points that it brings. */
    bool (*counts)(const struct recount *, const struct recount_feature *city, int *more);
    /* Sets the points of a feature of this kind of land, in place of the usual ones. False if the
     * usual ones hold. */
    bool (*worth)(const struct recount *, enum kind, const struct recount_feature *, int *points);
    /* Returns further points for a seat that is paid for a field beside this number of cities. */
    int (*farmer)(const struct recount *, const struct recount_feature *field, unsigned seat,
                  int cities);
    /* Corrects what the followers of each seat in a feature count for. */
    void (*strength)(const struct recount *, const struct recount_feature *,
                     unsigned strengths[SEATS_MAX]);
    /* Adds to `keys` the number by which each seat may win a tie for a feature. */
    void (*second)(const struct recount *, const struct recount_feature *,
                   unsigned keys[SEATS_MAX]);
    /* The features that the turn completed are about to be paid. */
    void (*unsettled)(struct recount *);
    /* A feature has been paid; its meeples still stand. */
    void (*paid)(struct recount *, const struct recount_feature *);
    /* Completed features have been paid and their meeples are back. */
    void (*settled)(struct recount *);
    /* A line has been read with all its acts, and what it completed has been settled. */
    void (*line_over)(struct recount *);
    /* `over`: the final scoring is about to begin. `final`: all features have been paid in it. */
    void (*over)(struct recount *);
    void (*final)(struct recount *);
};

extern const struct recount_rules *const recount_rules[];
extern const unsigned recount_rules_count;

/* recount_plays() is true if the rules are in play. recount_state() returns their state, and
 * recount_look() the same for reading. */
bool recount_plays(const struct recount *recount, const struct recount_rules *rules);
void *recount_state(struct recount *recount, const struct recount_rules *rules);
const void *recount_look(const struct recount *recount, const struct recount_rules *rules);

/* Runs the body for each of the rules in play that has the hook. */
#define FOR_EACH_RECOUNT(recount, rules, hook)                                                     \
    for (unsigned rules##_i = 0; rules##_i < recount_rules_count; rules##_i++)                     \
        for (const struct recount_rules *rules = recount_rules[rules##_i];                         \
             rules && (recount)->in_play >> rules##_i & 1 && rules->hook; rules = NULL)

/* Begins the late second part of an earlier turn. */
void recount_late_part(struct recount *recount, unsigned seat);

void recount_begin(struct recount *recount, const struct record *record, unsigned seats,
                   const struct profile *profile);

/* recount_turn() begins the turn of a seat, and pays the point for the fairy if it is due.
 * recount_part() begins another part of the turn. */
void recount_turn(struct recount *recount, unsigned seat);
void recount_part(struct recount *recount);
void recount_lay(struct recount *recount, const struct design *design, int x, int y,
                 unsigned orient);
/* recount_put() adds a tile to the table and does nothing else. recount_lift() removes the tile
 * that was added last. */
void recount_put(struct recount *recount, const struct design *design, int x, int y,
                 unsigned orient);
void recount_lift(struct recount *recount);
void recount_bridge(struct recount *recount, int x, int y, unsigned axis);
void recount_place_meeple(struct recount *recount, unsigned tile, unsigned segment, unsigned seat,
                          unsigned kind);
void recount_send_home(struct recount *recount, unsigned tile, unsigned segment);
/* Returns the number of tiles on the nine cells around a tile, its own included. */
unsigned recount_around(const struct recount *recount, unsigned tile);
/* recount_tile_at() returns the tile on a cell, -1 if it is empty. recount_segment() returns the
 * segment that a reference names on a tile, or the bridge over it. */
int recount_tile_at(const struct recount *recount, int x, int y);
unsigned recount_segment(const struct recount *recount, unsigned tile,
                         const struct segment_ref *ref);

/* Pays the features that this turn completed, lets castles take their points, and sends followers
 * home. */
void recount_settle(struct recount *recount);
void recount_final(struct recount *recount);

/* Follows a line of a game without findings. `next` is the line after it, NULL at the end: scoring
 * waits for the last line of a turn. recount_line_tile() only lays the tile of the line and leaves
 * its acts. */
void recount_line(struct recount *recount, const struct line *line, const struct line *next);
void recount_line_tile(struct recount *recount, const struct line *line);

void recount_flood(const struct recount *recount, unsigned tile, unsigned segment,
                   struct recount_feature *feature);

/* recount_is_manned() is true if a follower stands in the feature, recount_is_endless() if the
 * feature is never completed. */
bool recount_is_manned(const struct recount_feature *feature);
bool recount_is_endless(const struct recount *recount, const struct recount_feature *feature);

/* recount_is_there() is true if a tile has the segment or bridge. recount_kind() returns its kind
 * of land. */
bool recount_is_there(const struct recount *recount, unsigned tile, unsigned segment);
enum kind recount_kind(const struct recount *recount, unsigned tile, unsigned segment);

#endif
