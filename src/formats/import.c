/* SPDX-License-Identifier: MIT */
/* Adds headers, turns and acts to the records that importers make (import.h). */
#include "formats/import.h"
#include "base/digits.h"
#include "base/utf8.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { TIMES_FIRST = 64 };

struct place importer_at(struct importer *im, const char *format, ...)
{
    char path[128];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(path, sizeof path, format, args);
    va_end(args);
    size_t length = n < 0 ? 0 : (size_t)n < sizeof path ? (size_t)n : sizeof path - 1;
    /* Keys in the path are foreign text. */
    return (struct place){.at = arena_plain(im->arena, (struct str){path, length}),
                          .line = im->line,
                          .column = im->line > 0,
                          .end = im->line > 0};
}

/* Writes "[12]" and returns its end. */
static char *write_index(char *to, size_t i)
{
    *to++ = '[';
    to = digits_write(to, (int64_t)i);
    *to++ = ']';
    return to;
}

struct place importer_item(struct importer *im, const char *list, size_t i, const char *inner,
                           size_t k)
{
    size_t n = strlen(list), inner_n = inner ? strlen(inner) : 0;
    char *path = arena_take(im->arena, n + inner_n + 52), *at = path;
    memcpy(at, list, n);
    at = write_index(at + n, i);
    if (inner) {
        *at++ = '.';
        memcpy(at, inner, inner_n);
        at = write_index(at + inner_n, k);
    }
    *at = '\0';
    return (struct place){
        .at = path, .line = im->line, .column = im->line > 0, .end = im->line > 0};
}

bool importer_malformed(struct importer *im, struct place place, enum finding_id id,
                        const struct arg *args)
{
    finding_raise(im->findings, id, place, args);
    return false;
}

struct finding *importer_pass_over(struct importer *im, struct place place, const char *what,
                                   struct str name, const char *const *known)
{
    for (; *known; known++)
        if (str_is(name, *known))
            return NULL;
    for (unsigned i = 0; i < im->passed_over_count; i++)
        if (str_equal(im->passed_over[i], name))
            return NULL;
    if (im->passed_over_count == PASSED_OVER_MAX)
        return NULL;
    im->passed_over[im->passed_over_count++] = arena_str(im->arena, name);
    const char *text = im->passed_over_count < PASSED_OVER_MAX
                           ? arena_printf(im->arena, "%s '%s', which is skipped", what,
                                          arena_brief(im->arena, name))
                           : arena_printf(im->arena, "more %ss, which are skipped", what);
    return finding_warn(im->findings, FINDING_UNSUPPORTED, place, ARGS(text));
}

void importer_header(struct importer *im, const char *profile, const struct str *players,
                     unsigned count)
{
    struct str names[SEATS_MAX];
    assert(count <= SEATS_MAX);
    bool plain = true, brief = true;
    for (unsigned i = 0; i < count; i++) {
        plain &= utf8_is_plain(players[i]);
        bool fits = players[i].n <= HEADER_VALUE_MAX;
        names[i] =
            str_of(fits ? arena_plain(im->arena, players[i]) : arena_brief(im->arena, players[i]));
        brief &= fits;
    }
    if (!brief)
        finding_raise(im->findings, FINDING_TOO_LARGE_NAME, importer_at(im, "%s", ""), NO_ARGS);
    if (!plain)
        finding_warn(im->findings, FINDING_IMPORT_NAME, importer_at(im, "%s", ""), NO_ARGS);
    value_scalar(&record_entry_add(im->record, im->arena, "rules")->value, im->arena,
                 str_of(profile));
    value_list(&record_entry_add(im->record, im->arena, "players")->value, im->arena, names, count);
}

struct tile_ref importer_tile(struct importer *im, const char *name, struct place place)
{
    struct str copy = str_of(arena_copy(im->arena, name, strlen(name)));
    return (struct tile_ref){copy, catalogue_design(im->catalogue, NULL, 0, copy), place};
}

struct line *importer_turn(struct importer *im, struct place place, unsigned turn, unsigned seat,
                           struct imported_tile tile)
{
    struct line *line = record_line_add(im->record, im->arena, LINE_TURN, place);
    line->has_tile = true;
    line->turn = (uint16_t)turn;
    line->seat = (uint8_t)seat;
    line->tile = importer_tile(im, tile.name, place);
    line->cell = tile.cell;
    line->orient = (uint8_t)(tile.quarters % 4);
    return line;
}

struct line *importer_lost_tile(struct importer *im, struct place place, unsigned turn,
                                unsigned seat)
{
    struct line *line = record_line_add(im->record, im->arena, LINE_TURN, place);
    line->has_tile = line->broken = true;
    line->turn = (uint16_t)turn;
    line->seat = (uint8_t)seat;
    line->tile.place = place;
    line->raw = str_of(arena_printf(im->arena, "%u%c ?", turn, 'a' + seat));
    return line;
}

struct act *importer_meeple(struct importer *im, struct place place, enum kind kind, unsigned port)
{
    struct act *act = record_act_add(im->record, im->arena, ACT_MEEPLE, place);
    act->segment = (struct segment_ref){
        .kind = (uint8_t)kind, .port = (uint8_t)port, .index = port == PORT_NONE};
    return act;
}

struct act *importer_discard(struct importer *im, struct place place, unsigned turn, unsigned seat,
                             const char *tile)
{
    struct line *line = record_line_add(im->record, im->arena, LINE_TURN, place);
    line->turn = (uint16_t)turn;
    line->seat = (uint8_t)seat;
    struct act *act = record_act_add(im->record, im->arena, ACT_DISCARD, place);
    act->tile = importer_tile(im, tile, place);
    return act;
}

struct line *importer_step(struct importer *im, struct place place, unsigned turn, unsigned step,
                           unsigned seat)
{
    struct line *line = record_line_add(im->record, im->arena, LINE_STEP, place);
    line->turn = (uint16_t)turn;
    line->step = (uint16_t)step;
    line->seat = (uint8_t)seat;
    return line;
}

struct act *importer_verb(struct importer *im, struct place place, enum verb_id verb)
{
    struct act *act = record_act_add(im->record, im->arena, ACT_VERB, place);
    act->verb = (uint8_t)verb;
    act->segment.kind = REF_NOTHING;
    return act;
}

void importer_end(struct importer *im, struct place place)
{
    record_line_add(im->record, im->arena, LINE_END, place);
}

bool importer_cell(struct importer *im, struct place place, long x, long y, struct cell *cell)
{
    if (x < -CELL_MAX || x > CELL_MAX || y < -CELL_MAX || y > CELL_MAX) {
        finding_raise(im->findings, FINDING_CELL_FAR, place, NO_ARGS);
        return false;
    }
    *cell = (struct cell){(int16_t)x, (int16_t)y};
    return true;
}

long json_loose_integer(const struct json *value, long otherwise)
{
    if (json_is(value, JSON_INTEGER))
        return llabs(json_int(value)) <= LOOSE_MAX ? (long)json_int(value) : otherwise;
    if (!json_is(value, JSON_TEXT))
        return otherwise;
    struct str text = json_str(value);
    size_t digits = 0;
    long number = 0;
    while (digits < text.n && digits < 9 && text.p[digits] >= '0' && text.p[digits] <= '9')
        number = 10 * number + (text.p[digits++] - '0');
    if (digits && digits == text.n)
        return number;
    char *end;
    number = strtol(text.p, &end, 10);
    return end == text.p || *end || number > LOOSE_MAX || number < -LOOSE_MAX ? otherwise : number;
}

int json_loose_int(const struct json *value, int otherwise)
{
    long number = json_loose_integer(value, otherwise);
    return number > INT32_MAX || number < -INT32_MAX ? otherwise : (int)number;
}

void importer_time(struct importer *im, uint32_t line, int64_t time)
{
    while (im->time_count <= line) {
        if (arena_is_full(im->time_count, TIMES_FIRST))
            im->times =
                arena_grow(im->arena, im->times, sizeof *im->times, im->time_count, TIMES_FIRST);
        im->times[im->time_count++] = -1;
    }
    int64_t *sum = &im->times[line];
    *sum = (*sum < 0 ? 0 : *sum) + time;
    if (*sum > (int64_t)TIME_SECONDS_MAX * 1000)
        *sum = (int64_t)TIME_SECONDS_MAX * 1000;
}

void importer_write_times(struct importer *im)
{
    struct record *record = im->record;
    for (uint32_t i = 0; i < im->time_count && i < record->line_count; i++) {
        struct line *line = &record->lines[i];
        if (im->times[i] < 0)
            continue;
        act_set_time(record_act_add_to(record, line, im->arena, ACT_TOOK, line->head),
                     im->times[i]);
        record->timed = true;
    }
}

void importer_clock(struct importer *im, const struct game_clock *clock, struct place place)
{
    struct record *record = im->record;
    struct header_entry *entry = record_entry_add(record, im->arena, "clock");
    entry->key_place = place;
    value_scalar(&entry->value, im->arena, str_of(clock_text(im->arena, clock)));
    entry->value.quoted = false;
    entry->value.place = place;
    record->clock = *clock;
}
