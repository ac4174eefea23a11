/* SPDX-License-Identifier: MIT */
/* Computes the worth of features, and pays the players who own them. */
#include "recount/recount_part.h"

/* True if a field counts a city that is not completed. Sets *more to the further points that it
 * brings. */
static bool counts(const struct recount *rc, const struct recount_feature *city, int *more)
{
    FOR_EACH_RECOUNT(rc, rules, counts)
        if (rules->counts(rc, city, more))
            return true;
    return false;
}

/* Returns the points that a field gets for completed cities and castles, and sets *count to their
 * number. */
static int field_points(const struct recount *rc, const struct recount_feature *field, int *count)
{
    static bool counted[TILES_MAX][RECOUNT_NODES];
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
                int more = 0;
                if (!city.completed && !counts(rc, &city, &more))
                    continue;
                points += rc->field_city + more;
                ++*count;
            }
    return points;
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
        return (int)(rc->bridge_own ? f->parts : f->tiles);
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

/* Returns the further points of a seat that is paid for a field. */
static int farmer(const struct recount *rc, const struct recount_feature *field, unsigned seat,
                  int cities)
{
    int points = 0;
    FOR_EACH_RECOUNT(rc, rules, farmer)
        points += rules->farmer(rc, field, seat, cities);
    return points;
}

/* Adds the numbers that decide a tie for a feature. */
static void add_keys(const struct recount *rc, const struct recount_feature *f,
                     unsigned keys[SEATS_MAX])
{
    FOR_EACH_RECOUNT(rc, rules, second)
        rules->second(rc, f, keys);
}

/* True if a seat has most followers, and of those that have, the highest key. */
static bool is_owner(const struct recount *rc, const unsigned followers[SEATS_MAX],
                     const unsigned keys[SEATS_MAX], unsigned seat)
{
    for (unsigned other = 0; other < rc->seats; other++)
        if (followers[other] > followers[seat] ||
            (followers[other] == followers[seat] && keys[other] > keys[seat]))
            return false;
    return followers[seat] > 0;
}

void recount_strengths(const struct recount *rc, const struct recount_feature *f,
                       unsigned strengths[SEATS_MAX])
{
    memcpy(strengths, f->followers, sizeof f->followers);
    FOR_EACH_RECOUNT(rc, rules, strength)
        rules->strength(rc, f, strengths);
}

int recount_field_worth(const struct recount *rc, const struct recount_feature *field, int rate)
{
    int count, points = field_points(rc, field, &count);
    return points + count * (rate - rc->field_city);
}

void recount_pay_field(struct recount *rc, const struct recount_feature *field, int rate)
{
    unsigned keys[SEATS_MAX] = {0}, strengths[SEATS_MAX];
    int points = recount_field_worth(rc, field, rate), cities;
    field_points(rc, field, &cities);
    add_keys(rc, field, keys);
    recount_strengths(rc, field, strengths);
    for (unsigned seat = 0; seat < rc->seats; seat++)
        if (is_owner(rc, strengths, keys, seat))
            rc->scores[seat] += points + (cities ? farmer(rc, field, seat, cities) : 0);
    FOR_EACH_RECOUNT(rc, rules, paid)
        rules->paid(rc, field);
}

void recount_pay(struct recount *rc, unsigned tile, unsigned segment,
                 const struct recount_feature *f)
{
    unsigned keys[SEATS_MAX] = {0}, strengths[SEATS_MAX];
    int points = recount_worth(rc, tile, segment, f), cities = 0;
    if (recount_kind(rc, tile, segment) == KIND_FIELD)
        field_points(rc, f, &cities);
    add_keys(rc, f, keys);
    recount_strengths(rc, f, strengths);
    for (unsigned seat = 0; seat < rc->seats; seat++)
        if (is_owner(rc, strengths, keys, seat) &&
            !(rc->by_city && recount_kind(rc, tile, segment) == KIND_FIELD))
            rc->scores[seat] += points + (cities ? farmer(rc, f, seat, cities) : 0);
    FOR_EACH_RECOUNT(rc, rules, paid)
        rules->paid(rc, f);
}

/* Looks at the fields around a city or castle. Adds up each seat's followers on them, and its keys
 * for a tie. Sets `more` to the most further points that each seat gets for one of these fields. */
static void look_around(const struct recount *rc, const struct recount_feature *city,
                        unsigned farmers[SEATS_MAX], unsigned keys[SEATS_MAX], int more[SEATS_MAX])
{
    static bool seen[TILES_MAX][RECOUNT_NODES];
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
            add_keys(rc, &field, keys);
            for (unsigned seat = 0; seat < rc->seats; seat++) {
                farmers[seat] += field.followers[seat];
                int points = farmer(rc, &field, seat, 1);
                more[seat] = points > more[seat] ? points : more[seat];
            }
        }
}

void recount_pay_farmers(struct recount *rc)
{
    static bool seen[TILES_MAX][RECOUNT_NODES];
    static struct recount_feature city;
    memset(seen, 0, sizeof seen);
    for (unsigned t = 0; rc->by_city && t < rc->tile_count; t++)
        for (unsigned s = 0; s < rc->tiles[t].design->segment_count; s++) {
            unsigned farmers[SEATS_MAX] = {0}, keys[SEATS_MAX] = {0};
            int more[SEATS_MAX] = {0};
            if (recount_kind(rc, t, s) != KIND_CITY || seen[t][s])
                continue;
            recount_flood(rc, t, s, &city);
            for (unsigned i = 0; i < rc->tile_count; i++)
                for (unsigned k = 0; k < RECOUNT_NODES; k++)
                    seen[i][k] |= city.in[i][k];
            int besides = 0;
            if (!city.completed && !counts(rc, &city, &besides))
                continue;
            look_around(rc, &city, farmers, keys, more);
            for (unsigned seat = 0; seat < rc->seats; seat++)
                if (is_owner(rc, farmers, keys, seat))
                    rc->scores[seat] += rc->field_city + besides + more[seat];
        }
}
