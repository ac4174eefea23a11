/* SPDX-License-Identifier: MIT */
/* The games of a run: every command visits those of its files, one after the other or side by side.
 */
#ifndef BASTIDE_CLI_GAMES_H
#define BASTIDE_CLI_GAMES_H

#include "cli/inputs.h"
#include "cli/run.h"

/* Visits a game of a file. is_game is false for a stretch of input that is no game and has findings
 * alone. Findings raise the exit status after the visit. */
typedef void visit_game(struct run *run, void *context, struct str file, bool is_game);

/* How a command's games are visited, and, for --jobs, by workers. Those have a run of their own,
 * whose out and err are kept until it is the game's turn, and a context of their own: `hire` makes
 * one after the command's. A visit leaves in its context nothing that the next one needs. */
enum { RESULT_MAX = 64 };
struct work {
    visit_game *visit;
    void *(*hire)(struct run *worker, const void *context);
    void (*dismiss)(void *context, void *own); /* once all is done: the command's context takes what
                                                  the worker's has gathered */
    struct emitter *(*emitter)(
        void *own);      /* that a visit writes with, if it does; NULL: none does */
    const char *between; /* stands between the texts of two games, NULL for nothing */
    /* In the order of the games: should its text be written, by what the visit left in its context?
     * NULL: always. */
    bool (*take)(void *context, const void *result);
    const void *(*result)(const void *own);
    size_t result_size; /* RESULT_MAX at most */
};

/* Visits every game of every file that operands and options name. */
void games_visit(struct run *run, char **operands, const struct work *work, void *context);

/* The same, one after the other, of an input that inputs_visit() opened. */
void games_of_input(struct run *run, struct input *input, visit_game *visit, void *context);

#endif
