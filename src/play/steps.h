/* SPDX-License-Identifier: MIT */
/* The decisions of a recorded turn, one by one: the choices before each, and the one that was
 * taken. */
#ifndef BASTIDE_PLAY_STEPS_H
#define BASTIDE_PLAY_STEPS_H

#include "base/sink.h"
#include "referee/choices.h"
#include "referee/referee.h"

/* The choices before one decision: placements, steps of a figure, or acts. */
struct offer {
    const char *what; /* "place"; "move": followers and pieces of the seat whose turn it is;
                         "again"; otherwise the verb */
    unsigned seat;
    unsigned number;  /* number of the decision in its turn, from 1; the same for all seats that may
                         decide then */
    struct cell here; /* cell where the tile of the turn lies or will be laid */
    const struct line *line;     /* place, again: line of the turn */
    const struct design *design; /* place: design of the tile; NULL for other decisions */
    const struct spot *spots;
    bool declined;            /* place: the tile was declined, by the act `written` */
    const struct edge *steps; /* steps of a figure: the cell that it may enter, and the side of its
                                 own cell by which it leaves */
    char flown;               /* letter of the step that the figure took; 0 for none */
    bool outside;        /* with `again`: the seat may lay a tile of its own, `design`, instead of
                            drawing one */
    bool again, goes_on; /* again: the seat may lay another tile in its turn; goes_on: it
                            does */
    const struct choice *choices; /* choices of the seat; those of other seats may follow */
    unsigned count;               /* number of spots, steps or choices of the seat */
    bool must;                    /* one of them must be taken */
    bool waits; /* true if another seat decides first, or if the record breaks off here */
    bool due;   /* the record ends before this decision, which must be made, or is a pass if nothing
                   is written */
    const struct act *original; /* act of the record that decides this, as it stands there; NULL if
                                   there is none */
    const struct act *taken;    /* act that the seat does here, with canonical segments; NULL if it
                                   does nothing */
    const struct act *written;  /* the same act, but with features named on the tile that the record
                                   names; for a step of a figure, the act with its path */
};

/* State of the walk through recorded turns, decision by decision. */
struct step_finder {
    struct referee *referee;
    void (*visit)(void *context, const struct offer *);
    void *context;
    struct choice_room *room;
    unsigned asked; /* last part of a turn in which tiles outside the pack were offered */
    bool pauses;    /* do not assume a pass where the record ends */
    bool unplaced;  /* do not list the placements of tiles, which takes long: no spot is offered */
};

/* Prepares a step_finder. Its room for choices is in the arena: it is valid until the arena is
 * reset. */
void steps_begin(struct step_finder *steps, struct referee *referee, struct arena *arena,
                 void (*visit)(void *context, const struct offer *), void *context);

/* Judges a turn, from `line` up to `end`, the first line of the next turn or the end of the record.
 * Makes one decision after the other and visits each before it is made. The referee must be at the
 * end of the turn before. Decisions made by chance, such as the tiles of a bazaar, are not
 * visited. */
void steps_turn(struct step_finder *steps, const struct line *line, const struct line *end);

/* Visits only the placements of the tile that a line lays, after beginning the turn of the line. */
void steps_placements(struct step_finder *steps, const struct line *line);

/* Lists the choices at the end of a record that stops within a turn. First makes each purchase that
 * is the only choice, because it need not be written. Returns true if it made one. */
bool steps_find_due(struct referee *referee, struct choices *choices);

/* Write the words of a choice: of an act in a turn whose tile lies on `here` (choice may be NULL),
 * and of a placement. */
void steps_write_act(const struct act *act, const struct choice *choice, struct cell here,
                     struct sink *word);
void steps_write_spot(struct spot spot, unsigned orient, struct sink *word);

#endif
