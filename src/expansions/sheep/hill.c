/* SPDX-License-Identifier: MIT */
/* Hills, which hide a tile and break ties, and vineyards, which make monasteries worth more
 * (Hills & Sheep). */
#include "board/scoring.h"
#include "expansions/pieces.h"

/* ---- Hills ---- */

static bool is_on_hill(const struct referee *r, unsigned tile)
{
    const struct design *design = r->table.tiles[tile].design;
    return design && design->marks & MARK_HILL;
}

/* Rules: sheep.hill.tile, sheep.hill.empty. */
static void hill_placed(struct referee *r, unsigned tile)
{
    if (!is_on_hill(r, tile))
        return;
    unsigned before = r->draw.hidden;
    judge_hide(r);
    struct event *event = r->draw.hidden > before ? judge_event(r, EVENT_HILL, r->turn.seat) : NULL;
    if (event) {
        event->tile = (uint16_t)tile;
        event->left = (uint16_t)(r->draw.in_sets - r->draw.drawn);
    }
}

/* A tile that is unknown, or whose cell is unknown, may be a hill with a tile under it. Rule:
 * sheep.hill.tile. */
static enum answer hill_ends(const struct referee *r)
{
    unsigned hills = r->draw.unnamed + r->draw.lost;
    bool open = r->draw.drawn < r->draw.in_sets && r->draw.drawn + hills >= r->draw.in_sets;
    return open ? ANSWER_UNKNOWN : ANSWER_NO;
}

/* Rule: sheep.hill.tie. */
static void hill_second(const struct referee *r, unsigned root, uint8_t keys[SEATS_MAX])
{
    for (unsigned i = 0; i < r->table.meeple_count; i++) {
        const struct meeple *meeple = &r->table.meeples[i];
        if (!meeple_on_segment(meeple) || !kind_is_follower(meeple->kind) ||
            table_find(&r->table, meeple->node) != root ||
            !is_on_hill(r, meeple->node / NODES_PER_TILE))
            continue;
        if (profile_is(&r->profile, HILL_TIE, NUMBER))
            keys[meeple->seat]++;
        else
            keys[meeple->seat] = 1;
    }
}

/* Writes that followers on hills decided who owns a feature. Rule: sheep.hill.tie. */
static void hill_paid(struct referee *r, unsigned root, unsigned name, bool final)
{
    (void) final;
    uint8_t strengths[SEATS_MAX];
    judge_strengths(r, root, strengths);
    unsigned tied = scoring_winners(strengths), owners = judge_owners(r, root);
    FOR_EACH_BIT(seat, tied != owners ? owners : 0) {
        struct event *event = judge_event(r, EVENT_TIE, seat);
        if (event)
            event->node = (uint16_t)name;
    }
}

/* ---- Vineyards ---- */

/* Returns the number of vineyards on the eight cells around a tile. */
static unsigned vineyards_around(const struct referee *r, unsigned tile)
{
    struct cell cell = r->table.tiles[tile].cell;
    unsigned count = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            unsigned other = table_at(&r->table, cell.x + dx, cell.y + dy);
            const struct design *design =
                other == TILE_NONE || other == tile ? NULL : r->table.tiles[other].design;
            count += design && design->marks & MARK_VINEYARD;
        }
    return count;
}

/* Rules: sheep.vineyard.score, sheep.vineyard.garden, sheep.vineyard.castle. */
static void vineyard_value(struct referee *r, unsigned root, bool final, struct score_event *score)
{
    (void) final;
    const struct feature *feature = &r->table.features[root];
    bool pays = feature->kind == KIND_MONASTERY ||
                (feature->kind == KIND_GARDEN && profile_is(&r->profile, VINEYARD_GARDEN, YES));
    if (!pays || !feature->completed)
        return;
    unsigned count = vineyards_around(r, root / NODES_PER_TILE);
    if (count)
        scoring_add_term(score, TERM_VINEYARDS, count, 3);
}

const struct expansion hill_rules = {
    .id = EXPANSION_hill,
    .name = "hill",
    .placed = hill_placed,
    .ends = hill_ends,
    .second = hill_second,
    .paid = hill_paid,
};

const struct expansion vineyard_rules = {
    .id = EXPANSION_vineyard,
    .name = "vineyard",
    .value = vineyard_value,
};
