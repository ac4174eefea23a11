/* SPDX-License-Identifier: MIT */
/* The recount of The Tower. It also finds floors, captures and ransoms that break the rules. */
#include <stdlib.h>

#include "expansions/tower/recount.h"

static struct recount_tower *state(struct recount *rc)
{
    return recount_state(rc, &tower_recount);
}

static void tower_begin(struct recount *rc, const struct record *record,
                        const struct profile *profile)
{
    struct recount_tower *tower = state(rc);
    unsigned floors = rc->seats == 2   ? 10
                      : rc->seats == 3 ? 9
                      : rc->seats == 4 ? 7
                      : rc->seats == 5 ? 6
                                       : 5;
    floors = recount_supply(record, "floor", floors);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        tower->floors[seat] = floors;
    tower->spares = profile_is(profile, TOWER_DRAGON, SPARES);
    tower->any_turn = profile_is(profile, RANSOM_WHEN, ANY);
}

/* A tile was laid: no floor was built in this part of the turn yet. */
static void tower_laid(struct recount *rc)
{
    struct recount_tower *tower = state(rc);
    tower->tower = -1;
    tower->took = false;
    if (!rc->part)
        tower->paid = 0;
}

static int foundation(const struct recount *rc, unsigned tile)
{
    for (unsigned s = 0; s < rc->tiles[tile].design->segment_count; s++)
        if (rc->tiles[tile].design->segments[s].kind == KIND_TOWER)
            return (int)s;
    return -1;
}

static void build(struct recount *rc, unsigned seat, struct cell cell)
{
    struct recount_tower *tower = state(rc);
    int tile = recount_tile_at(rc, cell.x, cell.y);
    if (tile < 0 || foundation(rc, (unsigned)tile) < 0 || !tower->floors[seat] ||
        recount_meeple_on(rc, (unsigned)tile, (unsigned)foundation(rc, (unsigned)tile)) >= 0) {
        rc->broken = "a floor where none can be built";
        return;
    }
    tower->floors[seat]--;
    tower->tower = tile;
    tower->took = false;
    rc->height[tile]++;
}

/* Returns a follower of `owner` that `holder` holds, of a kind or of any (MEEPLE_KINDS); -1 for
 * none. */
static int prisoner(const struct recount *rc, unsigned holder, unsigned owner, unsigned kind)
{
    for (unsigned i = 0; i < rc->follower_count; i++) {
        const struct recount_meeple *who = &rc->followers[i];
        if (who->held == holder + 1 && who->seat == owner &&
            (kind == MEEPLE_KINDS || who->kind == kind))
            return (int)i;
    }
    return -1;
}

static bool is_choice(const struct recount *rc, unsigned holder, unsigned owner)
{
    int first = prisoner(rc, holder, owner, MEEPLE_KINDS);
    for (unsigned i = 0; first >= 0 && i < rc->follower_count; i++)
        if (rc->followers[i].held == holder + 1 && rc->followers[i].seat == owner &&
            rc->followers[i].kind != rc->followers[first].kind)
            return true;
    return false;
}

static void take(struct recount *rc, unsigned seat, unsigned tile, unsigned segment)
{
    struct recount_tower *tower = state(rc);
    static struct recount_feature f;
    int found = -1;
    for (unsigned i = 0; i < rc->follower_count; i++)
        if (rc->followers[i].stands && rc->followers[i].tile == tile &&
            rc->followers[i].segment == segment && kind_is_follower(rc->followers[i].kind))
            found = (int)i;
    if (found < 0 || tower->tower < 0 || tower->took) {
        rc->broken = "a follower that cannot be taken";
        return;
    }
    const struct recount_tile *from = &rc->tiles[tower->tower], *to = &rc->tiles[tile];
    int across = to->x - from->x, down = to->y - from->y;
    unsigned far = (unsigned)(across < 0 ? -across : across) + (unsigned)(down < 0 ? -down : down);
    recount_flood(rc, tile, segment, &f);
    if ((across && down) || far > rc->height[tower->tower] || recount_is_endless(rc, &f))
        rc->broken = "a follower out of reach is taken";
    struct recount_meeple *who = &rc->followers[found];
    who->stands = false;
    tower->took = true;
    tower->taken = (unsigned)found;
    if (who->seat != seat) {
        tower->pending = is_choice(rc, who->seat, seat);
        int own = prisoner(rc, who->seat, seat, MEEPLE_KINDS);
        if (tower->pending || own < 0)
            who->held = seat + 1;
        else
            rc->followers[own].held = 0;
    }
    FOR_EACH_RECOUNT(rc, rules, left)
        rules->left(rc);
}

static void swap(struct recount *rc, unsigned seat, unsigned kind)
{
    struct recount_tower *tower = state(rc);
    int own = prisoner(rc, rc->followers[tower->taken].seat, seat, kind);
    if (!tower->pending || own < 0) {
        rc->broken = "prisoners that cannot be exchanged";
        return;
    }
    rc->followers[own].held = rc->followers[tower->taken].held = 0;
    tower->pending = false;
}

static void ransom(struct recount *rc, unsigned seat, unsigned jailer, unsigned kind)
{
    struct recount_tower *tower = state(rc);
    int own = prisoner(rc, jailer, seat, kind);
    bool again = tower->any_turn ? tower->paid != 0 : tower->paid >> seat & 1;
    if (own < 0 || rc->scores[seat] < 3 || again || (!tower->any_turn && seat != rc->seat)) {
        rc->broken = "a ransom that cannot be paid";
        return;
    }
    rc->scores[seat] -= 3;
    rc->scores[jailer] += 3;
    rc->followers[own].held = 0;
    tower->paid |= 1u << seat;
}

static bool tower_act(struct recount *rc, const struct line *line, const struct act *act)
{
    if (act->verb == VERB_FLOOR)
        build(rc, line->seat, act->segment.cell);
    else if (act->verb == VERB_CATCH)
        take(rc, line->seat, recount_tile_of(rc, line, act), recount_segment_of(rc, line, act));
    else if (act->verb == VERB_SWAP)
        swap(rc, line->seat, act->meeple);
    else if (act->verb == VERB_RANSOM)
        ransom(rc, line->seat, act->seat, act->meeple);
    else
        return false;
    return true;
}

static bool tower_spares(const struct recount *rc, unsigned meeple)
{
    const struct recount_tower *tower = recount_look(rc, &tower_recount);
    return tower->spares && recount_kind(rc, rc->followers[meeple].tile,
                                         rc->followers[meeple].segment) == KIND_TOWER;
}

const struct recount_rules tower_recount = {
    .name = "tower",
    .state_size = sizeof(struct recount_tower),
    .begin = tower_begin,
    .laid = tower_laid,
    .act = tower_act,
    .spares = tower_spares,
};
