/* SPDX-License-Identifier: MIT */
/* CRN, the notation for recorded games: reading and printing (crn(5)). Reading never fails:
 * everything wrong becomes a finding, and the rest of the record is read.
 */
#ifndef BASTIDE_NOTATION_CRN_H
#define BASTIDE_NOTATION_CRN_H

#include "base/digest.h"
#include "base/sink.h"
#include "input/input.h"
#include "notation/record.h"

/* A cache of the designs looked up among some sets, by names of up to four bytes. The bytes of a
 * name are its key, which is never 0. Each key has one slot, and each slot holds the design that
 * was looked up last. All bytes must be zero at first. */
enum { KNOWN_TILES = 128 };
struct known_tiles {
    const struct tileset *sets[SETS_MAX];
    unsigned set_count;
    struct known_tile {
        uint32_t key;
        const struct design *design;
    } tiles[KNOWN_TILES];
};

/* Reads the next record of a stream of CRN text; false if none remains. Text before the first
 * "%CRN" is reported in a finding. If there is no other text, the record stays empty (line_count 0,
 * entry_count 0).
 *
 * With `early` (may be NULL) a record ends at its end line if nothing has arrived after that yet,
 * so that nobody waits for the writer. *early is then set to true, otherwise to false, and must be
 * passed unchanged to the next call: comments before the next record belong to the record that was
 * returned early, and are skipped. `known` (may be NULL) keeps the designs that were looked up for
 * the next record. */
bool crn_read(struct input *input, const struct catalogue *catalogue, struct arena *arena,
              struct findings *findings, struct record *record, bool *early,
              struct known_tiles *known);

/* Prints the canonical text of a record. Canonical segments need the designs of tiles, but no
 * rules: the printer follows which tile lies where, as far as the placements make sense. */
void crn_print(const struct record *record, struct sink *sink);

/* Prints the lines of one turn with a character between them. Segments must be canonical already;
 * the cell of the tile of the turn is left out. */
void crn_print_turn(const struct line *lines, unsigned count, char between, struct sink *sink);

/* Prints an act alone, as in a turn whose tile lies on `here`. */
void crn_print_act(const struct act *act, struct cell here, struct sink *sink);

/* Writes the identity of a game: 32 hexadecimal digits and a NUL. It is the same for the same
 * moves, whatever the format, names, spacing, claims, comments and profile, and whatever the
 * orientation of tiles that look the same when turned. crn_digest() returns it as a digest. */
void crn_identity(const struct record *record, char identity[33]);
struct digest crn_digest(const struct record *record);

/* Visits each line that decides something, with its text in the identity: without claims and
 * comments, and steps without numbers. If the line is `joined`, it continues the decisions of its
 * seat on the line before, and the text has its acts alone. The text is valid until the visit
 * returns. */
void crn_decisions(const struct record *record,
                   void (*visit)(void *context, const struct line *line, bool joined,
                                 struct str text),
                   void *context);

/* Reads the values of known keys from the entries of the header into the fields of the record.
 * Importers call it too, after adding entries. */
void crn_header_apply(struct record *record, const struct catalogue *catalogue, struct arena *arena,
                      struct findings *findings);

/* Returns the design that players mean by a name (ctr.h), among the tiles in play and the record's
 * own tiles; NULL if the name fits none or several of them. */
const struct design *crn_spoken_design(const struct record *record, struct str name);

/* Returns the design that a record means by a name: of its own tiles, otherwise of the sets in
 * play, otherwise of any set; otherwise the only design in play that players call so (ctr.h). NULL
 * if there is none. */
static inline const struct design *crn_design(const struct catalogue *catalogue,
                                              const struct record *record, struct str name)
{
    const struct design *own = record->own_tiles ? tileset_design(record->own_tiles, name) : NULL;
    const struct design *known =
        own ? own : catalogue_design(catalogue, record->sets, record->set_count, name);
    return known ? known : crn_spoken_design(record, name);
}

/* record_entry_add() adds an entry to the header. The others set its value: a text, a list of
 * texts, a list of the words in a text such as "Ada, Ben", or a map to plain words. */
struct header_entry *record_entry_add(struct record *record, struct arena *arena, const char *key);
void value_scalar(struct value *value, struct arena *arena, struct str text);
void value_list(struct value *value, struct arena *arena, const struct str *items, unsigned count);
void value_words(struct value *value, struct arena *arena, const char *words);
void value_map(struct value *value, struct arena *arena, const struct str *keys,
               const struct str *items, unsigned count);

/* Room for the first acts of a line and the first lines of a record. Most lines have one act or
 * two; a game of three sets has 200 lines. */
enum { LINE_ACTS_FIRST = 2, LINES_FIRST = 256 };
void record_lines_grow(struct record *record, struct arena *arena);
void line_acts_grow(struct line *line, struct arena *arena);

/* Adds a line that is not initialised. The caller must write all of it. */
static inline struct line *record_line_next(struct record *record, struct arena *arena)
{
    if (arena_is_full(record->line_count, LINES_FIRST))
        record_lines_grow(record, arena);
    return &record->lines[record->line_count++];
}

/* record_line_add() adds an empty line, record_act_add_to() an act to a line, record_act_add() to
 * the last one. The pointers are valid until the next such call. */
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

static inline struct act *record_act_add_to(struct record *record, struct line *line,
                                            struct arena *arena, enum act_kind kind,
                                            struct place place)
{
    if (arena_is_full(line->act_count, LINE_ACTS_FIRST))
        line_acts_grow(line, arena);
    struct act *act = &line->acts[line->act_count++];
    record->act_count++;
    record->claims |= kind == ACT_CLAIM;
    *act = (struct act){.kind = (uint8_t)kind, .place = place};
    return act;
}

static inline struct act *record_act_add(struct record *record, struct arena *arena,
                                         enum act_kind kind, struct place place)
{
    return record_act_add_to(record, &record->lines[record->line_count - 1], arena, kind, place);
}

#endif
