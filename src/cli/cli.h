/* SPDX-License-Identifier: MIT */
/* The base of all commands: options, the loop over files and games, exit statuses. Only src/cli
 * reads the environment, tests for a terminal, or exits.
 */
#ifndef BASTIDE_CLI_CLI_H
#define BASTIDE_CLI_CLI_H

#include <getopt.h>
#include <time.h>

#include "base/confine.h"
#include "base/word.h"
#include "formats/source.h"
#include "play/steps.h"
#include "report/verdicts.h"
#include "referee/referee.h"

/* Turns are numbered from 1 to this; at most JOBS_MAX games are judged at a time. */
enum { TURN_MAX = 9999, JOBS_MAX = 1024 };

/* The program, whose main() does nothing else; the exit status. It begins once in a process. */
int program_run(int argc, char **argv);

enum exit_status { EXIT_CLEAN = 0, EXIT_FINDINGS = 1, EXIT_TROUBLE = 2 };

/* A command, and one of its options: the rows of commands.def, which says what the columns are. */
struct command {
    const char *name, *about, *usage, *purpose, *notes, *end;
    int (*run)(int argc, char **argv);
};
extern const struct command commands[];
extern const unsigned command_count;

struct command_option {
    const char *command;
    char letter;
    const char *name, *argument, *words, *about;
};
extern const struct command_option command_options[];
extern const unsigned command_option_count;

/* NULL for a name that no command has. */
const struct command *command_find(const char *name);

bool option_is_of(const struct command_option *option, const struct command *command);

/* Is it the option of the row before under another name? */
bool option_is_another_name(const struct command_option *option);

/* Takes the next word off an option's list; empty behind the last one. */
struct str option_word(const char **words, bool *is_default);

/* How many games are what, where a command counts them. */
struct tally {
    unsigned valid, legal, illegal, unread; /* legal: but not valid */
};

/* A file to read. A folder may hold files of strangers, so a file from there must be regular and is
 * opened without waiting. */
struct listed_file {
    struct str path; /* ends in NUL; p is NULL behind the last one */
    bool in_folder;
};

struct run;

/* Files that a command writes: always, or with an option. */
struct writing {
    char letter; /* of the option; 0: always */
    /* Finds the folders, by the option's value and the operands, and confines the run to them:
     * run_confine_writing(). */
    void (*begin)(struct run *run, const char *value, char **operands);
    bool begun;
};

/* One run of a command over its files. */
struct run {
    const struct command *command; /* NULL for the program itself */
    struct sink out, err;          /* standard output and standard error */
    struct catalogue catalogue;
    struct arena arena;         /* of one game */
    struct findings findings;   /* of one game */
    struct verdicts complaints; /* findings that are reported on standard error */
    struct record record;
    struct referee referee;
    struct ledger ledger;
    struct rulings rulings;   /* of --rules and --options */
    struct kind_set disabled; /* of --disable */
    bool prints_records;      /* whole, with their comments */
    bool needs_games;         /* a file without one is trouble */
    bool fail_fast;           /* reading stops after the first game with errors */
    struct growing *growing;  /* a record that is typed on a terminal is visited after each line;
                                 NULL: at its end */
    struct tally tally;
    bool werror, no_sandbox;
    bool needs_sandbox;     /* where it cannot be set up, nothing is read */
    struct writing writing; /* of a command that writes files */
    bool writes; /* it does: so it is confined to some folders instead of to what is open */
    const char *files_from; /* a list of files to be read besides; NULL without one */
    bool null_ends, recursive;
    struct listed_file *files; /* of files_find() */
    bool prepared; /* what options say that must be known before the first of them is taken */
    enum confinement confinement;
    bool streams;   /* what is written is read while the run goes on: a game's output does not wait
                       for the next */
    unsigned games; /* over all files */
    unsigned told; /* of games, and of stretches that are none and have findings: with the one under
                      way */
    unsigned jobs; /* games judged at a time; 1 without --jobs */
    bool abandoned; /* threads that still wait for input end with the process, and what they hold */
    bool shows_progress;    /* standard error is a terminal, standard output is none */
    time_t began, reported; /* seconds; when the run began, and progress was shown last */
    enum exit_status status;
};

/* The one run of this process. */
struct run *run_begin(const char *command);
int run_end(struct run *run);

/* A worker's run, with its own sinks in memory. */
struct run *run_worker(const struct run *run);
void run_worker_end(struct run *worker);

/* Adds what a worker's game came to. */
void run_take(struct run *run, enum exit_status status, const struct tally *tally);

/* Takes --jobs. */
void run_set_jobs(struct run *run, long jobs);

/* Size of a batch for one job: KiB of text, or games where they must be read one by one. Tests set
 * smaller batches. */
enum { PIECE_MAX = 64 };
unsigned cli_piece(void);

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
 * many games have passed; run_files() calls it for each. */
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

/* Gives up what is not needed from here on, if --no-sandbox does not stand against it. A run that
 * writes files keeps the right to open them. */
void run_confine(struct run *run, enum confinement to);

/* Calls writing.begin, unless that was done before a tile set was read. */
void run_begin_writing(struct run *run, const char *value, char **operands);

/* Confines a run that writes to the folders that it writes in. */
void run_confine_writing(struct run *run, const char *const *folders, size_t count);

/* Calls visit with every file of files_find()'s (files.h), opened and to be closed by it, or NULL
 * with the reason; when the last one is open the process is confined. Files are opened before any
 * is read, except pipes and devices, which may have to wait, and files beyond the number that may
 * be open: these are opened in their turn. */
typedef void run_input(struct run *run, void *context, struct str path, struct input *input,
                       const char *error);
void run_inputs(struct run *run, const struct listed_file *files, run_input *visit, void *context);

/* Calls visit for every game of every file that operands and options name; is_game is false for a
 * stretch of input that is no game and has findings alone. Findings raise the exit status after
 * visit. */
typedef void run_visit(struct run *run, void *context, struct str file, bool is_game);

/* How a command's games are visited, and, for --jobs, by workers. Those have a run of their own,
 * whose out and err are kept until it is the game's turn, and a context of their own: `hire` makes
 * one after the command's. A visit leaves in its context nothing that the next one needs. */
enum { RESULT_MAX = 64 };
struct work {
    run_visit *visit;
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
void run_files(struct run *run, char **operands, const struct work *work, void *context);

/* The same, one after the other, of an input that run_inputs() opened. */
void run_games(struct run *run, struct input *input, run_visit *visit, void *context);

/* Judges the record under way into the ledger, which keeps the wanted kinds of events. */
void run_judge(struct run *run, uint64_t wanted, uint16_t through, bool final);

/* A message about usage on standard error; returns EXIT_TROUBLE. */
int cli_usage(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Returns the letter of the next option, with its value in optarg, or -1 after the last one. If the
 * option has a list of words, the value is one of them. --help and errors end the program here;
 * --tileset, --rules, --options and --werror are handled here. */
int option_next(struct run *run, int argc, char **argv);

/* Returns the value of the option with that letter as a number; ends the program if it is not one.
 */
long option_number(const struct run *run, int letter, long least, long most);

/* Prints what --help does. */
void command_help(struct run *run, const struct command *command);

/* A list that an option given several times adds to: `list` (may be NULL) and the option's value.
 */
const char *option_list(struct run *run, const char *list);

/* Makes a file's tile set known; false, with a message, when it holds none. */
bool run_add_tileset(struct run *run, const char *path);

/* Below a finding of a run's game: the line with a caret, what could have been done, the table
 * around. context.c. */
struct context;
struct context *context_open(struct run *run);
void context_close(struct context *context);
void context_tell(void *context, const struct finding *finding);

/* "; did you mean 'base'?", or what there is: of tile sets, of findings. */
const char *run_set_hint(struct run *run, const char *word);
const char *run_finding_hint(struct run *run, const char *word);

/* Index of a word among names, or -1. */
int cli_choice(const char *word, const char *const *names, unsigned count);

/* The same for the value of an option with words, which is one of the names; one of enum emit_form,
 * or FORM_TEXT. */
enum { FORM_TEXT = EMIT_FORM_COUNT };
int cli_word(const char *const *names, unsigned count);
int cli_form(void);

/* A whole number from least to most; false for anything else. */
bool cli_number(const char *word, long least, long most, long *number);

/* May the descriptor be written to in colours? */
bool cli_color(int fd);

#define COMMAND(name, about, usage, purpose, notes, end) int cmd_##name(int argc, char **argv);
#define CHOICE(command, letter, name, argument, words, about)
#include "cli/commands.def"
#undef COMMAND
#undef CHOICE

/* Words that could stand for the last of a command line's, for the shells: completions/. */
int complete_run(int argc, char **argv);

#endif
