/* SPDX-License-Identifier: MIT */
/* The recount of The City. */
#include "expansions/city/recount.h"
#include "recount/recount_part.h"

static void town_begin(struct recount *rc, const struct record *record,
                       const struct profile *profile)
{
    struct recount_town *town = recount_state(rc, &town_recount);
    const struct tileset *set = record->sets[0];
    for (unsigned i = 0; i < set->design_count; i++)
        town->in_sets += set->designs[i].count;
    for (unsigned i = 0; i < PIECES_MAX && set->pieces[i].name; i++)
        if (strcmp(set->pieces[i].name, "wall") == 0)
            town->walls_most = set->pieces[i].count;
    town->close_always = profile_is(profile, CLOSE_TEST, ALWAYS);
    town->gate_open = profile_is(profile, GATE_CLOSES, NO);
    town->market_across = profile_is(profile, MARKET_ACROSS, YES);
}

/* ---- Values of features ---- */

/* Returns the number of kinds of goods on a market. */
static int kinds_of_goods(const struct recount *rc, const struct recount_feature *market)
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

/* Returns the number of markets that touch a residence: on one of its tiles or, by option
 * market-across, beyond one of its halves. */
static int markets_touched(const struct recount *rc, const struct recount_feature *residence)
{
    const struct recount_town *town = recount_look(rc, &town_recount);
    static bool counted[TILES_MAX][RECOUNT_NODES];
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
                        touches |= town->market_across && mate >= 0 && residence->in[next][mate];
                    }
                }
            count += touches;
        }
    return count;
}

static bool town_worth(const struct recount *rc, enum kind kind, const struct recount_feature *f,
                       int *points)
{
    int tiles = (int)f->tiles;
    if (kind == KIND_ROAD)
        *points = f->completed ? (tiles < 4 ? 1 : 2) * tiles : 0;
    else if (kind == KIND_MARKET)
        *points = f->completed ? tiles * kinds_of_goods(rc, f) : 0;
    else if (kind == KIND_RESIDENCE)
        *points = 2 * markets_touched(rc, f);
    return kind == KIND_ROAD || kind == KIND_MARKET || kind == KIND_RESIDENCE;
}

/* ---- The wall ---- */

static bool reach(const struct recount *rc, int x, int y, bool seen[128][128])
{
    enum { MIDDLE = 64 };
    /* A cell beyond all tiles is outside. */
    if (x < rc->least_x || x > rc->most_x || y < rc->least_y || y > rc->most_y)
        return true;
    if (seen[y + MIDDLE][x + MIDDLE] || recount_tile_at(rc, x, y) >= 0)
        return false;
    seen[y + MIDDLE][x + MIDDLE] = true;
    for (unsigned side = 0; side < 4; side++)
        if (reach(rc, x + side_dx[side], y + side_dy[side], seen))
            return true;
    return false;
}

bool recount_is_outside(const struct recount *rc, int x, int y)
{
    static bool seen[128][128];
    memset(seen, 0, sizeof seen);
    return reach(rc, x, y, seen);
}

int recount_wall_on(const struct recount *rc, int x, int y, unsigned side)
{
    const struct recount_town *town = recount_look(rc, &town_recount);
    for (unsigned i = 0; i < town->wall_count; i++)
        if (town->walls[i].x == x && town->walls[i].y == y && town->walls[i].side == side)
            return (int)i;
    return -1;
}

static bool town_closes(const struct recount *rc, unsigned tile, unsigned side)
{
    const struct recount_town *town = recount_look(rc, &town_recount);
    int x = rc->tiles[tile].x, y = rc->tiles[tile].y;
    int wall = recount_wall_on(rc, x, y, side);
    if (wall >= 0)
        return !(town->walls[wall].gate && town->gate_open);
    return town->closed && recount_tile_at(rc, x + side_dx[side], y + side_dy[side]) < 0 &&
           recount_is_outside(rc, x + side_dx[side], y + side_dy[side]);
}

void recount_ends(const struct recount_wall *wall, int x[2], int y[2])
{
    static const int from_x[] = {0, 1, 1, 0}, from_y[] = {0, 0, 1, 1}, to_x[] = {1, 1, 0, 0},
                     to_y[] = {0, 1, 1, 0};
    x[0] = wall->x + from_x[wall->side];
    y[0] = wall->y + from_y[wall->side];
    x[1] = wall->x + to_x[wall->side];
    y[1] = wall->y + to_y[wall->side];
}

static void lay_wall(struct recount *rc, int x, int y, unsigned side, unsigned seat, bool gate)
{
    struct recount_town *town = recount_state(rc, &town_recount);
    struct recount_wall wall = {.x = x, .y = y, .side = side, .seat = seat, .gate = gate};
    int px[2], py[2];
    recount_settle(rc);
    recount_ends(&wall, px, py);
    if (recount_tile_at(rc, x, y) < 0 ||
        recount_tile_at(rc, x + side_dx[side], y + side_dy[side]) >= 0 ||
        !recount_is_outside(rc, x + side_dx[side], y + side_dy[side]))
        rc->broken = "a wall is not between a tile and the outside";
    if (gate != (town->wall_count == 0))
        rc->broken = "the first piece is the gate, and no other";
    bool joined = gate;
    for (int end = 0; end < 2 && gate; end++) {
        town->loose[end].x = px[1 - end];
        town->loose[end].y = py[1 - end];
    }
    for (int end = 0; end < 2 && !joined; end++)
        for (int k = 0; k < 2 && !joined; k++)
            if (town->loose[end].x == px[k] && town->loose[end].y == py[k]) {
                town->loose[end].x = px[1 - k];
                town->loose[end].y = py[1 - k];
                wall.end = end;
                joined = true;
            }
    if (!joined)
        rc->broken = "a wall does not join an end";
    town->walls[town->wall_count++] = wall;
    town->phase = true;
    recount_settle(rc);
}

static void place_guard(struct recount *rc, int x, int y, unsigned side, unsigned seat)
{
    struct recount_town *town = recount_state(rc, &town_recount);
    int wall = side > 3 ? (int)town->wall_count - 1 : recount_wall_on(rc, x, y, side);
    struct recount_wall *on = &town->walls[wall];
    if (on->guarded || on->gate)
        rc->broken = "a guard on the gate, or a second one";
    on->guarded = true;
    on->guard = seat;
    int cx = on->x, cy = on->y;
    while (recount_tile_at(rc, cx, cy) >= 0) {
        int other = recount_wall_on(rc, cx, cy, (on->side + 2) % 4);
        if (other >= 0 && town->walls[other].guarded &&
            recount_tile_at(rc, cx - side_dx[on->side], cy - side_dy[on->side]) < 0)
            rc->broken = "guards face each other";
        cx -= side_dx[on->side];
        cy -= side_dy[on->side];
    }
}

/* Returns the number of walls from the joint after the depth-th wall at an end to the next joint
 * that has a tower, towards the gate. Without a tower, counts up to the gate, which is wall 0. */
static int walls_down(const struct recount *rc, int end, int depth)
{
    const struct recount_town *town = recount_look(rc, &town_recount);
    int count = 0;
    while (depth > 0) {
        count++;
        if (town->towers[end][--depth])
            break;
    }
    return count;
}

struct recount_joint recount_joint(const struct recount *rc, int wall)
{
    const struct recount_town *town = recount_look(rc, &town_recount);
    int length[2] = {0, 0}, end = town->walls[wall].end, depth = 0;
    bool ring = town->loose[0].x == town->loose[1].x && town->loose[0].y == town->loose[1].y;
    for (int i = 1; i < (int)town->wall_count; i++) {
        length[town->walls[i].end]++;
        depth = i == wall ? length[end] : depth;
    }
    if (!ring) {
        if (!wall)
            end = length[0] == 0 ? 0 : 1;
        return (struct recount_joint){end, depth, depth == length[end], town->towers[end][depth],
                                      walls_down(rc, end, depth)};
    }
    int last = town->walls[town->wall_count - 1].end, own = length[last] - 1,
        other = length[1 - last];
    int from_own = walls_down(rc, last, own), from_other = walls_down(rc, 1 - last, other);
    struct recount_joint near = {last, own, true, town->towers[last][own], from_own},
                         far = {1 - last, other, true, town->towers[1 - last][other], from_other};
    int across_near = far.taken ? 1 : from_other + 1, across_far = near.taken ? 1 : from_own + 1;
    near.points = across_near > from_own ? across_near : from_own;
    far.points = across_far > from_other ? across_far : from_other;
    if (wall == (int)town->wall_count - 1)
        return far.taken || (!near.taken && near.points >= far.points) ? near : far;
    if (depth == own && (end == last || !wall))
        return near;
    far.open = depth == other && (end != last || !wall);
    return far;
}

static void place_tower(struct recount *rc, int x, int y, unsigned side, unsigned seat)
{
    struct recount_town *town = recount_state(rc, &town_recount);
    struct recount_joint joint = recount_joint(rc, recount_wall_on(rc, x, y, side));
    if (!joint.open || joint.taken)
        rc->broken = "a tower is not at a free end";
    rc->scores[seat] += joint.points;
    town->towers[joint.end][joint.depth] = true;
}

static void town_line_over(struct recount *rc)
{
    struct recount_town *town = recount_state(rc, &town_recount);
    unsigned gap = 0;
    if (town->closed)
        return;
    for (unsigned t = 0; t < rc->tile_count; t++)
        for (unsigned side = 0; side < 4; side++) {
            int x = rc->tiles[t].x + side_dx[side], y = rc->tiles[t].y + side_dy[side];
            gap += recount_tile_at(rc, x, y) < 0 &&
                   recount_wall_on(rc, rc->tiles[t].x, rc->tiles[t].y, side) < 0 &&
                   recount_is_outside(rc, x, y);
        }
    bool over = rc->drawn >= town->in_sets ||
                (town->phase && town->wall_count > town->walls_most) ||
                ((town->phase || town->close_always) && town->wall_count && gap <= 5);
    town->phase = false;
    if (!over)
        return;
    town->closed = true;
    recount_settle(rc);
}

static void town_final(struct recount *rc)
{
    struct recount_town *town = recount_state(rc, &town_recount);
    for (unsigned i = 0; i < town->wall_count; i++) {
        const struct recount_wall *wall = &town->walls[i];
        int x = wall->x, y = wall->y, tile;
        while (wall->guarded && (tile = recount_tile_at(rc, x, y)) >= 0) {
            rc->scores[wall->guard] += rc->tiles[tile].design->marks & MARK_PUBLIC     ? 2
                                       : rc->tiles[tile].design->marks & MARK_HISTORIC ? 3
                                                                                       : 0;
            x -= side_dx[wall->side];
            y -= side_dy[wall->side];
        }
    }
}

static void town_laid(struct recount *rc)
{
    const struct recount_town *town = recount_look(rc, &town_recount);
    for (unsigned i = 0; i < town->wall_count; i++) {
        const struct recount_wall *wall = &town->walls[i];
        if (!recount_is_outside(rc, wall->x + side_dx[wall->side], wall->y + side_dy[wall->side]))
            rc->broken = "a tile lies beyond a wall, or cuts it off";
    }
}

static bool town_act(struct recount *rc, const struct line *line, const struct act *act)
{
    int x = act->segment.cell.x, y = act->segment.cell.y;
    unsigned side = act->segment.side;
    switch ((enum verb_id)act->verb) {
    case VERB_GATE:
    case VERB_WALL:
    case VERB_SHORT:
        recount_settle_turn(rc);
        lay_wall(rc, x, y, side, line->seat, act->verb == VERB_GATE);
        return true;
    case VERB_GUARD:
        place_guard(rc, 0, 0, 4, line->seat);
        return true;
    case VERB_GUARD_ON:
        place_guard(rc, x, y, side, line->seat);
        return true;
    case VERB_TOWER:
        place_tower(rc, x, y, side, line->seat);
        return true;
    default:
        return false;
    }
}

/* Closes the ring when the last tile has been drawn. */
static void town_over(struct recount *rc)
{
    struct recount_town *town = recount_state(rc, &town_recount);
    if (rc->drawn < town->in_sets || town->closed)
        return;
    town->closed = true;
    recount_settle(rc);
}

const struct recount_rules town_recount = {
    .name = "town",
    .state_size = sizeof(struct recount_town),
    .begin = town_begin,
    .laid = town_laid,
    .act = town_act,
    .closes = town_closes,
    .worth = town_worth,
    .line_over = town_line_over,
    .over = town_over,
    .final = town_final,
};
