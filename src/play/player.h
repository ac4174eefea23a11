/* A player that makes random legal games, and random numbers that are the same everywhere. What may be done it asks of
 * rules/choices.h; that the referee finds nothing wrong with what it did is the test of both.
 */
#ifndef BASTIDE_PLAY_PLAYER_H
#define BASTIDE_PLAY_PLAYER_H

#include "base/sink.h"
#include "rules/referee.h"

/* splitmix64 */
struct random {
    uint64_t state;
};
uint64_t random_next64(struct random *random);
/* 0 to n - 1; n > 0. The bias of the remainder is below 2^-50 for our n. */
unsigned random_below(struct random *random, unsigned n);

/* Which game is played. */
struct deal {
    const char *sets;           /* "base", or names with commas between: "base,princess-dragon" */
    const char *profile;
    const char *options;        /* "princess=must,fairy=tile"; NULL for none */
    unsigned seats;
};

enum policy {
    POLICY_LIVELY,              /* tiles crowd, features meet, pieces are used */
    POLICY_UNIFORM,             /* any legal choice as soon as another, to do nothing among them */
    POLICY_COUNT
};

struct player {
    const struct catalogue *catalogue;
    enum policy policy;
    bool claims;                /* write totals after turns that score, and final ones */
    struct arena arena;
    struct findings findings;
    struct record record;
    struct referee referee;
    struct ledger ledger;
};

/* Is a set of the catalogue one of The City? It has two to four seats. */
bool player_is_city(const struct player *player, const char *sets);

/* Plays one random legal game, every kind of move among them, and writes it as CRN. False when the deal makes no sense, which
 * findings tell, or when the referee found something wrong with a move. */
bool player_game(struct player *player, struct random *random, const struct deal *deal, struct sink *out);

#endif
