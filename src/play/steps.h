/* SPDX-License-Identifier: MIT */
/* What could be chosen before each decision of a recorded turn, and what was. */
#ifndef BASTIDE_PLAY_STEPS_H
#define BASTIDE_PLAY_STEPS_H

#include "base/sink.h"
#include "referee/choices.h"
#include "referee/referee.h"

/* Choices before one decision: placements, steps of a figure, or acts. */
struct offer {
    const char *what; /* "place"; "move": followers and pieces of the seat whose turn it is;
                         "again"; else the verb */
    unsigned seat;
    unsigned
        number; /* of the decision in its turn, from 1; seats that may decide at once share it */
    struct cell here;            /* where the turn's tile lies, or was laid in the end */
    const struct line *line;     /* place: the turn's */
    const struct design *design; /* place: the tile; NULL for other decisions */
    const struct spot *spots;
    bool declined; /* place: the tile was declined, by the act `written` */
    const struct edge
        *steps; /* of a figure: the cell that it may enter and the side by which it leaves for it */
    char flown; /* and the one that it took, as a letter; 0 for none */
    bool again, goes_on;          /* may the seat lay another tile in its turn, and does it? */
    const struct choice *choices; /* those of the seat come first */
    unsigned count;               /* of spots, steps or the seat's choices */
    bool must;                    /* one of them must be taken */
    bool waits; /* another seat, which may decide too, does so first; or the record breaks off here
                 */
    const struct act *original; /* the record's act that the seat decides here, as it stands there;
                                   NULL for none */
    const struct act *taken; /* NULL when the seat does nothing here; with its segments canonical */
    const struct act *written; /* the same, with features named by the tile that the record names;
                                  of a step of a figure, its path */
};

/* Goes through recorded turns, decision by decision. */
struct step_finder {
    struct referee *referee;
    void (*visit)(void *context, const struct offer *);
    void *context;
    struct choice_room *room;
};

/* The room for choices lies in an arena: steps are valid until that is reset. */
void steps_begin(struct step_finder *steps, struct referee *referee, struct arena *arena,
                 void (*visit)(void *context, const struct offer *), void *context);

/* Judges a turn, from `line` up to `end`, which is the next turn's first line or the record's last,
 * one decision after the other, and visits each before it is made. The referee stands behind the
 * turn before. Decisions made by chance, such as the tiles of a bazaar, are not visited. */
void steps_turn(struct step_finder *steps, const struct line *line, const struct line *end);

/* Visits the placements alone, of a tile that a line lays; the line's turn begins with it. */
void steps_placements(struct step_finder *steps, const struct line *line);

/* Words of choices: an act of the turn whose tile lies there (choice may be NULL), a placement. */
void steps_write_act(const struct act *act, const struct choice *choice, struct cell here,
                     struct sink *word);
void steps_write_spot(struct spot spot, unsigned orient, struct sink *word);

#endif
