/* SPDX-License-Identifier: MIT */
/* The recount of Hills & Sheep. */
#include "expansions/sheep/recount.h"

#include "recount/recount_part.h"

/* ---- Hills and vineyards ---- */

struct hills {
    bool counts; /* the number of followers on hills decides, not whether there are any */
};

static void hill_begin(struct recount *rc, const struct record *record,
                       const struct profile *profile)
{
    (void)record;
    struct hills *hills = recount_state(rc, &hill_recount);
    hills->counts = profile_is(profile, HILL_TIE, NUMBER);
}

static void hill_second(const struct recount *rc, const struct recount_feature *f,
                        unsigned keys[SEATS_MAX])
{
    const struct hills *hills = recount_look(rc, &hill_recount);
    for (unsigned i = 0; i < rc->follower_count; i++) {
        const struct recount_meeple *who = &rc->followers[i];
        if (who->stands && f->in[who->tile][who->segment] && kind_is_follower(who->kind) &&
            rc->tiles[who->tile].design->marks & MARK_HILL)
            keys[who->seat] = hills->counts ? keys[who->seat] + 1 : 1;
    }
}

struct vines {
    bool gardens;
};

static void vineyard_begin(struct recount *rc, const struct record *record,
                           const struct profile *profile)
{
    (void)record;
    struct vines *vines = recount_state(rc, &vineyard_recount);
    vines->gardens = profile_is(profile, VINEYARD_GARDEN, YES);
}

/* Completed monasteries get 3 points for each vineyard around them. */
static bool vineyard_worth(const struct recount *rc, enum kind kind,
                           const struct recount_feature *f, int *points)
{
    const struct vines *vines = recount_look(rc, &vineyard_recount);
    if (!f->completed || !(kind == KIND_MONASTERY || (kind == KIND_GARDEN && vines->gardens)))
        return false;
    unsigned tile = 0;
    *points = 9;
    for (unsigned t = 0; t < rc->tile_count; t++)
        for (unsigned s = 0; s < RECOUNT_NODES; s++)
            tile = f->in[t][s] ? t : tile;
    for (unsigned t = 0; t < rc->tile_count; t++) {
        int across = rc->tiles[t].x - rc->tiles[tile].x, down = rc->tiles[t].y - rc->tiles[tile].y;
        bool beside = t != tile && across >= -1 && across <= 1 && down >= -1 && down <= 1;
        if (beside && rc->tiles[t].design->marks & MARK_VINEYARD)
            *points += 3;
    }
    return true;
}

/* ---- Shepherds ---- */

static const uint8_t full_bag[5] = {4, 5, 5, 2, 2};

static struct recount_flocks *state(struct recount *rc)
{
    return recount_state(rc, &shepherd_recount);
}

static void shepherd_begin(struct recount *rc, const struct record *record,
                           const struct profile *profile)
{
    (void)record, (void)profile;
    memcpy(state(rc)->bag, full_bag, sizeof full_bag);
}

static void shepherd_laid(struct recount *rc)
{
    state(rc)->put = state(rc)->draws_for = 0;
}

static bool is_shepherd(const struct recount *rc, unsigned i)
{
    return rc->followers[i].stands && rc->followers[i].kind == MEEPLE_SHEPHERD;
}

/* Puts the tokens of shepherds that have left back into the bag. */
static void shepherd_left(struct recount *rc)
{
    struct recount_flocks *flocks = state(rc);
    for (unsigned i = 0; i < rc->follower_count; i++)
        for (unsigned value = 0; value < 4 && !is_shepherd(rc, i); value++) {
            flocks->bag[value] = (uint8_t)(flocks->bag[value] + flocks->of[i][value]);
            flocks->of[i][value] = flocks->tokens[i] = flocks->lying[i] = 0;
        }
}

static void send_shepherds_home(struct recount *rc, const struct recount_feature *field)
{
    for (unsigned i = 0; i < rc->follower_count; i++)
        if (is_shepherd(rc, i) && field->in[rc->followers[i].tile][rc->followers[i].segment])
            rc->followers[i].stands = false;
    shepherd_left(rc);
}

static void gather(struct recount *rc, const struct recount_feature *field)
{
    const struct recount_flocks *flocks = state(rc);
    bool there[SEATS_MAX] = {false};
    int sheep = 0;
    for (unsigned i = 0; i < rc->follower_count; i++)
        if (is_shepherd(rc, i) && field->in[rc->followers[i].tile][rc->followers[i].segment]) {
            there[rc->followers[i].seat] = true;
            sheep += flocks->lying[i];
        }
    for (unsigned seat = 0; seat < rc->seats; seat++)
        rc->scores[seat] += there[seat] ? sheep : 0;
    send_shepherds_home(rc, field);
}

/* Returns the player's shepherd whose field the last tile belongs to, and which was there before;
 * -1 for none. Sets *field to its field. If the act (or NULL) names a segment, the field must have
 * that segment. */
static int grown(struct recount *rc, const struct line *line, const struct act *act,
                 struct recount_feature *field)
{
    for (unsigned i = 0; i < rc->follower_count; i++) {
        if (!is_shepherd(rc, i) || rc->followers[i].seat != rc->seat || state(rc)->put == i + 1)
            continue;
        recount_flood(rc, rc->followers[i].tile, rc->followers[i].segment, field);
        bool last = false;
        for (unsigned s = 0; s < RECOUNT_NODES; s++)
            last |= field->in[rc->tile_count - 1][s];
        if (act && act->segment.kind < KIND_COUNT)
            last &= field->in[recount_tile_of(rc, line, act)][recount_segment_of(rc, line, act)];
        if (last)
            return (int)i;
    }
    return -1;
}

/* Returns the player's shepherd for which a token must be drawn; -1 for none. */
static int drawing(struct recount *rc)
{
    const struct recount_flocks *flocks = state(rc);
    for (unsigned i = 0; i < rc->follower_count; i++)
        if (is_shepherd(rc, i) && rc->followers[i].seat == rc->seat && !flocks->tokens[i])
            return (int)i;
    return (int)flocks->draws_for - 1;
}

static void draw(struct recount *rc, const struct act *act)
{
    static struct recount_feature field;
    struct recount_flocks *flocks = state(rc);
    int i = drawing(rc);
    unsigned value = (unsigned)(act->number - TOKEN_SHEEP_1);
    if (i < 0 || act->number == TOKEN_UNKNOWN || !flocks->bag[value]) {
        rc->broken = "a token that is not drawn";
        return;
    }
    flocks->put = flocks->draws_for ? flocks->put : (unsigned)i + 1;
    flocks->draws_for = 0;
    if (act->number == TOKEN_WOLF) {
        recount_flood(rc, rc->followers[i].tile, rc->followers[i].segment, &field);
        send_shepherds_home(rc, &field);
        return;
    }
    flocks->bag[value]--;
    flocks->of[i][value]++;
    flocks->tokens[i]++;
    flocks->lying[i] = (uint8_t)(flocks->lying[i] + value + 1);
}

static bool shepherd_act(struct recount *rc, const struct line *line, const struct act *act)
{
    static struct recount_feature field;
    if (act->verb == VERB_SHEEP) {
        draw(rc, act);
        return true;
    }
    if (act->verb != VERB_GROW && act->verb != VERB_GATHER)
        return false;
    int i = grown(rc, line, act, &field);
    if (i < 0)
        rc->broken = "a decision about a flock that did not grow";
    else if (act->verb == VERB_GROW)
        state(rc)->draws_for = (unsigned)i + 1;
    else
        gather(rc, &field);
    return true;
}

/* True if no cell beside the field is empty at a side of it. */
static bool is_closed(const struct recount *rc, const struct recount_feature *field)
{
    for (unsigned t = 0; t < rc->tile_count; t++)
        for (unsigned port = 0; port < 12; port++) {
            int segment = recount_port_segment(rc, t, port);
            if (segment >= 0 && field->in[t][segment] &&
                recount_tile_at(rc, rc->tiles[t].x + side_dx[port / 3],
                                rc->tiles[t].y + side_dy[port / 3]) < 0)
                return false;
        }
    return true;
}

/* True if the player must decide about the flock of this field. */
static bool is_due_in(struct recount *rc, const struct recount_feature *field)
{
    static struct recount_feature own;
    int due = grown(rc, NULL, NULL, &own);
    return due >= 0 && field->in[rc->followers[due].tile][rc->followers[due].segment];
}

static void gather_closed(struct recount *rc, bool leave_due)
{
    static struct recount_feature field;
    for (unsigned i = 0; i < rc->follower_count; i++) {
        if (!is_shepherd(rc, i))
            continue;
        recount_flood(rc, rc->followers[i].tile, rc->followers[i].segment, &field);
        if (is_closed(rc, &field) && !(leave_due && is_due_in(rc, &field)))
            gather(rc, &field);
    }
}

/* Gathers the flocks of closed fields before the dragon flies, and before the player decides about
 * his own flock. A ransom that is a step of its own is paid while the dragon waits. */
static void shepherd_before(struct recount *rc, const struct line *line, const struct act *act)
{
    if (act->verb == VERB_DRAGON || (act->verb == VERB_RANSOM && line->kind == LINE_STEP))
        gather_closed(rc, false);
    else if (act->verb == VERB_GROW || act->verb == VERB_GATHER)
        gather_closed(rc, true);
}

/* Gathers the flocks of closed fields, before features are scored. */
static void shepherd_unsettled(struct recount *rc)
{
    gather_closed(rc, false);
}

const struct recount_rules hill_recount = {
    .name = "hill", .state_size = sizeof(struct hills), .begin = hill_begin, .second = hill_second};
const struct recount_rules vineyard_recount = {.name = "vineyard",
                                               .state_size = sizeof(struct vines),
                                               .begin = vineyard_begin,
                                               .worth = vineyard_worth};
const struct recount_rules shepherd_recount = {.name = "shepherd",
                                               .state_size = sizeof(struct recount_flocks),
                                               .begin = shepherd_begin,
                                               .laid = shepherd_laid,
                                               .before = shepherd_before,
                                               .act = shepherd_act,
                                               .left = shepherd_left,
                                               .unsettled = shepherd_unsettled};
