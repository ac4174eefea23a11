/* SPDX-License-Identifier: MIT */
/* The recount of bridges and castles. */
#include <stdlib.h>

#include "expansions/bridges/recount.h"
#include "recount/recount_part.h"

static void bridge_begin(struct recount *rc, const struct record *record,
                         const struct profile *profile)
{
    (void)record;
    rc->bridge_own = profile_is(profile, BRIDGE_TILE, OWN);
}

static bool bridge_act(struct recount *rc, const struct line *line, const struct act *act)
{
    struct cell cell = recount_cell_of(line, act);
    if (act->verb != VERB_BRIDGE)
        return false;
    recount_bridge(rc, cell.x, cell.y, act->segment.port / 3 % 2);
    return true;
}

static void castle_begin(struct recount *rc, const struct record *record,
                         const struct profile *profile)
{
    (void)record;
    struct recount_castles *castles = recount_state(rc, &castle_recount);
    castles->garden_feeds = profile_is(profile, CASTLE_GARDEN, YES);
    castles->highest = profile_is(profile, CASTLE_CHOICE, HIGHEST);
    castles->spent = profile_is(profile, CASTLE_FIELD, SPENT);
    castles->fairy = profile_is(profile, FAIRY_CASTLE, YES);
}

/* Returns the castle that a feature has become, -1 for none. */
static int castle_of(const struct recount *rc, const struct recount_feature *f)
{
    const struct recount_castles *castles = recount_look(rc, &castle_recount);
    for (unsigned i = 0; i < castles->count; i++)
        if (f->in[castles->castles[i].tile][castles->castles[i].segment])
            return (int)i;
    return -1;
}

static bool castle_endless(const struct recount *rc, const struct recount_feature *f)
{
    return castle_of(rc, f) >= 0;
}

static bool castle_counts(const struct recount *rc, const struct recount_feature *city, int *more)
{
    const struct recount_castles *castles = recount_look(rc, &castle_recount);
    *more = 1;
    return castle_of(rc, city) >= 0 && !(castles->spent && recount_is_manned(city));
}

static bool castle_act(struct recount *rc, const struct line *line, const struct act *act)
{
    static struct recount_feature f, source;
    struct recount_castles *castles = recount_state(rc, &castle_recount);
    if (act->verb != VERB_CASTLE && act->verb != VERB_TAKE)
        return false;
    unsigned tile = recount_tile_of(rc, line, act), segment = recount_segment_of(rc, line, act);
    if (act->verb == VERB_CASTLE) {
        castles->castles[castles->count++] = (struct recount_castle){
            .tile = tile, .segment = segment, .seat = line->seat, .turn = rc->turn};
        return true;
    }
    const struct recount_tile *last = &rc->tiles[rc->tile_count - 1];
    struct cell of =
        act->other.has_cell ? act->other.cell : (struct cell){(int16_t)last->x, (int16_t)last->y};
    recount_flood(rc, tile, segment, &f);
    struct recount_castle *castle = &castles->castles[castle_of(rc, &f)];
    castle->source_tile = (unsigned)recount_tile_at(rc, of.x, of.y);
    castle->source_segment = recount_segment(rc, castle->source_tile, &act->other);
    recount_flood(rc, castle->source_tile, castle->source_segment, &source);
    castle->chosen = rc->turn;
    castle->takes_castle = castle_of(rc, &source) >= 0;
    return true;
}

static bool takes_now(const struct recount *rc, const struct recount_castle *castle)
{
    return castle->chosen == rc->turn;
}

/* True if a feature has a tile in the castle's vicinity: its two cells, and the cells along its two
 * long sides. */
static bool is_near(const struct recount *rc, const struct recount_castle *castle,
                    const struct recount_feature *f)
{
    static struct recount_feature caps;
    recount_flood(rc, castle->tile, castle->segment, &caps);
    const struct recount_tile *a = &rc->tiles[castle->tile], *b = a;
    for (unsigned t = 0; t < rc->tile_count; t++)
        for (unsigned s = 0; s < RECOUNT_NODES; s++)
            if (caps.in[t][s] && t != castle->tile)
                b = &rc->tiles[t];
    for (unsigned t = 0; t < rc->tile_count; t++)
        for (unsigned s = 0; s < RECOUNT_NODES; s++) {
            if (!f->in[t][s])
                continue;
            int x = rc->tiles[t].x, y = rc->tiles[t].y;
            if (a->x == b->x ? abs(x - a->x) <= 1 && (y == a->y || y == b->y)
                             : abs(y - a->y) <= 1 && (x == a->x || x == b->x))
                return true;
        }
    return false;
}

static bool may_take(const struct recount *rc, unsigned i)
{
    const struct recount_castles *castles = recount_look(rc, &castle_recount);
    static struct recount_feature f;
    recount_flood(rc, castles->castles[i].tile, castles->castles[i].segment, &f);
    return castles->castles[i].turn != rc->turn && recount_is_manned(&f);
}

static struct recount_nodes news;

/* Returns the highest value of the features completed near a castle, -1 for none. */
static int best_feature(const struct recount *rc, unsigned i)
{
    const struct recount_castles *castles = recount_look(rc, &castle_recount);
    static struct recount_feature f;
    int best = -1;
    for (unsigned k = 0; k < news.count; k++) {
        const struct recount_node *node = &news.nodes[k];
        bool feeds =
            recount_kind(rc, node->tile, node->segment) != KIND_GARDEN || castles->garden_feeds;
        recount_flood(rc, node->tile, node->segment, &f);
        if (feeds && is_near(rc, &castles->castles[i], &f) &&
            recount_worth(rc, node->tile, node->segment, &f) > best)
            best = recount_worth(rc, node->tile, node->segment, &f);
    }
    return best;
}

static bool are_near(const struct recount *rc, unsigned i, unsigned k)
{
    const struct recount_castles *castles = recount_look(rc, &castle_recount);
    static struct recount_feature f;
    recount_flood(rc, castles->castles[k].tile, castles->castles[k].segment, &f);
    return is_near(rc, &castles->castles[i], &f);
}

/* Returns the points that a castle takes, -1 for none: those of its owner's choice, otherwise the
 * most that a feature near it or a chain of castles gives. `seen` is the set of castles in the
 * chain so far. */
static int best_taking(const struct recount *rc, unsigned i, unsigned seen)
{
    const struct recount_castles *castles = recount_look(rc, &castle_recount);
    static struct recount_feature f;
    const struct recount_castle *castle = &castles->castles[i];
    if (seen >> i & 1 || !may_take(rc, i))
        return -1;
    if (takes_now(rc, castle) && !castle->takes_castle) {
        recount_flood(rc, castle->source_tile, castle->source_segment, &f);
        return recount_worth(rc, castle->source_tile, castle->source_segment, &f);
    }
    int best = takes_now(rc, castle) ? -1 : best_feature(rc, i);
    for (unsigned k = 0; k < castles->count; k++) {
        recount_flood(rc, castles->castles[k].tile, castles->castles[k].segment, &f);
        if (k == i ||
            (takes_now(rc, castle) && !f.in[castle->source_tile][castle->source_segment]) ||
            !are_near(rc, i, k))
            continue;
        int points = best_taking(rc, k, seen | 1u << i);
        best = points > best ? points : best;
    }
    return best;
}

/* Finds the points that each castle takes with option castle-choice at highest. A castle takes the
 * points of another castle only if no completed feature feeds it. */
static void take_by_rings(const struct recount *rc, int *points)
{
    const struct recount_castles *castles = recount_look(rc, &castle_recount);
    for (unsigned i = 0; i < castles->count; i++)
        points[i] = may_take(rc, i) ? best_feature(rc, i) : -1;
    for (bool more = true; more;) {
        int ring[RECOUNT_CASTLES] = {0};
        more = false;
        for (unsigned i = 0; i < castles->count; i++) {
            ring[i] = points[i];
            for (unsigned k = 0; points[i] < 0 && may_take(rc, i) && k < castles->count; k++)
                if (k != i && points[k] > ring[i] && are_near(rc, i, k)) {
                    ring[i] = points[k];
                    more = true;
                }
        }
        memcpy(points, ring, castles->count * sizeof *points);
    }
}

/* Finds the points that each castle takes from features completed in this turn. */
static void castle_unsettled(struct recount *rc)
{
    struct recount_castles *castles = recount_state(rc, &castle_recount);
    int *points = castles->points;
    if (castles->count)
        recount_find_news(rc, ~0u, &news);
    if (castles->highest)
        take_by_rings(rc, points);
    for (unsigned i = 0; !castles->highest && i < castles->count; i++)
        points[i] = best_taking(rc, i, 0);
}

static void castle_settled(struct recount *rc)
{
    const struct recount_castles *castles = recount_look(rc, &castle_recount);
    const int *points = castles->points;
    static struct recount_feature f;
    for (unsigned i = 0; i < castles->count; i++) {
        if (points[i] < 0)
            continue;
        unsigned strengths[SEATS_MAX], lord = castles->castles[i].seat;
        recount_flood(rc, castles->castles[i].tile, castles->castles[i].segment, &f);
        recount_strengths(rc, &f, strengths);
        rc->scores[lord] += strengths[lord] ? points[i] : 0;
        if (castles->fairy)
            FOR_EACH_RECOUNT(rc, rules, paid)
                rules->paid(rc, &f);
    }
    for (unsigned i = 0; i < castles->count; i++) {
        if (points[i] < 0)
            continue;
        recount_flood(rc, castles->castles[i].tile, castles->castles[i].segment, &f);
        for (unsigned k = 0; k < rc->follower_count; k++)
            if (f.in[rc->followers[k].tile][rc->followers[k].segment])
                rc->followers[k].stands = false;
    }
}

const struct recount_rules bridge_recount = {
    .name = "bridge", .begin = bridge_begin, .act = bridge_act};
const struct recount_rules castle_recount = {
    .name = "castle",
    .state_size = sizeof(struct recount_castles),
    .begin = castle_begin,
    .act = castle_act,
    .endless = castle_endless,
    .counts = castle_counts,
    .unsettled = castle_unsettled,
    .settled = castle_settled,
};
