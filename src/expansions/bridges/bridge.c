/* SPDX-License-Identifier: MIT */
/* Bridges (Bridges, Castles & Bazaars): a bridge is a road of its own over a tile, from one side to
 * the opposite one. A bridge that makes the turn's tile fit is built when the tile is laid: on the
 * tile itself, or before that on a neighbour. Every other bridge is built when its act comes. */
#include "base/bits.h"
#include "expansions/pieces.h"
#include "board/scoring.h"

struct bridges {
    bool any;           /* a bridge stands */
    bool built;         /* a bridge was built in this turn */
    struct place place; /* place of the act that built it */
    uint16_t number;    /* number of the turn under way */
    bool late_built;    /* a bridge was built in the turn to which the late part belongs */
    struct place late_place;
    const struct act *fitted; /* act that made the tile fit; it has been judged already */
};

/* A place for a bridge. While the turn's tile does not lie yet, `laid` and `laid_sides` describe
 * how it will lie. */
struct site {
    struct cell cell;
    unsigned axis;
    const struct design *design;
    unsigned orient, built;
    const uint8_t *laid_sides; /* sides of the turn's tile; NULL if the tile already lies, or if the
                                  bridge is to be built over it */
    struct cell laid;
    bool fits;
};

/* Errors of a bridge, as a set of bits. */
enum {
    WRONG_STOCK = 1,
    WRONG_FAR = 2,
    WRONG_SECOND = 4,
    WRONG_SAME = 8,
    WRONG_CROSS = 16,
    WRONG_END = 32,
    WRONG_NEIGHBOUR = 64,
    WRONG_ALONE = 128,
    WRONG_LATE = 256,
};

static struct bridges *state(const struct referee *r)
{
    return referee_state(r, &bridge_rules);
}

/* Rule: bridges.setup.bridges. */
static void bridge_begin(struct referee *r)
{
    holdings_begin(r, STOCK_BRIDGE, piece_stock(r));
}

/* Rule: traders.second.bridge. */
static void bridge_turn(struct referee *r)
{
    struct bridges *bridges = state(r);
    /* A late second tile belongs to its own turn, not to the one before it. */
    if (r->turn.late) {
        bridges->built = bridges->late_built;
        bridges->place = bridges->late_place;
    } else if (bridges->number == r->late.number) {
        bridges->late_built = bridges->built;
        bridges->late_place = bridges->place;
    }
    bridges->number = r->turn.number;
    bridges->built &= r->turn.part && profile_is(&r->profile, BRIDGE_PER, TURN);
    bridges->fitted = NULL;
}

static bool same_cell(struct cell a, struct cell b)
{
    return a.x == b.x && a.y == b.y;
}

static bool is_beside(struct cell a, struct cell b)
{
    int dx = a.x - b.x, dy = a.y - b.y;
    return dx * dx + dy * dy == 1;
}

/* Returns the land that an end of the bridge meets (enum side_code). */
static unsigned land_at_end(const struct referee *r, const struct site *site, unsigned side)
{
    struct cell cell = {(int16_t)(site->cell.x + side_dx[side]),
                        (int16_t)(site->cell.y + side_dy[side])};
    if (site->laid_sides && same_cell(cell, site->laid))
        return site->laid_sides[side_opposite(side)];
    return table_beyond(&r->table, site->cell, side);
}

/* Returns the errors of the site itself, whoever builds there. Rules: bridges.bridge.ends,
 * bridges.bridge.meets, bridges.bridge.tile, bridges.bridge.joins, bridges.bridge.over. */
static unsigned check_site(const struct referee *r, const struct site *site)
{
    unsigned wrong = 0;
    bool joins = false;
    if (site->built >> site->axis & 1)
        return WRONG_SAME;
    if (site->built && profile_is(&r->profile, BRIDGES_PER_TILE, 1))
        wrong |= WRONG_CROSS;
    for (unsigned side = site->axis; side < SIDES; side += 2) {
        unsigned land = land_at_end(r, site, side);
        if (site->design->side[site->orient][side] != SIDE_FIELD)
            wrong |= WRONG_END;
        else if (land != SIDE_OPEN && land != SIDE_ROAD && land != SIDE_UNKNOWN)
            wrong |= WRONG_NEIGHBOUR;
        joins |= land == SIDE_ROAD || land == SIDE_UNKNOWN;
    }
    if (!joins && profile_is(&r->profile, BRIDGE_JOINS, ROAD))
        wrong |= WRONG_ALONE;
    return wrong;
}

/* Returns the errors that any bridge of the seat would have in this turn. Rules:
 * bridges.bridge.one, bridges.setup.bridges. */
static unsigned check_turn(const struct referee *r, unsigned seat)
{
    return bits_if(!holdings_left(r, STOCK_BRIDGE, seat), WRONG_STOCK) |
           bits_if(state(r)->built, WRONG_SECOND);
}

/* Returns all errors of a bridge that the seat builds in this turn, whose tile lies or will lie on
 * `laid`. Rules: bridges.bridge.where, bridges.bridge.order. */
static unsigned check_bridge(const struct referee *r, const struct site *site, unsigned seat,
                             struct cell laid)
{
    unsigned wrong = check_site(r, site) | check_turn(r, seat);
    bool own_tile = same_cell(site->cell, laid);
    bool first = profile_is(&r->profile, BRIDGE_ORDER, BRIDGE_FIRST);
    if (!own_tile && (!is_beside(site->cell, laid) ||
                      (!site->fits && profile_is(&r->profile, BRIDGE_NEIGHBOUR, FORCED))))
        wrong |= WRONG_FAR;
    if (!site->fits && first && judge_has_acted(r))
        wrong |= WRONG_LATE;
    return wrong;
}

static struct site site_on(const struct referee *r, unsigned tile, unsigned axis)
{
    const struct laid_tile *laid = &r->table.tiles[tile];
    return (struct site){.cell = laid->cell,
                         .axis = axis,
                         .design = laid->design,
                         .orient = laid->orient,
                         .built = laid->built};
}

/* ---- A tile that fits only with a bridge ---- */

/* Finds the only bridge that could make a tile fit. `differ` is the set of sides that do not fit.
 * Where the tile has field and its neighbours have road, the bridge goes over the tile along that
 * axis. Where the tile has road and one neighbour has field, it goes over that neighbour. False if
 * no bridge could make the tile fit. */
static bool fitting_site(const struct referee *r, const struct design *design, struct cell cell,
                         unsigned orient, unsigned differ, struct site *site)
{
    unsigned side = (unsigned)__builtin_ctz(differ), axis = side_axis(side);
    const uint8_t *sides = design->side[orient];
    /* For most tiles, one bridge cannot mend all sides that differ. */
    bool over_tile = sides[side] == SIDE_FIELD;
    if (over_tile ? differ & ~(5u << axis) : sides[side] != SIDE_ROAD || differ != 1u << side)
        return false;
    if (over_tile) {
        *site = (struct site){
            .cell = cell, .axis = axis, .design = design, .orient = orient, .fits = true};
        return true;
    }
    unsigned neighbour = table_at(&r->table, cell.x + side_dx[side], cell.y + side_dy[side]);
    *site = site_on(r, neighbour, axis);
    site->laid = cell;
    site->laid_sides = sides;
    site->fits = true;
    return site->design != NULL;
}

static struct act act_for(const struct site *site)
{
    struct act act = choices_verb(VERB_BRIDGE);
    act.segment = (struct segment_ref){
        .kind = KIND_ROAD, .port = site->axis ? 4 : 1, .has_cell = true, .cell = site->cell};
    return act;
}

static bool bridge_builds(const struct referee *r, unsigned seat)
{
    return !check_turn(r, seat);
}

/* Rule: bridges.bridge.fits. */
static bool bridge_could_fit(const struct referee *r, unsigned seat, const struct design *design,
                             struct spot spot, const struct placing *placing, struct act *act)
{
    struct site site;
    if (check_turn(r, seat) ||
        !fitting_site(r, design, spot.cell, spot.orient, placing->differ, &site) ||
        check_bridge(r, &site, seat, spot.cell))
        return false;
    if (act)
        *act = act_for(&site);
    return true;
}

/* Rule: bridges.bridge.decline. */
static bool bridge_may_decline(const struct referee *r)
{
    return profile_is(&r->profile, DISCARD_BRIDGE, MAY);
}

/* ---- Building ---- */

/* Returns the reason why no bridge may be built there now, in words. Rule: bridges.bridge.where. */
static const char *far_words(struct referee *r, const struct site *site)
{
    bool beside =
        r->turn.tile != TILE_NONE && is_beside(site->cell, r->table.tiles[r->turn.tile].cell);
    return beside ? "beside the tile just laid it may only where that tile fits no other way"
                  : "it is neither the tile just laid nor beside it";
}

/* Raises the first end that does not lie on field, and the first that meets other land than road.
 * Rules: bridges.bridge.ends, bridges.bridge.meets. */
static void raise_ends(struct referee *r, const struct act *act, const struct site *site,
                       unsigned wrong)
{
    for (unsigned side = site->axis; side < SIDES; side += 2) {
        unsigned own = site->design->side[site->orient][side], land = land_at_end(r, site, side);
        struct cell beyond = {(int16_t)(site->cell.x + side_dx[side]),
                              (int16_t)(site->cell.y + side_dy[side])};
        if (own != SIDE_FIELD && wrong & WRONG_END) {
            judge_raise(r, FINDING_BRIDGE_END, act->place,
                        ARGS(judge_sides[side], site->cell, judge_lands[own]));
            wrong &= ~(unsigned)WRONG_END;
        } else if (wrong & WRONG_NEIGHBOUR && own == SIDE_FIELD && land != SIDE_OPEN &&
                   land != SIDE_ROAD && land != SIDE_UNKNOWN) {
            judge_raise(r, FINDING_BRIDGE_MEETS, act->place,
                        ARGS(judge_sides[side], site->cell, judge_lands[land], beyond));
            wrong &= ~(unsigned)WRONG_NEIGHBOUR;
        }
    }
}

/* Rule: base.turn.course. */
static void raise_wrong(struct referee *r, const struct act *act, const struct site *site,
                        unsigned wrong, unsigned seat)
{
    static const struct {
        unsigned wrong;
        enum finding_id id;
    } plain[] = {{WRONG_SAME | WRONG_CROSS, FINDING_BRIDGE_THERE},
                 {WRONG_STOCK, FINDING_NO_BRIDGE},
                 {WRONG_FAR, FINDING_BRIDGE_FAR},
                 {WRONG_ALONE, FINDING_BRIDGE_ALONE}};
    for (unsigned i = 0; i < sizeof plain / sizeof *plain; i++)
        if (wrong & plain[i].wrong) {
            const struct arg *args = plain[i].id == FINDING_NO_BRIDGE ? ARGS(SEAT(seat))
                                     : plain[i].id == FINDING_BRIDGE_FAR
                                         ? ARGS(site->cell, far_words(r, site))
                                         : ARGS(site->cell);
            struct finding *finding = judge_raise(r, plain[i].id, act->place, args);
            if (plain[i].id == FINDING_BRIDGE_FAR && r->turn.tile != TILE_NONE &&
                is_beside(site->cell, r->table.tiles[r->turn.tile].cell))
                judge_note_option(r, finding, OPTION_BRIDGE_NEIGHBOUR);
            /* If a bridge stands there already, the other findings would only repeat that. */
            if (plain[i].id == FINDING_BRIDGE_THERE)
                return;
        }
    raise_ends(r, act, site, wrong);
    if (wrong & WRONG_SECOND) {
        struct finding *finding = judge_raise(r, FINDING_BRIDGE_SECOND, act->place, NO_ARGS);
        finding_also(r->findings, finding, state(r)->place, NOTE_FIRST, NO_ARGS);
        if (r->turn.part)
            judge_note_option(r, finding, OPTION_BRIDGE_PER);
    }
    if (wrong & WRONG_LATE)
        judge_note_option(r, judge_raise(r, FINDING_ACTION_ORDER_BRIDGE, act->place, NO_ARGS),
                          OPTION_BRIDGE_ORDER);
}

/* Takes a bridge from the stock and notes it for the turn. False if it cannot lie there. */
static bool take_bridge(struct referee *r, const struct act *act, unsigned wrong, unsigned seat)
{
    struct bridges *bridges = state(r);
    if (wrong & (WRONG_STOCK | WRONG_SAME | WRONG_END))
        return false;
    holdings_use(r, STOCK_BRIDGE, seat);
    if (!bridges->built)
        bridges->place = act->place;
    bridges->any = bridges->built = true;
    return true;
}

static unsigned axis_of(const struct act *act)
{
    return act->segment.port / 3 & 1;
}

static bool is_bridge(const struct act *act)
{
    return act->kind == ACT_VERB && act->verb == VERB_BRIDGE;
}

/* Returns the act of the line that builds on this site, or NULL. */
static const struct act *act_on(const struct line *line, const struct site *site)
{
    for (uint32_t i = 0; i < line->act_count; i++) {
        const struct act *act = &line->acts[i];
        if (is_bridge(act) && axis_of(act) == site->axis &&
            same_cell(act->segment.has_cell ? act->segment.cell : line->cell, site->cell))
            return act;
    }
    return NULL;
}

/* Rule: bridges.bridge.fits. */
static void bridge_build_to_fit(struct referee *r, const struct line *line, struct laid_tile *laid,
                                struct placing *placing)
{
    struct site site;
    if (!laid->design ||
        !fitting_site(r, laid->design, laid->cell, laid->orient, placing->differ, &site))
        return;
    const struct act *act = act_on(line, &site);
    if (!act)
        return;
    unsigned wrong = check_bridge(r, &site, r->turn.seat, laid->cell);
    raise_wrong(r, act, &site, wrong, r->turn.seat);
    state(r)->fitted = act;
    if (!take_bridge(r, act, wrong, r->turn.seat))
        return;
    if (same_cell(site.cell, laid->cell))
        laid->built |= (uint8_t)(1u << site.axis);
    else
        table_build(&r->table, r->ledger, table_at(&r->table, site.cell.x, site.cell.y), site.axis,
                    r->turn.seat, r->turn.number);
    /* An end that meets other land has just been reported. */
    placing->differ = 0;
}

/* Judges and builds a bridge. It is then a segment of its tile like any other: it joins roads
 * (table_build()) and takes followers. Rules: bridges.bridge.road, bridges.bridge.follower. */
static void judge_bridge(struct referee *r, unsigned seat, const struct act *act)
{
    if (act == state(r)->fitted)
        return;
    struct cell cell =
        act->segment.has_cell ? act->segment.cell : r->table.tiles[r->turn.tile].cell;
    unsigned tile = table_at(&r->table, cell.x, cell.y);
    if (tile == TILE_NONE) {
        if (r->draw.lost)
            judge_unknown(r, UNKNOWN_GAME);
        else
            judge_raise(r, FINDING_BRIDGE_FAR, act->place, ARGS(cell, "no tile lies there"));
        return;
    }
    if (!r->table.tiles[tile].design) {
        judge_unknown(r, UNKNOWN_SCORES);
        return;
    }
    struct site site = site_on(r, tile, axis_of(act));
    unsigned wrong = check_bridge(r, &site, seat, r->table.tiles[r->turn.tile].cell);
    raise_wrong(r, act, &site, wrong, seat);
    if (take_bridge(r, act, wrong, seat))
        table_build(&r->table, r->ledger, tile, site.axis, (uint8_t)seat, r->turn.number);
}

static unsigned check_bridge_act(struct referee *r, unsigned seat, const struct act *act)
{
    struct cell laid = r->table.tiles[r->turn.tile].cell,
                cell = act->segment.has_cell ? act->segment.cell : laid;
    unsigned tile = table_at(&r->table, cell.x, cell.y);
    if (tile == TILE_NONE || !r->table.tiles[tile].design)
        return WRONG_FAR;
    struct site site = site_on(r, tile, axis_of(act));
    return check_bridge(r, &site, seat, laid);
}

static void bridge_choices(struct referee *r, struct choices *choices)
{
    struct cell laid = r->table.tiles[r->turn.tile].cell;
    if (r->turn.phase != PHASE_MOVE || check_turn(r, r->turn.seat))
        return;
    for (unsigned i = 0; i <= SIDES; i++) {
        unsigned tile = i == SIDES ? r->turn.tile
                                   : table_at(&r->table, laid.x + side_dx[i], laid.y + side_dy[i]);
        for (unsigned axis = 0; tile != TILE_NONE && r->table.tiles[tile].design && axis < 2;
             axis++) {
            struct site site = site_on(r, tile, axis);
            choices_offer(r, choices, r->turn.seat, act_for(&site));
        }
    }
}

/* Returns the number of bridges of a road that stand on tiles which the road already counts. */
static unsigned bridges_beside(const struct referee *r, unsigned root)
{
    struct tile_bits printed = {{0}};
    unsigned parts = 0, node = root;
    do {
        unsigned tile = node / NODES_PER_TILE;
        bool counts = node_is_built(node) || !tile_bits_has(&printed, tile);
        parts += counts;
        if (!node_is_built(node))
            tile_bits_add(&printed, tile);
        node = r->table.next[node];
    } while (node != root);
    return parts - table_count_tiles(&r->table, root);
}

/* Adds a tile for each bridge on a tile that the road already counts, by option bridge-tile: "Un
 * pont compte comme une tuile Route" (Ponts). Rule: bridges.bridge.road. */
static void bridge_value(struct referee *r, unsigned root, bool final, struct score_event *score)
{
    (void) final;
    unsigned beside =
        state(r)->any && r->table.features[root].kind == KIND_ROAD ? bridges_beside(r, root) : 0;
    if (!beside)
        return;
    if (profile_is(&r->profile, BRIDGE_TILE, OWN))
        scoring_add_term(score, TERM_BRIDGES, beside, 1);
    scoring_add_option(score, &r->profile, OPTION_BRIDGE_TILE);
}

static const struct move moves[] = {
    {.verb = VERB_BRIDGE, .phase = PHASE_MOVE, .check = check_bridge_act, .judge = judge_bridge},
};

const struct expansion bridge_rules = {
    .id = EXPANSION_bridge,
    .name = "bridge",
    .state_size = sizeof(struct bridges),
    .moves = moves,
    .move_count = 1,
    .begin = bridge_begin,
    .turn = bridge_turn,
    .builds = bridge_builds,
    .could_fit = bridge_could_fit,
    .may_decline = bridge_may_decline,
    .build_to_fit = bridge_build_to_fit,
    .choices = bridge_choices,
    .value = bridge_value,
};
