/* SPDX-License-Identifier: MIT */
/* The formats of other programs, and records as JSON: how each is recognised, read, held against
 * the game, and written. A format lives in a folder of its own, src/formats/NAME, and is a row of
 * formats.def. See bastide(1), FORMATS.
 */
#ifndef BASTIDE_FORMATS_FORMAT_H
#define BASTIDE_FORMATS_FORMAT_H

#include "formats/export.h"
#include "formats/import.h"

/* Any function may be NULL. */
struct format {
    const char *name; /* as `convert --to` has it; NULL where nothing is written */

    /* Is a JSON document one of this format? Formats are asked in their order. */
    bool (*probe)(const json_t *document);
    /* Reads a document into a record. False, with a finding, where no game is left. */
    bool (*read)(struct importer *importer, const json_t *document);

    /* The same of a text with a game in each line, which is recognised by its first line. A line
     * has no blanks before it and ends with '\0'; it may end with '\r'. `number` is its number in
     * the text. */
    bool (*probe_line)(struct str line);
    bool (*read_line)(struct importer *importer, struct str line, uint32_t number);

    /* The words for a text that is recognised by its beginning and cannot be read; NULL for any
     * other. */
    const char *(*refuse)(struct arena *arena, struct str head);

    /* Adds to the findings of a record what its document says wrongly besides its lines
     * (record->said). The referee plays the game along. */
    void (*verify)(struct referee *referee, const struct record *record, struct findings *findings,
                   struct ledger *ledger);

    /* Writes one game, and says what the format cannot hold. */
    void (*write)(struct exporter *exporter);
};

enum format_id {
#define KNOWN_FORMAT(id) FORMAT_##id,
#include "formats/formats.def"
#undef KNOWN_FORMAT
    FORMAT_COUNT
};
extern const struct format *const formats[FORMAT_COUNT];
#define KNOWN_FORMAT(id) extern const struct format format_##id;
#include "formats/formats.def"
#undef KNOWN_FORMAT

/* The format that `convert --to` names so; NULL for none. */
const struct format *format_named(const char *name);

/* The format of a JSON document, of a text by its first line; NULL for none. */
const struct format *format_of_document(const json_t *document);
const struct format *format_of_line(struct str line);

/* Judges a record as referee_judge() does, and adds to its findings what its document says wrongly
 * (312, 601, 704, 705, 910). The ledger keeps the wanted kinds of events. */
void format_judge(struct referee *referee, const struct record *record, struct findings *findings,
                  struct ledger *ledger, uint64_t wanted, uint16_t through, bool final);

/* The events that a verdict rests on: the end, and scores where a record's assertions are held
 * against them. */
uint64_t format_verdict_events(const struct record *record);

#endif
