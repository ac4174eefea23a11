/* SPDX-License-Identifier: MIT */
/* Lists every complete turn that may be played at a point of a game, and counts the sequences of
 * turns (perft).
 *
 * A turn includes the placement of its tile, followers and pieces, and the decisions of other seats
 * in it, up to the next tile. A bazaar is an exception: its auction has too many courses to be
 * listed, so a turn with a bazaar stays open. Two turns are equal if they differ only in the order
 * of a seat's acts before scoring, or in orientations that look the same. Tiles are drawn in a
 * given order.
 */
#ifndef BASTIDE_PLAY_TURNS_H
#define BASTIDE_PLAY_TURNS_H

#include "base/digest.h"
#include "play/player.h"
#include "referee/snapshot.h"

enum { TURNS_DEPTH_MAX = 16, TURN_DECISIONS_MAX = 512 };

struct turn {
    struct line *lines;
    unsigned line_count;
    unsigned drawn;    /* tiles of the order that are drawn when the turn ends */
    bool open, bazaar; /* the turn is not over: it goes on with a bazaar, or with a second tile that
                          the order does not have */
    struct digest key; /* key that is the same for equal turns */
};

/* The placement of the tile of a turn; design NULL if it lays none. */
struct turns_placement {
    const struct design *design;
    struct cell cell;
    unsigned orient;
};

/* Lines of the turn under way, at a point. */
struct turns_record {
    struct line *lines;
    uint32_t line_count, act_count;
    struct line last; /* the last line, to which later acts are added */
};

/* A decision with several ways, to which the enumeration returns for the next one. */
struct turns_point {
    unsigned taken; /* way that was taken last */
    struct snapshot snapshot;
    struct decision decision;
    struct playing turn;
    struct turns_record record;
    unsigned bag_count;
    void *listed; /* copy of the spots or choices of the decision */
    size_t room;  /* bytes allocated for it */
};

/* The current turn at one depth of a sequence. */
struct turns_level {
    struct arena arena; /* memory of this turn alone */
    struct turn turn;
    struct turns_placement placement;
    size_t first_point;     /* its first point */
    struct digest_set seen; /* keys of the turns found with this placement */
};

struct turns {
    struct player player;
    const struct record *record; /* record whose first line_count lines lead to the position */
    uint32_t line_count;
    unsigned position; /* number of the position, from 1 */
    bool moved;        /* the position has changed since the snapshot was taken */
    struct snapshot snapshot;
    struct journal journal;
    struct turns_point *points; /* those of all depths, as a stack */
    size_t point_count, point_room;
    bool breaks_off; /* if another tile is due in the current turn, that part of the turn is
                        played */
    const struct design *order[BAG_MAX];
    unsigned order_count, limit; /* tiles of the order, and limit of those that are drawn */
    uint64_t tried, tried_most;  /* turns played so far, and their limit: 0 for none */
    uint64_t list_most; /* limit of the turns that turns_list() visits at a position: 0 for none */
    uint64_t effort, effort_most; /* effort so far at all positions, in the units of
                                     record_effort(), and its limit: 0 for none */
    uint64_t position_effort;     /* effort to judge the lines before the position */
    const struct digest
        *also;        /* key of a turn that is visited even beyond list_most; may be NULL */
    uint64_t more;    /* turns that were found but not visited */
    bool more_is_all; /* true if `more` counts all turns that were not visited */
    void (*progress)(void *context,
                     uint64_t tried); /* called every few thousand turns; may be NULL */
    void *progress_context;
    const char *trouble; /* reason, for the user, why not all turns can be listed or counted; NULL
                            if they can */

    struct turns_level levels[TURNS_DEPTH_MAX];
    unsigned depth; /* depth of the turn being played, from 0 */
    bool sums;      /* the ways of its last decision are counted instead of played */
    uint64_t summed;
};

typedef void turns_visit(void *context, const struct turn *, uint64_t count);

/* Moves to the position after the first lines of a record. */
void turns_at(struct turns *turns, const struct record *record, uint32_t line_count);

/* TURNS_EXHAUSTED is the message for the user when the effort is used up. turns_exhausted() is true
 * then: nothing more is listed or counted. */
#define TURNS_EXHAUSTED "stopped at the limit for one game; --limit=0 lifts it"
bool turns_exhausted(const struct turns *turns);

/* Lists the designs of the tiles that a record draws from a line on, in order and at most `most`,
 * and returns their number. The tiles of a bazaar are listed once, when they are revealed. Without
 * `asides`, tiles that are put aside are listed only when they are laid. */
unsigned turns_drawn(const struct record *record, uint32_t from, bool asides,
                     const struct design **order, unsigned most);

/* Visits each turn at the position, with a count of 1. Visits at most list_most turns; then finds
 * up to as many further turns without visiting them. turns_at() must be called before. A turn whose
 * tile fits nowhere goes on with the next tile of the order, and is over if there is none. A turn
 * is valid until the visit returns. */
void turns_list(struct turns *turns, turns_visit *visit, void *context);

/* Returns the number of sequences of turns that draw the first `depth` tiles of the order and lay
 * or discard each of them. The depth is 1 to TURNS_DEPTH_MAX, and at most order_count. Visits
 * each first turn with its share of the number. */
uint64_t turns_count(struct turns *turns, unsigned depth, turns_visit *visit, void *context);

/* The two halves of turns_count(). turns_find_first() visits each first turn of such sequences with
 * a count of 1. turns_count_after() returns the number of those that begin with one of these turns;
 * `tried` and `effort` are then those of this count alone. */
void turns_find_first(struct turns *turns, unsigned depth, turns_visit *visit, void *context);
uint64_t turns_count_after(struct turns *turns, unsigned depth, const struct turn *first);

/* Returns the turn on some lines of a record, up to a bazaar, in the form in which turns_list()
 * visits turns. Its memory is in the arena. The referee must have judged these lines last. */
struct turn turns_of_lines(struct referee *referee, struct arena *arena, const struct line *lines,
                           unsigned count);

/* Returns an act of the current turn of a referee, whose tile lies on `here`, with canonical
 * segments and their cells. An act about a feature then names the first segment of the feature;
 * without by_feature it names a segment on the tile that the act names. */
struct act turns_plain_act(struct referee *referee, const struct act *act, struct cell here,
                           bool by_feature);

void turns_free(struct turns *turns);

#endif
