/* SPDX-License-Identifier: MIT */
/* The recount of Abbey & Mayor. Where an abbey lies, other features end by themselves: it has no
 * segment at its sides. */
#include "expansions/recounts.h"

#include "recount/recount_part.h"

/* ---- Mayors ---- */

static void mayor_strength(const struct recount *rc, const struct recount_feature *f,
                           unsigned strengths[SEATS_MAX])
{
    for (unsigned i = 0; i < rc->follower_count; i++) {
        const struct recount_meeple *who = &rc->followers[i];
        if (who->stands && who->kind == MEEPLE_MAYOR && f->in[who->tile][who->segment])
            strengths[who->seat] += (recount_is_endless(rc, f) ? 0 : f->shields) - 1;
    }
}

/* ---- Wagons ---- */

struct recount_wagons {
    unsigned each; /* wagons of each player */
};

static void wagon_begin(struct recount *rc, const struct record *record,
                        const struct profile *profile)
{
    struct recount_wagons *wagons = recount_state(rc, &wagon_recount);
    (void)profile;
    wagons->each = recount_supply(record, "wagon", 1);
}

static bool wagon_act(struct recount *rc, const struct line *line, const struct act *act)
{
    if (act->verb == VERB_STAY)
        return true;
    if (act->verb != VERB_GO)
        return false;
    recount_settle_turn(rc);
    const struct recount_wagons *wagons = recount_state(rc, &wagon_recount);
    unsigned out = 0;
    for (unsigned i = 0; i < rc->follower_count; i++)
        out += rc->followers[i].stands && rc->followers[i].seat == line->seat &&
               rc->followers[i].kind == MEEPLE_WAGON;
    if (out >= wagons->each)
        rc->broken = "a wagon that is not at home";
    recount_place_meeple(rc, recount_tile_of(rc, line, act), recount_segment_of(rc, line, act),
                         line->seat, MEEPLE_WAGON);
    return true;
}

/* ---- Barns ---- */

struct recount_barns {
    unsigned placed; /* index + 1 of the barn placed in this part; 0 for none */
};

static struct recount_barns *state(struct recount *rc)
{
    return recount_state(rc, &barn_recount);
}

static void barn_laid(struct recount *rc)
{
    state(rc)->placed = 0;
}

static bool barn_spares(const struct recount *rc, unsigned meeple)
{
    return rc->followers[meeple].kind == MEEPLE_BARN;
}

/* The barn stands in the field at the north-western corner of the tile south-east of it. */
static bool barn_act(struct recount *rc, const struct line *line, const struct act *act)
{
    const struct recount_tile *last = &rc->tiles[rc->tile_count - 1];
    if (act->verb != VERB_BARN)
        return false;
    bool east = act->number == CORNER_NE || act->number == CORNER_SE,
         south = act->number == CORNER_SE || act->number == CORNER_SW;
    int tile = recount_tile_at(rc, last->x + east, last->y + south);
    int segment = tile < 0 ? -1 : recount_port_segment(rc, (unsigned)tile, 0);
    if (segment < 0 || recount_kind(rc, (unsigned)tile, (unsigned)segment) != KIND_FIELD) {
        rc->broken = "a barn where no field is";
        return true;
    }
    recount_place_meeple(rc, (unsigned)tile, (unsigned)segment, line->seat, MEEPLE_BARN);
    state(rc)->placed = rc->follower_count;
    return true;
}

static bool is_barn(const struct recount *rc, unsigned i)
{
    return rc->followers[i].stands && rc->followers[i].kind == MEEPLE_BARN;
}

/* Lists the barns, one for each field. */
static unsigned list_barns(const struct recount *rc, unsigned barns[SEATS_MAX * SEAT_MEEPLES])
{
    static struct recount_feature field;
    unsigned count = 0;
    for (unsigned i = 0; i < rc->follower_count; i++) {
        bool known = !is_barn(rc, i);
        if (!known)
            recount_flood(rc, rc->followers[i].tile, rc->followers[i].segment, &field);
        for (unsigned k = 0; !known && k < count; k++)
            known = field.in[rc->followers[barns[k]].tile][rc->followers[barns[k]].segment];
        if (!known)
            barns[count++] = i;
    }
    return count;
}

/* Scores the farmers in fields with barns: 3 for a city where a barn was just placed, otherwise
 * 1. */
static void barn_settled(struct recount *rc)
{
    static struct recount_feature field;
    unsigned barns[SEATS_MAX * SEAT_MEEPLES], count = list_barns(rc, barns);
    for (unsigned k = 0; k < count; k++) {
        const struct recount_meeple *barn = &rc->followers[barns[k]];
        recount_flood(rc, barn->tile, barn->segment, &field);
        if (!recount_is_manned(&field))
            continue;
        unsigned placed = state(rc)->placed;
        bool is_new =
            placed && field.in[rc->followers[placed - 1].tile][rc->followers[placed - 1].segment];
        recount_pay_field(rc, &field, is_new ? 3 : 1);
        for (unsigned i = 0; i < rc->follower_count; i++)
            if (rc->followers[i].stands && kind_is_follower(rc->followers[i].kind) &&
                field.in[rc->followers[i].tile][rc->followers[i].segment])
                rc->followers[i].stands = false;
        FOR_EACH_RECOUNT(rc, rules, left)
            rules->left(rc);
    }
}

static void barn_final(struct recount *rc)
{
    static struct recount_feature field;
    unsigned barns[SEATS_MAX * SEAT_MEEPLES], count = list_barns(rc, barns);
    for (unsigned k = 0; k < count; k++) {
        bool there[SEATS_MAX] = {false};
        recount_flood(rc, rc->followers[barns[k]].tile, rc->followers[barns[k]].segment, &field);
        for (unsigned i = 0; i < rc->follower_count; i++)
            there[rc->followers[i].seat] |=
                is_barn(rc, i) && field.in[rc->followers[i].tile][rc->followers[i].segment];
        for (unsigned seat = 0; seat < rc->seats; seat++)
            rc->scores[seat] += there[seat] ? recount_field_worth(rc, &field, 4) : 0;
    }
}

const struct recount_rules abbey_recount = {.name = "abbey"};
const struct recount_rules mayor_recount = {.name = "mayor", .strength = mayor_strength};
const struct recount_rules wagon_recount = {.name = "wagon",
                                            .state_size = sizeof(struct recount_wagons),
                                            .begin = wagon_begin,
                                            .act = wagon_act};
const struct recount_rules barn_recount = {.name = "barn",
                                           .state_size = sizeof(struct recount_barns),
                                           .laid = barn_laid,
                                           .act = barn_act,
                                           .spares = barn_spares,
                                           .settled = barn_settled,
                                           .final = barn_final};
