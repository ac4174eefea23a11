/* SPDX-License-Identifier: MIT */
/* Holdings of players besides meeples: stocks of pieces that they may still build, and items that
 * they have taken, such as goods. They are only counted here; the rules are in the rooms of the
 * expansions. */
#ifndef BASTIDE_REFEREE_HOLDINGS_H
#define BASTIDE_REFEREE_HOLDINGS_H

#include <stdint.h>

#include "notation/record.h"

/* STOCK(id, name of one piece, whose, rules, most): EACH seat has a stock, or ALL seats share one;
 * the expansion in play whose headers may give another number, NULL if none may, and the most that
 * they may give. */
enum stock_id {
#define STOCK(id, ...) STOCK_##id,
#include "rows.h"
    STOCK_COUNT
};

enum { STOCKS_MAX = 16 };
static_assert((unsigned)STOCK_COUNT <= STOCKS_MAX, "arrays have a member for each stock");

enum stock_owner { STOCK_OF_EACH, STOCK_OF_ALL };

struct stock {
    const char *name; /* name of one piece */
    enum stock_owner owner;
    const char *rules; /* expansion whose header may give their number; NULL if none may */
    unsigned most;     /* most pieces that it may give */
};
extern const struct stock stock_facts[STOCK_COUNT + 1];

struct holdings {
    uint8_t given[STOCKS_MAX];           /* pieces that the header gives, plus 1; 0 for those of
                                            the box */
    uint8_t in_box[STOCKS_MAX];          /* pieces that the rules give */
    uint32_t in_play;                    /* set of the stocks in play (bits by enum stock_id) */
    uint8_t left[STOCKS_MAX][SEATS_MAX]; /* remaining pieces by seat; a shared stock is at seat 0 */
    uint16_t items[SEATS_MAX][ITEM_KINDS_MAX];
    uint8_t bag[TOKEN_KINDS_MAX]; /* tokens in their bags */
};

struct referee;

/* Fills a stock; called in an expansion's begin(). */
void holdings_begin(struct referee *referee, enum stock_id id, unsigned pieces);

/* holdings_left() returns the number of pieces that a seat may still build; a shared stock takes
 * any seat. holdings_use() takes one of them away, if one remains. */
unsigned holdings_left(const struct referee *referee, enum stock_id id, unsigned seat);
void holdings_use(struct referee *referee, enum stock_id id, unsigned seat);

/* holdings_take() gives a seat a number of items from the supply. holdings_take_over() gives a seat
 * one item and takes this item from all other seats. A line may claim items that a seat gets in
 * either way. */
void holdings_take(struct referee *referee, unsigned seat, enum item_id item, unsigned count);
void holdings_take_over(struct referee *referee, unsigned seat, enum item_id item);

/* Returns the token that an act draws; TOKEN_UNKNOWN if the record does not show it. */
int holdings_token(const struct referee *referee, const struct act *act);

/* holdings_fill_bag() puts all tokens of a verb into their bag; called in begin(). holdings_draw()
 * takes one token out, if it is there, and holdings_put_back() puts one back. */
void holdings_fill_bag(struct referee *referee, enum verb_id verb);
void holdings_draw(struct referee *referee, unsigned token);
void holdings_put_back(struct referee *referee, unsigned token, unsigned count);

/* Returns the first seat that has an item, SEAT_NONE when none has. */
unsigned holdings_holder(const struct referee *referee, enum item_id item);

#endif
