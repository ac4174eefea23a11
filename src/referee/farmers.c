/* SPDX-License-Identifier: MIT */
/* Counts farmers city by city, as in the first editions: a completed city pays the seat with the
 * most farmers on all fields around it. Also adds up the points of counting field by field, to find
 * out whether the choice between both ways matters. */
#include "board/scoring.h"
#include "referee/judge.h"

/* A field with followers. Its score names what it counts: completed cities, and other features by
 * rules in play. */
struct farm {
    uint16_t root;
    struct score_event score;
};

/* One of the features that fields count. */
struct farmed {
    uint16_t name;
    struct term term;          /* term of a field's score, for this one feature */
    uint8_t owners[SEATS_MAX]; /* strength of each seat's farmers on all fields around it */
    uint8_t second[SEATS_MAX]; /* second keys of the majority there */
};

static bool counts(const struct farm *farm, unsigned name)
{
    return table_is_among(farm->score.counted, farm->score.counted_count, name);
}

/* Lists each feature that a field counts, once, and returns how many. */
static unsigned list_farmed(const struct referee *r, const struct farm *farms, unsigned farm_count,
                            struct farmed *list)
{
    unsigned count = 0;
    for (unsigned i = 0; i < farm_count; i++) {
        const struct score_event *score = &farms[i].score;
        for (unsigned term = 0, at = 0; term < score->term_count; at += score->terms[term++].count)
            for (unsigned k = at; k < at + score->terms[term].count && k < score->counted_count;
                 k++) {
                unsigned n = 0;
                while (n < count && list[n].name != score->counted[k])
                    n++;
                if (n == count)
                    list[count++] = (struct farmed){
                        .name = score->counted[k],
                        .term = {score->terms[term].name, score->terms[term].each, 1}};
                for (unsigned seat = 0; seat < r->seats; seat++) {
                    unsigned sum = list[n].owners[seat] +
                                   (unsigned)r->table.features[farms[i].root].followers[seat];
                    list[n].owners[seat] = (uint8_t)(sum < UINT8_MAX ? sum : UINT8_MAX);
                }
                judge_second(r, farms[i].root, list[n].second);
            }
    }
    return count;
}

/* Adds to a score what only this seat gets (judge_own_value()) for a field around the feature. Adds
 * it only once, even if several fields give it. */
static void value_own(struct referee *r, const struct farm *farms, unsigned farm_count,
                      unsigned seat, struct score_event *score)
{
    unsigned terms = score->term_count;
    for (unsigned i = 0; i < farm_count; i++)
        if (score->term_count == terms && counts(&farms[i], score->name))
            judge_own_value(r, farms[i].root, seat, score);
}

static unsigned owners_of(const struct farmed *farmed)
{
    return judge_first(scoring_winners(farmed->owners), farmed->second);
}

static struct score_event award_for(struct referee *r, const struct farmed *farmed)
{
    unsigned root = table_root(&r->table, farmed->name);
    struct score_event score = {0};
    scoring_begin(&r->table, root, farmed->name, true, &score);
    score.award = kind_awards[KIND_FIELD].award;
    score.rule = "field-by-city";
    score.tiles = table_tiles(&r->table, root);
    memcpy(score.owners, farmed->owners, sizeof score.owners);
    scoring_add_term(&score, (enum term_name)farmed->term.name, farmed->term.count,
                     farmed->term.each);
    return score;
}

/* Adds up what each seat gets city by city, and pays it if `pays`. */
static void score_by_city(struct referee *r, const struct farm *farms, unsigned farm_count,
                          bool pays, int32_t points[SEATS_MAX])
{
    unsigned most = 0;
    for (unsigned i = 0; i < farm_count; i++)
        most += farms[i].score.counted_count;
    struct farmed *list = arena_alloc(r->arena, (most + 1) * sizeof *list);
    unsigned listed = list_farmed(r, farms, farm_count, list);
    for (unsigned i = 0; i < listed; i++) {
        const struct score_event score = award_for(r, &list[i]);
        FOR_EACH_BIT(seat, owners_of(&list[i])) {
            struct score_event own = score;
            value_own(r, farms, farm_count, seat, &own);
            points[seat] += own.points;
            if (pays)
                judge_pay(r, seat, &own, table_root(&r->table, score.name));
        }
    }
}

/* Adds up what each seat gets field by field. */
static void sum_by_field(struct referee *r, const struct farm *farms, unsigned farm_count,
                         int32_t points[SEATS_MAX])
{
    for (unsigned i = 0; i < farm_count; i++)
        FOR_EACH_BIT(seat, judge_owners(r, farms[i].root)) {
            struct score_event own = farms[i].score;
            judge_own_value(r, farms[i].root, seat, &own);
            points[seat] += own.points;
        }
}

/* Rules: base.final.field, base.score.majority. */
void judge_score_farmers(struct referee *r, const uint16_t *roots, const uint16_t *names,
                         unsigned count, bool pays)
{
    int32_t by_city[SEATS_MAX] = {0}, by_field[SEATS_MAX] = {0};
    struct farm *farms = arena_alloc(r->arena, (count + 1) * sizeof *farms);
    for (unsigned i = 0; i < count; i++) {
        farms[i] = (struct farm){.root = roots[i]};
        farms[i].score.counted = arena_alloc(r->arena, TILES_MAX * sizeof *farms[i].score.counted);
        judge_value_into(r, roots[i], names[i], true, &farms[i].score);
        if (pays && farms[i].score.undetermined)
            judge_unknown(r, UNKNOWN_SCORES);
    }
    score_by_city(r, farms, count, pays, by_city);
    for (unsigned i = 0; pays && i < count; i++)
        if (judge_owners(r, roots[i]))
            judge_paid(r, roots[i], names[i], true);
    sum_by_field(r, farms, count, by_field);
    if (memcmp(by_city, by_field, sizeof by_city) != 0)
        judge_may_matter(r, OPTION_FARMERS_BY);
}
