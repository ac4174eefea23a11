/* A second opinion: a slow recount of a whole game, written apart from the referee. No union-find and no state that
 * is carried along but who stands where: after every tile each feature is found anew by flood fill over the tiles
 * that lie, and what is completed, owned and worth is counted from that. Bugs must be made twice to hide.
 */
#ifndef BASTIDE_TESTS_RECHECK_H
#define BASTIDE_TESTS_RECHECK_H

#include "rules/referee.h"

struct recheck_follower {
    unsigned tile, segment, seat;
    bool stands;
};

struct recheck_tile {
    const struct design *design;
    int x, y;
    unsigned orient;
};

struct recheck {
    struct recheck_tile tiles[TILES_MOST];
    unsigned tile_count;
    struct recheck_follower followers[512];
    unsigned follower_count;
    int scores[SEATS_MOST];
    unsigned seats;
    int shield, small_city, field_city;
};

/* A feature as found by flood fill. */
struct recheck_feature {
    bool in[TILES_MOST][SEGMENTS_MOST];
    unsigned tiles, shields;
    bool completed;
    unsigned followers[SEATS_MOST];
};

void recheck_begin(struct recheck *recheck, unsigned seats, int shield, int small_city, int field_city);
void recheck_lay(struct recheck *recheck, const struct design *design, int x, int y, unsigned orient);
void recheck_stand(struct recheck *recheck, unsigned tile, unsigned segment, unsigned seat);

/* Pays what touches the last tile laid and is completed, and sends its followers home. */
void recheck_settle(struct recheck *recheck);
void recheck_final(struct recheck *recheck);

void recheck_flood(const struct recheck *recheck, unsigned tile, unsigned segment, struct recheck_feature *feature);

/* NULL when the referee's table says the same of every feature, follower and score; else what differs. */
const char *recheck_compare(const struct recheck *recheck, struct referee *referee);

#endif
