/* SPDX-License-Identifier: MIT */
/* Keeps tiles and meeples, and finds features by flood fill. Ports are looked up on the unturned
 * drawing of a tile: the side that a tile shows to the north is side number (0 - orient) of the
 * drawing, and so on. The referee uses turned tables instead. */
#include "recount/recount_part.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

/* True if the record has the expansion of this name in play. */
static bool has_rules(const struct record *record, const char *rules)
{
    bool found = false;
    for (unsigned i = 0; record->brings && i < record->brings->count; i++)
        found |= str_is(record->brings->items[i].text, rules);
    for (unsigned i = 0; !record->brings && i < record->set_count; i++)
        found |= tileset_brings(record->sets[i], rules);
    return found || (!record->brings && tileset_brings(record->own_tiles, rules));
}

static void begin_rules(struct recount *rc, const struct record *record)
{
    size_t at = 0;
    assert(recount_rules_count <= RECOUNT_RULES_MAX);
    for (unsigned i = 0; i < recount_rules_count; i++) {
        rc->in_play |= (uint32_t)has_rules(record, recount_rules[i]->name) << i;
        rc->state_at[i] = (uint16_t)at;
        at += (recount_rules[i]->state_size + 15) / 16 * 16;
    }
    assert(at <= RECOUNT_STATES_MAX);
}

static unsigned number_of(const struct recount_rules *rules)
{
    unsigned i = 0;
    while (recount_rules[i] != rules)
        i++;
    return i;
}

bool recount_plays(const struct recount *rc, const struct recount_rules *rules)
{
    return rc->in_play >> number_of(rules) & 1;
}

const void *recount_look(const struct recount *rc, const struct recount_rules *rules)
{
    return rc->states + rc->state_at[number_of(rules)];
}

void *recount_state(struct recount *rc, const struct recount_rules *rules)
{
    return rc->states + rc->state_at[number_of(rules)];
}

void recount_begin(struct recount *rc, const struct record *record, unsigned seats,
                   const struct profile *profile)
{
    memset(rc, 0, sizeof *rc);
    rc->seats = seats;
    rc->shield = profile_number(profile, OPTION_SHIELD);
    rc->small_city = profile_number(profile, OPTION_SMALL_CITY);
    rc->field_city = profile_number(profile, OPTION_FIELD_CITY);
    rc->by_city = profile_is(profile, FARMERS_BY, CITY);
    rc->settled = true;
    begin_rules(rc, record);
    FOR_EACH_RECOUNT(rc, rules, begin)
        rules->begin(rc, record, profile);
}

static unsigned slot_of(int x, int y)
{
    return (unsigned)y % RECOUNT_CELLS * RECOUNT_CELLS + (unsigned)x % RECOUNT_CELLS;
}

void recount_put(struct recount *rc, const struct design *design, int x, int y, unsigned orient)
{
    struct recount_tile *tile = &rc->tiles[rc->tile_count++];
    unsigned short *slot = &rc->cells[slot_of(x, y)];
    *tile =
        (struct recount_tile){.design = design, .x = x, .y = y, .orient = orient, .before = *slot};
    *slot = (unsigned short)rc->tile_count;
    for (unsigned port = 0; port < PORTS; port++) {
        unsigned drawn = (port + PORTS - 3 * orient) % PORTS;
        tile->printed[port] = -1;
        for (unsigned i = design->segment_count; i-- > 0;)
            if (design->segments[i].ports >> drawn & 1)
                tile->printed[port] = (signed char)i;
    }
}

void recount_lift(struct recount *rc)
{
    const struct recount_tile *tile = &rc->tiles[--rc->tile_count];
    rc->cells[slot_of(tile->x, tile->y)] = tile->before;
}

void recount_lay(struct recount *rc, const struct design *design, int x, int y, unsigned orient)
{
    recount_put(rc, design, x, y, orient);
    rc->least_x = x < rc->least_x ? x : rc->least_x;
    rc->most_x = x > rc->most_x ? x : rc->most_x;
    rc->least_y = y < rc->least_y ? y : rc->least_y;
    rc->most_y = y > rc->most_y ? y : rc->most_y;
    FOR_EACH_RECOUNT(rc, rules, laid)
        rules->laid(rc);
}

void recount_place_meeple(struct recount *rc, unsigned tile, unsigned segment, unsigned seat,
                          unsigned kind)
{
    rc->followers[rc->follower_count++] =
        (struct recount_meeple){tile, segment, seat, kind, true, 0};
}

unsigned recount_supply(const struct record *record, const char *name, unsigned usual)
{
    for (unsigned i = 0; record->supply && i < record->supply->count; i++)
        if (str_is(record->supply->keys[i], name))
            return (unsigned)strtoul(record->supply->items[i].text.p, NULL, 10);
    return usual;
}

int recount_tile_at(const struct recount *rc, int x, int y)
{
    unsigned i = rc->cells[slot_of(x, y)];
    while (i && (rc->tiles[i - 1].x != x || rc->tiles[i - 1].y != y))
        i = rc->tiles[i - 1].before;
    return (int)i - 1;
}

int recount_port_segment(const struct recount *rc, unsigned tile, unsigned board_port)
{
    unsigned axis = board_port / 3 % 2;
    if (board_port % 3 == 1 && rc->tiles[tile].bridge[axis])
        return (int)(SEGMENTS_MAX + axis);
    return rc->tiles[tile].printed[board_port];
}

enum kind recount_kind(const struct recount *rc, unsigned tile, unsigned segment)
{
    if (segment >= SEGMENTS_MAX)
        return KIND_ROAD;
    return rc->tiles[tile].design->segments[segment].kind;
}

static bool ends_at(const struct recount *rc, unsigned tile, unsigned side)
{
    FOR_EACH_RECOUNT(rc, rules, closes)
        if (rules->closes(rc, tile, side))
            return true;
    return false;
}

static void spread(const struct recount *rc, unsigned tile, unsigned segment,
                   struct recount_feature *f)
{
    if (f->in[tile][segment])
        return;
    f->in[tile][segment] = true;
    f->nodes[f->node_count++] = (struct recount_node){tile, segment};
    for (unsigned side = 0; side < 4; side++)
        for (unsigned k = 0; k < 3; k++) {
            if (recount_port_segment(rc, tile, 3 * side + k) != (int)segment)
                continue;
            int next = recount_tile_at(rc, rc->tiles[tile].x + side_dx[side],
                                       rc->tiles[tile].y + side_dy[side]);
            if (next < 0) {
                f->completed &= ends_at(rc, tile, side);
                continue;
            }
            int mate = recount_port_segment(rc, (unsigned)next, 3 * ((side + 2) % 4) + 2 - k);
            /* The two kinds of land may differ where a market meets a residence. They may also
             * differ as long as the bridge that makes a tile fit is not built. */
            if (mate >= 0 &&
                recount_kind(rc, (unsigned)next, (unsigned)mate) == recount_kind(rc, tile, segment))
                spread(rc, (unsigned)next, (unsigned)mate, f);
        }
}

unsigned recount_around(const struct recount *rc, unsigned tile)
{
    unsigned count = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            count += recount_tile_at(rc, rc->tiles[tile].x + dx, rc->tiles[tile].y + dy) >= 0;
    return count;
}

bool recount_is_there(const struct recount *rc, unsigned tile, unsigned segment)
{
    return segment < SEGMENTS_MAX ? segment < rc->tiles[tile].design->segment_count
                                  : rc->tiles[tile].bridge[segment - SEGMENTS_MAX];
}

bool recount_is_endless(const struct recount *rc, const struct recount_feature *f)
{
    FOR_EACH_RECOUNT(rc, rules, endless)
        if (rules->endless(rc, f))
            return true;
    return false;
}

void recount_flood(const struct recount *rc, unsigned tile, unsigned segment,
                   struct recount_feature *f)
{
    memset(f, 0, offsetof(struct recount_feature, in) + rc->tile_count * sizeof f->in[0]);
    f->completed = true;
    spread(rc, tile, segment, f);
    for (unsigned i = 0; i < f->node_count; i++) {
        const struct recount_node *node = &f->nodes[i];
        const bool *in = f->in[node->tile];
        /* A tile counts once, with its first node; its printed segments are one part. */
        bool first = !memchr(in, 1, node->segment), printed = node->segment < SEGMENTS_MAX;
        f->tiles += first;
        f->parts += first || !printed;
        f->shields += printed ? rc->tiles[node->tile].design->segments[node->segment].shields : 0;
    }
    for (unsigned i = 0; i < rc->follower_count; i++)
        if (rc->followers[i].stands && f->in[rc->followers[i].tile][rc->followers[i].segment])
            f->followers[rc->followers[i].seat] += meeple_kinds[rc->followers[i].kind].weight;
    if (kinds[recount_kind(rc, tile, segment)].around)
        f->completed = recount_around(rc, tile) == 9;
    const struct kind_facts *facts = &kinds[recount_kind(rc, tile, segment)];
    if (!(facts->completes || facts->around) || recount_is_endless(rc, f))
        f->completed = false;
}

bool recount_is_manned(const struct recount_feature *f)
{
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        if (f->followers[seat])
            return true;
    return false;
}

/* True if a feature meets the tile laid last without being on it: the tile closes it. */
static bool is_closed_by_last(const struct recount *rc, const struct recount_feature *f)
{
    const struct recount_tile *last = &rc->tiles[rc->tile_count - 1];
    for (unsigned port = 0; port < 12; port++) {
        int next = recount_tile_at(rc, last->x + side_dx[port / 3], last->y + side_dy[port / 3]);
        int mate = next < 0 ? -1
                            : recount_port_segment(rc, (unsigned)next,
                                                   (port / 3 + 2) % 4 * 3 + 2 - port % 3);
        if (mate >= 0 && f->in[next][mate] &&
            recount_port_segment(rc, rc->tile_count - 1, port) < 0)
            return true;
    }
    return false;
}

/* True if the feature of this node was completed in this turn, by the tile laid last or by a
 * bridge. */
static bool is_news(const struct recount *rc, unsigned tile, unsigned segment,
                    const struct recount_feature *f)
{
    unsigned last = rc->tile_count - 1;
    bool news = false;
    if (!f->completed)
        return false;
    if (kinds[recount_kind(rc, tile, segment)].around)
        return abs(rc->tiles[tile].x - rc->tiles[last].x) <= 1 &&
               abs(rc->tiles[tile].y - rc->tiles[last].y) <= 1;
    for (unsigned s = 0; s < RECOUNT_NODES; s++)
        news |= f->in[last][s];
    news |= is_closed_by_last(rc, f);
    for (unsigned i = 0; i < rc->built_count; i++)
        news |= f->in[rc->built[i].tile][SEGMENTS_MAX + rc->built[i].axis];
    return news;
}

/* True if the tile must be searched for features that this turn completed. Each of them has a node
 * on such a tile: one beside the last tile, that tile itself, or one with a new bridge. */
static bool is_at_news(const struct recount *rc, unsigned tile)
{
    const struct recount_tile *at = &rc->tiles[tile], *last = &rc->tiles[rc->tile_count - 1];
    bool built = false;
    for (unsigned i = 0; i < rc->built_count; i++)
        built |= rc->built[i].tile == tile;
    return built || (abs(at->x - last->x) <= 1 && abs(at->y - last->y) <= 1);
}

/* Lists one node of each wanted feature, in the order of tiles. `kinds_wanted` has a bit for each
 * kind of land. With `news` it searches only the tiles for which is_at_news() is true. */
static void list_features(const struct recount *rc, bool news, unsigned kinds_wanted,
                          struct recount_nodes *list,
                          bool (*wanted)(const struct recount *, unsigned tile, unsigned segment,
                                         const struct recount_feature *))
{
    static struct recount_feature f;
    static bool seen[TILES_MAX][RECOUNT_NODES];
    memset(seen, 0, rc->tile_count * sizeof seen[0]);
    list->count = 0;
    for (unsigned t = 0; t < rc->tile_count; t++) {
        if (news && !is_at_news(rc, t))
            continue;
        for (unsigned s = 0; s < RECOUNT_NODES; s++) {
            if (seen[t][s] || !recount_is_there(rc, t, s) ||
                !(kinds_wanted >> recount_kind(rc, t, s) & 1))
                continue;
            recount_flood(rc, t, s, &f);
            for (unsigned i = 0; i < f.node_count; i++)
                seen[f.nodes[i].tile][f.nodes[i].segment] = true;
            if (wanted(rc, t, s, &f))
                list->nodes[list->count++] = (struct recount_node){t, s};
        }
    }
}

void recount_find_news(const struct recount *rc, unsigned kinds_wanted, struct recount_nodes *news)
{
    list_features(rc, true, kinds_wanted, news, is_news);
}

static bool is_completed(const struct recount *rc, unsigned tile, unsigned segment,
                         const struct recount_feature *f)
{
    (void)rc, (void)tile, (void)segment;
    return f->completed;
}

void recount_find_completed(const struct recount *rc, unsigned kinds_wanted,
                            struct recount_nodes *completed)
{
    list_features(rc, false, kinds_wanted, completed, is_completed);
}

unsigned recount_segment(const struct recount *rc, unsigned tile, const struct segment_ref *ref)
{
    const struct recount_tile *at = &rc->tiles[tile];
    if (ref->kind == KIND_ROAD && ref->port != PORT_NONE && at->bridge[ref->port / 3 % 2])
        return SEGMENTS_MAX + ref->port / 3 % 2;
    if (ref->kind == KIND_ROAD && ref->port == PORT_NONE && (at->bridge[0] || at->bridge[1]))
        return SEGMENTS_MAX + (at->bridge[0] ? 0 : 1);
    return design_segment(at->design, at->orient, ref->kind, ref->port, ref->index);
}

void recount_bridge(struct recount *rc, int x, int y, unsigned axis)
{
    unsigned tile = (unsigned)recount_tile_at(rc, x, y);
    rc->tiles[tile].bridge[axis] = true;
    FOR_EACH_RECOUNT(rc, rules, built)
        rules->built(rc);
    rc->built[rc->built_count].tile = tile;
    rc->built[rc->built_count++].axis = axis;
}

int recount_meeple_on(const struct recount *rc, unsigned tile, unsigned segment)
{
    int found = -1;
    for (unsigned i = 0; i < rc->follower_count; i++) {
        const struct recount_meeple *who = &rc->followers[i];
        if (who->stands && who->tile == tile && who->segment == segment &&
            (found < 0 || kind_is_follower(who->kind)))
            found = (int)i;
    }
    return found;
}

void recount_send_home(struct recount *rc, unsigned tile, unsigned segment)
{
    rc->followers[recount_meeple_on(rc, tile, segment)].stands = false;
    FOR_EACH_RECOUNT(rc, rules, left)
        rules->left(rc);
}
