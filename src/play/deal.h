/* SPDX-License-Identifier: MIT */
/* Random legal games, and random numbers that are the same everywhere. */
#ifndef BASTIDE_PLAY_DEAL_H
#define BASTIDE_PLAY_DEAL_H

#include "base/sink.h"
#include "play/player.h"

/* splitmix64 */
struct random {
    uint64_t state;
};
uint64_t random_next64(struct random *random);
/* 0 to n - 1; n > 0. The bias of the remainder is below 2^-50 for our n. */
unsigned random_below(struct random *random, unsigned n);

enum policy {
    POLICY_LIVELY,  /* tiles lie close together, features join, pieces are used often */
    POLICY_UNIFORM, /* all legal choices are equally likely, doing nothing included */
    POLICY_COUNT
};

/* Who decides in random games. */
struct chance {
    struct random *random;
    enum policy policy;
    uint64_t refused; /* set of kinds of acts that it does not want at this point */
    uint16_t turn;    /* that point: part of a turn, counted in the game, and phase */
    uint8_t phase;
};

/* Which game is played. */
struct deal {
    const char *sets;       /* "base", or names with commas between: "base,princess-dragon" */
    struct rulings rulings; /* with a profile */
    unsigned seats;
};

/* Is a set of the catalogue one of The City? It has two to four seats. */
bool deal_is_city(const struct catalogue *catalogue, const char *sets);

/* Plays one random legal game, every kind of move among them, and writes it as CRN. False when the
 * deal makes no sense, which findings say, or when the referee found something wrong with a move.
 */
bool deal_game(struct player *player, struct chance *chance, const struct deal *deal,
               struct sink *out);

#endif
