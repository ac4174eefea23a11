/* See recheck.h. Here ports are walked on the unturned drawing: the side that a tile shows to the north is its side
 * number (0 - orient), and so on; the library keeps turned tables instead. */
#include "spoil/recheck.h"

#include <stdio.h>
#include <stdlib.h>

void recheck_begin(struct recheck *rc, const struct record *record, unsigned seats, const struct profile *profile)
{
    bool town = strcmp(record->game, "the-city") == 0;
    const struct tileset *set = record->sets[0];
    memset(rc, 0, sizeof *rc);
    rc->seats = seats;
    rc->shield = profile_number(profile, OPTION_SHIELD);
    rc->small_city = profile_number(profile, OPTION_SMALL_CITY);
    rc->field_city = profile_number(profile, OPTION_FIELD_CITY);
    rc->settled = true;
    rc->town = town;
    for (unsigned i = 0; town && i < set->design_count; i++)
        rc->in_sets += set->designs[i].count;
    for (unsigned i = 0; town && i < PIECES_MOST && set->pieces[i].name; i++)
        if (strcmp(set->pieces[i].name, "wall") == 0)
            rc->walls_most = set->pieces[i].count;
    rc->close_always = town && profile_is(profile, OPTION_CLOSE_TEST, "always");
    rc->gate_open = town && profile_is(profile, OPTION_GATE_CLOSES, "no");
    rc->market_across = town && profile_is(profile, OPTION_MARKET_ACROSS, "yes");
    rc->dragon_late = profile_is(profile, OPTION_DRAGON_MOVE, "after-scoring");
    rc->bridge_own = profile_is(profile, OPTION_BRIDGE_TILE, "own");
    rc->fairy_beside = profile_is(profile, OPTION_FAIRY, "follower");
    rc->fairy_castle = profile_is(profile, OPTION_FAIRY_CASTLE, "yes");
    rc->castle_highest = profile_is(profile, OPTION_CASTLE_CHOICE, "highest");
    rc->castle_spent = profile_is(profile, OPTION_CASTLE_FIELD, "spent");
}

/* ---- Walls ---- */

static const int side_x[] = {0, 1, 0, -1}, side_y[] = {-1, 0, 1, 0};

static bool reach(const struct recheck *rc, int x, int y, bool seen[128][128])
{
    enum { MIDDLE = 64 };
    /* Beyond all tiles: far away. */
    if (x < rc->least_x || x > rc->most_x || y < rc->least_y || y > rc->most_y)
        return true;
    if (seen[y + MIDDLE][x + MIDDLE] || recheck_tile_at(rc, x, y) >= 0)
        return false;
    seen[y + MIDDLE][x + MIDDLE] = true;
    for (unsigned side = 0; side < 4; side++)
        if (reach(rc, x + side_x[side], y + side_y[side], seen))
            return true;
    return false;
}

bool recheck_is_outside(const struct recheck *rc, int x, int y)
{
    static bool seen[128][128];
    memset(seen, 0, sizeof seen);
    return reach(rc, x, y, seen);
}

int recheck_wall_on(const struct recheck *rc, int x, int y, unsigned side)
{
    for (unsigned i = 0; i < rc->wall_count; i++)
        if (rc->walls[i].x == x && rc->walls[i].y == y && rc->walls[i].side == side)
            return (int)i;
    return -1;
}

static bool is_walled(const struct recheck *rc, unsigned tile, unsigned side)
{
    int x = rc->tiles[tile].x, y = rc->tiles[tile].y;
    int wall = recheck_wall_on(rc, x, y, side);
    if (wall >= 0)
        return !(rc->walls[wall].gate && rc->gate_open);
    return rc->closed && recheck_tile_at(rc, x + side_x[side], y + side_y[side]) < 0 && recheck_is_outside(rc, x + side_x[side], y + side_y[side]);
}

void recheck_lay(struct recheck *rc, const struct design *design, int x, int y, unsigned orient)
{
    rc->tiles[rc->tile_count++] = (struct recheck_tile){.design = design, .x = x, .y = y, .orient = orient};
    rc->least_x = x < rc->least_x ? x : rc->least_x;
    rc->most_x = x > rc->most_x ? x : rc->most_x;
    rc->least_y = y < rc->least_y ? y : rc->least_y;
    rc->most_y = y > rc->most_y ? y : rc->most_y;
    for (unsigned i = 0; i < rc->wall_count; i++) {
        const struct recheck_wall *wall = &rc->walls[i];
        if (!recheck_is_outside(rc, wall->x + side_x[wall->side], wall->y + side_y[wall->side]))
            rc->broken = "a tile lies beyond a wall, or cuts it off";
    }
    if (design->marks & MARK_VOLCANO) {
        rc->dragon_x = x;
        rc->dragon_y = y;
    }
}

void recheck_stand(struct recheck *rc, unsigned tile, unsigned segment, unsigned seat)
{
    rc->followers[rc->follower_count++] = (struct recheck_follower){tile, segment, seat, true};
}

int recheck_tile_at(const struct recheck *rc, int x, int y)
{
    for (unsigned i = 0; i < rc->tile_count; i++)
        if (rc->tiles[i].x == x && rc->tiles[i].y == y)
            return (int)i;
    return -1;
}

/* Segment at a port of the board, found among the drawing's segments. */
static int segment_at(const struct recheck *rc, unsigned tile, unsigned board_port)
{
    unsigned drawn = (board_port + 12 - 3 * rc->tiles[tile].orient) % 12, axis = board_port / 3 % 2;
    if (board_port % 3 == 1 && rc->tiles[tile].bridge[axis])
        return (int)(SEGMENTS_MOST + axis);
    for (unsigned i = 0; i < rc->tiles[tile].design->segment_count; i++)
        if (rc->tiles[tile].design->segments[i].ports >> drawn & 1)
            return (int)i;
    return -1;
}

static enum kind kind_at(const struct recheck *rc, unsigned tile, unsigned segment)
{
    if (segment >= SEGMENTS_MOST)
        return KIND_ROAD;
    return rc->tiles[tile].design->segments[segment].kind;
}

static void spread(const struct recheck *rc, unsigned tile, unsigned segment, struct recheck_feature *f)
{
    static const int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};
    if (f->in[tile][segment])
        return;
    f->in[tile][segment] = true;
    for (unsigned side = 0; side < 4; side++)
        for (unsigned k = 0; k < 3; k++) {
            if (segment_at(rc, tile, 3 * side + k) != (int)segment)
                continue;
            int next = recheck_tile_at(rc, rc->tiles[tile].x + dx[side], rc->tiles[tile].y + dy[side]);
            if (next < 0) {
                f->completed &= rc->town && is_walled(rc, tile, side);
                continue;
            }
            int mate = segment_at(rc, (unsigned)next, 3 * ((side + 2) % 4) + 2 - k);
            /* Before the bridge that makes a tile fit is built there is none; a market and a residence do not join. */
            if (mate >= 0 && kind_at(rc, (unsigned)next, (unsigned)mate) == kind_at(rc, tile, segment))
                spread(rc, (unsigned)next, (unsigned)mate, f);
        }
}

static unsigned around(const struct recheck *rc, unsigned tile)
{
    unsigned count = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            count += recheck_tile_at(rc, rc->tiles[tile].x + dx, rc->tiles[tile].y + dy) >= 0;
    return count;
}

static bool is_there(const struct recheck *rc, unsigned tile, unsigned segment)
{
    return segment < SEGMENTS_MOST ? segment < rc->tiles[tile].design->segment_count : rc->tiles[tile].bridge[segment - SEGMENTS_MOST];
}

/* The castle that a feature has become, -1 for none. */
static int castle_at(const struct recheck *rc, const struct recheck_feature *f)
{
    for (unsigned i = 0; i < rc->castle_count; i++)
        if (f->in[rc->castles[i].tile][rc->castles[i].segment])
            return (int)i;
    return -1;
}

void recheck_flood(const struct recheck *rc, unsigned tile, unsigned segment, struct recheck_feature *f)
{
    memset(f, 0, sizeof *f);
    f->completed = true;
    spread(rc, tile, segment, f);
    for (unsigned t = 0; t < rc->tile_count; t++) {
        bool any = false, printed = false;
        for (unsigned s = 0; s < RECHECK_NODES; s++)
            if (f->in[t][s]) {
                any = true;
                printed |= s < SEGMENTS_MOST;
                f->parts += s >= SEGMENTS_MOST;
                f->shields += s < SEGMENTS_MOST ? rc->tiles[t].design->segments[s].shields : 0;
            }
        f->tiles += any;
        f->parts += printed;
    }
    for (unsigned i = 0; i < rc->follower_count; i++)
        if (rc->followers[i].stands && f->in[rc->followers[i].tile][rc->followers[i].segment])
            f->followers[rc->followers[i].seat]++;
    if (kind_at(rc, tile, segment) == KIND_MONASTERY)
        f->completed = around(rc, tile) == 9;
    if (kind_at(rc, tile, segment) == KIND_FIELD || kind_at(rc, tile, segment) == KIND_RESIDENCE || castle_at(rc, f) >= 0)
        f->completed = false;
}

static bool is_manned(const struct recheck_feature *f)
{
    for (unsigned seat = 0; seat < SEATS_MOST; seat++)
        if (f->followers[seat])
            return true;
    return false;
}

/* What a field's completed cities and castles bring. */
static int field_points(const struct recheck *rc, const struct recheck_feature *field)
{
    static bool counted[TILES_MOST][RECHECK_NODES];
    static struct recheck_feature city;
    int points = 0;
    memset(counted, 0, sizeof counted);
    for (unsigned t = 0; t < rc->tile_count; t++)
        for (unsigned s = 0; s < rc->tiles[t].design->segment_count; s++)
            for (unsigned c = 0; field->in[t][s] && c < rc->tiles[t].design->segment_count; c++) {
                if (!(rc->tiles[t].design->segments[s].touches >> c & 1) || counted[t][c])
                    continue;
                recheck_flood(rc, t, c, &city);
                for (unsigned i = 0; i < rc->tile_count; i++)
                    for (unsigned k = 0; k < RECHECK_NODES; k++)
                        counted[i][k] |= city.in[i][k];
                if (city.completed)
                    points += rc->field_city;
                else if (castle_at(rc, &city) >= 0 && !(rc->castle_spent && is_manned(&city)))
                    points += rc->field_city + 1;
            }
    return points;
}

/* Kinds of goods on a market. */
static int goods(const struct recheck *rc, const struct recheck_feature *market)
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
static int markets_touched(const struct recheck *rc, const struct recheck_feature *residence)
{
    static const int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};
    static bool counted[TILES_MOST][RECHECK_NODES];
    static struct recheck_feature market;
    int count = 0;
    memset(counted, 0, sizeof counted);
    for (unsigned t = 0; t < rc->tile_count; t++)
        for (unsigned s = 0; s < rc->tiles[t].design->segment_count; s++) {
            if (kind_at(rc, t, s) != KIND_MARKET || counted[t][s])
                continue;
            recheck_flood(rc, t, s, &market);
            bool touches = false;
            for (unsigned i = 0; i < rc->tile_count; i++)
                for (unsigned k = 0; k < rc->tiles[i].design->segment_count; k++) {
                    counted[i][k] |= market.in[i][k];
                    for (unsigned z = 0; market.in[i][k] && z < rc->tiles[i].design->segment_count; z++)
                        touches |= residence->in[i][z] && rc->tiles[i].design->segments[z].touches >> k & 1;
                    for (unsigned port = 0; market.in[i][k] && port < 12; port++) {
                        int next = recheck_tile_at(rc, rc->tiles[i].x + dx[port / 3], rc->tiles[i].y + dy[port / 3]);
                        if (next < 0 || segment_at(rc, i, port) != (int)k)
                            continue;
                        int mate = segment_at(rc, (unsigned)next, 3 * ((port / 3 + 2) % 4) + 2 - port % 3);
                        touches |= rc->market_across && mate >= 0 && residence->in[next][mate];
                    }
                }
            count += touches;
        }
    return count;
}

static int worth(const struct recheck *rc, unsigned tile, unsigned segment, const struct recheck_feature *f)
{
    switch (kind_at(rc, tile, segment)) {
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
        return (int)around(rc, tile);
    case KIND_FIELD:
        return field_points(rc, f);
    default:
        return 0;
    }
}

/* Whether a follower has the fairy with it; in a castle it stands on both cells. */
static bool has_fairy(const struct recheck *rc, unsigned i)
{
    static struct recheck_feature f;
    const struct recheck_follower *who = &rc->followers[i];
    if (!rc->fairy_out || !who->stands)
        return false;
    if (rc->fairy_beside)
        return rc->fairy_follower == i;
    int tile = recheck_tile_at(rc, rc->fairy_x, rc->fairy_y);
    if (tile == (int)who->tile)
        return true;
    recheck_flood(rc, who->tile, who->segment, &f);
    bool on = false;
    for (unsigned s = 0; s < RECHECK_NODES && tile >= 0; s++)
        on |= f.in[tile][s];
    return on && castle_at(rc, &f) >= 0;
}

static void pay_fairy(struct recheck *rc, const struct recheck_feature *f)
{
    bool paid[SEATS_MOST] = {false};
    for (unsigned i = 0; i < rc->follower_count; i++) {
        const struct recheck_follower *who = &rc->followers[i];
        if (!f->in[who->tile][who->segment] || paid[who->seat] || !has_fairy(rc, i))
            continue;
        rc->scores[who->seat] += 3;
        paid[who->seat] = true;
    }
}

static void pay(struct recheck *rc, unsigned tile, unsigned segment, const struct recheck_feature *f)
{
    unsigned most = 0;
    int points = worth(rc, tile, segment, f);
    for (unsigned seat = 0; seat < rc->seats; seat++)
        most = f->followers[seat] > most ? f->followers[seat] : most;
    for (unsigned seat = 0; most && seat < rc->seats; seat++)
        if (f->followers[seat] == most)
            rc->scores[seat] += points;
    pay_fairy(rc, f);
}

static void settle(struct recheck *rc, bool final)
{
    static struct recheck_feature f;
    bool leaves[512] = {false}, paid[512] = {false};
    for (unsigned i = 0; i < rc->follower_count; i++) {
        const struct recheck_follower *who = &rc->followers[i];
        if (!who->stands || paid[i])
            continue;
        recheck_flood(rc, who->tile, who->segment, &f);
        if ((!f.completed && !final) || castle_at(rc, &f) >= 0)
            continue;
        pay(rc, who->tile, who->segment, &f);
        for (unsigned k = 0; k < rc->follower_count; k++)
            if (rc->followers[k].stands && f.in[rc->followers[k].tile][rc->followers[k].segment])
                paid[k] = leaves[k] = true;
    }
    for (unsigned i = 0; i < rc->follower_count; i++)
        if (leaves[i])
            rc->followers[i].stands = false;
}

/* ---- Bridges, castles, fairy, dragon ---- */

unsigned recheck_segment(const struct recheck *rc, unsigned tile, const struct segment_ref *ref)
{
    const struct recheck_tile *at = &rc->tiles[tile];
    if (ref->kind == KIND_ROAD && ref->port != PORT_NONE && at->bridge[ref->port / 3 % 2])
        return SEGMENTS_MOST + ref->port / 3 % 2;
    return design_segment(at->design, at->orient, ref->kind, ref->port, ref->index);
}

void recheck_bridge(struct recheck *rc, int x, int y, unsigned axis)
{
    unsigned tile = (unsigned)recheck_tile_at(rc, x, y);
    rc->tiles[tile].bridge[axis] = true;
    rc->built[rc->built_count].tile = tile;
    rc->built[rc->built_count++].axis = axis;
}

void recheck_turn(struct recheck *rc, unsigned seat)
{
    rc->turn++;
    rc->built_count = 0;
    for (unsigned i = 0; i < rc->castle_count; i++)
        rc->castles[i].takes = false;
    for (unsigned i = 0; i < rc->follower_count; i++)
        if (rc->followers[i].seat == seat && has_fairy(rc, i)) {
            rc->scores[seat]++;
            return;
        }
}

static int follower_on(const struct recheck *rc, unsigned tile, unsigned segment)
{
    for (unsigned i = 0; i < rc->follower_count; i++)
        if (rc->followers[i].stands && rc->followers[i].tile == tile && rc->followers[i].segment == segment)
            return (int)i;
    return -1;
}

void recheck_send_home(struct recheck *rc, unsigned tile, unsigned segment)
{
    rc->followers[follower_on(rc, tile, segment)].stands = false;
}

void recheck_fairy(struct recheck *rc, int x, int y, unsigned segment)
{
    rc->fairy_out = true;
    rc->fairy_x = x;
    rc->fairy_y = y;
    if (rc->fairy_beside)
        rc->fairy_follower = (unsigned)follower_on(rc, (unsigned)recheck_tile_at(rc, x, y), segment);
}

void recheck_flight(struct recheck *rc, struct str letters)
{
    static struct recheck_feature f;
    for (size_t k = 0; k < letters.n; k++) {
        rc->dragon_x += (letters.p[k] == 'E') - (letters.p[k] == 'W');
        rc->dragon_y += (letters.p[k] == 'S') - (letters.p[k] == 'N');
        for (unsigned i = 0; i < rc->follower_count; i++) {
            const struct recheck_tile *tile = &rc->tiles[rc->followers[i].tile];
            if (!rc->followers[i].stands || tile->x != rc->dragon_x || tile->y != rc->dragon_y)
                continue;
            recheck_flood(rc, rc->followers[i].tile, rc->followers[i].segment, &f);
            rc->followers[i].stands = castle_at(rc, &f) >= 0;
        }
    }
}

void recheck_castle(struct recheck *rc, unsigned tile, unsigned segment, unsigned seat)
{
    rc->castles[rc->castle_count++] = (struct recheck_castle){.tile = tile, .segment = segment, .seat = seat, .turn = rc->turn};
}

void recheck_take(struct recheck *rc, unsigned tile, unsigned segment, unsigned source_tile, unsigned source_segment)
{
    static struct recheck_feature f, source;
    recheck_flood(rc, tile, segment, &f);
    recheck_flood(rc, source_tile, source_segment, &source);
    struct recheck_castle *castle = &rc->castles[castle_at(rc, &f)];
    castle->takes = true;
    castle->takes_castle = castle_at(rc, &source) >= 0;
    castle->source_tile = source_tile;
    castle->source_segment = source_segment;
}

/* Was the feature of this node completed in this turn, by the tile laid last or a bridge? */
static bool is_news(const struct recheck *rc, unsigned tile, unsigned segment, const struct recheck_feature *f)
{
    unsigned last = rc->tile_count - 1;
    bool news = false;
    if (!f->completed)
        return false;
    if (kind_at(rc, tile, segment) == KIND_MONASTERY)
        return abs(rc->tiles[tile].x - rc->tiles[last].x) <= 1 && abs(rc->tiles[tile].y - rc->tiles[last].y) <= 1;
    for (unsigned s = 0; s < RECHECK_NODES; s++)
        news |= f->in[last][s];
    for (unsigned i = 0; i < rc->built_count; i++)
        news |= f->in[rc->built[i].tile][SEGMENTS_MOST + rc->built[i].axis];
    return news;
}

/* Does a feature touch the castle's vicinity: every cell at most one away from a castle's cell across its length? */
static bool is_near(const struct recheck *rc, const struct recheck_castle *castle, const struct recheck_feature *f)
{
    static struct recheck_feature caps;
    recheck_flood(rc, castle->tile, castle->segment, &caps);
    const struct recheck_tile *a = &rc->tiles[castle->tile], *b = a;
    for (unsigned t = 0; t < rc->tile_count; t++)
        for (unsigned s = 0; s < RECHECK_NODES; s++)
            if (caps.in[t][s] && t != castle->tile)
                b = &rc->tiles[t];
    for (unsigned t = 0; t < rc->tile_count; t++)
        for (unsigned s = 0; s < RECHECK_NODES; s++) {
            if (!f->in[t][s])
                continue;
            int x = rc->tiles[t].x, y = rc->tiles[t].y;
            if (a->x == b->x ? abs(x - a->x) <= 1 && (y == a->y || y == b->y) : abs(y - a->y) <= 1 && (x == a->x || x == b->x))
                return true;
        }
    return false;
}

static bool is_hungry(const struct recheck *rc, unsigned i)
{
    static struct recheck_feature f;
    recheck_flood(rc, rc->castles[i].tile, rc->castles[i].segment, &f);
    return rc->castles[i].turn != rc->turn && is_manned(&f);
}

/* What this turn completed: one node of each feature. */
static struct {
    unsigned tile, segment;
} news[64];
static unsigned news_count;

static void find_news(const struct recheck *rc)
{
    static struct recheck_feature f;
    static bool seen[TILES_MOST][RECHECK_NODES];
    memset(seen, 0, sizeof seen);
    news_count = 0;
    for (unsigned t = 0; t < rc->tile_count; t++)
        for (unsigned s = 0; s < RECHECK_NODES; s++) {
            if (seen[t][s] || !is_there(rc, t, s))
                continue;
            recheck_flood(rc, t, s, &f);
            for (unsigned i = 0; i < rc->tile_count; i++)
                for (unsigned k = 0; k < RECHECK_NODES; k++)
                    seen[i][k] |= f.in[i][k];
            if (is_news(rc, t, s, &f)) {
                news[news_count].tile = t;
                news[news_count++].segment = s;
            }
        }
}

/* The best of what was completed near a castle, -1 for nothing. */
static int best_feature(const struct recheck *rc, unsigned i)
{
    static struct recheck_feature f;
    int best = -1;
    for (unsigned k = 0; k < news_count; k++) {
        recheck_flood(rc, news[k].tile, news[k].segment, &f);
        if (is_near(rc, &rc->castles[i], &f) && worth(rc, news[k].tile, news[k].segment, &f) > best)
            best = worth(rc, news[k].tile, news[k].segment, &f);
    }
    return best;
}

static bool are_near(const struct recheck *rc, unsigned i, unsigned k)
{
    static struct recheck_feature f;
    recheck_flood(rc, rc->castles[k].tile, rc->castles[k].segment, &f);
    return is_near(rc, &rc->castles[i], &f);
}

/* What a castle takes: its owner's choice, or the best along any way from castle to castle that comes to something completed. */
static int fed_by_any(const struct recheck *rc, unsigned i, unsigned seen)
{
    static struct recheck_feature f;
    const struct recheck_castle *castle = &rc->castles[i];
    if (seen >> i & 1 || !is_hungry(rc, i))
        return -1;
    if (castle->takes && !castle->takes_castle) {
        recheck_flood(rc, castle->source_tile, castle->source_segment, &f);
        return worth(rc, castle->source_tile, castle->source_segment, &f);
    }
    int best = castle->takes ? -1 : best_feature(rc, i);
    for (unsigned k = 0; k < rc->castle_count; k++) {
        recheck_flood(rc, rc->castles[k].tile, rc->castles[k].segment, &f);
        if (k == i || (castle->takes && !f.in[castle->source_tile][castle->source_segment]) || !are_near(rc, i, k))
            continue;
        int points = fed_by_any(rc, k, seen | 1u << i);
        best = points > best ? points : best;
    }
    return best;
}

/* The same where a castle feeds another only when nothing completed does: ring by ring around what is completed. */
static void feed_rings(const struct recheck *rc, int *points)
{
    for (unsigned i = 0; i < rc->castle_count; i++)
        points[i] = is_hungry(rc, i) ? best_feature(rc, i) : -1;
    for (bool more = true; more;) {
        int ring[32] = {0};
        more = false;
        for (unsigned i = 0; i < rc->castle_count; i++) {
            ring[i] = points[i];
            for (unsigned k = 0; points[i] < 0 && is_hungry(rc, i) && k < rc->castle_count; k++)
                if (k != i && points[k] > ring[i] && are_near(rc, i, k)) {
                    ring[i] = points[k];
                    more = true;
                }
        }
        memcpy(points, ring, rc->castle_count * sizeof *points);
    }
}

static void find_feeds(const struct recheck *rc, int *points)
{
    if (rc->castle_count)
        find_news(rc);
    if (rc->castle_highest)
        feed_rings(rc, points);
    for (unsigned i = 0; !rc->castle_highest && i < rc->castle_count; i++)
        points[i] = fed_by_any(rc, i, 0);
}

static void feed_castles(struct recheck *rc, const int *points)
{
    static struct recheck_feature f;
    for (unsigned i = 0; i < rc->castle_count; i++) {
        if (points[i] < 0)
            continue;
        rc->scores[rc->castles[i].seat] += points[i];
        recheck_flood(rc, rc->castles[i].tile, rc->castles[i].segment, &f);
        if (rc->fairy_castle)
            pay_fairy(rc, &f);
    }
    for (unsigned i = 0; i < rc->castle_count; i++) {
        if (points[i] < 0)
            continue;
        recheck_flood(rc, rc->castles[i].tile, rc->castles[i].segment, &f);
        for (unsigned k = 0; k < rc->follower_count; k++)
            if (f.in[rc->followers[k].tile][rc->followers[k].segment])
                rc->followers[k].stands = false;
    }
}

void recheck_settle(struct recheck *rc)
{
    int points[32];
    find_feeds(rc, points);
    settle(rc, false);
    feed_castles(rc, points);
}

static void pay_guards(struct recheck *rc);

void recheck_final(struct recheck *rc)
{
    if (rc->town && rc->drawn >= rc->in_sets && !rc->closed) {
        rc->closed = true;
        recheck_settle(rc);
    }
    settle(rc, true);
    pay_guards(rc);
}

static bool same_tiles(const struct recheck *rc, const struct recheck_feature *f, const struct feature *theirs)
{
    for (unsigned t = 0; t < rc->tile_count; t++) {
        bool any = false;
        for (unsigned s = 0; s < RECHECK_NODES; s++)
            any |= f->in[t][s];
        if (any != tile_bits_has(&theirs->tiles, t))
            return false;
    }
    return true;
}

const char *recheck_compare(const struct recheck *rc, struct referee *r)
{
    static struct recheck_feature f;
    static bool seen[TILES_MOST][RECHECK_NODES];
    static char text[256];
    memset(seen, 0, sizeof seen);
    for (unsigned seat = 0; seat < rc->seats; seat++)
        if (rc->scores[seat] != r->scores[seat]) {
            snprintf(text, sizeof text, "seat %c has %d, recounted %d", 'a' + seat, r->scores[seat], rc->scores[seat]);
            return text;
        }
    for (unsigned t = 0; t < rc->tile_count; t++)
        for (unsigned s = 0; s < RECHECK_NODES; s++) {
            if (seen[t][s] || !is_there(rc, t, s))
                continue;
            recheck_flood(rc, t, s, &f);
            unsigned root = table_root(&r->table, t * NODES_PER_TILE + s);
            const struct feature *theirs = &r->table.features[root];
            bool same = same_tiles(rc, &f, theirs) && theirs->shields == f.shields && theirs->completed == f.completed;
            for (unsigned seat = 0; seat < SEATS_MOST; seat++)
                same &= theirs->followers[seat] == f.followers[seat];
            for (unsigned i = 0; i < rc->tile_count; i++)
                for (unsigned k = 0; k < RECHECK_NODES; k++) {
                    if (!is_there(rc, i, k))
                        continue;
                    bool together = table_root(&r->table, i * NODES_PER_TILE + k) == root;
                    same &= together == f.in[i][k];
                    seen[i][k] |= f.in[i][k];
                }
            if (!same) {
                snprintf(text, sizeof text, "the %s of segment %u of the tile on %d,%d differs", kinds[kind_at(rc, t, s)].name, s,
                         rc->tiles[t].x, rc->tiles[t].y);
                return text;
            }
        }
    return NULL;
}

void recheck_ends(const struct recheck_wall *wall, int x[2], int y[2])
{
    static const int from_x[] = {0, 1, 1, 0}, from_y[] = {0, 0, 1, 1}, to_x[] = {1, 1, 0, 0}, to_y[] = {0, 1, 1, 0};
    x[0] = wall->x + from_x[wall->side];
    y[0] = wall->y + from_y[wall->side];
    x[1] = wall->x + to_x[wall->side];
    y[1] = wall->y + to_y[wall->side];
}

void recheck_wall(struct recheck *rc, int x, int y, unsigned side, unsigned seat, bool gate)
{
    struct recheck_wall wall = {.x = x, .y = y, .side = side, .seat = seat, .gate = gate};
    int px[2], py[2];
    recheck_settle(rc);
    recheck_ends(&wall, px, py);
    if (recheck_tile_at(rc, x, y) < 0 || recheck_tile_at(rc, x + side_x[side], y + side_y[side]) >= 0 ||
        !recheck_is_outside(rc, x + side_x[side], y + side_y[side]))
        rc->broken = "a wall is not between a tile and the outside";
    if (gate != (rc->wall_count == 0))
        rc->broken = "the first piece is the gate, and no other";
    bool joined = gate;
    for (int arm = 0; arm < 2 && gate; arm++) {
        rc->loose[arm].x = px[1 - arm];
        rc->loose[arm].y = py[1 - arm];
    }
    for (int arm = 0; arm < 2 && !joined; arm++)
        for (int k = 0; k < 2 && !joined; k++)
            if (rc->loose[arm].x == px[k] && rc->loose[arm].y == py[k]) {
                rc->loose[arm].x = px[1 - k];
                rc->loose[arm].y = py[1 - k];
                wall.arm = arm;
                joined = true;
            }
    if (!joined)
        rc->broken = "a wall does not join an end";
    rc->walls[rc->wall_count++] = wall;
    rc->phase = true;
    recheck_settle(rc);
}

void recheck_guard(struct recheck *rc, int x, int y, unsigned side, unsigned seat)
{
    int wall = side > 3 ? (int)rc->wall_count - 1 : recheck_wall_on(rc, x, y, side);
    struct recheck_wall *on = &rc->walls[wall];
    if (on->guarded || on->gate)
        rc->broken = "a guard on the gate, or a second one";
    on->guarded = true;
    on->guard = seat;
    int cx = on->x, cy = on->y;
    while (recheck_tile_at(rc, cx, cy) >= 0) {
        int other = recheck_wall_on(rc, cx, cy, (on->side + 2) % 4);
        if (other >= 0 && rc->walls[other].guarded && recheck_tile_at(rc, cx - side_x[on->side], cy - side_y[on->side]) < 0)
            rc->broken = "guards face each other";
        cx -= side_x[on->side];
        cy -= side_y[on->side];
    }
}

/* Walls between the joint behind the depth-th wall of an arm (the gate is its 0th) and the next joint with a tower, or the gate. */
static int walls_down(const struct recheck *rc, int arm, int depth)
{
    int count = 0;
    while (depth > 0) {
        count++;
        if (rc->towers[arm][--depth])
            break;
    }
    return count;
}

struct recheck_joint recheck_joint(const struct recheck *rc, int wall)
{
    int length[2] = {0, 0}, arm = rc->walls[wall].arm, depth = 0;
    bool ring = rc->loose[0].x == rc->loose[1].x && rc->loose[0].y == rc->loose[1].y;
    for (int i = 1; i < (int)rc->wall_count; i++) {
        length[rc->walls[i].arm]++;
        depth = i == wall ? length[arm] : depth;
    }
    if (!ring) {
        if (!wall)
            arm = length[0] == 0 ? 0 : 1;
        return (struct recheck_joint){arm, depth, depth == length[arm], rc->towers[arm][depth], walls_down(rc, arm, depth)};
    }
    int last = rc->walls[rc->wall_count - 1].arm, own = length[last] - 1, other = length[1 - last];
    int from_own = walls_down(rc, last, own), from_other = walls_down(rc, 1 - last, other);
    struct recheck_joint near = {last, own, true, rc->towers[last][own], from_own}, far = {1 - last, other, true, rc->towers[1 - last][other], from_other};
    int across_near = far.taken ? 1 : from_other + 1, across_far = near.taken ? 1 : from_own + 1;
    near.points = across_near > from_own ? across_near : from_own;
    far.points = across_far > from_other ? across_far : from_other;
    if (wall == (int)rc->wall_count - 1)
        return far.taken || (!near.taken && near.points >= far.points) ? near : far;
    if (depth == own && (arm == last || !wall))
        return near;
    far.open = depth == other && (arm != last || !wall);
    return far;
}

void recheck_tower(struct recheck *rc, int x, int y, unsigned side, unsigned seat)
{
    struct recheck_joint joint = recheck_joint(rc, recheck_wall_on(rc, x, y, side));
    if (!joint.open || joint.taken)
        rc->broken = "a tower is not at a free end";
    rc->scores[seat] += joint.points;
    rc->towers[joint.arm][joint.depth] = true;
}

void recheck_turn_over(struct recheck *rc)
{
    unsigned gap = 0;
    if (!rc->town || rc->closed)
        return;
    for (unsigned t = 0; t < rc->tile_count; t++)
        for (unsigned side = 0; side < 4; side++) {
            int x = rc->tiles[t].x + side_x[side], y = rc->tiles[t].y + side_y[side];
            gap += recheck_tile_at(rc, x, y) < 0 && recheck_wall_on(rc, rc->tiles[t].x, rc->tiles[t].y, side) < 0 && recheck_is_outside(rc, x, y);
        }
    bool over = rc->drawn >= rc->in_sets || (rc->phase && rc->wall_count > rc->walls_most) ||
                ((rc->phase || rc->close_always) && rc->wall_count && gap <= 5);
    rc->phase = false;
    if (!over)
        return;
    rc->closed = true;
    recheck_settle(rc);
}

/* What guards see at the end. */
static void pay_guards(struct recheck *rc)
{
    for (unsigned i = 0; i < rc->wall_count; i++) {
        const struct recheck_wall *wall = &rc->walls[i];
        int x = wall->x, y = wall->y, tile;
        while (wall->guarded && (tile = recheck_tile_at(rc, x, y)) >= 0) {
            rc->scores[wall->guard] += rc->tiles[tile].design->marks & MARK_PUBLIC ? 2 : rc->tiles[tile].design->marks & MARK_HISTORIC ? 3 : 0;
            x -= side_x[wall->side];
            y -= side_y[wall->side];
        }
    }
}
