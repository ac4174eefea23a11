/* SPDX-License-Identifier: MIT */
/* The end of a game: unfinished features and fields are paid. */
#include "referee/judge.h"

/* True if nobody is paid for an unfinished feature at the end: its kind scores nothing, or a rule
 * in play says so. */
static bool is_forgone(const struct referee *r, unsigned root)
{
    if (kinds[r->table.features[root].kind].stacks)
        return true;
    FOR_EACH_ASKED(r, each, forgoes)
        if (each->forgoes(r, root))
            return true;
    return false;
}

/* Pays all unfinished features on which followers still stand, each once. Rules:
 * base.final.unfinished, base.final.field, base.follower.farmers. */
void judge_score_final(struct referee *r)
{
    struct table *table = &r->table;
    uint16_t roots[MEEPLES_MAX], names[MEEPLES_MAX];
    unsigned count = 0;
    /* Tiles of the roots found, modulo 64. Most roots lie on a new tile and need no search. */
    uint64_t tiles = 0;
    if (r->profile.name)
        FOR_EACH_ASKED(r, each, over)
            each->over(r);
    for (unsigned i = 0; i < table->meeple_count; i++) {
        if (!meeple_on_segment(&table->meeples[i]))
            continue;
        unsigned root = table_root(table, table->meeples[i].node);
        /* A completed feature was paid. Only an illegal move leaves a follower on it. */
        if (table->features[root].completed)
            continue;
        uint64_t tile = (uint64_t)1 << root / NODES_PER_TILE % 64;
        if (!(tiles & tile) || !table_is_among(roots, count, root))
            roots[count++] = (uint16_t)root;
        tiles |= tile;
    }
    judge_name_roots(r, roots, names, count);
    bool farmers = r->profile.name && profile_is(&r->profile, FARMERS, ON);
    bool by_city = farmers && profile_is(&r->profile, FARMERS_BY, CITY);
    /* Only audits report whether the other way of counting farmers would matter. Audits want both
     * awards and findings. */
    uint64_t audit = EVENTS(EVENT_SCORE) | EVENTS(EVENT_FINDING);
    bool compares = (r->ledger->wanted & audit) == audit;
    uint16_t fields[MEEPLES_MAX], field_names[MEEPLES_MAX];
    unsigned field_count = 0;
    for (unsigned i = 0; i < count; i++) {
        bool is_field = table->features[roots[i]].kind == KIND_FIELD;
        if ((is_field && !farmers) || is_forgone(r, roots[i]))
            continue;
        if (!is_field || !by_city)
            judge_pay_feature(r, roots[i], names[i], true);
        if (is_field && (by_city || compares)) {
            fields[field_count] = roots[i];
            field_names[field_count++] = names[i];
        }
    }
    if (field_count)
        judge_score_farmers(r, fields, field_names, field_count, by_city);
    if (r->profile.name)
        FOR_EACH_ASKED(r, each, final)
            each->final(r);
    /* Followers that a "?" may have placed are paid for too, with points that are unknown. */
    for (unsigned seat = 0; seat < r->seats; seat++)
        if (r->unknown.out[seat])
            judge_unknown(r, UNKNOWN_SCORES);
}
