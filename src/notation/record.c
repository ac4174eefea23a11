/* SPDX-License-Identifier: MIT */
/* Builds and searches records, for the reader and the importers (record.h, crn.h). */
#include "notation/record.h"

#include <stdio.h>

#include "notation/crn.h"
#include "tiles/ctr.h"

const struct item item_facts[ITEM_COUNT + 1] = {
#define ITEM(id, text, counted, name, words, none, finding)                                        \
    {text, counted, words, none, FINDING_##finding},
#include "rows.h"
};

/* Rules: base.setup.followers, inns.setup.big, inns.big.weight, abbot.setup.abbot,
 * traders.setup.pieces. */
const struct meeple_facts meeple_kinds[MEEPLE_KINDS] = {
#define MEEPLE_KIND(id, name, words, stock, weight, lands, rules)                                  \
    [MEEPLE_##id] = {name, words, stock, weight, lands, rules},
#include "rows.h"
};

const char *const tie_names[TIE_COUNT] = {"", "shared", "second", "first"};

const char *const corner_names[CORNERS] = {"NE", "SE", "SW", "NW"};

const struct token token_facts[TOKEN_COUNT + 1] = {
#define TOKEN(id, verb, text, words, count) {VERB_##verb, text, words, count},
#include "rows.h"
};

const char *const token_names[TOKEN_COUNT + 1] = {
#define TOKEN(id, verb, text, ...) text,
#include "rows.h"
    "?"};

unsigned token_sum(const uint8_t left[TOKEN_KINDS_MAX], enum verb_id verb)
{
    unsigned sum = 0;
    for (unsigned token = 0; token < TOKEN_COUNT; token++)
        sum += token_facts[token].verb == verb ? left[token] : 0u;
    return sum;
}

int token_at(const uint8_t left[TOKEN_KINDS_MAX], enum verb_id verb, unsigned index)
{
    for (unsigned token = 0; token < TOKEN_COUNT; token++) {
        if (token_facts[token].verb != verb)
            continue;
        if (index < left[token])
            return (int)token;
        index -= left[token];
    }
    return TOKEN_UNKNOWN;
}

const struct verb verbs[] = {
#define VERB(id, name, shape, trait) {name, sizeof name - 1, SHAPE_##shape, TRAIT_##trait},
#include "rows.h"
    {NULL, 0, 0, 0},
};

const char *supply_name(unsigned kind)
{
    return kind == MEEPLE_SMALL ? "follower" : meeple_kinds[kind].name;
}

enum tie_rule tie_find(struct str name)
{
    unsigned tie = TIE_COUNT - 1;
    while (tie > TIE_UNSAID && !str_is(name, tie_names[tie]))
        tie--;
    return (enum tie_rule)tie;
}

const struct design *crn_spoken_design(const struct record *record, struct str name)
{
    const struct tileset *sets[SETS_MAX + 1];
    unsigned count = record->set_count;
    memcpy(sets, record->sets, count * sizeof *sets);
    sets[count++] = record->own_tiles;
    return ctr_design(sets, count, name);
}

static void *room_for_one(struct arena *arena, void *array, size_t element, size_t count)
{
    return arena_is_full(count, ARRAY_FIRST) ? arena_grow(arena, array, element, count, ARRAY_FIRST)
                                             : array;
}

void record_lines_grow(struct record *record, struct arena *arena)
{
    record->lines =
        arena_grow(arena, record->lines, sizeof *record->lines, record->line_count, LINES_FIRST);
}

void line_acts_grow(struct line *line, struct arena *arena)
{
    line->acts =
        arena_grow(arena, line->acts, sizeof *line->acts, line->act_count, LINE_ACTS_FIRST);
}

struct header_entry *record_entry_add(struct record *record, struct arena *arena, const char *key)
{
    record->entries =
        room_for_one(arena, record->entries, sizeof *record->entries, record->entry_count);
    struct header_entry *entry = &record->entries[record->entry_count++];
    *entry = (struct header_entry){0};
    entry->key = str_of(key);
    return entry;
}

static struct header_entry *entry_of(struct record *record, struct arena *arena, const char *key)
{
    for (uint32_t i = 0; i < record->entry_count; i++)
        if (str_is(record->entries[i].key, key))
            return &record->entries[i];
    return record_entry_add(record, arena, key);
}

static bool is_ruled(const struct rulings *rulings, struct str option)
{
    for (unsigned i = 0; i < rulings->count; i++)
        if (str_equal(rulings->names[i], option))
            return true;
    return false;
}

uint64_t record_effort(const struct record *record, uint32_t line_count)
{
    /* A discarded or declined tile is tried on all free cells; a verb may be refused with a
     * finding. */
    enum { DISCARD_EFFORT = 100, VERB_EFFORT = 4 };
    uint64_t effort = 1;
    for (uint32_t i = 0; i < line_count; i++) {
        const struct line *line = &record->lines[i];
        effort += 1 + line->act_count;
        for (uint32_t k = 0; k < line->act_count; k++) {
            enum act_kind kind = (enum act_kind)line->acts[k].kind;
            effort += kind == ACT_VERB                               ? VERB_EFFORT
                      : kind == ACT_DISCARD || kind == ACT_PASS_TILE ? DISCARD_EFFORT
                                                                     : 0;
        }
    }
    return effort;
}

unsigned record_seat(const struct record *record, struct str text)
{
    unsigned count = record->player_count < SEATS_MAX ? record->player_count : SEATS_MAX;
    unsigned named = SEATS_MAX, names = 0;
    for (unsigned seat = 0; seat < count; seat++)
        if (str_equal(record->players[seat], text)) {
            named = seat;
            names++;
        }
    if (names)
        return names == 1 ? named : SEATS_MAX;
    unsigned seat = text.n == 1 ? (unsigned char)text.p[0] - (unsigned)'a' : SEATS_MAX;
    return seat < count ? seat : SEATS_MAX;
}

bool record_is_ruled(const struct record *record, struct str option)
{
    return record->rulings && is_ruled(record->rulings, option);
}

struct place record_key_place(const struct record *record, const char *key)
{
    for (uint32_t i = 0; i < record->entry_count; i++)
        if (str_is(record->entries[i].key, key))
            return record->entries[i].key_place;
    return record->place;
}

void record_rule(struct record *record, struct arena *arena, const struct rulings *rulings)
{
    record->rulings = rulings;
    if (rulings->profile.n) {
        struct value *value = &entry_of(record, arena, "rules")->value;
        value_scalar(value, arena, rulings->profile);
        record->rules = value->text;
    }
    if (rulings->tie) {
        struct value *value = &entry_of(record, arena, "tie")->value;
        value_scalar(value, arena, str_of(tie_names[rulings->tie]));
        record->tie = rulings->tie;
    }
    if (rulings->clock.given) {
        struct value *value = &entry_of(record, arena, "clock")->value;
        value_scalar(value, arena, str_of(clock_text(arena, &rulings->clock)));
        value->quoted = false;
        record->clock = rulings->clock;
        record->clock_ruled = true;
    }
    if (!rulings->count)
        return;
    unsigned most = rulings->count + (record->options ? record->options->count : 0), count = 0;
    struct str *names = arena_take(arena, most * sizeof *names),
               *values = arena_take(arena, most * sizeof *values);
    for (uint32_t i = 0; record->options && i < record->options->count; i++) {
        if (is_ruled(rulings, record->options->keys[i]))
            continue;
        names[count] = record->options->keys[i];
        values[count++] = record->options->items[i].text;
    }
    for (unsigned i = 0; i < rulings->count; i++) {
        names[count] = rulings->names[i];
        values[count++] = rulings->values[i];
    }
    struct value *options = &entry_of(record, arena, "options")->value;
    value_map(options, arena, names, values, count);
    record->options = options;
}

void value_scalar(struct value *value, struct arena *arena, struct str text)
{
    value->kind = VALUE_SCALAR;
    value->text = arena_str(arena, text);
    value->quoted = true;
}

void value_list(struct value *value, struct arena *arena, const struct str *items, unsigned count)
{
    value->kind = VALUE_LIST;
    value->count = count;
    value->items = arena_alloc(arena, (count + 1) * sizeof *value->items);
    for (unsigned i = 0; i < count; i++)
        value_scalar(&value->items[i], arena, items[i]);
}

void value_words(struct value *value, struct arena *arena, const char *words)
{
    struct str item;
    unsigned count = 0;
    for (const char *at = words; str_item(&at, &item);)
        count++;
    struct str *items = arena_alloc(arena, count * sizeof *items);
    count = 0;
    for (const char *at = words; str_item(&at, &item);)
        items[count++] = item;
    value_list(value, arena, items, count);
}

void value_map(struct value *value, struct arena *arena, const struct str *keys,
               const struct str *items, unsigned count)
{
    value_list(value, arena, items, count);
    value->kind = VALUE_MAP;
    for (unsigned i = 0; i < count; i++)
        value->items[i].quoted = false;
    value->keys = arena_alloc(arena, (count + 1) * sizeof *value->keys);
    memcpy(value->keys, keys, count * sizeof *keys);
}

void segment_text(const struct segment_ref *ref, char text[SEGMENT_TEXT_SIZE])
{
    if ((ref->kind < KIND_COUNT && kinds[ref->kind].single) ||
        (ref->port == PORT_NONE && !ref->index))
        snprintf(text, SEGMENT_TEXT_SIZE, "%c", kinds[ref->kind].letter);
    else if (ref->port == PORT_NONE)
        snprintf(text, SEGMENT_TEXT_SIZE, "%c%u", kinds[ref->kind].letter, ref->index);
    else
        snprintf(text, SEGMENT_TEXT_SIZE, "%c%s", kinds[ref->kind].letter,
                 port_names[ref->port + ref->by_side]);
}

unsigned segment_axis(const struct segment_ref *ref, const struct design *design, unsigned built)
{
    if (ref->kind != KIND_ROAD || !built || ref->index)
        return AXIS_NONE;
    if (ref->port != PORT_NONE)
        return built >> (ref->port / 3 & 1) & 1 ? ref->port / 3u & 1u : (unsigned)AXIS_NONE;
    bool is_printed = false;
    for (unsigned i = 0; i < design->segment_count; i++)
        is_printed |= design->segments[i].kind == KIND_ROAD;
    return is_printed || built == 3 ? (unsigned)AXIS_SEVERAL : built - 1;
}

/* ---- Places of findings ---- */

static bool is_at(const struct place *place, const struct place *here)
{
    if (place->at && here->at)
        return strcmp(place->at, here->at) == 0;
    return !place->at && !here->at && place->line == here->line && place->column >= here->column &&
           place->column <= here->end;
}

static const struct act *act_at(const struct line *line, const struct place *place)
{
    if (place->at) {
        for (uint32_t i = 0; i < line->act_count; i++)
            if (is_at(place, &line->acts[i].place))
                return &line->acts[i];
        return NULL;
    }
    /* In text, acts are sorted by their columns. */
    uint32_t low = 0, high = line->act_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (line->acts[middle].place.end < place->column)
            low = middle + 1;
        else
            high = middle;
    }
    return low < line->act_count && is_at(place, &line->acts[low].place) ? &line->acts[low] : NULL;
}

const struct line *record_line_of(const struct record *record, const struct finding *finding,
                                  const struct act **act)
{
    const struct place *place = &finding->place;
    *act = NULL;
    if (!place->at) {
        /* In text, lines are sorted by their numbers. */
        uint32_t low = 0, high = record->line_count;
        while (low < high) {
            uint32_t middle = (low + high) / 2;
            if (record->lines[middle].place.line < place->line)
                low = middle + 1;
            else
                high = middle;
        }
        /* Some formats have all turns of a game on one line. */
        while (low + 1 < record->line_count && record->lines[low].place.end < place->column &&
               record->lines[low + 1].place.line == place->line)
            low++;
        const struct line *line =
            low < record->line_count && record->lines[low].place.line == place->line
                ? &record->lines[low]
                : NULL;
        *act = line ? act_at(line, place) : NULL;
        return line;
    }
    for (const struct line *line = record->lines; line < record_end(record); line++)
        if (line->turn == finding->turn &&
            ((*act = act_at(line, place)) != NULL || is_at(place, &line->place)))
            return line;
    return NULL;
}

static const char *player_text(const struct record *record, struct arena *arena, unsigned seat)
{
    if (seat >= record->player_count || seat >= SEATS_MAX || !record->players[seat].n)
        return arena_printf(arena, "seat %s", seat_name(seat));
    return arena_printf(arena, "%s (%s)", arena_brief(arena, record->players[seat]),
                        seat_name(seat));
}

static const char *place_text(struct arena *arena, struct cell cell, int orient)
{
    /* gcc 12 crashes without optimisation on a string that is cut with "%.1s". */
    const char side[] = {orient >= 0 ? "NESW?"[orient] : '\0', '\0'};
    return arena_printf(arena, "%d,%d%s", cell.x, cell.y, side);
}

static void situate(const struct record *record, struct finding *finding, struct arena *arena)
{
    const struct act *act;
    const struct line *line = record_line_of(record, finding, &act);
    bool is_move = line && (line->kind == LINE_TURN || line->kind == LINE_STEP);
    if (is_move) {
        finding->turn = line->turn;
        finding->step = line->step;
        finding->seat = line->seat;
    }
    /* An unfinished game is a finding about the record, not about a turn. */
    if (finding->kind->code == FINDING_UNFINISHED || (!is_move && (!finding->place.at || line))) {
        finding->turn = finding->step = 0;
        finding->seat = NO_SEAT;
    }
    if (!finding->turn)
        return;
    const char *number = finding->step ? arena_printf(arena, "%u.%u", finding->turn, finding->step)
                                       : arena_printf(arena, "%u", finding->turn);
    finding->when =
        finding->seat == NO_SEAT
            ? arena_printf(arena, "turn %s", number)
            : arena_printf(arena, "turn %s, %s", number, player_text(record, arena, finding->seat));
    if (is_move && line->has_tile && !line->broken) {
        finding->tile = arena_brief(arena, line->tile.name);
        finding->cell = place_text(arena, line->cell, -1);
        finding->when = arena_printf(arena, "%s, %s on %s", finding->when, finding->tile,
                                     place_text(arena, line->cell, line->orient));
    }
    if (!act || !act->segment.has_cell)
        return;
    finding->cell = place_text(arena, act->segment.cell, -1);
    if (act->segment.kind == REF_EDGE)
        finding->edge = place_text(arena, act->segment.cell, act->segment.side);
}

/* True if another player has the same name, or the player has none. */
static bool is_ambiguous(const struct record *record, unsigned seat)
{
    for (unsigned i = 0; i < record->player_count && i < SEATS_MAX; i++)
        if (i != seat && str_equal(record->players[i], record->players[seat]))
            return true;
    return record->players[seat].n == 0;
}

const char *record_player_text(const struct record *record, struct arena *arena, unsigned seat)
{
    return seat >= record->player_count || seat >= SEATS_MAX || is_ambiguous(record, seat)
               ? player_text(record, arena, seat)
               : arena_brief(arena, record->players[seat]);
}

void record_situate(const struct record *record, const struct findings *findings)
{
    const char *names[SEATS_MAX] = {NULL};
    for (unsigned i = 0; findings->first && i < record->player_count && i < SEATS_MAX; i++)
        names[i] = record_player_text(record, findings->arena, i);
    for (struct finding *finding = findings->first; finding; finding = finding->next) {
        situate(record, finding, findings->arena);
        finding_name_players(findings, finding, names);
    }
}

/* Returns the last totals on final and end lines; NULL if there are none. */
static const struct act *last_totals(const struct record *record)
{
    const struct act *totals = NULL;
    for (uint32_t i = 0; i < record->line_count; i++) {
        const struct line *line = &record->lines[i];
        for (uint32_t k = 0;
             (line->kind == LINE_END || line->kind == LINE_FINAL) && k < line->act_count; k++)
            if (line->acts[k].kind == ACT_TOTALS && line->acts[k].count <= SEATS_MAX)
                totals = &line->acts[k];
    }
    return totals;
}

struct str record_header(const struct record *record, const char *key)
{
    for (uint32_t i = 0; i < record->entry_count; i++)
        if (str_is(record->entries[i].key, key) && record->entries[i].value.kind == VALUE_SCALAR)
            return record->entries[i].value.text;
    return (struct str){NULL, 0};
}

unsigned record_claimed_result(const struct record *record, int32_t result[SEATS_MAX])
{
    const struct act *totals = last_totals(record);
    unsigned asserted = 0;
    if (totals) {
        memcpy(result, totals->numbers, totals->count * sizeof *result);
        return totals->count;
    }
    if (record->result_count) {
        memcpy(result, record->result, record->result_count * sizeof *result);
        return record->result_count;
    }
    for (uint32_t i = 0; i < record->assertion_count; i++) {
        const struct assertion *assertion = &record->assertions[i];
        if (!assertion->is_total || assertion->seat >= SEATS_MAX)
            continue;
        result[assertion->seat] = assertion->points;
        asserted |= 1u << assertion->seat;
    }
    return asserted == (1u << record->player_count) - 1 ? record->player_count : 0;
}

struct act act_copy(struct arena *arena, const struct act *act)
{
    struct act copy = *act;
    copy.text.p = arena_copy(arena, act->text.p ? act->text.p : "", act->text.n);
    if (act->tiles) {
        copy.tiles = arena_alloc(arena, (act->count + 1u) * sizeof *copy.tiles);
        memcpy(copy.tiles, act->tiles, act->count * sizeof *copy.tiles);
    }
    return copy;
}
