/* SPDX-License-Identifier: MIT */
/* A stream of games from one input, whatever its format: CRN, or one of the imported formats,
 * recognised by the content. See bastide(1), FORMATS.
 */
#ifndef BASTIDE_FORMATS_SOURCE_H
#define BASTIDE_FORMATS_SOURCE_H

#include "input/input.h"
#include "notation/crn.h"

/* CRN, JSON documents, or a game in each line. */
enum syntax { SYNTAX_CRN, SYNTAX_JSON, SYNTAX_LINES, SYNTAX_NONE };

struct source {
    struct input *input;
    const struct catalogue *catalogue;
    const struct rulings *rulings; /* over what headers say; NULL for none */
    bool live; /* a record is over with its end line when nothing more has come yet: comments behind
                  it are passed over */
    bool early;               /* the last one was so */
    struct known_tiles tiles; /* of the records before */
    enum syntax syntax;
    const struct format *lines; /* of SYNTAX_LINES */
    bool known;                 /* the format was looked for */
    bool ended;
    uint32_t line;     /* of JSON: lines passed */
    bool astray;       /* behind what is no document of a game, and was reported */
    size_t read_again; /* bytes of broken documents, in which others were looked for */
    bool seeking;      /* behind a broken document, for the next one */
    size_t uncut;  /* bytes in which source_cut() looked for the end of documents, and found none */
    bool anything; /* a game, or something that was to be one */
    bool needs_games;  /* an input without any is trouble */
    bool failure_told; /* that the input ended before its end */
};

void source_begin(struct source *source, struct input *input, const struct catalogue *catalogue);

/* A stretch of an input that holds whole games, to be read apart from the rest of it. */
struct stretch {
    struct source
        source; /* that was before it, as far as that is known without reading what is before */
    struct str text; /* valid until something is read */
    uint32_t lines;  /* before it */
    bool is_last;    /* the input ends with it */
};

/* Takes the next stretch, of about `most` bytes where games are not larger, of what can be had
 * without waiting; false where none is seen, and source_next() must go on: it reads anything. To go
 * on behind a stretch it needs what is known when that was read. */
bool source_cut(struct source *source, size_t most, struct stretch *stretch);

/* A stretch was read, as an input of its own, by a copy of its source; `before` was there in truth.
 * False when the stretch must be read again: from its source resumed behind `before`. */
bool source_follows(struct source *source, const struct stretch *stretch,
                    const struct source *before);
void source_resume(struct source *source, const struct source *before);

/* The next game; false when there is none. What is wrong with the input as a whole (902 to 906,
 * 117) is reported with *is_game false and an empty record. */
bool source_next(struct source *source, struct arena *arena, struct findings *findings,
                 struct record *record, bool *is_game);

#endif
