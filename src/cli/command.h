/* SPDX-License-Identifier: MIT */
/* Commands and their options. They are the rows of commands.def, which describes the columns. */
#ifndef BASTIDE_CLI_COMMAND_H
#define BASTIDE_CLI_COMMAND_H

#include <getopt.h>

#include "base/str.h"
#include "cli/option_keys.h"

struct run;

struct command {
    const char *name, *about, *usage, *purpose, *notes, *end;
    int (*run)(int argc, char **argv);
};
extern const struct command commands[];
extern const unsigned command_count;

struct command_option {
    const char *command;
    int key; /* letter of the short form, or one of enum long_option */
    const char *name, *argument, *words, *about;
};
extern const struct command_option command_options[];
extern const unsigned command_option_count;

/* Returns the command with this name, or NULL. */
const struct command *command_find(const char *name);

bool option_is_of(const struct command_option *option, const struct command *command);

/* True if the option has a short form. */
static inline bool option_is_short(const struct command_option *option)
{
    return option->key < LONG_ALL;
}

/* Takes the next word off an option's list and returns it. *is_default becomes true if a star marks
 * the word. Returns an empty word after the last one. */
struct str option_word(const char **words, bool *is_default);

/* Returns the key of the next option, with its value in optarg, or -1 after the last one. If the
 * option has a list of words, the value is one of them. --help and errors end the program here;
 * --tileset, --rules, --options and --werror are handled here. */
int option_next(struct run *run, int argc, char **argv);

/* Returns the value of the option with that key as a number; ends the program if it is not one. */
long option_number(const struct run *run, int key, long least, long most);

/* Prints the help of a command (--help). */
void command_help(struct run *run, const struct command *command);

/* Returns the values of an option that may be given several times, as a list with commas. `list`
 * has the values so far, and is NULL at the first time. The value in optarg is added to it. */
const char *option_list(struct run *run, const char *list);

#define COMMAND(name, about, usage, purpose, notes, end) int cmd_##name(int argc, char **argv);
#define CHOICE(command, key, name, argument, words, about)
#include "cli/commands.def"
#undef COMMAND
#undef CHOICE

/* Prints the words that could stand for the last one of a command line, for the shells' scripts in
 * completions/. Returns the exit status. */
int complete_run(int argc, char **argv);

#endif
