/* SPDX-License-Identifier: MIT */
/* Claims: what a record states about its own scores, compared with the rules: totals, awards,
 * items, final totals, the result in the header, and the assertions of an import.
 *
 * The difference between a wrong total and the true score is remembered, so that one error is
 * reported once. A later total is right if it equals the true score, or the true score plus this
 * difference. The errors of awards claimed since the last total may be added to the latter sum.
 */
#ifndef BASTIDE_REFEREE_CLAIMS_H
#define BASTIDE_REFEREE_CLAIMS_H

#include "ledger/ledger.h"

enum {
    /* Upper limit of the awards of one line. A follower may bring its seat two awards: expansions
     * may reward it once more. The other awards are corrections and payments. */
    PAID_MAX = 2 * SEATS_MAX * SEAT_MEEPLES + 16,
};

struct paid {
    uint8_t seat;
    uint8_t award;
    uint8_t term; /* first term of its points */
    bool claimed;
    int16_t points;
    uint16_t root; /* NODE_NONE without a feature */
    uint8_t kind;  /* kind as in struct score_event */
    struct edge edge;
};

struct claim_book {
    bool any, differ;
    bool has_taken;                 /* a seat took an item on the line */
    int32_t offset[SEATS_MAX];      /* claimed minus true score, at the last total of the seat */
    int32_t award_error[SEATS_MAX]; /* claimed minus true points of awards since the last total of
                                       the seat */
    uint16_t taken[SEATS_MAX][ITEM_KINDS_MAX]; /* items taken on the line, by seat and item */
    struct paid paid[PAID_MAX];
    unsigned paid_count;
    uint8_t astray; /* seats with a claim on the line that matches no award, bit 0 for seat a */
};

struct referee;

/* Begins a new line: forgets what was paid and taken on the one before. */
void claims_line_begin(struct claim_book *claims);
/* claims_take() notes items that a seat takes, claims_paid() an award that it is paid. */
void claims_take(struct claim_book *claims, unsigned seat, enum item_id item, unsigned count);
void claims_paid(struct claim_book *claims, unsigned seat, const struct score_event *score,
                 unsigned root);

/* Checks the totals and claims of a line ("=" and "+") after all of its consequences. Raises 701
 * (702 on an end line) and 704. */
void claims_check_line(struct referee *referee, const struct line *line);

/* Checks the result (703) and the assertions (701, 702, 704) when the game is over (`finished`) or
 * the record ends. */
void claims_check_record(struct referee *referee, bool finished);

#endif
