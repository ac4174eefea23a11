/* SPDX-License-Identifier: MIT */
/* The formats of other programs, and records as JSON: functions that recognise each format, read
 * it, compare it with the game, and write it. A format has a folder of its own, src/formats/NAME,
 * and a row in formats.def. See bastide(1), FORMATS. */
#ifndef BASTIDE_FORMATS_FORMAT_H
#define BASTIDE_FORMATS_FORMAT_H

#include "formats/export.h"
#include "formats/import.h"

/* A format. Any function may be NULL. */
struct format {
    const char *name; /* name for `convert --to`; NULL if the format is not written */

    /* True if a JSON document is in this format. Formats are asked in the order of their rows. */
    bool (*probe)(const struct json *document);
    /* Reads a document into a record. False, with a finding, if no game could be read. */
    bool (*read)(struct importer *importer, const struct json *document);

    /* Completes acts of the record that depend on the rules, such as tokens that random numbers
     * draw. Judges the game for that. */
    void (*complete)(struct importer *importer);

    /* probe_line() and read_line() do the same for a text with a game on each line. The text is
     * recognised by its first line. A line has no blanks before it and may end with '\r'. The line
     * given to read_line() is followed by '\0', and `number` is its line number in the input. */
    bool (*probe_line)(struct str line);
    bool (*read_line)(struct importer *importer, struct str line, uint32_t number);

    /* Adds findings for wrong statements that the document makes besides its lines (record->said).
     * Replays the game with the referee to check them. */
    void (*verify)(struct referee *referee, const struct record *record, struct findings *findings,
                   struct ledger *ledger);

    /* Writes one game, and notes what the format cannot hold (export_loss()). */
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

/* Returns the format with this name for `convert --to`, or NULL. */
const struct format *format_named(const char *name);

/* format_of_document() returns the format of a JSON document, format_of_line() that of a text by
 * its first line. Both return NULL if no format recognises it. */
const struct format *format_of_document(const struct json *document);
const struct format *format_of_line(struct str line);

/* Judges a record as referee_judge() does, and adds findings for wrong statements of its document
 * (312, 601, 704, 705, 910). The ledger keeps the events of the kinds in `wanted`. */
void format_judge(struct referee *referee, const struct record *record, struct findings *findings,
                  struct ledger *ledger, uint64_t wanted, uint16_t through, bool final);

/* Returns the events that a verdict needs: the end of the game, and the scores if the record has
 * assertions to compare with them. */
uint64_t format_verdict_events(const struct record *record);

#endif
