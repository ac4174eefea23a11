/* SPDX-License-Identifier: MIT */
/* Helpers of the mutators of The City: they find walls, phases and edges where a wall could go. */
#ifndef BASTIDE_EXPANSIONS_CITY_MUTATE_CITY_H
#define BASTIDE_EXPANSIONS_CITY_MUTATE_CITY_H

#include "expansions/city/recount.h"
#include "mutate/mutate_part.h"

/* Returns the state of The City in the recount, as far as dealt_replay_to() has played the game. */
const struct recount_town *dealt_town(void);
bool dealt_is_wall(const struct act *act);
/* Returns the wall or gate that a line lays, or NULL. */
struct act *dealt_wall_of(unsigned i);
/* Returns a random line that lays a wall other than the gate, or MUTATED_NOWHERE. */
int dealt_find_wall(void);
/* Returns the first line of a random turn with a phase of walls, or MUTATED_NOWHERE. */
int dealt_find_phase(void);
struct act dealt_wall_act(enum verb_id verb, const struct recount_wall *wall);
const struct recount_wall *dealt_hit_wall(void);
bool dealt_is_free(const struct recount_wall *edge);
bool dealt_joins_end(const struct recount_wall *edge);
/* Finds an edge where a wall could be laid next. False if there is none. */
bool dealt_find_next(struct recount_wall *edge);

#endif
