/* SPDX-License-Identifier: MIT */
/* A stream of games from one input, whatever its format: CRN, or one of the imported formats,
 * recognised by the content. See bastide(1), FORMATS.
 */
#ifndef BASTIDE_FORMATS_SOURCE_H
#define BASTIDE_FORMATS_SOURCE_H

#include "input/input.h"
#include "notation/crn.h"

/* The syntax of an input: CRN, JSON documents, a game on each line, members with syntaxes of their
 * own, or none of these. */
enum syntax { SYNTAX_CRN, SYNTAX_JSON, SYNTAX_LINES, SYNTAX_CONTAINER, SYNTAX_NONE };

struct source {
    struct input *input;
    const struct catalogue *catalogue;
    const struct rulings *rulings; /* rulings that replace what headers say; NULL for none */
    bool live;  /* a record ends with its end line if nothing more has come yet; comments after that
                   line are skipped */
    bool early; /* the last record ended in this way */
    struct known_tiles tiles; /* tiles that earlier records looked up */
    enum syntax syntax;
    const struct format *lines;        /* format of SYNTAX_LINES */
    const struct container_kind *kind; /* SYNTAX_CONTAINER */
    struct container *container;       /* the input as a container, once it was opened */
    struct source *member;             /* its open member, or NULL */
    const struct container *outer;     /* the container that this input is a member of, or NULL */
    bool is_told; /* a member held a game, or more than a warning was raised instead */
    bool known;   /* `syntax` was detected */
    bool ended;
    uint32_t line;     /* JSON: number of lines read */
    uint32_t columns;  /* a member: bytes of its first line that are before it in the container */
    bool astray;       /* JSON: the last text was not a game document, which was reported */
    size_t read_again; /* bytes of broken documents, which were searched for other documents */
    bool seeking;      /* the input ended during the search for the document after a broken one */
    size_t uncut;      /* bytes that source_cut() searched in vain for the end of a document */
    bool anything;     /* something was read: a game, or a text that should be one */
    bool needs_games;  /* an input without games is trouble (SEVERITY_TROUBLE) */
    bool failure_told; /* reported that reading failed before the end of the input */
};

/* source_begin() begins to read an input. source_end() closes what it opened in the meantime, but
 * not the input. It need not be called for a stretch. */
void source_begin(struct source *source, struct input *input, const struct catalogue *catalogue);
void source_end(struct source *source);

/* Returns the name of the input for messages; in a container, that of the member read last. */
struct str source_name(const struct source *source);

/* A stretch of an input that holds whole games, so that it can be read on its own. */
struct stretch {
    struct source source; /* state before the stretch, as far as it is known without reading the
                             text before it */
    struct str text;      /* text, valid until more of the input is read */
    uint32_t lines;       /* number of lines before the stretch */
    bool is_last;         /* the input ends with it */
};

/* Takes the next stretch from the input that can be read without waiting: about `most` bytes, or
 * more if a game is larger. False if there is no place to cut; source_next(), which reads any
 * input, must then go on. If a stretch was cut before, source_resume() must first give the source
 * the state in which reading that stretch ended. */
bool source_cut(struct source *source, size_t most, struct stretch *stretch);

/* source_follows() checks a stretch that was read as an input of its own. `source` is the copy of
 * stretch->source that has read it; `before` is the true state before the stretch. The result is
 * false if reading from the true state would have given another result. Then the stretch must be
 * read again: from stretch->source, after source_resume() has given it the state `before`. */
bool source_follows(struct source *source, const struct stretch *stretch,
                    const struct source *before);
void source_resume(struct source *source, const struct source *before);

/* Reads the next game; false if there is none. A finding about the input as a whole (902 to 906,
 * 117) comes with *is_game false and an empty record. */
bool source_next(struct source *source, struct arena *arena, struct findings *findings,
                 struct record *record, bool *is_game);

#endif
