/* SPDX-License-Identifier: MIT */
/* Portals (Princess & Dragon): in the turn of a tile with a portal, the follower may go to any
 * tile. */
#include "expansions/pieces.h"

/* Rule: dragon.portal.tile. */
static bool is_portal(const struct referee *r)
{
    const struct design *design =
        r->turn.tile == TILE_NONE ? NULL : r->table.tiles[r->turn.tile].named;
    return design && design->marks & MARK_PORTAL;
}

static uint16_t portal_roams(const struct referee *r)
{
    return is_portal(r) ? LANDS_ALL : 0;
}

/* Rules: dragon.portal.completed, dragon.portal.dragon, dragon.portal.bridge, base.follower.tile.
 */
static struct objection portal_objection(const struct referee *r, unsigned seat, unsigned node,
                                         enum meeple_kind kind)
{
    (void)seat;
    struct objection none = NO_OBJECTION;
    if (!is_portal(r) || !kind_is_follower(kind))
        return none;
    bool own_tile = node / NODES_PER_TILE == r->turn.tile;
    if (own_tile && profile_is(&r->profile, PORTAL_OWN_TILE, ORDINARY))
        return none;
    if (r->table.features[table_find(&r->table, node)].completed)
        return (struct objection){FINDING_PORTAL_COMPLETED,
                                  own_tile ? OPTION_PORTAL_OWN_TILE : OPTION_COUNT};
    if (!own_tile && node_is_built(node) && profile_is(&r->profile, PORTAL_BRIDGE, FORBIDDEN))
        return (struct objection){FINDING_NOT_THIS_TILE, OPTION_PORTAL_BRIDGE};
    if (!own_tile && profile_is(&r->profile, PORTAL_DRAGON, FORBIDDEN) &&
        dragon_is_on(r, r->table.tiles[node / NODES_PER_TILE].cell))
        return (struct objection){FINDING_PORTAL_DRAGON, OPTION_PORTAL_DRAGON};
    return none;
}

const struct expansion portal_rules = {.id = EXPANSION_portal,
                                       .name = "portal",
                                       .roams = portal_roams,
                                       .meeple_objection = portal_objection};
