/* SPDX-License-Identifier: MIT */
/* Finds the shapes of segments. The border of an area is drawn clockwise. It follows the half-sides
 * of the area. From the end of one run of half-sides to the beginning of the next, it crosses the
 * tile along the land between. Open land is land of a kind that fills the rest of a tile, such as
 * field; other areas are closed. */
#include "draw/shape.h"

#include <stdlib.h>

enum {
    BORDER = 8, /* number of points of the border, and of half-sides */
    FACE_MAX = BORDER + 1,
    FLAT = 10, /* number of lines that stand for a curve when a point is tested */
    FLATS_MAX = STROKES_MAX * FLAT,
    ROAD_ROOM = 60,  /* half the width of a road with its edges */
    WALL_ROOM = 29,  /* half the width of a wall */
    SIGN_ROOM = 130, /* half the width of a sign, and of a figure beside it */
    ROOM_ENOUGH = 220,
    ISLAND = 90,    /* half the width of land that touches no side */
    GRID_STEP = 40, /* distance between points that are tried */
    OBSTACLES_MAX = 1024,
};

static const struct point centre = {TILE_CENTRE, TILE_CENTRE};

/* ---- Paths ---- */

static void add(struct path *path, struct stroke stroke)
{
    if (path->count < STROKES_MAX)
        path->strokes[path->count++] = stroke;
}

static bool same_point(struct point a, struct point b)
{
    return a.x == b.x && a.y == b.y;
}

static struct point path_end(const struct path *path)
{
    return path->count ? path->strokes[path->count - 1].to : (struct point){-1, -1};
}

static void move_to(struct path *path, struct point to)
{
    add(path, (struct stroke){.kind = STROKE_MOVE, .to = to});
}

static void line_to(struct path *path, struct point to)
{
    if (!same_point(path_end(path), to))
        add(path, (struct stroke){.kind = STROKE_LINE, .to = to});
}

static struct point between(struct point a, struct point b)
{
    return (struct point){(a.x + b.x) / 2, (a.y + b.y) / 2};
}

/* A point of a path whose curves are replaced by lines; `begins` is true for a move, which begins
 * another part. flatten() returns the number of points. */
struct flat {
    struct point point;
    bool begins;
};

static unsigned flatten(const struct path *path, struct flat flats[FLATS_MAX])
{
    unsigned count = 0;
    struct point from = {0, 0};
    for (unsigned i = 0; i < path->count; i++) {
        const struct stroke *s = &path->strokes[i];
        for (int t = 1; s->kind == STROKE_CURVE && t < FLAT; t++) {
            int64_t u = FLAT - t, a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t,
                    d = t * t * t, all = FLAT * FLAT * FLAT;
            struct point at = {
                (int)((a * from.x + b * s->leave.x + c * s->arrive.x + d * s->to.x) / all),
                (int)((a * from.y + b * s->leave.y + c * s->arrive.y + d * s->to.y) / all)};
            flats[count++] = (struct flat){at, false};
        }
        flats[count++] = (struct flat){s->to, s->kind == STROKE_MOVE};
        from = s->to;
    }
    return count;
}

/* The lines of an area that a row of points meets. */
struct row {
    int y;
    unsigned count;
    struct line {
        struct point from, to;
    } lines[FLATS_MAX];
};

static void row_of(struct row *row, const struct flat *flats, unsigned count, int y)
{
    unsigned first = 0;
    row->y = y;
    row->count = 0;
    for (unsigned i = 0; i < count; i++) {
        if (flats[i].begins)
            first = i;
        bool closes = i + 1 == count || flats[i + 1].begins;
        struct point from = flats[i].point, to = flats[closes ? first : i + 1].point;
        if ((from.y > y) != (to.y > y))
            row->lines[row->count++] = (struct line){from, to};
    }
}

/* True if the point of the row at `x` is in the area, by the even-odd rule. */
static bool row_holds(const struct row *row, int x)
{
    bool inside = false;
    for (unsigned i = 0; i < row->count; i++) {
        /* Count the line if it crosses the ray from the point to the right. */
        struct point a = row->lines[i].from, b = row->lines[i].to;
        int64_t side = (int64_t)(b.x - a.x) * (row->y - a.y) - (int64_t)(x - a.x) * (b.y - a.y);
        inside ^= (side > 0) == (b.y > a.y);
    }
    return inside;
}

static bool flats_hold(const struct flat *flats, unsigned count, struct point point)
{
    struct row row;
    row_of(&row, flats, count, point.y);
    return row_holds(&row, point.x);
}

static bool path_holds(const struct path *path, struct point point)
{
    struct flat flats[FLATS_MAX];
    return flats_hold(flats, flatten(path, flats), point);
}

/* Returns the distance of two points in whole units, at most 8191. */
static int distance(struct point a, struct point b)
{
    int64_t x = a.x - b.x, y = a.y - b.y, square = x * x + y * y, root = 0;
    for (int64_t bit = 1 << 12; bit; bit >>= 1)
        if ((root + bit) * (root + bit) <= square)
            root += bit;
    return (int)root;
}

struct point point_turned(struct point point, unsigned quarters)
{
    for (; quarters % 4; quarters--)
        point = (struct point){TILE_SIZE - point.y, point.x};
    return point;
}

/* ---- The border ---- */

static struct point border_point(unsigned p)
{
    struct point on_north[2] = {{0, 0}, {TILE_CENTRE, 0}};
    return point_turned(on_north[p % 2], p % BORDER / 2);
}

static port_set half_port(unsigned half)
{
    half %= BORDER;
    return (port_set)(1u << (half / 2 * 3 + half % 2 * 2));
}

static port_set point_port(unsigned p)
{
    p %= BORDER;
    return (port_set)(p % 2 ? 2u << p / 2 * 3 : 0u);
}

/* Returns the number of steps clockwise from one point of the border to another: 1 to 8. */
static unsigned way(unsigned from, unsigned to)
{
    unsigned steps = (to + BORDER - from) % BORDER;
    return steps ? steps : BORDER;
}

/* Returns the direction, in thousandths, in which a curve leaves a point for another one that is
 * `steps` further clockwise. From the middle of a side it leads straight into the tile, as roads
 * do. From a corner it stays close to the side if the other point is near. So the borders of two
 * cities that share a corner separate at once. */
static struct point direction(unsigned p, unsigned steps)
{
    static const struct point of_corner[BORDER] = {
        {0, 0},     {914, 407}, {857, 515}, {788, 616},
        {707, 707}, {616, 788}, {515, 857}, {407, 914}}; /* 24, 31, 38 ... 66 degrees */
    struct point along = p % 2 ? (struct point){0, 1000} : of_corner[steps % BORDER];
    for (unsigned quarter = p % BORDER / 2; quarter; quarter--)
        along = (struct point){-along.y, along.x};
    return along;
}

/* Adds the curve from one point of the border to another. */
static void chord_to(struct path *path, unsigned from, unsigned to)
{
    struct point a = border_point(from), b = border_point(to);
    struct point leave = direction(from, way(from, to)), arrive = direction(to, way(to, from));
    /* Where a road turns, 390 makes the curve a quarter of a circle around a corner. */
    int length = distance(a, b) * (from % 2 && to % 2 ? 390 : 500) / 1000;
    add(path, (struct stroke){STROKE_CURVE,
                              {a.x + leave.x * length / 1000, a.y + leave.y * length / 1000},
                              {b.x + arrive.x * length / 1000, b.y + arrive.y * length / 1000},
                              b});
}

/* Returns the middle of a curve that leaves a point. */
static struct point curve_middle(struct point from, const struct stroke *curve)
{
    struct point bc = between(curve->leave, curve->arrive);
    struct point abc = between(between(from, curve->leave), bc),
                 bcd = between(bc, between(curve->arrive, curve->to));
    return between(abc, bcd);
}

/* Adds half of the curve between two points of the border: the first half, or the second. */
static void half_chord_to(struct path *path, unsigned from, unsigned to, bool second)
{
    struct path whole = {.count = 0};
    chord_to(&whole, from, to);
    const struct stroke *s = &whole.strokes[0];
    struct point a = border_point(from), ab = between(a, s->leave),
                 bc = between(s->leave, s->arrive), cd = between(s->arrive, s->to);
    struct point abc = between(ab, bc), bcd = between(bc, cd);
    add(path, second ? (struct stroke){STROKE_CURVE, bcd, cd, s->to}
                     : (struct stroke){STROKE_CURVE, ab, abc, curve_middle(a, s)});
}

static struct point chord_middle(unsigned from, unsigned to)
{
    struct path half = {.count = 0};
    half_chord_to(&half, from, to, false);
    return half.strokes[0].to;
}

/* Adds the curve from a point of the border to one inside the tile, where a road ends; with `back`
 * the same curve backwards. */
static void spoke_to(struct path *path, unsigned p, struct point hub, bool back)
{
    struct point a = border_point(p), leave = direction(p, 4);
    int length = distance(a, hub) / 2;
    leave = (struct point){a.x + leave.x * length / 1000, a.y + leave.y * length / 1000};
    struct point arrive = between(leave, hub);
    add(path, back ? (struct stroke){STROKE_CURVE, arrive, leave, a}
                   : (struct stroke){STROKE_CURVE, leave, arrive, hub});
}

/* ---- Faces: the land between the hulls of the segments ---- */

/* A design whose shape is being found. */
struct plan {
    const struct design *design;
    struct shape *shape;
    struct path hulls[SEGMENTS_MAX]; /* hulls of closed areas; nothing else lies within them */
    unsigned island; /* first open land that touches no side; SEGMENT_NONE if there is none */
};

static const struct segment *segment(const struct plan *plan, unsigned i)
{
    return &plan->design->segments[i];
}

static unsigned owner_of_half(const struct plan *plan, unsigned half)
{
    for (unsigned i = 0; i < plan->design->segment_count; i++)
        if (segment(plan, i)->kind != KIND_ROAD && segment(plan, i)->ports & half_port(half))
            return i;
    return SEGMENT_NONE;
}

static unsigned road_at(const struct plan *plan, unsigned p)
{
    for (unsigned i = 0; i < plan->design->segment_count && p % 2; i++)
        if (segment(plan, i)->kind == KIND_ROAD && segment(plan, i)->ports & point_port(p))
            return i;
    return SEGMENT_NONE;
}

/* True if a road goes through the tile to another side. Otherwise it ends on the tile, or meets
 * itself there. */
static bool is_through(const struct plan *plan, unsigned road)
{
    return __builtin_popcount(segment(plan, road)->ports) == 2;
}

static bool ends_at(const struct plan *plan, unsigned p)
{
    unsigned road = road_at(plan, p);
    return road != SEGMENT_NONE && !is_through(plan, road);
}

/* A side of a face, clockwise from one point of the border to another: the edge of a segment's
 * hull. */
struct edge_of_face {
    uint8_t from, to, segment;
    bool open;
};

struct face {
    struct edge_of_face edges[FACE_MAX];
    unsigned count;
};

/* Returns the furthest point, up to `end`, that a segment reaches from `from`. */
static unsigned reach(const struct plan *plan, unsigned i, unsigned from, unsigned end)
{
    unsigned to = from;
    for (unsigned k = 0, room = way(from, end); k < room; k++) {
        if (segment(plan, i)->kind == KIND_ROAD &&
            segment(plan, i)->ports & point_port(from + k + 1))
            to = from + k + 1;
        if (segment(plan, i)->kind != KIND_ROAD && segment(plan, i)->ports & half_port(from + k))
            to = from + k + 1;
    }
    return to;
}

/* Finds the face on the other side of an edge of the segment `own`. The edge leads from `end`, the
 * end of a run of the segment's half-sides, to `next`, the beginning of the next run. */
static void find_face(const struct plan *plan, unsigned own, unsigned end, unsigned next,
                      struct face *face)
{
    *face = (struct face){.count = 1,
                          .edges = {{(uint8_t)(next % BORDER), (uint8_t)(end % BORDER),
                                     (uint8_t)own, kinds[segment(plan, own)->kind].fills}}};
    for (unsigned p = end, stop = end + way(end, next); p < stop && face->count < FACE_MAX;) {
        unsigned i = road_at(plan, p), to = p;
        if (i != SEGMENT_NONE && is_through(plan, i))
            to = reach(plan, i, p, stop);
        if (to == p) {
            i = owner_of_half(plan, p);
            to = i == SEGMENT_NONE ? p + 1 : reach(plan, i, p, stop);
        }
        to = to > p ? to : p + 1;
        bool open = i != SEGMENT_NONE && kinds[segment(plan, i)->kind].fills;
        face->edges[face->count++] =
            (struct edge_of_face){(uint8_t)(p % BORDER), (uint8_t)(to % BORDER), (uint8_t)i, open};
        p = to;
    }
}

static const struct edge_of_face *edge_of(const struct face *face, unsigned i)
{
    return &face->edges[i % face->count];
}

/* A cut of a face, from its border to its hub. It begins at the first point of an edge if the road
 * there ends on the tile, or if two open edges meet there. If only closed edges lie between two
 * open edges, it begins in the middle of one of the closed edges (`inside`). */
struct ray {
    unsigned edge;
    bool inside;
};

struct rays {
    struct ray of[2 * FACE_MAX];
    unsigned count;
    struct point hub;
};

/* Returns the edge at which a cut separates the open lands before and after a run of `count` closed
 * edges. It is the edge that best fits the cities (or markets) that each open land touches in the
 * design. If several fit equally well, it is the one nearest to the middle of the run. */
static unsigned part_solids(const struct plan *plan, const struct face *face, unsigned first,
                            unsigned count)
{
    uint16_t before = segment(plan, edge_of(face, first + face->count - 1)->segment)->touches;
    uint16_t behind = segment(plan, edge_of(face, first + count)->segment)->touches;
    unsigned best = 0, least = UINT32_MAX;
    for (unsigned at = 0; at < count; at++) {
        unsigned wrong = 0;
        for (unsigned k = 0; k < count; k++) {
            unsigned bit = edge_of(face, first + k)->segment;
            bool of_first = bit < SEGMENTS_MAX && before >> bit & 1,
                 of_last = bit < SEGMENTS_MAX && behind >> bit & 1;
            if (of_first || of_last)
                wrong += (unsigned)(of_first != (k <= at)) + (unsigned)(of_last != (k >= at));
        }
        unsigned off = 2 * at > count - 1 ? 2 * at - (count - 1) : count - 1 - 2 * at;
        if (wrong * 100 + off < least) {
            least = wrong * 100 + off;
            best = at;
        }
    }
    return first + best;
}

/* Returns the number of closed edges that lie between two open ones, counted from this edge.
 * Returns 0 if a road ends before or after any of them. */
static unsigned solids_from(const struct plan *plan, const struct face *face, unsigned first)
{
    unsigned count = 0;
    if (!edge_of(face, first + face->count - 1)->open)
        return 0;
    for (; count < face->count && !edge_of(face, first + count)->open; count++)
        if (ends_at(plan, edge_of(face, first + count)->from))
            return 0;
    return ends_at(plan, edge_of(face, first + count)->from) ? 0 : count;
}

static struct point ray_point(const struct face *face, struct ray ray)
{
    const struct edge_of_face *edge = edge_of(face, ray.edge);
    return ray.inside ? chord_middle(edge->from, edge->to) : border_point(edge->from);
}

static void ray_to_hub(struct path *path, const struct face *face, struct ray ray, struct point hub)
{
    if (ray.inside)
        line_to(path, hub);
    else
        spoke_to(path, edge_of(face, ray.edge)->from, hub, false);
}

/* Returns the border of a face. Along open edges it is the border of the tile, because open land
 * fills it. */
static struct path face_border(const struct face *face)
{
    struct path around = {.count = 0};
    move_to(&around, border_point(face->edges[0].from));
    for (unsigned i = 0; i < face->count; i++) {
        const struct edge_of_face *edge = &face->edges[i];
        if (!edge->open)
            chord_to(&around, edge->from, edge->to);
        for (unsigned p = edge->from; edge->open && p < edge->from + way(edge->from, edge->to); p++)
            line_to(&around, border_point(p + 1));
    }
    return around;
}

static bool in_hull(const struct plan *plan, struct point p)
{
    for (unsigned i = 0; i < plan->design->segment_count; i++)
        if (plan->hulls[i].count && path_holds(&plan->hulls[i], p))
            return true;
    return false;
}

/* True if all cuts lie in the face when `hub` is its hub. */
static bool is_clear(const struct plan *plan, const struct face *face, const struct path *border,
                     const struct rays *rays, struct point hub)
{
    struct flat flats[FLATS_MAX], of_border[FLATS_MAX];
    unsigned borders = flatten(border, of_border);
    for (unsigned i = 0; i < rays->count; i++) {
        struct path ray = {.count = 0};
        move_to(&ray, ray_point(face, rays->of[i]));
        ray_to_hub(&ray, face, rays->of[i], hub);
        unsigned count = flatten(&ray, flats);
        for (unsigned k = 1; k < count; k++) {
            struct point middle = between(flats[k - 1].point, flats[k].point);
            if (!same_point(middle, flats[k - 1].point) &&
                (!flats_hold(of_border, borders, middle) || in_hull(plan, middle)))
                return false;
        }
    }
    return true;
}

/* Finds the hub of a face, a point at which all cuts are clear. Tries first the beginning of a cut
 * inside a closed edge, if at most one road ends in the face or the middle of the tile is outside
 * it. Then tries the middle of the tile, and then the points nearest to the middle. */
static struct point find_hub(const struct plan *plan, const struct face *face,
                             const struct rays *rays)
{
    unsigned roads = 0, lowest = BORDER;
    struct point parted = centre;
    for (unsigned i = 0; i < rays->count; i++) {
        unsigned from = edge_of(face, rays->of[i].edge)->from;
        roads += !rays->of[i].inside && ends_at(plan, from);
        if (rays->of[i].inside && from < lowest) {
            lowest = from;
            parted = ray_point(face, rays->of[i]);
        }
    }
    struct path border = face_border(face);
    static const struct point near[] = {{0, 0}, {-30, 0}, {30, 0}, {0, -30}, {0, 30}};
    bool inside = true;
    for (unsigned i = 0; i < sizeof near / sizeof near[0]; i++)
        inside &= path_holds(&border, (struct point){centre.x + near[i].x, centre.y + near[i].y});
    if (lowest < BORDER && (roads < 2 || !inside) && is_clear(plan, face, &border, rays, parted))
        return parted;
    if (inside && is_clear(plan, face, &border, rays, centre))
        return centre;
    struct point best = centre;
    int nearest = INT32_MAX;
    for (int y = GRID_STEP / 2; y < TILE_SIZE; y += GRID_STEP)
        for (int x = GRID_STEP / 2; x < TILE_SIZE; x += GRID_STEP) {
            struct point p = {x, y};
            if (distance(p, centre) < nearest && path_holds(&border, p) &&
                is_clear(plan, face, &border, rays, p)) {
                nearest = distance(p, centre);
                best = p;
            }
        }
    return best;
}

/* Finds the cuts of a face, in the order of its edges, and its hub. A single cut is dropped,
 * because it does not divide the face. */
static void find_rays(const struct plan *plan, const struct face *face, struct rays *rays)
{
    rays->count = 0;
    for (unsigned i = 0; i < face->count; i++) {
        bool both_open = edge_of(face, i)->open && edge_of(face, i + face->count - 1)->open;
        if (both_open || ends_at(plan, edge_of(face, i)->from))
            rays->of[rays->count++] = (struct ray){i, false};
        unsigned solids = solids_from(plan, face, i);
        if (solids)
            rays->of[rays->count++] =
                (struct ray){part_solids(plan, face, i, solids) % face->count, true};
    }
    /* If the face has only two edges and no road ends in it, one curve separates its segments. */
    bool road = false;
    for (unsigned i = 0; i < face->count; i++)
        road |= ends_at(plan, edge_of(face, i)->from);
    if (rays->count < 2 || (face->count == 2 && !road))
        rays->count = 0;
    else
        rays->hub = find_hub(plan, face, rays);
}

/* Returns the place of a ray on the border, in halves of edges. */
static unsigned place_of(struct ray ray)
{
    return 2 * ray.edge + ray.inside;
}

/* Finds the cuts before and after the first edge of a face. If takes_part() is true, the part of
 * the face between these cuts belongs to the segment of that edge. */
static void find_part(const struct face *face, const struct rays *rays, struct ray *before,
                      struct ray *behind)
{
    unsigned first = UINT32_MAX, last = 0, all = 2 * face->count;
    for (unsigned i = 0; i < rays->count; i++) {
        unsigned place = place_of(rays->of[i]), ahead = place < 2 ? place + all : place;
        if (ahead < first) {
            first = ahead;
            *behind = rays->of[i];
        }
        if (ahead > last) {
            last = ahead;
            *before = rays->of[i];
        }
    }
}

/* True if the segment of the first edge takes its part of the face. Open land always takes its
 * part. A part without open land goes to the segment that comes first. */
static bool takes_part(const struct plan *plan, const struct face *face, const struct rays *rays)
{
    if (face->edges[0].open)
        return true;
    if (!rays->count) {
        for (unsigned i = 1; i < face->count; i++)
            if (face->edges[i].open || (face->edges[i].segment < face->edges[0].segment &&
                                        segment(plan, face->edges[i].segment)->kind != KIND_ROAD))
                return false;
        return face->count > 2;
    }
    struct ray before = rays->of[0], behind = before;
    find_part(face, rays, &before, &behind);
    for (unsigned i = 1;
         i < face->count &&
         2 * i < (place_of(behind) < 2 ? place_of(behind) + 2 * face->count : place_of(behind));
         i++)
        if (face->edges[i].open)
            return false;
    return place_of(before) == 0;
}

/* Adds a hedge along a cut between fields, if no road separates them there. */
static void add_hedge(const struct plan *plan, const struct face *face, struct ray ray,
                      struct point hub)
{
    struct point from = ray_point(face, ray);
    if (segment(plan, face->edges[0].segment)->kind != KIND_FIELD || same_point(from, hub) ||
        (!ray.inside && ends_at(plan, edge_of(face, ray.edge)->from)))
        return;
    move_to(&plan->shape->hedges, from);
    line_to(&plan->shape->hedges, hub);
}

/* Adds the border of the first edge's segment in its face, clockwise around the segment: along the
 * edges to the next cut, along that cut to the hub, back along the cut before the first edge, and
 * along the remaining edges. */
static void walk_face(const struct plan *plan, const struct face *face, const struct rays *rays,
                      struct path *path)
{
    unsigned i = 1, all = face->count;
    struct ray before = {0, false}, behind = {0, false};
    if (rays->count) {
        find_part(face, rays, &before, &behind);
        unsigned end = place_of(behind) < 2 ? place_of(behind) + 2 * all : place_of(behind);
        for (; 2 * i < end - end % 2; i++)
            chord_to(path, edge_of(face, i)->from, edge_of(face, i)->to);
        if (behind.inside)
            half_chord_to(path, edge_of(face, i)->from, edge_of(face, i)->to, false);
        add_hedge(plan, face, behind, rays->hub);
        ray_to_hub(path, face, behind, rays->hub);
        i = before.edge ? before.edge : all;
        if (before.inside) {
            line_to(path, ray_point(face, before));
            half_chord_to(path, edge_of(face, i)->from, edge_of(face, i)->to, true);
            i++;
        } else {
            spoke_to(path, edge_of(face, i)->from, rays->hub, true);
        }
    }
    for (; i < all; i++)
        chord_to(path, edge_of(face, i)->from, edge_of(face, i)->to);
}

/* ---- Areas and roads ---- */

/* Returns the half-side with which a run of half-sides begins; BORDER if they go all round. */
static unsigned first_half(port_set ports)
{
    unsigned first = 0;
    while (first < BORDER &&
           !(ports & half_port(first) && !(ports & half_port(first + BORDER - 1))))
        first++;
    return first;
}

/* Draws the hull of an area: its half-sides, and curves from each run of them to the next, without
 * the faces beyond. */
static void draw_hull(struct plan *plan, unsigned own)
{
    port_set ports = segment(plan, own)->ports;
    unsigned first = first_half(ports) % BORDER;
    move_to(&plan->hulls[own], border_point(first));
    for (unsigned p = first; p < first + BORDER;) {
        unsigned next = p + 1;
        while (!(ports & half_port(p)) && !(ports & half_port(next)))
            next++;
        if (ports & half_port(p))
            line_to(&plan->hulls[own], border_point(next));
        else
            chord_to(&plan->hulls[own], p, next);
        p = next;
    }
}

/* Gives the island the land of a face whose edges are all closed. */
static void draw_between(const struct plan *plan, const struct face *face)
{
    struct path *island = &plan->shape->land[plan->island];
    move_to(island, border_point(face->edges[1].from));
    for (unsigned i = 1; i <= face->count; i++)
        chord_to(island, edge_of(face, i)->from, edge_of(face, i)->to);
}

/* True if two closed areas that both touch the island meet along one curve between opposite points
 * of the border. Then the island lies between them, and the border of each area bends inwards from
 * that curve. */
static bool is_shared(const struct plan *plan, const struct face *face)
{
    if (plan->island == SEGMENT_NONE || face->count != 2 || face->edges[0].open ||
        face->edges[1].open || way(face->edges[0].from, face->edges[0].to) != BORDER / 2)
        return false;
    unsigned touches = segment(plan, plan->island)->touches;
    return touches >> face->edges[0].segment & touches >> face->edges[1].segment & 1;
}

/* Adds the border of an area that makes room for the island: a curve from one point of the border
 * of the tile to another, bent into the area. */
static void bow_to(const struct plan *plan, unsigned own, struct path *path, unsigned from,
                   unsigned to)
{
    enum { BOW = 170 };
    struct point a = border_point(from), b = border_point(to), across = {a.y - b.y, b.x - a.x},
                 middle = between(a, b);
    int length = distance(a, b), depth = BOW;
    if (!path_holds(&plan->hulls[own], (struct point){middle.x + across.x * 100 / length,
                                                      middle.y + across.y * 100 / length}))
        depth = -BOW;
    struct point in = {across.x * depth / length, across.y * depth / length};
    add(path, (struct stroke){STROKE_CURVE,
                              {a.x + (b.x - a.x) / 4 + in.x, a.y + (b.y - a.y) / 4 + in.y},
                              {b.x - (b.x - a.x) / 4 + in.x, b.y - (b.y - a.y) / 4 + in.y},
                              b});
}

/* True if a closed area passes under an earlier one, whose half-sides lie crosswise to its own. */
static bool is_under(const struct plan *plan, unsigned own)
{
    if (kinds[segment(plan, own)->kind].fills)
        return false;
    for (unsigned i = 0; i < own; i++) {
        unsigned changes = 0, last = SEGMENT_NONE;
        if (segment(plan, i)->kind == KIND_ROAD || kinds[segment(plan, i)->kind].fills)
            continue;
        for (unsigned half = 0; half < 2 * BORDER; half++) {
            unsigned owner = owner_of_half(plan, half);
            if (owner != i && owner != own)
                continue;
            changes += half >= BORDER && owner != last;
            last = owner;
        }
        if (changes > 2)
            return true;
    }
    return false;
}

/* Draws an area that passes under another one: each run of its half-sides, up to the curve at which
 * the other one ends. */
static void draw_under(const struct plan *plan, unsigned own)
{
    port_set ports = segment(plan, own)->ports;
    struct path *land = &plan->shape->land[own];
    unsigned first = first_half(ports);
    for (unsigned p = first; p < first + BORDER; p++) {
        if (!(ports & half_port(p)))
            continue;
        unsigned next = p;
        move_to(land, border_point(p));
        for (; ports & half_port(next); next++)
            line_to(land, border_point(next + 1));
        chord_to(land, next, p);
        p = next;
    }
}

/* Draws an area with ports, and its walls where it ends inside the tile. Sets in `ends` the points
 * where roads end, by side. */
static void draw_area(const struct plan *plan, unsigned own, struct point ends[SIDES])
{
    port_set ports = segment(plan, own)->ports;
    struct path *land = &plan->shape->land[own], *walls = &plan->shape->walls[own];
    unsigned first = first_half(ports);
    if (is_under(plan, own)) {
        draw_under(plan, own);
        return;
    }
    bool whole = first == BORDER;
    first %= BORDER;
    move_to(land, border_point(first));
    for (unsigned p = first; p < first + BORDER; p++) {
        if (ports & half_port(p)) {
            line_to(land, border_point(p + 1));
            continue;
        }
        unsigned next = p;
        while (!(ports & half_port(next)))
            next++;
        struct face face;
        struct rays rays;
        find_face(plan, own, p, next, &face);
        find_rays(plan, &face, &rays);
        for (unsigned i = 0; rays.count && i < face.count; i++)
            if (ends_at(plan, face.edges[i].from))
                ends[face.edges[i].from / 2] = rays.hub;
        bool takes = takes_part(plan, &face, &rays);
        if (takes && !rays.count && !face.edges[0].open && plan->island != SEGMENT_NONE) {
            draw_between(plan, &face);
            takes = false;
        }
        for (unsigned i = 0; i < (kinds[segment(plan, own)->kind].fills ? 1 : 2); i++) {
            struct path *path = i ? walls : land;
            if (i)
                move_to(path, border_point(p));
            if (is_shared(plan, &face))
                bow_to(plan, own, path, p, next);
            else if (takes)
                walk_face(plan, &face, &rays, path);
            else
                chord_to(path, p, next);
        }
        if (is_shared(plan, &face)) {
            struct path *island = &plan->shape->land[plan->island];
            unsigned other = face.edges[1].segment;
            if (!island->count) {
                move_to(island, border_point(p));
                bow_to(plan, own, island, p, next);
                bow_to(plan, other, island, next, p);
            }
        }
        p = next - 1;
    }
    if (whole)
        walls->count = 0;
}

/* Returns the middle of land that touches no side, on a tile that has several such lands: the first
 * lies at the first wall of the areas that it touches, the second at the second, and so on. */
static struct point island_at(const struct plan *plan, unsigned own)
{
    enum { OFF = ISLAND + 20 };
    unsigned number = 0;
    for (unsigned i = 0; i < own; i++)
        number += kinds[segment(plan, i)->kind].fills && !segment(plan, i)->ports;
    for (unsigned i = 0; i < plan->design->segment_count; i++) {
        const struct path *walls = &plan->shape->walls[i];
        struct point from = centre;
        for (unsigned k = 0; segment(plan, own)->touches >> i & 1 && k < walls->count; k++) {
            const struct stroke *s = &walls->strokes[k];
            if (s->kind == STROKE_CURVE && number-- == 0) {
                struct point at = curve_middle(from, s);
                int away = distance(at, centre);
                return away ? (struct point){at.x + (centre.x - at.x) * OFF / away,
                                             at.y + (centre.y - at.y) * OFF / away}
                            : at;
            }
            from = s->to;
        }
    }
    return centre;
}

/* Returns the set of the segments (bits by index), except `own` and roads, whose land holds a
 * point. */
static unsigned lands_at(const struct plan *plan, unsigned own, struct point at)
{
    unsigned lands = 0;
    for (unsigned i = 0; i < plan->design->segment_count; i++)
        if (i != own && segment(plan, i)->kind != KIND_ROAD)
            lands |= (unsigned)path_holds(&plan->shape->land[i], at) << i;
    return lands;
}

/* True if the middle of an island lies in one land and a part of its border in another one. */
static bool reaches_over(const struct plan *plan, unsigned own, struct point at,
                         const struct point round[4])
{
    unsigned inside = lands_at(plan, own, at);
    for (unsigned i = 0; i < 4; i++)
        if (inside &&
            lands_at(plan, own, (struct point){at.x + round[i].x, at.y + round[i].y}) != inside)
            return true;
    return false;
}

/* Draws land that touches no side, between the areas that it touches. */
static void draw_island(const struct plan *plan, unsigned own)
{
    struct shape *shape = plan->shape;
    if (shape->land[own].count)
        return;
    struct point sum = {0, 0};
    int count = 0;
    unsigned islands = 0;
    for (unsigned i = 0; i < plan->design->segment_count; i++)
        islands += kinds[segment(plan, i)->kind].fills && !segment(plan, i)->ports;
    for (unsigned i = 0; i < plan->design->segment_count; i++) {
        const struct path *walls = &shape->walls[i];
        if (!(segment(plan, own)->touches >> i & 1) || !walls->count)
            continue;
        struct flat flats[FLATS_MAX];
        unsigned flat = flatten(walls, flats);
        sum = (struct point){sum.x + flats[flat / 2].point.x, sum.y + flats[flat / 2].point.y};
        count++;
    }
    struct point at = count ? (struct point){sum.x / count, sum.y / count} : centre;
    if (islands > 1)
        at = island_at(plan, own);
    static const struct point round[4] = {{ISLAND, 0}, {0, ISLAND}, {-ISLAND, 0}, {0, -ISLAND}};
    /* An island that would reach from one land into another moves towards the middle. */
    for (unsigned k = 0; k < 8 && reaches_over(plan, own, at, round); k++)
        at = (struct point){at.x + (centre.x - at.x) / 4, at.y + (centre.y - at.y) / 4};
    struct path island = {.count = 0};
    move_to(&island, (struct point){at.x + ISLAND, at.y});
    for (unsigned i = 0; i < 4; i++) {
        struct point a = round[i], b = round[(i + 1) % 4];
        add(&island, (struct stroke){STROKE_CURVE,
                                     {at.x + a.x + b.x * 55 / 100, at.y + a.y + b.y * 55 / 100},
                                     {at.x + b.x + a.x * 55 / 100, at.y + b.y + a.y * 55 / 100},
                                     {at.x + b.x, at.y + b.y}});
    }
    for (unsigned i = 0; i < plan->design->segment_count; i++)
        if (i != own && segment(plan, i)->kind != KIND_ROAD && path_holds(&shape->land[i], at))
            for (unsigned k = 0; k < island.count; k++)
                add(&shape->land[i], island.strokes[k]);
    shape->land[own] = island;
}

/* Returns the end of a road that ends within one land: the middle of the tile, or the first wall on
 * the way there. */
static struct point blind_end(const struct plan *plan, unsigned p)
{
    struct point from = border_point(p), to = from;
    for (int i = 1; i <= 50; i++) {
        struct point next = {from.x + (centre.x - from.x) * i / 50,
                             from.y + (centre.y - from.y) * i / 50};
        if (in_hull(plan, next))
            break;
        to = next;
    }
    return to;
}

/* Finds the other end of the wall that begins at this point. False if no wall begins here. */
static bool find_wall(const struct plan *plan, unsigned p, unsigned *to)
{
    for (unsigned i = 0; i < plan->design->segment_count; i++) {
        port_set ports = segment(plan, i)->ports;
        bool before = ports & half_port(p + BORDER - 1), behind = ports & half_port(p);
        if (segment(plan, i)->kind == KIND_ROAD || kinds[segment(plan, i)->kind].fills ||
            before == behind)
            continue;
        for (*to = p + BORDER; before && !(ports & half_port(*to));)
            ++*to;
        for (; behind && !(ports & half_port(*to + BORDER - 1));)
            --*to;
        *to %= BORDER;
        return true;
    }
    return false;
}

static void note_end(struct shape *shape, struct point end)
{
    unsigned i = 0;
    while (i < shape->end_count && !same_point(shape->ends[i], end))
        i++;
    if (i == SIDES)
        return;
    shape->ends[i] = end;
    shape->ending[i]++;
    shape->end_count += i == shape->end_count;
}

static void draw_road_line(const struct plan *plan, unsigned own, const struct point ends[SIDES])
{
    struct path *line = &plan->shape->land[own];
    unsigned points[SIDES], count = 0;
    for (unsigned p = 1; p < BORDER; p += 2)
        if (segment(plan, own)->ports & point_port(p))
            points[count++] = p;
    if (count == 2) {
        move_to(line, border_point(points[0]));
        chord_to(line, points[0], points[1]);
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        struct point end = ends[points[i] / 2];
        unsigned wall;
        if (end.x < 0)
            end = blind_end(plan, points[i]);
        move_to(line, border_point(points[i]));
        if (!same_point(end, border_point(points[i]))) {
            spoke_to(line, points[i], end, false);
        } else if (find_wall(plan, points[i], &wall)) {
            /* Without room between a wall and the land beside it, a road follows the wall and ends
             * half way. */
            half_chord_to(line, points[i], wall, false);
            end = path_end(line);
        }
        note_end(plan->shape, end);
    }
}

/* ---- Places of things ---- */

/* Obstacles to a thing on the tile: points with room around them. */
struct crowd {
    struct hindrance {
        struct point at;
        int room;
    } of[OBSTACLES_MAX];
    unsigned count;
};

/* Two sets of obstacles: roads and walls, between which things stand; and signs, which may stand on
 * roads. */
struct crowds {
    struct crowd lines, signs;
};

static void crowd_add(struct crowd *crowd, struct point at, int room)
{
    if (crowd->count < sizeof crowd->of / sizeof crowd->of[0])
        crowd->of[crowd->count++] = (struct hindrance){at, room};
}

/* Returns the distance of a point from the nearest obstacle, at most `least`. A distance of
 * `too_small` or less need not be exact. *nearest is the index of the obstacle nearest to the point
 * that was asked for before, which is likely to be near this one. */
static int crowd_distance(const struct crowd *crowd, struct point p, int least, int too_small,
                          unsigned *nearest)
{
    for (unsigned k = 0, i = *nearest; k <= crowd->count && least > too_small; i = k++) {
        const struct hindrance *each = &crowd->of[i];
        int x = each->at.x - p.x, y = each->at.y - p.y, within = least + each->room;
        if (i < crowd->count && within > 0 && x * x + y * y < within * within) {
            least = distance(each->at, p) - each->room;
            *nearest = i;
        }
    }
    return least;
}

static void crowd_path(struct crowd *crowd, const struct path *path, int room)
{
    struct flat flats[FLATS_MAX];
    unsigned count = flatten(path, flats);
    for (unsigned i = 0; i < count; i++) {
        crowd_add(crowd, flats[i].point, room);
        if (i && !flats[i].begins)
            crowd_add(crowd, between(flats[i - 1].point, flats[i].point), room);
    }
}

static int least_of(int a, int b)
{
    return a < b ? a : b;
}

/* Returns the distance of a point from the edge of the tile. */
static int to_border(struct point p)
{
    return least_of(least_of(p.x, TILE_SIZE - p.x), least_of(p.y, TILE_SIZE - p.y));
}

/* An area, or the whole tile, in which a place is searched. */
struct ground {
    const struct path *area; /* NULL for the whole tile */
    struct crowd crowd;      /* all obstacles, with the border of the area */
    unsigned nearest;        /* index of the one that was nearest to a point last */
    struct flat flats[FLATS_MAX];
    unsigned flat_count;
    struct row row; /* of the point that was asked for last */
};

static void crowd_add_all(struct crowd *crowd, const struct crowd *from)
{
    for (unsigned i = 0; i < from->count; i++)
        crowd_add(crowd, from->of[i].at, from->of[i].room);
}

static void ground_of(struct ground *ground, const struct path *area, const struct crowds *crowds)
{
    ground->area = area;
    ground->crowd.count = ground->nearest = 0;
    crowd_add_all(&ground->crowd, &crowds->signs);
    crowd_add_all(&ground->crowd, &crowds->lines);
    ground->flat_count = 0;
    ground->row.y = -1;
    if (!area)
        return;
    ground->flat_count = flatten(area, ground->flats);
    crowd_path(&ground->crowd, area, 0);
}

/* Returns the room around a point. A room of `too_small` or less need not be exact. */
static int room_at(struct ground *ground, struct point p, int too_small)
{
    return crowd_distance(&ground->crowd, p, to_border(p), too_small, &ground->nearest);
}

static bool ground_holds(struct ground *ground, struct point p)
{
    if (ground->area && ground->row.y != p.y)
        row_of(&ground->row, ground->flats, ground->flat_count, p.y);
    return !ground->area || row_holds(&ground->row, p.x);
}

/* Says how good a place is: the more room around it, up to ROOM_ENOUGH, and the nearer to the
 * middle of the tile, the better. Returns `least` for a place that is not better than that. */
static int merit_of(struct ground *ground, struct point p, int least)
{
    int x = p.x - centre.x, y = p.y - centre.y;
    int within = least_of(to_border(p), ROOM_ENOUGH) * 8 - least;
    if (within <= 0 || (within < TILE_SIZE && x * x + y * y >= within * within) ||
        !ground_holds(ground, p))
        return least;
    int far = distance(p, centre);
    /* A merit has no smaller room than this. */
    int too_small = least + far >= 0 ? (least + far) / 8 : -(-(least + far) + 7) / 8;
    int room = room_at(ground, p, too_small);
    int merit = least_of(room, ROOM_ENOUGH) * 8 - far;
    return room > too_small && merit > least ? merit : least;
}

/* Returns the best point of an area, by merit_of(); `area` is NULL for the whole tile. */
static struct point roomiest(const struct path *area, const struct crowds *crowds)
{
    enum { LEAST = -(1 << 20), STRIDE = 4 };
    struct ground ground;
    ground_of(&ground, area, crowds);
    int most = LEAST;
    /* Few points first: most of the others have less room than the best of these. */
    for (int y = GRID_STEP / 2; y < TILE_SIZE; y += STRIDE * GRID_STEP)
        for (int x = GRID_STEP / 2; x < TILE_SIZE; x += STRIDE * GRID_STEP)
            most = merit_of(&ground, (struct point){x, y}, most);
    most -= most > LEAST;
    struct point best = centre;
    for (int y = GRID_STEP / 2; y < TILE_SIZE; y += GRID_STEP)
        for (int x = GRID_STEP / 2; x < TILE_SIZE; x += GRID_STEP) {
            int merit = merit_of(&ground, (struct point){x, y}, most);
            best = merit > most ? (struct point){x, y} : best;
            most = merit;
        }
    return best;
}

/* Returns a point of a road with much room from signs, near the middle of the road. */
static struct point roomiest_of_line(const struct path *line, const struct crowds *crowds)
{
    struct flat flats[FLATS_MAX];
    int count = (int)flatten(line, flats), most = INT32_MIN;
    struct point best = centre;
    unsigned nearest = 0;
    for (int i = 0; i < count; i++) {
        int room = crowd_distance(&crowds->signs, flats[i].point, TILE_SIZE, -TILE_SIZE, &nearest);
        room = least_of(room, ROOM_ENOUGH) * 2 - abs(2 * i - count) * 12;
        if (to_border(flats[i].point) < SIGN_ROOM)
            room -= TILE_SIZE; /* a figure there would stand on two tiles */
        if (room > most) {
            most = room;
            best = flats[i].point;
        }
    }
    return best;
}

/* Returns a point beside a road, on the side that has the most room. */
static struct point beside_line(const struct path *line, const struct crowds *crowds)
{
    struct point on = roomiest_of_line(line, crowds), best = on;
    struct ground tile;
    ground_of(&tile, NULL, crowds);
    for (unsigned eighths = 0, most = 0; eighths < 8; eighths++) {
        struct point step = eighths % 2 ? (struct point){TILE_CENTRE + 106, TILE_CENTRE + 106}
                                        : (struct point){TILE_CENTRE + 150, TILE_CENTRE};
        step = point_turned(step, eighths / 2);
        struct point p = {on.x + step.x - TILE_CENTRE, on.y + step.y - TILE_CENTRE};
        int room = TILE_SIZE + room_at(&tile, p, -TILE_SIZE);
        if (room > (int)most) {
            most = (unsigned)room;
            best = p;
        }
    }
    return best;
}

/* Returns the place of a monastery that cannot stand in the middle because of a river. The whole
 * monastery lies on the tile. */
static struct point beside_river(const struct crowds *crowds)
{
    enum { ROOM = 270 };
    struct point at = roomiest(NULL, crowds);
    at.x = at.x < ROOM ? ROOM : at.x > TILE_SIZE - ROOM ? TILE_SIZE - ROOM : at.x;
    at.y = at.y < ROOM ? ROOM : at.y > TILE_SIZE - ROOM ? TILE_SIZE - ROOM : at.y;
    return at;
}

/* Places the signs of the tile and its segments, such as monasteries, marks and shields, where
 * there is room for them. */
static void place_signs(const struct plan *plan, struct crowds *crowds)
{
    static const uint32_t shown = 0
#define MARK_GLYPH(mark, glyph) | MARK_##mark
#include "rows.h"
        ;
    struct shape *shape = plan->shape;
    unsigned monastic = plan->design->monastic;
    bool monastery = monastic != SEGMENT_NONE && segment(plan, monastic)->kind == KIND_MONASTERY;
    if (monastery) {
        struct point at = !shape->river.count ? centre
                          : shape->end_count  ? shape->ends[0]
                                              : beside_river(crowds);
        shape->signs[monastic] = at;
        crowd_add(&crowds->signs, (struct point){at.x, at.y - 40}, SIGN_ROOM + 50);
    }
    if (plan->design->marks & shown) {
        /* If roads end in the middle, the sign stands there. */
        shape->sign = shape->end_count && !monastery && same_point(shape->ends[0], centre)
                          ? centre
                          : roomiest(NULL, crowds);
        crowd_add(&crowds->signs, shape->sign, SIGN_ROOM);
    } else if (shape->end_count && shape->ending[0] > 1) {
        crowd_add(&crowds->signs, shape->ends[0], SIGN_ROOM);
    }
    for (unsigned i = 0; i < plan->design->segment_count; i++)
        if (kinds[segment(plan, i)->kind].single && segment(plan, i)->kind != KIND_MONASTERY) {
            shape->signs[i] = roomiest(NULL, crowds);
            crowd_add(&crowds->signs, shape->signs[i], SIGN_ROOM + 30);
        }
    for (unsigned i = 0; i < plan->design->segment_count; i++) {
        const struct segment *s = segment(plan, i);
        if (!s->shields && !(s->marks & shown))
            continue;
        shape->signs[i] = s->kind == KIND_ROAD ? beside_line(&shape->land[i], crowds)
                                               : roomiest(&shape->land[i], crowds);
        crowd_add(&crowds->signs, shape->signs[i], SIGN_ROOM);
    }
}

/* Places the figures, after the signs and beside them. */
static void place_figures(const struct plan *plan, const struct crowds *crowds)
{
    struct shape *shape = plan->shape;
    for (unsigned i = 0; i < plan->design->segment_count; i++) {
        enum kind kind = segment(plan, i)->kind;
        if (kind == KIND_GARDEN)
            shape->spots[i] = (struct point){shape->signs[i].x + 60, shape->signs[i].y + 20};
        else if (kinds[kind].stacks)
            shape->spots[i] = shape->signs[i];
        else if (kind == KIND_MONASTERY)
            shape->spots[i] = (struct point){shape->signs[i].x + 270, shape->signs[i].y + 210};
        else if (kind == KIND_ROAD)
            shape->spots[i] = roomiest_of_line(&shape->land[i], crowds);
        else
            shape->spots[i] = roomiest(&shape->land[i], crowds);
    }
}

/* Scatters houses in cities and residences, or bushes in fields, by numbers that depend on the
 * design alone. Returns how many. */
static unsigned scatter(const struct plan *plan, bool houses, const struct crowds *crowds,
                        struct point points[HOUSES_MAX])
{
    unsigned count = 0;
    const int room = houses ? 45 : 50;
    uint32_t number = 1;
    for (const char *p = plan->design->name; *p; p++)
        number = number * 31 + (unsigned char)*p;
    for (unsigned i = 0; i < plan->design->segment_count; i++) {
        enum kind kind = segment(plan, i)->kind;
        if (houses ? !kinds[kind].built_up : kind != KIND_FIELD)
            continue;
        unsigned placed = 0;
        struct ground ground;
        ground_of(&ground, &plan->shape->land[i], crowds);
        for (unsigned k = 0; k < 80 && placed < (houses ? 14 : 4) && count < HOUSES_MAX; k++) {
            number = number * 1664525u + 1013904223u;
            struct point p = {(int)(number >> 8 & 0x3FF) * 920 / 1024 + 40,
                              (int)(number >> 20 & 0x3FF) * 920 / 1024 + 40};
            if (room_at(&ground, p, room - 1) < room || !ground_holds(&ground, p))
                continue;
            points[count++] = p;
            placed++;
            crowd_add(&ground.crowd, p, houses ? 42 : 120);
        }
    }
    return count;
}

/* ---- Rivers ---- */

static port_set middles(unsigned sides)
{
    port_set ports = 0;
    for (unsigned side = 0; side < SIDES; side++)
        if (sides >> side & 1)
            ports |= point_port(2 * side + 1);
    return ports;
}

static void add_road(struct design *design, port_set ports)
{
    design->segments[design->segment_count++] = (struct segment){.kind = KIND_ROAD, .ports = ports};
}

/* Returns the road that a river crosses on its way straight through the tile; SEGMENT_NONE if there
 * is none. */
static unsigned crossing(const struct design *design)
{
    for (unsigned i = 0; i < design->segment_count; i++)
        if (design->segments[i].kind == KIND_ROAD && design->river &&
            design->segments[i].ports == middles(design->river ^ 0xFu) &&
            (design->river == 5 || design->river == 10))
            return i;
    return SEGMENT_NONE;
}

/* Returns the design with its river added as a road, because a river separates land as a road does.
 * If the river crosses a road, both become four roads that end at the crossing. */
static struct design with_river(const struct design *design)
{
    struct design parted = *design;
    unsigned crossed = crossing(design);
    unsigned roads = crossed == SEGMENT_NONE ? design->river : 0xFu;
    if (crossed != SEGMENT_NONE) {
        unsigned kept =
            parted.segments[crossed].ports & (1u << ports_first(parted.segments[crossed].ports));
        parted.segments[crossed].ports = (port_set)kept;
        for (unsigned side = 0; side < SIDES; side++)
            if (!(kept & middles(1u << side)))
                add_road(&parted, middles(1u << side));
    } else if (roads) {
        add_road(&parted, middles(roads));
    }
    return parted;
}

/* Draws a river and the road that it crosses straight through the tile. They were drawn as four
 * roads that end where they cross. */
static void draw_crossing(unsigned river, struct shape *shape, unsigned road)
{
    unsigned by_river = river == 5 ? 1 : 3, by_road = 4 - by_river;
    shape->land[road].count = shape->river.count = 0;
    move_to(&shape->river, border_point(by_river));
    chord_to(&shape->river, by_river, by_river + 4);
    move_to(&shape->land[road], border_point(by_road));
    chord_to(&shape->land[road], by_road, by_road + 4);
    shape->end_count = 0;
}

/* Continues a road that comes from one side over a river that flows straight through the tile. The
 * road ends at the first wall, or on the other bank. It
 * separates the fields on both banks. */
static void draw_over_river(const struct plan *plan, unsigned river, unsigned own)
{
    struct shape *shape = plan->shape;
    port_set ports = segment(plan, own)->ports;
    unsigned p = 2 * (ports_first(ports) / 3) + 1;
    if ((river != 5 && river != 10) || __builtin_popcount(ports) != 1)
        return;
    struct point from = border_point(p), to = centre;
    to.x += (centre.x - from.x) * 2 / 5;
    to.y += (centre.y - from.y) * 2 / 5;
    for (int i = 1; i <= 60; i++) {
        struct point next = {centre.x + (centre.x - from.x) * i / 60,
                             centre.y + (centre.y - from.y) * i / 60};
        if (in_hull(plan, next)) {
            to = next;
            break;
        }
    }
    shape->land[own].count = 0;
    move_to(&shape->land[own], from);
    line_to(&shape->land[own], to);
    shape->ends[0] = to;
}

/* Returns the road that passes straight under a city which lies across it; SEGMENT_NONE if there is
 * none. */
static unsigned road_under_city(const struct design *design)
{
    for (unsigned i = 0; i < design->segment_count; i++)
        for (unsigned k = 0; k < design->segment_count; k++) {
            port_set road = design->segments[i].ports,
                     across = middles(road == middles(5) ? 10 : 5);
            if (design->segments[i].kind == KIND_ROAD && design->segments[k].kind == KIND_CITY &&
                (road == middles(5) || road == middles(10)) &&
                (design->segments[k].ports & across) == across)
                return i;
        }
    return SEGMENT_NONE;
}

/* Parts a road that passes under a city into two, which end at its walls. The second one is the
 * last segment. */
static void part_road(struct design *design, unsigned road)
{
    port_set first = (port_set)(design->segments[road].ports & -design->segments[road].ports);
    add_road(design, design->segments[road].ports ^ first);
    design->segments[road].ports = first;
}

void shape_find(const struct design *drawn, struct shape *shape)
{
    memset(shape, 0, sizeof *shape);
    enum { ROADS_OF_RIVER = 3 };
    struct design parted =
        drawn->segment_count + ROADS_OF_RIVER <= SEGMENTS_MAX ? with_river(drawn) : *drawn;
    unsigned under = drawn->segment_count < SEGMENTS_MAX && !drawn->river ? road_under_city(drawn)
                                                                          : SEGMENT_NONE;
    if (under != SEGMENT_NONE)
        part_road(&parted, under);
    const struct design *design = &parted;
    struct plan plan = {.design = design, .shape = shape, .island = SEGMENT_NONE};
    for (unsigned i = design->segment_count; i-- > 0;)
        if (kinds[design->segments[i].kind].fills && !design->segments[i].ports)
            plan.island = i;
    for (unsigned i = 0; i < design->segment_count; i++)
        if (design->segments[i].kind != KIND_ROAD && !kinds[design->segments[i].kind].fills &&
            design->segments[i].ports)
            draw_hull(&plan, i);
    struct point ends[SIDES] = {{-1, 0}, {-1, 0}, {-1, 0}, {-1, 0}};
    for (unsigned i = 0; i < design->segment_count; i++)
        if (design->segments[i].kind != KIND_ROAD && design->segments[i].ports)
            draw_area(&plan, i, ends);
    for (unsigned i = 0; i < design->segment_count; i++)
        if (design->segments[i].kind != KIND_ROAD && !kinds[design->segments[i].kind].single &&
            !design->segments[i].ports)
            draw_island(&plan, i);
    struct crowds crowds = {{.count = 0}, {.count = 0}};
    for (unsigned i = 0; i < design->segment_count; i++) {
        if (design->segments[i].kind == KIND_ROAD) {
            draw_road_line(&plan, i, ends);
            if (i < drawn->segment_count && crossing(drawn) == SEGMENT_NONE)
                draw_over_river(&plan, drawn->river, i);
            crowd_path(&crowds.lines, &shape->land[i], ROAD_ROOM);
        }
        crowd_path(&crowds.lines, &shape->walls[i], WALL_ROOM);
    }
    for (unsigned i = drawn->segment_count; i < design->segment_count; i++) {
        if (under == SEGMENT_NONE)
            shape->river = shape->land[i];
        for (unsigned k = 0; under != SEGMENT_NONE && k < shape->land[i].count; k++)
            add(&shape->land[under], shape->land[i].strokes[k]);
        shape->land[i].count = 0;
    }
    if (crossing(drawn) != SEGMENT_NONE)
        draw_crossing(drawn->river, shape, crossing(drawn));
    parted.segment_count = drawn->segment_count;
    place_signs(&plan, &crowds);
    place_figures(&plan, &crowds);
    shape->house_count = scatter(&plan, true, &crowds, shape->houses);
    shape->bush_count = scatter(&plan, false, &crowds, shape->bushes);
}
