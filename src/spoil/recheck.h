/* A second opinion: a slow recount of a whole game, written apart from the referee. No union-find and no state that
 * is carried along but who stands where: after every tile each feature is found anew by flood fill over the tiles
 * that lie, and what is completed, owned and worth is counted from that. Bugs must be made twice to hide.
 */
#ifndef BASTIDE_SPOIL_RECHECK_H
#define BASTIDE_SPOIL_RECHECK_H

#include "rules/referee.h"

enum { RECHECK_NODES = SEGMENTS_MOST + 2 };      /* segments of a tile, and bridges over it: NS, EW */

struct recheck_follower {
    unsigned tile, segment, seat;
    bool stands;
};

struct recheck_tile {
    const struct design *design;
    int x, y;
    unsigned orient;
    bool bridge[2];
};

struct recheck_castle {
    unsigned tile, segment, seat, turn;
    bool takes, takes_castle;       /* what its owner chose in this turn */
    unsigned source_tile, source_segment;
};

/* A wall on a side of the tile on a cell, or the gate; the chain is kept as loose ends, points of the grid. */
struct recheck_wall {
    int x, y;
    unsigned side, seat;
    bool gate, guarded;
    int arm;                    /* 0 or 1; the gate belongs to both */
    unsigned guard;
};

struct recheck {
    struct recheck_tile tiles[TILES_MOST];
    unsigned tile_count;
    int least_x, most_x, least_y, most_y;       /* of the tiles' cells */
    struct recheck_follower followers[512];
    unsigned follower_count;
    int scores[SEATS_MOST];
    unsigned seats, turn;
    /* options */
    int shield, small_city, field_city;
    bool bridge_own, fairy_beside, fairy_castle, castle_highest, castle_spent, town, market_across, close_always, gate_open;

    struct { unsigned tile, axis; } built[8];   /* bridges of this turn */
    unsigned built_count;
    struct recheck_castle castles[32];
    unsigned castle_count;
    bool fairy_out;
    int fairy_x, fairy_y;
    unsigned fairy_follower;        /* beside this one, with fairy_beside */
    int dragon_x, dragon_y;

    struct recheck_wall walls[80];
    unsigned wall_count, walls_most, drawn, in_sets;
    struct { int x, y; } loose[2];  /* ends of the chain, by arm */
    bool towers[2][81];             /* behind the n-th wall of an arm, or the gate */
    bool laid;                      /* the turn laid a tile */
    bool phase, closed;             /* walls were laid in this turn; the ring is closed */
    const char *broken;             /* a rule about walls that the game broke, found on the way */

    /* The turn under way, and the auction in it. */
    unsigned number;
    bool settled, dragon_late;
    struct {
        bool open;
        struct str tile;
        unsigned chooser, bidder;
        int price;
    } auction;
};

/* A feature as found by flood fill. */
struct recheck_feature {
    bool in[TILES_MOST][RECHECK_NODES];
    unsigned tiles, shields;
    unsigned parts;             /* tiles, and bridges on them, each on its own */
    bool completed;
    unsigned followers[SEATS_MOST];
};

void recheck_begin(struct recheck *recheck, const struct record *record, unsigned seats, const struct profile *profile);

/* A seat's turn begins; its fairy is paid. */
void recheck_turn(struct recheck *recheck, unsigned seat);
void recheck_lay(struct recheck *recheck, const struct design *design, int x, int y, unsigned orient);
void recheck_bridge(struct recheck *recheck, int x, int y, unsigned axis);
void recheck_stand(struct recheck *recheck, unsigned tile, unsigned segment, unsigned seat);
void recheck_send_home(struct recheck *recheck, unsigned tile, unsigned segment);
void recheck_fairy(struct recheck *recheck, int x, int y, unsigned segment);
void recheck_flight(struct recheck *recheck, struct str letters);
void recheck_castle(struct recheck *recheck, unsigned tile, unsigned segment, unsigned seat);
void recheck_take(struct recheck *recheck, unsigned tile, unsigned segment, unsigned source_tile, unsigned source_segment);

/* The tile on a cell, -1 without one, and the segment (or bridge) of it that is named. */
int recheck_tile_at(const struct recheck *recheck, int x, int y);
unsigned recheck_segment(const struct recheck *recheck, unsigned tile, const struct segment_ref *ref);

/* Can one walk from an empty cell to far away, over sides of empty cells? */
bool recheck_is_outside(const struct recheck *recheck, int x, int y);
/* The wall on a side of the tile on a cell, -1 without one. */
int recheck_wall_on(const struct recheck *recheck, int x, int y, unsigned side);
/* The two points of the grid between which a wall stands. */
void recheck_ends(const struct recheck_wall *wall, int x[2], int y[2]);

void recheck_wall(struct recheck *recheck, int x, int y, unsigned side, unsigned seat, bool gate);
void recheck_guard(struct recheck *recheck, int x, int y, unsigned side, unsigned seat);
/* Where a tower called by a wall would stand: a joint, behind the last wall of an arm or, where the ring is closed, on either side of
 * the wall that closed it. */
struct recheck_joint {
    int arm, depth;             /* behind this wall of the arm; the gate is its 0th */
    bool open, taken;           /* it is an end, or such a side; a tower stands there */
    int points;
};
struct recheck_joint recheck_joint(const struct recheck *recheck, int wall);
void recheck_tower(struct recheck *recheck, int x, int y, unsigned side, unsigned seat);
/* A turn of The City is over: closes the ring when the game is. */
void recheck_turn_over(struct recheck *recheck);

/* Pays what this turn completed, feeds castles, and sends followers home. */
void recheck_settle(struct recheck *recheck);
void recheck_final(struct recheck *recheck);

/* Follows a line of a game without findings. `next` is the line behind it, NULL at the end: scoring waits for the last line of
 * a turn. The other one stops when the line's tile lies. */
void recheck_line(struct recheck *recheck, const struct line *line, const struct line *next);
void recheck_line_tile(struct recheck *recheck, const struct line *line);

void recheck_flood(const struct recheck *recheck, unsigned tile, unsigned segment, struct recheck_feature *feature);

/* NULL when the referee's table says the same of every feature, follower and score; else what differs. */
const char *recheck_compare(const struct recheck *recheck, struct referee *referee);

#endif
