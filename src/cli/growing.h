/* SPDX-License-Identifier: MIT */
/* A record that grows by lines, and is judged after each of them as far as it goes. */
#ifndef BASTIDE_CLI_GROWING_H
#define BASTIDE_CLI_GROWING_H

#include "cli/cli.h"

struct growing {
    struct run *run;
    struct sink text;    /* what is kept of it */
    struct sink tried;   /* and that with the line that is tried behind it */
    struct input *input; /* of it: the run's record looks into it */
    struct known *known; /* the findings of lines before */
    size_t known_count;
    bool under_way; /* growing_games() is at it */
    bool over;      /* nothing comes behind it */
};

void growing_begin(struct growing *growing, struct run *run);
void growing_end(struct growing *growing);

/* Reads what is kept, with a line behind it, into the run's record; is it a game? */
bool growing_read(struct growing *growing, struct str line);

/* From here on the findings of the run's game are known. */
void growing_remember(struct growing *growing);

/* Marks those of the run's findings as told that are known, and, as long as it may go on, that the
 * record has no end; the number of new errors. */
unsigned growing_mark(struct growing *growing);

/* Records that are typed, CRN alone, into run->growing: visit is called after each line, and once
 * more, with its `over`, when the game is. */
void growing_games(struct run *run, struct input *input, visit_game *visit, void *context);

#endif
