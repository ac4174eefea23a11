/* SPDX-License-Identifier: MIT */
/* The fairy (Princess & Dragon): one piece that stands on a cell or, by option fairy, beside one
 * follower on it. */
#include "base/bits.h"
#include "expansions/pieces.h"
#include "board/scoring.h"

struct fairy {
    bool out;
    struct cell cell;
    uint32_t serial; /* number of the follower beside which it stands; 0 for none */
    uint8_t slot;
    bool guessed;       /* it stands beside one of several followers, and the record does not show
                           beside which one */
    struct place place; /* place in the record where it was last moved */
};

static struct fairy *state(const struct referee *r)
{
    return referee_state(r, &fairy_rules);
}

/* Rule: dragon.fairy.with. */
static bool beside_followers(const struct referee *r)
{
    return profile_is(&r->profile, FAIRY, FOLLOWER);
}

bool fairy_is_on(const struct referee *r, struct cell cell)
{
    const struct fairy *fairy = state(r);
    return fairy && fairy->out && fairy->cell.x == cell.x && fairy->cell.y == cell.y;
}

unsigned fairy_tile(const struct referee *r)
{
    const struct fairy *fairy = state(r);
    return fairy && fairy->out ? table_at(&r->table, fairy->cell.x, fairy->cell.y)
                               : (unsigned)TILE_NONE;
}

/* True if the meeple is a follower that stands on the tile. */
static bool covers(const struct referee *r, const struct meeple *meeple, unsigned tile)
{
    return kind_is_follower(meeple->kind) && table_covers(&r->table, meeple, tile);
}

/* Lists the slots of the followers that have the fairy with them; `slots` has room for MEEPLES_MAX.
 * Returns their number. Rule: dragon.fairy.with. */
static unsigned find_company(struct referee *r, uint8_t *slots)
{
    const struct fairy *fairy = state(r);
    const struct meeple *followers = r->table.meeples;
    unsigned count = 0;
    if (!fairy->out)
        return 0;
    if (beside_followers(r)) {
        slots[0] = fairy->slot;
        return fairy->serial && meeple_on_segment(&followers[fairy->slot]) &&
               followers[fairy->slot].serial == fairy->serial;
    }
    unsigned tile = table_at(&r->table, fairy->cell.x, fairy->cell.y);
    for (unsigned i = 0; tile != TILE_NONE && i < r->table.meeple_count; i++)
        if (covers(r, &followers[i], tile))
            slots[count++] = (uint8_t)i;
    return count;
}

static void pay(struct referee *r, unsigned seat, int points, const char *rule,
                struct score_event score, unsigned root)
{
    score.award = AWARD_FAIRY;
    score.rule = rule;
    scoring_add_term(&score, TERM_FAIRY, 1, points);
    /* With the other value of this option the fairy would have moved to other places. */
    judge_may_matter(r, OPTION_FAIRY);
    judge_pay(r, seat, &score, root);
}

/* Pays 1 point, once, to a player who begins a turn with the fairy beside a follower of that
 * player. Rule: dragon.fairy.turn. */
static void fairy_turn(struct referee *r)
{
    if (!state(r)->out)
        return;
    judge_wake(r, &fairy_rules);
    uint8_t slots[MEEPLES_MAX];
    unsigned count = r->turn.part ? 0 : find_company(r, slots);
    for (unsigned i = 0; i < count; i++)
        if (r->table.meeples[slots[i]].seat == r->turn.seat) {
            pay(r, r->turn.seat, 1, "fairy-turn",
                (struct score_event){.kind = REF_NOTHING, .name = NODE_NONE}, NODE_NONE);
            return;
        }
}

/* Seats whose followers have the fairy with them when a feature is scored, as bits: `in` for a
 * follower in the feature, `beside` for one elsewhere while the fairy stands on a cell of the
 * feature. A seat is in one of them at most. */
struct company {
    unsigned in, beside;
};

static struct company company_of(struct referee *r, unsigned root)
{
    const struct fairy *fairy = state(r);
    struct company company = {0};
    uint8_t slots[MEEPLES_MAX];
    for (unsigned i = 0, count = find_company(r, slots); i < count; i++) {
        const struct meeple *meeple = &r->table.meeples[slots[i]];
        if (table_root(&r->table, meeple->node) == root)
            company.in |= 1u << meeple->seat;
        else if (table_has_tile(&r->table, root, table_at(&r->table, fairy->cell.x, fairy->cell.y)))
            company.beside |= 1u << meeple->seat;
    }
    company.beside &= ~company.in;
    return company;
}

/* Pays 3 points, once for each feature, to each player with a follower in the scored feature that
 * has the fairy with it. By option fairy-scored, a follower elsewhere counts, too, if the fairy
 * stands on a cell of the feature. Rules: dragon.fairy.scored, dragon.fairy.castle. */
static void fairy_paid(struct referee *r, unsigned root, unsigned name, bool final)
{
    const struct feature *feature = &r->table.features[root];
    if (!r->profile.name ||
        (feature->kind == KIND_CASTLE && (final || profile_is(&r->profile, FAIRY_CASTLE, NO))))
        return;
    struct company company = company_of(r, root);
    bool by_cell = profile_is(&r->profile, FAIRY_SCORED, CELL);
    unsigned seats = company.in | (by_cell ? company.beside : 0u);
    if (!by_cell && company.beside)
        judge_may_matter(r, OPTION_FAIRY_SCORED);
    if (!seats)
        return;
    struct score_event score = {.kind = feature->kind,
                                .name = (uint16_t)name,
                                .final = final,
                                .undetermined = feature->unknown,
                                .tiles = table_tiles(&r->table, root)};
    memcpy(score.owners, feature->followers, sizeof score.owners);
    if (feature->kind == KIND_CASTLE)
        scoring_add_option(&score, &r->profile, OPTION_FAIRY_CASTLE);
    for (unsigned seat = 0; seat < r->seats; seat++) {
        struct score_event own = score;
        if (company.beside >> seat & 1)
            scoring_add_option(&own, &r->profile, OPTION_FAIRY_SCORED);
        if (seats >> seat & 1)
            pay(r, seat, 3, "fairy-scored", own, root);
    }
}

/* True if the fairy may go from its place to a tile, or to a follower on it. It must leave its
 * cell. By option fairy it must leave its follower instead, and may go to another follower of the
 * same cell. Rule: dragon.fairy.where. */
static bool is_move(struct referee *r, const struct meeple *meeple, unsigned tile)
{
    const struct fairy *fairy = state(r);
    if (!fairy->out)
        return true;
    return beside_followers(r) ? meeple->serial != fairy->serial
                               : !fairy_is_on(r, r->table.tiles[tile].cell);
}

/* True if the meeple is a follower that stands on the node. */
static bool stands_on(const struct referee *r, const struct meeple *meeple, unsigned node)
{
    return kind_is_follower(meeple->kind) && table_stands_on(&r->table, meeple, node);
}

/* Returns the first follower of the seat that an act may mean: a follower on `node` or, if `node`
 * is NODE_NONE, anywhere on the tile. Returns NULL if there is none. Writes the number of such
 * followers to *count. */
static const struct meeple *find_own(struct referee *r, unsigned seat, unsigned node, unsigned tile,
                                     unsigned *count)
{
    const struct meeple *own = NULL;
    *count = 0;
    for (unsigned i = 0; i < r->table.meeple_count; i++) {
        const struct meeple *meeple = &r->table.meeples[i];
        if (meeple->seat != seat ||
            !(node == NODE_NONE ? covers(r, meeple, tile) : stands_on(r, meeple, node)))
            continue;
        own = own ? own : meeple;
        ++*count;
    }
    return own;
}

/* The destination of a move of the fairy. */
struct goal {
    unsigned tile; /* tile that it goes to; TILE_NONE if no tile lies there */
    const struct meeple *own;
    unsigned count;
};

/* Rules: dragon.fairy.where, dragon.fairy.anywhere. */
static struct goal find_goal(struct referee *r, unsigned seat, const struct act *act)
{
    struct goal goal = {.tile = TILE_NONE};
    unsigned node = NODE_NONE;
    if (act->segment.kind != REF_CELL) {
        node = judge_find_node(r, &act->segment);
        goal.tile = node == NODE_NONE ? (unsigned)TILE_NONE : node / NODES_PER_TILE;
    } else {
        goal.tile = act->segment.has_cell
                        ? table_at(&r->table, act->segment.cell.x, act->segment.cell.y)
                        : r->turn.tile;
    }
    if (goal.tile != TILE_NONE)
        goal.own = find_own(r, seat, node, goal.tile, &goal.count);
    return goal;
}

/* Errors of a move of the fairy, as a set of bits. */
enum {
    WRONG_AFTER_FOLLOWER = 1,
    WRONG_AFTER_PRINCESS = 2,
    WRONG_OWED = 4,
    WRONG_TWICE = 8,
    WRONG_NOBODY = 16,
    WRONG_THERE = 32,
    WRONG_AFTER_OTHER = 64
};

/* Returns the finding if another act used the action already, FINDING_NONE if none did. The fairy
 * and the princess do not count: they have findings of their own for each other. */
static enum finding_id excluded_by_others(const struct referee *r)
{
    return judge_excluded(r, BIT(VERB_FAIRY) | BIT(VERB_PRINCESS));
}

/* Returns the errors that any move of the fairy would have at this point of the turn. Rules:
 * dragon.fairy.move, dragon.princess.fairy, abbot.back.instead. */
static unsigned check_turn(const struct referee *r)
{
    return bits_if(r->turn.placed, WRONG_AFTER_FOLLOWER) |
           bits_if(judge_has_done(r, VERB_PRINCESS), WRONG_AFTER_PRINCESS) |
           bits_if(r->turn.owed, WRONG_OWED) | bits_if(judge_has_done(r, VERB_FAIRY), WRONG_TWICE) |
           bits_if(excluded_by_others(r), WRONG_AFTER_OTHER);
}

static unsigned check_fairy(struct referee *r, unsigned seat, const struct act *act)
{
    struct goal goal = find_goal(r, seat, act);
    /* With several followers on the cell it is unknown which one the fairy stands beside. */
    bool guess = state(r)->guessed || (beside_followers(r) && goal.count > 1);
    if (!goal.own)
        return check_turn(r) | WRONG_NOBODY;
    return check_turn(r) | bits_if(!is_move(r, goal.own, goal.tile) && !guess, WRONG_THERE);
}

static void also_done(const struct referee *r, struct finding *finding, struct place other)
{
    if (other.line || other.at)
        finding_also(r->findings, finding, other, NOTE_BEFORE, NO_ARGS);
}

static void raise_wrong(struct referee *r, unsigned seat, const struct act *act, unsigned wrong,
                        unsigned tile)
{
    if (wrong & WRONG_AFTER_FOLLOWER)
        also_done(r,
                  judge_raise(
                      r, FINDING_FAIRY_AND_FOLLOWER, act->place,
                      ARGS("fairy", tile == TILE_NONE ? ARG("?") : ARG(r->table.tiles[tile].cell))),
                  r->turn.meeple_place);
    if (wrong & WRONG_AFTER_PRINCESS)
        judge_raise(r, FINDING_FAIRY_AFTER_PRINCESS, act->place, NO_ARGS);
    if (wrong & WRONG_AFTER_OTHER)
        judge_raise(r, excluded_by_others(r), act->place,
                    ARGS("fairy", tile == TILE_NONE ? ARG("?") : ARG(r->table.tiles[tile].cell)));
    if (wrong & WRONG_TWICE)
        also_done(r, judge_raise(r, FINDING_FAIRY_TWICE, act->place, NO_ARGS), state(r)->place);
    if (wrong & WRONG_NOBODY && !r->draw.lost && !r->unknown.out[seat] &&
        !judge_has_done(r, VERB_PRINCESS))
        judge_raise(r, FINDING_FAIRY_NOWHERE, act->place, ARGS(SEAT(seat)));
    if (wrong & WRONG_THERE && !r->draw.lost)
        judge_raise(r, FINDING_FAIRY_NOWHERE_THERE, act->place, NO_ARGS);
}

static void judge_fairy(struct referee *r, unsigned seat, const struct act *act)
{
    struct fairy *fairy = state(r);
    if (act->segment.kind != REF_CELL && judge_node(r, &act->segment, act->place) == NODE_NONE)
        return;
    struct goal goal = find_goal(r, seat, act);
    bool guess = goal.own && beside_followers(r) && goal.count > 1;
    unsigned wrong = check_fairy(r, seat, act);
    if (guess)
        judge_unknown(r, UNKNOWN_SCORES);
    raise_wrong(r, seat, act, wrong, goal.tile);
    if (goal.tile == TILE_NONE)
        return;
    r->turn.acted |= BIT(VERB_FAIRY);
    fairy->out = true;
    fairy->place = act->place;
    fairy->cell = r->table.tiles[goal.tile].cell;
    fairy->serial = goal.own ? goal.own->serial : 0;
    fairy->guessed = guess;
    fairy->slot = goal.own ? (uint8_t)(goal.own - r->table.meeples) : 0;
    struct event *event = judge_event(r, EVENT_FAIRY, seat);
    if (event) {
        event->tile = (uint16_t)goal.tile;
        event->node = goal.own && beside_followers(r) ? goal.own->node : (uint16_t)NODE_NONE;
    }
}

/* Names the follower that the fairy goes to or, by option fairy, its cell. */
static void fairy_plain(struct referee *r, struct act *act)
{
    const struct fairy *fairy = state(r);
    if (act->verb != VERB_FAIRY || r->turn.seat == SEAT_NONE)
        return;
    struct goal goal = find_goal(r, r->turn.seat, act);
    /* The follower that the fairy went to last; it may have gone home since. */
    const struct meeple *last = &r->table.meeples[fairy->slot];
    if (goal.tile == TILE_NONE)
        return;
    if (!beside_followers(r))
        act->segment = ref_to_cell(r->table.tiles[goal.tile].cell);
    else if (goal.count == 1 && !fairy->guessed)
        act->segment = ledger_segment(r->ledger, goal.own->node);
    else if (!goal.count && fairy->serial && fairy->serial == last->serial &&
             fairy_is_on(r, r->table.tiles[goal.tile].cell))
        act->segment = ledger_segment(r->ledger, last->node);
}

static void fairy_choices(struct referee *r, struct choices *choices)
{
    if (r->turn.phase != PHASE_MOVE || check_turn(r))
        return;
    struct tile_bits cells = {{0}};
    for (unsigned i = 0; i < r->table.meeple_count; i++) {
        const struct meeple *meeple = &r->table.meeples[i];
        if (!meeple_on_segment(meeple) || !kind_is_follower(meeple->kind) ||
            meeple->seat != r->turn.seat)
            continue;
        if (beside_followers(r)) {
            choices_offer(r, choices, r->turn.seat, choices_verb_on(r, VERB_FAIRY, meeple->node));
            continue;
        }
        for (unsigned tile = 0; tile < r->table.tile_count; tile++)
            if (covers(r, meeple, tile))
                tile_bits_add(&cells, tile);
    }
    for (unsigned tile = 0; tile < r->table.tile_count; tile++)
        if (tile_bits_has(&cells, tile)) {
            struct act act = choices_verb(VERB_FAIRY);
            act.segment = ref_to_cell(r->table.tiles[tile].cell);
            choices_offer(r, choices, r->turn.seat, act);
        }
}

static const struct move moves[] = {
    {.verb = VERB_FAIRY,
     .phase = PHASE_MOVE,
     .check = check_fairy,
     .judge = judge_fairy,
     .excludes = FINDING_FAIRY_AND_FOLLOWER},
};

const struct expansion fairy_rules = {
    .id = EXPANSION_fairy,
    .name = "fairy",
    .state_size = sizeof(struct fairy),
    .moves = moves,
    .move_count = 1,
    .dozes = true,
    .turn = fairy_turn,
    .paid = fairy_paid,
    .choices = fairy_choices,
    .plain = fairy_plain,
};
