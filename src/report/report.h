/* SPDX-License-Identifier: MIT */
/* Reports: folds over the ledger of one game. Each knows two ways of speaking: text for people, and
 * objects for machines (emit.h, described in bastide-audit(5)).
 */
#ifndef BASTIDE_REPORT_REPORT_H
#define BASTIDE_REPORT_REPORT_H

#include "ledger/ledger.h"
#include "ledger/namer.h"
#include "report/emit.h"

struct reporter {
    bool text;       /* for people; else through the emitter */
    bool all_events; /* by turn: every fact, not only turns, scores and findings */
    struct sink *sink;
    struct emitter *emitter;
};

/* One game to report on. */
struct game_view {
    struct str file;
    unsigned game; /* counted from 1 over all inputs */
    const struct ledger *ledger;
    struct str profile;
    const char *reconstruction; /* the set in play that is one, NULL without one */
    const char *identity;       /* 32 hexadecimal digits, or NULL when not computed */
    uint32_t line;              /* where the record begins, 0 for imports */
    const int32_t *claimed;     /* the result that it claims */
    unsigned disabled;          /* findings that --disable left out */
    unsigned claimed_count;     /* how many numbers; 0 when it claims none, or nobody asks */
};

enum by {
    BY_TURN,
    BY_TILE,
    BY_ROAD,
    BY_CITY,
    BY_MONASTERY,
    BY_GARDEN,
    BY_FIELD,
    BY_MARKET,
    BY_RESIDENCE,
    BY_CASTLE,
    BY_FORTRESS,
    BY_FAIRY,
    BY_DRAGON,
    BY_BAZAAR,
    BY_BRIDGE,
    BY_WALL,
    BY_GUARD,
    BY_TOWER,
    BY_INN,
    BY_CATHEDRAL,
    BY_ABBOT,
    BY_PIG,
    BY_GOODS,
    BY_SEAT,
    BY_AWARD,
    BY_COUNT
};
extern const char *const by_names[BY_COUNT];

/* Event kinds that a report needs in the ledger. */
unsigned report_events(enum by by, bool all_events);

void report_game(struct reporter *reporter, enum by by, const struct game_view *view);

/* ---- Parts that several reports share ---- */

/* Keys that every object begins with: event, file, game. */
void report_object(struct emitter *emitter, const struct game_view *view, const char *event);
struct cell_text {
    char text[16];
};
struct cell_text report_cell_text(struct cell cell);
/* What a guard who sees the tile is paid for its building. */
unsigned report_building_points(const struct laid_tile *laid);
/* "3,4W" */
struct cell_text report_edge_text(struct edge edge);
/* Where a follower stands: `feature`, as it is named as of the events that were taken, and
 * `segment`. Nothing for NODE_NONE. */
void report_stand(struct emitter *emitter, struct namer *namer, unsigned node);
void report_seat(struct emitter *emitter, const char *key, unsigned seat);
void report_cell(struct emitter *emitter, const char *key, struct cell cell);
/* Tile, cell and orientation of what was laid, null for what is unknown; all null for TILE_NONE. */
void report_laid(struct emitter *emitter, const struct ledger *ledger, unsigned tile);
/* The kind of a follower (enum follower_kind); nothing for a small one. */
void report_follower(struct emitter *emitter, unsigned kind);
/* A set of MARK_..., as a list; nothing for none. */
void report_marks(struct emitter *emitter, unsigned set);
/* How many tokens of each kind of goods. */
void report_goods(struct emitter *emitter, const uint16_t tokens[GOODS_COUNT]);
/* Nothing for NODE_NONE. */
void report_node(struct emitter *emitter, const char *key, const struct ledger *ledger,
                 unsigned node);
void report_tiles(struct emitter *emitter, const char *key, const struct ledger *ledger,
                  const struct tile_bits *tiles);
void report_score(struct emitter *emitter, const struct game_view *view, const struct event *event);
void report_finding(struct emitter *emitter, const struct game_view *view,
                    const struct event *event);
void report_end(struct emitter *emitter, const struct game_view *view, const struct event *event);

/* "4 tiles × 2 + 1 shield × 2 = 10" */
void report_arithmetic(struct sink *sink, const struct score_event *score);
/* The arithmetic; of a feature its followers and tiles; the rule, and options of which another
 * value would have changed the award.
 */
void report_award_why(struct sink *sink, const struct ledger *ledger,
                      const struct score_event *score);
/* "a +10  city cE@3,-1: 4 tiles ..." and what else there is to say, on one line. */
void report_award_text(struct sink *sink, const struct ledger *ledger, const struct event *event);
/* The line above a game's text. */
void report_title(struct sink *sink, const struct game_view *view);

/* Tiles of a bitset by y, then x; returns their number. */
unsigned report_tiles_sorted(const struct ledger *ledger, const struct tile_bits *tiles,
                             uint16_t sorted[TILES_MOST + 1]);

char report_seat_letter(unsigned seat);

/* True if the verdict stands with a reservation: findings that were disabled, conditions of the
 * record. */
bool report_has_reservations(const struct game_view *view, const struct end_event *end);
/* Writes "8 findings disabled; own tiles: 1; adjusted: Ben +9999" after `before`. Writes nothing
 * and returns false if there are no reservations. */
bool report_reservations(struct sink *sink, const struct game_view *view,
                         const struct end_event *end, const char *before);

/* One file each. */
void report_turns(struct reporter *reporter, const struct game_view *view);
void report_by_tile(struct reporter *reporter, const struct game_view *view);
/* Features of a kind; with a set of MARK_... those that they change alone. */
void report_by_feature(struct reporter *reporter, const struct game_view *view, enum kind kind,
                       unsigned bearing);
void report_by_castle(struct reporter *reporter, const struct game_view *view, enum by by);
void report_by_fairy(struct reporter *reporter, const struct game_view *view);
void report_by_dragon(struct reporter *reporter, const struct game_view *view);
void report_by_bazaar(struct reporter *reporter, const struct game_view *view);
void report_by_bridge(struct reporter *reporter, const struct game_view *view);
void report_by_meeple(struct reporter *reporter, const struct game_view *view,
                      enum follower_kind kind);
void report_by_goods(struct reporter *reporter, const struct game_view *view);
/* By wall, guard or tower of The City. */
void report_by_wall(struct reporter *reporter, const struct game_view *view, enum by by);
/* "a wall 0,1N": a piece on a wall, or a wall of the closing. */
void report_piece(struct sink *sink, const struct ledger *ledger, const struct event *event);
/* The keys of a piece on a wall: piece, edge, count; of a wall left and gap too. */
void report_wall(struct emitter *emitter, const struct ledger *ledger, const struct event *event);
void report_by_seat(struct reporter *reporter, const struct game_view *view);
void report_by_award(struct reporter *reporter, const struct game_view *view);

#endif
