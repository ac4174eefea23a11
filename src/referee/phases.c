/* SPDX-License-Identifier: MIT */
/* Finds and begins the expansions in play, and moves a turn through its phases. */
#include <assert.h>

#include "referee/phases.h"
#include "referee/supply.h"

/* Raises that a set, or the record itself (`set` is NULL), brings rules that this program does not
 * know. */
static void check_brings(struct referee *r, struct str rules, const struct tileset *set,
                         struct place place)
{
    if (expansion_find(rules, r->record->game))
        return;
    const char *name = arena_brief(r->arena, rules), *game = games[r->record->game].name;
    if (set)
        judge_raise(r, FINDING_HEADER_VALUE_SET_RULES, place, ARGS(set->name, name, game));
    else
        judge_raise(r, FINDING_HEADER_VALUE_RULES, place, ARGS(name, game));
    judge_unknown(r, UNKNOWN_SCORES);
}

static void check_brought(struct referee *r)
{
    const struct value *brings = r->record->brings;
    for (unsigned i = 0; brings && i < brings->count; i++)
        check_brings(r, brings->items[i].text, NULL, brings->items[i].place);
    for (unsigned i = 0; !brings && i < r->draw.set_count; i++) {
        const struct tileset *set = r->draw.sets[i];
        for (unsigned k = 0; k < BRINGS_MAX && set->brings[k]; k++)
            check_brings(r, str_of(set->brings[k]), set, r->record->place);
    }
}

static bool is_brought(const struct referee *r, const struct expansion *expansion)
{
    const struct value *brings = r->record->brings;
    bool brought = false;
    for (unsigned i = 0; brings && i < brings->count; i++)
        brought |= expansion_find(brings->items[i].text, r->record->game) == expansion;
    for (unsigned i = 0; !brings && i < r->draw.set_count; i++)
        brought |= tileset_brings(r->draw.sets[i], expansion->name);
    return brought;
}

/* True if any expansion is brought. */
static bool is_any_brought(const struct referee *r)
{
    bool any = r->record->brings && r->record->brings->count;
    for (unsigned i = 0; !r->record->brings && i < r->draw.set_count; i++)
        any |= r->draw.sets[i]->brings[0] != NULL;
    return any;
}

static bool has_hook(const struct expansion *expansion, unsigned hook)
{
    static_assert(sizeof(struct expansion) ==
                      offsetof(struct expansion, begin) + EXPANSION_HOOKS * sizeof(void (*)(void)),
                  "only hooks follow begin()");
    void (*function)(void);
    memcpy(&function,
           (const char *)expansion + offsetof(struct expansion, begin) + hook * sizeof function,
           sizeof function);
    return function != NULL;
}

/* Rule: base.scope.books. */
void judge_find_expansions(struct referee *r)
{
    if (r->in_play_count) {
        memset(r->moves, 0, sizeof r->moves);
        memset(r->move_phase, PHASE_MOVE, sizeof r->move_phase);
        memset(r->states, 0, sizeof r->states);
        memset(r->asked, 0, sizeof r->asked);
        memset(r->leaves, 0, sizeof r->leaves);
    }
    r->in_play_count = 0;
    r->awake = UINT64_MAX;
    r->dozing = 0;
    if (!is_any_brought(r))
        return;
    check_brought(r);
    for (unsigned k = 0; k < expansion_count; k++)
        if (is_brought(r, expansions[k])) {
            for (unsigned hook = 0; hook < EXPANSION_HOOKS; hook++)
                r->asked[hook] |= (uint64_t)has_hook(expansions[k], hook) << r->in_play_count;
            r->in_play_at[expansions[k]->id] = (uint8_t)r->in_play_count;
            r->dozing |= (uint64_t)expansions[k]->dozes << r->in_play_count;
            r->in_play[r->in_play_count++] = expansions[k];
        }
}

void judge_begin_expansions(struct referee *r)
{
    size_t used = r->room_used = 0;
    r->due = 1 << (PHASE_SCORED - 1);
    r->stops = 1 << PHASE_MOVE | 1 << PHASE_SEQUEL | 1 << PHASE_OVER;
    for (unsigned i = 0; i < r->in_play_count; i++) {
        const struct expansion *each = r->in_play[i];
        used = (used + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
        assert(used + each->state_size <= STATE_MAX);
        r->states[each->id] = memset(r->room + used, 0, each->state_size);
        used += each->state_size;
        r->room_used = used;
        r->due |= each->leaves;
        for (unsigned phase = 0; phase < PHASE_OVER; phase++)
            r->leaves[phase] |= (uint64_t)(each->leaves >> phase & 1u) << i;
        for (unsigned k = 0; k < each->move_count; k++) {
            unsigned phases =
                each->moves[k].anytime ? (1u << PHASE_OVER) - 1 : 1u << each->moves[k].phase;
            r->stops |= (uint8_t)phases;
            r->moves[each->moves[k].verb] = &each->moves[k];
            r->move_phase[each->moves[k].verb] = each->moves[k].phase;
            r->move_of[each->moves[k].verb] = (uint8_t)i;
        }
    }
    r->draw_phase = PHASE_SEQUEL;
    r->lands = LANDS_ALL;
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        if (kinds[kind].rules && !referee_in_play(r, kinds[kind].rules))
            r->lands &= (uint16_t) ~(1u << kind);
    r->followers = 0;
    for (unsigned kind = 0; kind < MEEPLE_KINDS; kind++) {
        if (!meeple_kinds[kind].rules || referee_in_play(r, meeple_kinds[kind].rules))
            r->followers |= 1u << kind;
        r->table.stock[kind] = r->followers >> kind & 1 ? meeple_kinds[kind].stock : 0;
    }
    supply_read(r);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        memcpy(r->table.supply[seat], r->table.stock, sizeof r->table.stock);
    FOR_EACH_ASKED(r, each, begin)
        each->begin(r);
}

void judge_move_phase(struct referee *r, enum verb_id verb, enum phase phase)
{
    r->move_phase[verb] = (uint8_t)phase;
    r->stops |= (uint8_t)(1u << phase);
}

/* Rule: base.turn.phases. */
void judge_leave_phases(struct referee *r, enum phase to)
{
    while (r->turn.phase < to && !r->turn.waits) {
        /* Phases after which nothing is due are skipped. */
        unsigned due =
            r->turn.tile == TILE_NONE ? 0 : (unsigned)r->due >> r->turn.phase << r->turn.phase;
        if (!(due & ((1u << to) - 1))) {
            r->turn.phase = (uint8_t)to;
            return;
        }
        r->turn.phase = (uint8_t)__builtin_ctz(due);
        FOR_EACH_BIT(i, r->leaves[r->turn.phase] & r->awake)
            r->turn.waits |= !r->in_play[i]->leave(r, (enum phase)r->turn.phase);
        if (r->turn.waits)
            return;
        r->turn.phase++;
        if (r->turn.phase == PHASE_SCORED)
            judge_score_completed(r);
    }
}

void judge_raise_late(struct referee *r, struct place place, struct arg what, enum phase phase)
{
    if (r->turn.reached == VERB_COUNT) {
        judge_raise(r, FINDING_ACTION_ORDER_SCORED, place, ARGS(what));
        return;
    }
    bool scored = phase < PHASE_SCORED && r->turn.phase >= PHASE_SCORED;
    judge_raise(r, scored ? FINDING_ACTION_ORDER_BETWEEN : FINDING_ACTION_ORDER, place,
                ARGS(what, verbs[r->turn.reached].name));
}

/* Rules: base.turn.course, base.turn.order. */
void judge_move(struct referee *r, unsigned seat, const struct act *act)
{
    const struct move *move = r->moves[act->verb];
    const char *name = verbs[act->verb].name;
    if (!move) {
        judge_raise(r, FINDING_NOT_IN_PLAY, act->place, ARGS(name));
        return;
    }
    if (r->turn.tile == TILE_NONE && !move->tileless) {
        /* Without a tile the act cannot have happened, so it is not judged further. If the tile is
         * lost, the act raises nothing. */
        if (!r->turn.lost)
            judge_raise(r, FINDING_ACTION_ORDER_NO_TILE, act->place, ARGS(name));
        return;
    }
    if (!move->by_anyone && seat != r->turn.seat)
        judge_raise(r, FINDING_TURN_ORDER, act->place, ARGS(SEAT(r->turn.seat), SEAT(seat)));
    enum phase phase =
        move->anytime ? (enum phase)r->turn.phase : (enum phase)r->move_phase[act->verb];
    if (phase < r->turn.phase) {
        judge_raise_late(r, act->place, QUOTED(name), phase);
        /* Completed features have been scored. An act that belongs before scoring comes too late
         * and is not done. */
        if (phase < PHASE_SCORED && r->turn.phase >= PHASE_SCORED)
            return;
    }
    if (phase > r->turn.phase)
        r->turn.reached = act->verb;
    judge_advance(r, phase);
    r->awake |= BIT(r->move_of[act->verb]);
    move->judge(r, seat, act);
}

enum finding_id judge_excluded(const struct referee *r, uint64_t except)
{
    uint64_t others = r->turn.acted & ~except;
    return others ? r->moves[__builtin_ctzll(others)]->excludes : FINDING_NONE;
}

void judge_ask_line_over(struct referee *r)
{
    FOR_EACH_BIT(i, r->asked[EXPANSION_HOOK(line_over)] & r->awake)
        r->in_play[i]->line_over(r);
    if (r->turn.tile != TILE_NONE)
        judge_advance(r, judge_next_phase(r));
}
