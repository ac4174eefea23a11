/* SPDX-License-Identifier: MIT */
/* Choices: the legal acts at a point of a turn, in the form in which the record would have them.
 * They are for code that plays, enumerates or compares; the judge asks the same questions one act
 * at a time.
 *
 * To play a turn: begin it with referee_turn(); take a tile of choices_tiles(), or draw one; choose
 * one of referee_spots(), with the act of referee_fitting_act() on its line if it needs one; lay
 * the tile with referee_lay(). In each phase, list the choices with choices_find() and do one act
 * at a time with referee_do(), until no seat wants or may do more. Then call referee_go_on(), and
 * go on with the next phase while it returns true.
 */
#ifndef BASTIDE_REFEREE_CHOICES_H
#define BASTIDE_REFEREE_CHOICES_H

#include "referee/expansion.h"

/* Room for the choices and spots at any point of a game, in struct choice_room. */
enum { CHOICES_MAX = 4096, SPOTS_MAX = 4096 };

struct choice {
    uint8_t seat;
    int32_t most;   /* for a bid: the highest number that may be bid; act.number is the lowest */
    struct act act; /* act with the cells of its segments, without places */
};

struct choices {
    struct choice *list;
    unsigned most; /* choices for which `list` has room */
    unsigned count;
    bool must;   /* one of them must be taken before the turn goes on */
    bool chance; /* they are tokens, one of which is drawn by chance: each is listed as often as it
                    is in its bag. Nothing else may be done before that */
};

/* Room of a caller for spots and choices. What is listed in it is valid until the next list is
 * made. */
struct choice_room {
    struct spot spots[SPOTS_MAX];
    struct choice list[CHOICES_MAX];
};

/* Lists all acts that may be done in the current phase, in a fixed order: followers by kind, tile
 * and segment, then the acts of rules in play. An act that reveals tiles drawn by chance has a
 * count and no tiles. Acts for which the list has no room are left out. */
void choices_find(struct referee *referee, struct choices *choices);

/* Lists the designs from which the seat whose turn has begun must choose its tile instead of
 * drawing one. Returns their number; 0 if the seat draws. */
unsigned choices_tiles(const struct referee *referee, const struct design *designs[SEATS_MAX]);

/* Changes the segment or cell of an act of the current turn to the one that the choices name. The
 * record may name it in another way. The act may be done already. */
void choices_plain(struct referee *referee, struct act *act);

/* Adds an act to the list; NULL if the list is full. */
struct choice *choices_add(struct choices *choices, unsigned seat, struct act act);

/* Offers each token in the bag of a verb, one of which a seat must draw now. */
void choices_draw(struct referee *referee, struct choices *choices, unsigned seat,
                  enum verb_id verb);

/* choices_offer() adds an act for an expansion if the check() of its verb finds the act legal. It
 * returns NULL if the act is not legal or the list is full. choices_verb() returns an act with a
 * verb alone. choices_verb_on() returns an act with a verb on a node. */
struct choice *choices_offer(struct referee *referee, struct choices *choices, unsigned seat,
                             struct act act);
struct act choices_verb(enum verb_id verb);
struct act choices_verb_on(const struct referee *referee, enum verb_id verb, unsigned node);

#endif
