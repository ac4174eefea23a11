/* SPDX-License-Identifier: MIT */
/* Lists the acts that may be done in the current phase. */
#include "referee/choices.h"
#include "base/check.h"
#include "referee/meeple.h"
#include "referee/judge.h"

struct choice *choices_add(struct choices *choices, unsigned seat, struct act act)
{
    if (choices->count == choices->most)
        return NULL;
    struct choice *choice = &choices->list[choices->count++];
    *choice = (struct choice){(uint8_t)seat, 0, act};
    return choice;
}

struct choice *choices_offer(struct referee *r, struct choices *choices, unsigned seat,
                             struct act act)
{
    return r->moves[act.verb]->check(r, seat, &act) ? NULL : choices_add(choices, seat, act);
}

void choices_draw(struct referee *r, struct choices *choices, unsigned seat, enum verb_id verb)
{
    struct act act = choices_verb(verb);
    for (unsigned token = 0; token < TOKEN_COUNT; token++) {
        act.number = (int32_t)token;
        for (unsigned i = 0; token_facts[token].verb == verb && i < r->holdings.bag[token]; i++)
            choices->chance |= choices_offer(r, choices, seat, act) != NULL;
    }
    choices->must |= choices->chance;
}

/* Leaves only the tokens in a list, one of which must be drawn first. */
static void keep_tokens(struct choices *choices)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < choices->count; i++)
        if (act_has_shape(&choices->list[i].act, SHAPE_TOKEN))
            choices->list[kept++] = choices->list[i];
    choices->count = kept;
}

struct act choices_verb(enum verb_id verb)
{
    assert(verb < VERB_COUNT);
    return act_of_verb(verb);
}

struct act choices_verb_on(const struct referee *r, enum verb_id verb, unsigned node)
{
    assert(verb < VERB_COUNT && node < NODES_MAX);
    struct act act = choices_verb(verb);
    act.segment = ledger_segment(r->ledger, node);
    return act;
}

static void add_followers(struct referee *r, enum meeple_kind kind, struct choices *choices)
{
    uint16_t nodes[NODES_PER_TILE];
    unsigned roams = meeple_roams(r) & meeple_kinds[kind].lands;
    unsigned from = roams ? 0 : r->turn.tile, end = roams ? r->table.tile_count : from + 1;
    for (unsigned tile = from; tile < end; tile++) {
        unsigned lands = tile == r->turn.tile ? (unsigned)LANDS_ALL : roams;
        unsigned count = meeple_list(r, tile, r->turn.seat, kind, lands, nodes);
        for (unsigned i = 0; i < count; i++)
            choices_add(choices, r->turn.seat,
                        (struct act){.kind = ACT_MEEPLE,
                                     .meeple = (uint8_t)kind,
                                     .segment = ledger_segment(r->ledger, nodes[i])});
    }
}

void choices_plain(struct referee *r, struct act *act)
{
    FOR_EACH_ASKED(r, each, plain)
        each->plain(r, act);
}

void choices_find(struct referee *r, struct choices *choices)
{
    choices->count = 0;
    choices->must = choices->chance = false;
    if (r->turn.tile == TILE_NONE)
        return;
    FOR_EACH_BIT(kind, r->turn.phase == PHASE_MOVE && !r->turn.placed ? r->followers : 0)
        add_followers(r, (enum meeple_kind)kind, choices);
    FOR_EACH_ASKED(r, each, choices)
        each->choices(r, choices);
    if (choices->chance)
        keep_tokens(choices);
}

unsigned choices_tiles(const struct referee *r, const struct design *designs[SEATS_MAX])
{
    FOR_EACH_ASKED(r, each, reserved) {
        unsigned count = each->reserved(r, designs);
        if (count)
            return count;
    }
    return 0;
}
