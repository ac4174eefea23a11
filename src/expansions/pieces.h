/* SPDX-License-Identifier: MIT */
/* What the rules of expansions ask each other. Everything is for the turn under way. A question
 * about rules that are not in play is answered with no, none, 0. */
#ifndef BASTIDE_EXPANSIONS_PIECES_H
#define BASTIDE_EXPANSIONS_PIECES_H

#include "referee/choices.h"
#include "referee/judge.h"

enum expansion_id {
#define EXPANSION(name) EXPANSION_##name,
#include "rows.h"
    EXPANSION_COUNT
};

#define EXPANSION(name) extern const struct expansion name##_rules;
#include "rows.h"

/* How many pieces of its own kind a seat has: 3 bridges, 3 castles; 2 of each with five or six
 * seats. Rules: bridges.setup.bridges, bridges.setup.castles. */
static inline unsigned piece_stock(const struct referee *referee)
{
    return referee->seats >= 5 ? 2 : 3;
}

/* ---- fairy.c ---- */
bool fairy_is_on(const struct referee *referee, struct cell cell);

/* ---- dragon.c ---- */
bool dragon_is_on(const struct referee *referee, struct cell cell);

#endif
