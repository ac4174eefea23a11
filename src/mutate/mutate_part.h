/* SPDX-License-Identifier: MIT */
/* The game being mutated, and functions that the mutators share. */
#ifndef BASTIDE_MUTATE_MUTATE_PART_H
#define BASTIDE_MUTATE_MUTATE_PART_H

#include "mutate/mutate.h"

#define MUTATOR(list, name, finding, function, rare) int function(void);
#include "rows.h"

/* ---- mutate.c ---- */

/* A mutator that needs a "-" before the acts of the line. mutate_game() inserts it into the text,
 * because the printer never writes it. */
int mutate_none_and_one(void);

/* The game being mutated, and the recount of it as far as dealt_replay_to() has played it. */
extern struct record dealt;
extern struct arena dealt_arena;
extern struct profile dealt_profile;
extern struct recount dealt_recount;
extern struct random *dealt_random;

/* Returns the index of a random line that lays a tile. */
unsigned dealt_find_turn(void);

/* Plays the recount up to line i, whose tile is laid but whose acts are not done. */
void dealt_replay_to(unsigned i);

unsigned dealt_followers_out(unsigned seat, enum meeple_kind kind);
/* True if the feature of a segment of the last tile is occupied. */
bool dealt_is_occupied(unsigned segment);
struct act dealt_follower_act(const struct line *line, unsigned segment);

/* dealt_set_act() replaces the first act of a line. dealt_add_act() adds an act after the others,
 * but before claims and other remarks. */
void dealt_set_act(struct line *line, struct act act);
void dealt_add_act(struct line *line, struct act act);
void dealt_remove_act(struct line *line, const struct act *act);
void dealt_remove_line(unsigned i);
void dealt_insert_line(unsigned i, struct line line);
/* Adds a step line of a seat after line i, and removes the totals of line i, because its scoring
 * may have to wait. Returns the index of the step line. */
int dealt_add_step(unsigned i, unsigned seat, struct act act);

/* Returns the first act of a verb from a random line on, and sets *line to its line; NULL if the
 * game has none. */
struct act *dealt_find_verb(enum verb_id verb, unsigned *line);
bool dealt_has_verb(const struct line *line, enum verb_id verb);
struct act dealt_verb_act(enum verb_id verb);

/* ---- meeples.c ---- */

bool dealt_has_follower(const struct line *line);
/* Returns how many meeples of a kind a seat has placed before line i, according to the record. */
int dealt_count_put(enum meeple_kind kind, unsigned seat, unsigned i);
/* Returns the index of a random follower of a seat that is on the table, of any seat for SEAT_NONE;
 * -1 if there is none. */
int dealt_find_follower(unsigned seat);
/* Returns the first line, from a random one on, that places a small follower on one of `lands` and
 * does nothing else; -1 if there is none. With `out` its player has a meeple of `kind` on the
 * table, otherwise none. The recount is then at that line. */
int dealt_find_usual(enum meeple_kind kind, bool out, unsigned lands);
/* Changes a small follower into a meeple of `kind`. With `out` its player has one on the table
 * already, otherwise none. With `lands` that kind may stand on the land, otherwise it may not.
 * Returns the line, or -1. */
int dealt_change_follower(enum meeple_kind kind, bool out, bool lands);

/* ---- find.c ---- */

/* True if the line has an act that its tile sets off. */
bool dealt_goes_on(const struct line *line);
/* True if line i lays a tile and nothing is done with it, on this line or in a step. */
bool dealt_is_idle(unsigned i);
/* Adds to an idle line the claim that the next player takes an item. The rules must be in play.
 * Returns the line, or MUTATED_NOWHERE. */
int dealt_claim_item(const struct recount_rules *rules, enum item_id item);

/* Returns the reference to a segment of a tile of the recount, with its cell. */
struct segment_ref dealt_ref_of(unsigned tile, unsigned segment);
void dealt_hit_segment(unsigned *tile, unsigned *segment);
/* A turn's line and the step lines after it form a group. dealt_last_of() returns the last line of
 * the group of line i, dealt_head_of() the first one. */
unsigned dealt_last_of(unsigned i);
unsigned dealt_head_of(unsigned i);
struct act dealt_edge_act(enum verb_id verb, int x, int y, unsigned side);
void dealt_put_act(unsigned i, struct act act);
/* Returns the number of lines of a seat before line i that have a verb; of any seat for
 * SEAT_NONE. */
unsigned dealt_count_verb(enum verb_id verb, unsigned seat, unsigned i);

#endif
