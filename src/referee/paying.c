/* SPDX-License-Identifier: MIT */
/* Pays features: those that are completed, and each one in the final scoring. What a feature is
 * worth by the base rules is in scoring.c; rules in play add to it here.
 */
#include "base/along.h"
#include "referee/judge.h"
#include "board/scoring.h"

void judge_pay(struct referee *r, unsigned seat, const struct score_event *score, unsigned root)
{
    r->scores[seat] += score->points;
    claims_paid(&r->claims, seat, score, root);
    struct event *event = judge_event(r, EVENT_SCORE, seat);
    if (event) {
        event->tile = r->turn.tile;
        event->node = score->name;
        event->score = *score;
    }
}

static inline void value(struct referee *r, unsigned root, unsigned name, bool final,
                         struct score_event *score)
{
    bool other = false;
    scoring_begin(&r->table, root, name, final, score);
    if (r->asked[EXPANSION_HOOK(strength)])
        judge_strengths(r, root, score->owners);
    FOR_EACH_ASKED(r, each, values)
        other |= each->values(r, root, score);
    if (!other)
        scoring_value(&r->table, &r->profile, root, score);
    FOR_EACH_ASKED(r, each, value)
        each->value(r, root, final, score);
}

void judge_value_into(struct referee *r, unsigned root, unsigned name, bool final,
                      struct score_event *score)
{
    value(r, root, name, final, score);
}

void judge_value(struct referee *r, unsigned root, unsigned name, bool final,
                 struct score_event *score)
{
    bool told = r->ledger->wanted & EVENTS(EVENT_SCORE);
    if (told)
        score->tiles = table_tiles(&r->table, root);
    if (told && !kinds[r->table.features[root].kind].completes)
        score->counted = arena_alloc(r->arena, TILES_MAX * sizeof *score->counted);
    value(r, root, name, final, score);
}

void judge_paid(struct referee *r, unsigned root, unsigned name, bool final)
{
    FOR_EACH_ASKED(r, each, paid)
        each->paid(r, root, name, final);
}

void judge_own_value(struct referee *r, unsigned root, unsigned seat, struct score_event *score)
{
    FOR_EACH_ASKED(r, each, own_value)
        each->own_value(r, root, seat, score);
}

void judge_strengths(const struct referee *r, unsigned root, uint8_t strengths[SEATS_MAX])
{
    memcpy(strengths, r->table.features[root].followers, sizeof r->table.features[root].followers);
    FOR_EACH_ASKED(r, each, strength)
        each->strength(r, root, strengths);
}

void judge_second(const struct referee *r, unsigned root, uint8_t keys[SEATS_MAX])
{
    FOR_EACH_ASKED(r, each, second)
        each->second(r, root, keys);
}

unsigned judge_first(unsigned seats, const uint8_t keys[SEATS_MAX])
{
    unsigned most = 0, first = 0;
    FOR_EACH_BIT(seat, seats)
        most = keys[seat] > most ? keys[seat] : most;
    FOR_EACH_BIT(seat, seats)
        first |= keys[seat] == most ? 1u << seat : 0u;
    return first;
}

unsigned judge_weigh(const struct referee *r, unsigned root)
{
    uint8_t strengths[SEATS_MAX], keys[SEATS_MAX] = {0};
    judge_strengths(r, root, strengths);
    judge_second(r, root, keys);
    return judge_first(scoring_winners(strengths), keys);
}

void judge_pay_owner(struct referee *r, unsigned seat, const struct score_event *score,
                     unsigned root)
{
    if (!r->asked[EXPANSION_HOOK(own_value)]) {
        judge_pay(r, seat, score, root);
        return;
    }
    struct score_event own = *score;
    judge_own_value(r, root, seat, &own);
    judge_pay(r, seat, &own, root);
}

ALONG void pay_owners(struct referee *r, unsigned root, unsigned name, bool final)
{
    struct score_event score = {0};
    unsigned winners = judge_owners(r, root);
    if (!winners)
        return;
    judge_value(r, root, name, final, &score);
    if (score.undetermined)
        judge_unknown(r, UNKNOWN_SCORES);
    FOR_EACH_BIT(seat, winners)
        judge_pay_owner(r, seat, &score, root);
}

/* Rule: base.score.majority. */
void judge_pay_feature(struct referee *r, unsigned root, unsigned name, bool final)
{
    const struct feature *feature = &r->table.features[root];
    if (feature->unknown)
        judge_unknown(r, UNKNOWN_SCORES);
    if (!feature->follower_count)
        return;
    if (r->profile.name)
        pay_owners(r, root, name, final);
    judge_paid(r, root, name, final);
}

/* Sorts by insertion. Reports show this order, so it depends on kinds and places, not on internal
 * numbers. */
void judge_sort_roots(const struct table *table, uint16_t *roots, uint16_t *names, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned name = table_name(table, roots[i]), kind = table->features[roots[i]].kind, k = i;
        uint16_t root = roots[i];
        for (; k; k--) {
            unsigned before = table->features[roots[k - 1]].kind;
            if (before < kind ||
                (before == kind && laid_is_before(table->tiles, names[k - 1], name)))
                break;
            roots[k] = roots[k - 1];
            names[k] = names[k - 1];
        }
        roots[k] = root;
        names[k] = (uint16_t)name;
    }
}

void judge_name_roots(struct referee *r, uint16_t *roots, uint16_t *names, unsigned count)
{
    uint64_t seen = EVENTS(EVENT_SCORE) | EVENTS(EVENT_RETURNED);
    if (r->ledger->wanted & seen || r->record->claims || r->record->claims_all ||
        r->asked[EXPANSION_HOOK(paid)])
        judge_sort_roots(&r->table, roots, names, count);
    else
        memcpy(names, roots, count * sizeof *names);
}

/* Pays all completed features on one state of the table; then all their followers return. Rules:
 * base.score.completed, base.score.one-state, base.score.return. */
void judge_settle(struct referee *r)
{
    struct table *table = &r->table;
    uint16_t all[COMPLETED_MAX], roots[COMPLETED_MAX], names[COMPLETED_MAX];
    unsigned all_count = table_list_completed(table, all), count = 0;
    for (unsigned i = 0; i < all_count; i++) {
        const struct feature *feature = &table->features[all[i]];
        if (feature->follower_count || feature->unknown)
            roots[count++] = all[i];
    }
    table_settled(table);
    if (count)
        judge_name_roots(r, roots, names, count);
    for (unsigned i = 0; i < count; i++)
        judge_pay_feature(r, roots[i], names[i], false);
    for (unsigned i = 0; i < count; i++)
        table_return(table, r->ledger, roots[i], r->turn.number);
    FOR_EACH_ASKED(r, each, settled)
        each->settled(r, all, all_count);
}

void judge_score_completed(struct referee *r)
{
    if (r->table.completed_count || r->asked[EXPANSION_HOOK(settled)])
        judge_settle(r);
}
