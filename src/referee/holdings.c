/* SPDX-License-Identifier: MIT */
/* Counts the pieces and items of the players. */
#include "referee/holdings.h"

#include "referee/referee.h"

const struct stock stock_facts[STOCK_COUNT + 1] = {
#define STOCK(id, name, whose, rules, most) {name, STOCK_OF_##whose, rules, most},
#include "rows.h"
};

static unsigned index_of(enum stock_id id, unsigned seat)
{
    assert(seat < SEATS_MAX);
    return stock_facts[id].owner == STOCK_OF_ALL ? 0 : seat;
}

void holdings_begin(struct referee *r, enum stock_id id, unsigned pieces)
{
    r->holdings.in_box[id] = (uint8_t)pieces;
    if (r->holdings.given[id])
        pieces = r->holdings.given[id] - 1u;
    r->holdings.in_play |= UINT32_C(1) << id;
    memset(r->holdings.left[id], (int)pieces, sizeof r->holdings.left[id]);
}

unsigned holdings_left(const struct referee *r, enum stock_id id, unsigned seat)
{
    return r->holdings.left[id][index_of(id, seat)];
}

void holdings_use(struct referee *r, enum stock_id id, unsigned seat)
{
    uint8_t *left = &r->holdings.left[id][index_of(id, seat)];
    *left = (uint8_t)(*left - (*left > 0));
}

void holdings_take(struct referee *r, unsigned seat, enum item_id item, unsigned count)
{
    uint16_t *held = &r->holdings.items[seat][item];
    *held = (uint16_t)(*held + count);
    claims_take(&r->claims, seat, item, count);
}

void holdings_take_over(struct referee *r, unsigned seat, enum item_id item)
{
    for (unsigned other = 0; other < r->seats; other++)
        r->holdings.items[other][item] = 0;
    holdings_take(r, seat, item, 1);
}

unsigned holdings_holder(const struct referee *r, enum item_id item)
{
    for (unsigned seat = 0; seat < r->seats; seat++)
        if (r->holdings.items[seat][item])
            return seat;
    return SEAT_NONE;
}

void holdings_fill_bag(struct referee *r, enum verb_id verb)
{
    for (unsigned token = 0; token < TOKEN_COUNT; token++)
        if (token_facts[token].verb == verb)
            r->holdings.bag[token] = token_facts[token].count;
}

void holdings_draw(struct referee *r, unsigned token)
{
    assert(token < TOKEN_COUNT);
    r->holdings.bag[token] = (uint8_t)(r->holdings.bag[token] - (r->holdings.bag[token] > 0));
}

void holdings_put_back(struct referee *r, unsigned token, unsigned count)
{
    assert(token < TOKEN_COUNT);
    r->holdings.bag[token] = (uint8_t)(r->holdings.bag[token] + count);
}

int holdings_token(const struct referee *r, const struct act *act)
{
    return act->number == TOKEN_UNKNOWN && r->find_token ? r->find_token(r->find_context, r, act)
                                                         : act->number;
}
