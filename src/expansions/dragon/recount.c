/* SPDX-License-Identifier: MIT */
/* The recount of Princess & Dragon. */
#include "expansions/dragon/recount.h"
#include "recount/recount_part.h"

/* ---- The fairy ---- */

static void fairy_begin(struct recount *rc, const struct record *record,
                        const struct profile *profile)
{
    (void)record;
    struct recount_fairy *fairy = recount_state(rc, &fairy_recount);
    fairy->beside = profile_is(profile, FAIRY, FOLLOWER);
    fairy->of_cell = profile_is(profile, FAIRY_SCORED, CELL);
}

/* True if the fairy is with a follower. A follower in a castle stands on both of its cells. */
static bool has_fairy(const struct recount *rc, unsigned i)
{
    const struct recount_fairy *fairy = recount_look(rc, &fairy_recount);
    static struct recount_feature f;
    const struct recount_meeple *who = &rc->followers[i];
    if (!fairy->out || !who->stands || !kind_is_follower(who->kind))
        return false;
    if (fairy->beside)
        return fairy->meeple == i;
    int tile = recount_tile_at(rc, fairy->x, fairy->y);
    if (tile == (int)who->tile)
        return true;
    recount_flood(rc, who->tile, who->segment, &f);
    bool on = false;
    for (unsigned s = 0; s < RECOUNT_NODES && tile >= 0; s++)
        on |= f.in[tile][s];
    return on && recount_is_endless(rc, &f);
}

static void fairy_paid(struct recount *rc, const struct recount_feature *f)
{
    const struct recount_fairy *fairy = recount_look(rc, &fairy_recount);
    bool paid[SEATS_MAX] = {false}, any = false;
    int tile = fairy->out ? recount_tile_at(rc, fairy->x, fairy->y) : -1;
    for (unsigned s = 0; s < RECOUNT_NODES && tile >= 0 && fairy->of_cell; s++)
        any |= f->in[tile][s];
    for (unsigned i = 0; i < rc->follower_count; i++) {
        const struct recount_meeple *who = &rc->followers[i];
        if ((!any && !f->in[who->tile][who->segment]) || paid[who->seat] || !has_fairy(rc, i))
            continue;
        rc->scores[who->seat] += 3;
        paid[who->seat] = true;
    }
}

static void fairy_turn(struct recount *rc)
{
    for (unsigned i = 0; i < rc->follower_count; i++)
        if (rc->followers[i].seat == rc->seat && has_fairy(rc, i)) {
            rc->scores[rc->seat]++;
            return;
        }
}

static bool fairy_act(struct recount *rc, const struct line *line, const struct act *act)
{
    if (act->verb != VERB_FAIRY)
        return false;
    struct recount_fairy *fairy = recount_state(rc, &fairy_recount);
    struct cell cell = recount_cell_of(line, act);
    fairy->out = true;
    fairy->x = cell.x;
    fairy->y = cell.y;
    if (fairy->beside)
        fairy->meeple = (unsigned)recount_meeple_on(
            rc, (unsigned)recount_tile_at(rc, cell.x, cell.y), recount_segment_of(rc, line, act));
    return true;
}

/* ---- The dragon and the princess ---- */

static void dragon_begin(struct recount *rc, const struct record *record,
                         const struct profile *profile)
{
    (void)record;
    struct recount_dragon *dragon = recount_state(rc, &dragon_recount);
    dragon->late = profile_is(profile, DRAGON_MOVE, AFTER_SCORING);
}

static void dragon_laid(struct recount *rc)
{
    struct recount_dragon *dragon = recount_state(rc, &dragon_recount);
    const struct recount_tile *last = &rc->tiles[rc->tile_count - 1];
    if (!(last->design->marks & MARK_VOLCANO))
        return;
    dragon->x = last->x;
    dragon->y = last->y;
}

static void fly(struct recount *rc, struct str letters)
{
    struct recount_dragon *dragon = recount_state(rc, &dragon_recount);
    static struct recount_feature f;
    for (size_t k = 0; k < letters.n; k++) {
        dragon->x += (letters.p[k] == 'E') - (letters.p[k] == 'W');
        dragon->y += (letters.p[k] == 'S') - (letters.p[k] == 'N');
        for (unsigned i = 0; i < rc->follower_count; i++) {
            const struct recount_tile *tile = &rc->tiles[rc->followers[i].tile];
            if (!rc->followers[i].stands || tile->x != dragon->x || tile->y != dragon->y)
                continue;
            recount_flood(rc, rc->followers[i].tile, rc->followers[i].segment, &f);
            bool stays = recount_is_endless(rc, &f);
            FOR_EACH_RECOUNT(rc, rules, spares)
                stays |= rules->spares(rc, i);
            rc->followers[i].stands = stays;
        }
        FOR_EACH_RECOUNT(rc, rules, left)
            rules->left(rc);
    }
}

static bool dragon_act(struct recount *rc, const struct line *line, const struct act *act)
{
    const struct recount_dragon *dragon = recount_look(rc, &dragon_recount);
    (void)line;
    if (act->verb != VERB_DRAGON)
        return false;
    if (dragon->late)
        recount_settle_turn(rc);
    fly(rc, act->text);
    return true;
}

static bool princess_act(struct recount *rc, const struct line *line, const struct act *act)
{
    if (act->verb != VERB_PRINCESS)
        return false;
    recount_send_home(rc, recount_tile_of(rc, line, act), recount_segment_of(rc, line, act));
    return true;
}

const struct recount_rules fairy_recount = {
    .name = "fairy",
    .state_size = sizeof(struct recount_fairy),
    .begin = fairy_begin,
    .turn = fairy_turn,
    .act = fairy_act,
    .paid = fairy_paid,
};
const struct recount_rules dragon_recount = {
    .name = "dragon",
    .state_size = sizeof(struct recount_dragon),
    .begin = dragon_begin,
    .laid = dragon_laid,
    .act = dragon_act,
};
const struct recount_rules princess_recount = {.name = "princess", .act = princess_act};
