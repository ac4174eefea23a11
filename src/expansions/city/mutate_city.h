/* SPDX-License-Identifier: MIT */
/* Helpers of the mutators of The City: where walls are, and where one could go. */
#ifndef BASTIDE_EXPANSIONS_CITY_MUTATE_CITY_H
#define BASTIDE_EXPANSIONS_CITY_MUTATE_CITY_H

#include "expansions/city/recount.h"
#include "mutate/mutate_part.h"

/* The recount's wall, as far as dealt_replay_to() has played the game. */
const struct recount_town *dealt_town(void);
bool dealt_is_wall(const struct act *act);
/* The wall or gate that a line lays; NULL for none. */
struct act *dealt_wall_of(unsigned i);
/* A random line that lays a wall, no gate; -1 without one. */
int dealt_find_wall(void);
/* A random turn's line with a phase of walls; -1 without one. */
int dealt_find_phase(void);
struct act dealt_wall_act(enum verb_id verb, const struct recount_wall *wall);
const struct recount_wall *dealt_hit_wall(void);
bool dealt_is_free(const struct recount_wall *edge);
bool dealt_joins_end(const struct recount_wall *edge);
/* Where a wall could go next. */
bool dealt_find_next(struct recount_wall *edge);

#endif
