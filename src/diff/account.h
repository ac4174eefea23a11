/* SPDX-License-Identifier: MIT */
/* An account of a game: the payments (seat, turn, points and reason) and the scores. It comes from
 * the referee, from another program, or from the claims of the record itself. compare.h compares
 * two accounts.
 *
 * A feature has the name that its author wrote, until account_resolve() gives it the name that it
 * has on the table. All texts, and the board, are in the arena of the account.
 */
#ifndef BASTIDE_DIFF_ACCOUNT_H
#define BASTIDE_DIFF_ACCOUNT_H

#include "base/arena.h"
#include "base/sink.h"
#include "referee/referee.h"

/* Limits of the account of one game: lines, payments, and bytes of the text that is kept. A longer
 * account is cut there, with a finding. Payments of one turn are compared each with each. */
enum { ACCOUNT_LINES_MAX = 20000, ACCOUNT_PAYMENTS_MAX = 5000, ACCOUNT_TEXT_MAX = 8 << 20 };

struct payment {
    uint16_t turn; /* number of the turn; for final awards the last one */
    uint8_t seat;
    bool final;
    int32_t points;
    const char *kind;    /* one of award_names; NULL if not given */
    const char *feature; /* "cS@0,-1", or an edge "3,4W" for a piece on the wall; NULL without one,
                            or if not given */
    const char *why;     /* arithmetic for people; NULL if not given */
};

struct account_turn {
    uint16_t turn;
    bool has_scores;
    int32_t scores[SEATS_MAX]; /* scores after the turn */
    const char *cell; /* cell of its tile, "1,0"; NULL if not given, or if no tile was laid */
    const char *tile; /* design and orientation of the tile, "Q E"; the first of the orientations
                         that look the same; NULL if not given */
    char *decisions;  /* all decisions, "a U 1,0N rE; b castle:cE"; NULL if not given */
    size_t decisions_n, decisions_room;
};

/* The tiles at the end of a game, and the names that its features have then. */
struct account_board {
    const struct laid_tile *tiles;
    unsigned count;
    const uint16_t *names; /* canonical node of the feature of each node; NODE_NONE for a node that
                              does not exist */
};

enum completeness { COMPLETENESS_UNKNOWN, INCOMPLETE, COMPLETE };

struct account {
    struct arena *arena;
    struct arena line; /* a line of another program's account while it is read */
    size_t text;       /* bytes of text that account_copy() and account_plain() kept */
    bool partial;      /* true if payments may be missing */
    unsigned seats;    /* number of seats, 0 if not given */
    struct payment *payments;
    size_t payment_count, payment_room;
    struct account_turn *turns; /* turns in the order of the account */
    size_t turn_count, turn_room;
    bool has_moves;  /* true if it has all turns, with all decisions */
    bool has_result; /* true if the result in the header differs from `final`, the scores at the end
                        of the record */
    int32_t result[SEATS_MAX];
    const char *outcome; /* "a wins (points)"; NULL if not given, or if the game is not complete */
    uint8_t complete;    /* enum completeness: whether the game was played to its end */
    bool has_final;
    int32_t final[SEATS_MAX];
    const char *key;            /* key by which games are matched; NULL if not given */
    struct account_board board; /* board of a judged game; otherwise empty */
};

/* Empties an account for the next game, whose texts go into the arena. */
void account_begin(struct account *account, struct arena *arena);
void account_free(struct account *account);

struct payment *account_payment(struct account *account);
struct account_turn *account_turn(struct account *account, unsigned turn);

/* Returns a copy of the text that a sink in memory holds, NULL for none. Closes the sink. */
const char *account_copy(struct account *account, struct sink *text);

/* Returns a copy of foreign text that is safe to print (sink_plain()). */
const char *account_plain(struct account *account, struct str text);

/* Sets the outcome from the set of seats that win and the reason, such as "points". Nobody wins if
 * the set is empty. The outcome stays NULL if there are winners but no reason. */
void account_outcome(struct account *account, unsigned winners, const char *reason);

/* Adds the payments, scores and the outcome that the referee found; its ledger holds SCORE, TURN
 * and END events. account_of_table() must have kept the board, whose names the features get. */
void account_of_ledger(struct account *account, const struct ledger *ledger);

/* Adds the decisions of each turn of a record. */
void account_of_moves(struct account *account, const struct record *record);

/* Adds the scores that a record claims: awards, totals, results, and assertions of an import. The
 * account becomes partial. */
void account_of_claims(struct account *account, const struct record *record);

/* Reads one line of an account in JSON, as bastide-audit(5) describes it. Returns NULL, or what is
 * wrong with it. Sets *over if the line ends the game. The first object that has the member `key`
 * gives the account its key; `key` may be NULL. */
const char *account_line(struct account *account, struct str line, const char *key, bool *over);

/* Keeps the board as it is at the end of the referee's game. */
void account_of_table(struct account *account, const struct referee *referee);

/* True if the account has no payments, no scores and no cells of tiles. */
bool account_is_empty(const struct account *account);

/* True if a line ends an account, that is, if account_line() sets *over. It is false for an end
 * that is written with JSON escapes. */
bool account_ends(struct str line);

/* Gives features the names that they have on the board of a judged game. A feature that this board
 * does not have keeps its text. */
void account_resolve(struct account *account, const struct account_board *board);

#endif
