/* SPDX-License-Identifier: MIT */
/* A record that grows line by line. It is judged after each line, as far as it goes, and only new
 * findings are reported. */
#ifndef BASTIDE_CLI_GROWING_H
#define BASTIDE_CLI_GROWING_H

#include "cli/cli.h"

struct growing {
    struct run *run;
    struct sink text;    /* lines that are kept */
    struct sink tried;   /* kept lines, followed by the line that is tried */
    struct input *input; /* input made from `tried`; the run's record points into it */
    struct known *known; /* findings that are known and not reported again */
    size_t known_count;
    bool under_way; /* growing_games() is running */
    bool over;      /* no more lines will come */
};

void growing_begin(struct growing *growing, struct run *run);
void growing_end(struct growing *growing);

/* Reads the kept lines, followed by `line`, into the run's record. True if they are a game. */
bool growing_read(struct growing *growing, struct str line);

/* Makes the findings of the run's game known: they are not reported again. */
void growing_remember(struct growing *growing);

/* Marks as reported (`told`) the findings of the run that are known. While more lines may come,
 * also marks the finding that the record has no end. Returns the number of new errors. */
unsigned growing_mark(struct growing *growing);

/* Reads records that are typed, in CRN only, into run->growing. Calls `visit` after each line below
 * the header, and once more, with run->growing->over set, when the game is over. */
void growing_games(struct run *run, struct input *input, visit_game *visit, void *context);

#endif
