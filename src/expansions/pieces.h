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

/* ---- builder.c ---- */
/* The seat's builder that stands; NULL without one. */
const struct follower *builder_of(const struct referee *referee, unsigned seat);

/* ---- dragon.c ---- */
bool dragon_is_on(const struct referee *referee, struct cell cell);
/* Where the flight that is due may go on after the steps made, as letters: the cells that it may
 * enter, each with the side by which it leaves for them. None when none is due or it must end. */
unsigned dragon_list(const struct referee *referee, struct str flight, struct edge steps[SIDES]);

#endif
