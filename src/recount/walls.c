/* SPDX-License-Identifier: MIT */
/* See recount.h: the wall of The City, its guards and towers. */
#include "recount/part.h"

static bool reach(const struct recount *rc, int x, int y, bool seen[128][128])
{
    enum { MIDDLE = 64 };
    /* Beyond all tiles: far away. */
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
    for (unsigned i = 0; i < rc->wall_count; i++)
        if (rc->walls[i].x == x && rc->walls[i].y == y && rc->walls[i].side == side)
            return (int)i;
    return -1;
}

bool recount_is_walled(const struct recount *rc, unsigned tile, unsigned side)
{
    int x = rc->tiles[tile].x, y = rc->tiles[tile].y;
    int wall = recount_wall_on(rc, x, y, side);
    if (wall >= 0)
        return !(rc->walls[wall].gate && rc->gate_open);
    return rc->closed && recount_tile_at(rc, x + side_dx[side], y + side_dy[side]) < 0 &&
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

void recount_wall(struct recount *rc, int x, int y, unsigned side, unsigned seat, bool gate)
{
    struct recount_wall wall = {.x = x, .y = y, .side = side, .seat = seat, .gate = gate};
    int px[2], py[2];
    recount_settle(rc);
    recount_ends(&wall, px, py);
    if (recount_tile_at(rc, x, y) < 0 ||
        recount_tile_at(rc, x + side_dx[side], y + side_dy[side]) >= 0 ||
        !recount_is_outside(rc, x + side_dx[side], y + side_dy[side]))
        rc->broken = "a wall is not between a tile and the outside";
    if (gate != (rc->wall_count == 0))
        rc->broken = "the first piece is the gate, and no other";
    bool joined = gate;
    for (int end = 0; end < 2 && gate; end++) {
        rc->loose[end].x = px[1 - end];
        rc->loose[end].y = py[1 - end];
    }
    for (int end = 0; end < 2 && !joined; end++)
        for (int k = 0; k < 2 && !joined; k++)
            if (rc->loose[end].x == px[k] && rc->loose[end].y == py[k]) {
                rc->loose[end].x = px[1 - k];
                rc->loose[end].y = py[1 - k];
                wall.end = end;
                joined = true;
            }
    if (!joined)
        rc->broken = "a wall does not join an end";
    rc->walls[rc->wall_count++] = wall;
    rc->phase = true;
    recount_settle(rc);
}

void recount_guard(struct recount *rc, int x, int y, unsigned side, unsigned seat)
{
    int wall = side > 3 ? (int)rc->wall_count - 1 : recount_wall_on(rc, x, y, side);
    struct recount_wall *on = &rc->walls[wall];
    if (on->guarded || on->gate)
        rc->broken = "a guard on the gate, or a second one";
    on->guarded = true;
    on->guard = seat;
    int cx = on->x, cy = on->y;
    while (recount_tile_at(rc, cx, cy) >= 0) {
        int other = recount_wall_on(rc, cx, cy, (on->side + 2) % 4);
        if (other >= 0 && rc->walls[other].guarded &&
            recount_tile_at(rc, cx - side_dx[on->side], cy - side_dy[on->side]) < 0)
            rc->broken = "guards face each other";
        cx -= side_dx[on->side];
        cy -= side_dy[on->side];
    }
}

/* Walls between the joint behind the depth-th wall at an end (the gate is its 0th) and the next
 * joint with a tower, or the gate. */
static int walls_down(const struct recount *rc, int end, int depth)
{
    int count = 0;
    while (depth > 0) {
        count++;
        if (rc->towers[end][--depth])
            break;
    }
    return count;
}

struct recount_joint recount_joint(const struct recount *rc, int wall)
{
    int length[2] = {0, 0}, end = rc->walls[wall].end, depth = 0;
    bool ring = rc->loose[0].x == rc->loose[1].x && rc->loose[0].y == rc->loose[1].y;
    for (int i = 1; i < (int)rc->wall_count; i++) {
        length[rc->walls[i].end]++;
        depth = i == wall ? length[end] : depth;
    }
    if (!ring) {
        if (!wall)
            end = length[0] == 0 ? 0 : 1;
        return (struct recount_joint){end, depth, depth == length[end], rc->towers[end][depth],
                                      walls_down(rc, end, depth)};
    }
    int last = rc->walls[rc->wall_count - 1].end, own = length[last] - 1, other = length[1 - last];
    int from_own = walls_down(rc, last, own), from_other = walls_down(rc, 1 - last, other);
    struct recount_joint near = {last, own, true, rc->towers[last][own], from_own},
                         far = {1 - last, other, true, rc->towers[1 - last][other], from_other};
    int across_near = far.taken ? 1 : from_other + 1, across_far = near.taken ? 1 : from_own + 1;
    near.points = across_near > from_own ? across_near : from_own;
    far.points = across_far > from_other ? across_far : from_other;
    if (wall == (int)rc->wall_count - 1)
        return far.taken || (!near.taken && near.points >= far.points) ? near : far;
    if (depth == own && (end == last || !wall))
        return near;
    far.open = depth == other && (end != last || !wall);
    return far;
}

void recount_tower(struct recount *rc, int x, int y, unsigned side, unsigned seat)
{
    struct recount_joint joint = recount_joint(rc, recount_wall_on(rc, x, y, side));
    if (!joint.open || joint.taken)
        rc->broken = "a tower is not at a free end";
    rc->scores[seat] += joint.points;
    rc->towers[joint.end][joint.depth] = true;
}

void recount_turn_over(struct recount *rc)
{
    unsigned gap = 0;
    if (!rc->town || rc->closed)
        return;
    for (unsigned t = 0; t < rc->tile_count; t++)
        for (unsigned side = 0; side < 4; side++) {
            int x = rc->tiles[t].x + side_dx[side], y = rc->tiles[t].y + side_dy[side];
            gap += recount_tile_at(rc, x, y) < 0 &&
                   recount_wall_on(rc, rc->tiles[t].x, rc->tiles[t].y, side) < 0 &&
                   recount_is_outside(rc, x, y);
        }
    bool over = rc->drawn >= rc->in_sets || (rc->phase && rc->wall_count > rc->walls_most) ||
                ((rc->phase || rc->close_always) && rc->wall_count && gap <= 5);
    rc->phase = false;
    if (!over)
        return;
    rc->closed = true;
    recount_settle(rc);
}

void recount_pay_guards(struct recount *rc)
{
    for (unsigned i = 0; i < rc->wall_count; i++) {
        const struct recount_wall *wall = &rc->walls[i];
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
