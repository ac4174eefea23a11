/* SPDX-License-Identifier: MIT */
/* Where two accounts of a game part: turn by turn, first what was laid, then what was paid, by
 * seat, kind and feature, then how the scores stand. Payments are matched by what they are for, not
 * by their order; what one account does not say is not held against it.
 */
#ifndef BASTIDE_DIFF_COMPARE_H
#define BASTIDE_DIFF_COMPARE_H

#include "diff/account.h"

enum part { PART_MOVE, PART_PAYMENT, PART_SCORES };
enum { LEFT, RIGHT, ACCOUNTS };

struct difference {
    uint16_t turn; /* UINT16_MAX in final scoring */
    bool final;
    uint8_t part;               /* enum part */
    uint8_t seat;               /* of a payment, else SEAT_NONE */
    const char *kind, *feature; /* of a payment, NULL where neither says */
    bool reported[ACCOUNTS];
    int64_t points[ACCOUNTS];
    const char *why[ACCOUNTS]; /* what each says, for people */
    /* Of scores: "b +12  city cE@0,0: 5 tiles × 2 = 10", the payments of one account since the
     * scores before, where the other one has none; NULL behind the last. */
    const char **payments[ACCOUNTS];
};

/* Payments of a kind, of which one account has some and the other, which has others, none. */
struct untold {
    const char *kind;
    unsigned side; /* which has none */
    unsigned payments;
};
enum { UNTOLD_MAX = 32 };

/* A payment, or several that one account makes for the same thing. */
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

/* Fills the comparison with the differences, in the order of play. Once other tiles are laid these
 * are two games: nothing behind that is compared. Texts lie in the arena, and in those of the
 * accounts. */
void compare_accounts(struct comparison *comparison, struct arena *arena,
                      const struct account *left, const struct account *right);
void compare_free(struct comparison *comparison);

#endif
