/* SPDX-License-Identifier: MIT */
/* The desk of `bastide record`: a game that is written down line by line. Each line is judged
 * before it is kept, and is on the disk before the next one is asked for. */
#ifndef BASTIDE_CLI_RECORD_DESK_H
#define BASTIDE_CLI_RECORD_DESK_H

#include <time.h>

#include "cli/growing.h"
#include "referee/choices.h"

struct desk {
    struct run *run;
    struct str path;
    int fd;
    bool asks;              /* standard input and output are terminals: a person can answer */
    bool unfit;             /* the last line typed is too long, is not text, or holds "%CRN" */
    bool stale;             /* the file was changed since it was last read or written */
    bool refused;           /* a line from a pipe was not kept; later lines may depend on it */
    struct growing growing; /* lines that are kept */
    struct input *typed;    /* standard input, unless libedit reads it */
    struct verdicts verdicts;
    bool is_timed;         /* the time of each line is written down */
    struct timespec since; /* when the prompt for the line was shown first */
    /* The next line: */
    unsigned turn, step; /* step: the next one of the turn under way */
    unsigned seat;
    bool waits;             /* something is still due in the turn: the next line is its step */
    bool ended;             /* the record has an end line */
    struct choices choices; /* choices, stored in `list` */
    struct choice list[CHOICES_MAX];
    /* Words that may complete what is typed. */
    char **words;
    size_t word_count, word_room;
    unsigned reveals; /* number of tiles that an act among the words reveals; 0 if none does */
    /* Placements that were listed last, such as "V 1,0W": a number chooses one of them. */
    char **listed;
    size_t listed_count, listed_room;
};

/* Returns a copy of a text, to be freed with memory_free(). */
char *desk_copy(struct str text);

/* ---- The record (desk.c) ---- */

/* Judges the kept lines, followed by `line`. */
void desk_judge(struct desk *desk, struct str line);

/* Finds the turn, step, seat and choices of the next line. Replays the lines of the run's record
 * and leaves open what is still due in the last turn. The replay is needed because the referee
 * closed that turn when it made the verdict. */
void desk_find_next(struct desk *desk);

/* Returns a text without the blanks at its ends. */
struct str desk_trim(struct str text);

/* Takes the next word of a text, without the blanks around it. */
struct str desk_word(struct str *rest);

/* True if the word is the letter of a seat. */
bool desk_is_seat(struct str word);

/* Writes the typed line with number and seat before it, as the record has it. A line typed with a
 * seat before it is a step of the turn under way. */
void desk_write_line(const struct desk *desk, struct str typed, struct sink *to);

/* ---- Words that may be typed (desk_words.c) ---- */

/* Finds the words that may follow `before`: tiles, placements of a tile, or acts. */
void desk_find_words(struct desk *desk, struct str before);
void desk_forget_words(struct desk *desk);

/* Returns the tile in play that a word names (slips_design()). */
const struct design *desk_design(const struct desk *desk, struct str word);

/* Shows a tile in each orientation in which it fits somewhere, with its cells, and numbers the
 * placements. */
void desk_list_placements(struct desk *desk, const struct design *design);
void desk_forget_listed(struct desk *desk);

/* ---- The file (desk_file.c) ---- */

/* Reports that something failed. Returns false. */
bool desk_failed(struct desk *desk, const char *what);

/* Opens or creates the file, and locks it against other programs. `how` is O_CREAT | O_EXCL for a
 * new file, otherwise 0. */
bool desk_open(struct desk *desk, int how);

/* Reads what the file holds already: nothing, or one game as text. False, with a message, for
 * anything else. */
bool desk_load(struct desk *desk);

/* Writes text to the disk, then adds it to the kept text. If that fails, takes back the part that
 * was written. */
bool desk_keep(struct desk *desk, struct str text);

/* Takes back the last line, unless it belongs to the header. */
bool desk_undo(struct desk *desk);

/* ---- The person (desk_terminal.c, desk_header.c) ---- */

/* Prepares the line editor. Must be called before the process is confined. */
void desk_begin_typing(struct desk *desk);

/* Returns the next typed line without its end, to be freed by the caller; NULL at the end of
 * input. */
char *desk_read(struct desk *desk, const char *prompt);

/* Asks for those parts of the header that are NULL, and writes it. A new file is created only if
 * the header is valid. */
bool desk_write_header(struct desk *desk, const char *sets, const char *players, bool is_new);

#endif
