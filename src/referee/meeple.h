/* SPDX-License-Identifier: MIT */
/* May a follower stand there? Pure, like placing.h. */
#ifndef BASTIDE_REFEREE_MEEPLE_H
#define BASTIDE_REFEREE_MEEPLE_H

#include "referee/referee.h"

/* Every objection to placing a follower on a node. */
struct meeple_check {
    bool gone;     /* the land has become something else */
    bool occupied; /* the feature holds a follower */
    bool supply_empty;
    bool switched_off;          /* a field without farmers */
    bool misplaced;             /* no follower of its kind stands on such land */
    bool out_of_reach;          /* not on the tile of the turn */
    struct objection objection; /* what a rule of an expansion has against it */
};

/* May the turn's follower be put on this node's tile at all? */
bool meeple_reaches(const struct referee *referee, unsigned node);

/* For the turn under way, whose tile lies; that a follower was put in it already is not asked here.
 */
struct meeple_check meeple_check(struct referee *referee, unsigned node, unsigned seat,
                                 enum meeple_kind kind);

static inline bool meeple_is_legal(const struct meeple_check *check)
{
    return !check->gone && !check->occupied && !check->supply_empty && !check->switched_off &&
           !check->out_of_reach && !check->misplaced && !check->objection.finding;
}

/* The legal nodes for a seat's follower of a kind on one tile, in the order of its segments, then
 * of what is built on it; returns how many (nodes holds NODES_PER_TILE). */
unsigned meeple_list(struct referee *referee, unsigned tile, unsigned seat, enum meeple_kind kind,
                     uint16_t *nodes);

#endif
