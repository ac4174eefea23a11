/* SPDX-License-Identifier: MIT */
/* What a record says of its own scores, held against what the rules give: totals, awards, final
 * totals, the header's result, and an import's assertions.
 *
 * After a wrong total the difference counts on, so that one error is reported once: a later total
 * is right when it equals the true score, or the true score plus the difference claimed before.
 */
#ifndef BASTIDE_REFEREE_CLAIMS_H
#define BASTIDE_REFEREE_CLAIMS_H

#include "ledger/ledger.h"

enum {
    /* Awards of one line: every one has a follower of its seat behind it, which expansions may
     * reward once more, or is a correction or a payment. */
    PAID_MAX = 2 * SEATS_MAX * SEAT_MEEPLES + 16,
};

struct paid {
    uint8_t seat;
    uint8_t award;
    uint8_t term; /* the first that its points are made of */
    bool claimed;
    int16_t points;
    uint16_t root; /* NODE_NONE without a feature */
    uint8_t kind;  /* as struct score_event has it */
    struct edge edge;
};

struct claim_book {
    bool any, differ;
    bool has_taken;                 /* something on the line */
    int32_t offset[SEATS_MAX];      /* claimed less true, as last reported */
    int32_t award_error[SEATS_MAX]; /* claimed less true of awards since the seat's last total */
    uint16_t taken[SEATS_MAX][ITEM_KINDS_MAX]; /* on the line, by item */
    struct paid paid[PAID_MAX];
    unsigned paid_count;
    uint8_t astray; /* seats with a claim on the line that matches no award, bit 0 for seat a */
};

struct referee;

/* A new line begins: what was paid before belongs to other lines. */
void claims_line_begin(struct claim_book *claims);
/* A seat takes so many of an item. */
void claims_take(struct claim_book *claims, unsigned seat, enum item_id item, unsigned count);
void claims_paid(struct claim_book *claims, unsigned seat, const struct score_event *score,
                 unsigned root);

/* Checks a line's "=" and "+" once all its consequences are there (701, 702 on an end line, 704).
 */
void claims_check_line(struct referee *referee, const struct line *line);

/* Checks result (703) and assertions (701, 702, 704) when the game is over or the record ends. */
void claims_check_record(struct referee *referee, bool finished);

#endif
