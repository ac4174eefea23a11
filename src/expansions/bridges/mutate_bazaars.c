/* SPDX-License-Identifier: MIT */
/* Mutators for the rules of bazaars. */
#include "expansions/bridges/recount.h"
#include "mutate/mutate_part.h"

/* ---- Bazaars ---- */

static bool same_tile(const struct act *a, const struct act *b)
{
    return a->tile.design == b->tile.design;
}

/* Returns the line that reveals the tiles of the bazaar to which a step belongs. */
static unsigned bazaar_of(unsigned i)
{
    while (!dealt_has_verb(&dealt.lines[i], VERB_BAZAAR))
        i--;
    return i;
}

/* True if all tiles of the bazaar of a step differ. Otherwise a bid may be read in two ways. */
static bool all_differ(unsigned i)
{
    const struct line *line = &dealt.lines[bazaar_of(i)];
    for (uint32_t a = 0; a < line->act_count; a++) {
        const struct act *act = &line->acts[a];
        for (unsigned x = 0; act->kind == ACT_VERB && act->verb == VERB_BAZAAR && x < act->count;
             x++)
            for (unsigned y = 0; y < x; y++)
                if (act->tiles[x].design == act->tiles[y].design)
                    return false;
    }
    return true;
}

static const struct act *bid_on(unsigned i)
{
    const struct line *line = &dealt.lines[i];
    bool is_bid = line->kind == LINE_STEP && line->act_count && line->acts[0].kind == ACT_VERB &&
                  line->acts[0].verb == VERB_BID;
    return is_bid ? &line->acts[0] : NULL;
}

/* Picks a random bid. Returns it if it is alone on its step line, all tiles of the bazaar differ,
 * and it opens an auction or, with `raised`, raises another bid. Otherwise returns NULL. */
static struct act *find_bid(bool raised, unsigned *line)
{
    struct act *bid = dealt_find_verb(VERB_BID, line);
    if (!bid || dealt.lines[*line].kind != LINE_STEP || bid != dealt.lines[*line].acts ||
        dealt.lines[*line].act_count > 1 || !all_differ(*line))
        return NULL;
    const struct act *before = bid_on(*line - 1);
    return (before && same_tile(before, bid)) == raised ? bid : NULL;
}

int mutate_bid_low(void)
{
    unsigned i;
    struct act *bid = find_bid(true, &i);
    if (!bid)
        return MUTATED_NOWHERE;
    bid->number = bid_on(i - 1)->number;
    return (int)i;
}

int mutate_bid_high(void)
{
    unsigned i;
    struct act *bid = find_bid(true, &i);
    if (!bid || !profile_is(&dealt_profile, BID_LIMIT, SCORE))
        return MUTATED_NOWHERE;
    bid->number += 500;
    return (int)i;
}

int mutate_bid_again(void)
{
    unsigned i;
    struct act *bid = find_bid(false, &i);
    if (!bid)
        return MUTATED_NOWHERE;
    /* Only an auction without raises is suitable: its chooser has the tile. */
    unsigned next = i + 1;
    while (bid_on(next) && same_tile(bid_on(next), bid))
        next++;
    if (next != i + 1 || !bid_on(next))
        return MUTATED_NOWHERE;
    struct act again = *bid_on(next);
    again.number++;
    return dealt_add_step(next, dealt.lines[i].seat, again);
}

int mutate_bazaar_count(void)
{
    unsigned i;
    struct act *bazaar = dealt_find_verb(VERB_BAZAAR, &i);
    if (!bazaar || bazaar->count < 3)
        return MUTATED_NOWHERE;
    bazaar->count--;
    return (int)i;
}

int mutate_chooser(void)
{
    unsigned i;
    struct act *bid = find_bid(false, &i);
    if (!bid || dealt_has_verb(&dealt.lines[i - 1], VERB_BID) ||
        !dealt_has_verb(&dealt.lines[i - 1], VERB_BAZAAR) || dealt.player_count < 3)
        return MUTATED_NOWHERE;
    dealt.lines[i].seat = (uint8_t)((dealt.lines[i].seat + 1u) % dealt.player_count);
    return (int)i;
}

int mutate_not_acquired(void)
{
    unsigned i;
    struct act *bazaar = dealt_find_verb(VERB_BAZAAR, &i);
    if (!bazaar || !all_differ(i) || profile_is(&dealt_profile, BAZAAR, VARIANT))
        return MUTATED_NOWHERE;
    while (dealt.lines[i + 1].kind == LINE_STEP)
        i++;
    /* The first turn that places a tile of the bazaar takes the tile of the second one. */
    unsigned first = i + 1, second = i + 2;
    while (second < dealt.line_count && dealt.lines[second].kind == LINE_STEP)
        second++;
    if (second >= dealt.line_count || !dealt_is_idle(first) || !dealt.lines[second].has_tile ||
        !dealt_has_verb(&dealt.lines[i], VERB_FREE))
        return MUTATED_NOWHERE;
    for (unsigned t = 0; t < bazaar->count; t++)
        if (bazaar->tiles[t].design == dealt.lines[second].tile.design) {
            dealt.lines[first].tile = dealt.lines[second].tile;
            return (int)first;
        }
    return MUTATED_NOWHERE;
}

int mutate_purchase(void)
{
    unsigned i;
    struct act *sell = dealt_find_verb(VERB_SELL, &i);
    if (!sell || !profile_is(&dealt_profile, BID_LIMIT, SCORE) || sell != dealt.lines[i].acts)
        return MUTATED_NOWHERE;
    recount_begin(&dealt_recount, &dealt, dealt.player_count, &dealt_profile);
    dealt_replay_to(i);
    const struct recount_auction *auction = recount_look(&dealt_recount, &bazaar_recount);
    if (auction->price <= dealt_recount.scores[dealt.lines[i].seat])
        return MUTATED_NOWHERE;
    sell->verb = VERB_BUY;
    return (int)i;
}

int mutate_not_held(void)
{
    unsigned i;
    struct act *bazaar = dealt_find_verb(VERB_BAZAAR, &i);
    if (!bazaar || dealt.lines[i].kind != LINE_TURN)
        return MUTATED_NOWHERE;
    dealt_remove_act(&dealt.lines[i], bazaar);
    while (dealt.lines[i + 1].kind == LINE_STEP)
        dealt_remove_line(i + 1);
    return (int)i;
}

int mutate_bazaar_uncalled(void)
{
    unsigned i = dealt_find_turn();
    if (!dealt_is_idle(i) || dealt.lines[i].tile.design->marks & MARK_BAZAAR)
        return MUTATED_NOWHERE;
    struct act bazaar = dealt_verb_act(VERB_BAZAAR);
    bazaar.count = (uint16_t)dealt.player_count;
    bazaar.tiles = arena_alloc(&dealt_arena, bazaar.count * sizeof *bazaar.tiles);
    for (unsigned k = 0; k < bazaar.count; k++)
        bazaar.tiles[k] = dealt.lines[i].tile;
    dealt_add_act(&dealt.lines[i], bazaar);
    return (int)i;
}

int mutate_not_revealed(void)
{
    unsigned i;
    struct act *bid = find_bid(false, &i);
    const struct line *bazaar = bid ? &dealt.lines[bazaar_of(i)] : NULL;
    unsigned other = dealt_find_turn();
    if (!bid)
        return MUTATED_NOWHERE;
    for (uint32_t a = 0; a < bazaar->act_count; a++)
        for (unsigned t = 0; bazaar->acts[a].verb == VERB_BAZAAR && t < bazaar->acts[a].count; t++)
            if (bazaar->acts[a].tiles[t].design == dealt.lines[other].tile.design)
                return MUTATED_NOWHERE;
    bid->tile = dealt.lines[other].tile;
    return (int)i;
}

int mutate_sold_to_nobody(void)
{
    unsigned i;
    struct act *bid = find_bid(false, &i);
    const struct line *next = &dealt.lines[i + 1];
    if (!bid || next->kind != LINE_STEP || (bid_on(i + 1) && same_tile(bid_on(i + 1), bid)) ||
        dealt_has_verb(next, VERB_BUY) || dealt_has_verb(next, VERB_SELL))
        return MUTATED_NOWHERE;
    return dealt_add_step(i, dealt.lines[i].seat, dealt_verb_act(VERB_SELL));
}

int mutate_no_word(void)
{
    unsigned i;
    struct act *sell = dealt_find_verb(VERB_SELL, &i);
    if (!sell || sell != dealt.lines[i].acts || dealt.lines[i].act_count > 1 || !bid_on(i - 1) ||
        !all_differ(i))
        return MUTATED_NOWHERE;
    dealt_remove_line(i);
    return (int)i - 1;
}
