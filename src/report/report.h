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

/* The keys of reports (report/keys.def). */
enum by {
#define BY(id, name, nothing, events, print, detail, marks) BY_##id,
#include "rows.h"
    BY_COUNT
};
extern const char *const by_names[BY_COUNT];
/* The award whose payments `diff --by` sums; NULL for keys that sum otherwise. */
extern const char *const by_awards[BY_COUNT];

/* Event kinds that a report needs in the ledger. */
uint64_t report_events(enum by by, bool all_events);

void report_game(struct reporter *reporter, enum by by, const struct game_view *view);

/* ---- Parts that several reports share ---- */

/* Keys that every object begins with: event, file, game. */
void report_object(struct emitter *emitter, const struct game_view *view, const char *event);
struct cell_text {
    char text[16];
};
struct cell_text report_cell_text(struct cell cell);
/* "3,4W" */
struct cell_text report_edge_text(struct edge edge);
/* Where a follower stands: `feature`, as it is named as of the events that were taken, and
 * `segment`. Nothing for NODE_NONE. */
void report_stand(struct emitter *emitter, struct namer *namer, unsigned node);
void report_seat(struct emitter *emitter, const char *key, unsigned seat);
void report_cell(struct emitter *emitter, const char *key, struct cell cell);
/* Tile, cell and orientation of what was laid, null for what is unknown; all null for TILE_NONE. */
void report_laid(struct emitter *emitter, const struct ledger *ledger, unsigned tile);
/* The kind of a follower (enum meeple_kind); nothing for a small one. */
void report_meeple(struct emitter *emitter, unsigned kind);
/* A set of MARK_..., as a list; nothing for none. */
void report_marks(struct emitter *emitter, unsigned set);
/* Names of features: at the moment of the event that is reported, and at the end of the game. */
struct feature_names {
    struct namer now, last;
};
/* The fields of an event (ledger/field.h). `names` is needed for events with features. */
void report_fields(struct emitter *emitter, const struct ledger *ledger, const struct event *event,
                   struct feature_names *names);
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
                             uint16_t sorted[TILES_MAX + 1]);

char report_seat_letter(unsigned seat);

/* True if the verdict stands with a reservation: findings that were disabled, conditions of the
 * record. */
bool report_has_reservations(const struct game_view *view, const struct end_event *end);
/* Writes "8 findings disabled; own tiles: 1; adjusted: Ben +9999" after `before`. Writes nothing
 * and returns false if there are no reservations. */
bool report_reservations(struct sink *sink, const struct game_view *view,
                         const struct end_event *end, const char *before);

/* How to print the report of a key: a row BY. */
struct report_key {
    const char
        *nothing;    /* plural of what a game may have none of; NULL where there is always a row */
    uint64_t events; /* event kinds that it needs besides those that all reports need */
    void (*print)(struct reporter *, const struct game_view *, const struct report_key *);
    /* A kind of features, meeples or pieces, or an item; then marks of features, 0 for all; the
     * award for the item; the term for the meeple, 0 for all that is paid for its feature. */
    unsigned detail, marks;
};

/* Print a report. */
#define BY(id, name, nothing, events, print, ...)                                                  \
    void print(struct reporter *reporter, const struct game_view *view,                            \
               const struct report_key *key);
#include "rows.h"

/* "3 wine", "the king" */
void report_item(struct sink *sink, unsigned item, unsigned count);
/* Who takes an item, and who is paid for it. */
void report_by_item(struct reporter *reporter, const struct game_view *view,
                    const struct report_key *key);

/* The points of an award shared out among tiles (by_tile.c): gives some to a tile; to all its tiles
 * as many as its first term counts. */
struct tile_share {
    int32_t points[SEATS_MAX];
    int32_t by_award[AWARD_COUNT];
};
struct tile_shares {
    const struct ledger *ledger;
    uint16_t parent[NODES_MAX];
    struct tile_share of[TILES_MAX + 1];
};
void share_give(struct tile_shares *shares, unsigned tile, const struct event *award, int points);
#define AWARD(number, id, name, color, share)                                                      \
    void share(struct tile_shares *shares, const struct event *award);
#include "rows.h"

/* Prints the event at an index of the ledger below its turn, as lines, with those that belong to
 * it. Returns the index after these; the same index if it is not told. */
#define TOLD(event, function)                                                                      \
    size_t function(struct sink *sink, const struct ledger *ledger, size_t at);
#include "rows.h"

/* "; completes road rE@0,1, city cS@2,2": those among the events from one index to another. */
void report_completed(struct sink *sink, const struct ledger *ledger, size_t from, size_t to);

#endif
