/* SPDX-License-Identifier: MIT */
/* What the mutators share. */
#ifndef BASTIDE_MUTATE_MUTATE_PART_H
#define BASTIDE_MUTATE_MUTATE_PART_H

#include "mutate/mutate.h"

#define MUTATOR(list, name, finding, function, rare) int function(void);
#include "rows.h"

/* ---- mutate.c ---- */

/* Needs a "-" before the line's acts; mutate_game() inserts it, because the printer never writes
 * it. */
int mutate_none_and_one(void);

/* The game being mutated, and the recount of it as far as dealt_replay_to() has played it. */
extern struct record dealt;
extern struct arena dealt_arena;
extern struct profile dealt_profile;
extern struct recount dealt_recount;
extern struct random *dealt_random;

/* A random line that lays a tile. */
unsigned dealt_find_turn(void);

/* Plays the recount up to line i, its tile laid, its acts not done. */
void dealt_replay_to(unsigned i);

unsigned dealt_followers_out(unsigned seat, enum meeple_kind kind);
/* Is the feature of a segment of the last tile occupied? */
bool dealt_is_occupied(unsigned segment);
struct act dealt_follower_act(const struct line *line, unsigned segment);

/* The line's first act becomes another; an act is added behind its others, before what is claimed.
 */
void dealt_set_act(struct line *line, struct act act);
void dealt_add_act(struct line *line, struct act act);
void dealt_remove_act(struct line *line, const struct act *act);
void dealt_remove_line(unsigned i);
void dealt_insert_line(unsigned i, struct line line);
/* Adds a step line of a seat after line i, and removes the totals of line i: its scoring may have
 * to wait. */
int dealt_add_step(unsigned i, unsigned seat, struct act act);

/* A random act of a verb; NULL when the game has none. */
struct act *dealt_find_verb(enum verb_id verb, unsigned *line);
bool dealt_has_verb(const struct line *line, enum verb_id verb);
struct act dealt_verb_act(enum verb_id verb);

/* ---- meeples.c ---- */

bool dealt_has_follower(const struct line *line);
/* How many of a kind a seat has put before line i, by what the record says. */
int dealt_count_put(enum meeple_kind kind, unsigned seat, unsigned i);
/* A follower of the seat, or of anyone, that stands somewhere; -1 without one. */
int dealt_find_follower(unsigned seat);
/* A line, from a random one on, where a follower of the usual kind is placed alone, by a seat that
 * has, or has not, one of another kind out; -1 without one. The recount stands there. */
int dealt_find_usual(enum meeple_kind kind, bool out, unsigned lands);
/* A follower becomes another meeple, which stands already or does not, on land where that may or
 * may not stand. */
int dealt_change_follower(enum meeple_kind kind, bool out, bool lands);

/* ---- find.c ---- */

/* Does the line go on with what its tile sets off? */
bool dealt_goes_on(const struct line *line);
/* A tile's line on which nothing was done with it, and nothing follows in its turn. */
bool dealt_is_idle(unsigned i);
/* Has a line in which nothing happens claim that the next player takes an item, in a game in which
 * the rules are in play. Returns the line. */
int dealt_claim_item(const struct recount_rules *rules, enum item_id item);

/* A segment of a tile of the recount, with its cell. */
struct segment_ref dealt_ref_of(unsigned tile, unsigned segment);
void dealt_hit_segment(unsigned *tile, unsigned *segment);
/* The last line of a line's turn. */
unsigned dealt_last_of(unsigned i);
unsigned dealt_head_of(unsigned i);
struct act dealt_edge_act(enum verb_id verb, int x, int y, unsigned side);
void dealt_put_act(unsigned i, struct act act);
/* How often a verb stands on lines of a seat before line i; of any seat for SEAT_NONE. */
unsigned dealt_count_verb(enum verb_id verb, unsigned seat, unsigned i);

#endif
