/* SPDX-License-Identifier: MIT */
/* Enumerates turns by their decisions. At each decision with several ways it keeps a point, with a
 * snapshot, and takes the first way. When the turn is over, it returns to the last point that has
 * ways left, and plays on from there in the next way. */
#include "play/turns.h"

#include <stdlib.h>

#include "base/memory.h"
#include "notation/crn.h"

struct drawn {
    const struct design **order;
    unsigned count, most;
    unsigned lots; /* tiles of a bazaar that are still to be laid */
    uint16_t turn; /* last turn that revealed tiles of a bazaar, or whose first tile was one of
                      them */
};

/* Tiles with a count of 0 are held by players, and not drawn. */
static void add_drawn(struct drawn *drawn, const struct design *design)
{
    if (design && design->count && drawn->count < drawn->most)
        drawn->order[drawn->count++] = design;
}

/* Adds a tile that is laid, discarded or declined. After a bazaar, the first tile of each turn is
 * one that was revealed, and so drawn, before. */
static void add_tile(struct drawn *drawn, const struct line *line, const struct design *design)
{
    if (!drawn->lots || line->turn == drawn->turn || (design && !design->count)) {
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
        shape == SHAPE_TAKE || shape == SHAPE_BRIDGE ||
        (shape == SHAPE_MAY_NAME && act->segment.kind != REF_NOTHING))
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

/* Adds a point at the decision that is due, to return to; false if the turn has too many. */
static bool add_point(struct turns *t)
{
    struct player *p = &t->player;
    struct turns_level *level = &t->levels[t->depth];
    if (t->point_count - level->first_point == TURN_DECISIONS_MAX) {
        t->trouble = "a turn has more decisions than can be followed";
        return false;
    }
    if (t->point_count == t->point_room) {
        size_t before = t->point_room;
        t->points = memory_grown(t->points, &t->point_room, sizeof *t->points);
        memset(t->points + before, 0, (t->point_room - before) * sizeof *t->points);
    }
    struct turns_point *point = &t->points[t->point_count++];
    const struct decision *decision = &p->decision;
    point->taken = 0;
    point->decision = *decision;
    point->turn = p->turn;
    point->bag_count = p->bag.count;
    point->record = (struct turns_record){.lines = p->record.lines,
                                          .line_count = p->record.line_count,
                                          .act_count = p->record.act_count};
    if (p->record.line_count)
        point->record.last = p->record.lines[p->record.line_count - 1];
    /* Later decisions are listed in the same room. */
    size_t size = decision->spots     ? decision->count * sizeof *decision->spots
                  : decision->choices ? decision->choices->count * sizeof *decision->choices->list
                                      : 0;
    if (size > point->room)
        point->listed = memory_resized(point->listed, point->room = size);
    if (size)
        memcpy(point->listed,
               decision->spots ? (const void *)decision->spots
                               : (const void *)decision->choices->list,
               size);
    snapshot_take(&point->snapshot, &p->referee);
    return true;
}

/* Returns to a point. */
static void return_to(struct turns *t, const struct turns_point *point)
{
    struct player *p = &t->player;
    snapshot_restore(&point->snapshot, &p->referee);
    p->record.lines = point->record.lines;
    p->record.line_count = point->record.line_count;
    p->record.act_count = point->record.act_count;
    if (point->record.line_count)
        p->record.lines[point->record.line_count - 1] = point->record.last;
    p->bag.count = point->bag_count;
    p->turn = point->turn;
    p->decision = point->decision;
    p->asks = true;
    if (point->decision.spots)
        p->decision.spots = point->listed;
    if (point->decision.choices)
        p->turn.choices.list = point->listed;
}

/* Plays on to the end of the turn, and takes the first way at each further decision; false if the
 * game is over, if the order has no tile for the turn, or if there is trouble. While ways are
 * summed, it ends at the last decision. */
static bool play_on(struct turns *t)
{
    struct player *p = &t->player;
    bool played = true;
    while (played && player_asks(p)) {
        unsigned count = p->decision.count;
        if (p->decision.kind == DECIDE_LOOK || count < 2) {
            player_decide(p, 0);
            continue;
        }
        t->effort += CHOICE_EFFORT * count;
        /* Without expansions, the follower is the last decision of a turn. */
        if (t->sums && p->decision.kind == DECIDE_ACT && !p->referee.in_play_count) {
            t->summed += count;
            played = false;
        } else {
            player_decide(p, add_point(t) ? 0 : count - 1);
        }
    }
    const struct finding *before = t->snapshot.findings.last;
    const struct finding *found = before ? before->next : p->findings.first;
    if (found && !t->trouble)
        t->trouble = found->text;
    return played && p->turn.written && !t->trouble;
}

/* Moves to the position, and fills the bag with the tiles of the order. */
static void go_to_position(struct turns *t)
{
    struct player *p = &t->player;
    if (t->moved) {
        player_resume(p, t->record, t->line_count, t->breaks_off);
        snapshots_begin(&p->referee, &t->journal);
        snapshot_take(&t->snapshot, &p->referee);
        t->effort += t->position_effort;
        t->moved = false;
    } else {
        snapshot_restore(&t->snapshot, &p->referee);
    }
    p->bag.ordered = true;
    p->bag.aside_count = 0;
    for (p->bag.count = 0; p->bag.count < t->limit; p->bag.count++)
        p->bag.tiles[p->bag.count] = t->order[t->limit - 1 - p->bag.count];
}

/* Begins the first turn at this depth; false like play_on(). */
static bool play_first(struct turns *t)
{
    struct player *p = &t->player;
    t->levels[t->depth].first_point = t->point_count;
    if (t->depth == 0)
        go_to_position(t);
    p->record.lines = NULL;
    p->record.line_count = 0;
    if (p->referee.over)
        return false;
    player_begin_turn(p);
    return play_on(t);
}

/* True if the way that comes next draws a token like the one before it, which was taken. */
static bool is_same_token(const struct turns_point *point)
{
    const struct choice *list = point->listed;
    return point->decision.kind == DECIDE_TOKEN &&
           list[point->taken].act.number == list[point->taken - 1].act.number;
}

/* Returns to the last point at this depth that has ways left, and takes the next one; false if all
 * ways have been taken. */
static bool take_next_way(struct turns *t)
{
    for (; t->point_count > t->levels[t->depth].first_point; t->point_count--) {
        struct turns_point *point = &t->points[t->point_count - 1];
        do
            point->taken++;
        while (point->taken < point->decision.count && is_same_token(point));
        if (point->taken == point->decision.count)
            continue;
        return_to(t, point);
        player_decide(&t->player, point->taken);
        return true;
    }
    return false;
}

/* Returns the number of turns at this depth. The ways of the last decision are counted instead of
 * played. */
static uint64_t sum(struct turns *t)
{
    t->sums = true;
    t->summed = 0;
    t->summed += play_first(t);
    while (!t->trouble && take_next_way(t))
        t->summed += play_on(t);
    t->point_count = t->levels[t->depth].first_point;
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
    level->turn.open = p->turn.stopped;
    level->turn.bazaar = p->turn.stopped && !p->turn.tile_missing;
    level->turn.key.high ^=
        p->turn.tile_missing; /* a turn that goes on differs from one that ends there */
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
    t->position++;
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

/* Counts the effort of another turn; false, with trouble, if no more may be played. */
static bool may_play(struct turns *t)
{
    if (t->tried_most && t->tried == t->tried_most)
        t->trouble = "as many turns were played as may be (--limit); there are more sequences";
    else if (turns_exhausted(t))
        t->trouble = TURNS_EXHAUSTED;
    if (t->trouble)
        return false;
    t->effort += t->snapshot.state_size / SNAPSHOT_BYTES_AN_EFFORT + TURN_EFFORT;
    if (++t->tried % PROGRESS_EVERY == 0 && t->progress)
        t->progress(t->progress_context, t->tried);
    return true;
}

static uint64_t count_from(struct turns *t, bool goes_on, turns_visit *visit, void *context);

/* Returns the number of sequences of turns that begin with the turn just played. */
static uint64_t count_after(struct turns *t)
{
    const struct turn *turn = &t->levels[t->depth].turn;
    if (turn->drawn >= t->limit)
        return 1;
    if (turn->open) {
        t->trouble = "sequences of turns are not counted through a bazaar";
        return 0;
    }
    if (t->depth + 1 == TURNS_DEPTH_MAX) {
        t->trouble = "the sequence has too many turns";
        return 0;
    }
    bool is_last = turn->drawn + 1 == t->limit && !t->player.referee.in_play_count;
    t->depth++;
    uint64_t count = is_last ? sum(t) : count_from(t, true, NULL, NULL);
    t->depth--;
    return count;
}

/* Returns the number of turns at this depth. With `goes_on`, returns the number of sequences of
 * turns that go on from this depth until all tiles are drawn. */
static uint64_t count_from(struct turns *t, bool goes_on, turns_visit *visit, void *context)
{
    struct turns_level *level = &t->levels[t->depth];
    uint64_t count = 0;
    level->placement = (struct turns_placement){.design = NULL};
    digest_set_clear(&level->seen);
    if (!may_play(t))
        return 0;
    bool played = play_first(t), more = true;
    while (more) {
        if (played && take(t)) {
            uint64_t share = goes_on ? count_after(t) : 1;
            count += share;
            if (goes_on && visit && !t->trouble)
                visit(context, &level->turn, share);
            more = goes_on || list(t, count, visit, context, &level->turn);
        }
        more = more && !t->trouble && take_next_way(t) && may_play(t);
        played = more && play_on(t);
    }
    t->point_count = level->first_point;
    return count;
}

static void begin(struct turns *t, unsigned limit)
{
    t->trouble = NULL;
    t->tried = 0;
    t->depth = 0;
    t->point_count = 0;
    t->more = 0;
    t->more_is_all = true;
    t->sums = false;
    t->limit = limit;
}

void turns_list(struct turns *t, turns_visit *visit, void *context)
{
    begin(t, t->order_count);
    count_from(t, false, visit, context);
}

uint64_t turns_count(struct turns *t, unsigned depth, turns_visit *visit, void *context)
{
    begin(t, depth);
    return count_from(t, true, visit, context);
}

void turns_find_first(struct turns *t, unsigned depth, turns_visit *visit, void *context)
{
    uint64_t most = t->list_most;
    begin(t, depth);
    t->list_most = 0;
    count_from(t, false, visit, context);
    t->list_most = most;
}

uint64_t turns_count_after(struct turns *t, unsigned depth, const struct turn *first)
{
    struct player *p = &t->player;
    begin(t, depth);
    go_to_position(t);
    t->effort = 0;
    referee_lines(&p->referee, first->lines, first->line_count);
    p->bag.count = depth - first->drawn;
    t->levels[0].turn = *first;
    return count_after(t);
}

void turns_free(struct turns *t)
{
    for (unsigned i = 0; i < TURNS_DEPTH_MAX; i++) {
        arena_free(&t->levels[i].arena);
        digest_set_free(&t->levels[i].seen);
    }
    for (size_t i = 0; i < t->point_room; i++) {
        snapshot_free(&t->points[i].snapshot);
        memory_free(t->points[i].listed);
    }
    memory_free(t->points);
    snapshot_free(&t->snapshot);
    journal_free(&t->journal);
    arena_free(&t->player.arena);
    ledger_free(&t->player.ledger);
}
