/* SPDX-License-Identifier: MIT */
/* Matches the payments of two accounts, then compares moves, payments and scores. */
#include "diff/compare.h"

#include <stdlib.h>

#include "base/memory.h"

void compare_free(struct comparison *c)
{
    memory_free(c->differences);
    memory_free(c->groups[LEFT]);
    memory_free(c->groups[RIGHT]);
    *c = (struct comparison){0};
}

static struct difference *add_difference(struct comparison *c, enum part part, unsigned turn,
                                         bool final)
{
    if (c->count == c->room)
        c->differences = memory_grown(c->differences, &c->room, sizeof *c->differences);
    struct difference *difference = &c->differences[c->count++];
    *difference = (struct difference){
        .part = (uint8_t)part, .turn = (uint16_t)turn, .final = final, .seat = SEAT_NONE};
    return difference;
}

static bool is_same(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

/* ---- Payments ---- */

static void gather(struct comparison *c, unsigned side, const struct account *account)
{
    c->group_count[side] = 0;
    for (size_t i = 0; i < account->payment_count; i++) {
        const struct payment *payment = &account->payments[i];
        uint16_t turn = payment->final ? UINT16_MAX : payment->turn;
        struct group *group = NULL;
        /* Without a feature it is unknown whether two payments are for the same thing. */
        for (size_t k = c->group_count[side];
             payment->feature && k-- > 0 && !group && c->groups[side][k].turn == turn;) {
            struct group *there = &c->groups[side][k];
            if (there->final == payment->final && there->seat == payment->seat &&
                is_same(there->kind, payment->kind) && is_same(there->feature, payment->feature))
                group = there;
        }
        if (group) {
            group->points += payment->points;
            /* Four texts are enough for a reader. */
            if (payment->why && group->payments++ < 4)
                group->why = group->why
                                 ? arena_printf(c->arena, "%s, and %s", group->why, payment->why)
                                 : payment->why;
            continue;
        }
        if (c->group_count[side] == c->group_room[side])
            c->groups[side] =
                memory_grown(c->groups[side], &c->group_room[side], sizeof *c->groups[side]);
        c->groups[side][c->group_count[side]++] = (struct group){
            turn,         payment->final,  false, payment->seat, payment->kind, payment->feature,
            payment->why, payment->points, 1};
    }
}

/* Degrees of certainty that two payments are for the same thing, from the highest to the lowest. A
 * kind or feature that one account leaves out matches any other. */
enum likeness { LIKE_EXACTLY, LIKE_POINTS, LIKE_SEAT, LIKENESSES };

static bool is_like(const struct group *a, const struct group *b, enum likeness likeness)
{
    if (a->turn != b->turn || a->final != b->final || a->seat != b->seat)
        return false;
    if (likeness == LIKE_EXACTLY)
        return is_same(a->kind, b->kind) && is_same(a->feature, b->feature);
    bool may = (!a->kind || !b->kind || is_same(a->kind, b->kind)) &&
               (!a->feature || !b->feature || is_same(a->feature, b->feature));
    return may && (likeness == LIKE_SEAT || a->points == b->points);
}

/* Adds a difference between a group of one side and the matching group of the other side, NULL if
 * there is none. */
static void part_payment(struct comparison *c, unsigned side, const struct group *own,
                         const struct group *other)
{
    struct difference *difference = add_difference(c, PART_PAYMENT, own->turn, own->final);
    difference->seat = own->seat;
    difference->kind = own->kind || !other ? own->kind : other->kind;
    difference->feature = own->feature || !other ? own->feature : other->feature;
    difference->reported[side] = true;
    difference->points[side] = own->points;
    difference->why[side] = own->why;
    if (!other)
        return;
    difference->reported[!side] = true;
    difference->points[!side] = other->points;
    difference->why[!side] = other->why;
}

static void match(struct comparison *c, enum likeness likeness)
{
    for (size_t i = 0; i < c->group_count[LEFT]; i++)
        for (size_t k = 0; !c->groups[LEFT][i].matched && k < c->group_count[RIGHT]; k++) {
            struct group *left = &c->groups[LEFT][i], *right = &c->groups[RIGHT][k];
            if (right->matched || !is_like(left, right, likeness))
                continue;
            left->matched = right->matched = true;
            if (left->points != right->points)
                part_payment(c, LEFT, left, right);
        }
}

static void part_payments(struct comparison *c, const bool partial[ACCOUNTS])
{
    for (unsigned likeness = 0; likeness < LIKENESSES; likeness++)
        match(c, (enum likeness)likeness);
    /* An account may leave out payments of 0 points. */
    for (unsigned side = 0; side < ACCOUNTS; side++)
        for (size_t i = 0; i < c->group_count[side]; i++) {
            const struct group *group = &c->groups[side][i];
            if (!group->matched && group->points && !partial[!side])
                part_payment(c, side, group, NULL);
        }
}

/* ---- Turns ---- */

static const struct account_turn *find_turn(const struct account *account, unsigned turn)
{
    for (size_t i = 0; i < account->turn_count; i++)
        if (account->turns[i].turn == turn)
            return &account->turns[i];
    return NULL;
}

static const char *scores_text(struct comparison *c, const int32_t *scores, unsigned seats)
{
    const char *text = "";
    for (unsigned seat = 0; seat < seats; seat++)
        text = arena_printf(c->arena, "%s%s%d", text, seat ? ", " : "", scores[seat]);
    return text;
}

static const char *move_text(struct comparison *c, const struct account_turn *turn, bool decisions)
{
    if (decisions)
        return turn->decisions;
    if (!turn->cell)
        return "no tile";
    return arena_printf(c->arena, "%s%s%s", turn->tile ? turn->tile : "",
                        turn->tile ? " on " : "a tile on ", turn->cell);
}

static bool differ(const char *a, const char *b)
{
    return a && b && strcmp(a, b) != 0;
}

/* Adds a difference if the tiles or the other decisions of a turn differ. Also adds one if both
 * accounts have all moves and only one of them has the turn. True if it added one. */
static bool part_move(struct comparison *c, const struct account_turn *left,
                      const struct account_turn *right, bool all_moves)
{
    bool lacks = all_moves && !(left && right),
         lies =
             left && right && (differ(left->cell, right->cell) || differ(left->tile, right->tile));
    bool decides = left && right && !lies && differ(left->decisions, right->decisions);
    if (!lacks && !lies && !decides)
        return false;
    struct difference *difference =
        add_difference(c, PART_MOVE, left ? left->turn : right->turn, false);
    const struct account_turn *both[ACCOUNTS] = {left, right};
    for (unsigned side = 0; side < ACCOUNTS; side++) {
        difference->reported[side] = both[side] != NULL;
        difference->why[side] =
            both[side] ? move_text(c, both[side], both[side]->decisions && !lies) : NULL;
    }
    return true;
}

/* Differences of the scores when they were last compared. */
struct gap {
    int32_t apart[SEATS_MAX];
    unsigned since; /* moment of that comparison, 0 before the first turn; see moment() */
    bool exact;     /* true if both accounts have every payment */
    unsigned seats;
};

static unsigned moment(unsigned turn, bool final)
{
    return final ? UINT16_MAX + 1u : turn;
}

static bool is_between(const struct group *group, unsigned since, unsigned to)
{
    unsigned when = moment(group->turn, group->final);
    return when > since && when <= to;
}

static const char *payment_text(struct comparison *c, const struct group *group)
{
    const char *text =
        arena_printf(c->arena, "%s %+lld", seat_name(group->seat), (long long)group->points);
    if (group->kind)
        text = arena_printf(c->arena, "%s  %s", text, group->kind);
    if (group->feature)
        text = arena_printf(c->arena, "%s %s", text, group->feature);
    if (group->why)
        text = arena_printf(c->arena, "%s: %s", text, group->why);
    return text;
}

/* Returns the payments of one side between two moments as texts, with NULL after the last. Returns
 * NULL if this side has no payments in that time, or if the other side has some. */
static const char **payments_between(struct comparison *c, unsigned side, unsigned since,
                                     unsigned to)
{
    size_t count = 0;
    for (size_t i = 0; i < c->group_count[!side]; i++)
        if (is_between(&c->groups[!side][i], since, to))
            return NULL;
    const char **texts = arena_alloc(c->arena, (c->group_count[side] + 1) * sizeof *texts);
    for (size_t i = 0; i < c->group_count[side]; i++)
        if (is_between(&c->groups[side][i], since, to))
            texts[count++] = payment_text(c, &c->groups[side][i]);
    return count ? texts : NULL;
}

static unsigned count_kind(const struct comparison *c, unsigned side, const char *kind)
{
    unsigned count = 0;
    for (size_t i = 0; i < c->group_count[side]; i++)
        count += is_same(c->groups[side][i].kind, kind);
    return count;
}

static unsigned count_points(const struct comparison *c, unsigned side, const char *kind)
{
    unsigned count = 0;
    for (size_t i = 0; i < c->group_count[side]; i++)
        count += is_same(c->groups[side][i].kind, kind) && c->groups[side][i].points;
    return count;
}

/* Lists the kinds of payment that one account never has, although it has other payments and gives
 * the kind of each. A payment of 0 points may be left out. */
static void find_untold(struct comparison *c)
{
    c->untold_count = 0;
    for (unsigned side = 0; side < ACCOUNTS; side++)
        for (size_t i = 0;
             c->group_count[!side] && i < c->group_count[side] && c->untold_count < UNTOLD_MAX;
             i++) {
            const char *kind = c->groups[side][i].kind;
            bool known = !kind || count_kind(c, !side, kind) || count_kind(c, !side, NULL);
            for (unsigned k = 0; !known && k < c->untold_count; k++)
                known = c->untold[k].side == !side && is_same(c->untold[k].kind, kind);
            unsigned payments = known ? 0 : count_points(c, side, kind);
            if (payments)
                c->untold[c->untold_count++] = (struct untold){kind, !side, payments};
        }
}

/* Compares the differences of the scores with those at the last comparison. So a difference is
 * reported only once, when it arises. It is not reported if payments that differ explain it. */
static void part_scores(struct comparison *c, struct gap *gap,
                        const int32_t *const scores[ACCOUNTS], enum part part, unsigned turn,
                        bool final)
{
    int64_t expected[SEATS_MAX] = {0};
    bool any = false, moved = false, equal = true;
    for (size_t i = 0; i < c->count; i++) {
        const struct difference *difference = &c->differences[i];
        unsigned when = moment(difference->turn, difference->final);
        if (difference->part != PART_PAYMENT || when <= gap->since || when > moment(turn, final) ||
            difference->seat >= SEATS_MAX)
            continue;
        expected[difference->seat] += difference->points[LEFT] - difference->points[RIGHT];
        any = true;
    }
    for (unsigned seat = 0; seat < gap->seats; seat++) {
        int32_t apart = scores[LEFT][seat] - scores[RIGHT][seat];
        moved |= apart - gap->apart[seat] != (gap->exact ? expected[seat] : 0);
        gap->apart[seat] = apart;
        equal &= apart == 0;
    }
    unsigned since = gap->since;
    gap->since = moment(turn, final);
    if (!moved || equal || (any && !gap->exact))
        return;
    struct difference *difference = add_difference(c, part, turn, final);
    difference->reported[LEFT] = difference->reported[RIGHT] = true;
    difference->why[LEFT] = scores_text(c, scores[LEFT], gap->seats);
    difference->why[RIGHT] = scores_text(c, scores[RIGHT], gap->seats);
    for (unsigned side = 0; side < ACCOUNTS; side++)
        difference->payments[side] = payments_between(c, side, since, gap->since);
}

static int compare_text(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "");
}

static int by_course(const void *a, const void *b)
{
    const struct difference *x = a, *y = b;
    if (x->final != y->final)
        return x->final - y->final;
    if (x->turn != y->turn)
        return x->turn < y->turn ? -1 : 1;
    if (x->part != y->part)
        return x->part - y->part;
    if (x->seat != y->seat)
        return x->seat - y->seat;
    int kind = compare_text(x->kind, y->kind);
    return kind ? kind : compare_text(x->feature, y->feature);
}

/* Reports the scores for turns after the last turn of `other`, if only `other` has all turns. */
static void part_beyond(struct comparison *c, unsigned side, const struct account *account,
                        const struct account *other, unsigned seats)
{
    unsigned last = 0;
    for (size_t i = 0; i < other->turn_count; i++)
        last = other->turns[i].turn > last ? other->turns[i].turn : last;
    for (size_t i = 0; i < account->turn_count && other->has_moves && !account->has_moves; i++) {
        const struct account_turn *turn = &account->turns[i];
        if (!turn->has_scores || turn->turn <= last)
            continue;
        struct difference *difference = add_difference(c, PART_SCORES, turn->turn, false);
        difference->reported[LEFT] = difference->reported[RIGHT] = true;
        difference->why[side] = scores_text(c, turn->scores, seats);
        difference->why[!side] = "no such turn";
    }
}

void compare_accounts(struct comparison *c, struct arena *arena, const struct account *left,
                      const struct account *right)
{
    c->arena = arena;
    c->count = c->untold_count = 0;
    if (left->seats && right->seats && left->seats != right->seats) {
        struct difference *difference = add_difference(c, PART_SEATS, 0, false);
        for (unsigned side = 0; side < ACCOUNTS; side++) {
            difference->reported[side] = true;
            difference->why[side] =
                arena_count(arena, side == LEFT ? left->seats : right->seats, "seat");
        }
        return;
    }
    unsigned seats = left->seats ? left->seats : right->seats ? right->seats : SEATS_MAX;
    const bool partial[ACCOUNTS] = {left->partial, right->partial};
    struct gap gap = {.exact = !partial[LEFT] && !partial[RIGHT], .seats = seats};
    bool all_moves = left->has_moves && right->has_moves, parted = false;
    for (size_t i = 0; i < left->turn_count && !parted; i++)
        parted = part_move(c, &left->turns[i], find_turn(right, left->turns[i].turn), all_moves);
    for (size_t i = 0; i < right->turn_count && all_moves && !parted; i++)
        parted =
            !find_turn(left, right->turns[i].turn) && part_move(c, NULL, &right->turns[i], true);
    gather(c, LEFT, left);
    gather(c, RIGHT, right);
    part_payments(c, partial);
    find_untold(c);
    for (size_t i = 0; i < left->turn_count; i++) {
        const struct account_turn *turn = &left->turns[i], *other = find_turn(right, turn->turn);
        if (other && turn->has_scores && other->has_scores)
            part_scores(c, &gap, (const int32_t *const[]){turn->scores, other->scores}, PART_SCORES,
                        turn->turn, false);
    }
    part_beyond(c, LEFT, left, right, seats);
    part_beyond(c, RIGHT, right, left, seats);
    /* A game that goes on has no final scores, so both games must be complete, or neither. */
    bool comparable = left->complete == COMPLETENESS_UNKNOWN ||
                      right->complete == COMPLETENESS_UNKNOWN || left->complete == right->complete;
    if (left->has_final && right->has_final && comparable)
        part_scores(c, &gap, (const int32_t *const[]){left->final, right->final}, PART_SCORES,
                    UINT16_MAX, true);
    struct gap again = {.since = moment(UINT16_MAX, true), .seats = seats};
    if (left->has_result && right->has_final && comparable)
        part_scores(c, &again, (const int32_t *const[]){left->result, right->final}, PART_RESULT,
                    UINT16_MAX, true);
    if (differ(left->outcome, right->outcome)) {
        struct difference *difference = add_difference(c, PART_OUTCOME, UINT16_MAX, true);
        difference->reported[LEFT] = difference->reported[RIGHT] = true;
        difference->why[LEFT] = left->outcome;
        difference->why[RIGHT] = right->outcome;
    }
    if (c->count)
        qsort(c->differences, c->count, sizeof *c->differences, by_course);
    for (size_t i = 0; i < c->count; i++)
        if (c->differences[i].part == PART_MOVE)
            c->count = i + 1;
}
