/* Who is paid what, when: what a tile completed, and the final scoring. What a feature is worth is scoring.c's.
 * See judge.h.
 */
#include "rules/judge.h"
#include "rules/scoring.h"

void judge_pay(struct referee *r, unsigned seat, const struct score_event *score, unsigned root)
{
    r->scores[seat] += score->points;
    claims_paid(&r->claims, seat, score, root);
    struct event *event = ledger_add(r->ledger, EVENT_SCORE);
    if (event) {
        event->turn = r->turn;
        event->seat = (uint8_t)seat;
        event->tile = r->turn_tile;
        event->node = score->name;
        event->score = *score;
    }
}

static void pay_feature(struct referee *r, unsigned root, unsigned name, bool final)
{
    const struct feature *feature = &r->table.features[root];
    if (feature->tainted)
        r->scores_unknown = r->undetermined = true;
    unsigned winners = scoring_winners(feature);
    if (!winners || !r->profile.name)
        return;
    struct score_event score = {0};
    scoring_value(&r->table, &r->profile, root, name, final, &score);
    if (score.undetermined)
        r->scores_unknown = r->undetermined = true;
    for (unsigned seat = 0; seat < r->seats; seat++)
        if (winners >> seat & 1)
            judge_pay(r, seat, &score, root);
}

/* Finds the roots' names and sorts both by kind and then by the names' place: reports tell features in an order that no internals show through. */
static void sort_roots(const struct table *table, uint16_t *roots, uint16_t *names, unsigned count)
{
    uint64_t keys[FOLLOWERS_MOST + COMPLETED_MOST];
    for (unsigned i = 0; i < count; i++) {
        unsigned name = table_name(table, roots[i]);
        struct cell cell = table->tiles[name / NODES_PER_TILE].cell;
        uint64_t key = (uint64_t)table->features[roots[i]].kind << 48 | (uint64_t)(cell.y + GRID) << 32 |
                       (uint64_t)(cell.x + GRID) << 16 | (uint64_t)table_node_port(table, name) << 8 | name % NODES_PER_TILE;
        unsigned k = i;
        uint16_t root = roots[i];
        for (; k && keys[k - 1] > key; k--) {
            keys[k] = keys[k - 1];
            roots[k] = roots[k - 1];
            names[k] = names[k - 1];
        }
        keys[k] = key;
        roots[k] = root;
        names[k] = (uint16_t)name;
    }
}

/* Pays what the last tile completed, on one state of the table; followers return after all of it. */
void judge_score_completed(struct referee *r)
{
    struct table *table = &r->table;
    uint16_t roots[COMPLETED_MOST], names[COMPLETED_MOST];
    unsigned count = 0;
    for (unsigned i = 0; i < table->completed_count; i++) {
        const struct feature *feature = &table->features[table->completed[i]];
        if (feature->follower_count || feature->tainted)
            roots[count++] = table->completed[i];
    }
    table->completed_count = 0;
    sort_roots(table, roots, names, count);
    for (unsigned i = 0; i < count; i++)
        pay_feature(r, roots[i], names[i], false);
    for (unsigned i = 0; i < count; i++)
        table_return(table, r->ledger, roots[i], r->turn);
}

/* Everything that followers still stand on, once. */
void judge_score_final(struct referee *r)
{
    struct table *table = &r->table;
    uint16_t roots[FOLLOWERS_MOST], names[FOLLOWERS_MOST];
    unsigned count = 0;
    for (unsigned i = 0; i < table->follower_count; i++) {
        if (!table->followers[i].stands)
            continue;
        unsigned root = table_root(table, table->followers[i].node), k = 0;
        /* What is completed was paid for; nobody can stand there but against the rules. */
        if (table->features[root].completed)
            continue;
        while (k < count && roots[k] != root)
            k++;
        if (k == count)
            roots[count++] = (uint16_t)root;
    }
    sort_roots(table, roots, names, count);
    bool farmers = r->profile.name && strcmp(profile_text(&r->profile, OPTION_FARMERS), "on") == 0;
    for (unsigned i = 0; i < count; i++)
        if (farmers || table->features[roots[i]].kind != KIND_FIELD)
            pay_feature(r, roots[i], names[i], true);
    /* Followers that a "?" may have put somewhere are paid for too, nobody knows what. */
    for (unsigned seat = 0; seat < r->seats; seat++)
        if (r->maybe_out[seat])
            r->scores_unknown = r->undetermined = true;
}
