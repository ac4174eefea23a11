/* SPDX-License-Identifier: MIT */
/* Judges a whole game: begins it, judges the lines of its record one after the other, and writes
 * the facts of features and the END event. */
#include "referee/referee.h"
#include "referee/winner.h"

#include "referee/clock.h"
#include "referee/conditions.h"
#include "referee/drawing.h"

void referee_begin(struct referee *r, const struct record *record, struct findings *findings,
                   struct ledger *ledger)
{
    ledger_reset(ledger);
    table_reset(&r->table, ledger);
    memset(r->draw.counts, 0, r->draw.kinds * sizeof *r->draw.counts);
    r->record = record;
    r->arena = findings->arena;
    r->findings = findings;
    r->ledger = ledger;
    memset(r->scores, 0, sizeof r->scores);
    r->draw.drawn = r->draw.in_sets = r->draw.kinds = r->draw.lost = r->draw.unnamed =
        r->draw.reserved = r->draw.aside_count = r->draw.hidden = 0;
    r->draw.on_trust = 0;
    r->start_on_trust = false;
    memset(r->adjusted, 0, sizeof r->adjusted);
    r->may_matter = 0;
    r->turn = (struct turn_state){
        .seat = SEAT_NONE, .passes_from = SEAT_NONE, .meant = SEAT_NONE, .tile = TILE_NONE};
    r->late = (struct late_part){0};
    r->unknown = (struct unknown_state){.gap = 0};
    r->holdings = (struct holdings){.in_play = 0};
    r->lines = (struct turn_lines){.whole = false};
    r->over = r->over_reported = r->ended = false;
    r->end_reason = END_NORMAL;
    r->end_seat = r->first_out = SEAT_NONE;
    r->out_equal = false;
    memset(&r->claims, 0, offsetof(struct claim_book, paid));
    r->claims.paid_count = 0;

    judge_count_tiles(r);
    judge_find_expansions(r);
    judge_read_profile(r);
    judge_read_seats(r);
    ledger->seat_count = r->seats;
    memcpy(ledger->players, record->players, sizeof ledger->players);
    judge_begin_expansions(r);
    judge_lay_start(r);
}

/* Returns the reason why the game is over, in words; NULL if it is not. */
static const char *end_words(const struct referee *r, bool complete)
{
    if (referee_ends(r) == ANSWER_YES)
        FOR_EACH_ASKED(r, each, end_words)
            return each->end_words(r);
    return complete && !judge_tiles_left(r) ? "all tiles are drawn" : NULL;
}

unsigned referee_steps(const struct referee *r, struct str path, struct edge steps[SIDES])
{
    unsigned count = 0;
    FOR_EACH_ASKED(r, each, steps)
        if (!count)
            count = each->steps(r, path, steps);
    return count;
}

const struct meeple *referee_favours(const struct referee *r, unsigned seat)
{
    const struct meeple *meeple = NULL;
    FOR_EACH_ASKED(r, each, favours)
        if (!meeple)
            meeple = each->favours(r, seat);
    return meeple;
}

void referee_left(const struct referee *r, unsigned seat, struct pieces_left *left)
{
    *left = (struct pieces_left){.count = 0};
    if (seat == SEAT_NONE)
        pieces_left_add(left, "tile",
                        r->draw.in_sets > r->draw.drawn ? r->draw.in_sets - r->draw.drawn : 0);
    else if (seat < r->seats)
        FOR_EACH_BIT(kind, r->followers)
            pieces_left_add(left, meeple_kinds[kind].words, r->table.supply[seat][kind]);
    FOR_EACH_BIT(id, r->holdings.in_play)
        if ((stock_facts[id].owner == STOCK_OF_ALL) == (seat == SEAT_NONE))
            pieces_left_add(left, stock_facts[id].name,
                            holdings_left(r, (enum stock_id)id, seat == SEAT_NONE ? 0 : seat));
}

void referee_end_event(struct referee *r, bool complete)
{
    struct event *event = ledger_add(r->ledger, EVENT_END);
    if (!event)
        return;
    struct end_event *end = &event->end;
    event->turn = r->turn.number;
    end->why = end_words(r, complete);
    end->final = r->over;
    memcpy(end->scores, r->scores, sizeof end->scores);
    conditions_find(r, end);
    r->ledger->books = r->findings->first ? referee_books(r) : 0;
    end->may_matter = arena_alloc(r->arena, ((size_t)__builtin_popcountll(r->may_matter) + 1) *
                                                sizeof *end->may_matter);
    unsigned count = 0;
    FOR_EACH_BIT(id, r->may_matter)
        end->may_matter[count++] = rule_options[id].name;
    end->legal = end->valid = true;
    bool differ = r->claims.differ;
    for (const struct finding *finding = r->findings->first; finding; finding = finding->next) {
        if (finding->severity == SEVERITY_WARNING)
            continue;
        end->valid = false;
        end->legal &= !finding_is_about_play(finding->kind);
        differ |= finding->kind->code / 100 == 7;
    }
    winner_find(r, complete, end);
    end->complete = complete;
    end->claims_unread = r->record->claims_unread;
    end->undetermined = r->unknown.game || r->unknown.gap;
    end->claims = differ ? CLAIMS_DIFFER : r->claims.any ? CLAIMS_EQUAL : CLAIMS_NONE;
}

/* Writes what became of every feature, for reports by feature. */
static void write_features(struct referee *r)
{
    struct table *table = &r->table;
    if (!(r->ledger->wanted & EVENTS(EVENT_FEATURE)))
        return;
    for (unsigned node = 0; node < table->tile_count * NODES_PER_TILE; node++) {
        if (!table_is_root(table, node))
            continue;
        const struct feature *feature = &table->features[node];
        struct score_event score = {0};
        unsigned name = table_name(table, node);
        if (r->profile.name)
            judge_value(r, node, name, !feature->completed, &score);
        struct event *event = ledger_add(r->ledger, EVENT_FEATURE);
        event->turn = r->turn.number;
        event->node = (uint16_t)node;
        event->feature = (struct feature_event){.kind = feature->kind,
                                                .completed = feature->completed,
                                                .closed = !feature->open,
                                                .shields = feature->shields,
                                                .name = (uint16_t)name,
                                                .completed_turn = feature->completed_turn,
                                                .value = score.points,
                                                .marks = score.marks,
                                                .tiles = table_tiles(table, node),
                                                .term_count = score.term_count};
        memcpy(event->feature.terms, score.terms, sizeof score.terms);
        memcpy(event->feature.followers, feature->followers, sizeof feature->followers);
    }
}

void referee_finish(struct referee *r, bool final)
{
    bool all_drawn = !judge_tiles_left(r) && !r->record->turn_open;
    bool complete = r->ended || (all_drawn && !r->turn.waits);
    if (!r->ended && r->through == UINT16_MAX) {
        const char *why = "; it is unfinished, or was cut";
        if (referee_ends(r) == ANSWER_YES)
            why = " although the game is over";
        else if (all_drawn)
            why = " although all tiles are drawn";
        judge_raise(r, r->record->place.at ? FINDING_UNFINISHED_FILE : FINDING_UNFINISHED,
                    r->turn.open || r->turn.number ? r->turn.head : r->record->place, ARGS(why));
    }
    if (final || (all_drawn && !r->turn.waits))
        judge_finish_game(r, r->record->place);
    judge_close_turn(r, false);
    clock_account(r);
    if (r->through == UINT16_MAX) {
        claims_check_record(r, r->over);
        winner_check(r, complete);
    }
    write_features(r);
}

/* Judges the lines up to `end`, turn by turn. The record is known up to `all_end`. Without
 * expansions nothing depends on later lines, so the lines of each turn need not be found in
 * advance. */
static void judge_lines(struct referee *r, const struct line *line, const struct line *end,
                        const struct line *all_end)
{
    bool groups = r->in_play_count;
    for (r->lines.end = line; line < end; line++) {
        if (groups) {
            if (line >= r->lines.end)
                judge_begin_lines(r, line, all_end);
            r->lines.line = line;
        }
        judge_line(r, line);
    }
}

void referee_lines(struct referee *r, const struct line *lines, uint32_t count)
{
    const struct line *end = count ? lines + count : lines;
    judge_lines(r, lines, end, r->lines.whole ? record_end(r->record) : end);
    if (!r->lines.whole)
        r->lines.line = NULL;
}

/* True if a finding of the reader belongs before a line. A finding in an imported document has a
 * turn, which is compared. Other findings are compared by their lines. */
static bool is_read_by(const struct finding *finding, const struct line *line)
{
    if (!line)
        return true;
    bool in_turn = line->kind == LINE_TURN || line->kind == LINE_STEP;
    return finding->turn ? in_turn && finding->turn < line->turn
                         : finding->place.line <= line->place.line;
}

/* Judges the lines of the turns up to `through`. Writes the findings of the reader, from `read` to
 * `last_read`, among the lines where they belong. */
static void judge_among(struct referee *r, const struct finding *read,
                        const struct finding *last_read)
{
    const struct record *record = r->record;
    struct ledger *ledger = r->ledger;
    uint16_t through = r->through;
    bool beyond = false;
    r->lines.end = record->lines;
    for (uint32_t i = 0; i <= record->line_count; i++) {
        const struct line *line = i < record->line_count ? &record->lines[i] : NULL;
        bool in_turn = line && (line->kind == LINE_TURN || line->kind == LINE_STEP),
             was_beyond = beyond;
        beyond |=
            through != UINT16_MAX && line &&
            (in_turn ? line->turn > through : line->kind == LINE_FINAL || line->kind == LINE_END);
        while (read && is_read_by(read, line)) {
            bool later = was_beyond ? read->turn || read->place.line
                                    : beyond && line && read->place.line == line->place.line;
            struct event *event = later ? NULL : ledger_add(ledger, EVENT_FINDING);
            if (event) {
                event->turn = read->turn                        ? read->turn
                              : line && line->kind == LINE_TURN ? line->turn
                                                                : r->turn.number;
                event->seat = read->seat;
                event->finding = read;
            }
            read = read == last_read ? NULL : read->next;
        }
        if (line && line >= r->lines.end)
            judge_begin_lines(r, line, record_end(record));
        r->lines.line = line;
        if (line && !beyond)
            judge_line(r, line);
    }
}

void referee_judge(struct referee *r, const struct record *record, struct findings *findings,
                   struct ledger *ledger, uint16_t through, bool final)
{
    const struct finding *read = findings->first, *last_read = findings->last;
    r->through = through;
    referee_begin(r, record, findings, ledger);
    r->lines.whole = true;
    if (read || through != UINT16_MAX)
        judge_among(r, read, last_read);
    else
        judge_lines(r, record->lines, record_end(record), record_end(record));
    bool complete = r->ended || (!judge_tiles_left(r) && !r->turn.waits && !record->turn_open);
    referee_finish(r, final);
    referee_end_event(r, complete);
}
