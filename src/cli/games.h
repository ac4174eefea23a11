/* SPDX-License-Identifier: MIT */
/* Visits the games of a run, one after the other or in parallel. Every command that reads games
 * does it through these functions. */
#ifndef BASTIDE_CLI_GAMES_H
#define BASTIDE_CLI_GAMES_H

#include "cli/inputs.h"
#include "cli/run.h"

/* Visits one game of a file. `is_game` is false for a stretch of input that is not a game: it has
 * only findings. The findings raise the exit status after the visit. */
typedef void visit_game(struct run *run, void *context, struct str file, bool is_game);

/* The way in which a command visits its games. With --jobs, workers visit them. A worker has its
 * own run and its own context. The output and the errors of its run are kept until it is the game's
 * turn. `hire` makes its context from that of the command. A visit must leave nothing in its
 * context that the next visit needs. */
enum { RESULT_MAX = 64 };
struct work {
    visit_game *visit;
    void *(*hire)(struct run *worker, const void *context);
    void (*dismiss)(void *context, void *own); /* called at the end: adds what the worker gathered
                                                  in its context to the command's context, and frees
                                                  the worker's context */
    struct emitter *(*emitter)(
        void *own);      /* returns the emitter with which a visit writes, or NULL; may be NULL */
    const char *between; /* text written between the texts of two games; NULL for none */
    /* Called in the order of the games with the result that the visit of a game left. True if the
     * text of the game is to be written. NULL: it is always written. */
    bool (*take)(void *context, const void *result);
    const void *(*result)(const void *own);
    size_t result_size;  /* in bytes, at most RESULT_MAX */
    bool ends_by_itself; /* the output of some games is useful: a SIGINT stops the visits, and the
                            command goes on, unless a person is asked for input */
};

/* Visits every game of every file that operands and options name. */
void games_visit(struct run *run, char **operands, const struct work *work, void *context);

/* Visits every game of an input that inputs_visit() opened, one after the other. */
void games_of_input(struct run *run, struct input *input, visit_game *visit, void *context);

#endif
