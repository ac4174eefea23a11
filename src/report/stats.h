/* SPDX-License-Identifier: MIT */
/* Figures over many games: tables of counters, each row named by a key. A counter is a sum, or the
 * least or most of what was seen, so that the figures of two parts of a corpus add up to those of
 * the whole. bastide-stats(1) says what each counts.
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

/* How a value is printed for people: as it is; divided by another column, with a decimal; so, in
 * percent; so, with its sign, in points.
 */
enum stats_look { LOOK_NUMBER, LOOK_MEAN, LOOK_PERCENT, LOOK_LUCK };

struct stats_column {
    const char *name;
    enum stats_fold fold;
    const char *per; /* the column of the table to divide by; NULL for none */
    enum stats_look look;
};

/* The columns of a table, ended by one without a name. */
const struct stats_column *stats_columns(enum stats_table table);

struct stats_row {
    uint8_t table;
    struct str key;
    int64_t values[STATS_COLUMNS_MAX];
};

struct stats {
    struct arena arena;
    struct stats_row *rows;
    size_t count, room;
    size_t *slots, slot_room; /* open addressing: number of the row + 1 */
    bool saturated; /* a sum did not fit 64 bits and is the greatest or least number instead */
};

/* Event kinds that a game's figures need in the ledger. */
extern const uint64_t stats_events;

/* Adds a game: its ledger with an END event, its findings, its sets as text ("base,bridges"). A
 * game that is not complete, or depends on something that the record does not say, counts by games,
 * sets, rules, seats and findings alone. */
void stats_game(struct stats *stats, const struct game_view *view, const struct findings *findings,
                struct str sets);

/* Adds a row's values, in the order of its table's columns. Of a key longer than STATS_KEY_MAX
 * bytes the first ones name the row.
 */
enum { STATS_KEY_MAX = 250 };
void stats_add(struct stats *stats, enum stats_table table, struct str key,
               const int64_t values[STATS_COLUMNS_MAX]);

/* Adds a line of --format=json. NULL, or what is wrong with it. */
const char *stats_line(struct stats *stats, struct str line);

/* Tables in their order, rows by their keys; all tables when `only` is STATS_COUNT. */
void stats_print(struct stats *stats, enum stats_table only, struct sink *sink);
void stats_emit(struct stats *stats, enum stats_table only, struct emitter *emitter);

void stats_free(struct stats *stats);

#endif
