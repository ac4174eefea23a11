/* SPDX-License-Identifier: MIT */
/* An account of a game: what was paid to whom, when and for what, and how the scores stood, whoever
 * says so: the referee, another program, or the record itself with its claims. Two accounts are
 * compared by compare.h.
 *
 * A feature is a text as another program wrote it until account_resolve() gives it the name that
 * the table knows it by. All texts, and the board, live in the account's arena.
 */
#ifndef BASTIDE_DIFF_ACCOUNT_H
#define BASTIDE_DIFF_ACCOUNT_H

#include "base/arena.h"
#include "base/sink.h"
#include "referee/referee.h"

/* Lines of one game's account, and bytes of text that are kept of it; a longer one is cut there,
 * with a finding. */
enum { ACCOUNT_LINES_MAX = 20000, ACCOUNT_TEXT_MAX = 8 << 20 };

struct payment {
    uint16_t turn; /* final awards: of the last turn */
    uint8_t seat;
    bool final;
    int32_t points;
    const char *kind;    /* as award_names; NULL where it is not said */
    const char *feature; /* "cS@0,-1", an edge "3,4W" for a piece on the wall; NULL without one, or
                            where it is not said */
    const char *why;     /* the arithmetic, for people; NULL where it is not said */
};

struct account_turn {
    uint16_t turn;
    bool has_scores;
    int32_t scores[SEATS_MAX]; /* when the turn was over */
    const char *cell;          /* of its tile, "1,0"; NULL where it is not said, or none was laid */
    const char *tile; /* its design and orientation, the least that looks the same; NULL where it is
                         unknown */
    char *decisions;  /* all of them, "a U 1,0N rE; b castle:cE"; NULL where they are not said */
    size_t decisions_n, decisions_room;
};

/* What lies in the end, and what its features are called then. */
struct account_board {
    const struct laid_tile *tiles;
    unsigned count;
    const uint16_t *names; /* of each node that was printed or built: a node */
};

struct account {
    struct arena *arena;
    size_t text;    /* bytes that account_copy() and account_plain() kept */
    bool partial;   /* it has some payments, perhaps not all */
    unsigned seats; /* 0 where it is not said */
    struct payment *payments;
    size_t payment_count, payment_room;
    struct account_turn *turns; /* in the order of the account */
    size_t turn_count, turn_room;
    bool has_moves;  /* all turns, with all decisions */
    bool has_result; /* a result that differs from `final`, which is what it says at the end */
    int32_t result[SEATS_MAX];
    bool has_final;
    int32_t final[SEATS_MAX];
    const char *key;            /* what the game is found by, NULL where it is not said */
    struct account_board board; /* of a judged game; else empty */
};

/* Empties an account for the next game; its texts go into the arena. */
void account_begin(struct account *account, struct arena *arena);
void account_free(struct account *account);

struct payment *account_payment(struct account *account);
struct account_turn *account_turn(struct account *account, unsigned turn);

/* The text that a sink in memory holds, NULL for none; closes the sink. */
const char *account_copy(struct account *account, struct sink *text);

/* A text from outside, as it is kept: see sink_plain(). */
const char *account_plain(struct account *account, struct str text);

/* What the referee found, in the names of the board that account_of_table() has kept: its ledger
   holds SCORE, TURN and END events. */
void account_of_ledger(struct account *account, const struct ledger *ledger);

/* What a record decided in its turns. */
void account_of_moves(struct account *account, const struct record *record);

/* What a record says of its own scores: claimed awards and totals, results, an import's assertions.
 * It is partial. */
void account_of_claims(struct account *account, const struct record *record);

/* One line of an account in JSON, as bastide-audit(5) describes it. NULL, or what is wrong with it.
 * *over: it ended the game. The first object that has `key` (may be NULL) gives the account's. */
const char *account_line(struct account *account, struct str line, const char *key, bool *over);

/* Keeps the board that stands. */
void account_of_table(struct account *account, const struct referee *referee);

/* Does a line end an account, as far as is seen? Where it says so account_line() does. */
bool account_ends(struct str line);

/* Gives all features the names that a judged game knows them by; those that it does not know keep
 * theirs. */
void account_resolve(struct account *account, const struct account_board *board);

#endif
