/* SPDX-License-Identifier: MIT */
/* Every complete turn that may be played at a point of a game, and how many sequences of turns
 * there are (perft).
 *
 * A turn is all of it: where the tile lies, followers and pieces, and what other seats decide in
 * it, up to the next tile; but for a bazaar, whose auction has more courses than anybody could
 * list: with one a turn stays open. Two turns are one when they differ only in the order of what a
 * seat does before scoring, or in orientations that look the same. Tiles are drawn in a given
 * order.
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
    unsigned drawn; /* tiles of the order that are drawn when it ends */
    bool open,
        bazaar; /* it goes on: with a bazaar, or with a second tile that the order does not have */
    struct digest key; /* the same for turns that are one */
};

/* How a turn lays its tile; NULL when it lays none. */
struct turns_placement {
    const struct design *design;
    struct cell cell;
    unsigned orient;
};

/* The turn under way at one depth of a sequence. */
struct turns_level {
    struct arena arena; /* of this turn alone */
    struct turn turn;
    struct turns_placement placement;
    struct {
        uint32_t taken, count;
    } decisions[TURN_DECISIONS_MAX];
    unsigned decision_count, decision_at;
    struct digest_set seen; /* turns that lay the same tile in the same place */
};

struct turns {
    struct player player;
    const struct record *record; /* the position: these first lines of a record */
    uint32_t line_count;
    bool moved; /* since the snapshot was taken */
    struct snapshot snapshot;
    bool breaks_off; /* where the turn under way is to have another tile: that is played */
    const struct design *order[BAG_MAX];
    unsigned order_count, limit; /* tiles of the order, and how many of them are drawn */
    uint64_t tried,
        tried_most;     /* turns played so far, and how many there may be: 0 for any number */
    uint64_t list_most; /* turns that turns_list() visits at a position: 0 for any number */
    uint64_t effort,
        effort_most;          /* see record_effort(): of all positions, and how much there may be */
    uint64_t position_effort; /* to judge the lines before the position */
    const struct digest
        *also;        /* the key of a turn that is visited beyond list_most, too; may be NULL */
    uint64_t more;    /* turns that were found, but not visited */
    bool more_is_all; /* no others remain */
    void (*progress)(void *context,
                     uint64_t tried); /* called every few thousand turns; may be NULL */
    void *progress_context;
    const char *trouble; /* why the turns cannot all be listed or counted, for the user; NULL when
                            they can */

    struct turns_level levels[TURNS_DEPTH_MAX];
    unsigned depth; /* of the turn that is tried */
    bool sums;      /* its last decision is counted, not made */
    uint64_t summed;
};

typedef void turns_visit(void *context, const struct turn *, uint64_t count);

/* Moves to the position after a record's first lines. */
void turns_at(struct turns *turns, const struct record *record, uint32_t line_count);

/* True if the effort is used up: nothing more is listed or counted. The message for the user. */
#define TURNS_EXHAUSTED "stopped at the limit for one game; --limit=0 lifts it"
bool turns_exhausted(const struct turns *turns);

/* Tiles that a record draws from a line on, in their order; what a bazaar brought is drawn once.
 * Without `asides` those that are put aside are listed only when they are laid. At most `most`. */
unsigned turns_drawn(const struct record *record, uint32_t from, bool asides,
                     const struct design **order, unsigned most);

/* Visits each turn at the position, with a count of 1, but at most list_most turns; then up to as
 * many again are found without a visit. turns_at() must have been called. One whose tiles fit
 * nowhere goes on with the order's next; it is over when there is none. A turn is valid until the
 * visit returns. */
void turns_list(struct turns *turns, turns_visit *visit, void *context);

/* How many sequences of turns draw the order's first `depth` tiles, 1 to TURNS_DEPTH_MAX and at
 * most order_count, and lay or set aside each of them. Visits each first turn with its share. */
uint64_t turns_count(struct turns *turns, unsigned depth, turns_visit *visit, void *context);

/* The turn of a record's lines, up to a bazaar, as one of these, in an arena. The referee has
 * judged them, and they were its last. */
struct turn turns_of_lines(struct referee *referee, struct arena *arena, const struct line *lines,
                           unsigned count);

/* An act of the turn that a referee judges, whose tile lies `here`, with its segments canonical and
 * their cells named; what is about a feature names it by its first segment, or with by_feature
 * false by one on the tile that the act names. */
struct act turns_plain_act(struct referee *referee, const struct act *act, struct cell here,
                           bool by_feature);

void turns_free(struct turns *turns);

#endif
