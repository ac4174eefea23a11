/* See recheck.h. Here ports are walked on the unturned drawing: the side that a tile shows to the north is its side
 * number (0 - orient), and so on; the library keeps turned tables instead. */
#include "recheck.h"

#include <stdio.h>
#include <stdlib.h>

void recheck_begin(struct recheck *rc, unsigned seats, int shield, int small_city, int field_city)
{
    memset(rc, 0, sizeof *rc);
    rc->seats = seats;
    rc->shield = shield;
    rc->small_city = small_city;
    rc->field_city = field_city;
}

void recheck_lay(struct recheck *rc, const struct design *design, int x, int y, unsigned orient)
{
    rc->tiles[rc->tile_count++] = (struct recheck_tile){design, x, y, orient};
}

void recheck_stand(struct recheck *rc, unsigned tile, unsigned segment, unsigned seat)
{
    rc->followers[rc->follower_count++] = (struct recheck_follower){tile, segment, seat, true};
}

static int tile_at(const struct recheck *rc, int x, int y)
{
    for (unsigned i = 0; i < rc->tile_count; i++)
        if (rc->tiles[i].x == x && rc->tiles[i].y == y)
            return (int)i;
    return -1;
}

/* Segment at a port of the board, found among the drawing's segments. */
static int segment_at(const struct recheck *rc, unsigned tile, unsigned board_port)
{
    unsigned drawn = (board_port + 12 - 3 * rc->tiles[tile].orient) % 12;
    for (unsigned i = 0; i < rc->tiles[tile].design->segment_count; i++)
        if (rc->tiles[tile].design->segments[i].ports >> drawn & 1)
            return (int)i;
    return -1;
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
            int next = tile_at(rc, rc->tiles[tile].x + dx[side], rc->tiles[tile].y + dy[side]);
            if (next < 0) {
                f->completed = false;
                continue;
            }
            int mate = segment_at(rc, (unsigned)next, 3 * ((side + 2) % 4) + 2 - k);
            spread(rc, (unsigned)next, (unsigned)mate, f);
        }
}

static unsigned around(const struct recheck *rc, unsigned tile)
{
    unsigned count = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            count += tile_at(rc, rc->tiles[tile].x + dx, rc->tiles[tile].y + dy) >= 0;
    return count;
}

static enum kind kind_at(const struct recheck *rc, unsigned tile, unsigned segment)
{
    return rc->tiles[tile].design->segments[segment].kind;
}

void recheck_flood(const struct recheck *rc, unsigned tile, unsigned segment, struct recheck_feature *f)
{
    memset(f, 0, sizeof *f);
    f->completed = true;
    spread(rc, tile, segment, f);
    for (unsigned t = 0; t < rc->tile_count; t++) {
        bool any = false;
        for (unsigned s = 0; s < rc->tiles[t].design->segment_count; s++)
            if (f->in[t][s]) {
                any = true;
                f->shields += rc->tiles[t].design->segments[s].shields;
            }
        f->tiles += any;
    }
    for (unsigned i = 0; i < rc->follower_count; i++)
        if (rc->followers[i].stands && f->in[rc->followers[i].tile][rc->followers[i].segment])
            f->followers[rc->followers[i].seat]++;
    if (kind_at(rc, tile, segment) == KIND_MONASTERY)
        f->completed = around(rc, tile) == 9;
    if (kind_at(rc, tile, segment) == KIND_FIELD)
        f->completed = false;
}

static unsigned completed_cities(const struct recheck *rc, const struct recheck_feature *field)
{
    static bool counted[TILES_MOST][SEGMENTS_MOST];
    static struct recheck_feature city;
    unsigned count = 0;
    memset(counted, 0, sizeof counted);
    for (unsigned t = 0; t < rc->tile_count; t++)
        for (unsigned s = 0; s < rc->tiles[t].design->segment_count; s++)
            for (unsigned c = 0; field->in[t][s] && c < rc->tiles[t].design->segment_count; c++) {
                if (!(rc->tiles[t].design->segments[s].touches >> c & 1) || counted[t][c])
                    continue;
                recheck_flood(rc, t, c, &city);
                for (unsigned i = 0; i < rc->tile_count; i++)
                    for (unsigned k = 0; k < SEGMENTS_MOST; k++)
                        counted[i][k] |= city.in[i][k];
                count += city.completed;
            }
    return count;
}

static int worth(const struct recheck *rc, unsigned tile, unsigned segment, const struct recheck_feature *f)
{
    switch (kind_at(rc, tile, segment)) {
    case KIND_ROAD:
        return (int)f->tiles;
    case KIND_CITY:
        if (!f->completed)
            return (int)(f->tiles + f->shields);
        if (f->tiles == 2 && rc->small_city == 2)
            return 2 + (int)f->shields;
        return 2 * (int)f->tiles + rc->shield * (int)f->shields;
    case KIND_MONASTERY:
        return (int)around(rc, tile);
    case KIND_FIELD:
        return rc->field_city * (int)completed_cities(rc, f);
    default:
        return 0;
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
        if (!f.completed && !final)
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

void recheck_settle(struct recheck *rc)
{
    settle(rc, false);
}

void recheck_final(struct recheck *rc)
{
    settle(rc, true);
}

static bool same_tiles(const struct recheck *rc, const struct recheck_feature *f, const struct feature *theirs)
{
    for (unsigned t = 0; t < rc->tile_count; t++) {
        bool any = false;
        for (unsigned s = 0; s < SEGMENTS_MOST; s++)
            any |= f->in[t][s];
        if (any != tile_bits_has(&theirs->tiles, t))
            return false;
    }
    return true;
}

const char *recheck_compare(const struct recheck *rc, struct referee *r)
{
    static struct recheck_feature f;
    static bool seen[TILES_MOST][SEGMENTS_MOST];
    static char text[256];
    memset(seen, 0, sizeof seen);
    for (unsigned seat = 0; seat < rc->seats; seat++)
        if (rc->scores[seat] != r->scores[seat]) {
            snprintf(text, sizeof text, "seat %c has %d, recounted %d", 'a' + seat, r->scores[seat], rc->scores[seat]);
            return text;
        }
    for (unsigned t = 0; t < rc->tile_count; t++)
        for (unsigned s = 0; s < rc->tiles[t].design->segment_count; s++) {
            if (seen[t][s])
                continue;
            recheck_flood(rc, t, s, &f);
            unsigned root = table_root(&r->table, t * NODES_PER_TILE + s);
            const struct feature *theirs = &r->table.features[root];
            bool same = same_tiles(rc, &f, theirs) && theirs->shields == f.shields && theirs->completed == f.completed;
            for (unsigned seat = 0; seat < SEATS_MOST; seat++)
                same &= theirs->followers[seat] == f.followers[seat];
            for (unsigned i = 0; i < rc->tile_count; i++)
                for (unsigned k = 0; k < rc->tiles[i].design->segment_count; k++) {
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
