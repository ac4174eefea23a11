/* SPDX-License-Identifier: MIT */
/* Compares two accounts of a game. Differences are reported turn by turn: first in the moves, then
 * in the payments, by seat, kind and feature, then in the scores. Payments are matched by what they
 * are for, not by their order. A detail that one account leaves out is not a difference.
 */
#ifndef BASTIDE_DIFF_COMPARE_H
#define BASTIDE_DIFF_COMPARE_H

#include "diff/account.h"

enum part { PART_SEATS, PART_MOVE, PART_PAYMENT, PART_SCORES, PART_RESULT, PART_OUTCOME };
enum { LEFT, RIGHT, ACCOUNTS };

struct difference {
    uint16_t turn; /* number of the turn, UINT16_MAX in final scoring; 0 for the number of seats */
    bool final;
    uint8_t part;               /* enum part */
    uint8_t seat;               /* seat of a payment, otherwise SEAT_NONE */
    const char *kind, *feature; /* kind and feature of a payment, NULL if not given */
    bool reported[ACCOUNTS];
    int64_t points[ACCOUNTS];
    const char *why[ACCOUNTS]; /* version of each account, for people */
    /* For scores: the payments of one account since the scores were last compared, as texts such as
     * "b +12  city cE@0,0: 5 tiles × 2 = 10", with NULL after the last. NULL if there are none, or
     * if the other account has some in that time. */
    const char **payments[ACCOUNTS];
};

/* A kind of payment that only one account has, although the other one has payments of other
 * kinds. */
struct untold {
    const char *kind;
    unsigned side;     /* account that has none */
    unsigned payments; /* payments of the other account, without those of 0 points */
};
enum { UNTOLD_MAX = 32 };

/* A payment, or several payments of one account for the same thing. */
struct group {
    uint16_t turn;
    bool final, matched;
    uint8_t seat;
    const char *kind, *feature, *why;
    int64_t points;
    unsigned payments;
};

struct comparison {
    struct arena *arena;
    struct difference *differences;
    size_t count, room;
    struct group *groups[ACCOUNTS];
    size_t group_count[ACCOUNTS], group_room[ACCOUNTS];
    struct untold untold[UNTOLD_MAX];
    unsigned untold_count;
};

/* Fills the comparison with the differences, in the order of play. After a difference in the moves
 * the two games are no longer the same, so later differences are left out. Texts are in this arena
 * and in those of the accounts. */
void compare_accounts(struct comparison *comparison, struct arena *arena,
                      const struct account *left, const struct account *right);
void compare_free(struct comparison *comparison);

#endif
