/* SPDX-License-Identifier: MIT */
/* What players hold besides meeples: pieces that lie ready to be used, and items that were taken,
 * such as goods. Both are counted here for all expansions; what uses or takes them is in their
 * rooms. */
#ifndef BASTIDE_REFEREE_HOLDINGS_H
#define BASTIDE_REFEREE_HOLDINGS_H

#include <stdint.h>

#include "notation/record.h"

/* STOCK(id, its words, whose): pieces of which EACH seat has its own, or ALL seats use the same. */
enum stock_id {
#define STOCK(id, words, whose) STOCK_##id,
#include "rows.h"
    STOCK_COUNT
};

enum { STOCKS_MAX = 16 };
static_assert((unsigned)STOCK_COUNT <= STOCKS_MAX, "arrays have a member for each stock");

enum stock_owner { STOCK_OF_EACH, STOCK_OF_ALL };

struct stock {
    const char *words; /* of one piece */
    enum stock_owner owner;
};
extern const struct stock stock_facts[STOCK_COUNT + 1];

struct holdings {
    uint32_t in_play;                    /* stocks, as bits by enum stock_id */
    uint8_t left[STOCKS_MAX][SEATS_MAX]; /* pieces by seat; those of all at seat 0 */
    uint16_t items[SEATS_MAX][ITEM_KINDS_MAX];
};

struct referee;

/* In an expansion's begin(): so many pieces lie ready, for each seat or for all. */
void holdings_begin(struct referee *referee, enum stock_id id, unsigned pieces);

/* How many pieces of a stock a seat may still use; and it uses one, if there is one. */
unsigned holdings_left(const struct referee *referee, enum stock_id id, unsigned seat);
void holdings_use(struct referee *referee, enum stock_id id, unsigned seat);

/* A seat takes so many of an item: from the supply, or all of them from the seat that has them. A
 * line may claim it. */
void holdings_take(struct referee *referee, unsigned seat, enum item_id item, unsigned count);
void holdings_take_over(struct referee *referee, unsigned seat, enum item_id item);

/* The first seat that holds an item, SEAT_NONE for nobody. */
unsigned holdings_holder(const struct referee *referee, enum item_id item);

#endif
