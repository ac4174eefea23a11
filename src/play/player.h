/* SPDX-License-Identifier: MIT */
/* The player, which plays a game instead of reading it. It knows the course of a turn and writes
 * the turn as lines of a record. The legal choices come from referee/choices.h, and `decide`
 * chooses among them: at random (deal.h), or each one after the other (turns.h). If all is right,
 * the referee finds nothing wrong with the moves.
 */
#ifndef BASTIDE_PLAY_PLAYER_H
#define BASTIDE_PLAY_PLAYER_H

#include "referee/choices.h"
#include "referee/referee.h"

enum { BAG_MAX = TILES_MAX };

/* The tiles not drawn yet, and those put aside until they come back. */
struct bag {
    const struct design *tiles[BAG_MAX], *aside[BAG_MAX];
    unsigned count, aside_count;
    bool ordered; /* tiles are drawn from the last to the first; a tile that is put aside and drawn
                     again stands in the order for each time that it is drawn */
};

enum decision_kind {
    DECIDE_DRAW,    /* which of the designs is drawn */
    DECIDE_HELD,    /* which tile the seat lays, of those from which it must choose */
    DECIDE_DECLINE, /* 1 to decline a tile that fits only with something built */
    DECIDE_AGAIN,   /* 1 to lay the second tile of a turn, if it may be left out */
    DECIDE_SPOT,    /* which of the spots */
    DECIDE_LOOK,    /* which of the orientations that look the same is written */
    DECIDE_ACT,     /* which of the choices is done; the number of choices means that no more is
                       done at this point, which is allowed unless one must be done */
    DECIDE_BID,     /* how many points are bid above the lowest bid */
};

struct decision {
    enum decision_kind kind;
    unsigned count;                      /* number of ways to decide, at least one; the answer is
                                            below it */
    const struct design *const *designs; /* designs of the tiles that may be drawn or are held */
    const struct design *design;         /* design to be laid at one of the spots, or for which a
                                            bid is made */
    int least;                           /* lowest bid that is allowed */
    unsigned seat;                       /* seat that bids */
    const struct spot *spots;
    const struct choices *choices;
};

struct player {
    const struct catalogue *catalogue;
    unsigned (*decide)(struct player *, const struct decision *);
    void *mind;   /* data of `decide` */
    bool claims;  /* totals are written after turns that score */
    bool stopped; /* the turn stopped before it was over: at a bazaar, because the bag is ordered or
                     has too few tiles, or because of tile_missing */
    bool left;    /* set by `decide`: the turn is not played on, and its answer does not count */
    bool tile_missing; /* the turn stopped before a second tile, which the ordered bag does not
                          have */
    struct bag bag;
    struct arena arena;
    struct findings findings;
    struct record record;
    struct referee referee;
    struct ledger ledger;
    struct choice_room choices;
};

/* Moves the referee to the position after the first lines of a record. With `breaks_off`, the
 * current turn stays open if another tile is due in it. Afterwards the record of the player has no
 * lines, and the player writes the turns that follow to it. */
void player_resume(struct player *player, const struct record *record, uint32_t line_count,
                   bool breaks_off);

/* Fills the bag, in no order, with all tiles that are not drawn yet at the position of the
 * referee. */
void player_fill_bag(struct player *player);

/* Plays the next turn and appends it to the record; false if nothing was written: the game is over,
 * or no tile remains; or if `decide` has left the turn, which then stands half played. */
bool player_turn(struct player *player);

/* Adds a claim of all scores to the last line of the record. */
void player_write_totals(struct player *player);

#endif
