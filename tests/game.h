/* What the test programs share: random numbers that are the same everywhere, and a player that makes random legal
 * games.
 */
#ifndef BASTIDE_TESTS_GAME_H
#define BASTIDE_TESTS_GAME_H

#include "import/source.h"
#include "rules/choices.h"
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

struct player {
    struct catalogue catalogue;
    struct arena arena;
    struct findings findings;
    struct record record;
    struct referee referee;
    struct ledger ledger;
    bool claims;                /* write totals after turns that score, and final ones */
};

/* Takes "-t FILE" off the front of a program's arguments: a tile set that the player knows too. Aborts when it cannot be read. */
void player_tilesets(struct player *player, int *argc, char ***argv);

/* Is a set of the catalogue, or a list of them, of The City? It has two to four seats. */
bool player_is_city(const struct player *player, const char *sets);

/* Reads the next game of a source into player->record, with fresh arena and findings; false at the end. */
bool player_read(struct player *player, struct source *source, bool *is_game);

/* Reads the first game of a file and lets the referee begin it; false, and a word on standard output, when there is none. */
bool player_open(struct player *player, const char *file);

/* Plays one random legal game, every kind of move among them, and writes it as CRN. Aborts when the referee finds anything
 * wrong with it. */
void player_game(struct player *player, struct random *random, const struct deal *deal, struct sink *out);

#endif
