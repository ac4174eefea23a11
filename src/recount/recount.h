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
    RECOUNT_NODES = SEGMENTS_MAX + 2, /* segments of a tile, and bridges over it: NS, EW */
    RECOUNT_RULES_MAX = 32,
    RECOUNT_STATES_MAX = 8192, /* bytes; recount_begin() asserts both */
};

struct recount_meeple {
    unsigned tile, segment, seat, kind;
    bool stands;
};

struct recount_tile {
    const struct design *design;
    int x, y;
    unsigned orient;
    bool bridge[2];
};

struct recount {
    struct recount_tile tiles[TILES_MAX];
    unsigned tile_count;
    int least_x, most_x, least_y, most_y; /* of the tiles' cells */
    struct recount_meeple followers[512];
    unsigned follower_count;
    int scores[SEATS_MAX];
    unsigned seats, turn; /* turn: parts of turns so far */
    unsigned seat, part;  /* whose turn it is, and the part of it, from 0 */
    bool two_tiles;       /* a turn may have two tiles */
    bool grew;            /* its builder brings a second tile */
    /* options */
    int shield, small_city, field_city;
    bool by_city, bridge_own;

    /* Of expansions: a bit for each of recount_rules[] in play, and their states one after
     * another. */
    uint32_t in_play;
    uint16_t state_at[RECOUNT_RULES_MAX];
    _Alignas(max_align_t) unsigned char states[RECOUNT_STATES_MAX];

    struct {
        unsigned tile, axis;
    } built[8]; /* bridges of this turn */
    unsigned built_count;
    unsigned drawn;     /* lines that drew a tile */
    bool laid;          /* the turn laid a tile */
    const char *broken; /* a rule that the game broke, found on the way */

    /* The turn under way. */
    unsigned number;
    bool owed[2048]; /* turns whose second tile has not come, by their numbers */
    unsigned late;   /* the earlier turn that goes on */
    bool settled;
};

/* A feature as found by flood fill. */
struct recount_feature {
    unsigned tiles, shields;
    unsigned parts; /* tiles, and bridges on them, each on its own */
    bool completed;
    unsigned followers[SEATS_MAX];
    bool in[TILES_MAX][RECOUNT_NODES]; /* of tiles that lie */
};

/* The rules of an expansion, computed a second time in its room (recount*.c). They are asked in
 * games in which a tile set brings them, in the order of the rows RECOUNT. Every hook may be NULL.
 */
struct recount_rules {
    const char *name;  /* as tile sets bring them */
    size_t state_size; /* bytes of recount_state(), zeroed at the beginning of a game */
    void (*begin)(struct recount *, const struct record *, const struct profile *);
    /* A player's turn begins. */
    void (*turn)(struct recount *);
    /* A tile has been laid; a bridge has been built. */
    void (*laid)(struct recount *);
    void (*built)(struct recount *);
    /* An act of one of its verbs; false for another's. */
    bool (*act)(struct recount *, const struct line *, const struct act *);
    /* A meeple has left the table otherwise than with its feature. */
    void (*left)(struct recount *);
    /* Does what lies at this side of a tile, beside an empty cell, end there? */
    bool (*closes)(const struct recount *, unsigned tile, unsigned side);
    /* Is it a feature that is never completed? */
    bool (*endless)(const struct recount *, const struct recount_feature *);
    /* Does a field count this city, which is not completed, and with how many points more? */
    bool (*counts)(const struct recount *, const struct recount_feature *city, int *more);
    /* The points of a feature of this kind of land instead of the usual ones; false to leave them.
     */
    bool (*worth)(const struct recount *, enum kind, const struct recount_feature *, int *points);
    /* More points for one of the seats that are paid for a field beside so many cities. */
    int (*farmer)(const struct recount *, const struct recount_feature *field, unsigned seat,
                  int cities);
    /* What the turn completed will be paid next. */
    void (*unsettled)(struct recount *);
    /* A feature has been paid; its meeples still stand. */
    void (*paid)(struct recount *, const struct recount_feature *);
    /* Completed features have been paid and their meeples are back. */
    void (*settled)(struct recount *);
    /* A line has been read with all its acts, and what it completed has been settled. */
    void (*line_over)(struct recount *);
    /* The final scoring comes next; and all features have had it. */
    void (*over)(struct recount *);
    void (*final)(struct recount *);
};

extern const struct recount_rules *const recount_rules[];
extern const unsigned recount_rules_count;

/* Are the rules in play; and their state. */
bool recount_plays(const struct recount *recount, const struct recount_rules *rules);
void *recount_state(struct recount *recount, const struct recount_rules *rules);
const void *recount_look(const struct recount *recount, const struct recount_rules *rules);

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
void recount_place_meeple(struct recount *recount, unsigned tile, unsigned segment, unsigned seat,
                          unsigned kind);
void recount_send_home(struct recount *recount, unsigned tile, unsigned segment);
/* Tiles on the nine cells around a tile, its own among them. */
unsigned recount_around(const struct recount *recount, unsigned tile);
/* The tile on a cell, -1 without one, and the segment (or bridge) of it that is named. */
int recount_tile_at(const struct recount *recount, int x, int y);
unsigned recount_segment(const struct recount *recount, unsigned tile,
                         const struct segment_ref *ref);

/* Pays what this turn completed, feeds castles, and sends followers home. */
void recount_settle(struct recount *recount);
void recount_final(struct recount *recount);

/* Follows a line of a game without findings. `next` is the line behind it, NULL at the end: scoring
 * waits for the last line of a turn. recount_line_tile() stops when the line's tile lies. */
void recount_line(struct recount *recount, const struct line *line, const struct line *next);
void recount_line_tile(struct recount *recount, const struct line *line);

void recount_flood(const struct recount *recount, unsigned tile, unsigned segment,
                   struct recount_feature *feature);

/* Does anybody stand in a feature? Is it one that is never completed? */
bool recount_is_manned(const struct recount_feature *feature);
bool recount_is_endless(const struct recount *recount, const struct recount_feature *feature);

/* Is there such a segment, or such a bridge; and what kind of land it is. */
bool recount_is_there(const struct recount *recount, unsigned tile, unsigned segment);
enum kind recount_kind(const struct recount *recount, unsigned tile, unsigned segment);

#endif
