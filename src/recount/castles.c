/* SPDX-License-Identifier: MIT */
/* See recount.h: castles, and what they take. */
#include <stdlib.h>

#include "recount/part.h"

void recount_castle(struct recount *rc, unsigned tile, unsigned segment, unsigned seat)
{
    rc->castles[rc->castle_count++] =
        (struct recount_castle){.tile = tile, .segment = segment, .seat = seat, .turn = rc->turn};
}

void recount_take(struct recount *rc, unsigned tile, unsigned segment, unsigned source_tile,
                  unsigned source_segment)
{
    static struct recount_feature f, source;
    recount_flood(rc, tile, segment, &f);
    recount_flood(rc, source_tile, source_segment, &source);
    struct recount_castle *castle = &rc->castles[recount_castle_of(rc, &f)];
    castle->takes = true;
    castle->takes_castle = recount_castle_of(rc, &source) >= 0;
    castle->source_tile = source_tile;
    castle->source_segment = source_segment;
}

/* Does a feature touch the castle's vicinity: every cell at most one away from a castle's cell
 * across its length? */
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
    static struct recount_feature f;
    recount_flood(rc, rc->castles[i].tile, rc->castles[i].segment, &f);
    return rc->castles[i].turn != rc->turn && recount_is_manned(&f);
}

static struct recount_nodes news;

/* The best of what was completed near a castle, -1 for nothing. */
static int best_feature(const struct recount *rc, unsigned i)
{
    static struct recount_feature f;
    int best = -1;
    for (unsigned k = 0; k < news.count; k++) {
        const struct recount_node *node = &news.nodes[k];
        bool feeds = recount_kind(rc, node->tile, node->segment) != KIND_GARDEN || rc->garden_feeds;
        recount_flood(rc, node->tile, node->segment, &f);
        if (feeds && is_near(rc, &rc->castles[i], &f) &&
            recount_worth(rc, node->tile, node->segment, &f) > best)
            best = recount_worth(rc, node->tile, node->segment, &f);
    }
    return best;
}

static bool are_near(const struct recount *rc, unsigned i, unsigned k)
{
    static struct recount_feature f;
    recount_flood(rc, rc->castles[k].tile, rc->castles[k].segment, &f);
    return is_near(rc, &rc->castles[i], &f);
}

/* What a castle takes: its owner's choice, or the best of all chains of castles that end at a
 * completed feature. */
static int best_taking(const struct recount *rc, unsigned i, unsigned seen)
{
    static struct recount_feature f;
    const struct recount_castle *castle = &rc->castles[i];
    if (seen >> i & 1 || !may_take(rc, i))
        return -1;
    if (castle->takes && !castle->takes_castle) {
        recount_flood(rc, castle->source_tile, castle->source_segment, &f);
        return recount_worth(rc, castle->source_tile, castle->source_segment, &f);
    }
    int best = castle->takes ? -1 : best_feature(rc, i);
    for (unsigned k = 0; k < rc->castle_count; k++) {
        recount_flood(rc, rc->castles[k].tile, rc->castles[k].segment, &f);
        if (k == i || (castle->takes && !f.in[castle->source_tile][castle->source_segment]) ||
            !are_near(rc, i, k))
            continue;
        int points = best_taking(rc, k, seen | 1u << i);
        best = points > best ? points : best;
    }
    return best;
}

/* The same where a castle feeds another only when nothing completed does: ring by ring around what
 * is completed. */
static void take_by_rings(const struct recount *rc, int *points)
{
    for (unsigned i = 0; i < rc->castle_count; i++)
        points[i] = may_take(rc, i) ? best_feature(rc, i) : -1;
    for (bool more = true; more;) {
        int ring[32] = {0};
        more = false;
        for (unsigned i = 0; i < rc->castle_count; i++) {
            ring[i] = points[i];
            for (unsigned k = 0; points[i] < 0 && may_take(rc, i) && k < rc->castle_count; k++)
                if (k != i && points[k] > ring[i] && are_near(rc, i, k)) {
                    ring[i] = points[k];
                    more = true;
                }
        }
        memcpy(points, ring, rc->castle_count * sizeof *points);
    }
}

void recount_find_takings(const struct recount *rc, int *points)
{
    if (rc->castle_count)
        recount_find_news(rc, &news);
    if (rc->castle_highest)
        take_by_rings(rc, points);
    for (unsigned i = 0; !rc->castle_highest && i < rc->castle_count; i++)
        points[i] = best_taking(rc, i, 0);
}

void recount_pay_castles(struct recount *rc, const int *points)
{
    static struct recount_feature f;
    for (unsigned i = 0; i < rc->castle_count; i++) {
        if (points[i] < 0)
            continue;
        rc->scores[rc->castles[i].seat] += points[i];
        recount_flood(rc, rc->castles[i].tile, rc->castles[i].segment, &f);
        if (rc->fairy_castle)
            recount_pay_fairy(rc, &f);
    }
    for (unsigned i = 0; i < rc->castle_count; i++) {
        if (points[i] < 0)
            continue;
        recount_flood(rc, rc->castles[i].tile, rc->castles[i].segment, &f);
        for (unsigned k = 0; k < rc->follower_count; k++)
            if (f.in[rc->followers[k].tile][rc->followers[k].segment])
                rc->followers[k].stands = false;
    }
}
