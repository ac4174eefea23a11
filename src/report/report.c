/* SPDX-License-Identifier: MIT */
/* Chooses the report of a key, and prints the parts that several reports share. */
#include "report/report.h"
#include "base/check.h"
#include "base/digits.h"

#include <stdio.h>

const char *const by_names[BY_COUNT] = {
#define BY(id, name, nothing, events, print, detail, marks) name,
#include "rows.h"
};
const char *const by_awards[BY_COUNT] = {
#define SUM(id, name, award) [BY_##id] = award,
#include "rows.h"
};

static const struct report_key reports[BY_COUNT] = {
#define BY(id, name, nothing, events, print, detail, marks) {nothing, events, print, detail, marks},
#include "rows.h"
};

/* Parts of reports that other rooms add. */
static const struct {
    enum by by;
    struct report_key key;
} more[] = {
#define ALSO(id, events, print, detail, marks) {BY_##id, {NULL, events, print, detail, marks}},
#include "rows.h"
};
enum { MORE = sizeof more / sizeof *more };

void by_list_add(struct by_list *list, enum by by)
{
    if (!by_list_has(list, by))
        list->of[list->count++] = (uint8_t)by;
}

bool by_list_has(const struct by_list *list, enum by by)
{
    for (unsigned i = 0; i < list->count; i++)
        if (list->of[i] == by)
            return true;
    return false;
}

uint64_t report_events(const struct by_list *keys, bool all_events)
{
    uint64_t events =
        EVENTS(EVENT_SCORE) | EVENTS(EVENT_FINDING) | EVENTS(EVENT_END) | EVENTS(EVENT_TURN);
    for (unsigned i = 0; i < keys->count; i++)
        events |= reports[keys->of[i]].events;
    for (unsigned i = 0; i < MORE; i++)
        events |= by_list_has(keys, more[i].by) ? more[i].key.events : 0;
    return all_events ? EVENTS_ALL : events;
}

static void report_by(struct reporter *reporter, enum by by, const struct game_view *view)
{
    uint64_t before = reporter->text ? sink_written(reporter->sink) : 0;
    reports[by].print(reporter, view, &reports[by]);
    for (unsigned i = 0; i < MORE; i++)
        if (more[i].by == by)
            more[i].key.print(reporter, view, &more[i].key);
    if (reporter->text && reports[by].nothing && sink_written(reporter->sink) == before)
        sink_printf(reporter->sink, "no %s\n", reports[by].nothing);
}

void report_game(struct reporter *reporter, const struct by_list *keys,
                 const struct game_view *view)
{
    if (reporter->text)
        report_title(reporter->sink, view);
    for (unsigned i = 0; i < keys->count; i++) {
        if (reporter->text && keys->count > 1)
            sink_printf(reporter->sink, "%sby %s:\n", i ? "\n" : "", by_names[keys->of[i]]);
        report_by(reporter, (enum by)keys->of[i], view);
    }
    /* A stream of objects has the findings and the verdict for every key. CSV has only rows of one
     * kind. */
    if (by_list_has(keys, BY_TURN) || reporter->text || reporter->emitter->form == EMIT_CSV)
        return;
    for (size_t i = 0; i < view->ledger->count; i++) {
        const struct event *event = &view->ledger->events[i];
        if (event->kind == EVENT_FINDING)
            report_finding(reporter->emitter, view, event);
        else if (event->kind == EVENT_END)
            report_end(reporter->emitter, view, event);
    }
}

char report_seat_letter(unsigned seat)
{
    return seat < SEATS_MAX ? (char)('a' + seat) : '-';
}

void report_object(struct emitter *e, const struct game_view *view, const char *event)
{
    emit_begin(e);
    emit_key_text(e, "event", event);
    emit_key_str(e, "file", view->file);
    emit_key_int(e, "game", view->game);
}

void report_seat(struct emitter *e, const char *key, unsigned seat)
{
    emit_key(e, key);
    char letter = report_seat_letter(seat);
    if (seat < SEATS_MAX)
        emit_str(e, (struct str){&letter, 1});
    else
        emit_null(e);
}

/* Returns the end of the text. */
static char *write_cell(char *at, struct cell cell)
{
    at = digits_write(at, cell.x);
    *at++ = ',';
    return digits_write(at, cell.y);
}

struct cell_text report_cell_text(struct cell cell)
{
    struct cell_text cell_text = {""};
    write_cell(cell_text.text, cell);
    return cell_text;
}

struct cell_text report_edge_text(struct edge edge)
{
    assert(edge.side < SIDES);
    struct cell_text cell_text = {""};
    char *end = write_cell(cell_text.text, edge.cell);
    *end++ = "NESW"[edge.side];
    *end = '\0';
    return cell_text;
}

static void emit_cell(struct emitter *e, struct cell cell)
{
    emit_str(e, str_of(report_cell_text(cell).text));
}

void report_cell(struct emitter *e, const char *key, struct cell cell)
{
    emit_key(e, key);
    emit_cell(e, cell);
}

bool report_has_key(const struct emitter *e, bool has_value)
{
    return has_value || (e->form == EMIT_CSV && e->depth == 1);
}

void report_node(struct emitter *e, const char *key, const struct ledger *ledger, unsigned node)
{
    char name[NODE_NAME_SIZE] = "";
    if (!report_has_key(e, node != NODE_NONE))
        return;
    if (node != NODE_NONE)
        ledger_node_name(ledger, node, name);
    emit_key_text(e, key, name);
}

void report_stand(struct emitter *e, struct namer *namer, unsigned node)
{
    report_node(e, "feature", namer->ledger, namer_name(namer, node));
    report_node(e, "segment", namer->ledger, node);
}

void report_part(struct emitter *e, unsigned part)
{
    if (part)
        emit_key_int(e, "part", part + 1);
    else if (report_has_key(e, false))
        emit_key_text(e, "part", "");
}

void report_meeple(struct emitter *e, unsigned kind)
{
    if (report_has_key(e, kind != MEEPLE_SMALL))
        emit_key_text(e, "follower", kind != MEEPLE_SMALL ? meeple_kinds[kind].name : "");
}

void report_marks(struct emitter *e, unsigned set)
{
    if (!report_has_key(e, set))
        return;
    emit_key(e, "marks");
    emit_list(e);
    for (unsigned i = 0; i < MARK_COUNT; i++)
        if (set >> i & 1)
            emit_str(e, str_of(marks[i].sign));
    emit_close(e);
}

void report_laid(struct emitter *e, const struct ledger *ledger, unsigned tile)
{
    const struct laid_tile *laid = tile == TILE_NONE ? NULL : &ledger->tiles[tile];
    emit_key(e, "tile");
    if (laid && laid->named)
        emit_str(e, str_of(laid->named->name));
    else
        emit_null(e);
    if (laid) {
        report_cell(e, "cell", laid->cell);
    } else {
        emit_key(e, "cell");
        emit_null(e);
    }
    emit_key(e, "orient");
    if (laid && laid->orient != ORIENT_UNKNOWN)
        emit_str(e, (struct str){&"NESW"[laid->orient], 1});
    else
        emit_null(e);
}

unsigned report_tiles_sorted(const struct ledger *ledger, const struct tile_bits *tiles,
                             uint16_t sorted[TILES_MAX + 1])
{
    unsigned count = 0;
    for (unsigned tile = 0; tile < ledger->tile_count; tile++) {
        if (!tile_bits_has(tiles, tile))
            continue;
        struct cell cell = ledger->tiles[tile].cell;
        unsigned k = count++;
        for (; k; k--) {
            struct cell before = ledger->tiles[sorted[k - 1]].cell;
            if (before.y < cell.y || (before.y == cell.y && before.x < cell.x))
                break;
            sorted[k] = sorted[k - 1];
        }
        sorted[k] = (uint16_t)tile;
    }
    return count;
}

void report_tiles(struct emitter *e, const char *key, const struct ledger *ledger,
                  const struct tile_bits *tiles)
{
    uint16_t sorted[TILES_MAX + 1];
    unsigned count = report_tiles_sorted(ledger, tiles, sorted);
    emit_key(e, key);
    emit_list(e);
    for (unsigned i = 0; i < count; i++)
        emit_cell(e, ledger->tiles[sorted[i]].cell);
    emit_close(e);
}

static void emit_options(struct emitter *e, const struct score_event *score)
{
    if (!report_has_key(e, score->option_count))
        return;
    emit_key(e, "option");
    emit_map(e);
    for (unsigned i = 0; i < score->option_count; i++)
        emit_key_text(e, score->options[i].name, score->options[i].value);
    emit_close(e);
}

void report_score(struct emitter *e, const struct game_view *view, const struct event *event)
{
    const struct score_event *score = &event->score;
    report_object(e, view, "score");
    emit_key_int(e, "turn", event->turn);
    report_seat(e, "seat", event->seat);
    emit_key_text(e, "kind", award_names[score->award]);
    emit_key_int(e, "points", score->points);
    emit_key_bool(e, "final", score->final);
    emit_key(e, "feature");
    if (score->name != NODE_NONE) {
        char name[NODE_NAME_SIZE];
        ledger_node_name(view->ledger, score->name, name);
        emit_str(e, str_of(name));
    } else {
        emit_null(e);
    }
    if (report_has_key(e, score->kind == REF_EDGE))
        emit_key_text(e, "edge", score->kind == REF_EDGE ? report_edge_text(score->edge).text : "");
    report_tiles(e, "tiles", view->ledger, &score->tiles);
    emit_key(e, "owners");
    emit_map(e);
    for (unsigned seat = 0; seat < view->ledger->seat_count; seat++)
        if (score->owners[seat])
            emit_key_int(e, (const char[]){report_seat_letter(seat), '\0'}, score->owners[seat]);
    emit_close(e);
    emit_key(e, "terms");
    emit_list(e);
    for (unsigned i = 0; i < score->term_count; i++) {
        const struct term *term = &score->terms[i];
        emit_map(e);
        emit_key_text(e, "name", term_words[term->name].name);
        emit_key_int(e, "count", term->count);
        emit_key_int(e, "each", term->each);
        emit_key_int(e, "points", term->count * term->each);
        emit_close(e);
    }
    emit_close(e);
    report_marks(e, score->marks);
    if (report_has_key(e, score->counted_count)) {
        emit_key(e, "counted");
        emit_list(e);
        for (unsigned i = 0; i < score->counted_count; i++) {
            char name[NODE_NAME_SIZE];
            ledger_node_name(view->ledger, score->counted[i], name);
            emit_str(e, str_of(name));
        }
        emit_close(e);
    }
    emit_key_text(e, "rule", score->rule);
    emit_options(e, score);
    if (report_has_key(e, score->undetermined))
        emit_key_bool(e, "undetermined", score->undetermined);
    emit_end(e);
}

static void emit_place(struct emitter *e, const struct place *place)
{
    if (place->at && *place->at)
        emit_key_text(e, "at", place->at);
    if (place->line) {
        emit_key_int(e, "line", place->line);
        emit_key_int(e, "column", place->column);
        emit_key_int(e, "endColumn", place->end);
    }
}

static void emit_key_if(struct emitter *e, const char *key, const char *text)
{
    if (text)
        emit_key_text(e, key, text);
}

void report_finding(struct emitter *e, const struct game_view *view, const struct event *event)
{
    const struct finding *finding = event->finding;
    report_object(e, view, "finding");
    if (finding->turn)
        emit_key_int(e, "turn", finding->turn);
    if (finding->step)
        emit_key_int(e, "step", finding->step);
    if (finding->seat != NO_SEAT)
        report_seat(e, "seat", finding->seat);
    emit_key_if(e, "tile", finding->tile);
    emit_key_if(e, "cell", finding->cell);
    emit_key_if(e, "edge", finding->edge);
    emit_key_int(e, "code", finding->kind->code);
    emit_key_text(e, "name", finding->kind->name);
    emit_key_text(e, "severity", severity_name(finding->severity));
    emit_key_text(e, "message", finding->message);
    emit_place(e, &finding->place);
    if (finding->also_message) {
        emit_key(e, "also");
        emit_map(e);
        emit_place(e, &finding->also);
        emit_key_text(e, "message", finding->also_message);
        emit_close(e);
    }
    emit_end(e);
}

/* Writes one object for each condition: its kind, and the members of that kind. */
static void emit_conditions(struct emitter *e, const struct end_event *end)
{
    emit_key(e, "conditions");
    emit_list(e);
    for (unsigned i = 0; i < end->condition_count; i++) {
        const struct condition *condition = &end->conditions[i];
        emit_map(e);
        emit_key_text(e, "kind", condition_names[condition->kind]);
        if (condition->kind == CONDITION_ADJUSTED) {
            report_seat(e, "seat", condition->seat);
            emit_key_int(e, "points", condition->number);
        } else if (condition->name) {
            emit_key_text(e, "name", condition->name);
            emit_key_if(e, "value", condition->value);
        } else {
            emit_key_int(e, "count", condition->number);
        }
        emit_close(e);
    }
    emit_close(e);
}

void report_winners(struct emitter *e, const struct end_event *end)
{
    emit_key(e, "winners");
    emit_list(e);
    FOR_EACH_BIT(seat, end->winners) {
        char letter[2] = {report_seat_letter(seat)};
        emit_str(e, str_of(letter));
    }
    emit_close(e);
    emit_key_if(e, "reason", end->winners ? won_by_names[end->won_by] : NULL);
}

void report_end(struct emitter *e, const struct game_view *view, const struct event *event)
{
    const struct end_event *end = &event->end;
    report_object(e, view, "end");
    emit_key_int(e, "turn", event->turn);
    emit_key(e, "scores");
    emit_list(e);
    for (unsigned seat = 0; seat < view->ledger->seat_count; seat++)
        emit_int(e, end->scores[seat]);
    emit_close(e);
    emit_key_bool(e, "legal", end->legal);
    emit_key_bool(e, "valid", end->valid);
    emit_key_bool(e, "complete", end->complete);
    emit_key_bool(e, "undetermined", end->undetermined);
    emit_key_if(e, "why", end->why);
    report_winners(e, end);
    emit_key_text(e, "claims", claims_names[end->claims]);
    if (view->disabled)
        emit_key_int(e, "disabled", view->disabled);
    if (end->condition_count)
        emit_conditions(e, end);
    if (end->may_matter && *end->may_matter) {
        emit_key(e, "mayMatter");
        emit_list(e);
        for (const char **name = end->may_matter; *name; name++)
            emit_str(e, str_of(*name));
        emit_close(e);
    }
    if (view->reconstruction)
        emit_key_text(e, "reconstruction", view->reconstruction);
    if (view->identity)
        emit_key_text(e, "identity", view->identity);
    emit_end(e);
}

/* ---- Text ---- */

void report_player(struct sink *sink, const struct ledger *ledger, unsigned seat)
{
    struct str name = ledger->players[seat];
    bool is_shared = false;
    for (unsigned other = 0; other < ledger->seat_count; other++)
        is_shared |= other != seat && str_equal(ledger->players[other], name);
    if (!name.n)
        sink_printf(sink, "seat %c", report_seat_letter(seat));
    else
        sink_plain(sink, name);
    if (name.n && is_shared)
        sink_printf(sink, " (%c)", report_seat_letter(seat));
}

static void text_winners(struct sink *sink, const struct ledger *ledger, unsigned winners)
{
    unsigned left = (unsigned)__builtin_popcount(winners);
    bool are_several = left > 1;
    FOR_EACH_BIT(seat, winners) {
        report_player(sink, ledger, seat);
        sink_cstr(sink, --left > 1 ? ", " : left ? " and " : "");
    }
    sink_cstr(sink, are_several ? " share the win" : " wins");
}

void report_outcome(struct sink *sink, const struct ledger *ledger, const struct end_event *end)
{
    static const char *const loses[WON_BY_COUNT] = {[WON_BY_RESIGNATION] = "resigned",
                                                    [WON_BY_CLOCK] = "ran out of time",
                                                    [WON_BY_FORFEIT] = "forfeited"};
    if (end->winners)
        text_winners(sink, ledger, end->winners);
    else if (!end->complete)
        sink_cstr(sink, "unfinished");
    else if (end->stopped)
        sink_cstr(sink, "stopped");
    else
        sink_cstr(sink, ledger->seat_count < 2 ? "finished" : "the winner is unknown");
    if (end->won_by == WON_BY_TIE)
        sink_cstr(sink, " the tie");
    if (end->winners && loses[end->won_by]) {
        sink_cstr(sink, ", because ");
        report_player(sink, ledger, end->lost);
        sink_printf(sink, " %s", loses[end->won_by]);
    }
}

void report_sum_awards(const struct ledger *ledger, int32_t points[SEATS_MAX][AWARD_COUNT])
{
    for (size_t i = 0; i < ledger->count; i++) {
        const struct event *event = &ledger->events[i];
        if (event->kind == EVENT_SCORE && event->seat < SEATS_MAX)
            points[event->seat][event->score.award] += event->score.points;
    }
}

void report_result(struct sink *sink, const struct ledger *ledger, const struct end_event *end)
{
    for (unsigned seat = 0; seat < ledger->seat_count; seat++) {
        sink_cstr(sink, seat ? ", " : "");
        report_player(sink, ledger, seat);
        sink_printf(sink, " %d", (int)end->scores[seat]);
    }
    sink_cstr(sink, ledger->seat_count ? ": " : "");
    report_outcome(sink, ledger, end);
}

bool report_has_reservations(const struct game_view *view, const struct end_event *end)
{
    return view->disabled || end->condition_count;
}

static void text_condition(struct sink *sink, const struct game_view *view,
                           const struct condition *condition)
{
    switch ((enum condition_kind)condition->kind) {
    case CONDITION_OWN_TILES:
    case CONDITION_DISCARDS:
        sink_int(sink, condition->number);
        break;
    case CONDITION_BRINGS:
    case CONDITION_START:
        sink_plain(sink, str_of(condition->name));
        break;
    case CONDITION_COPIES:
    case CONDITION_SUPPLY:
    case CONDITION_OPTION:
        sink_printf(sink, "%s=%s", condition->name, condition->value);
        break;
    case CONDITION_ADJUSTED:
        sink_plain(sink, view->ledger->players[condition->seat]);
        sink_printf(sink, " %+d", (int)condition->number);
        break;
    case CONDITION_KIND_COUNT:
        break;
    }
}

bool report_reservations(struct sink *sink, const struct game_view *view,
                         const struct end_event *end, const char *before)
{
    static const char *const heads[CONDITION_KIND_COUNT] = {[CONDITION_OWN_TILES] = "own tiles",
                                                            [CONDITION_BRINGS] = "rules in play",
                                                            [CONDITION_COPIES] = "copies",
                                                            [CONDITION_SUPPLY] = "supply",
                                                            [CONDITION_OPTION] = "options",
                                                            [CONDITION_START] = "start on trust",
                                                            [CONDITION_DISCARDS] =
                                                                "discards on trust",
                                                            [CONDITION_ADJUSTED] = "adjusted"};
    if (view->disabled)
        sink_printf(sink, "%s%u finding%s disabled", before, view->disabled,
                    view->disabled == 1 ? "" : "s");
    for (unsigned i = 0; i < end->condition_count; i++) {
        const struct condition *condition = &end->conditions[i];
        if (i && condition->kind == condition[-1].kind)
            sink_cstr(sink, ", ");
        else
            sink_printf(sink, "%s%s: ", i || view->disabled ? "; " : before,
                        heads[condition->kind]);
        text_condition(sink, view, condition);
    }
    return report_has_reservations(view, end);
}

void report_title(struct sink *sink, const struct game_view *view)
{
    sink_plain(sink, view->file);
    if (view->line)
        sink_printf(sink, ":%u", view->line);
    sink_cstr(sink, ": ");
    for (unsigned seat = 0; seat < view->ledger->seat_count; seat++) {
        sink_printf(sink, "%s%c ", seat ? ", " : "", report_seat_letter(seat));
        sink_plain(sink, view->ledger->players[seat]);
    }
    sink_cstr(sink, " (");
    sink_plain(sink, view->profile);
    if (view->reconstruction)
        sink_printf(sink, "; the tiles are a reconstruction, %s", view->reconstruction);
    sink_cstr(sink, ")\n");
}

void report_arithmetic(struct sink *sink, const struct score_event *score)
{
    for (unsigned i = 0; i < score->term_count; i++) {
        const struct term *term = &score->terms[i];
        const struct term_words *words = &term_words[term->name];
        if (i)
            sink_cstr(sink, " + ");
        sink_printf(sink, "%u %s × %d", term->count, term->count == 1 ? words->one : words->many,
                    term->each);
        if (words->times)
            sink_printf(sink, " %s%s", words->times, term->each == 1 ? "" : "s");
    }
    if (score->term_count)
        sink_printf(sink, " = %d", score->points);
}

static void text_tiles(struct sink *sink, const struct ledger *ledger,
                       const struct tile_bits *tiles)
{
    uint16_t sorted[TILES_MAX + 1];
    unsigned count = report_tiles_sorted(ledger, tiles, sorted);
    sink_cstr(sink, "; tiles");
    for (unsigned i = 0; i < count; i++)
        sink_printf(sink, " %d,%d", ledger->tiles[sorted[i]].cell.x,
                    ledger->tiles[sorted[i]].cell.y);
}

/* Prints the features that the terms count: "; cities cE@1,0 cS@2,2; castles cN@0,4". They are in
 * the order of the terms. */
static void text_counted(struct sink *sink, const struct ledger *ledger,
                         const struct score_event *score)
{
    const struct term *term = score->terms;
    unsigned left = term->count;
    for (unsigned i = 0; i < score->counted_count; i++, left--) {
        bool is_first = i == 0;
        while (!left && term + 1 < score->terms + score->term_count) {
            left = (++term)->count;
            is_first = true;
        }
        char name[NODE_NAME_SIZE];
        ledger_node_name(ledger, score->counted[i], name);
        if (is_first)
            sink_printf(sink, "; %s", term_words[term->name].many);
        sink_printf(sink, " %s", name);
    }
}

void report_award_why(struct sink *sink, const struct ledger *ledger,
                      const struct score_event *score)
{
    report_arithmetic(sink, score);
    text_counted(sink, ledger, score);
    for (unsigned i = 0; i < MARK_COUNT; i++)
        if (score->marks >> i & 1)
            sink_printf(sink, "; %s", marks[i].sign);
    if (score->name != NODE_NONE) {
        sink_cstr(sink, "; followers");
        for (unsigned seat = 0; seat < ledger->seat_count; seat++)
            if (score->owners[seat])
                sink_printf(sink, " %c%u", report_seat_letter(seat), score->owners[seat]);
        text_tiles(sink, ledger, &score->tiles);
    }
    sink_printf(sink, "; %s", score->rule);
    for (unsigned i = 0; i < score->option_count; i++)
        sink_printf(sink, "%s%s: %s", i ? ", " : " (", score->options[i].name,
                    score->options[i].value);
    if (score->option_count)
        sink_char(sink, ')');
    if (score->undetermined)
        sink_cstr(sink, "; undetermined");
}

void report_award_text(struct sink *sink, const struct ledger *ledger, const struct event *event)
{
    const struct score_event *score = &event->score;
    char name[NODE_NAME_SIZE];
    bool by_city = score->award == AWARD_FIELD && score->kind != KIND_FIELD;
    sink_printf(sink, "%c %+d  %s%s", report_seat_letter(event->seat), score->points,
                award_names[score->award], by_city ? " around" : "");
    if (score->kind == REF_EDGE)
        sink_printf(sink, " %s", report_edge_text(score->edge).text);
    if (score->name != NODE_NONE) {
        ledger_node_name(ledger, score->name, name);
        sink_printf(sink, " %s", name);
    }
    if (score->name != NODE_NONE || score->term_count)
        sink_cstr(sink, ": ");
    report_award_why(sink, ledger, score);
    sink_char(sink, '\n');
}
