/* Portals (Princess & Dragon): a portal tile's follower may go to any tile. Rule: rules, Princess & Dragon; rulebook, Le
 * portail magique. */
#include "rules/pieces.h"

static bool is_portal(const struct referee *r)
{
    const struct design *design = r->turn_tile == TILE_NONE ? NULL : r->table.tiles[r->turn_tile].named;
    return design && design->marks & MARK_PORTAL;
}

static bool portal_reaches(const struct referee *r, unsigned node)
{
    return is_portal(r) && !(node_is_built(node) && profile_is(&r->profile, OPTION_PORTAL_BRIDGE, "forbidden"));
}

static unsigned portal_bars(const struct referee *r, unsigned seat, unsigned node)
{
    (void)seat;
    if (!is_portal(r))
        return 0;
    bool own_tile = node / NODES_PER_TILE == r->turn_tile;
    if (own_tile && profile_is(&r->profile, OPTION_PORTAL_OWN_TILE, "ordinary"))
        return 0;
    if (r->table.features[table_find(&r->table, node)].completed)
        return FINDING_PORTAL_COMPLETED;
    if (!own_tile && profile_is(&r->profile, OPTION_PORTAL_DRAGON, "forbidden") &&
        dragon_is_on(r, r->table.tiles[node / NODES_PER_TILE].cell))
        return FINDING_PORTAL_DRAGON;
    return 0;
}

const struct expansion portal_rules = {.id = EXPANSION_portal, .name = "portal", .reaches = portal_reaches, .bars = portal_bars};
