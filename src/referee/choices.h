/* SPDX-License-Identifier: MIT */
/* What may be decided now: the legal acts at a point of a turn, each as the record would have it.
 * For those who play, enumerate or compare; a judge asks the same questions one act at a time.
 *
 * A turn is played so: referee_turn(); a tile of choices_tiles(), or one drawn; one of
 * referee_spots() with the act of referee_fitting_act() on its line; referee_lay(). Then, while
 * referee_go_on() says that the turn is not over: what choices_find() lists, one act at a time by
 * referee_do(), until nobody wants or may do more.
 */
#ifndef BASTIDE_REFEREE_CHOICES_H
#define BASTIDE_REFEREE_CHOICES_H

#include "referee/expansion.h"

/* As many as anybody needs room for: struct choice_room. */
enum { CHOICES_MAX = 4096, SPOTS_MAX = 4096 };

struct choice {
    uint8_t seat;
    int32_t most;   /* a bid: act.number is the least, this the most that may be bid */
    struct act act; /* its segments with their cells; no places */
};

struct choices {
    struct choice *list;
    unsigned most; /* that list holds */
    unsigned count;
    bool must; /* the turn does not go on before one is taken */
};

/* Of one who plays, or shows what could be played: what is listed is valid until something is
 * listed again. */
struct choice_room {
    struct spot spots[SPOTS_MAX];
    struct choice list[CHOICES_MAX];
};

/* All acts that may be done in the phase that the turn is in, in a fixed order: followers by kind,
 * tile and segment, then what the rules in play add. Tiles that chance draws are left open: the act
 * that reveals them has a count and no tiles. What the list has no room for is left out. */
void choices_find(struct referee *referee, struct choices *choices);

/* The designs of which the seat whose turn has begun must lay one instead of drawing; returns how
 * many, 0 to draw. */
unsigned choices_tiles(const struct referee *referee, const struct design *designs[SEATS_MAX]);

/* Lets the rules in play name what an act is about as their choices do, where the record may name
 * it otherwise. The act is of the turn under way, and may be done already. */
void choices_plain(struct referee *referee, struct act *act);

/* Adds an act; NULL when the list is full. */
struct choice *choices_add(struct choices *choices, unsigned seat, struct act act);

/* For the expansions: adds an act if its verb's check() passes it; NULL when it does not, or the
 * list is full. */
struct choice *choices_offer(struct referee *referee, struct choices *choices, unsigned seat,
                             struct act act);
struct act choices_verb(enum verb_id verb);
struct act choices_verb_on(const struct referee *referee, enum verb_id verb, unsigned node);

#endif
