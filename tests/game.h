/* SPDX-License-Identifier: MIT */
/* Functions that the test programs share: tile sets for a player, and games read from files. */
#ifndef BASTIDE_TESTS_GAME_H
#define BASTIDE_TESTS_GAME_H

#include "formats/source.h"
#include "play/deal.h"

/* Makes tile sets known to the player: the built-in ones, and those of "-t FILE" at the front of
 * the program's arguments. Removes these arguments. Aborts if a set cannot be read. */
void player_begin(struct player *player, int *argc, char ***argv);
void player_free(struct player *player);

/* Reads the next game of a source into player->record. Arena and findings are emptied first. False
 * at the end. */
bool player_read(struct player *player, struct source *source, bool *is_game);

/* Reads the first game of a file and lets the referee begin it. False if there is none. Prints why
 * if the file cannot be opened. */
bool player_open(struct player *player, const char *file);

#endif
