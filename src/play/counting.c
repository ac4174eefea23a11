/* SPDX-License-Identifier: MIT */
#include "play/counting.h"

#include "base/memory.h"
#include "base/pool.h"

/* A first turn, with its share of the sequences. */
struct share {
    const struct turns *of; /* the position and the limits */
    unsigned depth;
    struct arena arena;
    struct turn turn;
    uint64_t count, tried, effort;
    bool troubled;
};

/* The memory of a thread. */
struct counter {
    unsigned position; /* number of the position that it has reached; 0 for none */
    struct turns turns;
};

static void count_share(void *own, void *slot, size_t number)
{
    struct counter *counter = own;
    struct share *share = slot;
    struct turns *t = &counter->turns;
    const struct turns *of = share->of;
    (void)number;
    if (counter->position != of->position) {
        counter->position = of->position;
        t->player.catalogue = of->player.catalogue;
        t->breaks_off = of->breaks_off;
        t->order_count = of->order_count;
        memcpy(t->order, of->order, of->order_count * sizeof *of->order);
        turns_at(t, of->record, of->line_count);
    }
    t->tried_most = of->tried_most;
    t->effort_most = of->effort_most;
    share->count = turns_count_after(t, share->depth, &share->turn);
    share->tried = t->tried;
    share->effort = t->effort;
    share->troubled = t->trouble != NULL;
}

static void end_share(void *slot)
{
    arena_free(&((struct share *)slot)->arena);
}

static void end_counter(void *own)
{
    turns_free(&((struct counter *)own)->turns);
}

struct pool *counting_hire(unsigned threads)
{
    static const struct pool_kind kind = {.own_size = sizeof(struct counter),
                                          .slot_size = sizeof(struct share),
                                          .task = count_share,
                                          .end_slot = end_share,
                                          .end_own = end_counter};
    return pool_hire(threads, 2 * threads + 2, &kind);
}

/* A count under way. */
struct counting {
    struct turns *turns;
    struct pool *pool;
    unsigned depth;
    struct arena arena; /* of the turns counted so far */
    struct counted {
        struct turn turn;
        uint64_t count;
    } * counted;
    size_t count, room;
    uint64_t tried, effort;
    bool troubled;
};

static struct turn turn_copy(struct arena *arena, const struct turn *from)
{
    struct turn turn = *from;
    turn.lines = arena_alloc(arena, (from->line_count + 1) * sizeof *turn.lines);
    for (unsigned i = 0; i < from->line_count; i++) {
        struct line *line = &turn.lines[i];
        *line = from->lines[i];
        line->acts = arena_alloc(arena, (line->act_count + 1) * sizeof *line->acts);
        for (uint32_t k = 0; k < line->act_count; k++)
            line->acts[k] = act_copy(arena, &from->lines[i].acts[k]);
    }
    return turn;
}

/* Takes back the first share that was handed on. */
static void take_back(struct counting *c)
{
    struct share *share = pool_first(c->pool);
    if (c->count == c->room)
        c->counted = memory_grown(c->counted, &c->room, sizeof *c->counted);
    c->counted[c->count++] = (struct counted){turn_copy(&c->arena, &share->turn), share->count};
    c->tried += share->tried;
    c->effort += share->effort;
    c->troubled |= share->troubled;
    pool_let_go(c->pool);
}

/* True if the count met no limit, and would have met none in one thread, where the visits are
 * charged as effort too. */
static bool is_whole(const struct counting *c, const struct turns *t)
{
    enum { VISITS_MAX = 10000 }; /* visits that may use up the effort */
    uint64_t visits = t->effort_most / VISITS_MAX * c->count;
    return !c->troubled && !t->trouble &&
           (!t->tried_most || t->tried + c->tried <= t->tried_most) &&
           (!t->effort_most || t->effort + c->effort + visits < t->effort_most);
}

/* Hands a first turn on, or ends the count if it is not whole. */
static void hand_on(void *context, const struct turn *turn, uint64_t count)
{
    struct counting *c = context;
    struct share *share;
    (void)count;
    while (!(share = pool_empty(c->pool)))
        take_back(c);
    if (!is_whole(c, c->turns)) {
        c->turns->trouble = TURNS_EXHAUSTED;
        return;
    }
    arena_reset(&share->arena);
    share->of = c->turns;
    share->depth = c->depth;
    share->turn = turn_copy(&share->arena, turn);
    pool_hand_on(c->pool);
}

uint64_t counting_count(struct turns *t, struct pool *pool, unsigned depth, turns_visit *visit,
                        void *context)
{
    struct counting c = {.turns = t, .pool = pool, .depth = depth};
    uint64_t effort = t->effort + (t->moved ? t->position_effort : 0), total = 0;
    turns_find_first(t, depth, hand_on, &c);
    while (pool_first(pool))
        take_back(&c);
    if (is_whole(&c, t)) {
        t->effort += c.effort;
        for (size_t i = 0; i < c.count; total += c.counted[i++].count)
            visit(context, &c.counted[i].turn, c.counted[i].count);
    } else {
        t->effort = effort;
        total = turns_count(t, depth, visit, context);
    }
    memory_free(c.counted);
    arena_free(&c.arena);
    return total;
}
