/* SPDX-License-Identifier: MIT */
/* Reports: folds over the ledger of one game. Each report has two forms: text for people, and
 * objects for machines (emit.h, described in bastide-audit(5)).
 */
#ifndef BASTIDE_REPORT_REPORT_H
#define BASTIDE_REPORT_REPORT_H

#include "ledger/ledger.h"
#include "ledger/namer.h"
#include "report/emit.h"

struct reporter {
    bool text;       /* text for people; otherwise objects through the emitter */
    bool all_events; /* report by turn: every event, not only turns, scores and findings */
    struct sink *sink;
    struct emitter *emitter;
};

/* One game to report on. */
struct game_view {
    struct str file;
    unsigned game; /* number of the game, counted from 1 over all inputs */
    const struct ledger *ledger;
    struct str profile;
    const char *reconstruction; /* set in play that is a reconstruction, NULL without one */
    const char *identity;       /* 32 hexadecimal digits, or NULL when not computed */
    uint32_t line;              /* line on which the record begins, 0 for imports */
    const int32_t *claimed;     /* result that the record claims */
    unsigned disabled;          /* number of findings that --disable left out */
    unsigned claimed_count;     /* numbers of the claimed result; 0 if none is claimed, or if the
                                   command does not need it */
};

/* The keys of reports (report/keys.def). */
enum by {
#define BY(id, name, nothing, events, print, detail, marks) BY_##id,
#include "rows.h"
    BY_COUNT
};
extern const char *const by_names[BY_COUNT];
/* The award of each key whose payments `diff --by` sums; NULL for a key that sums otherwise. */
extern const char *const by_awards[BY_COUNT];

/* Keys of reports, in the order in which they are reported. */
struct by_list {
    unsigned count;
    uint8_t of[BY_COUNT]; /* enum by */
};
void by_list_add(struct by_list *list, enum by by);
bool by_list_has(const struct by_list *list, enum by by);

/* Returns the kinds of events that reports need in the ledger. */
uint64_t report_events(const struct by_list *keys, bool all_events);

/* Reports a game by each key. In CSV there may be only one key. */
void report_game(struct reporter *reporter, const struct by_list *keys,
                 const struct game_view *view);

/* ---- Parts that several reports share ---- */

/* Begins an object with the keys that every object has: event, file, game. */
void report_object(struct emitter *emitter, const struct game_view *view, const char *event);
struct cell_text {
    char text[16];
};
struct cell_text report_cell_text(struct cell cell);
/* Returns a side of a tile as text, "3,4W". */
struct cell_text report_edge_text(struct edge edge);
/* Reports where a follower stands: `feature`, by the name after the events that the namer has
 * taken, and `segment`. Reports nothing for NODE_NONE, except in CSV. */
void report_stand(struct emitter *emitter, struct namer *namer, unsigned node);
void report_seat(struct emitter *emitter, const char *key, unsigned seat);
void report_cell(struct emitter *emitter, const char *key, struct cell cell);
/* Reports tile, cell and orientation of a laid tile, null for what is unknown; all null for
 * TILE_NONE. */
void report_laid(struct emitter *emitter, const struct ledger *ledger, unsigned tile);
/* Reports the kind of a follower (enum meeple_kind); nothing for a small one, except in CSV. */
void report_meeple(struct emitter *emitter, unsigned kind);

/* True if a key must be written: it has a value, or it is a column of CSV. CSV has columns only for
 * the keys of the object itself, not for those of objects inside it. */
bool report_has_key(const struct emitter *emitter, bool has_value);

/* Reports the number of a turn's part, counted from 1; nothing for the first part, except in
 * CSV. */
void report_part(struct emitter *emitter, unsigned part);
/* Reports a set of MARK_... as a list. Reports nothing for the empty set, except in CSV. */
void report_marks(struct emitter *emitter, unsigned set);
/* Names of features: at the moment of the event that is reported, and at the end of the game. */
struct feature_names {
    struct namer now, last;
};
/* Reports the fields of an event (ledger/field.h). `names` is needed for events with features. */
void report_fields(struct emitter *emitter, const struct ledger *ledger, const struct event *event,
                   struct feature_names *names);
/* Reports the name of a node; nothing for NODE_NONE, except in CSV. */
void report_node(struct emitter *emitter, const char *key, const struct ledger *ledger,
                 unsigned node);
void report_tiles(struct emitter *emitter, const char *key, const struct ledger *ledger,
                  const struct tile_bits *tiles);
void report_score(struct emitter *emitter, const struct game_view *view, const struct event *event);
void report_finding(struct emitter *emitter, const struct game_view *view,
                    const struct event *event);
void report_end(struct emitter *emitter, const struct game_view *view, const struct event *event);

/* Adds up each player's points by award, into numbers that are 0 before. */
void report_sum_awards(const struct ledger *ledger, int32_t points[SEATS_MAX][AWARD_COUNT]);

/* Prints the arithmetic of an award: "4 tiles × 2 + 1 shield × 2 = 10". */
void report_arithmetic(struct sink *sink, const struct score_event *score);
/* Prints the reasons for an award: its arithmetic; for a feature, its followers and tiles; the
 * rule; and the options that would have changed the award with another value. */
void report_award_why(struct sink *sink, const struct ledger *ledger,
                      const struct score_event *score);
/* Prints an award with its reasons on one line: "a +10  city cE@3,-1: 4 tiles ...". */
void report_award_text(struct sink *sink, const struct ledger *ledger, const struct event *event);
/* Words for people after the verdicts "legal but not valid" and "undetermined". */
#define REPORT_NOT_VALID    " (no move breaks a rule, but the record has errors)"
#define REPORT_UNDETERMINED " (the record leaves out what this depends on)"

/* Prints a player as people know them: by name, with the seat if it is needed ("Ada (a)"). */
void report_player(struct sink *sink, const struct ledger *ledger, unsigned seat);
/* Prints who won and why: "Ada wins, because Ben resigned"; or why nobody did: "unfinished". */
void report_outcome(struct sink *sink, const struct ledger *ledger, const struct end_event *end);
/* Prints the scores and the outcome: "Ada 96, Ben 95: Ada wins". */
void report_result(struct sink *sink, const struct ledger *ledger, const struct end_event *end);
/* Reports the seats that won, and the reason. */
void report_winners(struct emitter *emitter, const struct end_event *end);
/* Prints the line above the text of a game. */
void report_title(struct sink *sink, const struct game_view *view);

/* Sorts the tiles of a set by y, then x. Returns their number. */
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

/* How to print the report of a key: a row BY (report/keys.def). */
struct report_key {
    const char *nothing; /* plural for the line "no roads", which is printed if the report has no
                            row; NULL if there is always a row */
    uint64_t events;     /* kinds of events that it needs besides those that all reports need */
    void (*print)(struct reporter *, const struct game_view *, const struct report_key *);
    /* The two details of the row. `detail` is a kind of feature, meeple or piece, or an item. The
     * meaning of `marks` depends on `detail`. For a kind of feature it is a set of marks, and only
     * features with one of them are reported; 0 for all features. For an item it is the award of
     * the item. For a meeple it is the term that the meeple earns; 0 for all points that are paid
     * for its feature. */
    unsigned detail, marks;
};

/* Each of these prints the report of a key. */
#define BY(id, name, nothing, events, print, ...)                                                  \
    void print(struct reporter *reporter, const struct game_view *view,                            \
               const struct report_key *key);
#define ALSO(id, events, print, ...)                                                               \
    void print(struct reporter *reporter, const struct game_view *view,                            \
               const struct report_key *key);
#include "rows.h"

/* Prints an item with its number: "3 wine", "the king". */
void report_item(struct sink *sink, unsigned item, unsigned count);
/* Reports who takes an item, and who is paid for it. */
void report_by_item(struct reporter *reporter, const struct game_view *view,
                    const struct report_key *key);

/* The points of awards, shared out among tiles (by_tile.c). share_give() gives points to a tile;
 * the function of each row AWARD gives the points of one award to its tiles. */
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

/* Prints the event at index `at` of the ledger as lines below its turn, with the events that belong
 * to it. Returns the index after these, or `at` if it prints nothing. */
#define TOLD(event, function)                                                                      \
    size_t function(struct sink *sink, const struct ledger *ledger, size_t at);
#include "rows.h"

/* Prints "; completes road rE@0,1, city cS@2,2": the features that the events from one index up to
 * another completed. */
void report_completed(struct sink *sink, const struct ledger *ledger, size_t from, size_t to);

#endif
