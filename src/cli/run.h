/* SPDX-License-Identifier: MIT */
/* One run of a command over its files: the settings, the game under way, the counts and the exit
 * status. */
#ifndef BASTIDE_CLI_RUN_H
#define BASTIDE_CLI_RUN_H

#include "base/word.h"
#include "cli/confining.h"
#include "cli/files.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/tally.h"
#include "formats/source.h"
#include "play/steps.h"
#include "referee/referee.h"
#include "report/verdicts.h"

/* Highest number of a turn, and highest number of games judged at the same time. */
enum { TURN_MAX = 9999, JOBS_MAX = 1024 };

enum exit_status { EXIT_CLEAN = 0, EXIT_FINDINGS = 1, EXIT_TROUBLE = 2 };

/* One run of a command over its files. */
struct run {
    const struct command *command; /* NULL for the program itself */
    struct sink out, err;          /* standard output, or the file of --output; standard error */
    struct verdicts complaints;    /* findings that are reported on standard error */

    /* Settings, made by options and by the command: */
    struct catalogue catalogue;
    struct rulings rulings;   /* rules set by --rules and --options */
    struct kind_set disabled; /* kinds of findings that --disable leaves out */
    struct file_list list;
    struct confining confining;
    const char *output_path; /* file of --output; NULL for standard output */
    struct output output;
    bool prepared;           /* the options were scanned once for settings that must be known before
                                the first option is taken */
    bool werror, fail_fast;  /* fail_fast: reading stops after the first game with errors */
    bool prints_records;     /* records are printed whole, with their comments */
    bool needs_games;        /* a file without a game is trouble */
    unsigned jobs;           /* games judged at a time; 1 without --jobs */
    struct growing *growing; /* record that is typed on a terminal: it is visited after each line;
                                NULL: it is visited at its end */

    /* The game under way: */
    struct arena arena;
    struct record record;
    struct findings findings;
    struct referee referee;
    struct ledger ledger;

    /* Counts and status of the run: */
    unsigned games; /* games read, over all files */
    unsigned told;  /* games read, and stretches that are not games but have findings; the current
                       one is included */
    struct tally tally;
    struct progress progress;
    bool streams;     /* output is not a regular file, so somebody may read it while the run goes
                         on: the text of each game is written at once */
    bool on_terminal; /* output is a terminal */
    bool color;       /* output gets colours */
    bool abandoned;   /* threads still wait for input; they and their memory end with the process */
    enum exit_status status;
};

/* Begins the only run of this process; `command` is NULL for the program itself. run_end() ends it
 * and returns the exit status. */
struct run *run_begin(const struct command *command);
int run_end(struct run *run);

/* Returns a run for a worker, whose output and errors are kept in memory. */
struct run *run_worker(const struct run *run);
void run_worker_end(struct run *worker);

/* Adds the status and the tally of a game that a worker visited. */
void run_take(struct run *run, enum exit_status status, const struct tally *tally);

/* Makes a file the run's output (--output). Ends the program if it cannot be written. */
void run_set_output(struct run *run, const char *path);

/* Finds out what the output is: whether it is a terminal, and whether it gets colours. Called at
 * the beginning, and again when the options are known. */
void run_look_at_output(struct run *run);

/* Sets the number of jobs (--jobs); 0 means one for each core. */
void run_set_jobs(struct run *run, long jobs);

/* run_begin_game() forgets the game before. run_count_findings() raises the exit status if a
 * finding of the game under way requires it. An error in a stretch that is not a game counts as
 * trouble. */
void run_begin_game(struct run *run);
void run_count_findings(struct run *run, bool is_game);

/* True if no more games are to be visited: the output is closed, the first game with errors ends
 * the run (--fail-fast), or a SIGINT asks it to end. */
bool run_is_over(const struct run *run);

/* Returns the name of the game under way for messages: the file, followed by the line on which the
 * game begins if it has one. */
const char *run_game_name(struct run *run, struct str file);

/* True if the game under way has a turn of this number (--at); UINT16_MAX stands for its end.
 * Otherwise says which turn is its last one, and the run ends as trouble. */
bool run_has_turn(struct run *run, struct str file, uint16_t turn);

/* Returns the game under way as reports need it. */
struct game_view run_view(const struct run *run, struct str file);

/* Returns the name of a tile set in play that is a reconstruction, or NULL. Reports mention it,
 * because a reconstruction may differ from the printed set. */
const char *run_reconstruction(const struct run *run);

/* Shows on a terminal how far the run has come, at most once a second, in one line that run_end()
 * wipes out. games_visit() calls it for each game. */
void run_progress(struct run *run);

/* Shows another count in that line, such as 12000 "turns". */
void run_progress_of(struct run *run, uint64_t count, const char *noun);

/* Prints on standard error how many games have which verdict, if there are several games. After an
 * interruption it prints nothing: run_end() then prints the number of games for every command. */
void run_tell_tally(struct run *run);

/* Reports findings on standard error, for the commands whose output is something else. */
void run_complain(struct run *run, struct str file, const struct findings *findings);

/* Makes the run end as trouble if an error explains why the input is not a game. For the commands
 * whose status does not depend on findings. */
void run_unread(struct run *run);

/* Reports on standard error that a file cannot be opened (901). */
void run_cannot_open(struct run *run, struct str path, const char *why);

/* Judges the record under way into the ledger, which keeps the wanted kinds of events. `through`
 * and `final` are those of referee_judge(). */
void run_judge(struct run *run, uint64_t wanted, uint16_t through, bool final);

/* Adds the tile set of a file to the catalogue. False, with a message, if the file has none or the
 * set cannot be added. */
bool run_add_tileset(struct run *run, const char *path);

/* Return a hint for an unknown name of a tile set or of a finding: "; did you mean 'base'?", or
 * where to find all names. */
const char *run_set_hint(struct run *run, const char *word);
const char *run_finding_hint(struct run *run, const char *word);

#endif
