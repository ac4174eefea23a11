/* SPDX-License-Identifier: MIT */
/* Mayors (Abbey & Mayor): followers that count as many as their city has shields. */
#include "expansions/pieces.h"

/* A mayor counts nothing in a castle, which has no shields. Rules: abbey.mayor.strength,
 * abbey.mayor.none, abbey.mayor.castle. */
static void mayor_strength(const struct referee *r, unsigned root, uint8_t strengths[SEATS_MAX])
{
    const struct feature *feature = &r->table.features[root];
    unsigned shields = feature->kind == KIND_CITY ? feature->shields : 0;
    for (unsigned i = 0; feature->follower_count && i < r->table.meeple_count; i++) {
        const struct meeple *meeple = &r->table.meeples[i];
        if (!meeple_on_segment(meeple) || meeple->kind != MEEPLE_MAYOR ||
            table_find(&r->table, meeple->node) != root)
            continue;
        unsigned strength = strengths[meeple->seat] - 1u + shields;
        strengths[meeple->seat] = (uint8_t)(strength < UINT8_MAX ? strength : UINT8_MAX);
    }
}

/* Rule: abbey.mayor.castle. */
enum answer mayor_founds(const struct referee *r, unsigned root, unsigned seat)
{
    unsigned own = 0, mayors = 0;
    for (unsigned i = 0; referee_state(r, &mayor_rules) && i < r->table.meeple_count; i++) {
        const struct meeple *meeple = &r->table.meeples[i];
        if (!meeple_on_segment(meeple) || meeple->seat != seat || !kind_is_follower(meeple->kind) ||
            table_find(&r->table, meeple->node) != root)
            continue;
        own++;
        mayors += meeple->kind == MEEPLE_MAYOR;
    }
    if (!own || mayors < own)
        return ANSWER_UNKNOWN;
    if (profile_is(&r->profile, MAYOR_CASTLE, NONE))
        return ANSWER_NO;
    return judge_owners(r, root) ? ANSWER_UNKNOWN : ANSWER_YES;
}

const struct expansion mayor_rules = {
    .id = EXPANSION_mayor, .name = "mayor", .strength = mayor_strength};
