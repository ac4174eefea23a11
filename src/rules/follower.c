/* See follower.h. Rule: rules, Carcassonne (base rulebook, 2. Placer un personnage). */
#include "rules/follower.h"

struct standing follower_check(struct table *table, const struct profile *profile, unsigned node, unsigned seat)
{
    const struct feature *feature = &table->features[table_root(table, node)];
    return (struct standing){
        .occupied = feature->follower_count > 0,
        .supply_empty = table->supply[seat] == 0,
        .switched_off = feature->kind == KIND_FIELD && strcmp(profile_text(profile, OPTION_FARMERS), "off") == 0,
    };
}

unsigned follower_list(struct table *table, const struct profile *profile, unsigned tile, unsigned seat,
                       uint16_t *nodes)
{
    unsigned count = 0;
    const struct design *design = table->tiles[tile].design;
    for (unsigned i = 0; design && i < design->segment_count; i++) {
        unsigned node = tile * NODES_PER_TILE + i;
        struct standing standing = follower_check(table, profile, node, seat);
        if (standing_is_legal(&standing))
            nodes[count++] = (uint16_t)node;
    }
    return count;
}
