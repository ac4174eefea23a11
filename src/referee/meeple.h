/* SPDX-License-Identifier: MIT */
/* Legal placements of followers: the objections to one, and a list of all legal nodes of a tile.
 * Like placing.h, these functions change nothing. */
#ifndef BASTIDE_REFEREE_MEEPLE_H
#define BASTIDE_REFEREE_MEEPLE_H

#include "referee/referee.h"

/* Every objection to placing a follower on a node. */
struct meeple_check {
    bool gone;     /* the feature of the node now has another kind */
    bool occupied; /* the feature holds a follower */
    bool supply_empty;
    bool switched_off;          /* a field, in a game without farmers */
    bool misplaced;             /* followers of its kind do not stand on such land */
    bool out_of_reach;          /* the node is not on the turn's tile, and no rule lets the follower
                                   go there */
    struct objection objection; /* objection of a rule in play */
};

/* meeple_roams() returns the set of lands (bits by enum kind) on which the turn's follower may be
 * placed on any tile. meeple_reaches() is true if it may be placed on this node: the node is on the
 * turn's tile, or its land is in that set. */
uint16_t meeple_roams(const struct referee *referee);
bool meeple_reaches(const struct referee *referee, unsigned node);

/* Returns the objections to a follower in the current turn, whose tile lies. It does not ask
 * whether a follower was placed in the turn already. */
struct meeple_check meeple_check(struct referee *referee, unsigned node, unsigned seat,
                                 enum meeple_kind kind);

static inline bool meeple_is_legal(const struct meeple_check *check)
{
    return !check->gone && !check->occupied && !check->supply_empty && !check->switched_off &&
           !check->out_of_reach && !check->misplaced && !check->objection.finding;
}

/* Lists the nodes of a tile on which a seat may place a follower of a kind, in the order of the
 * segments, then of the roads built over the tile. Lists only segments of `lands` (bits by enum
 * kind). Returns their number; `nodes` has room for NODES_PER_TILE. */
unsigned meeple_list(struct referee *referee, unsigned tile, unsigned seat, enum meeple_kind kind,
                     unsigned lands, uint16_t *nodes);

#endif
