/* See spoil.h: dragon, fairy, portal, princess, bridges, castles, bazaars. */
#include <stdlib.h>

#include "spoil/spoil.h"

static const int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};

/* ---- Finding a place ---- */

/* Does the line go on with what its tile sets off? */
static bool goes_on(const struct line *line)
{
    return has_verb(line, VERB_DRAGON) || has_verb(line, VERB_CASTLE) || has_verb(line, VERB_TAKE) || has_verb(line, VERB_BAZAAR);
}

static bool has_follower(const struct line *line)
{
    for (uint32_t a = 0; a < line->act_count; a++)
        if (line->acts[a].kind == ACT_STAND)
            return true;
    return false;
}

/* A tile's line on which nothing was done with it, and nothing follows in its turn. */
static bool is_idle(unsigned i)
{
    const struct line *line = &dealt.lines[i];
    for (uint32_t a = 0; a < line->act_count; a++)
        if (line->acts[a].kind != ACT_NONE && !act_is_remark(&line->acts[a]))
            return false;
    return line->kind == LINE_TURN && line->has_tile && dealt.lines[i + 1].kind != LINE_STEP;
}

/* A random line that lays a tile with a mark; -1 without one. */
static int find_mark(unsigned mark)
{
    unsigned from = random_below(rng, dealt.line_count);
    for (unsigned k = 0; k < dealt.line_count; k++) {
        unsigned i = (from + k) % dealt.line_count;
        if (dealt.lines[i].has_tile && dealt.lines[i].tile.design->marks & mark)
            return (int)i;
    }
    return SPOILT_NOWHERE;
}

static bool had_volcano(unsigned before)
{
    for (unsigned i = 0; i < before; i++)
        if (dealt.lines[i].has_tile && dealt.lines[i].tile.design->marks & MARK_VOLCANO)
            return true;
    return false;
}

/* A segment of a tile of the recount, with its cell. */
static struct segment_ref ref_of(unsigned tile, unsigned segment)
{
    const struct recheck_tile *at = &recheck.tiles[tile];
    struct cell cell = {(int16_t)at->x, (int16_t)at->y};
    if (segment >= SEGMENTS_MOST)
        return (struct segment_ref){.kind = KIND_ROAD, .port = segment == SEGMENTS_MOST ? 1 : 4, .has_cell = true, .cell = cell};
    struct segment_spot spot = segment_spot(at->design, at->orient, segment);
    return (struct segment_ref){.kind = at->design->segments[segment].kind, .port = spot.port, .index = spot.index, .has_cell = true, .cell = cell};
}

static void hit_segment(unsigned *tile, unsigned *segment)
{
    *tile = random_below(rng, recheck.tile_count);
    *segment = random_below(rng, recheck.tiles[*tile].design->segment_count);
}

static bool is_manned(const struct recheck_feature *f)
{
    for (unsigned seat = 0; seat < SEATS_MOST; seat++)
        if (f->followers[seat])
            return true;
    return false;
}

static bool is_castle(const struct recheck_feature *f)
{
    for (unsigned i = 0; i < recheck.castle_count; i++)
        if (f->in[recheck.castles[i].tile][recheck.castles[i].segment])
            return true;
    return false;
}

/* A follower of the seat, or of anyone, that stands somewhere; -1 without one. */
static int find_follower(unsigned seat)
{
    unsigned from = recheck.follower_count ? random_below(rng, recheck.follower_count) : 0;
    for (unsigned k = 0; k < recheck.follower_count; k++) {
        unsigned i = (from + k) % recheck.follower_count;
        if (recheck.followers[i].stands && (seat == SEAT_NONE || recheck.followers[i].seat == seat))
            return (int)i;
    }
    return SPOILT_NOWHERE;
}

/* ---- The dragon ---- */

/* A flight, with the recount where it begins; NULL without one. The turn's acts before it have been done. */
static struct act *find_flight(unsigned *line)
{
    struct act *flight = find_verb(VERB_DRAGON, line);
    if (flight)
        recount_to(*line);
    if (flight)
        flight->text = (struct str){arena_copy(&dealt_arena, flight->text.p, flight->text.n), flight->text.n};
    return flight;
}

static void walk(const struct act *flight, size_t steps, int *x, int *y)
{
    *x = recheck.dragon_x;
    *y = recheck.dragon_y;
    for (size_t i = 0; i < steps; i++) {
        unsigned side = side_of_letter(flight->text.p[i]);
        *x += dx[side];
        *y += dy[side];
    }
}

/* The flight as far as `steps`, and one step more. */
static void divert(struct act *flight, size_t steps, unsigned side)
{
    char *text = arena_alloc(&dealt_arena, steps + 1);
    memcpy(text, flight->text.p, steps);
    text[steps] = "NESW"[side];
    flight->text = (struct str){text, steps + 1};
}

static int spoil_leaves(void)
{
    unsigned line;
    struct act *flight = find_flight(&line);
    int x, y;
    for (size_t k = 0; flight && k < flight->text.n; k++) {
        walk(flight, k, &x, &y);
        for (unsigned side = 0; side < 4; side++)
            if (recheck_tile_at(&recheck, x + dx[side], y + dy[side]) < 0) {
                divert(flight, k, side);
                return (int)line;
            }
    }
    return SPOILT_NOWHERE;
}

static int spoil_revisits(void)
{
    unsigned line;
    struct act *flight = find_flight(&line);
    if (!flight || flight->text.n < 2)
        return SPOILT_NOWHERE;
    size_t k = 1 + random_below(rng, (unsigned)flight->text.n - 1);
    divert(flight, k, side_opposite(side_of_letter(flight->text.p[k - 1])));
    return (int)line;
}

static int spoil_onto_fairy(void)
{
    unsigned line;
    struct act *flight = find_flight(&line);
    if (!flight || !recheck.fairy_out || has_verb(&dealt.lines[line], VERB_FAIRY))
        return SPOILT_NOWHERE;
    for (size_t k = 0; k < flight->text.n; k++) {
        int x, y;
        walk(flight, k, &x, &y);
        for (unsigned side = 0; side < 4; side++)
            if (x + dx[side] == recheck.fairy_x && y + dy[side] == recheck.fairy_y &&
                (x + dx[side] != recheck.dragon_x || y + dy[side] != recheck.dragon_y)) {
                divert(flight, k, side);
                return (int)line;
            }
    }
    return SPOILT_NOWHERE;
}

static int spoil_stops(void)
{
    unsigned line;
    struct act *flight = find_flight(&line);
    if (!flight)
        return SPOILT_NOWHERE;
    flight->text.n = random_below(rng, (unsigned)flight->text.n);
    if (!flight->text.n)
        remove_act(&dealt.lines[line], flight);
    return (int)line;
}

static int spoil_too_far(void)
{
    unsigned line;
    struct act *flight = find_flight(&line);
    if (!flight || flight->text.n < 6)
        return SPOILT_NOWHERE;
    divert(flight, 6, random_below(rng, 4));
    return (int)line;
}

static int spoil_uncalled(void)
{
    unsigned i = find_turn();
    if (!is_idle(i) || dealt.lines[i].tile.design->marks & MARK_DRAGON)
        return SPOILT_NOWHERE;
    struct act flight = verb_act(VERB_DRAGON);
    flight.text = str_of("N");
    add_act(&dealt.lines[i], flight);
    return (int)i;
}

static int spoil_volcano(void)
{
    int i = find_mark(MARK_VOLCANO);
    if (i < 0 || !is_idle((unsigned)i))
        return SPOILT_NOWHERE;
    recount_to((unsigned)i);
    unsigned segment = random_below(rng, dealt.lines[i].tile.design->segment_count);
    if (is_occupied(segment) || standing(dealt.lines[i].seat) == 7)
        return SPOILT_NOWHERE;
    add_act(&dealt.lines[i], stand_on(&dealt.lines[i], segment));
    return i;
}

static int spoil_too_early(void)
{
    unsigned i = find_turn();
    int dragon = find_mark(MARK_DRAGON);
    if (dragon < 0 || profile_is(&dealt_profile, OPTION_DRAGON_EARLY, "placed") || had_volcano(i + 1) || !is_idle(i))
        return SPOILT_NOWHERE;
    dealt.lines[i].tile = dealt.lines[dragon].tile;
    return (int)i;
}

/* ---- Portal and princess ---- */

static int spoil_portal_completed(void)
{
    static struct recheck_feature f;
    int i = find_mark(MARK_PORTAL);
    unsigned tile, segment;
    if (i < 0 || !is_idle((unsigned)i))
        return SPOILT_NOWHERE;
    recount_to((unsigned)i);
    for (unsigned tries = 0; tries < 200; tries++) {
        hit_segment(&tile, &segment);
        recheck_flood(&recheck, tile, segment, &f);
        if (tile == recheck.tile_count - 1 || !f.completed || is_manned(&f))
            continue;
        add_act(&dealt.lines[i], (struct act){.kind = ACT_STAND, .segment = ref_of(tile, segment)});
        return i;
    }
    return SPOILT_NOWHERE;
}

static int spoil_portal_dragon(void)
{
    static struct recheck_feature f;
    int i = find_mark(MARK_PORTAL);
    if (i < 0 || !is_idle((unsigned)i) || !is_option(OPTION_PORTAL_DRAGON, "forbidden") || !had_volcano((unsigned)i))
        return SPOILT_NOWHERE;
    recount_to((unsigned)i);
    int tile = recheck_tile_at(&recheck, recheck.dragon_x, recheck.dragon_y);
    unsigned segment = random_below(rng, recheck.tiles[tile].design->segment_count);
    recheck_flood(&recheck, (unsigned)tile, segment, &f);
    if (f.completed || is_manned(&f) || is_castle(&f))
        return SPOILT_NOWHERE;
    add_act(&dealt.lines[i], (struct act){.kind = ACT_STAND, .segment = ref_of((unsigned)tile, segment)});
    return i;
}

static int spoil_after_princess(void)
{
    unsigned i;
    if (!find_verb(VERB_PRINCESS, &i) || goes_on(&dealt.lines[i]))
        return SPOILT_NOWHERE;
    recount_to(i);
    unsigned segment = random_below(rng, dealt.lines[i].tile.design->segment_count);
    if (is_occupied(segment) || standing(dealt.lines[i].seat) == 7)
        return SPOILT_NOWHERE;
    add_act(&dealt.lines[i], stand_on(&dealt.lines[i], segment));
    return (int)i;
}

static int spoil_princess_ignored(void)
{
    unsigned i;
    struct act *princess = find_verb(VERB_PRINCESS, &i);
    if (!princess || !is_option(OPTION_PRINCESS, "must"))
        return SPOILT_NOWHERE;
    remove_act(&dealt.lines[i], princess);
    return (int)i;
}

static int spoil_no_knight(void)
{
    static struct recheck_feature city;
    unsigned i;
    struct act *princess = find_verb(VERB_PRINCESS, &i);
    if (!princess)
        return SPOILT_NOWHERE;
    recount_to(i);
    struct cell cell = princess->segment.has_cell ? princess->segment.cell : dealt.lines[i].cell;
    unsigned tile = (unsigned)recheck_tile_at(&recheck, cell.x, cell.y);
    recheck_flood(&recheck, tile, recheck_segment(&recheck, tile, &princess->segment), &city);
    int other = find_follower(SEAT_NONE);
    const struct recheck_follower *who = &recheck.followers[other];
    if (city.in[who->tile][who->segment])
        return SPOILT_NOWHERE;
    princess->segment = ref_of(who->tile, who->segment);
    return (int)i;
}

/* ---- The fairy ---- */

/* The fairy's move to a follower that the seat has now, where she is not. */
static bool fairy_move(unsigned seat, struct act *act)
{
    int i = find_follower(seat);
    *act = verb_act(VERB_FAIRY);
    if (i < 0)
        return false;
    const struct recheck_follower *who = &recheck.followers[i];
    act->segment = ref_of(who->tile, who->segment);
    return !(recheck.fairy_out && act->segment.cell.x == recheck.fairy_x && act->segment.cell.y == recheck.fairy_y);
}

static int add_fairy(unsigned i)
{
    struct act act;
    recount_to(i);
    if (!fairy_move(dealt.lines[i].seat, &act))
        return SPOILT_NOWHERE;
    add_act(&dealt.lines[i], act);
    return (int)i;
}

static int spoil_fairy_and_follower(void)
{
    unsigned i = find_turn();
    struct line *line = &dealt.lines[i];
    return has_follower(line) && line->acts[0].kind == ACT_STAND && line->act_count == 1 ? add_fairy(i) : -1;
}

static int spoil_fairy_after_princess(void)
{
    unsigned i;
    struct act *princess = find_verb(VERB_PRINCESS, &i);
    return princess && dealt.lines[i].act_count == 1 ? add_fairy(i) : -1;
}

static int spoil_fairy_twice(void)
{
    unsigned i;
    struct act *fairy = find_verb(VERB_FAIRY, &i);
    if (!fairy || fairy != &dealt.lines[i].acts[dealt.lines[i].act_count - 1])
        return SPOILT_NOWHERE;
    return add_fairy(i);
}

static int spoil_fairy_nowhere(void)
{
    unsigned i = find_turn();
    if (!is_idle(i) || dealt.lines[i].tile.design->marks & MARK_DRAGON)
        return SPOILT_NOWHERE;
    recount_to(i);
    const struct recheck_tile *tile = &recheck.tiles[random_below(rng, recheck.tile_count)];
    struct act act = verb_act(VERB_FAIRY);
    act.segment = (struct segment_ref){.kind = KIND_COUNT, .has_cell = true, .cell = {(int16_t)tile->x, (int16_t)tile->y}};
    for (unsigned k = 0; k < recheck.follower_count; k++)
        if (recheck.followers[k].stands && recheck.followers[k].seat == dealt.lines[i].seat &&
            (&recheck.tiles[recheck.followers[k].tile] == tile || recheck.castle_count))
            return SPOILT_NOWHERE;
    add_act(&dealt.lines[i], act);
    return (int)i;
}

static int spoil_fairy_by_other(void)
{
    unsigned i = find_turn(), other = (dealt.lines[i].seat + 1u) % dealt.player_count;
    struct act act;
    /* A dragon that could not move may be able to, once she has gone. */
    if (!is_idle(i) || dealt.lines[i].tile.design->marks & MARK_DRAGON)
        return SPOILT_NOWHERE;
    recount_to(i);
    return fairy_move(other, &act) ? add_step(i, other, act) : -1;
}

/* ---- Bridges ---- */

static bool field_end(const struct recheck_tile *tile, unsigned side)
{
    return !tile->bridge[side % 2] && tile->design->side[0][(side + 4 - tile->orient) % 4] == SIDE_FIELD;
}

/* What an end meets: 0 nothing, 1 a road, 2 other land. */
static int end_meets(const struct recheck_tile *tile, unsigned side)
{
    int other = recheck_tile_at(&recheck, tile->x + dx[side], tile->y + dy[side]);
    if (other < 0)
        return 0;
    const struct recheck_tile *there = &recheck.tiles[other];
    unsigned facing = (side + 2) % 4;
    return there->bridge[side % 2] || there->design->side[0][(facing + 4 - there->orient) % 4] == SIDE_ROAD ? 1 : 2;
}

/* How a bridge over a tile along an axis would be. */
enum { SITE_LEGAL, SITE_ALONE, SITE_NO_FIELD, SITE_MEETS, SITE_THERE };
static int site_is(unsigned tile, unsigned axis)
{
    const struct recheck_tile *at = &recheck.tiles[tile];
    if (at->bridge[0] || at->bridge[1])
        return SITE_THERE;
    if (!field_end(at, axis) || !field_end(at, axis + 2))
        return SITE_NO_FIELD;
    int a = end_meets(at, axis), b = end_meets(at, axis + 2);
    return a == 2 || b == 2 ? SITE_MEETS : a || b ? SITE_LEGAL : SITE_ALONE;
}

static unsigned built_by(unsigned seat, unsigned before)
{
    unsigned count = 0;
    for (unsigned i = 0; i < before; i++)
        for (uint32_t a = 0; dealt.lines[i].seat == seat && a < dealt.lines[i].act_count; a++)
            count += dealt.lines[i].acts[a].kind == ACT_VERB && dealt.lines[i].acts[a].verb == VERB_BRIDGE;
    return count;
}

/* Adds a bridge to line i, on its tile or beside it (or, with `far`, elsewhere), whose site is as it should be. */
static int add_bridge(unsigned i, int site, bool far)
{
    recount_to(i);
    const struct recheck_tile *last = &recheck.tiles[recheck.tile_count - 1];
    struct act act = verb_act(VERB_BRIDGE);
    unsigned from = random_below(rng, recheck.tile_count);
    for (unsigned k = 0; k < recheck.tile_count; k++)
        for (unsigned axis = 0; axis < 2; axis++) {
            unsigned t = (from + k) % recheck.tile_count;
            const struct recheck_tile *tile = &recheck.tiles[t];
            int away = abs(tile->x - last->x) + abs(tile->y - last->y), is = site_is(t, axis);
            bool fits = is == site || (site == SITE_LEGAL && is == SITE_ALONE && is_option(OPTION_BRIDGE_JOINS, "free"));
            if (!fits || (far ? away < 2 : away > 1))
                continue;
            act.segment = ref_of(t, SEGMENTS_MOST + axis);
            add_act(&dealt.lines[i], act);
            return (int)i;
        }
    return SPOILT_NOWHERE;
}

static int spoil_bridge_stock(void)
{
    unsigned i = find_turn();
    return is_idle(i) && built_by(dealt.lines[i].seat, i) == (dealt.player_count > 4 ? 2 : 3) ? add_bridge(i, SITE_LEGAL, false) : -1;
}

static bool may_bridge(unsigned i)
{
    return is_idle(i) && built_by(dealt.lines[i].seat, i) < 2;
}

static int spoil_bridge_end(void)
{
    unsigned i = find_turn();
    return may_bridge(i) ? add_bridge(i, SITE_NO_FIELD, false) : -1;
}

static int spoil_bridge_far(void)
{
    unsigned i = find_turn();
    return may_bridge(i) ? add_bridge(i, SITE_LEGAL, true) : -1;
}

static int spoil_bridge_meets(void)
{
    unsigned i = find_turn();
    return may_bridge(i) ? add_bridge(i, SITE_MEETS, false) : -1;
}

static int spoil_bridge_there(void)
{
    unsigned i = find_turn();
    return may_bridge(i) ? add_bridge(i, SITE_THERE, false) : -1;
}

static int spoil_bridge_alone(void)
{
    unsigned i = find_turn();
    return may_bridge(i) && is_option(OPTION_BRIDGE_JOINS, "road") ? add_bridge(i, SITE_ALONE, false) : -1;
}

static int spoil_bridge_second(void)
{
    unsigned i;
    struct act *bridge = find_verb(VERB_BRIDGE, &i);
    if (!bridge || goes_on(&dealt.lines[i]))
        return SPOILT_NOWHERE;
    struct segment_ref first = bridge->segment;
    first.cell = first.has_cell ? first.cell : dealt.lines[i].cell;
    int added = add_bridge(i, SITE_LEGAL, false);
    if (added < 0)
        return SPOILT_NOWHERE;
    const struct line *line = &dealt.lines[i];
    const struct act *second = NULL;
    for (uint32_t a = 0; a < line->act_count; a++)
        if (line->acts[a].kind == ACT_VERB && line->acts[a].verb == VERB_BRIDGE)
            second = &line->acts[a];
    return second && second->segment.cell.x == first.cell.x && second->segment.cell.y == first.cell.y ? -1 : added;
}

/* ---- Castles ---- */

static int spoil_castle_of_none(void)
{
    static struct recheck_feature f;
    unsigned i = find_turn();
    if (!is_idle(i))
        return SPOILT_NOWHERE;
    recount_to(i);
    unsigned segment = random_below(rng, dealt.lines[i].tile.design->segment_count), tile = recheck.tile_count - 1;
    recheck_flood(&recheck, tile, segment, &f);
    if (dealt.lines[i].tile.design->segments[segment].kind != KIND_CITY || (f.completed && f.tiles == 2))
        return SPOILT_NOWHERE;
    struct act castle = verb_act(VERB_CASTLE);
    castle.segment = ref_of(tile, segment);
    return add_step(i, dealt.lines[i].seat, castle);
}

/* A turn of one line, in which nothing is done behind its move, and nobody is sent home in that. */
static bool is_plain(unsigned i)
{
    const struct line *line = &dealt.lines[i];
    for (uint32_t a = 0; a < line->act_count; a++)
        if (line->acts[a].kind == ACT_VERB && line->acts[a].verb != VERB_FAIRY && line->acts[a].verb != VERB_BRIDGE)
            return false;
    return line->kind == LINE_TURN && line->has_tile && dealt.lines[i + 1].kind != LINE_STEP;
}

/* Two half-moons that close each other. */
static bool is_small_city(const struct recheck_feature *f)
{
    unsigned count = 0;
    for (unsigned tile = 0; tile < recheck.tile_count; tile++)
        for (unsigned i = 0; i < recheck.tiles[tile].design->segment_count; i++) {
            const struct segment *segment = &recheck.tiles[tile].design->segments[i];
            if (!f->in[tile][i])
                continue;
            if (segment->kind != KIND_CITY || segment->open != 1 || segment->marks & MARK_WEDGE)
                return false;
            count++;
        }
    return f->completed && count == 2;
}

/* Does the tile of line i lay a half-moon against another one? */
static bool meets_half_moon(unsigned i)
{
    const struct line *line = &dealt.lines[i];
    for (unsigned side = 0; side < SIDES; side++) {
        unsigned own = design_segment_of(line->tile.design, line->orient, KIND_CITY, (uint8_t)(3 * side + 1), 0, false);
        if (own == SEGMENT_NONE || line->tile.design->segments[own].open != 1)
            continue;
        for (const struct line *other = dealt.lines; other < line; other++) {
            if (!other->has_tile || other->cell.x != line->cell.x + dx[side] || other->cell.y != line->cell.y + dy[side])
                continue;
            unsigned its = design_segment_of(other->tile.design, other->orient, KIND_CITY, (uint8_t)(3 * ((side + 2) % 4) + 1), 0, false);
            if (its != SEGMENT_NONE && other->tile.design->segments[its].open == 1)
                return true;
        }
    }
    return false;
}

/* The small city that the tile of line i completes, when followers of one seat alone stand in it; SEAT_NONE when there is none. */
static unsigned small_city_of(unsigned i, struct segment_ref *city)
{
    static struct recheck_feature f;
    recount_to(i);
    unsigned tile = recheck.tile_count - 1;
    for (unsigned segment = 0; segment < dealt.lines[i].tile.design->segment_count; segment++) {
        unsigned owner = SEAT_NONE, owners = 0;
        recheck_flood(&recheck, tile, segment, &f);
        for (unsigned seat = 0; seat < SEATS_MOST; seat++)
            if (f.followers[seat]) {
                owner = seat;
                owners++;
            }
        if (owners != 1 || !is_small_city(&f))
            continue;
        *city = ref_of(tile, segment);
        return owner;
    }
    return SEAT_NONE;
}

static int spoil_castle_too_many(void)
{
    unsigned founded[SEATS_MOST] = {0}, most = dealt.player_count > 4 ? 2 : 3;
    bool any = false;
    for (unsigned i = 0; i + 1 < dealt.line_count; i++) {
        const struct line *line = &dealt.lines[i];
        struct act castle = verb_act(VERB_CASTLE);
        unsigned seat = any && is_plain(i) && meets_half_moon(i) ? small_city_of(i, &castle.segment) : SEAT_NONE;
        if (seat != SEAT_NONE && founded[seat] == most)
            return add_step(i, seat, castle);
        founded[line->seat % SEATS_MOST] += has_verb(line, VERB_CASTLE);
        any |= founded[line->seat % SEATS_MOST] == most;
    }
    return SPOILT_NOWHERE;
}

/* The one act that a line has but for claims, when it founds a castle. */
static const struct act *only_castle(const struct line *line)
{
    const struct act *act = line->acts;
    bool alone = line->act_count == 1 || (line->act_count > 1 && act_is_remark(&act[1]));
    return line->kind == LINE_STEP && alone && act->kind == ACT_VERB && act->verb == VERB_CASTLE ? act : NULL;
}

/* Two seats found a castle each, one after the other: they change places. */
static int spoil_founding_order(void)
{
    for (unsigned i = 0; i + 2 < dealt.line_count && is_option(OPTION_CASTLE_ASK, "all"); i++) {
        struct line *line = &dealt.lines[i], *next = line + 1;
        const struct act *last = line->act_count ? &line->acts[line->act_count - 1] : NULL;
        if (!only_castle(next) || next->seat == line->seat || !last || last->kind != ACT_VERB || last->verb != VERB_CASTLE)
            continue;
        struct line later = *next;
        later.seat = line->seat;
        later.acts = arena_alloc(&dealt_arena, later.act_count * sizeof *later.acts);
        memcpy(later.acts, next->acts, later.act_count * sizeof *later.acts);
        later.acts[0] = *last;
        if (only_castle(line)) {
            line->seat = next->seat;
            line->acts[0] = next->acts[0];
            *next = later;
            return (int)i + 1;
        }
        if (line->kind != LINE_TURN || line[2].kind == LINE_STEP)
            continue;
        line->act_count--;
        next->act_count = 1;
        later.step++;
        insert_line(i + 2, later);
        return (int)i + 2;
    }
    return SPOILT_NOWHERE;
}

static int spoil_castle_of_other(void)
{
    unsigned i;
    struct act *castle = find_verb(VERB_CASTLE, &i);
    if (!castle || dealt.lines[i].kind != LINE_TURN || dealt.lines[i + 1].kind == LINE_STEP ||
        castle != &dealt.lines[i].acts[dealt.lines[i].act_count - 1])
        return SPOILT_NOWHERE;
    struct act act = *castle;
    remove_act(&dealt.lines[i], castle);
    act.segment.has_cell = true;
    act.segment.cell = castle->segment.has_cell ? castle->segment.cell : dealt.lines[i].cell;
    static struct recheck_feature f;
    recount_to(i);
    for (uint32_t a = 0; a < dealt.lines[i].act_count; a++)
        if (dealt.lines[i].acts[a].kind == ACT_VERB)
            return SPOILT_NOWHERE;
    unsigned tile = (unsigned)recheck_tile_at(&recheck, act.segment.cell.x, act.segment.cell.y);
    recheck_flood(&recheck, tile, recheck_segment(&recheck, tile, &act.segment), &f);
    unsigned other = (dealt.lines[i].seat + 1 + random_below(rng, dealt.player_count - 1)) % dealt.player_count;
    return f.followers[other] ? -1 : add_step(i, other, act);
}

static int spoil_take(void)
{
    static struct recheck_feature f;
    unsigned i = find_turn(), tile, segment;
    if (!is_idle(i))
        return SPOILT_NOWHERE;
    recount_to(i);
    if (!recheck.castle_count)
        return SPOILT_NOWHERE;
    const struct recheck_castle *castle = &recheck.castles[random_below(rng, recheck.castle_count)];
    hit_segment(&tile, &segment);
    recheck_flood(&recheck, tile, segment, &f);
    if (f.completed || is_castle(&f))
        return SPOILT_NOWHERE;
    struct act take = verb_act(VERB_TAKE);
    take.segment = ref_of(castle->tile, castle->segment);
    take.other = ref_of(tile, segment);
    return add_step(i, castle->seat, take);
}

/* ---- Bazaars ---- */

static bool same_tile(const struct act *a, const struct act *b)
{
    return a->tile.design == b->tile.design;
}

/* The line that reveals the tiles of the bazaar to which a step belongs. */
static unsigned bazaar_of(unsigned i)
{
    while (!has_verb(&dealt.lines[i], VERB_BAZAAR))
        i--;
    return i;
}

/* Are its tiles all different? Else a bid may be read in two ways. */
static bool all_differ(unsigned i)
{
    const struct line *line = &dealt.lines[bazaar_of(i)];
    for (uint32_t a = 0; a < line->act_count; a++) {
        const struct act *act = &line->acts[a];
        for (unsigned x = 0; act->kind == ACT_VERB && act->verb == VERB_BAZAAR && x < act->count; x++)
            for (unsigned y = 0; y < x; y++)
                if (act->tiles[x].design == act->tiles[y].design)
                    return false;
    }
    return true;
}

static const struct act *bid_on(unsigned i)
{
    const struct line *line = &dealt.lines[i];
    bool is_bid = line->kind == LINE_STEP && line->act_count && line->acts[0].kind == ACT_VERB && line->acts[0].verb == VERB_BID;
    return is_bid ? &line->acts[0] : NULL;
}

/* A bid that opens an auction, alone on its line; with `raised`, one that raises. NULL when the one that was hit is none. */
static struct act *find_bid(bool raised, unsigned *line)
{
    struct act *bid = find_verb(VERB_BID, line);
    if (!bid || dealt.lines[*line].kind != LINE_STEP || bid != dealt.lines[*line].acts || dealt.lines[*line].act_count > 1 || !all_differ(*line))
        return NULL;
    const struct act *before = bid_on(*line - 1);
    return (before && same_tile(before, bid)) == raised ? bid : NULL;
}

static int spoil_bid_low(void)
{
    unsigned i;
    struct act *bid = find_bid(true, &i);
    if (!bid)
        return SPOILT_NOWHERE;
    bid->number = bid_on(i - 1)->number;
    return (int)i;
}

static int spoil_bid_high(void)
{
    unsigned i;
    struct act *bid = find_bid(true, &i);
    if (!bid || !is_option(OPTION_BID_LIMIT, "score"))
        return SPOILT_NOWHERE;
    bid->number += 500;
    return (int)i;
}

static int spoil_bid_again(void)
{
    unsigned i;
    struct act *bid = find_bid(false, &i);
    if (!bid)
        return SPOILT_NOWHERE;
    /* The chooser has the tile, unless it sold it: then nobody knows here. */
    unsigned next = i + 1;
    while (bid_on(next) && same_tile(bid_on(next), bid))
        next++;
    if (next != i + 1 || !bid_on(next))
        return SPOILT_NOWHERE;
    struct act again = *bid_on(next);
    again.number++;
    return add_step(next, dealt.lines[i].seat, again);
}

static int spoil_bazaar_count(void)
{
    unsigned i;
    struct act *bazaar = find_verb(VERB_BAZAAR, &i);
    if (!bazaar || bazaar->count < 3)
        return SPOILT_NOWHERE;
    bazaar->count--;
    return (int)i;
}

static int spoil_chooser(void)
{
    unsigned i;
    struct act *bid = find_bid(false, &i);
    if (!bid || has_verb(&dealt.lines[i - 1], VERB_BID) || !has_verb(&dealt.lines[i - 1], VERB_BAZAAR) || dealt.player_count < 3)
        return SPOILT_NOWHERE;
    dealt.lines[i].seat = (uint8_t)((dealt.lines[i].seat + 1u) % dealt.player_count);
    return (int)i;
}

static int spoil_not_acquired(void)
{
    unsigned i;
    struct act *bazaar = find_verb(VERB_BAZAAR, &i);
    if (!bazaar || !all_differ(i) || is_option(OPTION_BAZAAR, "variant"))
        return SPOILT_NOWHERE;
    while (dealt.lines[i + 1].kind == LINE_STEP)
        i++;
    /* The first of its turns takes the tile of the second. */
    unsigned first = i + 1, second = i + 2;
    while (second < dealt.line_count && dealt.lines[second].kind == LINE_STEP)
        second++;
    if (second >= dealt.line_count || !is_idle(first) || !dealt.lines[second].has_tile || !has_verb(&dealt.lines[i], VERB_FREE))
        return SPOILT_NOWHERE;
    for (unsigned t = 0; t < bazaar->count; t++)
        if (bazaar->tiles[t].design == dealt.lines[second].tile.design) {
            dealt.lines[first].tile = dealt.lines[second].tile;
            return (int)first;
        }
    return SPOILT_NOWHERE;
}

static int spoil_purchase(void)
{
    unsigned i;
    struct act *sell = find_verb(VERB_SELL, &i);
    if (!sell || !is_option(OPTION_BID_LIMIT, "score") || sell != dealt.lines[i].acts)
        return SPOILT_NOWHERE;
    recheck_begin(&recheck, &dealt, dealt.player_count, &dealt_profile);
    recount_to(i);
    if (recheck.auction.price <= recheck.scores[dealt.lines[i].seat])
        return SPOILT_NOWHERE;
    sell->verb = VERB_BUY;
    return (int)i;
}

static int spoil_not_held(void)
{
    unsigned i;
    struct act *bazaar = find_verb(VERB_BAZAAR, &i);
    if (!bazaar || dealt.lines[i].kind != LINE_TURN)
        return SPOILT_NOWHERE;
    remove_act(&dealt.lines[i], bazaar);
    while (dealt.lines[i + 1].kind == LINE_STEP)
        remove_line(i + 1);
    return (int)i;
}

static int spoil_bazaar_uncalled(void)
{
    unsigned i = find_turn();
    if (!is_idle(i) || dealt.lines[i].tile.design->marks & MARK_BAZAAR)
        return SPOILT_NOWHERE;
    struct act bazaar = verb_act(VERB_BAZAAR);
    bazaar.count = (uint16_t)dealt.player_count;
    bazaar.tiles = arena_alloc(&dealt_arena, bazaar.count * sizeof *bazaar.tiles);
    for (unsigned k = 0; k < bazaar.count; k++)
        bazaar.tiles[k] = dealt.lines[i].tile;
    add_act(&dealt.lines[i], bazaar);
    return (int)i;
}

static int spoil_not_revealed(void)
{
    unsigned i;
    struct act *bid = find_bid(false, &i);
    const struct line *bazaar = bid ? &dealt.lines[bazaar_of(i)] : NULL;
    unsigned other = find_turn();
    if (!bid)
        return SPOILT_NOWHERE;
    for (uint32_t a = 0; a < bazaar->act_count; a++)
        for (unsigned t = 0; bazaar->acts[a].verb == VERB_BAZAAR && t < bazaar->acts[a].count; t++)
            if (bazaar->acts[a].tiles[t].design == dealt.lines[other].tile.design)
                return SPOILT_NOWHERE;
    bid->tile = dealt.lines[other].tile;
    return (int)i;
}

static int spoil_sold_to_nobody(void)
{
    unsigned i;
    struct act *bid = find_bid(false, &i);
    const struct line *next = &dealt.lines[i + 1];
    if (!bid || next->kind != LINE_STEP || (bid_on(i + 1) && same_tile(bid_on(i + 1), bid)) || has_verb(next, VERB_BUY) || has_verb(next, VERB_SELL))
        return SPOILT_NOWHERE;
    return add_step(i, dealt.lines[i].seat, verb_act(VERB_SELL));
}

static int spoil_no_word(void)
{
    unsigned i;
    struct act *sell = find_verb(VERB_SELL, &i);
    if (!sell || sell != dealt.lines[i].acts || dealt.lines[i].act_count > 1 || !bid_on(i - 1) || !all_differ(i))
        return SPOILT_NOWHERE;
    remove_line(i);
    return (int)i - 1;
}

const struct spoiler piece_spoilers[] = {
    {"dragon leaves the tiles", FINDING_STEP_LEAVES, spoil_leaves, false},
    {"dragon steps back", FINDING_STEP_REVISITS, spoil_revisits, false},
    {"dragon onto the fairy", FINDING_STEP_FAIRY, spoil_onto_fairy, false},
    {"dragon stops", FINDING_FLIGHT_STOPPED, spoil_stops, false},
    {"dragon's seventh step", FINDING_FLIGHT_LONG, spoil_too_far, false},
    {"dragon uncalled", FINDING_FLIGHT_UNCALLED, spoil_uncalled, false},
    {"follower on a volcano", FINDING_VOLCANO, spoil_volcano, false},
    {"dragon tile before a volcano", FINDING_TOO_EARLY, spoil_too_early, false},
    {"portal to a completed feature", FINDING_PORTAL_COMPLETED, spoil_portal_completed, false},
    {"portal onto the dragon", FINDING_PORTAL_DRAGON, spoil_portal_dragon, false},
    {"follower after the princess", FINDING_AFTER_PRINCESS, spoil_after_princess, false},
    {"princess ignored", FINDING_PRINCESS_IGNORED, spoil_princess_ignored, false},
    {"princess sends no knight of hers", FINDING_NOT_A_KNIGHT, spoil_no_knight, false},
    {"fairy after a follower", FINDING_FAIRY_AND_FOLLOWER, spoil_fairy_and_follower, false},
    {"fairy to nobody", FINDING_FAIRY_NOWHERE, spoil_fairy_nowhere, false},
    {"fairy after the princess", FINDING_FAIRY_AFTER_PRINCESS, spoil_fairy_after_princess, false},
    {"fairy moved twice", FINDING_FAIRY_TWICE, spoil_fairy_twice, false},
    {"fairy moved by another seat", FINDING_TURN_ORDER, spoil_fairy_by_other, false},
    {"bridge without one in stock", FINDING_NO_BRIDGE, spoil_bridge_stock, false},
    {"bridge's end on no field", FINDING_BRIDGE_END, spoil_bridge_end, false},
    {"bridge far away", FINDING_BRIDGE_FAR, spoil_bridge_far, false},
    {"second bridge", FINDING_BRIDGE_SECOND, spoil_bridge_second, false},
    {"bridge meets other land", FINDING_BRIDGE_MEETS, spoil_bridge_meets, false},
    {"bridge where one is", FINDING_BRIDGE_THERE, spoil_bridge_there, false},
    {"bridge that joins no road", FINDING_BRIDGE_ALONE, spoil_bridge_alone, false},
    {"castle of no small city", FINDING_NO_SMALL_CITY, spoil_castle_of_none, false},
    {"castle when none is left", FINDING_NO_CASTLE, spoil_castle_too_many, true},
    {"castles in the other order", FINDING_FOUNDING_ORDER, spoil_founding_order, true},
    {"castle of another's city", FINDING_NOT_OWNER, spoil_castle_of_other, false},
    {"castle takes what is unfinished", FINDING_NOT_ELIGIBLE, spoil_take, false},
    {"bid not higher", FINDING_BID, spoil_bid_low, false},
    {"bid above the score", FINDING_BID_SCORE, spoil_bid_high, false},
    {"bid of one that has a tile", FINDING_BID_AGAIN, spoil_bid_again, false},
    {"too few tiles revealed", FINDING_BAZAAR_COUNT, spoil_bazaar_count, false},
    {"another seat chooses", FINDING_CHOOSER, spoil_chooser, false},
    {"tile of another seat placed", FINDING_NOT_ACQUIRED, spoil_not_acquired, false},
    {"purchase above the score", FINDING_PURCHASE, spoil_purchase, false},
    {"bazaar not held", FINDING_NO_BAZAAR, spoil_not_held, false},
    {"bazaar uncalled", FINDING_BAZAAR_UNCALLED, spoil_bazaar_uncalled, false},
    {"tile not revealed", FINDING_NOT_REVEALED, spoil_not_revealed, false},
    {"sold to nobody", FINDING_SOLD_TO_NOBODY, spoil_sold_to_nobody, false},
    {"buy or sell left out", FINDING_BIDS, spoil_no_word, false},
};
const unsigned piece_spoiler_count = sizeof piece_spoilers / sizeof *piece_spoilers;
