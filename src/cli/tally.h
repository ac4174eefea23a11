/* SPDX-License-Identifier: MIT */
/* Counts of games by their verdict. */
#ifndef BASTIDE_CLI_TALLY_H
#define BASTIDE_CLI_TALLY_H

#include "base/arena.h"

struct tally {
    unsigned valid, legal, illegal, unread; /* legal: games that are legal, but not valid */
};

unsigned tally_sum(const struct tally *tally);
void tally_add(struct tally *tally, const struct tally *more);

/* Returns a number of games as text: "1,204 games". */
const char *tally_games(struct arena *arena, unsigned games);

/* Returns the counts as text: "1,204 games: 1,190 valid, 9 illegal, 5 unread". */
const char *tally_text(struct arena *arena, const struct tally *tally);

#endif
