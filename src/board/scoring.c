/* SPDX-License-Identifier: MIT */
/* Computes awards from the table and the options of a profile. */
#include "board/scoring.h"
#include "base/check.h"

void scoring_add_term(struct score_event *score, enum term_name name, unsigned count, int each)
{
    assert(score->term_count < TERMS_MAX);
    score->terms[score->term_count++] = (struct term){(uint8_t)name, (int8_t)each, (uint16_t)count};
    score->points = (int16_t)(score->points + (int)count * each);
}

void scoring_mark(struct score_event *score, enum mark_id mark, int each)
{
    assert(mark < MARK_COUNT);
    score->marks |= 1u << mark;
    score->points = 0;
    for (unsigned i = 0; i < score->term_count; i++) {
        score->terms[i].each = (int8_t)each;
        score->points = (int16_t)(score->points + score->terms[i].count * each);
    }
}

void scoring_add_option(struct score_event *score, const struct profile *profile, enum option_id id)
{
    assert(score->option_count < OPTIONS_NAMED_MAX);
    score->options[score->option_count].name = rule_options[id].name;
    score->options[score->option_count++].value = profile_text(profile, id);
}

/* Rules: base.score.city, base.final.unfinished. */
static void value_city(const struct feature *city, unsigned tiles, const struct profile *profile,
                       bool completed, struct score_event *score)
{
    int tile_points = 1, shield_points = 1;
    if (completed) {
        tile_points = 2;
        shield_points = profile_number(profile, OPTION_SHIELD);
        if (tiles == 2 && profile_number(profile, OPTION_SMALL_CITY) == 2)
            tile_points = shield_points = 1;
        if (tiles == 2)
            scoring_add_option(score, profile, OPTION_SMALL_CITY);
        /* With small-city: 2, a shield in a small city is worth 1, whatever option shield is. */
        if (city->shields && tile_points == 2)
            scoring_add_option(score, profile, OPTION_SHIELD);
    }
    scoring_add_term(score, TERM_TILES, tiles, tile_points);
    if (city->shields)
        scoring_add_term(score, TERM_SHIELDS, city->shields, shield_points);
}

/* Rule: base.score.tiles. */
unsigned scoring_touched(struct table *table, unsigned root, bool (*counts)(const struct feature *),
                         uint16_t roots[TILES_MAX], bool *undetermined)
{
    unsigned count = 0, node = root;
    do {
        unsigned tile = node / NODES_PER_TILE;
        FOR_EACH_BIT(segment, table_segment(table, node)->touches) {
            unsigned city = table_root(table, tile * NODES_PER_TILE + segment);
            if (!counts(&table->features[city])) {
                *undetermined |= table->features[city].unknown;
                continue;
            }
            if (count < TILES_MAX && !table_is_among(roots, count, city))
                roots[count++] = (uint16_t)city;
        }
        node = table->next[node];
    } while (node != root);
    return count;
}

void scoring_add_counted(struct score_event *score, struct table *table, enum term_name name,
                         const uint16_t *roots, unsigned count, int each)
{
    scoring_add_term(score, name, count, each);
    for (unsigned i = 0; score->counted && i < count && score->counted_count < TILES_MAX; i++)
        score->counted[score->counted_count++] = (uint16_t)table_name(table, roots[i]);
}

static bool is_completed(const struct feature *feature)
{
    return feature->completed;
}

void scoring_begin(const struct table *table, unsigned root, unsigned name, bool final,
                   struct score_event *score)
{
    const struct feature *feature = &table->features[root];
    bool completed = feature->completed;
    score->award = kind_awards[feature->kind].award;
    score->kind = feature->kind;
    score->final = final;
    score->undetermined = feature->unknown;
    score->rule =
        completed ? kind_awards[feature->kind].completed : kind_awards[feature->kind].final;
    score->name = (uint16_t)name;
    memcpy(score->owners, feature->followers, sizeof score->owners);
}

/* Rules: base.score.road, base.score.monastery, abbot.garden.score, base.final.unfinished,
 * base.final.field. */
void scoring_value(struct table *table, const struct profile *profile, unsigned root,
                   struct score_event *score)
{
    const struct feature *feature = &table->features[root];
    bool completed = feature->completed;
    uint16_t cities[TILES_MAX];
    unsigned count;
    switch ((enum kind)feature->kind) {
    case KIND_ROAD:
        scoring_add_term(score, TERM_TILES, table_count_tiles(table, root), 1);
        break;
    case KIND_CITY:
        value_city(feature, table_count_tiles(table, root), profile, completed, score);
        break;
    case KIND_FIELD:
        count = scoring_touched(table, root, is_completed, cities, &score->undetermined);
        scoring_add_counted(score, table, TERM_CITIES, cities, count,
                            profile_number(profile, OPTION_FIELD_CITY));
        if (score->points)
            scoring_add_option(score, profile, OPTION_FIELD_CITY);
        break;
    case KIND_MONASTERY:
    case KIND_GARDEN:
        scoring_add_term(score, TERM_TILES, 1, 1);
        if (table->around[root / NODES_PER_TILE] > 1)
            scoring_add_term(score, TERM_NEIGHBOURS, table->around[root / NODES_PER_TILE] - 1u, 1);
        break;
    default:
        break;
    }
}

/* Rule: base.score.majority. */
unsigned scoring_winners(const uint8_t followers[SEATS_MAX])
{
    unsigned most = 1, winners = 0;
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        if (followers[seat] > most) {
            most = followers[seat];
            winners = 0;
        }
        if (followers[seat] == most)
            winners |= 1u << seat;
    }
    return winners;
}
