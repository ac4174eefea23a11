/* SPDX-License-Identifier: MIT */
/* A game that is played instead of read. The player knows how a turn goes and writes it down; what
 * may be done it asks of referee/choices.h, and `decide` chooses from it: at random (deal.h), or
 * each way in turn (turns.h). If all is right the referee finds nothing wrong with what was done.
 */
#ifndef BASTIDE_PLAY_PLAYER_H
#define BASTIDE_PLAY_PLAYER_H

#include "referee/choices.h"
#include "referee/referee.h"

enum { BAG_MAX = TILES_MAX };

/* Tiles not drawn yet, and those put aside until they come back. */
struct bag {
    const struct design *tiles[BAG_MAX], *aside[BAG_MAX];
    unsigned count, aside_count;
    bool ordered; /* drawn from the last to the first; what is put aside comes back where the order
                     has it again */
};

enum decision_kind {
    DECIDE_DRAW,    /* which tile is drawn */
    DECIDE_HELD,    /* which of the tiles that it has to choose from a seat lays */
    DECIDE_DECLINE, /* 1 to decline a tile that fits only with something built */
    DECIDE_AGAIN,   /* 1 to lay the second tile of a turn where it may be left out */
    DECIDE_SPOT,    /* spots */
    DECIDE_LOOK,    /* which of the orientations that look the same is written */
    DECIDE_ACT, /* choices; their number, where nothing has to be done, to do no more at this point
                 */
    DECIDE_BID, /* what is bid above the least */
};

struct decision {
    enum decision_kind kind;
    unsigned count;                      /* ways to decide, at least one; they are counted from 0 */
    const struct design *const *designs; /* drawn or held */
    const struct design *design;         /* to be laid in one of the spots */
    int least;                           /* that may be bid, by this seat: */
    unsigned seat;
    const struct spot *spots;
    const struct choices *choices;
};

struct player {
    const struct catalogue *catalogue;
    unsigned (*decide)(struct player *, const struct decision *);
    void *mind;   /* decide's own */
    bool claims;  /* write totals after turns that score */
    bool stopped; /* the turn ended before a bazaar, for the bag is ordered, or has too few tiles;
                     or */
    bool tile_missing; /* before a second tile that an ordered bag does not have */
    struct bag bag;
    struct arena arena;
    struct findings findings;
    struct record record;
    struct referee referee;
    struct ledger ledger;
    struct choice_room choices;
};

/* The referee stands behind the first lines of a record; with `breaks_off` where the turn under way
 * is to have another tile. What is played from there is written onto a record that begins empty. */
void player_resume(struct player *player, const struct record *record, uint32_t line_count,
                   bool breaks_off);

/* Fills the bag with all tiles that are not drawn yet, where the referee stands; they are in no
 * order. */
void player_fill_bag(struct player *player);

/* Plays the next turn and writes it onto the record's end; false when nothing came of it: the game
 * is over, or no tile was left. */
bool player_turn(struct player *player);

/* Claims the scores on the record's last line. */
void player_write_totals(struct player *player);

#endif
