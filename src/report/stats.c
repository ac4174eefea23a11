/* SPDX-License-Identifier: MIT */
/* Counts games in tables, and prints the tables. */
#include "ledger/field.h"
#include "report/stats.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"

const char *const stats_names[STATS_COUNT] = {"games",  "sets",  "rules",    "seats", "seat",
                                              "player", "award", "follower", "tile",  "finding"};

/* Unit of luck, the difference of a player's result from the mean of the table: a sixtieth of a
 * point, so that the mean of 2 to 6 players is a whole number. */
enum { LUCK_UNIT = 60 };

/* Columns of the table of followers: how many were placed, and why they came home. */
#define WHY_COLUMN(name) {name, STATS_SUM, NULL, LOOK_NUMBER, false},
#define WHY_NONE(name)
static const struct stats_column follower_columns[STATS_COLUMNS_MAX] = {
    {"put", STATS_SUM, NULL, LOOK_NUMBER, false},
#define WHY(id, name, words, column) WHY_##column(name)
#include "rows.h"
};

/* Column that counts each reason why a follower came home. A reason without a column has 0, which
 * is the column of placed followers. */
#undef WHY_COLUMN
enum follower_column {
    FOLLOWER_PUT,
#define WHY_COLUMN(id)               FOLLOWER_##id,
#define WHY(id, name, words, column) WHY_##column(id)
#include "rows.h"
};
#undef WHY_COLUMN
#define WHY_COLUMN(id) [WHY_##id] = FOLLOWER_##id,
static const uint8_t column_of[WHY_COUNT] = {
#define WHY(id, name, words, column) WHY_##column(id)
#include "rows.h"
};

#define SUM(name)                                                                                  \
    {                                                                                              \
        name, STATS_SUM, NULL, LOOK_NUMBER, false                                                  \
    }
#define LEAST(name)                                                                                \
    {                                                                                              \
        name, STATS_LEAST, NULL, LOOK_NUMBER, false                                                \
    }
#define MOST(name)                                                                                 \
    {                                                                                              \
        name, STATS_MAX, NULL, LOOK_NUMBER, false                                                  \
    }
#define MEAN(name, per)                                                                            \
    {                                                                                              \
        name, STATS_SUM, per, LOOK_MEAN, false                                                     \
    }
#define RESULT_COLUMNS                                                                             \
    SUM("games"), SUM("wins"), SUM("shared"), {"points", STATS_SUM, "games", LOOK_MEAN, true},     \
        {"least", STATS_LEAST, NULL, LOOK_NUMBER, true},                                           \
        {"most", STATS_MAX, NULL, LOOK_NUMBER, true}, MEAN("put", "games"),                        \
        MEAN("returned", "games"), SUM("timed"), MEAN("seconds", "timed")

#define COLUMNS(...)                                                                               \
    (const struct stats_column[STATS_COLUMNS_MAX])                                                 \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
static const struct stats_column *const columns[STATS_COUNT] = {
    [STATS_GAMES] = COLUMNS(
        SUM("games"), SUM("legal"), SUM("valid"), SUM("complete"), SUM("undetermined"),
        SUM("claims-equal"), SUM("claims-differ"), SUM("counted"), MEAN("turns", "counted"),
        LEAST("turns-least"), MOST("turns-most"), MEAN("tiles", "counted"),
        MEAN("discards", "counted"), MEAN("width", "counted"), MOST("width-most"),
        MEAN("height", "counted"), MOST("height-most"), SUM("ties"), MEAN("margin", "counted")),
    [STATS_SETS] = COLUMNS(SUM("games"), SUM("valid")),
    [STATS_RULES] = COLUMNS(SUM("games"), SUM("valid")),
    [STATS_SEATS] = COLUMNS(SUM("games"), SUM("valid")),
    [STATS_SEAT] = COLUMNS(RESULT_COLUMNS),
    [STATS_PLAYER] = COLUMNS(RESULT_COLUMNS),
    [STATS_AWARD] =
        COLUMNS(SUM("awards"), {"points", STATS_SUM, NULL, LOOK_NUMBER, true}, SUM("final-awards"),
                {"final-points", STATS_SUM, NULL, LOOK_NUMBER, true}),
    [STATS_FOLLOWER] = follower_columns,
    [STATS_TILE] =
        COLUMNS(SUM("laid"), SUM("discarded"), {"wins", STATS_SUM, "laid", LOOK_PERCENT, false},
                {"luck", STATS_SUM, "laid", LOOK_LUCK, true}),
    [STATS_FINDING] = COLUMNS(SUM("times"), SUM("games")),
};

const uint64_t stats_events = EVENTS(EVENT_LAID) | EVENTS(EVENT_DISCARDED) | PUT_EVENTS |
                              LEAVE_EVENTS | FREE_EVENTS | EVENTS(EVENT_CLOCK) |
                              EVENTS(EVENT_SCORE) | EVENTS(EVENT_TURN) | EVENTS(EVENT_END);

const struct stats_column *stats_columns(enum stats_table table)
{
    return columns[table];
}

/* ---- Rows ---- */

static size_t *slot_of(struct stats *stats, enum stats_table table, struct str key)
{
    size_t i = (str_hash(key) * 31u + table) % stats->slot_room;
    for (; stats->slots[i]; i = (i + 1) % stats->slot_room) {
        const struct stats_row *row = &stats->rows[stats->slots[i] - 1];
        if (row->table == table && str_equal(row->key, key))
            break;
    }
    return &stats->slots[i];
}

static struct stats_row *row_of(struct stats *stats, enum stats_table table, struct str key)
{
    if (stats->count == stats->room) {
        stats->rows = memory_grown(stats->rows, &stats->room, sizeof *stats->rows);
        memory_free(stats->slots);
        stats->slot_room = 2 * stats->room;
        stats->slots = memory_zeroed(stats->slot_room, sizeof *stats->slots);
        for (size_t i = 0; i < stats->count; i++)
            *slot_of(stats, (enum stats_table)stats->rows[i].table, stats->rows[i].key) = i + 1;
    }
    size_t *slot = slot_of(stats, table, key);
    if (!*slot) {
        struct stats_row *row = &stats->rows[stats->count];
        *row = (struct stats_row){.table = (uint8_t)table,
                                  .key = {arena_copy(&stats->arena, key.p, key.n), key.n}};
        const struct stats_column *column = stats_columns(table);
        for (unsigned i = 0; column[i].name; i++)
            row->values[i] = column[i].fold == STATS_LEAST ? INT64_MAX
                             : column[i].fold == STATS_MAX ? INT64_MIN
                                                           : 0;
        *slot = ++stats->count;
    }
    return &stats->rows[*slot - 1];
}

void stats_add(struct stats *stats, enum stats_table table, struct str key,
               const int64_t values[STATS_COLUMNS_MAX])
{
    if (key.n > STATS_KEY_MAX)
        for (key.n = STATS_KEY_MAX; (key.p[key.n] & 0xC0) == 0x80;) /* cut at a whole character */
            key.n--;
    int64_t *total = row_of(stats, table, key)->values, sum;
    for (const struct stats_column *column = columns[table]; column->name;
         column++, total++, values++) {
        if (column->fold == STATS_SUM) {
            bool exceeds = __builtin_add_overflow(*total, *values, &sum);
            stats->saturated |= exceeds;
            *total = !exceeds ? sum : *values < 0 ? INT64_MIN : INT64_MAX;
        } else if (column->fold == STATS_LEAST ? *values < *total : *values > *total) {
            *total = *values;
        }
    }
}

#define ADD(stats, table, key, ...)                                                                \
    stats_add(stats, table, key, (const int64_t[STATS_COLUMNS_MAX]){__VA_ARGS__})

/* ---- A game ---- */

struct result {
    int32_t best, second;
    int64_t total;
    unsigned winners; /* set of seats */
    bool alone;       /* one seat wins */
};

static struct result result_of(const struct ledger *ledger, const struct end_event *end)
{
    const int32_t *scores = end->scores;
    struct result result = {INT32_MIN, INT32_MIN, 0, end->winners,
                            __builtin_popcount(end->winners) == 1};
    for (unsigned seat = 0; seat < ledger->seat_count; seat++) {
        int32_t score = scores[seat];
        result.total += score;
        if (score > result.best) {
            result.second = result.best;
            result.best = score;
        } else {
            result.second = score > result.second ? score : result.second;
        }
    }
    return result;
}

/* Followers that came from the supply, and that came home, by seat. */
struct traffic {
    int64_t put[SEATS_MAX], returned[SEATS_MAX];
};

/* Turns with a known time, and the sum of these times in milliseconds, by seat. */
struct turn_times {
    int64_t turns[SEATS_MAX], used[SEATS_MAX];
};

static void add_times(const struct ledger *ledger, struct turn_times *times)
{
    unsigned last[SEATS_MAX] = {0};
    for (size_t i = 0; i < ledger->count; i++) {
        const struct event *event = &ledger->events[i];
        if (event->kind != EVENT_CLOCK || event->clock.used == TIME_UNKNOWN)
            continue;
        times->turns[event->seat] += event->turn != last[event->seat];
        times->used[event->seat] += event->clock.used;
        last[event->seat] = event->turn;
    }
}

static void add_results(struct stats *stats, const struct ledger *ledger, const int32_t *scores,
                        const struct result *result, const struct traffic *traffic)
{
    struct turn_times times = {{0}, {0}};
    add_times(ledger, &times);
    for (unsigned seat = 0; seat < ledger->seat_count; seat++) {
        bool won = result->winners >> seat & 1, alone = result->alone;
        char letter[2] = {report_seat_letter(seat)};
        int64_t values[STATS_COLUMNS_MAX] = {1,
                                             won && alone,
                                             won && !alone,
                                             scores[seat],
                                             scores[seat],
                                             scores[seat],
                                             traffic->put[seat],
                                             traffic->returned[seat],
                                             times.turns[seat],
                                             (times.used[seat] + 500) / 1000};
        stats_add(stats, STATS_SEAT, str_of(letter), values);
        stats_add(stats, STATS_PLAYER, ledger->players[seat], values);
    }
}

/* Returns the kind of feature on which a meeple is placed, or the name of the piece as which it is
 * placed. */
static const char *place_name(const struct ledger *ledger, const struct event *event)
{
    unsigned count;
    const struct field *fields = event_fields(event->kind, &count);
    for (unsigned i = 0; i < count; i++)
        if (fields[i].type == FIELD_WORD)
            return fields[i].words[field_number(event, &fields[i])];
    return kinds[ledger_node_kind(ledger, event->node)].name;
}

static void add_leaving(struct stats *stats, const struct ledger *ledger, const struct event *event)
{
    int64_t values[STATS_COLUMNS_MAX] = {0};
    if (column_of[event->why])
        values[column_of[event->why]] = 1;
    stats_add(stats, STATS_FOLLOWER, str_of(kinds[ledger_node_kind(ledger, event->node)].name),
              values);
}

/* Adds the awards, followers and tiles of the events, and counts the traffic of followers. */
static void add_events(struct stats *stats, const struct ledger *ledger, const int32_t *scores,
                       const struct result *result, struct traffic *traffic)
{
    for (size_t i = 0; i < ledger->count; i++) {
        const struct event *event = &ledger->events[i];
        const struct laid_tile *laid =
            event->tile == TILE_NONE ? NULL : &ledger->tiles[event->tile];
        if (event->kind == EVENT_SCORE)
            ADD(stats, STATS_AWARD, str_of(award_names[event->score.award]), 1, event->score.points,
                event->score.final, event->score.final ? event->score.points : 0);
        if (event_is_put(event)) {
            ADD(stats, STATS_FOLLOWER, str_of(place_name(ledger, event)), 1);
            traffic->put[event->seat]++;
        }
        if (LEAVE_EVENTS & EVENTS(event->kind) && kind_is_follower(event->meeple))
            add_leaving(stats, ledger, event);
        if (event_is_back(event))
            traffic->returned[event->seat]++;
        if (event->kind == EVENT_DISCARDED && event->design)
            ADD(stats, STATS_TILE, str_of(event->design->name), 0, 1);
        if (event->kind == EVENT_LAID && event->seat < ledger->seat_count && laid && laid->named)
            ADD(stats, STATS_TILE, str_of(laid->named->name), 1, 0,
                result->alone && result->winners >> event->seat & 1,
                LUCK_UNIT * (int64_t)scores[event->seat] -
                    LUCK_UNIT * result->total / (int64_t)ledger->seat_count);
    }
}

static void add_findings(struct stats *stats, const struct findings *findings)
{
    bool seen[FINDING_CODES] = {false};
    for (const struct finding *finding = findings->first; finding; finding = finding->next) {
        char key[64];
        snprintf(key, sizeof key, "%u %s", finding->kind->code, finding->kind->name);
        ADD(stats, STATS_FINDING, str_of(key), 1, !seen[finding->kind->code]);
        seen[finding->kind->code] = true;
    }
}

void stats_game(struct stats *stats, const struct game_view *view, const struct findings *findings,
                struct str sets)
{
    const struct ledger *ledger = view->ledger;
    const struct event *last = &ledger->events[ledger->count - 1];
    const struct end_event *end = &last->end;
    bool counted = end->complete && !end->undetermined && ledger->seat_count;
    struct result result = result_of(ledger, end);
    struct cell least, greatest;
    ledger_bounds(ledger, &least, &greatest);
    int64_t turns = 0, discards = 0, width = greatest.x - least.x + 1,
            height = greatest.y - least.y + 1;
    for (size_t i = 0; i < ledger->count; i++) {
        turns += ledger->events[i].kind == EVENT_TURN && !ledger->events[i].part;
        discards += ledger->events[i].kind == EVENT_DISCARDED;
    }
    int64_t values[STATS_COLUMNS_MAX] = {
        1,
        end->legal,
        end->valid,
        end->complete,
        end->undetermined,
        end->claims == CLAIMS_EQUAL,
        end->claims == CLAIMS_DIFFER,
        counted,
        counted ? turns : 0,
        counted ? turns : INT64_MAX,
        counted ? turns : INT64_MIN,
        counted ? ledger->tile_count : 0,
        counted ? discards : 0,
        counted ? width : 0,
        counted ? width : INT64_MIN,
        counted ? height : 0,
        counted ? height : INT64_MIN,
        counted && result.best == result.second,
        counted && ledger->seat_count > 1 ? result.best - result.second : 0};
    stats_add(stats, STATS_GAMES, str_of("all"), values);
    char seats[8];
    snprintf(seats, sizeof seats, "%u", ledger->seat_count);
    ADD(stats, STATS_SETS, sets, 1, end->valid);
    ADD(stats, STATS_RULES, view->profile.n ? view->profile : str_of("none"), 1, end->valid);
    ADD(stats, STATS_SEATS, str_of(seats), 1, end->valid);
    add_findings(stats, findings);
    if (!counted)
        return;
    struct traffic traffic = {{0}, {0}};
    add_events(stats, ledger, end->scores, &result, &traffic);
    add_results(stats, ledger, end->scores, &result, &traffic);
}

/* ---- Output ---- */

static int by_key(const void *a, const void *b)
{
    const struct stats_row *x = a, *y = b;
    int order = (int)x->table - (int)y->table;
    return order ? order : str_compare(x->key, y->key);
}

/* Sorts the rows by table and key. Sorting invalidates the index of keys, which is then made
 * anew. */
static void sort(struct stats *stats)
{
    qsort(stats->rows, stats->count, sizeof *stats->rows, by_key);
    memset(stats->slots, 0, stats->slot_room * sizeof *stats->slots);
    for (size_t i = 0; i < stats->count; i++)
        *slot_of(stats, (enum stats_table)stats->rows[i].table, stats->rows[i].key) = i + 1;
}

static bool is_known(const struct stats_column *column, int64_t value)
{
    return !(column->fold == STATS_LEAST && value == INT64_MAX) &&
           !(column->fold == STATS_MAX && value == INT64_MIN);
}

static int64_t divisor_of(const struct stats_row *row, const char *name)
{
    const struct stats_column *column = columns[row->table];
    for (unsigned i = 0; column[i].name; i++)
        if (strcmp(column[i].name, name) == 0)
            return row->values[i];
    return 0;
}

static void print_value(const struct stats_row *row, unsigned i, char text[32])
{
    const struct stats_column *column = &columns[row->table][i];
    int64_t by = column->per ? divisor_of(row, column->per) : 1;
    double value = by ? (double)row->values[i] / (double)by : 0;
    if (!by || !is_known(column, row->values[i]))
        snprintf(text, 32, "-");
    else if (column->look == LOOK_LUCK)
        snprintf(text, 32, "%+.1f", value / LUCK_UNIT);
    else if (column->look == LOOK_PERCENT)
        snprintf(text, 32, "%.0f%%", 100 * value);
    else if (column->look == LOOK_MEAN)
        snprintf(text, 32, "%.1f", value);
    else
        snprintf(text, 32, "%lld", (long long)row->values[i]);
}

/* Prints a single row, with a line for each column. */
static void print_alone(const struct stats_row *row, struct sink *sink)
{
    char text[32];
    for (unsigned i = 0; columns[row->table][i].name; i++) {
        print_value(row, i, text);
        sink_printf(sink, "%-14s %10s\n", columns[row->table][i].name, text);
    }
}

static void print_table(const struct stats_row *rows, size_t count, struct sink *sink)
{
    const struct stats_column *column = columns[rows[0].table];
    char text[32];
    unsigned width = 12;
    for (size_t i = 0; i < count; i++)
        width = rows[i].key.n > width && rows[i].key.n <= 40 ? (unsigned)rows[i].key.n : width;
    sink_column(sink, str_of(stats_names[rows[0].table]), width);
    for (unsigned i = 0; column[i].name; i++)
        sink_printf(sink, " %12s", column[i].name);
    sink_char(sink, '\n');
    for (size_t k = 0; k < count; k++) {
        struct sink name;
        sink_open(&name, -1);
        sink_plain(&name, rows[k].key);
        sink_column(sink, sink_text(&name), width);
        sink_close(&name);
        for (unsigned i = 0; column[i].name; i++) {
            print_value(&rows[k], i, text);
            sink_printf(sink, " %12s", text);
        }
        sink_char(sink, '\n');
    }
}

void stats_print(struct stats *stats, enum stats_table only, struct sink *sink)
{
    if (!stats->count)
        return;
    sort(stats);
    bool any = false;
    for (size_t from = 0, to; from < stats->count; from = to) {
        enum stats_table table = (enum stats_table)stats->rows[from].table;
        for (to = from; to < stats->count && stats->rows[to].table == table; to++)
            ;
        if (only != STATS_COUNT && only != table)
            continue;
        if (any)
            sink_char(sink, '\n');
        any = true;
        if (table == STATS_GAMES)
            print_alone(&stats->rows[from], sink);
        else
            print_table(&stats->rows[from], to - from, sink);
    }
}

static void emit_head(const struct stats_row *row, struct emitter *e)
{
    emit_begin(e);
    emit_key_text(e, "event", "stats");
    emit_key_text(e, "table", stats_names[row->table]);
    emit_key(e, "key");
    emit_str(e, row->key);
}

static void emit_figure(const struct stats_row *row, unsigned i, struct emitter *e)
{
    if (is_known(&columns[row->table][i], row->values[i]))
        emit_int(e, row->values[i]);
    else
        emit_null(e);
}

void stats_emit(struct stats *stats, enum stats_table only, struct emitter *e)
{
    if (!stats->count)
        return;
    sort(stats);
    /* Tables have different columns, so in CSV of several tables each row holds one figure. */
    bool by_figure = e->form == EMIT_CSV && only == STATS_COUNT;
    for (size_t i = 0; i < stats->count; i++) {
        const struct stats_row *row = &stats->rows[i];
        if (only != STATS_COUNT && only != (enum stats_table)row->table)
            continue;
        if (!by_figure)
            emit_head(row, e);
        for (unsigned k = 0; columns[row->table][k].name; k++) {
            if (by_figure)
                emit_head(row, e);
            if (by_figure)
                emit_key_text(e, "figure", columns[row->table][k].name);
            emit_key(e, by_figure ? "value" : columns[row->table][k].name);
            emit_figure(row, k, e);
            if (by_figure)
                emit_end(e);
        }
        if (!by_figure)
            emit_end(e);
    }
}

void stats_free(struct stats *stats)
{
    arena_free(&stats->arena);
    arena_free(&stats->line);
    memory_free(stats->rows);
    memory_free(stats->slots);
}
