/* See spoil.h: walls, guards and towers. */
#include "spoil/spoil.h"

static const int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};

/* ---- Finding a place ---- */

static bool is_wall(const struct act *act)
{
    return act->kind == ACT_VERB && (act->verb == VERB_GATE || act->verb == VERB_WALL || act->verb == VERB_SHORT);
}

/* The wall or gate that a line lays; NULL for none. */
static struct act *wall_of(unsigned i)
{
    for (uint32_t a = 0; a < dealt.lines[i].act_count; a++)
        if (is_wall(&dealt.lines[i].acts[a]))
            return &dealt.lines[i].acts[a];
    return NULL;
}

static bool has_guard(unsigned i)
{
    return has_verb(&dealt.lines[i], VERB_GUARD) || has_verb(&dealt.lines[i], VERB_GUARD_ON);
}

/* The last line of a line's turn. */
static unsigned last_of(unsigned i)
{
    while (i + 1 < dealt.line_count && dealt.lines[i + 1].kind == LINE_STEP)
        i++;
    return i;
}

static unsigned head_of(unsigned i)
{
    while (dealt.lines[i].kind == LINE_STEP)
        i--;
    return i;
}

/* A random line that lays a wall, no gate; -1 without one. */
static int find_wall(void)
{
    unsigned from = random_below(rng, dealt.line_count);
    for (unsigned k = 0; k < dealt.line_count; k++) {
        unsigned i = (from + k) % dealt.line_count;
        const struct act *wall = wall_of(i);
        if (wall && wall->verb != VERB_GATE)
            return (int)i;
    }
    return SPOILT_NOWHERE;
}

/* A random turn's line with a phase of walls; -1 without one. */
static int find_phase(void)
{
    int i = find_wall();
    return i < 0 ? i : (int)head_of((unsigned)i);
}

/* A random tile's line without walls, and none in its turn; -1 when the one it picked is another. */
static int find_quiet(void)
{
    unsigned i = find_turn();
    return wall_of(i) || last_of(i) != i ? -1 : (int)i;
}

static struct act edge_act(enum verb_id verb, int x, int y, unsigned side)
{
    struct act act = verb_act(verb);
    act.segment = (struct segment_ref){.kind = KIND_COUNT, .port = (uint8_t)(3 * side + 1), .has_cell = true, .cell = {(int16_t)x, (int16_t)y}};
    return act;
}

static struct act wall_act(enum verb_id verb, const struct recheck_wall *wall)
{
    return edge_act(verb, wall->x, wall->y, wall->side);
}

static void put_act(unsigned i, struct act act)
{
    struct line *line = &dealt.lines[i];
    if (line->act_count && line->acts[0].kind == ACT_NONE)
        set_act(line, act);
    else
        add_act(line, act);
}

static const struct recheck_wall *hit_wall(void)
{
    return recheck.wall_count ? &recheck.walls[random_below(rng, recheck.wall_count)] : NULL;
}

/* A random side of a tile, of those that face an empty cell or of the others. */
static bool hit_side(bool faces_empty, struct recheck_wall *edge)
{
    unsigned tile = random_below(rng, recheck.tile_count);
    edge->side = random_below(rng, 4);
    edge->x = recheck.tiles[tile].x;
    edge->y = recheck.tiles[tile].y;
    return (recheck_tile_at(&recheck, edge->x + dx[edge->side], edge->y + dy[edge->side]) < 0) == faces_empty;
}

static bool is_free(const struct recheck_wall *edge)
{
    return recheck_wall_on(&recheck, edge->x, edge->y, edge->side) < 0 && recheck_is_outside(&recheck, edge->x + dx[edge->side], edge->y + dy[edge->side]);
}

static bool joins_end(const struct recheck_wall *edge)
{
    int x[2], y[2];
    recheck_ends(edge, x, y);
    for (unsigned i = 0; i < 4; i++)
        if (recheck.loose[i / 2].x == x[i % 2] && recheck.loose[i / 2].y == y[i % 2])
            return true;
    return false;
}

/* Where a wall could go next. */
static bool find_next(struct recheck_wall *edge)
{
    for (unsigned tile = 0; tile < recheck.tile_count; tile++)
        for (edge->side = 0; edge->side < 4; edge->side++) {
            edge->x = recheck.tiles[tile].x;
            edge->y = recheck.tiles[tile].y;
            if (recheck_tile_at(&recheck, edge->x + dx[edge->side], edge->y + dy[edge->side]) < 0 && is_free(edge) && joins_end(edge))
                return true;
        }
    return false;
}

/* The wall at the end of an arm, NULL when it has none. */
static const struct recheck_wall *outmost(int arm)
{
    const struct recheck_wall *last = NULL;
    for (unsigned i = 1; i < recheck.wall_count; i++)
        if (recheck.walls[i].arm == arm)
            last = &recheck.walls[i];
    return last;
}

/* How often a verb stands on lines of a seat before line i; of any seat for SEAT_NONE. */
static unsigned count_verb(enum verb_id verb, unsigned seat, unsigned i)
{
    unsigned count = 0;
    for (unsigned k = 0; k < i; k++)
        count += (seat == SEAT_NONE || dealt.lines[k].seat == seat) && has_verb(&dealt.lines[k], verb);
    return count;
}

/* A line without a guard whose wall was the last laid; the recount stands behind it. */
static int find_unguarded(void)
{
    int i = find_wall();
    if (i < 0 || has_guard((unsigned)i))
        return SPOILT_NOWHERE;
    recount_to((unsigned)i + 1);
    return i;
}

/* ---- Tiles ---- */

static int spoil_beyond(void)
{
    unsigned i = find_turn();
    recount_to(i);
    const struct recheck_wall *wall = hit_wall();
    if (!wall)
        return SPOILT_NOWHERE;
    dealt.lines[i].cell = (struct cell){(int16_t)(wall->x + dx[wall->side]), (int16_t)(wall->y + dy[wall->side])};
    return (int)i;
}

/* Would a tile there cut a wall off, and lie behind none? */
static bool cuts_off(int x, int y)
{
    const struct recheck_tile *last = &recheck.tiles[recheck.tile_count - 1];
    bool cuts = false;
    recheck.tiles[recheck.tile_count++] = (struct recheck_tile){.design = last->design, .x = x, .y = y};
    for (unsigned i = 0; i < recheck.wall_count; i++) {
        int bx = recheck.walls[i].x + dx[recheck.walls[i].side], by = recheck.walls[i].y + dy[recheck.walls[i].side];
        if (bx == x && by == y) {
            cuts = false;
            break;
        }
        cuts |= !recheck_is_outside(&recheck, bx, by);
    }
    recheck.tile_count--;
    return cuts;
}

static int spoil_cut_off(void)
{
    unsigned i = find_turn();
    struct recheck_wall edge;
    recount_to(i);
    recheck.tile_count--;
    if (!recheck.tile_count || !is_option(OPTION_BEYOND, "strict"))
        return SPOILT_NOWHERE;
    for (unsigned tries = 0; tries < 200; tries++) {
        if (!hit_side(true, &edge) || !cuts_off(edge.x + dx[edge.side], edge.y + dy[edge.side]))
            continue;
        dealt.lines[i].cell = (struct cell){(int16_t)(edge.x + dx[edge.side]), (int16_t)(edge.y + dy[edge.side])};
        return (int)i;
    }
    return SPOILT_NOWHERE;
}

static int spoil_completed(void)
{
    static struct recheck_feature f;
    unsigned i = find_turn();
    const struct design *design = dealt.lines[i].tile.design;
    recount_to(i);
    for (unsigned segment = 0; segment < design->segment_count; segment++) {
        recheck_flood(&recheck, recheck.tile_count - 1, segment, &f);
        enum kind kind = (enum kind)design->segments[segment].kind;
        if (!f.completed || kind == KIND_RESIDENCE || dealt.lines[i].act_count == 0 || is_wall(&dealt.lines[i].acts[0]))
            continue;
        set_act(&dealt.lines[i], stand_on(&dealt.lines[i], segment));
        return (int)i;
    }
    return SPOILT_NOWHERE;
}

/* ---- Walls ---- */

static int spoil_missing(void)
{
    int i = find_phase();
    bool lays = false;
    if (i < 0)
        return SPOILT_NOWHERE;
    for (unsigned k = (unsigned)i + 1; k <= last_of((unsigned)i); k++)
        lays |= wall_of(k) != NULL;
    while (dealt.lines[i + 1].kind == LINE_STEP)
        remove_line((unsigned)i + 1);
    return lays ? i : -1;
}

static int spoil_no_phase(void)
{
    int i = find_phase();
    struct act *wall = i < 0 ? NULL : wall_of((unsigned)i);
    if (!wall)
        return SPOILT_NOWHERE;
    remove_act(&dealt.lines[i], wall);
    while (dealt.lines[i + 1].kind == LINE_STEP)
        remove_line((unsigned)i + 1);
    return i;
}

/* In the phase after the last tile: the ring is closed while walls are due. */
static int spoil_closed_early(void)
{
    struct recheck_wall edge;
    unsigned i = dealt.line_count - 1;
    while (i && !(dealt.lines[i].kind == LINE_STEP && wall_of(i)))
        i--;
    recount_to(i);
    if (recheck.drawn < recheck.in_sets || !find_next(&edge))
        return SPOILT_NOWHERE;
    *wall_of(i) = wall_act(VERB_CLOSE, &edge);
    return (int)i;
}

static int spoil_uncalled(void)
{
    static const enum verb_id verb_ids[] = {VERB_WALL, VERB_SHORT, VERB_GATE, VERB_TOWER, VERB_CLOSE, VERB_GUARD, VERB_GUARD_ON};
    int i = find_quiet();
    if (i < 0)
        return SPOILT_NOWHERE;
    const struct line *line = &dealt.lines[i];
    put_act((unsigned)i, edge_act(verb_ids[random_below(rng, sizeof verb_ids / sizeof *verb_ids)], line->cell.x, line->cell.y, random_below(rng, 4)));
    return i;
}

static int spoil_second_gate(void)
{
    int i = find_wall();
    if (i >= 0)
        wall_of((unsigned)i)->verb = VERB_GATE;
    return i;
}

static int spoil_no_gate(void)
{
    unsigned i;
    struct act *gate = find_verb(VERB_GATE, &i);
    if (!gate)
        return SPOILT_NOWHERE;
    gate->verb = VERB_WALL;
    return (int)i;
}

static int spoil_wall_seat(void)
{
    int i = find_wall();
    if (i < 0 || dealt.lines[i].kind != LINE_STEP)
        return SPOILT_NOWHERE;
    dealt.lines[i].seat = (uint8_t)((dealt.lines[i].seat + 1) % dealt.player_count);
    return i;
}

static int spoil_wall_count(void)
{
    struct recheck_wall edge;
    int i = find_wall();
    if (i < 0)
        return SPOILT_NOWHERE;
    unsigned last = last_of((unsigned)i);
    recount_to(last + 1);
    if (!find_next(&edge))
        return SPOILT_NOWHERE;
    return add_step(last, random_below(rng, dealt.player_count), wall_act(VERB_WALL, &edge));
}

/* A line that lays a wall; the recount stands before it. */
static int before_wall(void)
{
    int i = find_wall();
    if (i >= 0)
        recount_to((unsigned)i);
    return i;
}

static int move_wall(int i, struct act act)
{
    *wall_of((unsigned)i) = act;
    return i;
}

static int spoil_not_at_end(void)
{
    struct recheck_wall edge;
    int i = before_wall();
    bool apart = i >= 0 && hit_side(true, &edge) && is_free(&edge) && !joins_end(&edge);
    return apart ? move_wall(i, wall_act(VERB_WALL, &edge)) : -1;
}

static int spoil_no_tile(void)
{
    int i = before_wall();
    const struct recheck_wall *wall = i >= 0 ? hit_wall() : NULL;
    return wall ? move_wall(i, edge_act(VERB_WALL, wall->x + dx[wall->side], wall->y + dy[wall->side], random_below(rng, 4))) : -1;
}

static int spoil_faces_tile(void)
{
    struct recheck_wall edge;
    int i = before_wall();
    return i >= 0 && hit_side(false, &edge) ? move_wall(i, wall_act(VERB_WALL, &edge)) : -1;
}

static int spoil_walled(void)
{
    int i = before_wall();
    return i >= 0 ? move_wall(i, wall_act(VERB_WALL, hit_wall())) : -1;
}

static int spoil_in_a_hole(void)
{
    struct recheck_wall edge;
    int i = before_wall();
    for (unsigned tries = 0; i >= 0 && tries < 100; tries++)
        if (hit_side(true, &edge) && !recheck_is_outside(&recheck, edge.x + dx[edge.side], edge.y + dy[edge.side]))
            return move_wall(i, wall_act(VERB_WALL, &edge));
    return SPOILT_NOWHERE;
}

/* The ring is closed in thought when no wall is left. */
static int spoil_supply(void)
{
    struct recheck_wall edge;
    unsigned last = dealt.line_count - 1;
    recount_to(0);
    if (count_verb(VERB_WALL, SEAT_NONE, last) + count_verb(VERB_SHORT, SEAT_NONE, last) < recheck.walls_most)
        return SPOILT_NOWHERE;
    while (!wall_of(last))
        last--;
    last = last_of(last);
    recount_to(last + 1);
    if (recheck.wall_count <= recheck.walls_most || !find_next(&edge))
        return SPOILT_NOWHERE;
    return add_step(last, random_below(rng, dealt.player_count), wall_act(VERB_CLOSE, &edge));
}

static int spoil_third_short(void)
{
    int i = find_wall();
    if (i < 0 || wall_of((unsigned)i)->verb == VERB_SHORT || count_verb(VERB_SHORT, SEAT_NONE, (unsigned)i) < 2)
        return SPOILT_NOWHERE;
    wall_of((unsigned)i)->verb = VERB_SHORT;
    return i;
}

static int spoil_short_place(void)
{
    int i = before_wall();
    if (i < 0 || !is_option(OPTION_SHORT_WALL_PLACE, "concave"))
        return SPOILT_NOWHERE;
    struct act *wall = wall_of((unsigned)i);
    unsigned side = wall->segment.port / 3;
    int x = wall->segment.cell.x + dx[side], y = wall->segment.cell.y + dy[side];
    for (unsigned turn = 1; turn < 4; turn += 2)
        if (recheck_tile_at(&recheck, x + dx[(side + turn) % 4], y + dy[(side + turn) % 4]) >= 0)
            return SPOILT_NOWHERE;
    wall->verb = VERB_SHORT;
    return i;
}

/* ---- Guards ---- */

static int spoil_opposite(void)
{
    int i = find_unguarded();
    if (i < 0)
        return SPOILT_NOWHERE;
    const struct recheck_wall *wall = &recheck.walls[recheck.wall_count - 1];
    int x = wall->x, y = wall->y;
    while (recheck_tile_at(&recheck, x - dx[wall->side], y - dy[wall->side]) >= 0) {
        x -= dx[wall->side];
        y -= dy[wall->side];
    }
    int other = recheck_wall_on(&recheck, x, y, (wall->side + 2) % 4);
    if (other < 0 || !recheck.walls[other].guarded)
        return SPOILT_NOWHERE;
    put_act((unsigned)i, verb_act(VERB_GUARD));
    return i;
}

static int spoil_second_guard(void)
{
    unsigned i;
    struct act *guard = find_verb(random_below(rng, 2) ? VERB_GUARD : VERB_GUARD_ON, &i);
    if (!guard)
        return SPOILT_NOWHERE;
    add_act(&dealt.lines[i], *guard);
    return (int)i;
}

static int spoil_guard_elsewhere(void)
{
    int i = find_unguarded();
    if (i < 0)
        return SPOILT_NOWHERE;
    const struct recheck_wall *wall = hit_wall();
    if (wall->gate || wall->guarded || wall == &recheck.walls[recheck.wall_count - 1])
        return SPOILT_NOWHERE;
    put_act((unsigned)i, wall_act(VERB_GUARD_ON, wall));
    return i;
}

/* In the third pile guards wait for all walls of the phase. */
static int spoil_guard_early(void)
{
    enum { SECOND_PILE_OVER = 55 };
    int i = find_unguarded();
    if (i < 0 || recheck.drawn <= SECOND_PILE_OVER + 1 || dealt.lines[i + 1].kind != LINE_STEP || !wall_of((unsigned)i + 1))
        return SPOILT_NOWHERE;
    put_act((unsigned)i, verb_act(VERB_GUARD));
    return i;
}

static int spoil_guard_closing(void)
{
    struct recheck_wall edge;
    unsigned last = dealt.line_count - 1;
    while (last && dealt.lines[last].kind != LINE_STEP && dealt.lines[last].kind != LINE_TURN)
        last--;
    recount_to(last + 1);
    if (!recheck.closed || !recheck.wall_count || recheck.wall_count > recheck.walls_most || !find_next(&edge))
        return SPOILT_NOWHERE;
    int i = add_step(last, random_below(rng, dealt.player_count), wall_act(VERB_CLOSE, &edge));
    add_act(&dealt.lines[i], verb_act(random_below(rng, 2) ? VERB_GUARD : VERB_GUARD_ON));
    dealt.lines[i].acts[1].segment = dealt.lines[i].acts[0].segment;
    return i;
}

static int spoil_guards_out_of_turn(void)
{
    unsigned i;
    if (!find_verb(VERB_GUARD_ON, &i) || dealt.lines[i].kind != LINE_STEP || dealt.lines[i + 1].kind != LINE_STEP)
        return SPOILT_NOWHERE;
    struct line *first = &dealt.lines[i], *second = first + 1;
    bool two = second->act_count && second->acts[0].kind == ACT_VERB && second->acts[0].verb == VERB_GUARD_ON && first->seat != second->seat;
    if (!two || first->acts[0].verb != VERB_GUARD_ON)
        return SPOILT_NOWHERE;
    struct act act = first->acts[0];
    uint8_t seat = first->seat;
    first->acts[0] = second->acts[0];
    first->seat = second->seat;
    second->acts[0] = act;
    second->seat = seat;
    return (int)i + 1;
}

static int spoil_no_guard_left(void)
{
    enum { FOLLOWERS = 7 };
    int i = find_unguarded();
    if (i < 0)
        return SPOILT_NOWHERE;
    unsigned seat = dealt.lines[i].seat, out = standing(seat);
    for (unsigned k = 0; k < recheck.wall_count; k++)
        out += recheck.walls[k].guarded && recheck.walls[k].guard == seat;
    if (out < FOLLOWERS)
        return SPOILT_NOWHERE;
    put_act((unsigned)i, verb_act(VERB_GUARD));
    return i;
}

static int spoil_guard_gate(void)
{
    unsigned i;
    if (!find_verb(VERB_GATE, &i))
        return SPOILT_NOWHERE;
    put_act(i, verb_act(VERB_GUARD));
    return (int)i;
}

static int spoil_guard_after_tower(void)
{
    unsigned i;
    if (!find_verb(VERB_TOWER, &i))
        return SPOILT_NOWHERE;
    return add_step(i, dealt.lines[i].seat, verb_act(VERB_GUARD));
}

/* ---- Towers ---- */

static int spoil_tower_seat(void)
{
    unsigned i;
    struct act *tower = find_verb(VERB_TOWER, &i);
    if (!tower || tower != dealt.lines[i].acts || dealt.lines[i].kind != LINE_STEP)
        return SPOILT_NOWHERE;
    dealt.lines[i].seat = (uint8_t)((dealt.lines[i].seat + 1) % dealt.player_count);
    return (int)i;
}

static int spoil_tower_place(void)
{
    unsigned i;
    struct act *tower = find_verb(VERB_TOWER, &i);
    if (!tower)
        return SPOILT_NOWHERE;
    recount_to(i + 1);
    const struct recheck_wall *wall = hit_wall();
    if (recheck_joint(&recheck, (int)(wall - recheck.walls)).open)
        return SPOILT_NOWHERE;
    *tower = wall_act(VERB_TOWER, wall);
    return (int)i;
}

/* A turn with a phase and no tower; the recount stands behind it. */
static int find_towerless(void)
{
    int i = find_phase();
    if (i < 0)
        return SPOILT_NOWHERE;
    unsigned last = last_of((unsigned)i);
    for (unsigned k = (unsigned)i; k <= last; k++)
        if (has_verb(&dealt.lines[k], VERB_TOWER))
            return SPOILT_NOWHERE;
    recount_to(last + 1);
    return (int)last;
}

/* A tower of the seat whose turn that line ends. */
static bool has_tower(unsigned last)
{
    unsigned stock = 0;
    for (unsigned k = 0; k < PIECES_MOST && dealt.sets[0]->pieces[k].name; k++)
        if (strcmp(dealt.sets[0]->pieces[k].name, "tower") == 0)
            stock = dealt.sets[0]->pieces[k].count / dealt.player_count;
    return count_verb(VERB_TOWER, dealt.lines[head_of(last)].seat, last) < stock;
}

static int spoil_tower_there(void)
{
    int last = find_towerless();
    for (int arm = 0; last >= 0 && has_tower((unsigned)last) && arm < 2; arm++)
        if (outmost(arm) && recheck_joint(&recheck, (int)(outmost(arm) - recheck.walls)).taken)
            return add_step((unsigned)last, dealt.lines[head_of((unsigned)last)].seat, wall_act(VERB_TOWER, outmost(arm)));
    return SPOILT_NOWHERE;
}

static int spoil_no_tower_left(void)
{
    int last = find_towerless();
    if (last < 0 || has_tower((unsigned)last) || !outmost(0))
        return SPOILT_NOWHERE;
    return add_step((unsigned)last, dealt.lines[head_of((unsigned)last)].seat, wall_act(VERB_TOWER, outmost(0)));
}

static int spoil_tower_early(void)
{
    int i = find_phase();
    if (i < 0 || dealt.lines[i + 1].kind != LINE_STEP || !wall_of((unsigned)i + 1) || !wall_of((unsigned)i))
        return SPOILT_NOWHERE;
    struct act tower = *wall_of((unsigned)i);
    tower.verb = VERB_TOWER;
    add_act(&dealt.lines[i], tower);
    return i;
}

static int spoil_second_tower(void)
{
    unsigned i;
    struct act *tower = find_verb(VERB_TOWER, &i);
    if (!tower)
        return SPOILT_NOWHERE;
    add_act(&dealt.lines[i], *tower);
    return (int)i;
}

const struct spoiler city_spoilers[] = {
    {"tile behind a wall", FINDING_BEYOND_WALL, spoil_beyond, false},
    {"tile that cuts a wall off", FINDING_BEYOND_WALL, spoil_cut_off, false},
    {"follower on what its tile completes", FINDING_COMPLETED_NOW, spoil_completed, false},
    {"walls left out", FINDING_WALLS_MISSING, spoil_missing, false},
    {"a phase left out", FINDING_WALLS_MISSING, spoil_no_phase, false},
    {"ring closed before the last wall", FINDING_WALLS_MISSING, spoil_closed_early, false},
    {"wall, guard or tower uncalled", FINDING_WALL_UNCALLED, spoil_uncalled, false},
    {"second gate", FINDING_GATE, spoil_second_gate, false},
    {"no gate", FINDING_GATE, spoil_no_gate, false},
    {"wall of another seat", FINDING_WALL_SEAT, spoil_wall_seat, false},
    {"wall too many", FINDING_WALL_COUNT, spoil_wall_count, false},
    {"wall at no end", FINDING_NOT_AT_END, spoil_not_at_end, false},
    {"wall where no tile lies", FINDING_WALL_PLACE, spoil_no_tile, false},
    {"wall between tiles", FINDING_WALL_PLACE, spoil_faces_tile, false},
    {"wall where one stands", FINDING_WALL_PLACE, spoil_walled, false},
    {"wall in a hole", FINDING_WALL_PLACE, spoil_in_a_hole, false},
    {"wall when none is left", FINDING_WALL_SUPPLY, spoil_supply, true},
    {"third short wall", FINDING_SHORT_WALL, spoil_third_short, false},
    {"short wall in no corner", FINDING_SHORT_WALL, spoil_short_place, false},
    {"guard opposite a guard", FINDING_GUARD_OPPOSITE, spoil_opposite, false},
    {"second guard on a wall", FINDING_GUARD_SECOND, spoil_second_guard, false},
    {"guard on an older wall", FINDING_GUARD_LAST, spoil_guard_elsewhere, false},
    {"guard before the last wall", FINDING_GUARD_LAST, spoil_guard_early, false},
    {"guards out of turn", FINDING_GUARD_LAST, spoil_guards_out_of_turn, false},
    {"guard at the closing", FINDING_GUARD_CLOSING, spoil_guard_closing, false},
    {"guard without a follower left", FINDING_GUARD_SUPPLY, spoil_no_guard_left, false},
    {"guard on the gate", FINDING_GUARD_GATE, spoil_guard_gate, false},
    {"guard after the tower", FINDING_ACTION_ORDER, spoil_guard_after_tower, false},
    {"tower of another seat", FINDING_TOWER_SEAT, spoil_tower_seat, false},
    {"tower at no end", FINDING_TOWER_END, spoil_tower_place, false},
    {"tower where one stands", FINDING_TOWER_THERE, spoil_tower_there, false},
    {"tower when none is left", FINDING_NO_TOWER, spoil_no_tower_left, false},
    {"tower before the walls", FINDING_TOWER_EARLY, spoil_tower_early, false},
    {"second tower", FINDING_TOWER_SECOND, spoil_second_tower, false},
};
const unsigned city_spoiler_count = sizeof city_spoilers / sizeof *city_spoilers;
