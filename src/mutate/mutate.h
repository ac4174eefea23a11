/* SPDX-License-Identifier: MIT */
/* Legal games mutated by one move, for testing validators: what finding is to be expected, and
 * where. What a mutator must know of the game before the move it asks of the slow recount
 * (recount.h), not of the referee.
 */
#ifndef BASTIDE_MUTATE_MUTATE_H
#define BASTIDE_MUTATE_MUTATE_H

#include "play/deal.h"
#include "recount/recount.h"

/* One way. Returns the index of the line to be flagged with the code, mutated_field() of a
 * header's, or MUTATED_NOWHERE when this game, or the turn that it picked at random, is not
 * suitable. */
struct mutator {
    const char *name;
    enum finding_id code;
    int (*mutate)(void);
    bool rare; /* one game of some hundreds lends itself; it looks at all of it by itself */
};

enum { MUTATED_NOWHERE = -1 };

/* The header's field of that index. */
static inline int mutated_field(uint32_t index)
{
    return -2 - (int)index;
}

/* The lists of them, as mutators.def names them: for the header of any game; for the base game, the
 * expansions of the countryside, The City. */
enum { MUTATE_HEADER, MUTATE_BASE, MUTATE_PIECES, MUTATE_CITY, MUTATOR_LISTS };
extern const char *const mutator_list_names[MUTATOR_LISTS];

/* The nth of a list, NULL behind the last. */
const struct mutator *mutator_nth(unsigned list, unsigned nth);

enum mutated {
    MUTATED_NOT, /* the game, or the place that chance chose in it, did not lend itself */
    MUTATED, /* mutated; the referee raises the expected code at that line, and nothing before it */
    MUTATED_BESIDE, /* the same, but after another error at that line */
    MUTATED_UNSEEN, /* mutated, but not reported so: a bug of the referee or of the mutator */
};

/* A mutated game, and the line of it where the finding is to be expected; if it is `marked` that
 * ends with a comment "#! CODE". */
struct mutation {
    bool marked;
    struct sink *out;
    uint32_t line;
};

/* Mutates the game of a text that player dealt, which judges the outcome. */
enum mutated mutate_game(struct player *player, struct random *random, struct str game,
                         const struct mutator *mutator, struct mutation *mutation);

/* Gives back what mutate_game() keeps between calls. */
void mutate_free(void);

#endif
