/* SPDX-License-Identifier: MIT */
/* One run of a command over its files: what its options say, the game under way, its status. */
#ifndef BASTIDE_CLI_RUN_H
#define BASTIDE_CLI_RUN_H

#include "base/word.h"
#include "cli/confining.h"
#include "cli/files.h"
#include "cli/progress.h"
#include "cli/tally.h"
#include "formats/source.h"
#include "play/steps.h"
#include "referee/referee.h"
#include "report/verdicts.h"

/* Turns are numbered from 1 to this; at most JOBS_MAX games are judged at a time. */
enum { TURN_MAX = 9999, JOBS_MAX = 1024 };

enum exit_status { EXIT_CLEAN = 0, EXIT_FINDINGS = 1, EXIT_TROUBLE = 2 };

/* One run of a command over its files. */
struct run {
    const struct command *command; /* NULL for the program itself */
    struct sink out, err;          /* standard output and standard error */
    struct verdicts complaints;    /* findings that are reported on standard error */

    /* Settings, by options and by the command: */
    struct catalogue catalogue;
    struct rulings rulings;   /* of --rules and --options */
    struct kind_set disabled; /* of --disable */
    struct file_list list;
    struct confining confining;
    bool prepared;           /* what must be known of them before the first one is taken */
    bool werror, fail_fast;  /* fail_fast: reading stops after the first game with errors */
    bool prints_records;     /* whole, with their comments */
    bool needs_games;        /* a file without one is trouble */
    unsigned jobs;           /* games judged at a time; 1 without --jobs */
    struct growing *growing; /* a record that is typed on a terminal is visited after each line;
                                NULL: at its end */

    /* The game under way: */
    struct arena arena;
    struct record record;
    struct findings findings;
    struct referee referee;
    struct ledger ledger;

    /* How far it has come: */
    unsigned games; /* over all files */
    unsigned told;  /* games, and stretches without a game that have findings, with the current one
                     */
    struct tally tally;
    struct progress progress;
    bool streams;   /* what is written is read while the run goes on: a game's output does not wait
                       for the next */
    bool abandoned; /* threads that still wait for input end with the process, and what they hold */
    enum exit_status status;
};

/* The one run of this process, of a command; NULL for the program itself. */
struct run *run_begin(const struct command *command);
int run_end(struct run *run);

/* A worker's run, with its own sinks in memory. */
struct run *run_worker(const struct run *run);
void run_worker_end(struct run *worker);

/* Adds what a worker's game came to. */
void run_take(struct run *run, enum exit_status status, const struct tally *tally);

/* Takes --jobs. */
void run_set_jobs(struct run *run, long jobs);

/* Forgets the game before. Findings of the game under way raise the exit status; errors of what is
 * no game are trouble. */
void run_begin_game(struct run *run);
void run_count_findings(struct run *run, bool is_game);

/* The file, and the line on which the game under way begins, if it is one of several or text. */
const char *run_game_name(struct run *run, struct str file);

/* The game under way, for reports. */
struct game_view run_view(const struct run *run, struct str file);

/* The name of a tile set in play that is a reconstruction, NULL without one: whoever reads scores
 * should know. */
const char *run_reconstruction(const struct run *run);

/* On a terminal, and only there, says once a second on one line, which run_end() wipes out, how
 * many games have passed; games_visit() calls it for each. */
void run_progress(struct run *run);

/* The same of anything that takes long. */
void run_progress_of(struct run *run, uint64_t count, const char *noun);

/* Says on standard error how many games of several are what. */
void run_tell_tally(struct run *run);

/* Reports findings on standard error, for the commands whose output is something else. */
void run_complain(struct run *run, struct str file, const struct findings *findings);

/* For the commands whose status does not depend on findings: what is no game is trouble, if an
 * error says why. */
void run_unread(struct run *run);

/* Standard error says that a file cannot be opened (901). */
void run_cannot_open(struct run *run, struct str path, const char *why);

/* Judges the record under way into the ledger, which keeps the wanted kinds of events. */
void run_judge(struct run *run, uint64_t wanted, uint16_t through, bool final);

/* Makes a file's tile set known; false, with a message, when it holds none. */
bool run_add_tileset(struct run *run, const char *path);

/* "; did you mean 'base'?", or what there is: of tile sets, of findings. */
const char *run_set_hint(struct run *run, const char *word);
const char *run_finding_hint(struct run *run, const char *word);

#endif
