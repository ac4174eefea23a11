/* See follower.h. Rule: rules, Carcassonne (base rulebook, 2. Placer un personnage). */
#include "referee/follower.h"

bool follower_reaches(const struct referee *r, unsigned node)
{
    if (node / NODES_PER_TILE == r->turn.tile)
        return true;
    for (unsigned i = 0; i < r->in_play_count; i++)
        if (r->in_play[i]->reaches && r->in_play[i]->reaches(r, node))
            return true;
    return false;
}

static struct bar find_bar(const struct referee *r, unsigned seat, unsigned node)
{
    struct bar bar = {0, OPTION_COUNT};
    for (unsigned i = 0; !bar.finding && i < r->in_play_count; i++)
        if (r->in_play[i]->bars)
            bar = r->in_play[i]->bars(r, seat, node);
    return bar;
}

struct standing follower_check(struct referee *r, unsigned node, unsigned seat)
{
    const struct feature *feature = &r->table.features[table_root(&r->table, node)];
    return (struct standing){
        .gone = feature->kind != ledger_node_kind(r->ledger, node),
        .occupied = feature->follower_count > 0,
        .supply_empty = r->table.supply[seat] == 0,
        .switched_off = feature->kind == KIND_FIELD && profile_is(&r->profile, OPTION_FARMERS, "off"),
        .out_of_reach = !follower_reaches(r, node),
        .bar = find_bar(r, seat, node),
    };
}

unsigned follower_list(struct referee *r, unsigned tile, unsigned seat, uint16_t *nodes)
{
    unsigned count = 0;
    const struct laid_tile *laid = &r->table.tiles[tile];
    for (unsigned i = 0; laid->design && i < NODES_PER_TILE; i++) {
        if (i >= NODE_BUILT ? !(laid->built >> (i - NODE_BUILT) & 1) : i >= laid->design->segment_count)
            continue;
        unsigned node = tile * NODES_PER_TILE + i;
        struct standing standing = follower_check(r, node, seat);
        if (standing_is_legal(&standing))
            nodes[count++] = (uint16_t)node;
    }
    return count;
}
