/* SPDX-License-Identifier: MIT */
/* Inns & Cathedrals: inns change the value of roads, cathedrals that of cities. The large follower
 * is a row MEEPLE_KIND of room.def. */
#include "board/scoring.h"
#include "expansions/pieces.h"

static bool bears(const struct table *table, unsigned root, unsigned mark)
{
    unsigned node = root;
    do {
        if (table_segment(table, node)->marks & mark)
            return true;
        node = table->next[node];
    } while (node != root);
    return false;
}

/* Rules: inns.inn.road, inns.inn.score, inns.inn.bridges. */
static void inn_value(struct referee *r, unsigned root, bool final, struct score_event *score)
{
    (void) final;
    const struct feature *road = &r->table.features[root];
    if (road->kind != KIND_ROAD || !bears(&r->table, root, MARK_INN))
        return;
    scoring_mark(score, MARK_ID_INN, road->completed ? 2 : 0);
    if (!road->completed)
        score->option_count = 0;
}

/* Rules: inns.cathedral.score, inns.cathedral.shields. */
static void cathedral_value(struct referee *r, unsigned root, bool final, struct score_event *score)
{
    (void) final;
    const struct feature *city = &r->table.features[root];
    if (city->kind != KIND_CITY || !bears(&r->table, root, MARK_CATHEDRAL))
        return;
    scoring_mark(score, MARK_ID_CATHEDRAL, city->completed ? 3 : 0);
    score->option_count = 0;
}

const struct expansion inn_rules = {.id = EXPANSION_inn, .name = "inn", .value = inn_value};
const struct expansion cathedral_rules = {
    .id = EXPANSION_cathedral, .name = "cathedral", .value = cathedral_value};
const struct expansion big_follower_rules = {.id = EXPANSION_big_follower, .name = "big-follower"};
