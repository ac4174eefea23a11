/* SPDX-License-Identifier: MIT */
/* Figures over many games: tables of counters, each row named by a key. A counter is a sum, or the
 * least or greatest of the values seen, so that the figures of two parts of a corpus add up to
 * those of the whole. bastide-stats(1) describes the counters.
 */
#ifndef BASTIDE_REPORT_STATS_H
#define BASTIDE_REPORT_STATS_H

#include "base/arena.h"
#include "base/finding.h"
#include "report/report.h"

enum stats_table {
    STATS_GAMES,
    STATS_SETS,
    STATS_RULES,
    STATS_SEATS,
    STATS_SEAT,
    STATS_PLAYER,
    STATS_AWARD,
    STATS_FOLLOWER,
    STATS_TILE,
    STATS_FINDING,
    STATS_COUNT
};
extern const char *const stats_names[STATS_COUNT];

enum { STATS_COLUMNS_MAX = 20 };

enum stats_fold { STATS_SUM, STATS_LEAST, STATS_MAX };

/* How a value is printed for people: as it is (LOOK_NUMBER); or divided by the column `per`, with
 * one decimal (LOOK_MEAN), in percent (LOOK_PERCENT), or in points with a sign (LOOK_LUCK). */
enum stats_look { LOOK_NUMBER, LOOK_MEAN, LOOK_PERCENT, LOOK_LUCK };

struct stats_column {
    const char *name;
    enum stats_fold fold;
    const char *per; /* column of the table to divide by; NULL for none */
    enum stats_look look;
    bool is_signed; /* true if it may be negative */
};

/* Returns the columns of a table; the last one is followed by one without a name. */
const struct stats_column *stats_columns(enum stats_table table);

struct stats_row {
    uint8_t table;
    struct str key;
    int64_t values[STATS_COLUMNS_MAX];
};

struct stats {
    struct arena arena;
    struct arena line; /* a line of other figures while it is read */
    struct stats_row *rows;
    size_t count, room;
    size_t *slots, slot_room; /* hash table, open addressing: index of a row + 1, 0 if free */
    bool saturated; /* true if a sum did not fit 64 bits; the greatest or least number stands in its
                       place */
};

/* Kinds of events that the figures of a game need in the ledger. */
extern const uint64_t stats_events;

/* Adds the figures of a game: of its ledger, which ends with an END event, of its findings, and of
 * its sets as text ("base,bridges"). A game that is not complete, or that depends on something that
 * is not in the record, counts only in the tables of games, sets, rules, seats and findings. */
void stats_game(struct stats *stats, const struct game_view *view, const struct findings *findings,
                struct str sets);

/* Adds values to a row, in the order of the columns of its table. A key longer than STATS_KEY_MAX
 * bytes is cut there. */
enum { STATS_KEY_MAX = 250 };
void stats_add(struct stats *stats, enum stats_table table, struct str key,
               const int64_t values[STATS_COLUMNS_MAX]);

/* Adds a line that --format=json has printed. Returns NULL, or what is wrong with it. */
const char *stats_line(struct stats *stats, struct str line);

/* Print the tables in their order, with rows sorted by key: the table `only`, or all tables if that
 * is STATS_COUNT. */
void stats_print(struct stats *stats, enum stats_table only, struct sink *sink);
void stats_emit(struct stats *stats, enum stats_table only, struct emitter *emitter);

void stats_free(struct stats *stats);

#endif
