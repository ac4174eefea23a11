/* SPDX-License-Identifier: MIT */
/* The player, which plays a game instead of reading it. It knows the course of a turn and writes
 * the turn as lines of a record. It stops at each decision, and the caller chooses: at random
 * (deal.h), each way after the other (turns.h), or as a program tells it (the library). The legal
 * choices come from referee/choices.h. If all is right, the referee finds nothing wrong with the
 * moves.
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
    DECIDE_OUTSIDE, /* 0 to draw a tile; otherwise which of the designs outside the pack is laid,
                       counted from 1 */
    DECIDE_LAY_ON,  /* 1 if `seat` lays such a tile although the pack is empty */
    DECIDE_DECLINE, /* 1 to decline a tile that fits only with something built */
    DECIDE_AGAIN,   /* 1 to lay the second tile of a turn, if it may be left out */
    DECIDE_SPOT,    /* which of the spots */
    DECIDE_LOOK,    /* which of the orientations that look the same is written */
    DECIDE_ACT,     /* which of the choices is done; the number of choices means that no more is
                       done at this point, which is allowed unless one must be done */
    DECIDE_TOKEN,   /* which of the choices is drawn: tokens, each as often as it is in its bag */
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
    unsigned seat;                       /* seat that bids, or lays on */
    const struct spot *spots;
    const struct choices *choices;
};

/* The turn that is being played, up to the decision that is due. A copy of it, together with a
 * snapshot of the referee, is enough to decide in another way later (turns.c). */
struct playing {
    uint8_t stage; /* next stage (player.c) */
    unsigned answer;
    struct line begins; /* head of its first line, or of its next part */
    uint32_t first_line;
    int32_t before[SEATS_MAX]; /* scores before the part */
    const struct design *held[SEATS_MAX];
    const struct design *design; /* tile of the part */
    bool narrowed;               /* the answer is an index in `drawable`, not in the bag */
    struct spot spot;
    unsigned spot_count;
    struct choices choices;
    struct choice done; /* choice that was taken, with its bid and its revealed tiles */
    unsigned revealed;  /* tiles of its act so far */
    bool asked_outside; /* whether a tile outside the pack is laid was asked in this part */
    bool lays_on;       /* the pack is empty, so that only such a tile can be laid */
    bool laid;          /* the tile of the part lies */
    bool again;         /* the seat lays another tile in the turn */
    bool stopped;       /* the turn stopped before it was over: at a bazaar, because the bag is
                           ordered or has too few tiles, or because of tile_missing */
    bool tile_missing;  /* the turn stopped before a second tile, which the ordered bag does not
                           have */
    bool written;       /* the turn is over, and lines were written */
};

struct player {
    const struct catalogue *catalogue;
    bool claims; /* totals are written after turns that score */
    struct bag bag;
    struct arena arena;
    struct findings findings;
    struct record record;
    struct referee referee;
    struct ledger ledger;
    struct choice_room choices;
    bool asks; /* a decision is due */
    struct decision decision;
    struct playing turn;
    const struct design *drawable[BAG_MAX]; /* tiles of the bag that may be drawn, if some may
                                               not */
    uint16_t drawable_at[BAG_MAX];          /* their indexes in the bag */
};

/* Moves the referee to the position after the first lines of a record. With `breaks_off`, the
 * current turn stays open if another tile is due in it. Afterwards the record of the player has no
 * lines, and the player writes the turns that follow to it. */
void player_resume(struct player *player, const struct record *record, uint32_t line_count,
                   bool breaks_off);

/* Fills the bag, in no order, with all tiles that are not drawn yet at the position of the
 * referee. */
void player_fill_bag(struct player *player);

/* player_begin_turn() begins the next turn. player_asks() then plays on until a decision is due,
 * and returns true: `decision` says what is to be decided. After player_decide() it goes on. When
 * it returns false, the turn is over: turn.written is true if it was written to the record.
 * Otherwise the game is over, or no tile remains. */
void player_begin_turn(struct player *player);
bool player_asks(struct player *player);
void player_decide(struct player *player, unsigned answer);

/* Adds a claim of all scores to the last line of the record. */
void player_write_totals(struct player *player);

#endif
