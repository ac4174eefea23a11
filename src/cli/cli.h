/* SPDX-License-Identifier: MIT */
/* The base of all commands: the program, the words of a command line, and a run over files. Only
 * src/cli reads the environment, tests for a terminal, or exits.
 */
#ifndef BASTIDE_CLI_CLI_H
#define BASTIDE_CLI_CLI_H

#include "cli/command.h"
#include "cli/games.h"
#include "cli/listing.h"

/* The program, whose main() does nothing else; the exit status. It begins once in a process. */
int program_run(int argc, char **argv);

/* A message about usage on standard error; returns EXIT_TROUBLE. */
int cli_usage(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

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

/* Size of a batch for one job: KiB of text, or games where they must be read one by one. Tests set
 * smaller batches. */
enum { PIECE_MAX = 64 };
unsigned cli_piece(void);

#endif
