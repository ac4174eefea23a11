/* SPDX-License-Identifier: MIT */
/* Makes accounts from a referee's ledger or from a record, and gives their features names. */
#include "diff/account.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "notation/crn.h"
#include "notation/token.h"
#include "report/report.h"

void account_begin(struct account *account, struct arena *arena)
{
    *account = (struct account){.arena = arena,
                                .line = account->line,
                                .payments = account->payments,
                                .payment_room = account->payment_room,
                                .turns = account->turns,
                                .turn_room = account->turn_room};
}

void account_free(struct account *account)
{
    memory_free(account->payments);
    memory_free(account->turns);
    arena_free(&account->line);
    *account = (struct account){0};
}

const char *account_copy(struct account *account, struct sink *text)
{
    struct str all = sink_text(text);
    const char *copy = all.n ? arena_copy(account->arena, all.p, all.n) : NULL;
    account->text += all.n;
    sink_close(text);
    return copy;
}

const char *account_plain(struct account *account, struct str text)
{
    account->text += text.n;
    return arena_plain(account->arena, text);
}

struct payment *account_payment(struct account *account)
{
    if (account->payment_count == account->payment_room)
        account->payments =
            memory_grown(account->payments, &account->payment_room, sizeof *account->payments);
    struct payment *payment = &account->payments[account->payment_count++];
    *payment = (struct payment){.seat = SEAT_NONE};
    return payment;
}

struct account_turn *account_turn(struct account *account, unsigned turn)
{
    for (size_t i = account->turn_count; i-- > 0;)
        if (account->turns[i].turn == turn)
            return &account->turns[i];
    if (account->turn_count == account->turn_room)
        account->turns = memory_grown(account->turns, &account->turn_room, sizeof *account->turns);
    struct account_turn *last = &account->turns[account->turn_count++];
    *last = (struct account_turn){.turn = (uint16_t)turn};
    return last;
}

bool account_is_empty(const struct account *account)
{
    bool says = account->payment_count || account->has_final;
    for (size_t i = 0; i < account->turn_count; i++)
        says |= account->turns[i].has_scores || account->turns[i].cell;
    return !says;
}

/* ---- From a ledger ---- */

static const char *why_of(struct account *account, const struct ledger *ledger,
                          const struct score_event *score)
{
    struct sink text;
    sink_open(&text, -1);
    report_award_why(&text, ledger, score);
    return account_copy(account, &text);
}

static void add_score(struct account *account, const struct ledger *ledger,
                      const struct event *event)
{
    struct payment *payment = account_payment(account);
    char name[NODE_NAME_SIZE];
    payment->turn = event->turn;
    payment->seat = event->seat;
    payment->final = event->score.final;
    payment->points = event->score.points;
    payment->kind = award_names[event->score.award];
    if (event->score.name != NODE_NONE) {
        uint16_t in_the_end = account->board.names[event->score.name];
        ledger_node_name(ledger, in_the_end == NODE_NONE ? event->score.name : in_the_end, name);
        payment->feature = arena_copy(account->arena, name, strlen(name));
    } else if (event->score.kind == REF_EDGE) {
        payment->feature =
            arena_printf(account->arena, "%s", report_edge_text(event->score.edge).text);
    }
    payment->why = why_of(account, ledger, &event->score);
}

static void add_turn(struct account *account, const struct ledger *ledger,
                     const struct event *event)
{
    struct account_turn *turn = account_turn(account, event->turn);
    turn->has_scores = true;
    memcpy(turn->scores, event->scores, sizeof turn->scores);
    if (event->tile == TILE_NONE)
        return;
    const struct laid_tile *laid = &ledger->tiles[event->tile];
    unsigned orient = laid->orient;
    if (laid->design)
        orient %= laid->design->symmetry;
    turn->cell = arena_printf(account->arena, "%s", report_cell_text(laid->cell).text);
    turn->tile = arena_printf(account->arena, "%s %c", laid->named ? laid->named->name : "?",
                              "NESW?"[orient]);
}

void account_outcome(struct account *account, unsigned winners, const char *reason)
{
    const char *text = "";
    if (!winners) {
        account->outcome = "nobody wins";
        return;
    }
    if (!reason)
        return;
    FOR_EACH_BIT(seat, winners)
        text = arena_printf(account->arena, "%s%s%s", text, *text ? " and " : "", seat_name(seat));
    account->outcome = arena_printf(account->arena, "%s %s (%s)", text,
                                    winners & (winners - 1) ? "share the win" : "wins", reason);
}

void account_of_ledger(struct account *account, const struct ledger *ledger)
{
    account->seats = ledger->seat_count;
    for (size_t i = 0; i < ledger->count; i++) {
        const struct event *event = &ledger->events[i];
        if (event->kind == EVENT_SCORE) {
            add_score(account, ledger, event);
        } else if (event->kind == EVENT_TURN) {
            add_turn(account, ledger, event);
        } else if (event->kind == EVENT_END) {
            const struct end_event *end = &event->end;
            account->has_final = true;
            account->complete = end->complete ? COMPLETE : INCOMPLETE;
            memcpy(account->final, end->scores, sizeof account->final);
            if (end->complete && !end->undetermined && !end->loser_unknown)
                account_outcome(account, end->winners, won_by_names[end->won_by]);
        }
    }
}

/* ---- From a record ---- */

static void append(struct arena *arena, struct account_turn *turn, struct str text)
{
    size_t needed = turn->decisions_n + text.n + 1;
    if (needed > turn->decisions_room) {
        turn->decisions_room = 2 * needed;
        char *grown = arena_take(arena, turn->decisions_room);
        if (turn->decisions_n)
            memcpy(grown, turn->decisions, turn->decisions_n);
        turn->decisions = grown;
    }
    char *end = turn->decisions + turn->decisions_n;
    if (text.n)
        memcpy(end, text.p, text.n);
    end[text.n] = '\0';
    turn->decisions_n += text.n;
}

static void add_decisions(void *context, const struct line *line, bool joined, struct str text)
{
    struct account *account = context;
    if (line->kind != LINE_TURN && line->kind != LINE_STEP)
        return;
    struct account_turn *turn = account_turn(account, line->turn);
    if (joined) {
        append(account->arena, turn, text);
        return;
    }
    const char *space = memchr(text.p, ' ', text.n), seat = (char)('a' + line->seat);
    append(account->arena, turn, str_of(turn->decisions_n ? "; " : ""));
    append(account->arena, turn, (struct str){&seat, 1});
    append(account->arena, turn,
           space ? str_from(text, (size_t)(space - text.p)) : (struct str){"", 0});
}

void account_of_moves(struct account *account, const struct record *record)
{
    account->has_moves = true;
    crn_decisions(record, add_decisions, account);
}

static void add_claim(struct account *account, const struct line *line, const struct act *act,
                      struct cell here)
{
    struct payment *payment = account_payment(account);
    payment->turn = line->turn;
    payment->seat = act->seat;
    payment->final = line->kind == LINE_FINAL || line->kind == LINE_END;
    payment->points = act->number;
    if (act->text.n)
        payment->kind = arena_copy(account->arena, act->text.p, act->text.n);
    if (act->segment.kind == REF_NOTHING)
        return;
    struct cell cell = act->segment.has_cell ? act->segment.cell : here;
    if (act->segment.kind == REF_EDGE) {
        payment->feature =
            arena_printf(account->arena, "%s", report_edge_text(ref_edge(&act->segment)).text);
        return;
    }
    if (!payment->kind)
        payment->kind = kinds[act->segment.kind].name;
    char name[SEGMENT_TEXT_SIZE];
    segment_text(&act->segment, name);
    payment->feature = arena_printf(account->arena, "%s@%d,%d", name, cell.x, cell.y);
}

static void add_totals(struct account *account, const struct record *record,
                       const struct line *line, const struct act *act)
{
    if (act->count != record->player_count || act->count > SEATS_MAX || line->kind == LINE_END ||
        line->kind == LINE_FINAL)
        return;
    struct account_turn *turn = account_turn(account, line->turn);
    turn->has_scores = true;
    memcpy(turn->scores, act->numbers, act->count * sizeof *act->numbers);
}

void account_of_claims(struct account *account, const struct record *record)
{
    struct cell here = {0, 0};
    account->partial = true;
    account->seats = record->player_count;
    unsigned count = record_claimed_result(record, account->final);
    account->has_final = count && count == record->player_count;
    account->complete = COMPLETE;
    account->has_result =
        account->has_final && record->result_count == count &&
        memcmp(record->result, account->final, count * sizeof *record->result) != 0;
    if (account->has_result)
        memcpy(account->result, record->result, count * sizeof *record->result);
    for (uint32_t i = 0; i < record->line_count; i++) {
        const struct line *line = &record->lines[i];
        if (line->kind == LINE_TURN && line->has_tile)
            here = line->cell;
        for (uint32_t k = 0; k < line->act_count; k++) {
            if (line->acts[k].kind == ACT_CLAIM)
                add_claim(account, line, &line->acts[k], here);
            else if (line->acts[k].kind == ACT_TOTALS)
                add_totals(account, record, line, &line->acts[k]);
        }
    }
}

/* ---- Features ---- */

static void name_feature(uint16_t *names, const struct table *table, unsigned node)
{
    uint16_t name = (uint16_t)table_name(table, table_find(table, node));
    for (unsigned each = node; names[each] == NODE_NONE; each = table->next[each])
        names[each] = name;
}

void account_of_table(struct account *account, const struct referee *referee)
{
    const struct table *table = &referee->table;
    const struct ledger *ledger = referee->ledger;
    unsigned count = ledger->tile_count;
    struct laid_tile *tiles = arena_take(account->arena, (count + 1) * sizeof *tiles);
    uint16_t *names = arena_take(account->arena, (count + 1) * NODES_PER_TILE * sizeof *names);
    memcpy(tiles, ledger->tiles, count * sizeof *tiles);
    memset(names, 0xFF, count * NODES_PER_TILE * sizeof *names);
    for (unsigned tile = 0; tile < count; tile++) {
        unsigned node = tile * NODES_PER_TILE;
        assert(table_at(table, tiles[tile].cell.x, tiles[tile].cell.y) == tile);
        for (unsigned i = 0; tiles[tile].design && i < tiles[tile].design->segment_count; i++)
            name_feature(names, table, node + i);
        for (unsigned axis = 0; axis < 2; axis++)
            if (tiles[tile].design && tiles[tile].built & 1u << axis)
                name_feature(names, table, node_built(tile, axis));
    }
    account->board = (struct account_board){tiles, count, names};
}

static unsigned tile_on(const struct account_board *board, struct cell cell)
{
    for (unsigned i = 0; i < board->count; i++)
        if (board->tiles[i].design && board->tiles[i].cell.x == cell.x &&
            board->tiles[i].cell.y == cell.y)
            return i;
    return TILE_NONE;
}

void account_resolve(struct account *account, const struct account_board *board)
{
    for (size_t i = 0; i < account->payment_count; i++) {
        struct payment *payment = &account->payments[i];
        struct segment_ref ref;
        const char *at = payment->feature ? payment->feature : "";
        char name[NODE_NAME_SIZE];
        if (!token_segment_at(&at, &ref) || *at || !ref.has_cell)
            continue;
        unsigned tile = tile_on(board, ref.cell);
        unsigned node =
            tile == TILE_NONE ? (unsigned)NODE_NONE : laid_node(board->tiles, tile, &ref);
        if (node == NODE_NONE)
            continue;
        laid_node_name(board->tiles, board->names[node], name);
        payment->feature = arena_copy(account->arena, name, strlen(name));
    }
}
