/* May a follower stand there? Pure, like placing.h. */
#ifndef BASTIDE_RULES_FOLLOWER_H
#define BASTIDE_RULES_FOLLOWER_H

#include "rules/profile.h"
#include "rules/table.h"

/* Every reason against putting a follower on a node. */
struct standing {
    bool occupied;              /* the feature holds a follower */
    bool supply_empty;
    bool switched_off;          /* a field without farmers */
};

struct standing follower_check(struct table *table, const struct profile *profile, unsigned node, unsigned seat);

static inline bool standing_is_legal(const struct standing *standing)
{
    return !standing->occupied && !standing->supply_empty && !standing->switched_off;
}

/* The legal nodes of a tile for a seat's follower, in the order of its segments; returns how many (nodes holds
 * SEGMENTS_MOST). */
unsigned follower_list(struct table *table, const struct profile *profile, unsigned tile, unsigned seat,
                       uint16_t *nodes);

#endif
