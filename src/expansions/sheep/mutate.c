/* SPDX-License-Identifier: MIT */
/* Mutators for the rules of Hills & Sheep. */
#include "expansions/sheep/recount.h"
#include "mutate/mutate_part.h"
#include "recount/recount_part.h"

/* Returns a random line with whose tile nothing is done, and which the recount has reached;
 * MUTATED_NOWHERE if shepherds are not in play, or the line is another one. */
static int find_idle(void)
{
    unsigned i = dealt_find_turn();
    dealt_replay_to(i);
    bool fits = recount_plays(&dealt_recount, &shepherd_recount) && dealt_is_idle(i);
    return fits ? (int)i : MUTATED_NOWHERE;
}

/* Returns an act that draws a token with sheep, one of those in the bag. */
static struct act some_token(void)
{
    const struct recount_flocks *flocks = recount_look(&dealt_recount, &shepherd_recount);
    struct act act = dealt_verb_act(VERB_SHEEP);
    unsigned value = 0;
    while (value < 3 && !flocks->bag[value])
        value++;
    act.number = (int32_t)(TOKEN_SHEEP_1 + value);
    return act;
}

/* Returns a field segment of the last tile: a shepherd stands in the same field. Returns -1 if no
 * segment is like that. */
static int field_with_shepherd(void)
{
    static struct recount_feature field;
    unsigned last = dealt_recount.tile_count - 1;
    for (unsigned s = 0; s < dealt_recount.tiles[last].design->segment_count; s++) {
        if (recount_kind(&dealt_recount, last, s) != KIND_FIELD)
            continue;
        recount_flood(&dealt_recount, last, s, &field);
        for (unsigned i = 0; i < dealt_recount.follower_count; i++) {
            const struct recount_meeple *who = &dealt_recount.followers[i];
            if (who->stands && who->kind == MEEPLE_SHEPHERD && field.in[who->tile][who->segment])
                return (int)s;
        }
    }
    return -1;
}

int mutate_second_shepherd(void)
{
    int i = find_idle(), segment = i < 0 ? -1 : field_with_shepherd();
    if (segment < 0 || dealt.lines[i].tile.design->marks & MARK_VOLCANO ||
        dealt_followers_out(dealt.lines[i].seat, MEEPLE_SHEPHERD))
        return MUTATED_NOWHERE;
    struct act act = dealt_follower_act(&dealt.lines[i], (unsigned)segment);
    act.meeple = MEEPLE_SHEPHERD;
    dealt_add_act(&dealt.lines[i], act);
    dealt_add_act(&dealt.lines[i], some_token());
    return i;
}

int mutate_flock_missing(void)
{
    unsigned line;
    struct act *choice = dealt_find_verb(VERB_GATHER, &line);
    if (!choice)
        return MUTATED_NOWHERE;
    dealt_remove_act(&dealt.lines[line], choice);
    return (int)line;
}

int mutate_flock_not_due(void)
{
    int i = find_idle();
    if (i >= 0)
        dealt_add_act(&dealt.lines[i], dealt_verb_act(VERB_GATHER));
    return i;
}

int mutate_token(void)
{
    for (unsigned i = 0; i < dealt.line_count; i++) {
        struct line *line = &dealt.lines[i];
        if (!line->has_tile || !dealt_has_verb(line, VERB_SHEEP))
            continue;
        dealt_replay_to(i);
        const struct recount_flocks *flocks = recount_look(&dealt_recount, &shepherd_recount);
        for (uint32_t k = 0; k < line->act_count; k++)
            for (unsigned value = 0; line->acts[k].kind == ACT_VERB && value < 4; value++)
                if (line->acts[k].verb == VERB_SHEEP && !flocks->bag[value]) {
                    line->acts[k].number = (int32_t)(TOKEN_SHEEP_1 + value);
                    return (int)i;
                }
    }
    return MUTATED_NOWHERE;
}
