/* SPDX-License-Identifier: MIT */
/* Shepherds and their flocks (Hills & Sheep). A shepherd stands in a field and counts for nothing
 * there. The tokens that are drawn for it lie beside it until it leaves. */
#include "base/bits.h"
#include "board/scoring.h"
#include "expansions/pieces.h"

enum { SHEPHERDS_MAX = SEATS_MAX * SUPPLY_MAX(1), OWN_MAX = SUPPLY_MAX(1), SHEEP_KINDS = 4 };

struct shepherds {
    /* The shepherds with tokens: their serials, and the number of tokens of each value, 4 bits
     * each. */
    uint32_t serial[SHEPHERDS_MAX];
    uint16_t tokens[SHEPHERDS_MAX];
    uint32_t put;             /* shepherd that was placed in this part; 0 for none */
    uint32_t grows;           /* shepherd for which a token must be drawn; 0 for none */
    uint32_t chosen[OWN_MAX]; /* shepherds whose flocks were decided about in this part */
    uint8_t count, chosen_count;
    bool unknown; /* an unknown token was drawn: it is unknown where shepherds stand */
};

static struct shepherds *state(const struct referee *r)
{
    return referee_state(r, &shepherd_rules);
}

/* Flocks that are left at the end are not paid. Rules: sheep.setup.pieces, sheep.end.flocks. */
static void shepherd_begin(struct referee *r)
{
    holdings_fill_bag(r, VERB_SHEEP);
}

static void shepherd_turn(struct referee *r)
{
    struct shepherds *s = state(r);
    s->put = s->grows = 0;
    s->chosen_count = 0;
}

/* ---- Tokens ---- */

/* Returns the index of a shepherd with tokens, or `count`. */
static unsigned index_of(const struct shepherds *s, uint32_t serial)
{
    unsigned i = 0;
    while (i < s->count && s->serial[i] != serial)
        i++;
    return i;
}

/* Returns the number of tokens of a value that the shepherd at an index has. */
static unsigned tokens_at(const struct shepherds *s, unsigned i, unsigned value)
{
    return i < s->count ? s->tokens[i] >> 4 * value & 15u : 0;
}

/* Returns the index of a shepherd, which is added if it had no tokens. */
static unsigned added(struct shepherds *s, uint32_t serial)
{
    unsigned i = index_of(s, serial);
    if (i == s->count) {
        assert(i < SHEPHERDS_MAX);
        s->serial[s->count] = serial;
        s->tokens[s->count++] = 0;
    }
    return i;
}

/* Puts the tokens of a shepherd that leaves back into the bag. Rules: sheep.gather.home,
 * sheep.wolf.home, sheep.shepherd.dragon. */
static void shepherd_left(struct referee *r, const struct meeple *meeple, enum why why)
{
    (void)why;
    struct shepherds *s = state(r);
    unsigned i = index_of(s, meeple->serial);
    if (meeple->kind != MEEPLE_SHEPHERD || i == s->count)
        return;
    for (unsigned value = 0; value < SHEEP_KINDS; value++)
        holdings_put_back(r, TOKEN_SHEEP_1 + value, tokens_at(s, i, value));
    s->count--;
    s->serial[i] = s->serial[s->count];
    s->tokens[i] = s->tokens[s->count];
}

/* ---- Fields with shepherds ---- */

static bool is_shepherd(const struct meeple *meeple)
{
    return meeple_on_segment(meeple) && meeple->kind == MEEPLE_SHEPHERD;
}

/* Returns a shepherd that stands, by its serial; NULL if it does not. */
static struct meeple *shepherd_of(struct referee *r, uint32_t serial)
{
    for (unsigned i = 0; serial && i < r->table.meeple_count; i++)
        if (is_shepherd(&r->table.meeples[i]) && r->table.meeples[i].serial == serial)
            return &r->table.meeples[i];
    return NULL;
}

static bool has_shepherd(const struct referee *r, unsigned root)
{
    for (unsigned i = 0; i < r->table.meeple_count; i++)
        if (is_shepherd(&r->table.meeples[i]) &&
            table_find(&r->table, r->table.meeples[i].node) == root)
            return true;
    return false;
}

/* Rules: sheep.shepherd.where, sheep.shepherd.tile, traders.piece.portal. */
static struct objection shepherd_objection(const struct referee *r, unsigned seat, unsigned node,
                                           enum meeple_kind kind)
{
    (void)seat;
    unsigned root = table_find(&r->table, node);
    if (kind != MEEPLE_SHEPHERD || r->table.features[root].kind != KIND_FIELD)
        return NO_OBJECTION;
    if (node / NODES_PER_TILE != r->turn.tile)
        return (struct objection){FINDING_PIECE_FAR, OPTION_COUNT};
    bool taken = has_shepherd(r, root) && !r->table.features[root].unknown && !state(r)->unknown;
    return (struct objection){taken ? FINDING_HAS_ONE : FINDING_NONE, OPTION_COUNT};
}

/* Returns the shepherd for which the seat must draw a token before anything else: one that was just
 * placed, or the one whose flock grows; NULL for none. Rules: sheep.shepherd.token,
 * sheep.grow.token. */
static struct meeple *awaits_token(struct referee *r)
{
    struct shepherds *s = state(r);
    for (unsigned i = 0; r->turn.placed && i < r->table.meeple_count; i++) {
        struct meeple *meeple = &r->table.meeples[i];
        if (is_shepherd(meeple) && meeple->seat == r->turn.seat &&
            index_of(s, meeple->serial) == s->count)
            return meeple;
    }
    return shepherd_of(r, s->grows);
}

static bool was_chosen(const struct shepherds *s, uint32_t serial)
{
    for (unsigned i = 0; i < s->chosen_count; i++)
        if (s->chosen[i] == serial)
            return true;
    return false;
}

/* Returns the next shepherd of the seat, from index *at of the meeples on, whose flock the seat
 * must decide about: the tile of the turn belongs to its field, it was there before, and nothing
 * was decided yet. NULL for none. Rules: sheep.flock.grows, sheep.flock.own. */
static struct meeple *next_due(struct referee *r, unsigned *at)
{
    struct shepherds *s = state(r);
    while (*at < r->table.meeple_count) {
        struct meeple *meeple = &r->table.meeples[(*at)++];
        if (is_shepherd(meeple) && meeple->seat == r->turn.seat && meeple->serial != s->put &&
            index_of(s, meeple->serial) < s->count && !was_chosen(s, meeple->serial) &&
            table_has_tile(&r->table, table_root(&r->table, meeple->node), r->turn.tile))
            return meeple;
    }
    return NULL;
}

/* Returns the shepherd whose flock an act decides about. Its flock must be due. If the act names a
 * field, the shepherd must stand in that field. Returns NULL if no shepherd is like that. */
static struct meeple *chosen_by(struct referee *r, const struct act *act)
{
    unsigned at = 0, node = NODE_NONE;
    bool named = act->segment.kind != REF_NOTHING;
    if (named && (node = judge_find_node(r, &act->segment)) == NODE_NONE)
        return NULL;
    struct meeple *due;
    while ((due = next_due(r, &at)) != NULL)
        if (!named || table_root(&r->table, node) == table_root(&r->table, due->node))
            return due;
    return NULL;
}

/* ---- Gathering ---- */

/* Sends the shepherds of a field home. */
static void send_home(struct referee *r, unsigned root, enum why why)
{
    for (unsigned i = 0; i < r->table.meeple_count; i++) {
        struct meeple *meeple = &r->table.meeples[i];
        if (is_shepherd(meeple) && table_root(&r->table, meeple->node) == root)
            judge_send_home(r, meeple, why);
    }
}

/* Pays the flock of a field to each seat that has a shepherd there, and sends the shepherds home.
 * Rules: sheep.gather.score, sheep.gather.home. */
static void gather(struct referee *r, unsigned root)
{
    const struct shepherds *s = state(r);
    unsigned counts[SHEEP_KINDS] = {0}, seats = 0;
    for (unsigned i = 0; i < r->table.meeple_count; i++) {
        const struct meeple *meeple = &r->table.meeples[i];
        if (!is_shepherd(meeple) || table_root(&r->table, meeple->node) != root)
            continue;
        seats |= 1u << meeple->seat;
        unsigned own = index_of(s, meeple->serial);
        for (unsigned value = 0; value < SHEEP_KINDS; value++)
            counts[value] += tokens_at(s, own, value);
    }
    if (s->unknown || r->table.features[root].unknown)
        judge_unknown(r, UNKNOWN_SCORES);
    struct score_event score = {0};
    scoring_begin(&r->table, root, table_name(&r->table, root), false, &score);
    memset(score.owners, 0, sizeof score.owners);
    score.award = AWARD_FLOCK;
    score.rule = "flock";
    score.undetermined |= s->unknown;
    for (unsigned value = 0; value < SHEEP_KINDS; value++)
        if (counts[value])
            scoring_add_term(&score, TERM_SHEEP, counts[value], (int)value + 1);
    if (r->ledger->wanted & EVENTS(EVENT_SCORE))
        score.tiles = table_tiles(&r->table, root);
    FOR_EACH_BIT(seat, r->profile.name ? seats : 0)
        judge_pay(r, seat, &score, root);
    send_home(r, root, WHY_GATHERED);
}

/* True if the seat must decide about the flock of a field. */
static bool is_due_in(struct referee *r, unsigned root)
{
    unsigned at = 0;
    const struct meeple *due;
    while ((due = next_due(r, &at)) != NULL)
        if (table_root(&r->table, due->node) == root)
            return true;
    return false;
}

/* Gathers the flocks of fields that can grow no more, except those that the seat must still decide
 * about. Rule: sheep.gather.closed. */
static void gather_closed(struct referee *r)
{
    uint16_t roots[SHEPHERDS_MAX], names[SHEPHERDS_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < r->table.meeple_count; i++) {
        if (!is_shepherd(&r->table.meeples[i]))
            continue;
        unsigned root = table_root(&r->table, r->table.meeples[i].node);
        const struct feature *field = &r->table.features[root];
        if (field->unknown)
            judge_unknown(r, UNKNOWN_SCORES);
        else if (!field->open && !is_due_in(r, root) && !table_is_among(roots, count, root))
            roots[count++] = (uint16_t)root;
    }
    judge_sort_roots(&r->table, roots, names, count);
    for (unsigned i = 0; i < count; i++)
        gather(r, roots[i]);
}

/* ---- Acts ---- */

/* Errors of acts, as sets of bits. */
enum { WRONG_NOT_DUE = 1, WRONG_TOKEN_FIRST = 2, WRONG_BAG = 4 };

/* Rules: sheep.shepherd.token, sheep.grow.token, sheep.token.bag. */
static unsigned check_sheep(struct referee *r, unsigned seat, const struct act *act)
{
    (void)seat;
    bool known = act->number != TOKEN_UNKNOWN;
    return bits_if(!awaits_token(r), WRONG_NOT_DUE) |
           bits_if(known && !r->holdings.bag[act->number], WRONG_BAG);
}

/* The wolf goes back into the bag, so it is not taken out. Rule: sheep.wolf.home. */
static void judge_sheep(struct referee *r, unsigned seat, const struct act *drawn)
{
    struct shepherds *s = state(r);
    struct act known = *drawn;
    const struct act *act = &known;
    known.number = holdings_token(r, drawn);
    unsigned wrong = check_sheep(r, seat, act);
    struct meeple *shepherd = awaits_token(r);
    if (wrong & WRONG_NOT_DUE && !r->unknown.game)
        judge_raise(r, FINDING_FLOCK_NOT_DUE_TOKEN, act->place, NO_ARGS);
    if (wrong & WRONG_BAG && !s->unknown)
        judge_raise(r, FINDING_NOT_IN_BAG, act->place, ARGS(token_facts[act->number].words));
    if (!shepherd)
        return;
    unsigned i = added(s, shepherd->serial);
    s->put = s->grows ? s->put : shepherd->serial;
    s->grows = 0;
    struct event *event = judge_event(r, EVENT_SHEEP, shepherd->seat);
    if (event) {
        event->tile = r->turn.tile;
        event->node = shepherd->node;
        event->token = (uint8_t)(act->number == TOKEN_UNKNOWN ? TOKEN_COUNT : act->number);
    }
    if (act->number == TOKEN_UNKNOWN) {
        s->unknown = true;
        table_mark_unknown(&r->table, shepherd->node);
        judge_unknown(r, UNKNOWN_SCORES | UNKNOWN_TURN);
    } else if (act->number == TOKEN_WOLF) {
        send_home(r, table_root(&r->table, shepherd->node), WHY_WOLF);
    } else {
        holdings_draw(r, (unsigned)act->number);
        unsigned value = (unsigned)(act->number - TOKEN_SHEEP_1);
        if (tokens_at(s, i, value) < 15)
            s->tokens[i] = (uint16_t)(s->tokens[i] + (1u << 4 * value));
    }
}

/* Rules: sheep.flock.grows, sheep.flock.own, sheep.flock.new. */
static unsigned check_choice(struct referee *r, unsigned seat, const struct act *act)
{
    (void)seat;
    return bits_if(!chosen_by(r, act), WRONG_NOT_DUE) |
           bits_if(awaits_token(r) != NULL, WRONG_TOKEN_FIRST);
}

/* Raises that a token is missing, and takes it for unknown. */
static void miss_token(struct referee *r, struct meeple *shepherd, struct place place)
{
    struct shepherds *s = state(r);
    if (!r->turn.unsure && !r->unknown.game)
        judge_raise(r, FINDING_FLOCK_MISSING_TOKEN, place, ARGS(SEAT(r->turn.seat)));
    added(s, shepherd->serial);
    s->put = s->grows ? s->put : shepherd->serial;
    s->grows = 0;
    s->unknown = true;
    judge_unknown(r, UNKNOWN_SCORES);
}

/* Notes that the seat has decided about the flock of this field; NODE_NONE means all its flocks. */
static void note_choice(struct referee *r, unsigned root)
{
    struct shepherds *s = state(r);
    unsigned at = 0;
    struct meeple *due;
    while (s->chosen_count < OWN_MAX && (due = next_due(r, &at)) != NULL)
        if (root == NODE_NONE || table_root(&r->table, due->node) == root)
            s->chosen[s->chosen_count++] = due->serial;
}

static void judge_choice(struct referee *r, unsigned seat, const struct act *act)
{
    unsigned wrong = check_choice(r, seat, act);
    if (wrong & WRONG_TOKEN_FIRST)
        miss_token(r, awaits_token(r), act->place);
    struct meeple *shepherd = chosen_by(r, act);
    if (!shepherd) {
        if (!r->unknown.game)
            judge_raise(r, FINDING_FLOCK_NOT_DUE, act->place, ARGS(SEAT(seat)));
        return;
    }
    unsigned root = table_root(&r->table, shepherd->node);
    note_choice(r, root);
    if (act->verb == VERB_GROW)
        state(r)->grows = shepherd->serial;
    else
        gather(r, root);
}

/* Rules: sheep.shepherd.token, sheep.flock.grows. */
static bool shepherd_leave(struct referee *r, enum phase phase)
{
    struct meeple *shepherd = awaits_token(r);
    unsigned at = 0;
    bool due = phase == PHASE_TEND && next_due(r, &at) != NULL;
    if ((shepherd || due) && judge_breaks_off(r))
        return false;
    if (shepherd)
        miss_token(r, shepherd, r->turn.place);
    else if (due && !r->turn.unsure && !r->unknown.game)
        judge_raise(r, FINDING_FLOCK_MISSING, r->turn.place, ARGS(SEAT(r->turn.seat)));
    else if (due)
        judge_unknown(r, UNKNOWN_SCORES);
    if (phase == PHASE_TEND)
        note_choice(r, NODE_NONE);
    gather_closed(r);
    return true;
}

/* A segment is named only if a player may have several shepherds. */
static void shepherd_plain(struct referee *r, struct act *act)
{
    if ((act->verb == VERB_GROW || act->verb == VERB_GATHER) &&
        r->table.stock[MEEPLE_SHEPHERD] == 1)
        act->segment = (struct segment_ref){.kind = REF_NOTHING};
}

static void shepherd_choices(struct referee *r, struct choices *choices)
{
    unsigned at = 0;
    struct meeple *due;
    choices_draw(r, choices, r->turn.seat, VERB_SHEEP);
    while (r->turn.phase == PHASE_TEND && !choices->chance && (due = next_due(r, &at)) != NULL) {
        struct act act = choices_verb_on(r, VERB_GROW, due->node);
        shepherd_plain(r, &act);
        choices_offer(r, choices, r->turn.seat, act);
        act.verb = VERB_GATHER;
        choices_offer(r, choices, r->turn.seat, act);
        choices->must = true;
    }
}

static const struct move moves[] = {
    {.verb = VERB_SHEEP,
     .phase = PHASE_TEND,
     .anytime = true,
     .check = check_sheep,
     .judge = judge_sheep},
    {.verb = VERB_GROW, .phase = PHASE_TEND, .check = check_choice, .judge = judge_choice},
    {.verb = VERB_GATHER, .phase = PHASE_TEND, .check = check_choice, .judge = judge_choice},
};

const struct expansion shepherd_rules = {
    .id = EXPANSION_shepherd,
    .name = "shepherd",
    .state_size = sizeof(struct shepherds),
    .moves = moves,
    .move_count = sizeof moves / sizeof *moves,
    .begin = shepherd_begin,
    .turn = shepherd_turn,
    .meeple_objection = shepherd_objection,
    .choices = shepherd_choices,
    .plain = shepherd_plain,
    .leave = shepherd_leave,
    .leaves = 1u << PHASE_MOVE | 1u << PHASE_TEND,
    .left = shepherd_left,
};
