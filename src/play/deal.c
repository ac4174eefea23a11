/* SPDX-License-Identifier: MIT */
/* Plays random games: draws tiles and makes decisions by chance. */
#include "play/deal.h"

#include <assert.h>

#include "notation/crn.h"

uint64_t random_next64(struct random *random)
{
    uint64_t z = random->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

unsigned random_below(struct random *random, unsigned n)
{
    return (unsigned)(random_next64(random) % n);
}

/* ---- Decisions by chance ---- */

/* Draws a few legal spots by chance and returns the one that touches most tiles, so that features
 * meet. */
static unsigned choose_spot(const struct referee *r, struct random *random,
                            const struct spot *spots, unsigned count)
{
    unsigned best = random_below(random, count);
    unsigned most = 0;
    for (unsigned i = 0; i < 3; i++) {
        unsigned other = random_below(random, count);
        unsigned touching = 0;
        for (unsigned side = 0; side < SIDES; side++)
            touching += table_at(&r->table, spots[other].cell.x + side_dx[side],
                                 spots[other].cell.y + side_dy[side]) != TILE_NONE;
        if (touching > most) {
            most = touching;
            best = other;
        }
    }
    return best;
}

/* Returns a spot where the tile extends the feature that the seat wants to grow; `count` if there
 * is none. */
static unsigned choose_to_grow(const struct referee *r, struct random *random,
                               const struct spot *spots, unsigned count)
{
    const struct meeple *favoured = referee_favours(r, r->turn.seat);
    unsigned from = favoured ? random_below(random, count) : 0;
    for (unsigned i = 0; favoured && i < count; i++) {
        const struct spot *spot = &spots[(from + i) % count];
        for (unsigned side = 0; side < SIDES; side++) {
            unsigned tile =
                table_at(&r->table, spot->cell.x + side_dx[side], spot->cell.y + side_dy[side]);
            unsigned segment = tile == TILE_NONE
                                   ? SEGMENT_NONE
                                   : r->table.ports[tile][3 * side_opposite(side) + 1];
            if (segment != SEGMENT_NONE && table_find(&r->table, tile * NODES_PER_TILE + segment) ==
                                               table_find(&r->table, favoured->node))
                return (from + i) % count;
        }
    }
    return count;
}

static const struct {
    uint8_t percent; /* percentage of cases in which such an act is done; 0 stands for 100 */
    bool again;
} eager[VERB_COUNT + 1] = {
#define EAGER(verb, percent, again) [VERB_##verb] = {percent, again},
#include "rows.h"
};

static const uint8_t eager_on[KIND_COUNT] = {
#define EAGER_ON(kind, percent) [KIND_##kind] = percent,
#include "rows.h"
};

/* Returns the percentage of cases in which a possible act is done. */
static unsigned eagerness(const struct act *act)
{
    if (act->kind == ACT_MEEPLE && !kind_is_follower(act->meeple))
        return 60;
    if (act->kind == ACT_MEEPLE)
        return eager_on[act->segment.kind] ? eager_on[act->segment.kind] : 45;
    return eager[act->verb].percent ? eager[act->verb].percent : 100;
}

/* Chooses a kind of act first and then an act of this kind. A kind with many spots is thus chosen
 * no more often than a kind with few spots. Returns choices->count for no act. */
static unsigned choose_act(struct random *random, const struct choices *choices, uint64_t *refused)
{
    enum { ACT_KINDS = VERB_COUNT + MEEPLE_KINDS + KIND_COUNT };
    static_assert(ACT_KINDS <= 64, "kinds_seen and *refused have a bit a kind");
    unsigned from = random_below(random, choices->count), kept = 0;
    uint64_t kinds_seen = 0;
    unsigned kind[ACT_KINDS];
    for (unsigned i = 0; i < choices->count; i++) {
        unsigned at = (from + i) % choices->count;
        const struct choice *choice = &choices->list[at];
        unsigned of = choice->act.verb;
        if (choice->act.kind == ACT_MEEPLE && !kind_is_follower(choice->act.meeple))
            of = VERB_COUNT + KIND_COUNT + choice->act.meeple;
        else if (choice->act.kind == ACT_MEEPLE)
            of = VERB_COUNT + (eager_on[choice->act.segment.kind] ? choice->act.segment.kind
                                                                  : (unsigned)KIND_ROAD);
        if (kinds_seen >> of & 1)
            continue;
        kinds_seen |= BIT(of);
        bool refuses = *refused >> of & 1 || random_below(random, 100) >= eagerness(&choice->act);
        if (refuses && !(choices->must && eagerness(&choice->act) >= 60)) {
            *refused |= BIT(of);
            continue;
        }
        kind[kept++] = at;
    }
    return kept ? kind[random_below(random, kept)] : choices->count;
}

static unsigned by_chance(const struct player *p, struct chance *chance)
{
    const struct decision *decision = &p->decision;
    struct random *random = chance->random;
    if (decision->kind == DECIDE_DECLINE)
        return random_below(random, 3) == 0;
    if (decision->kind == DECIDE_AGAIN)
        return random_below(random, 8) != 0;
    if (decision->kind == DECIDE_BID)
        return random_below(random, decision->count < 5 ? decision->count : 5);
    bool is_lively = chance->policy == POLICY_LIVELY;
    if (decision->kind == DECIDE_SPOT && is_lively) {
        unsigned grows = choose_to_grow(&p->referee, random, decision->spots, decision->count);
        return grows < decision->count
                   ? grows
                   : choose_spot(&p->referee, random, decision->spots, decision->count);
    }
    if (decision->kind != DECIDE_ACT || !is_lively)
        return random_below(random, decision->count);

    const struct choices *choices = decision->choices;
    if (chance->turn != p->referee.turn.parts || chance->phase != p->referee.turn.phase)
        chance->refused = 0;
    chance->turn = p->referee.turn.parts;
    chance->phase = p->referee.turn.phase;
    unsigned chosen = choose_act(random, choices, &chance->refused);
    bool again = chosen < choices->count && choices->list[chosen].act.kind == ACT_VERB &&
                 eager[choices->list[chosen].act.verb].again;
    if (again || chosen == choices->count)
        chance->refused = 0;
    return chosen;
}

/* ---- Games ---- */

bool deal_is_city(const struct catalogue *catalogue, const char *sets)
{
    const struct tileset *set = catalogue_set(catalogue, str_of(sets));
    return set && set->game == GAME_CITY;
}

static void write_sets(struct player *p, const char *sets)
{
    if (deal_is_city(p->catalogue, sets)) {
        value_scalar(&record_entry_add(&p->record, &p->arena, "game")->value, &p->arena,
                     str_of(games[GAME_CITY].name));
        if (strcmp(sets, games[GAME_CITY].set) == 0)
            return;
    }
    if (strcmp(sets, "base") != 0)
        value_words(&record_entry_add(&p->record, &p->arena, "sets")->value, &p->arena, sets);
}

/* Writes a key of the header whose value is a map, given as "base=2,inns=3". What is wrong with it
 * is found when the header is read. */
static void write_numbers(struct player *p, const char *key, const char *text)
{
    struct str names[SETS_MAX], values[SETS_MAX], item;
    unsigned count = 0;
    for (const char *at = text; count < SETS_MAX && str_item(&at, &item);) {
        const char *equals = memchr(item.p, '=', item.n);
        names[count] = (struct str){item.p, equals ? (size_t)(equals - item.p) : item.n};
        values[count] = str_from(item, equals ? names[count].n + 1 : item.n);
        count++;
    }
    value_map(&record_entry_add(&p->record, &p->arena, key)->value, &p->arena, names, values,
              count);
}

static void begin_game(struct player *p, const struct deal *deal)
{
    static const struct str names[SEATS_MAX] = {{"Ada", 3},  {"Ben", 3},  {"Cid", 3},
                                                {"Dora", 4}, {"Emil", 4}, {"Fay", 3}};
    arena_reset(&p->arena);
    p->findings = (struct findings){.arena = &p->arena};
    p->record = (struct record){.magic = str_of("%CRN 1")};
    write_sets(p, deal->sets);
    if (deal->copies)
        write_numbers(p, "copies", deal->copies);
    record_rule(&p->record, &p->arena, &deal->rulings);
    if (deal->supply)
        write_numbers(p, "supply", deal->supply);
    value_list(&record_entry_add(&p->record, &p->arena, "players")->value, &p->arena, names,
               deal->seats);
    crn_header_apply(&p->record, p->catalogue, &p->arena, &p->findings);
    p->ledger.wanted = 0;
    p->referee.through = UINT16_MAX;
    referee_begin(&p->referee, &p->record, &p->findings, &p->ledger);
}

static void play_turn(struct player *p, struct chance *chance)
{
    player_begin_turn(p);
    while (player_asks(p))
        player_decide(p, by_chance(p, chance));
}

bool deal_game(struct player *p, struct chance *chance, const struct deal *deal, struct sink *out)
{
    begin_game(p, deal);
    if (p->referee.draw.in_sets > BAG_MAX)
        finding_raise(&p->findings, FINDING_TOO_LARGE, (struct place){0},
                      ARGS(arena_printf(&p->arena, "the table holds %d tiles", TILES_MAX)));
    if (p->findings.first)
        return false;
    player_fill_bag(p);
    do
        play_turn(p, chance);
    while (p->turn.written);
    struct line *end = record_line_add(&p->record, &p->arena, LINE_END, (struct place){0});
    referee_lines(&p->referee, end, 1);
    if (p->claims)
        player_write_totals(p);
    if (p->findings.first)
        return false;
    crn_print(&p->record, out);
    return true;
}
