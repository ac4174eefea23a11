/* SPDX-License-Identifier: MIT */
/* The land of The City, which replaces the land of the countryside: the values of roads, markets
 * and residences, and the places where followers may stand. By its row KIND a residence is never
 * completed. Rule: city.residence.stay. */
#include "expansions/pieces.h"
#include "board/scoring.h"

/* Rule: base.setup.seats. */
static void town_begin(struct referee *r)
{
    if (r->seats > 4)
        judge_raise(r, FINDING_SEATS_TOWN, r->record->players_place, ARGS(r->seats));
}

/* ---- Followers ---- */

/* Objects to a follower on a road or market that the tile completes, and by option
 * residence-completed on a residence that cannot grow any more. A follower may be placed on every
 * kind of feature in The City (rows KIND). Rules: city.follower.segment, city.follower.completed.
 */
static struct objection town_objection(const struct referee *r, unsigned seat, unsigned node,
                                       enum meeple_kind kind)
{
    (void)seat, (void)kind;
    const struct feature *feature = &r->table.features[table_find(&r->table, node)];
    if (feature->completed)
        return (struct objection){FINDING_COMPLETED_NOW, OPTION_COUNT};
    if (feature->kind == KIND_RESIDENCE && !feature->open &&
        profile_is(&r->profile, RESIDENCE_COMPLETED, FORBIDDEN))
        return (struct objection){FINDING_COMPLETED_NOW, OPTION_RESIDENCE_COMPLETED};
    return NO_OBJECTION;
}

/* ---- Worth ---- */

/* Rule: city.market.score. */
static unsigned goods_of(struct referee *r, unsigned root)
{
    unsigned goods = 0, node = root;
    do {
        goods |= table_segment(&r->table, node)->marks & (MARK_FISH | MARK_GRAIN | MARK_LIVESTOCK);
        node = r->table.next[node];
    } while (node != root);
    return (unsigned)__builtin_popcount(goods);
}

static unsigned add_once(uint16_t *roots, unsigned count, unsigned root)
{
    if (count < TILES_MAX && !table_is_among(roots, count, root))
        roots[count++] = (uint16_t)root;
    return count;
}

/* Returns the market beyond a half of a side, NODE_NONE for none. Rule: city.final.residence. */
static unsigned market_beyond(struct referee *r, unsigned tile, unsigned port)
{
    unsigned side = port / 3;
    struct cell cell = r->table.tiles[tile].cell;
    unsigned other = table_at(&r->table, cell.x + side_dx[side], cell.y + side_dy[side]);
    if (other == TILE_NONE || !r->table.tiles[other].design)
        return NODE_NONE;
    const struct laid_tile *laid = &r->table.tiles[other];
    unsigned facing = 3 * side_opposite(side) + 2 - port % 3;
    unsigned node = other * NODES_PER_TILE + laid->design->port_segment[laid->orient][facing];
    return ledger_node_kind(r->ledger, node) == KIND_MARKET ? table_root(&r->table, node)
                                                            : (unsigned)NODE_NONE;
}

/* Lists the markets that lie in a residence or touch it, each once: on one of its tiles and, if
 * `across`, beyond a side. Returns their number. Rule: city.final.residence. */
static unsigned find_markets(struct referee *r, unsigned root, bool across,
                             uint16_t roots[TILES_MAX])
{
    unsigned count = 0, node = root;
    do {
        unsigned tile = node / NODES_PER_TILE;
        const struct laid_tile *laid = &r->table.tiles[tile];
        const struct segment *segment = table_segment(&r->table, node);
        FOR_EACH_BIT(touched, segment->touches)
            count = add_once(roots, count, table_root(&r->table, tile * NODES_PER_TILE + touched));
        FOR_EACH_BIT(port, across ? ports_turned(segment->ports, laid->orient) : 0) {
            unsigned market = market_beyond(r, tile, port);
            if (market != NODE_NONE)
                count = add_once(roots, count, market);
        }
        node = r->table.next[node];
    } while (node != root);
    return count;
}

/* Rules: city.road.score, city.market.score, city.final.residence. */
static bool town_values(struct referee *r, unsigned root, struct score_event *score)
{
    const struct feature *feature = &r->table.features[root];
    unsigned tiles = table_count_tiles(&r->table, root);
    if (feature->kind == KIND_ROAD && feature->completed)
        scoring_add_term(score, TERM_TILES, tiles, tiles < 4 ? 1 : 2);
    if (feature->kind == KIND_MARKET && feature->completed)
        scoring_add_term(score, TERM_KINDS, goods_of(r, root), (int)tiles);
    if (feature->kind == KIND_RESIDENCE) {
        uint16_t markets[TILES_MAX], others[TILES_MAX];
        bool across = profile_is(&r->profile, MARKET_ACROSS, YES);
        unsigned count = find_markets(r, root, across, markets);
        scoring_add_counted(score, &r->table, TERM_MARKETS, markets, count, 2);
        if (find_markets(r, root, !across, others) != count)
            scoring_add_option(score, &r->profile, OPTION_MARKET_ACROSS);
    }
    return true;
}

/* True for an unfinished road or market: followers leave it without points. Rule:
 * city.final.leave. */
static bool town_forgoes(const struct referee *r, unsigned root)
{
    return r->table.features[root].kind != KIND_RESIDENCE;
}

const struct expansion town_rules = {
    .id = EXPANSION_town,
    .name = "town",
    .game = GAME_CITY,
    .begin = town_begin,
    .meeple_objection = town_objection,
    .values = town_values,
    .forgoes = town_forgoes,
};
