/* SPDX-License-Identifier: MIT */
/* See record.h and crn.h: what a record is built with, by the reader and by importers alike. */
#include "notation/record.h"

#include <stdio.h>

#include "notation/crn.h"

/* Rule: base.setup.followers. */
const struct follower_facts follower_kinds[FOLLOWER_KINDS] = {
    [FOLLOWER_SMALL] = {"small", 7, 1},
};

const struct verb verbs[VERB_COUNT] = {
#define VERB(id, name, shape) {name, sizeof name - 1, SHAPE_##shape},
#include "notation/verbs.def"
#undef VERB
};

/* Arrays grow by doubling from ARRAY_FIRST: they are full exactly when their count is such a number. */
static bool is_full(size_t count)
{
    return count == 0 || (count >= ARRAY_FIRST && (count & (count - 1)) == 0);
}

static void *room_for_one(struct arena *arena, void *array, size_t element, size_t count)
{
    if (!is_full(count))
        return array;
    size_t capacity = count;
    return arena_grow(arena, array, element, &capacity);
}

struct line *record_line_add(struct record *record, struct arena *arena, enum line_kind kind, struct place place)
{
    record->lines = room_for_one(arena, record->lines, sizeof *record->lines, record->line_count);
    struct line *line = &record->lines[record->line_count++];
    *line = (struct line){0};
    line->kind = (uint8_t)kind;
    line->seat = SEAT_NONE;
    line->place = line->head = line->cell_place = place;
    return line;
}

struct act *record_act_add(struct record *record, struct arena *arena, enum act_kind kind, struct place place)
{
    struct line *line = &record->lines[record->line_count - 1];
    /* Most lines have one act or two: room for two, then doubling. */
    uint32_t count = line->act_count;
    if (count == 0 || (count > 1 && (count & (count - 1)) == 0)) {
        struct act *acts = arena_take(arena, (count ? 2 * count : 2) * sizeof *acts);
        if (line->act_count)
            memcpy(acts, line->acts, line->act_count * sizeof *acts);
        line->acts = acts;
    }
    struct act *act = &line->acts[line->act_count++];
    record->act_count++;
    *act = (struct act){0};
    act->kind = (uint8_t)kind;
    act->place = place;
    return act;
}

struct statement *record_statement_add(struct record *record, struct arena *arena, enum statement_kind kind, struct place place)
{
    record->statements = room_for_one(arena, record->statements, sizeof *record->statements, record->statement_count);
    struct statement *statement = &record->statements[record->statement_count++];
    *statement = (struct statement){.place = place, .kind = (uint8_t)kind, .seat = SEAT_NONE, .feature = KIND_COUNT, .cities = -1};
    return statement;
}

struct header_entry *record_entry_add(struct record *record, struct arena *arena, const char *key)
{
    record->entries = room_for_one(arena, record->entries, sizeof *record->entries, record->entry_count);
    struct header_entry *entry = &record->entries[record->entry_count++];
    *entry = (struct header_entry){0};
    entry->key = str_of(key);
    return entry;
}

void value_scalar(struct value *value, struct arena *arena, struct str text)
{
    value->kind = VALUE_SCALAR;
    value->text = (struct str){arena_copy(arena, text.p, text.n), text.n};
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

void value_map(struct value *value, struct arena *arena, const struct str *keys, const struct str *items, unsigned count)
{
    value_list(value, arena, items, count);
    value->kind = VALUE_MAP;
    for (unsigned i = 0; i < count; i++)
        value->items[i].quoted = false;
    value->keys = arena_alloc(arena, (count + 1) * sizeof *value->keys);
    memcpy(value->keys, keys, count * sizeof *keys);
}

const char *seat_name(unsigned seat)
{
    static const char names[SEATS_MOST][2] = {"a", "b", "c", "d", "e", "f"};
    return seat < SEATS_MOST ? names[seat] : "?";
}

void segment_text(const struct segment_ref *ref, char text[SEGMENT_TEXT_SIZE])
{
    if (ref->kind == KIND_MONASTERY)
        snprintf(text, SEGMENT_TEXT_SIZE, "m");
    else if (ref->port == PORT_NONE)
        snprintf(text, SEGMENT_TEXT_SIZE, "%c%u", kinds[ref->kind].letter, ref->index);
    else
        snprintf(text, SEGMENT_TEXT_SIZE, "%c%s", kinds[ref->kind].letter, port_names[ref->port + ref->by_side]);
}

/* Of lines that end the game the last one's totals. */
static const struct act *last_totals(const struct record *record)
{
    const struct act *totals = NULL;
    for (uint32_t i = 0; i < record->line_count; i++) {
        const struct line *line = &record->lines[i];
        for (uint32_t k = 0; (line->kind == LINE_END || line->kind == LINE_FINAL) && k < line->act_count; k++)
            if (line->acts[k].kind == ACT_TOTALS && line->acts[k].count <= SEATS_MOST)
                totals = &line->acts[k];
    }
    return totals;
}

unsigned record_claimed_result(const struct record *record, int32_t result[SEATS_MOST])
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
        if (!assertion->is_total || assertion->seat >= SEATS_MOST)
            continue;
        result[assertion->seat] = assertion->points;
        asserted |= 1u << assertion->seat;
    }
    return asserted == (1u << record->player_count) - 1 ? record->player_count : 0;
}
