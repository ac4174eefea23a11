/* SPDX-License-Identifier: MIT */
/* See recount.h: what a feature is worth, and who is paid for it. */
#include "recount/part.h"

/* What a field's completed cities and castles bring, and how many they are. */
static int field_points(const struct recount *rc, const struct recount_feature *field, int *count)
{
    static bool counted[TILES_MOST][RECOUNT_NODES];
    static struct recount_feature city;
    int points = 0;
    *count = 0;
    memset(counted, 0, sizeof counted);
    for (unsigned t = 0; t < rc->tile_count; t++)
        for (unsigned s = 0; s < rc->tiles[t].design->segment_count; s++)
            for (unsigned c = 0; field->in[t][s] && c < rc->tiles[t].design->segment_count; c++) {
                if (!(rc->tiles[t].design->segments[s].touches >> c & 1) || counted[t][c])
                    continue;
                recount_flood(rc, t, c, &city);
                for (unsigned i = 0; i < rc->tile_count; i++)
                    for (unsigned k = 0; k < RECOUNT_NODES; k++)
                        counted[i][k] |= city.in[i][k];
                bool castle = recount_castle_of(rc, &city) >= 0 &&
                              !(rc->castle_spent && recount_is_manned(&city));
                if (city.completed)
                    points += rc->field_city;
                else if (castle)
                    points += rc->field_city + 1;
                *count += city.completed || castle;
            }
    return points;
}

/* Kinds of goods on a market. */
static int goods(const struct recount *rc, const struct recount_feature *market)
{
    bool fish = false, grain = false, livestock = false;
    for (unsigned t = 0; t < rc->tile_count; t++)
        for (unsigned s = 0; s < rc->tiles[t].design->segment_count; s++) {
            if (!market->in[t][s])
                continue;
            fish |= rc->tiles[t].design->segments[s].marks & MARK_FISH;
            grain |= rc->tiles[t].design->segments[s].marks & MARK_GRAIN;
            livestock |= rc->tiles[t].design->segments[s].marks & MARK_LIVESTOCK;
        }
    return fish + grain + livestock;
}

/* Markets beside a residence: on one of its tiles, or beyond one of its halves. */
static int markets_touched(const struct recount *rc, const struct recount_feature *residence)
{
    static bool counted[TILES_MOST][RECOUNT_NODES];
    static struct recount_feature market;
    int count = 0;
    memset(counted, 0, sizeof counted);
    for (unsigned t = 0; t < rc->tile_count; t++)
        for (unsigned s = 0; s < rc->tiles[t].design->segment_count; s++) {
            if (recount_kind(rc, t, s) != KIND_MARKET || counted[t][s])
                continue;
            recount_flood(rc, t, s, &market);
            bool touches = false;
            for (unsigned i = 0; i < rc->tile_count; i++)
                for (unsigned k = 0; k < rc->tiles[i].design->segment_count; k++) {
                    counted[i][k] |= market.in[i][k];
                    for (unsigned z = 0; market.in[i][k] && z < rc->tiles[i].design->segment_count;
                         z++)
                        touches |= residence->in[i][z] &&
                                   rc->tiles[i].design->segments[z].touches >> k & 1;
                    for (unsigned port = 0; market.in[i][k] && port < 12; port++) {
                        int next = recount_tile_at(rc, rc->tiles[i].x + side_dx[port / 3],
                                                   rc->tiles[i].y + side_dy[port / 3]);
                        if (next < 0 || recount_port_segment(rc, i, port) != (int)k)
                            continue;
                        int mate = recount_port_segment(rc, (unsigned)next,
                                                        3 * ((port / 3 + 2) % 4) + 2 - port % 3);
                        touches |= rc->market_across && mate >= 0 && residence->in[next][mate];
                    }
                }
            count += touches;
        }
    return count;
}

bool recount_bears(const struct recount *rc, const struct recount_feature *f, unsigned mark)
{
    for (unsigned t = 0; t < rc->tile_count; t++)
        for (unsigned s = 0; s < rc->tiles[t].design->segment_count; s++)
            if (f->in[t][s] && rc->tiles[t].design->segments[s].marks & mark)
                return true;
    return false;
}

int recount_worth(const struct recount *rc, unsigned tile, unsigned segment,
                  const struct recount_feature *f)
{
    int count, points;
    enum kind kind = recount_kind(rc, tile, segment);
    FOR_EACH_RECOUNT(rc, rules, worth)
        if (rules->worth(rc, kind, f, &points))
            return points;
    switch (kind) {
    case KIND_ROAD:
        if (rc->town)
            return f->completed ? (f->tiles < 4 ? 1 : 2) * (int)f->tiles : 0;
        return (int)(rc->bridge_own ? f->parts : f->tiles);
    case KIND_MARKET:
        return f->completed ? (int)f->tiles * goods(rc, f) : 0;
    case KIND_RESIDENCE:
        return 2 * markets_touched(rc, f);
    case KIND_CITY:
        if (!f->completed)
            return (int)(f->tiles + f->shields);
        if (f->tiles == 2 && rc->small_city == 2)
            return 2 + (int)f->shields;
        return 2 * (int)f->tiles + rc->shield * (int)f->shields;
    case KIND_MONASTERY:
    case KIND_GARDEN:
        return (int)recount_around(rc, tile);
    case KIND_FIELD:
        return field_points(rc, f, &count);
    default:
        return 0;
    }
}

bool recount_has_fairy(const struct recount *rc, unsigned i)
{
    static struct recount_feature f;
    const struct recount_follower *who = &rc->followers[i];
    if (!rc->fairy_out || !who->stands || who->kind == FOLLOWER_BUILDER ||
        who->kind == FOLLOWER_PIG)
        return false;
    if (rc->fairy_beside)
        return rc->fairy_follower == i;
    int tile = recount_tile_at(rc, rc->fairy_x, rc->fairy_y);
    if (tile == (int)who->tile)
        return true;
    recount_flood(rc, who->tile, who->segment, &f);
    bool on = false;
    for (unsigned s = 0; s < RECOUNT_NODES && tile >= 0; s++)
        on |= f.in[tile][s];
    return on && recount_castle_of(rc, &f) >= 0;
}

void recount_pay_fairy(struct recount *rc, const struct recount_feature *f)
{
    bool paid[SEATS_MOST] = {false}, any = false;
    int tile = rc->fairy_out ? recount_tile_at(rc, rc->fairy_x, rc->fairy_y) : -1;
    for (unsigned s = 0; s < RECOUNT_NODES && tile >= 0 && rc->fairy_cell; s++)
        any |= f->in[tile][s];
    for (unsigned i = 0; i < rc->follower_count; i++) {
        const struct recount_follower *who = &rc->followers[i];
        if ((!any && !f->in[who->tile][who->segment]) || paid[who->seat] ||
            !recount_has_fairy(rc, i))
            continue;
        rc->scores[who->seat] += 3;
        paid[who->seat] = true;
    }
}

/* What a seat that is paid for a field gets besides its points. */
static int farmer(const struct recount *rc, const struct recount_feature *field, unsigned seat,
                  int cities)
{
    int points = 0;
    FOR_EACH_RECOUNT(rc, rules, farmer)
        points += rules->farmer(rc, field, seat, cities);
    return points;
}

void recount_pay(struct recount *rc, unsigned tile, unsigned segment,
                 const struct recount_feature *f)
{
    unsigned most = 0;
    int points = recount_worth(rc, tile, segment, f), cities = 0;
    if (recount_kind(rc, tile, segment) == KIND_FIELD)
        field_points(rc, f, &cities);
    for (unsigned seat = 0; seat < rc->seats; seat++)
        most = f->followers[seat] > most ? f->followers[seat] : most;
    for (unsigned seat = 0; most && seat < rc->seats; seat++)
        if (f->followers[seat] == most &&
            !(rc->by_city && recount_kind(rc, tile, segment) == KIND_FIELD))
            rc->scores[seat] += points + (cities ? farmer(rc, f, seat, cities) : 0);
    recount_pay_fairy(rc, f);
}

/* The fields around a city or castle: who farms them, and what each of these gets besides. */
static void look_around(const struct recount *rc, const struct recount_feature *city,
                        unsigned farmers[SEATS_MOST], int more[SEATS_MOST])
{
    static bool seen[TILES_MOST][RECOUNT_NODES];
    static struct recount_feature field;
    memset(seen, 0, sizeof seen);
    for (unsigned t = 0; t < rc->tile_count; t++)
        for (unsigned s = 0; s < rc->tiles[t].design->segment_count; s++) {
            bool touches = false;
            for (unsigned c = 0; c < rc->tiles[t].design->segment_count; c++)
                touches |= city->in[t][c] && rc->tiles[t].design->segments[s].touches >> c & 1;
            if (!touches || seen[t][s] || recount_kind(rc, t, s) != KIND_FIELD)
                continue;
            recount_flood(rc, t, s, &field);
            for (unsigned i = 0; i < rc->tile_count; i++)
                for (unsigned k = 0; k < RECOUNT_NODES; k++)
                    seen[i][k] |= field.in[i][k];
            for (unsigned seat = 0; seat < rc->seats; seat++) {
                farmers[seat] += field.followers[seat];
                int points = farmer(rc, &field, seat, 1);
                more[seat] = points > more[seat] ? points : more[seat];
            }
        }
}

void recount_pay_farmers(struct recount *rc)
{
    static bool seen[TILES_MOST][RECOUNT_NODES];
    static struct recount_feature city;
    memset(seen, 0, sizeof seen);
    for (unsigned t = 0; rc->by_city && t < rc->tile_count; t++)
        for (unsigned s = 0; s < rc->tiles[t].design->segment_count; s++) {
            unsigned farmers[SEATS_MOST] = {0}, most = 0;
            int more[SEATS_MOST] = {0};
            if (recount_kind(rc, t, s) != KIND_CITY || seen[t][s])
                continue;
            recount_flood(rc, t, s, &city);
            for (unsigned i = 0; i < rc->tile_count; i++)
                for (unsigned k = 0; k < RECOUNT_NODES; k++)
                    seen[i][k] |= city.in[i][k];
            bool castle = recount_castle_of(rc, &city) >= 0;
            if (castle ? rc->castle_spent && recount_is_manned(&city) : !city.completed)
                continue;
            look_around(rc, &city, farmers, more);
            for (unsigned seat = 0; seat < rc->seats; seat++)
                most = farmers[seat] > most ? farmers[seat] : most;
            for (unsigned seat = 0; most && seat < rc->seats; seat++)
                if (farmers[seat] == most)
                    rc->scores[seat] += rc->field_city + castle + more[seat];
        }
}
