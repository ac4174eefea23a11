/* SPDX-License-Identifier: MIT */
/* Random legal games, and random numbers that are the same on every machine. */
#ifndef BASTIDE_PLAY_DEAL_H
#define BASTIDE_PLAY_DEAL_H

#include "base/sink.h"
#include "play/player.h"

/* A generator of random numbers: splitmix64. */
struct random {
    uint64_t state;
};
uint64_t random_next64(struct random *random);
/* Returns a random number from 0 to n - 1; n > 0. The bias of the remainder is below 2^-50 for the
 * n used here. */
unsigned random_below(struct random *random, unsigned n);

enum policy {
    POLICY_LIVELY,  /* tiles lie close together, features join, pieces are used often */
    POLICY_UNIFORM, /* all legal choices are equally likely, doing nothing included */
    POLICY_COUNT
};

/* State of the player of random games, which decides by chance. */
struct chance {
    struct random *random;
    enum policy policy;
    uint64_t refused; /* set of kinds of acts that it has refused at this point of the game */
    uint16_t turn;    /* part of a turn at this point (turn_state.parts) */
    uint8_t phase;    /* phase of the turn at this point (enum phase) */
};

/* The game to play. */
struct deal {
    const char *sets;       /* "base", or names of sets with commas between them:
                               "base,princess-dragon" */
    struct rulings rulings; /* rulings, which must name a profile */
    const char *copies;     /* "base=2"; NULL for one copy of each set */
    const char *supply;     /* "follower=8,bridge=5"; NULL for the numbers of the box */
    unsigned seats;
};

/* True if the set of this name belongs to The City, which has two to four seats. */
bool deal_is_city(const struct catalogue *catalogue, const char *sets);

/* Plays one random legal game, in which every kind of move may occur, and writes it as CRN. False
 * if the deal makes no sense, which findings report, or if the referee found something wrong with a
 * move. */
bool deal_game(struct player *player, struct chance *chance, const struct deal *deal,
               struct sink *out);

#endif
