/* SPDX-License-Identifier: MIT */
/* What the verbs share: options, the loop over files and games, exit statuses. Only src/cli reads the environment,
 * asks whether something is a terminal, or exits.
 */
#ifndef BASTIDE_CLI_CLI_H
#define BASTIDE_CLI_CLI_H

#include <getopt.h>
#include <time.h>

#include "import/source.h"
#include "report/verdicts.h"
#include "referee/referee.h"

/* Turns are numbered from 1 to this. */
enum { TURN_MOST = 9999 };

enum exit_status { EXIT_CLEAN = 0, EXIT_FINDINGS = 1, EXIT_TROUBLE = 2 };

struct verb_entry {
    const char *name;
    const char *about;
    const char *help; /* its --help: options, each with what follows it, from which words are completed too */
    int (*run)(int argc, char **argv);
};
extern const struct verb_entry cli_verbs[];
extern const unsigned cli_verb_count;

/* One run of a verb over its files. */
struct run {
    const char *verb;
    struct sink out, err; /* standard output and standard error */
    struct catalogue catalogue;
    struct arena arena;         /* of one game */
    struct findings findings;   /* of one game */
    struct verdicts complaints; /* findings that are told on standard error */
    struct record record;
    struct referee referee;
    struct ledger ledger;
    bool werror;
    bool streams;           /* what is written is read while the run goes on: a game's output does not wait for the next */
    unsigned games;         /* over all files */
    bool shows_progress;    /* standard error is a terminal, standard output is none */
    time_t began, reported; /* seconds; when the run began, and progress was told last */
    enum exit_status status;
};

/* The one run of this process. */
struct run *run_begin(const char *verb);
int run_end(struct run *run);

/* The file, and the line on which the game under way begins, if it is one of several or text. */
const char *run_game_name(struct run *run, const char *file);

/* The name of a tile set in play that is a reconstruction, NULL without one: whoever reads scores is told. */
const char *run_reconstruction(const struct run *run);

/* On a terminal, and only there, says once a second on one line, which run_end() wipes out, how many games have passed; run_files()
 * calls it for each. */
void run_progress(struct run *run);

/* Tells findings on standard error, for the verbs whose product is something else. */
void run_complain(struct run *run, const char *file, const struct findings *findings);

/* For the verbs whose status does not tell of findings: what is no game is trouble, if an error says why. */
void run_unread(struct run *run);

/* Standard error says that a file cannot be opened (901). */
void run_cannot_open(struct run *run, const char *path, const char *why);

/* Calls visit for every game of every file ("-" when there is none); is_game is false for a stretch of input that
 * is no game and has findings alone. Findings raise the exit status after visit. */
typedef void run_visit(struct run *run, void *context, const char *file, bool is_game);
void run_files(struct run *run, char **files, run_visit *visit, void *context);

/* Judges the record under way into the ledger, which keeps the wanted kinds of events. */
void run_judge(struct run *run, unsigned wanted, uint16_t through, bool final);

/* A message about usage on standard error; returns EXIT_TROUBLE. */
int cli_usage(const char *verb, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Of some names that which a word was probably meant for, NULL when none is like it. */
const char *cli_nearest(const char *word, const char *const *names, unsigned count);

/* A word behind --by that is none. */
int cli_unknown_key(const char *verb, const char *word);

/* `--help`: what stands in the verb's first lines of usage. Returns EXIT_CLEAN or EXIT_TROUBLE. */
int cli_help(const char *text);

/* The options that verbs share, by their letters: --tileset, --werror, --help, and one that is none. Negative when the run goes on,
 * else the status that it ends with. */
int cli_shared(struct run *run, int option, const char *help, char **argv);

/* A finding by its code or name; NULL for a word that is none. */
const struct finding_kind *cli_finding(const char *word);

/* Index of a word among names, or -1. */
int cli_choice(const char *word, const char *const *names, unsigned count);

/* One of enum emit_form, or FORM_TEXT; -1 for a word that is no form. */
enum { FORM_TEXT = EMIT_FORM_COUNT };
int cli_form(const char *word);

/* A whole number from least to most; false for anything else. */
bool cli_number(const char *word, long least, long most, long *number);

/* May the descriptor be written to in colours? */
bool cli_color(int fd);

extern const char check_help[];
int check_run(int argc, char **argv);
extern const char audit_help[];
int audit_run(int argc, char **argv);
extern const char diff_help[];
int diff_run(int argc, char **argv);
extern const char show_help[];
int show_run(int argc, char **argv);
extern const char fmt_help[];
int fmt_run(int argc, char **argv);
extern const char convert_help[];
int convert_run(int argc, char **argv);
extern const char deal_help[];
int deal_run(int argc, char **argv);
extern const char moves_help[];
int moves_run(int argc, char **argv);
extern const char select_help[];
int select_run(int argc, char **argv);
extern const char stats_help[];
int stats_run(int argc, char **argv);
extern const char tiles_help[];
int tiles_run(int argc, char **argv);
extern const char explain_help[];
int explain_run(int argc, char **argv);

/* Words that could stand for the last of a command line's, for the shells: completions/. */
int complete_run(int argc, char **argv);

#endif
