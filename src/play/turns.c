/* SPDX-License-Identifier: MIT */
/* Enumerates turns by paths. A path lists the answers to the decisions of a turn. The next path
 * raises the last answer that can be raised and drops those after it, as counting does with digits.
 * Each turn is played from a snapshot of the position. */
#include "play/turns.h"

#include <stdlib.h>

#include "notation/crn.h"

struct drawn {
    const struct design **order;
    unsigned count, most;
    unsigned lots; /* tiles of a bazaar that are still to be laid */
    uint16_t turn; /* last turn that revealed tiles of a bazaar, or whose first tile was one of
                      them */
};

static void add_drawn(struct drawn *drawn, const struct design *design)
{
    if (design && drawn->count < drawn->most)
        drawn->order[drawn->count++] = design;
}

/* Adds a tile that is laid, discarded or declined. After a bazaar, the first tile of each turn is
 * one that was revealed, and so drawn, before. */
static void add_tile(struct drawn *drawn, const struct line *line, const struct design *design)
{
    if (!drawn->lots || line->turn == drawn->turn) {
        add_drawn(drawn, design);
        return;
    }
    drawn->lots--;
    drawn->turn = line->turn;
}

unsigned turns_drawn(const struct record *record, uint32_t from, bool asides,
                     const struct design **order, unsigned most)
{
    struct drawn drawn = {.order = order, .most = most};
    for (uint32_t i = 0; i < record->line_count; i++) {
        const struct line *line = &record->lines[i];
        if (i == from)
            drawn.count = 0;
        if (line->kind == LINE_TURN && line->has_tile)
            add_tile(&drawn, line, line->tile.design);
        for (uint32_t k = 0; k < line->act_count; k++) {
            const struct act *act = &line->acts[k];
            bool reveals = act_has_shape(act, SHAPE_TILES);
            if (act->kind == ACT_DISCARD || act->kind == ACT_PASS_TILE)
                add_tile(&drawn, line, act->tile.design);
            else if (asides && act->kind == ACT_ASIDE)
                add_drawn(&drawn, act->tile.design);
            for (unsigned t = 0; reveals && t < act->count; t++)
                add_drawn(&drawn, act->tiles[t].design);
            drawn.lots += reveals ? act->count : 0;
            drawn.turn = reveals ? line->turn : drawn.turn;
        }
    }
    return from < record->line_count ? drawn.count : 0;
}

/* ---- One turn ---- */

/* Returns the canonical segment on its tile; with `whole`, the segment by which its feature is
 * named. */
static struct segment_ref plain_segment(struct referee *r, struct segment_ref ref, struct cell here,
                                        bool whole)
{
    unsigned tile = ref.has_cell ? table_at(&r->table, ref.cell.x, ref.cell.y)
                                 : table_at(&r->table, here.x, here.y);
    if (!ref.has_cell && tile != TILE_NONE) {
        ref.cell = here;
        ref.has_cell = true;
    }
    if (tile == TILE_NONE || !r->table.tiles[tile].design || ref.kind >= KIND_COUNT)
        return ref;
    unsigned node = ledger_node(r->ledger, tile, &ref);
    if (node == NODE_NONE)
        return ref;
    return ledger_segment(r->ledger,
                          whole ? table_name(&r->table, table_root(&r->table, node)) : node);
}

struct act turns_plain_act(struct referee *r, const struct act *act, struct cell here,
                           bool by_feature)
{
    struct act plain = *act;
    enum verb_shape shape =
        act->kind == ACT_VERB ? (enum verb_shape)verbs[act->verb].shape : SHAPE_WORD;
    bool whole = by_feature && act_has_trait(act, TRAIT_OF_FEATURE);
    if (act->kind == ACT_MEEPLE || shape == SHAPE_SEGMENT || shape == SHAPE_PLACE ||
        shape == SHAPE_TAKE || shape == SHAPE_BRIDGE)
        plain.segment = plain_segment(r, act->segment, here, whole);
    if (shape == SHAPE_TAKE)
        plain.other = plain_segment(r, act->other, here, whole);
    if (by_feature && act->kind == ACT_VERB)
        choices_plain(r, &plain);
    return plain;
}

/* An act of a line with its text, for sorting: acts of a seat before scoring may stand in any
 * order. */
struct keyed {
    enum phase phase;
    unsigned at;
    struct str text;
};

static int by_phase(const void *a, const void *b)
{
    const struct keyed *x = a, *y = b;
    int order = (int)x->phase - (int)y->phase;
    if (!order && x->phase < PHASE_SCORED)
        order = str_compare(x->text, y->text);
    return order ? order : (x->at > y->at) - (x->at < y->at);
}

/* Adds a line to a key, as text that is the same for equal lines; `text` is room for words. */
static void add_key(const struct referee *r, struct arena *arena, const struct line *line,
                    struct sink *text, struct sink *key)
{
    struct keyed *acts = arena_alloc(arena, (line->act_count + 1) * sizeof *acts);
    unsigned symmetry = line->tile.design ? line->tile.design->symmetry : 4u, count = 0;
    for (unsigned i = 0; i < line->act_count; i++) {
        const struct act *act = &line->acts[i];
        if (act->kind == ACT_NONE)
            continue;
        sink_clear(text);
        crn_print_act(act, line->cell, text);
        struct str word = sink_text(text);
        enum phase phase =
            act->kind == ACT_VERB ? (enum phase)r->move_phase[act->verb] : PHASE_MOVE;
        acts[count++] = (struct keyed){phase, i, {arena_copy(arena, word.p, word.n), word.n}};
    }
    qsort(acts, count, sizeof *acts, by_phase);
    sink_printf(key, "\n%c", 'a' + line->seat);
    if (line->has_tile)
        sink_printf(key, " %s %d,%d %u", line->tile.design ? line->tile.design->name : "?",
                    line->cell.x, line->cell.y, line->orient % symmetry);
    for (unsigned i = 0; i < count; i++) {
        sink_char(key, ' ');
        sink_verbatim(key, acts[i].text);
    }
}

struct turn turns_of_lines(struct referee *r, struct arena *arena, const struct line *lines,
                           unsigned count)
{
    struct turn turn = {.lines = arena_alloc(arena, (count + 1) * sizeof *turn.lines)};
    struct sink text, key;
    sink_open(&text, -1);
    sink_open(&key, -1);
    struct cell here = {0, 0};
    for (unsigned i = 0; i < count && !turn.open; i++) {
        if (lines[i].kind != LINE_TURN && lines[i].kind != LINE_STEP)
            continue;
        here = lines[i].has_tile ? lines[i].cell : here;
        struct line *line = &turn.lines[turn.line_count];
        *line = lines[i];
        line->comment = (struct str){NULL, 0};
        line->acts = arena_alloc(arena, (lines[i].act_count + 1) * sizeof *line->acts);
        line->act_count = 0;
        for (unsigned k = 0; k < lines[i].act_count && !turn.open; k++) {
            const struct act *act = &lines[i].acts[k];
            turn.bazaar = turn.open = act_has_shape(act, SHAPE_TILES);
            if (turn.open || !act_is_choice(act))
                continue;
            struct act plain = turns_plain_act(r, act, here, true);
            line->acts[line->act_count++] = act_copy(arena, &plain);
        }
        if (line->kind == LINE_STEP && !line->act_count)
            continue;
        turn.line_count++;
        add_key(r, arena, line, &text, &key);
    }
    turn.key = digest_of(sink_text(&key));
    sink_close(&text);
    sink_close(&key);
    return turn;
}

/* ---- The turns of a position ---- */

/* Effort of playing a turn, and of each choice found in it, in the units of record_effort(); bytes
 * of a snapshot that are restored for one such unit. */
enum { TURN_EFFORT = 20, CHOICE_EFFORT = 2, SNAPSHOT_BYTES_AN_EFFORT = 2048 };

/* Decides as the path says. After the end of the path, takes the first way each time. */
static unsigned by_path(struct player *p, const struct decision *decision)
{
    struct turns *t = p->mind;
    struct turns_level *level = &t->levels[t->depth];
    if (decision->kind == DECIDE_LOOK || decision->count < 2)
        return 0;
    t->effort += CHOICE_EFFORT * decision->count;
    /* Without expansions, the follower is the last decision of a turn. */
    if (t->sums && decision->kind == DECIDE_ACT && !p->referee.in_play_count) {
        t->summed += decision->count - 1;
        return decision->count - 1;
    }
    if (level->decision_at == level->decision_count) {
        if (level->decision_count == TURN_DECISIONS_MAX) {
            t->trouble = "a turn has more decisions than can be followed";
            return decision->count - 1;
        }
        level->decisions[level->decision_count].taken = 0;
        level->decisions[level->decision_count++].count = decision->count;
    }
    return level->decisions[level->decision_at++].taken;
}

/* Moves to the next path; false after the last one. */
static bool next_path(struct turns_level *level)
{
    while (level->decision_count && level->decisions[level->decision_count - 1].taken + 1 ==
                                        level->decisions[level->decision_count - 1].count)
        level->decision_count--;
    if (!level->decision_count)
        return false;
    level->decisions[level->decision_count - 1].taken++;
    return true;
}

/* Restores the position, replays the turns of lower depths, and fills the bag with the next tiles
 * of the order. */
static void replay(struct turns *t)
{
    struct player *p = &t->player;
    if (t->moved) {
        p->decide = by_path;
        p->mind = t;
        player_resume(p, t->record, t->line_count, t->breaks_off);
        snapshot_take(&t->snapshot, &p->referee);
        t->effort += t->position_effort;
        t->moved = false;
    } else {
        snapshot_restore(&t->snapshot, &p->referee);
        p->record.lines = NULL;
        p->record.line_count = 0;
    }
    for (unsigned i = 0; i < t->depth; i++)
        referee_lines(&p->referee, t->levels[i].turn.lines, t->levels[i].turn.line_count);
    unsigned drawn = t->depth ? t->levels[t->depth - 1].turn.drawn : 0;
    p->bag.ordered = true;
    p->bag.aside_count = 0;
    for (p->bag.count = 0; p->bag.count + drawn < t->limit; p->bag.count++)
        p->bag.tiles[p->bag.count] = t->order[t->limit - 1 - p->bag.count];
}

/* Plays the turn of the current path; false if the game is over, if the order has no tile for it,
 * or if there is trouble. */
static bool play(struct turns *t)
{
    struct player *p = &t->player;
    const struct referee *r = &p->referee;
    replay(t);
    const struct finding *before = p->findings.last;
    t->levels[t->depth].decision_at = 0;
    if (r->over || !player_turn(p))
        return false;
    const struct finding *found = before ? before->next : p->findings.first;
    if (found && !t->trouble)
        t->trouble = found->text;
    return !t->trouble;
}

/* Returns the number of turns at this depth. The ways of the last decision are counted instead of
 * played. */
static uint64_t sum(struct turns *t)
{
    struct turns_level *level = &t->levels[t->depth];
    t->sums = true;
    t->summed = 0;
    level->decision_count = 0;
    do
        t->summed += play(t);
    while (!t->trouble && next_path(level));
    t->sums = false;
    return t->summed;
}

static struct turns_placement placement_of(const struct turn *turn)
{
    const struct line *line = turn->lines;
    if (!turn->line_count || !line->has_tile)
        return (struct turns_placement){.design = NULL};
    return (struct turns_placement){line->tile.design, line->cell, line->orient};
}

/* Takes the turn just played; false if an equal one was found before. Equal turns have the same
 * placement, and the turns of a placement follow one another, so only their keys are kept. */
static bool take(struct turns *t)
{
    struct turns_level *level = &t->levels[t->depth];
    struct player *p = &t->player;
    arena_reset(&level->arena);
    level->turn = turns_of_lines(&p->referee, &level->arena, p->record.lines, p->record.line_count);
    level->turn.drawn = t->limit - p->bag.count;
    level->turn.open = p->stopped;
    level->turn.bazaar = p->stopped && !p->tile_missing;
    level->turn.key.high ^=
        p->tile_missing; /* a turn that goes on differs from one that ends there */
    struct turns_placement before = level->placement,
                           now = level->placement = placement_of(&level->turn);
    if (!now.design || now.design != before.design || now.cell.x != before.cell.x ||
        now.cell.y != before.cell.y || now.orient != before.orient)
        digest_set_clear(&level->seen);
    return !p->referee.in_play_count || digest_set_add(&level->seen, level->turn.key);
}

enum { PROGRESS_EVERY = 4096 };

bool turns_exhausted(const struct turns *t)
{
    return t->effort_most && t->effort >= t->effort_most;
}

void turns_at(struct turns *t, const struct record *record, uint32_t line_count)
{
    t->record = record;
    t->line_count = line_count;
    t->moved = true;
    t->position_effort = record_effort(record, line_count);
    t->effort += 1 + line_count / 4; /* effort of record_effort() itself, which is quadratic over
                                        all positions of a record */
}

/* Visits a turn, or only counts it after list_most turns; false if no more need be found. */
static bool list(struct turns *t, uint64_t found, turns_visit *visit, void *context,
                 const struct turn *turn)
{
    bool is_wanted = t->also && t->also->high == turn->key.high && t->also->low == turn->key.low;
    if (!t->list_most || found <= t->list_most || is_wanted) {
        visit(context, turn, 1);
        return true;
    }
    t->more++;
    t->more_is_all = found < 2 * t->list_most;
    return t->more_is_all;
}

/* Returns the number of turns at this depth. With `goes_on`, returns the number of sequences of
 * turns that go on from this depth until all tiles are drawn. */
static uint64_t count_from(struct turns *t, bool goes_on, turns_visit *visit, void *context)
{
    struct turns_level *level = &t->levels[t->depth];
    uint64_t count = 0;
    level->decision_count = 0;
    level->placement = (struct turns_placement){.design = NULL};
    digest_set_clear(&level->seen);
    do {
        if (t->tried_most && t->tried == t->tried_most) {
            t->trouble = "as many turns were played as may be (--limit); there are more sequences";
            break;
        }
        if (turns_exhausted(t)) {
            t->trouble = TURNS_EXHAUSTED;
            break;
        }
        t->effort += t->snapshot.size / SNAPSHOT_BYTES_AN_EFFORT + TURN_EFFORT * (t->depth + 1u);
        if (++t->tried % PROGRESS_EVERY == 0 && t->progress)
            t->progress(t->progress_context, t->tried);
        if (!play(t) || !take(t))
            continue;
        uint64_t share = 1;
        if (goes_on && level->turn.drawn < t->limit) {
            if (level->turn.open)
                t->trouble = "sequences of turns are not counted through a bazaar";
            bool is_last = level->turn.drawn + 1 == t->limit && !t->player.referee.in_play_count;
            t->depth++;
            share = t->trouble ? 0 : is_last ? sum(t) : count_from(t, true, NULL, NULL);
            t->depth--;
        }
        count += share;
        if (goes_on && visit && !t->trouble)
            visit(context, &level->turn, share);
        if (!goes_on && !list(t, count, visit, context, &level->turn))
            break;
    } while (!t->trouble && next_path(level));
    return count;
}

static uint64_t begin(struct turns *t, unsigned limit, bool goes_on, turns_visit *visit,
                      void *context)
{
    t->trouble = NULL;
    t->tried = 0;
    t->depth = 0;
    t->more = 0;
    t->more_is_all = true;
    t->sums = false;
    t->limit = limit;
    return count_from(t, goes_on, visit, context);
}

void turns_list(struct turns *t, turns_visit *visit, void *context)
{
    begin(t, t->order_count, false, visit, context);
}

uint64_t turns_count(struct turns *t, unsigned depth, turns_visit *visit, void *context)
{
    return begin(t, depth, true, visit, context);
}

void turns_free(struct turns *t)
{
    for (unsigned i = 0; i < TURNS_DEPTH_MAX; i++) {
        arena_free(&t->levels[i].arena);
        digest_set_free(&t->levels[i].seen);
    }
    snapshot_free(&t->snapshot);
    arena_free(&t->player.arena);
    ledger_free(&t->player.ledger);
}
