/* SPDX-License-Identifier: MIT */
/* Functions that all commands share: messages about usage, values of options, and settings from the
 * environment. Only src/cli reads the environment and tests for a terminal. Only src/cli and
 * memory_out() end the process. */
#ifndef BASTIDE_CLI_CLI_H
#define BASTIDE_CLI_CLI_H

#include "cli/command.h"
#include "cli/games.h"
#include "cli/listing.h"

/* Runs the program: main() does nothing else. Returns the exit status. May be called once in a
 * process. */
int program_run(int argc, char **argv);

/* Prints a message about wrong usage of a command on standard error; `command` is NULL for the
 * program itself. Returns EXIT_TROUBLE. */
int cli_usage(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* True if a typed word is the name or its plural: "cities" for "city". */
bool cli_means(struct str typed, struct str name);

/* Returns the index of the name that a word means, or -1. */
int cli_choice(struct str word, const char *const *names, unsigned count);

/* Return the index of the option's value (optarg), which must be one of the names: option_next()
 * has checked it against the option's list of words. cli_form() returns one of enum emit_form, or
 * FORM_TEXT. */
enum { FORM_TEXT = EMIT_FORM_COUNT };
int cli_word(const char *const *names, unsigned count);
int cli_form(void);

/* Reads a whole number from `least` to `most`. False for anything else. */
bool cli_number(const char *word, long least, long most, long *number);

/* Sets when colours are used (--color): "auto", "always" or "never". An unknown word is taken for
 * "auto": option_next() reports it. */
void cli_set_color(const char *word);

/* True if the descriptor may be written to in colours: always or never by --color, otherwise if it
 * is a terminal that has them, and NO_COLOR is not set. */
bool cli_color(int fd);

/* Returns the size of a batch for one job: KiB of text, or the number of games where they must be
 * read one by one. It is PIECE_MAX unless a test sets a smaller one (BASTIDE_PIECE). */
enum { PIECE_MAX = 64 };
unsigned cli_piece(void);

#endif
