/* SPDX-License-Identifier: MIT */
/* Mutates legal games at one place, for testing validators, and predicts the finding to expect and
 * its line. A mutator examines the game before that place with the slow recount (recount.h), not
 * with the referee.
 */
#ifndef BASTIDE_MUTATE_MUTATE_H
#define BASTIDE_MUTATE_MUTATE_H

#include "play/deal.h"
#include "recount/recount.h"

/* One way to mutate a game. mutate() returns the index of the line that must be flagged with the
 * code, or mutated_field() for a field of the header. It returns MUTATED_NOWHERE if the game, or
 * the turn that it picked at random, is not suitable. */
struct mutator {
    const char *name;
    enum finding_id code;
    int (*mutate)(void);
    bool rare; /* only one game in some hundreds is suitable; mutate() searches all of it */
};

enum { MUTATED_NOWHERE = -1 };

/* Returns the result of a mutator for the header's field of this index. */
static inline int mutated_field(uint32_t index)
{
    return -2 - (int)index;
}

/* The lists of mutators.def: mutators for the header of any game, for the base game, for the
 * expansions of the countryside, and for The City. */
enum { MUTATE_HEADER, MUTATE_BASE, MUTATE_PIECES, MUTATE_CITY, MUTATOR_LISTS };
extern const char *const mutator_list_names[MUTATOR_LISTS];

/* Returns mutator number `nth` of a list, counted from 0; NULL after the last. */
const struct mutator *mutator_nth(unsigned list, unsigned nth);

enum mutated {
    MUTATED_NOT, /* the game, or the place picked in it at random, is not suitable */
    MUTATED, /* mutated; the referee raises the expected code at that line, and nothing before it */
    MUTATED_BESIDE, /* the same, but after another error at that line */
    MUTATED_UNSEEN, /* mutated, but not reported as expected: a bug of referee or mutator */
};

/* A mutated game. The finding is expected on `line`. If the game is `marked`, that line ends with a
 * comment "#! CODE". */
struct mutation {
    bool marked;
    struct sink *out;
    uint32_t line;
};

/* Mutates a game that `player` has dealt, given as text, and has the player's referee judge the
 * outcome. */
enum mutated mutate_game(struct player *player, struct random *random, struct str game,
                         const struct mutator *mutator, struct mutation *mutation);

/* Frees the memory that mutate_game() keeps between calls. */
void mutate_free(void);

#endif
