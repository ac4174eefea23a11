/* SPDX-License-Identifier: MIT */
/* Compares the totals, awards and items that a record claims with what was paid and taken. */
#include "referee/claims.h"

#include "referee/judge.h"

void claims_line_begin(struct claim_book *claims)
{
    claims->paid_count = 0;
    claims->astray = 0;
    if (claims->has_taken)
        memset(claims->taken, 0, sizeof claims->taken);
    claims->has_taken = false;
}

void claims_take(struct claim_book *claims, unsigned seat, enum item_id item, unsigned count)
{
    claims->has_taken = true;
    claims->taken[seat][item] = (uint16_t)(claims->taken[seat][item] + count);
}

void claims_paid(struct claim_book *claims, unsigned seat, const struct score_event *score,
                 unsigned root)
{
    if (claims->paid_count < PAID_MAX)
        claims->paid[claims->paid_count++] =
            (struct paid){.seat = (uint8_t)seat,
                          .award = score->award,
                          .term = score->term_count ? score->terms[0].name : (uint8_t)TERM_COUNT,
                          .points = score->points,
                          .root = (uint16_t)root,
                          .kind = score->kind,
                          .edge = score->edge};
}

static void check_total(struct referee *r, enum finding_id id, unsigned seat, int32_t claimed,
                        struct place place)
{
    struct claim_book *claims = &r->claims;
    int32_t score = r->scores[seat], offset = claims->offset[seat];
    if (referee_scores_unknown(r))
        return;
    claims->any = true;
    if (claimed != score && claimed != score + offset &&
        claimed != score + offset + claims->award_error[seat]) {
        claims->differ = true;
        struct finding *finding =
            judge_raise(r, id, place, ARGS(SEAT(seat), COUNT(score, "point"), claimed));
        if (finding && offset) {
            finding_add(r->findings, finding, TAIL_OFF, ARGS(CHANGE(offset)));
            finding->repeats = true;
        }
    }
    claims->offset[seat] = claimed - score;
    claims->award_error[seat] = 0;
}

static void check_totals(struct referee *r, const struct line *line, const struct act *act)
{
    if (act->count != r->seats) {
        judge_raise(r, FINDING_NUMBER_TOTALS, act->place,
                    ARGS(COUNT(act->count, "total"), COUNT(r->seats, "player")));
        return;
    }
    for (unsigned seat = 0; seat < r->seats; seat++)
        check_total(r, line->kind == LINE_END ? FINDING_FINAL : FINDING_TOTAL, seat,
                    act->numbers[seat], act->place);
}

/* Returns the root of the feature that a claim names, NODE_NONE if it names none. */
static unsigned claimed_root(struct referee *r, const struct line *line, const struct act *act)
{
    bool own = line->kind != LINE_FINAL && r->turn.tile != TILE_NONE;
    if (!act->segment.has_cell && !own)
        return NODE_NONE;
    struct cell cell =
        act->segment.has_cell ? act->segment.cell : r->table.tiles[r->turn.tile].cell;
    unsigned tile =
        act->segment.kind < KIND_COUNT ? table_at(&r->table, cell.x, cell.y) : (unsigned)TILE_NONE;
    const struct laid_tile *laid = &r->table.tiles[tile];
    if (tile == TILE_NONE || !laid->design)
        return NODE_NONE;
    unsigned node = ledger_node(r->ledger, tile, &act->segment);
    return node == NODE_NONE ? node : table_root(&r->table, node);
}

static bool is_for(const struct paid *paid, const struct act *act, unsigned root)
{
    bool named =
        !act->text.n || str_is(act->text, award_names[paid->award]) ||
        (award_claimed_by_term[paid->award] && str_is(act->text, term_words[paid->term].name));
    if (!named)
        return false;
    if (act->segment.kind == REF_EDGE)
        return paid->kind == REF_EDGE && edge_is(paid->edge, ref_edge(&act->segment));
    return act->segment.kind == REF_NOTHING || (root != NODE_NONE && paid->root == root);
}

/* Raises that a claim is wrong. The finding names the award of the line that comes nearest to the
 * claim: if possible one of the same seat, otherwise one for the same feature. */
static void raise_award(struct referee *r, const struct act *act, unsigned root)
{
    const struct paid *same_feature = NULL, *same_seat = NULL;
    for (unsigned i = 0; i < r->claims.paid_count; i++) {
        const struct paid *paid = &r->claims.paid[i];
        if (paid->claimed || !is_for(paid, act, root))
            continue;
        same_feature = paid;
        if (paid->seat == act->seat)
            same_seat = paid;
    }
    if (same_seat)
        judge_raise(
            r, FINDING_AWARD_POINTS, act->place,
            ARGS(SEAT(act->seat), same_seat->points, award_names[same_seat->award], act->number));
    else if (same_feature)
        judge_raise(
            r, FINDING_AWARD_SEAT, act->place,
            ARGS(award_names[same_feature->award], SEAT(same_feature->seat), SEAT(act->seat)));
    else
        judge_raise(r, FINDING_AWARD, act->place,
                    ARGS(COUNT(act->number, "point"), SEAT(act->seat)));
}

static void check_award(struct referee *r, const struct line *line, const struct act *act)
{
    struct claim_book *claims = &r->claims;
    unsigned root = claimed_root(r, line, act);
    if (act->seat >= r->seats) {
        claims->any = true;
        claims->differ = true;
        judge_raise(r, FINDING_AWARD_NO_SEAT, act->place, ARGS(seat_name(act->seat)));
        return;
    }
    struct paid *near = NULL;
    for (unsigned i = 0; i < claims->paid_count; i++) {
        struct paid *paid = &claims->paid[i];
        if (paid->claimed || paid->seat != act->seat || !is_for(paid, act, root))
            continue;
        if (paid->points == act->number) {
            claims->any = paid->claimed = true;
            return;
        }
        near = paid;
    }
    if (referee_scores_unknown(r))
        return;
    claims->any = claims->differ = true;
    claims->award_error[act->seat] += act->number - (near ? near->points : 0);
    raise_award(r, act, root);
    if (!near)
        for (unsigned i = 0; !near && i < claims->paid_count; i++)
            if (!claims->paid[i].claimed && act->segment.kind != REF_NOTHING &&
                is_for(&claims->paid[i], act, root))
                near = &claims->paid[i];
    if (near)
        near->claimed = true;
    else
        claims->astray |= (uint8_t)(1u << act->seat);
}

/* Raises each award of the line that is not claimed, in a record that claims every award. A wrong
 * claim in place of one was reported already.
 */
static void check_unclaimed(struct referee *r, const struct line *line)
{
    const struct claim_book *claims = &r->claims;
    for (unsigned i = 0; i < claims->paid_count && !referee_scores_unknown(r); i++) {
        const struct paid *paid = &claims->paid[i];
        if (paid->claimed || !paid->points || claims->astray >> paid->seat & 1)
            continue;
        r->claims.any = r->claims.differ = true;
        judge_raise(r, FINDING_AWARD_UNCLAIMED, line->place,
                    ARGS(SEAT(paid->seat), paid->points, award_names[paid->award]));
    }
}

/* Lists items in words: "2 wine and 1 grain", "the king". */
static struct arg_list list_items(const int32_t numbers[ITEM_KINDS_MAX])
{
    struct arg_list list = {0};
    for (unsigned item = 0; item < ITEM_COUNT; item++) {
        const char *words = item_facts[item].words;
        if (numbers[item])
            arg_list_add(&list,
                         item_facts[item].counted ? AMOUNT(numbers[item], words) : ARG(words));
    }
    return list;
}

/* Compares the items that a line claims for a seat with the items that the seat took. Compares all
 * items with this finding together. With `all`, items that are taken but not claimed are wrong
 * too. */
static void check_taken(struct referee *r, const struct line *line, unsigned seat,
                        enum finding_id finding, bool all)
{
    int32_t claimed[ITEM_KINDS_MAX] = {0}, taken[ITEM_KINDS_MAX] = {0};
    const struct act *first = NULL;
    const char *none = "";
    for (unsigned item = 0; item < ITEM_COUNT; item++) {
        if (item_facts[item].finding != finding)
            continue;
        none = item_facts[item].none;
        taken[item] = r->claims.taken[seat][item];
        for (uint32_t i = 0; i < line->act_count; i++) {
            const struct act *act = &line->acts[i];
            if (act->kind != ACT_ITEMS || act->seat != seat || !act->numbers[item])
                continue;
            claimed[item] += act->numbers[item];
            first = first ? first : act;
        }
    }
    if ((!first && !all) || referee_scores_unknown(r))
        return;
    r->claims.any |= first != NULL;
    if (memcmp(claimed, taken, sizeof taken) == 0)
        return;
    r->claims.differ = true;
    struct arg_list took = list_items(taken), said = list_items(claimed);
    judge_raise(
        r, finding, first ? first->place : line->place,
        ARGS(SEAT(seat), arg_of_list(&took, JOIN_AND, none), arg_of_list(&said, JOIN_AND, none)));
}

/* Checks the items of a line; those with the same finding are checked together. */
static void check_items(struct referee *r, const struct line *line, bool all)
{
    for (unsigned item = 0; item < ITEM_COUNT; item++) {
        unsigned first = 0;
        while (item_facts[first].finding != item_facts[item].finding)
            first++;
        for (unsigned seat = 0; first == item && seat < SEATS_MAX; seat++)
            check_taken(r, line, seat, item_facts[item].finding, all);
    }
}

void claims_check_line(struct referee *r, const struct line *line)
{
    bool taken = r->claims.has_taken;
    for (uint32_t i = 0; i < line->act_count; i++) {
        if (line->acts[i].kind == ACT_CLAIM)
            check_award(r, line, &line->acts[i]);
        taken |= line->acts[i].kind == ACT_ITEMS;
    }
    if (taken)
        check_items(r, line, r->record->claims_all);
    if (r->record->claims_all && line->kind != LINE_END)
        check_unclaimed(r, line);
    for (uint32_t i = 0; i < line->act_count; i++)
        if (line->acts[i].kind == ACT_TOTALS)
            check_totals(r, line, &line->acts[i]);
}

/* True if followers of the seat came home from a feature of that kind, and it was paid nothing for
 * the feature. */
static bool got_nothing(const struct referee *r, const struct assertion *assertion)
{
    const struct event *events = r->ledger->events;
    for (size_t i = 0; i < r->ledger->count; i++) {
        if (events[i].kind != EVENT_RETURNED || events[i].seat != assertion->seat ||
            events[i].why != WHY_SCORED || !kind_is_follower(events[i].meeple) ||
            !str_is(assertion->word, kinds[ledger_node_kind(r->ledger, events[i].node)].name))
            continue;
        bool paid = false;
        for (size_t k = 0; k < r->ledger->count; k++)
            paid |= events[k].kind == EVENT_SCORE && events[k].seat == assertion->seat &&
                    events[k].turn == events[i].turn;
        if (!paid)
            return true;
    }
    return false;
}

static bool assertion_holds(struct referee *r, const struct assertion *assertion)
{
    for (size_t i = 0; i < r->ledger->count; i++) {
        const struct event *event = &r->ledger->events[i];
        if (event->kind == EVENT_SCORE && event->seat == assertion->seat &&
            event->score.points == assertion->points &&
            str_is(assertion->word, award_names[event->score.award]))
            return true;
    }
    return !assertion->points && got_nothing(r, assertion);
}

void claims_check_record(struct referee *r, bool finished)
{
    const struct record *record = r->record;
    for (uint32_t i = 0; finished && i < record->result_count && i < r->seats; i++)
        check_total(r, FINDING_RESULT, i, record->result[i], record->result_place[i]);
    for (uint32_t i = 0; i < record->assertion_count; i++) {
        const struct assertion *assertion = &record->assertions[i];
        if (assertion->is_total) {
            check_total(r, finished ? FINDING_FINAL : FINDING_TOTAL, assertion->seat,
                        assertion->points, assertion->place);
        } else if (!referee_scores_unknown(r)) {
            r->claims.any = true;
            if (assertion_holds(r, assertion))
                continue;
            r->claims.differ = true;
            judge_raise(r, FINDING_AWARD_GAME, assertion->place,
                        ARGS(arena_brief(r->arena, assertion->word), SEAT(assertion->seat),
                             COUNT(assertion->points, "point")));
        }
    }
}
