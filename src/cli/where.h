/* SPDX-License-Identifier: MIT */
/* Conditions on what happened in a game (select --where): the game must have a row of an audit that
 * meets them. */
#ifndef BASTIDE_CLI_WHERE_H
#define BASTIDE_CLI_WHERE_H

#include "report/report.h"

/* Numbers from `least` to `most`. */
struct range {
    double least, most;
};

/* Reads a range: "5", "5-", "-5", "5-7", also with decimals. Returns false if the word is
 * something else. */
bool range_read(struct str word, struct range *range);
static inline bool range_has(const struct range *range, double number)
{
    return number >= range->least && number <= range->most;
}

enum { WHERE_MAX = 16 };

/* One condition: a column, and a pattern for its text, or a range for its number or for the number
 * of its items. */
struct where_part {
    struct str column;
    const char *pattern;
    struct range range;
    bool is_range, counts;
    bool seen; /* some row has the column */
};

/* The conditions of one --where. One row must meet all of them. */
struct where {
    enum by by;
    unsigned count;
    struct where_part parts[WHERE_MAX];
    unsigned long rows; /* rows that were examined */
};

/* Reads KEY:COLUMN=VALUE,... Its texts are kept in the arena. Returns NULL, or a message. */
const char *where_read(struct where *where, struct arena *arena, const char *word);

/* Returns the kinds of events that the ledger must hold. */
uint64_t where_events(const struct where *where);

/* True if the game has a row that meets the conditions. */
bool where_holds(struct where *where, const struct game_view *view, struct arena *arena);

/* Adds what another thread has seen of the same conditions. */
void where_join(struct where *where, const struct where *more);

/* Returns the name of a column that no row has, although there were rows; an empty text if there is
 * none. */
struct str where_unknown(const struct where *where);

#endif
