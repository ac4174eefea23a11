/* SPDX-License-Identifier: MIT */
/* CRN, the notation: reading and printing (crn(5)). Reading never fails: what is wrong becomes
 * findings, and the rest of the record is read.
 */
#ifndef BASTIDE_NOTATION_CRN_H
#define BASTIDE_NOTATION_CRN_H

#include "base/digest.h"
#include "base/sink.h"
#include "input/input.h"
#include "notation/record.h"

/* Designs that were looked up among some sets, by names of up to four bytes, which make a key that
 * is not 0: one that is asked for again is mostly still in its slot. All zero before the first. */
enum { KNOWN_TILES = 128 };
struct known_tiles {
    const struct tileset *sets[SETS_MAX];
    unsigned set_count;
    struct known_tile {
        uint32_t key;
        const struct design *design;
    } tiles[KNOWN_TILES];
};

/* The next record of a stream of CRN text; false when there is none left. Text before the first
 * "%CRN" is reported in a finding; were it all there is, the record stays empty (line_count 0,
 * entry_count 0).
 *
 * With `early` (NULL to have all of each record) one is over with its end line when nothing has
 * come yet behind that, so that nobody who writes is waited for; *early says whether it was so, and
 * must be handed over again: comments before the next record belong to the one that is gone. What
 * is `known` of the catalogue (NULL for nothing) is kept for the next one. */
bool crn_read(struct input *input, const struct catalogue *catalogue, struct arena *arena,
              struct findings *findings, struct record *record, bool *early,
              struct known_tiles *known);

/* The record's one canonical text. Needs tile data, for canonical segments, but no rules: what lies
 * where is followed as far as it makes sense. */
void crn_print(const struct record *record, struct sink *sink);

/* The lines of one turn as they are printed, with a character between. Segments must be canonical
 * already; their own tile's cell is left out. */
void crn_print_turn(const struct line *lines, unsigned count, char between, struct sink *sink);

/* An act alone, of a turn whose tile lies on that cell. */
void crn_print_act(const struct act *act, struct cell here, struct sink *sink);

/* The game's identity: 32 hexadecimal digits and a NUL, equal for the same moves whatever the
 * format, names, spacing, claims, comments and profile, and however tiles are turned that look the
 * same. */
void crn_identity(const struct record *record, char identity[33]);
struct digest crn_digest(const struct record *record);

/* Visits each line that decides something, as the identity has it: without claims and comments,
 * steps without numbers. With `joined` it goes on with what its seat did on the line before, and
 * the text is that of its acts alone; it is valid until the visit returns. */
void crn_decisions(const struct record *record,
                   void (*visit)(void *context, const struct line *line, bool joined,
                                 struct str text),
                   void *context);

/* Reads what a header's known keys say into the record's fields. Used by importers too, which add
 * entries. */
void crn_header_apply(struct record *record, const struct catalogue *catalogue, struct arena *arena,
                      struct findings *findings);

/* The tile that a record means by a name: its own, one of the sets in play, or any. */
static inline const struct design *crn_design(const struct catalogue *catalogue,
                                              const struct record *record, struct str name)
{
    const struct design *own = record->own_tiles ? tileset_design(record->own_tiles, name) : NULL;
    return own ? own : catalogue_design(catalogue, record->sets, record->set_count, name);
}

/* Adds a header entry, and gives it a value, as importers do: a text, a list of texts, or a map to
 * plain words. */
struct header_entry *record_entry_add(struct record *record, struct arena *arena, const char *key);
void value_scalar(struct value *value, struct arena *arena, struct str text);
void value_list(struct value *value, struct arena *arena, const struct str *items, unsigned count);
void value_map(struct value *value, struct arena *arena, const struct str *keys,
               const struct str *items, unsigned count);

/* Most lines have one act or two; a game of three sets has 200 lines. */
enum { LINE_ACTS_FIRST = 2, LINES_FIRST = 256 };
void record_lines_grow(struct record *record, struct arena *arena);
void line_acts_grow(struct line *line, struct arena *arena);

/* Room for another line, which is to be written. */
static inline struct line *record_line_next(struct record *record, struct arena *arena)
{
    if (arena_is_full(record->line_count, LINES_FIRST))
        record_lines_grow(record, arena);
    return &record->lines[record->line_count++];
}

/* Adds an empty line, or an act to the record's last line. Pointers are valid until the next such
 * call. */
static inline struct line *record_line_add(struct record *record, struct arena *arena,
                                           enum line_kind kind, struct place place)
{
    struct line *line = record_line_next(record, arena);
    *line = (struct line){.kind = (uint8_t)kind,
                          .seat = SEAT_NONE,
                          .place = place,
                          .head = place,
                          .cell_place = place};
    return line;
}

static inline struct act *record_act_add(struct record *record, struct arena *arena,
                                         enum act_kind kind, struct place place)
{
    struct line *line = &record->lines[record->line_count - 1];
    if (arena_is_full(line->act_count, LINE_ACTS_FIRST))
        line_acts_grow(line, arena);
    struct act *act = &line->acts[line->act_count++];
    record->act_count++;
    record->claims |= kind == ACT_CLAIM;
    *act = (struct act){.kind = (uint8_t)kind, .place = place};
    return act;
}

#endif
