/* SPDX-License-Identifier: MIT */
/* What the mutators share. */
#ifndef BASTIDE_MUTATE_PART_H
#define BASTIDE_MUTATE_PART_H

#include "mutate/mutate.h"

#define MUTATOR(list, name, finding, function, rare) int function(void);
#include "mutate/mutators.def"
#undef MUTATOR

/* ---- mutate.c ---- */

/* Wants a "-" before the line's acts, which the printer would never write. */
int mutate_none_and_one(void);

/* The game being mutated, and the recount of it as far as replay_to() has played it. */
extern struct record dealt;
extern struct arena dealt_arena;
extern struct profile dealt_profile;
extern struct recount recount;
extern struct random *rng;

/* A random line that lays a tile. */
unsigned find_turn(void);

/* Plays the recount up to line i, its tile laid, its acts not done. */
void replay_to(unsigned i);

unsigned standing(unsigned seat);
/* Is the feature of a segment of the last tile occupied? */
bool is_occupied(unsigned segment);
struct act follower_act(const struct line *line, unsigned segment);

/* The line's first act becomes another; an act is added behind its others, before what is claimed. */
void set_act(struct line *line, struct act act);
void add_act(struct line *line, struct act act);
void remove_act(struct line *line, const struct act *act);
void remove_line(unsigned i);
void insert_line(unsigned i, struct line line);
/* A line of another seat behind line i, which claims nothing then: its scoring may have to wait. */
int add_step(unsigned i, unsigned seat, struct act act);

/* A random act of a verb; NULL when the game has none. */
struct act *find_verb(enum verb_id verb, unsigned *line);
bool has_verb(const struct line *line, enum verb_id verb);
struct act verb_act(enum verb_id verb);
bool is_option(enum option_id id, const char *value);

/* ---- find.c ---- */

/* Does the line go on with what its tile sets off? */
bool goes_on(const struct line *line);
/* A tile's line on which nothing was done with it, and nothing follows in its turn. */
bool is_idle(unsigned i);
/* A segment of a tile of the recount, with its cell. */
struct segment_ref ref_of(unsigned tile, unsigned segment);
void hit_segment(unsigned *tile, unsigned *segment);
bool is_castle(const struct recount_feature *f);
bool is_wall(const struct act *act);
/* The wall or gate that a line lays; NULL for none. */
struct act *wall_of(unsigned i);
/* The last line of a line's turn. */
unsigned last_of(unsigned i);
unsigned head_of(unsigned i);
/* A random line that lays a wall, no gate; -1 without one. */
int find_wall(void);
/* A random turn's line with a phase of walls; -1 without one. */
int find_phase(void);
struct act edge_act(enum verb_id verb, int x, int y, unsigned side);
struct act wall_act(enum verb_id verb, const struct recount_wall *wall);
void put_act(unsigned i, struct act act);
const struct recount_wall *hit_wall(void);
bool is_free(const struct recount_wall *edge);
bool joins_end(const struct recount_wall *edge);
/* Where a wall could go next. */
bool find_next(struct recount_wall *edge);
/* How often a verb stands on lines of a seat before line i; of any seat for SEAT_NONE. */
unsigned count_verb(enum verb_id verb, unsigned seat, unsigned i);

#endif
