/* SPDX-License-Identifier: MIT */
/* Castles (Bridges, Castles & Bazaars): the owner of a small city may make it a castle. Later the
 * castle takes the value of a feature that is completed near it. */
#include "base/bits.h"
#include "expansions/pieces.h"
#include "board/scoring.h"

enum {
    CASTLES_MAX = 24, /* all castles: 6 seats with at most 4 each (room.def, STOCK) */
};

struct castle {
    uint16_t node;    /* node of the city that became the castle */
    uint16_t founded; /* number of parts of turns that had begun when it was founded */
    uint8_t seat;
    int16_t left, right, top, bottom; /* first and last column and row of its vicinity */
};

/* A choice of a castle's owner that the record names. */
struct take {
    uint16_t castle, source; /* node of the castle; node of the feature from which it takes */
    const struct act *act;
};

struct castles {
    struct castle castles[CASTLES_MAX];
    unsigned count;
    struct take takes[CASTLES_MAX];
    unsigned take_count;
    uint8_t founded_by; /* set of the seats that founded a castle in this turn */
    uint8_t last;       /* last of these seats, in steps clockwise from the seat whose turn it is */
};

/* The points that a castle takes and their source, as far as these are known. */
struct taking {
    int points;      /* points taken; -1 for none */
    unsigned source; /* index into the roots, or into the castles if `by_castle` */
    bool by_castle, chosen;
    unsigned candidates;
};

static struct castles *state(const struct referee *r)
{
    return referee_state(r, &castle_rules);
}

/* Rule: bridges.setup.castles. */
static void castle_begin(struct referee *r)
{
    holdings_begin(r, STOCK_CASTLE, piece_stock(r));
}

static void castle_turn(struct referee *r)
{
    state(r)->take_count = 0;
    state(r)->founded_by = state(r)->last = 0;
}

/* ---- Founding ---- */

/* True if the feature is a small city: completed in this turn, of two tiles that each give it one
 * cap. Rule: bridges.castle.city. */
static bool is_small_city(struct referee *r, unsigned root)
{
    const struct feature *feature = &r->table.features[root];
    uint16_t completed[COMPLETED_MAX];
    unsigned segments = 0, node = root, count = table_list_completed(&r->table, completed);
    if (!table_is_among(completed, count, root) || feature->kind != KIND_CITY ||
        table_count_tiles(&r->table, root) != 2)
        return false;
    do {
        const struct segment *segment = table_segment(&r->table, node);
        if (segment->open != 1 || segment->marks & MARK_WEDGE)
            return false;
        segments++;
        node = r->table.next[node];
    } while (node != root);
    return segments == 2;
}

/* Rule: bridges.castle.owner. */
static bool owns(const struct referee *r, unsigned root, unsigned seat)
{
    enum answer by_mayor = mayor_founds(r, root, seat);
    if (by_mayor != ANSWER_UNKNOWN)
        return by_mayor == ANSWER_YES;
    return r->table.features[root].follower_count && judge_owners(r, root) >> seat & 1;
}

static const char *node_text(struct referee *r, unsigned node)
{
    char name[NODE_NAME_SIZE];
    ledger_node_name(r->ledger, node, name);
    return arena_printf(r->arena, "%s", name);
}

/* Finds a free cell towards which a feature is open. False if there is none. */
static bool open_towards(const struct referee *r, unsigned root, struct cell *cell)
{
    unsigned node = root;
    do {
        const struct laid_tile *tile = &r->table.tiles[node / NODES_PER_TILE];
        unsigned ports = ports_turned(table_segment(&r->table, node)->ports, tile->orient);
        for (unsigned side = 0; side < SIDES; side++) {
            struct cell next = {(int16_t)(tile->cell.x + side_dx[side]),
                                (int16_t)(tile->cell.y + side_dy[side])};
            *cell = next;
            if (ports >> (3 * side + 1) & 1 && table_at(&r->table, next.x, next.y) == TILE_NONE)
                return true;
        }
        node = r->table.next[node];
    } while (node != root);
    return false;
}

static void raise_no_small_city(struct referee *r, unsigned node, unsigned root, struct place place)
{
    const struct feature *feature = &r->table.features[root];
    const char *name = node_text(r, node);
    unsigned tiles = table_count_tiles(&r->table, root);
    struct cell open;
    if (feature->kind != KIND_CITY)
        judge_raise(r, FINDING_NO_SMALL_CITY_KIND, place, ARGS(name, kinds[feature->kind].name));
    else if (!feature->completed && open_towards(r, root, &open))
        judge_raise(r, FINDING_NO_SMALL_CITY_OPEN, place, ARGS(name, open));
    else if (!feature->completed)
        judge_raise(r, FINDING_NO_SMALL_CITY, place, ARGS(name));
    else if (feature->completed_turn != r->turn.number)
        judge_raise(r, FINDING_NO_SMALL_CITY_BEFORE, place, ARGS(name, feature->completed_turn));
    else if (tiles != 2)
        judge_raise(r, FINDING_NO_SMALL_CITY_SIZE, place, ARGS(name, COUNT(tiles, "tile")));
    else
        judge_raise(r, FINDING_NO_SMALL_CITY_CAPS, place, ARGS(name));
}

static void raise_not_owner(struct referee *r, unsigned seat, unsigned node, unsigned root,
                            struct place place)
{
    struct arg_list owners = {0};
    const char *name = node_text(r, node);
    for (unsigned owner = 0; owner < r->seats; owner++)
        if (owns(r, root, owner))
            arg_list_add(&owners, SEAT(owner));
    if (!owners.count)
        judge_raise(r, FINDING_NOT_OWNER_NOBODY, place, ARGS(SEAT(seat), name));
    else
        judge_raise(r, owners.count > 1 ? FINDING_NOT_OWNER_SEVERAL : FINDING_NOT_OWNER, place,
                    ARGS(SEAT(seat), name, arg_of_list(&owners, JOIN_AND, NULL)));
}

/* Lists the small cities on which a seat could found a castle if it were asked. Returns their
 * number. */
static unsigned own_small_cities(struct referee *r, unsigned seat, uint16_t roots[COMPLETED_MAX])
{
    if (!holdings_left(r, STOCK_CASTLE, seat))
        return 0;
    unsigned completed = table_list_completed(&r->table, roots), count = 0;
    for (unsigned i = 0; i < completed; i++)
        if (is_small_city(r, roots[i]) && owns(r, roots[i], seat))
            roots[count++] = roots[i];
    return count;
}

/* Returns the finding if a founding by this seat is out of order, otherwise FINDING_NONE.
 * *by_option is true if it would be in order with castle-ask: all. Rule: bridges.castle.order. */
static enum finding_id out_of_order(struct referee *r, unsigned seat, bool *by_option)
{
    const struct castles *castles = state(r);
    unsigned steps = judge_steps(r, r->turn.seat, seat);
    uint16_t roots[COMPLETED_MAX];
    *by_option = false;
    if (castles->founded_by && steps < castles->last)
        return FINDING_FOUNDING_ORDER;
    if (profile_is(&r->profile, CASTLE_ASK, ALL))
        return FINDING_NONE;
    *by_option = true;
    if (castles->founded_by >> seat & 1)
        return FINDING_FOUNDING_ORDER_ONE;
    for (unsigned k = 0; k < steps; k++) {
        unsigned before = (r->turn.seat + k) % r->seats;
        if (!(castles->founded_by >> before & 1) && own_small_cities(r, before, roots))
            return FINDING_FOUNDING_ORDER_DECLINED;
    }
    return FINDING_NONE;
}

/* Finds the vicinity of a castle: its two cells, and the two on either side of them. Rule:
 * bridges.castle.vicinity. */
static void find_vicinity(struct referee *r, struct castle *castle)
{
    unsigned node = castle->node;
    struct cell a = r->table.tiles[node / NODES_PER_TILE].cell,
                b = r->table.tiles[r->table.next[node] / NODES_PER_TILE].cell;
    int wide = a.x == b.x, high = !wide;
    castle->left = (int16_t)((a.x < b.x ? a.x : b.x) - wide);
    castle->right = (int16_t)((a.x > b.x ? a.x : b.x) + wide);
    castle->top = (int16_t)((a.y < b.y ? a.y : b.y) - high);
    castle->bottom = (int16_t)((a.y > b.y ? a.y : b.y) + high);
}

/* Founds a castle: the city becomes a feature of another kind, which takes no follower and is worth
 * nothing by itself. Rules: bridges.castle.closed, dragon.portal.castle, bridges.castle.final. */
static void found_castle(struct referee *r, unsigned seat, unsigned root)
{
    struct castles *castles = state(r);
    holdings_use(r, STOCK_CASTLE, seat);
    castles->founded_by |= (uint8_t)(1u << seat);
    castles->last = (uint8_t)judge_steps(r, r->turn.seat, seat);
    castles->castles[castles->count] =
        (struct castle){.node = (uint16_t)root, .founded = r->turn.parts, .seat = (uint8_t)seat};
    find_vicinity(r, &castles->castles[castles->count++]);
    table_change_kind(&r->table, root, KIND_CASTLE);
    struct event *event = judge_event(r, EVENT_CASTLE, seat);
    if (event)
        event->node = (uint16_t)table_name(&r->table, root);
}

/* Errors of a founding, or of the choice of what a castle takes, as a set of bits. */
enum {
    WRONG_CITY = 1,
    WRONG_OWNER = 2,
    WRONG_STOCK = 4,
    WRONG_ORDER = 8,
    WRONG_TAKEN = 16,
    WRONG_NO_CASTLE = 32,
    WRONG_CASTLE_OWNER = 64,
    WRONG_TOO_EARLY = 128,
    WRONG_SOURCE = 256,
};

/* Rules: bridges.castle.city, bridges.castle.owner, bridges.setup.castles. */
static unsigned check_castle(struct referee *r, unsigned seat, const struct act *act)
{
    const struct castles *castles = state(r);
    unsigned node = judge_find_node(r, &act->segment),
             root = node == NODE_NONE ? (unsigned)NODE_NONE : table_root(&r->table, node);
    bool by_option;
    if (root == NODE_NONE || !is_small_city(r, root))
        return WRONG_CITY;
    if (!owns(r, root, seat))
        return WRONG_OWNER;
    if (!holdings_left(r, STOCK_CASTLE, seat) || castles->count == CASTLES_MAX)
        return WRONG_STOCK;
    return out_of_order(r, seat, &by_option) ? WRONG_ORDER : 0;
}

static void judge_castle(struct referee *r, unsigned seat, const struct act *act)
{
    unsigned node = judge_node(r, &act->segment, act->place);
    if (node == NODE_NONE || seat >= r->seats)
        return;
    unsigned root = table_root(&r->table, node);
    if (r->table.features[root].unknown) {
        judge_unknown(r, UNKNOWN_SCORES);
        return;
    }
    unsigned wrong = check_castle(r, seat, act);
    if (wrong & WRONG_CITY)
        raise_no_small_city(r, node, root, act->place);
    if (wrong & WRONG_OWNER)
        raise_not_owner(r, seat, node, root, act->place);
    if (wrong & WRONG_STOCK)
        judge_raise(r, FINDING_NO_CASTLE, act->place, ARGS(SEAT(seat)));
    if (wrong & WRONG_ORDER) {
        bool by_option;
        enum finding_id id = out_of_order(r, seat, &by_option);
        struct finding *finding = judge_raise(r, id, act->place, NO_ARGS);
        if (by_option)
            judge_note_option(r, finding, OPTION_CASTLE_ASK);
    }
    if (!(wrong & ~(unsigned)WRONG_ORDER))
        found_castle(r, seat, root);
}

/* Offers the foundings that are possible now. What castles take is chosen after all foundings,
 * because a founding may use up a source. */
static void offer_foundings(struct referee *r, struct choices *choices)
{
    uint16_t roots[COMPLETED_MAX];
    for (unsigned k = 0; !state(r)->take_count && k < r->seats; k++) {
        unsigned seat = (r->turn.seat + k) % r->seats, count = own_small_cities(r, seat, roots);
        for (unsigned i = 0; i < count; i++)
            choices_offer(r, choices, seat,
                          choices_verb_on(r, VERB_CASTLE, table_name(&r->table, roots[i])));
    }
}

/* ---- Taking ---- */

static struct castle *castle_of(struct referee *r, unsigned node)
{
    struct castles *castles = state(r);
    for (unsigned i = 0; i < castles->count; i++)
        if (table_root(&r->table, castles->castles[i].node) == table_root(&r->table, node))
            return &castles->castles[i];
    return NULL;
}

/* True if the castle may score now: it holds a follower, and was not founded in this part of the
 * turn. Rule: bridges.castle.takes. */
static bool may_take(struct referee *r, const struct castle *castle)
{
    return castle->founded != r->turn.parts &&
           r->table.features[table_root(&r->table, castle->node)].follower_count;
}

/* True if a feature has a tile in the castle's vicinity. Rule: bridges.castle.vicinity. */
static bool is_near(const struct referee *r, const struct castle *castle, unsigned root)
{
    for (int y = castle->top; y <= castle->bottom; y++)
        for (int x = castle->left; x <= castle->right; x++) {
            unsigned tile = table_at(&r->table, x, y);
            if (tile != TILE_NONE && table_has_tile(&r->table, root, tile))
                return true;
        }
    return false;
}

static const struct take *take_of(const struct castles *castles, const struct castle *castle)
{
    for (unsigned i = 0; i < castles->take_count; i++)
        if (castles->takes[i].castle == castle->node)
            return &castles->takes[i];
    return NULL;
}

static void take_better(struct taking *taking, int points, unsigned source, bool by_castle)
{
    if (points > taking->points)
        *taking = (struct taking){points, source, by_castle, taking->chosen, taking->candidates};
}

static int value_of(struct referee *r, unsigned root, unsigned name, struct score_event *score)
{
    *score = (struct score_event){0};
    judge_value(r, root, name, false, score);
    return score->points;
}

/* Rule: bridges.castle.choice. */
static bool takes_highest(const struct referee *r)
{
    return profile_is(&r->profile, CASTLE_CHOICE, HIGHEST);
}

/* Gives points of castles that score to the castles near them, in rounds, until nothing changes.
 * Points only rise, so the rounds end. `chosen` holds the source that the owner of each castle
 * named, NODE_NONE for none. With `last_resort` (castle-choice: highest) a castle takes from
 * another castle only if it has no other source. Rules: bridges.castle.chain,
 * bridges.castle.choice. */
static void take_along_chains(struct referee *r, struct taking *takings, const uint16_t *chosen,
                              bool last_resort)
{
    const struct castles *castles = state(r);
    struct taking before[CASTLES_MAX];
    for (bool changed = true; changed;) {
        changed = false;
        memcpy(before, takings, castles->count * sizeof *before);
        for (unsigned i = 0; i < castles->count; i++)
            for (unsigned k = 0; k < castles->count; k++) {
                const struct castle *castle = &castles->castles[i];
                unsigned other_root = table_root(&r->table, castles->castles[k].node);
                if (i == k || before[k].points <= takings[i].points ||
                    (last_resort && before[i].points >= 0) || !may_take(r, castle) ||
                    (chosen[i] != NODE_NONE && table_root(&r->table, chosen[i]) != other_root) ||
                    !is_near(r, castle, other_root))
                    continue;
                take_better(&takings[i], before[k].points, k, true);
                changed = true;
            }
    }
}

/* Rule: abbot.garden.castle. */
static bool feeds(const struct referee *r, unsigned root)
{
    return r->table.features[root].kind != KIND_GARDEN ||
           profile_is(&r->profile, CASTLE_GARDEN, YES);
}

/* Finds what each castle takes from the features completed in this turn, chains included. If
 * several give the same points, a city comes first, as in JCloisterZone. Rules:
 * bridges.castle.takes, bridges.castle.choice. */
static void find_takings(struct referee *r, const uint16_t *roots, const uint16_t *names,
                         unsigned count, struct taking *takings, const uint16_t *chosen,
                         bool highest)
{
    struct castles *castles = state(r);
    struct score_event score;
    for (unsigned i = 0; i < castles->count; i++) {
        const struct castle *castle = &castles->castles[i];
        takings[i] = (struct taking){.points = -1, .chosen = chosen[i] != NODE_NONE};
        for (unsigned k = 0; may_take(r, castle) && k < 2 * count; k++) {
            unsigned at = k % count;
            bool is_city = r->table.features[roots[at]].kind == KIND_CITY;
            if (is_city != (k < count) || !is_near(r, castle, roots[at]) || !feeds(r, roots[at]))
                continue;
            takings[i].candidates++;
            if (chosen[i] == NODE_NONE || table_root(&r->table, chosen[i]) == roots[at])
                take_better(&takings[i], value_of(r, roots[at], names[at], &score), at, false);
        }
    }
    take_along_chains(r, takings, chosen, highest);
}

static void raise_not_eligible(struct referee *r, const struct castle *castle, unsigned source,
                               struct place place)
{
    unsigned root = table_root(&r->table, source);
    const struct feature *feature = &r->table.features[root];
    bool completed = feature->completed && feature->completed_turn == r->turn.number;
    const char *kind = kinds[ledger_node_kind(r->ledger, source)].name,
               *name = node_text(r, source);
    if (completed)
        judge_raise(r, FINDING_NOT_ELIGIBLE_FAR, place,
                    ARGS(kind, name, node_text(r, castle->node)));
    else
        judge_raise(r, FINDING_NOT_ELIGIBLE, place, ARGS(kind, name));
}

/* Finds what each castle would take under the other value of option castle-choice. If the owner of
 * a castle then names no source, the castle takes from the source with the most points. */
static void find_others(struct referee *r, const uint16_t *roots, const uint16_t *names,
                        unsigned count, struct taking *others, const uint16_t *chosen)
{
    uint16_t nothing[CASTLES_MAX];
    for (unsigned i = 0; i < state(r)->count; i++)
        nothing[i] = NODE_NONE;
    bool highest = !takes_highest(r);
    find_takings(r, roots, names, count, others, highest ? nothing : chosen, highest);
}

/* Checks the sources that the record names (454), and drops wrong ones. Rules:
 * bridges.castle.takes, bridges.castle.choice. */
static void check_takes(struct referee *r, const uint16_t *roots, const uint16_t *names,
                        unsigned count, uint16_t *chosen)
{
    struct castles *castles = state(r);
    struct taking free[CASTLES_MAX] = {{0}}, takings[CASTLES_MAX] = {{0}};
    uint16_t nothing[CASTLES_MAX];
    for (unsigned i = 0; i < castles->count; i++) {
        const struct take *take = take_of(castles, &castles->castles[i]);
        nothing[i] = NODE_NONE;
        chosen[i] = take ? take->source : (uint16_t)NODE_NONE;
    }
    if (!castles->take_count)
        return;
    bool highest = takes_highest(r);
    find_takings(r, roots, names, count, free, nothing, highest);
    find_takings(r, roots, names, count, takings, chosen, highest);
    for (unsigned i = 0; i < castles->count; i++) {
        const struct take *take = take_of(castles, &castles->castles[i]);
        if (!take)
            continue;
        if (takings[i].points < 0)
            raise_not_eligible(r, &castles->castles[i], take->source, take->act->place);
        else if (highest && takings[i].points < free[i].points)
            judge_note_option(r,
                              judge_raise(r, FINDING_NOT_ELIGIBLE_LESS, take->act->place,
                                          ARGS(free[i].points, takings[i].points)),
                              OPTION_CASTLE_CHOICE);
        else
            continue;
        chosen[i] = NODE_NONE;
    }
}

static unsigned completed_roots(struct referee *r, uint16_t *roots, uint16_t *names)
{
    unsigned count = table_list_completed(&r->table, roots);
    judge_sort_roots(&r->table, roots, names, count);
    return count;
}

/* True if every source chosen so far would still be taken if this castle chose this source. */
static bool could_take(struct referee *r, const struct castle *castle, unsigned source)
{
    const struct castles *castles = state(r);
    uint16_t roots[COMPLETED_MAX], names[COMPLETED_MAX], chosen[CASTLES_MAX];
    struct taking takings[CASTLES_MAX] = {{0}};
    unsigned count = completed_roots(r, roots, names);
    bool all = count > 0;
    for (unsigned i = 0; i < castles->count; i++) {
        const struct take *take = take_of(castles, &castles->castles[i]);
        chosen[i] = &castles->castles[i] == castle ? (uint16_t)source
                    : take                         ? take->source
                                                   : (uint16_t)NODE_NONE;
    }
    find_takings(r, roots, names, count, takings, chosen, takes_highest(r));
    for (unsigned i = 0; i < castles->count; i++)
        all &= chosen[i] == NODE_NONE || takings[i].points >= 0;
    return all;
}

/* Returns the errors of a choice. judge_take() does not raise WRONG_SOURCE: a castle may take from
 * one that chooses later, so check_takes() raises wrong sources once all have chosen. Rules:
 * bridges.castle.owner, bridges.castle.takes. */
static unsigned check_take(struct referee *r, unsigned seat, const struct act *act)
{
    const struct castles *castles = state(r);
    unsigned node = judge_find_node(r, &act->segment), source = judge_find_node(r, &act->other);
    const struct castle *castle = node == NODE_NONE ? NULL : castle_of(r, node);
    if (!castle)
        return WRONG_NO_CASTLE;
    if (castle->seat != seat)
        return WRONG_CASTLE_OWNER;
    if (!may_take(r, castle))
        return WRONG_TOO_EARLY;
    return bits_if(take_of(castles, castle), WRONG_TAKEN) |
           bits_if(source == NODE_NONE || castle_of(r, source) == castle ||
                       !could_take(r, castle, source),
                   WRONG_SOURCE);
}

static void judge_take(struct referee *r, unsigned seat, const struct act *act)
{
    struct castles *castles = state(r);
    unsigned node = judge_node(r, &act->segment, act->place);
    unsigned source =
        node == NODE_NONE ? (unsigned)NODE_NONE : judge_node(r, &act->other, act->place);
    if (source == NODE_NONE)
        return;
    unsigned wrong = check_take(r, seat, act);
    if (wrong & WRONG_CASTLE_OWNER)
        judge_raise(r, FINDING_NOT_OWNER_CASTLE, act->place,
                    ARGS(SEAT(seat), node_text(r, node), SEAT(castle_of(r, node)->seat)));
    else if (wrong & (WRONG_NO_CASTLE | WRONG_TOO_EARLY))
        judge_raise(r,
                    wrong & WRONG_NO_CASTLE ? FINDING_NOT_ELIGIBLE_NONE : FINDING_NOT_ELIGIBLE_NOW,
                    act->place, NO_ARGS);
    else if (wrong & WRONG_TAKEN)
        judge_raise(r, FINDING_NOT_ELIGIBLE_TWICE, act->place, NO_ARGS);
    else
        castles->takes[castles->take_count++] =
            (struct take){castle_of(r, node)->node, (uint16_t)source, act};
}

/* Offers the sources of each castle that has a choice. A castle with a single source takes from it
 * without an offer. Rule: bridges.castle.choice. */
static void offer_takes(struct referee *r, struct choices *choices)
{
    const struct castles *castles = state(r);
    uint16_t roots[COMPLETED_MAX], names[COMPLETED_MAX];
    if (!castles->count || profile_is(&r->profile, CASTLE_CHOICE, HIGHEST))
        return;
    unsigned count = completed_roots(r, roots, names);
    for (unsigned i = 0; count && i < castles->count; i++) {
        const struct castle *castle = &castles->castles[i];
        unsigned before = choices->count;
        for (unsigned k = 0; may_take(r, castle) && k < count + castles->count; k++) {
            unsigned source =
                k < count ? roots[k] : table_root(&r->table, castles->castles[k - count].node);
            struct act act = choices_verb_on(
                r, VERB_TAKE, table_name(&r->table, table_root(&r->table, castle->node)));
            act.other = ledger_segment(r->ledger, table_name(&r->table, source));
            choices_offer(r, choices, castle->seat, act);
        }
        if (choices->count == before + 1)
            choices->count = before;
    }
}

static void castle_choices(struct referee *r, struct choices *choices)
{
    if (r->turn.phase != PHASE_DECISION)
        return;
    offer_foundings(r, choices);
    offer_takes(r, choices);
}

/* Returns the feature from which a castle takes, directly or along a chain, as an index into the
 * roots. */
static unsigned origin(const struct taking *takings, unsigned i)
{
    while (takings[i].by_castle)
        i = takings[i].source;
    return takings[i].source;
}

/* Rule: bridges.castle.takes. */
static void pay_castle(struct referee *r, unsigned i, const struct taking *takings,
                       const uint16_t *roots, const uint16_t *names, bool by_choice)
{
    const struct castles *castles = state(r);
    const struct castle *castle = &castles->castles[i];
    const struct taking *taking = &takings[i];
    unsigned root = table_root(&r->table, castle->node), name = table_name(&r->table, root),
             from = origin(takings, i);
    struct score_event score;
    value_of(r, roots[from], names[from], &score);
    if (score.undetermined)
        judge_unknown(r, UNKNOWN_SCORES);
    score.award = AWARD_CASTLE;
    score.kind = KIND_CASTLE;
    score.rule = kind_awards[KIND_CASTLE].completed;
    score.name = (uint16_t)name;
    judge_strengths(r, root, score.owners);
    if (by_choice)
        scoring_add_option(&score, &r->profile, OPTION_CASTLE_CHOICE);
    /* A lord whose followers count for nothing takes nothing. */
    if (score.owners[castle->seat])
        judge_pay(r, castle->seat, &score, root);
    else
        score.points = 0;
    judge_paid(r, root, name, false);
    struct event *event = judge_event(r, EVENT_TAKEN, castle->seat);
    if (!event)
        return;
    event->node = (uint16_t)name;
    event->taken = (struct taken_event){
        .source = (uint16_t)(taking->by_castle
                                 ? table_name(
                                       &r->table,
                                       table_root(&r->table, castles->castles[taking->source].node))
                                 : names[taking->source]),
        .source_kind = taking->by_castle ? (uint8_t)KIND_CASTLE
                                         : r->table.features[roots[taking->source]].kind,
        .chosen = taking->chosen,
        .candidates = (uint8_t)taking->candidates,
        .points = score.points};
}

static bool may_any_take(struct referee *r)
{
    for (unsigned i = 0; i < state(r)->count; i++)
        if (may_take(r, &state(r)->castles[i]))
            return true;
    return false;
}

static void pay_castles(struct referee *r, const uint16_t *done, unsigned count)
{
    const struct castles *castles = state(r);
    uint16_t roots[COMPLETED_MAX], names[COMPLETED_MAX], chosen[CASTLES_MAX];
    struct taking takings[CASTLES_MAX] = {{0}}, others[CASTLES_MAX] = {{0}};
    memcpy(roots, done, count * sizeof *roots);
    judge_sort_roots(&r->table, roots, names, count);
    check_takes(r, roots, names, count, chosen);
    find_takings(r, roots, names, count, takings, chosen, takes_highest(r));
    find_others(r, roots, names, count, others, chosen);
    for (unsigned i = 0; i < castles->count; i++)
        if (takings[i].points >= 0)
            pay_castle(r, i, takings, roots, names, others[i].points != takings[i].points);
    for (unsigned i = 0; i < castles->count; i++)
        if (takings[i].points >= 0)
            table_return(&r->table, r->ledger, table_root(&r->table, castles->castles[i].node),
                         r->turn.number);
}

static void castle_settled(struct referee *r, const uint16_t *done, unsigned count)
{
    if (r->profile.name && (state(r)->take_count || (count && may_any_take(r))))
        pay_castles(r, done, count);
}

/* ---- Fields ---- */

static bool is_castle(const struct feature *feature)
{
    return feature->kind == KIND_CASTLE;
}

static bool is_spent(const struct feature *feature)
{
    return is_castle(feature) && !feature->follower_count;
}

/* Adds the castles that a field counts, each with one point more than a city. Rules:
 * bridges.castle.field, base.final.field. */
static void castle_value(struct referee *r, unsigned root, bool final, struct score_event *score)
{
    (void) final;
    bool undetermined = false;
    if (r->table.features[root].kind != KIND_FIELD || !state(r)->count)
        return;
    bool all = profile_is(&r->profile, CASTLE_FIELD, ALL);
    uint16_t every[TILES_MAX], some[TILES_MAX];
    unsigned castles = scoring_touched(&r->table, root, is_castle, every, &undetermined);
    unsigned spent = scoring_touched(&r->table, root, is_spent, some, &undetermined);
    bool counts_no_city = !score->points;
    unsigned paid = all ? castles : spent;
    if (counts_no_city && paid)
        score->term_count = 0;
    if (paid)
        scoring_add_counted(score, &r->table, TERM_CASTLES, all ? every : some, paid,
                            profile_number(&r->profile, OPTION_FIELD_CITY) + 1);
    if (counts_no_city && score->points)
        scoring_add_option(score, &r->profile, OPTION_FIELD_CITY);
    if (castles != spent)
        scoring_add_option(score, &r->profile, OPTION_CASTLE_FIELD);
}

static const struct move moves[] = {
    {.verb = VERB_CASTLE,
     .phase = PHASE_DECISION,
     .by_anyone = true,
     .check = check_castle,
     .judge = judge_castle},
    {.verb = VERB_TAKE,
     .phase = PHASE_DECISION,
     .by_anyone = true,
     .check = check_take,
     .judge = judge_take},
};

const struct expansion castle_rules = {
    .id = EXPANSION_castle,
    .name = "castle",
    .state_size = sizeof(struct castles),
    .moves = moves,
    .move_count = 2,
    .begin = castle_begin,
    .turn = castle_turn,
    .choices = castle_choices,
    .value = castle_value,
    .settled = castle_settled,
};
