/* SPDX-License-Identifier: MIT */
/* Functions about the turn under way that the rules of one expansion call in another one. They
 * return false, none or 0 if the called expansion is not in play. */
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

/* Returns the number of pieces of each kind that a seat has at the beginning: 3 bridges and 3
 * castles; 2 of each with five or six seats. Rules: bridges.setup.bridges,
 * bridges.setup.castles. */
static inline unsigned piece_stock(const struct referee *referee)
{
    return referee->seats >= 5 ? 2 : 3;
}

/* ---- fairy.c ---- */
bool fairy_is_on(const struct referee *referee, struct cell cell);
unsigned fairy_tile(const struct referee *referee); /* TILE_NONE if it is not on the table */

/* ---- mayor.c ---- */
/* Returns whether a seat may found a castle with its mayor, or may not because of it;
 * ANSWER_UNKNOWN if that does not depend on a mayor. */
enum answer mayor_founds(const struct referee *referee, unsigned root, unsigned seat);

/* ---- dragon.c ---- */
bool dragon_is_on(const struct referee *referee, struct cell cell);

#endif
