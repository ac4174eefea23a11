/* SPDX-License-Identifier: MIT */
/* Parses the options of commands and prints their help. Both use the rows of commands.def. */
#include "cli/command.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/keys.h"

enum { OPTIONS_MAX = 32, WORDS_MAX = 64, HELP_WIDTH = 79 };

const struct command commands[] = {
#define COMMAND(name, about, usage, purpose, notes, end)                                           \
    {#name, about, usage, purpose, notes, end, cmd_##name},
#define CHOICE(command, key, name, argument, words, about)
#include "cli/commands.def"
#undef COMMAND
#undef CHOICE
};
const unsigned command_count = sizeof commands / sizeof *commands;

const struct command_option command_options[] = {
#define COMMAND(name, about, usage, purpose, notes, end)
#define CHOICE(command, key, name, argument, words, about)                                         \
    {#command, key, name, argument, words, about},
#include "cli/commands.def"
#undef COMMAND
#undef CHOICE
};
const unsigned command_option_count = sizeof command_options / sizeof *command_options;

const struct command *command_find(const char *name)
{
    for (unsigned i = 0; i < command_count; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

bool option_is_of(const struct command_option *option, const struct command *command)
{
    return strcmp(option->command, command->name) == 0;
}

struct str option_word(const char **words, bool *is_default)
{
    *words += strspn(*words, " ");
    *is_default = **words == '*';
    *words += *is_default;
    struct str word = {*words, strcspn(*words, " ")};
    *words += word.n;
    return word;
}

/* ---- Help ---- */

/* Prints a text in lines of at most HELP_WIDTH columns. Lines after the first begin at `column`. */
static void print_wrapped(struct sink *sink, const char *text, unsigned column)
{
    unsigned at = column;
    for (const char *word = text; *word;) {
        unsigned n = (unsigned)strcspn(word, " ");
        if (at > column && at + 1 + n > HELP_WIDTH) {
            sink_printf(sink, "\n%*s", (int)column, "");
            at = column;
        } else if (at > column) {
            sink_char(sink, ' ');
            at++;
        }
        sink_bytes(sink, word, n);
        at += n;
        word += n + (word[n] == ' ');
    }
    sink_char(sink, '\n');
}

/* Returns the help of an option: "text (default), json; about". */
static const char *option_text(struct arena *arena, const struct command_option *option)
{
    const char *text = "", *words = option->words ? option->words : "";
    bool is_default;
    for (struct str word; (word = option_word(&words, &is_default)).n;)
        text = arena_printf(arena, "%s%s%s%s", text, *text ? ", " : "", arena_brief(arena, word),
                            is_default ? " (default)" : "");
    if (!option->about)
        return text;
    return *text ? arena_printf(arena, "%s; %s", text, option->about) : option->about;
}

void command_help(struct run *run, const struct command *command)
{
    struct sink *sink = &run->out;
    const char *heads[OPTIONS_MAX];
    unsigned column = 0;
    for (const char *usage = command->usage; *usage;) {
        size_t n = strcspn(usage, "\n");
        sink_printf(sink, "%s bastide %s ", usage == command->usage ? "Usage:" : "      ",
                    command->name);
        sink_bytes(sink, usage, n);
        sink_char(sink, '\n');
        usage += n + (usage[n] == '\n');
    }
    print_wrapped(sink, command->purpose, 0);
    sink_char(sink, '\n');
    for (unsigned i = 0, n = 0; i < command_option_count; i++) {
        const struct command_option *option = &command_options[i];
        if (!option_is_of(option, command))
            continue;
        const char *letter =
            option_is_short(option) ? arena_printf(&run->arena, "-%c,", option->key) : "   ";
        heads[n] =
            arena_printf(&run->arena, "  %s --%s%s%s", letter, option->name,
                         option->argument ? "=" : "", option->argument ? option->argument : "");
        unsigned width = (unsigned)strlen(heads[n++]) + 2;
        column = width > column ? width : column;
    }
    column = column ? column : 20;
    for (unsigned i = 0, n = 0; i < command_option_count; i++)
        if (option_is_of(&command_options[i], command)) {
            sink_printf(sink, "%-*s", (int)column, heads[n++]);
            print_wrapped(sink, option_text(&run->arena, &command_options[i]), column);
        }
    sink_printf(sink, "%-*sthis text\n\n", (int)column, "      --help");
    sink_printf(sink, "%s%s", command->notes ? command->notes : "", command->notes ? "\n\n" : "");
    print_wrapped(sink, command->end, 0);
}

/* ---- Reading ---- */

/* Ends the program if a word is not one of the option's words. Keys may be plurals. */
static void check_word(struct run *run, const struct command_option *option, struct str typed)
{
    const char *words = option->words, *known[WORDS_MAX];
    bool is_default, is_key = str_begins(str_of(option->argument), "KEY");
    unsigned count = 0;
    for (struct str word; (word = option_word(&words, &is_default)).n;) {
        if (str_equal(word, typed) || (is_key && cli_means(typed, word)))
            return;
        assert(count < WORDS_MAX);
        known[count++] = arena_copy(&run->arena, word.p, word.n);
    }
    char noun[16] = "";
    const char *argument = strcmp(option->argument, "WHEN") == 0 ? "WORD" : option->argument;
    for (unsigned n = 0; argument[n] && argument[n] != ','; n++)
        noun[n] = (char)(argument[n] | 0x20);
    const char *text = arena_copy(&run->arena, typed.p, typed.n);
    exit(cli_usage(
        run->command->name, "unknown --%s %s '%s'%s", option->name, noun, text,
        word_hint(&run->arena, text, known, count, arena_printf(&run->arena, "%ss are", noun))));
}

/* Checks the words that an option was given: one, or a list with commas. */
static void check_words(struct run *run, const struct command_option *option)
{
    struct str word;
    if (!strchr(option->argument, ','))
        check_word(run, option, str_of(optarg));
    else
        for (const char *at = optarg; str_item(&at, &word);)
            check_word(run, option, word);
}

static const struct command_option *option_of(const struct command *command, int key)
{
    for (unsigned i = 0; i < command_option_count; i++)
        if (option_is_of(&command_options[i], command) && command_options[i].key == key)
            return &command_options[i];
    return NULL;
}

/* Ends the program because of a long option that getopt does not accept: it abbreviates several
 * options, or is unknown. */
static void exit_unknown_long(struct run *run, const char *word)
{
    const char *names[OPTIONS_MAX], *several = "";
    unsigned count = 0, begun = 0;
    size_t n = strcspn(word, "=");
    for (unsigned i = 0; i < command_option_count; i++) {
        if (!option_is_of(&command_options[i], run->command))
            continue;
        names[count++] = arena_printf(&run->arena, "--%s", command_options[i].name);
        if (strncmp(names[count - 1], word, n) == 0)
            several =
                arena_printf(&run->arena, "%s%s%s", several, begun++ ? ", " : "", names[count - 1]);
    }
    if (begun > 1)
        exit(cli_usage(run->command->name, "ambiguous option '%s'; it could be %s", word, several));
    exit(cli_usage(run->command->name, "unknown option '%s'%s", word,
                   word_hint(&run->arena, arena_copy(&run->arena, word, n), names, count, NULL)));
}

/* Takes the value of --rules: a profile. */
static void take_rules(struct run *run)
{
    const char **names = arena_alloc(&run->arena, PROFILE_COUNT * sizeof *names);
    for (unsigned i = 0; i < PROFILE_COUNT; i++)
        names[i] = profiles[i].name;
    if (!profile_find(str_of(optarg)))
        exit(cli_usage(run->command->name, "unknown profile '%s'%s", optarg,
                       word_hint(&run->arena, optarg, names, PROFILE_COUNT, "the profiles are")));
    run->rulings.profile = str_of(optarg);
}

static_assert((int)OPTION_COUNT <= (int)RULINGS_MAX, "each option may be ruled on");

/* Takes the value of --options: "shield=1,close-test=always". */
static void take_options(struct run *run)
{
    struct rulings *rulings = &run->rulings;
    struct str item;
    for (const char *at = optarg; str_item(&at, &item);) {
        const char *equals = memchr(item.p, '=', item.n);
        struct str name = {item.p, equals ? (size_t)(equals - item.p) : item.n};
        struct str value = str_from(item, equals ? name.n + 1 : item.n);
        const char *wrong = option_wrong(&run->arena, name, value);
        if (wrong)
            exit(cli_usage(run->command->name, "%s", wrong));
        unsigned i = 0;
        while (i < rulings->count && !str_equal(rulings->names[i], name))
            i++;
        rulings->names[i] = name;
        rulings->values[i] = value;
        rulings->count += i == rulings->count;
    }
}

/* Ends the program because of a wrong option. getopt leaves its key in optopt, and 0 for a long
 * option that it does not know. */
static void exit_wrong(struct run *run, int c, char **argv)
{
    const struct command_option *option = option_of(run->command, optopt);
    if (optopt == 0)
        exit_unknown_long(run, argv[optind - 1]);
    if (c == ':')
        exit(cli_usage(run->command->name, "option '--%s' needs a value", option->name));
    if (option || optopt == 'h')
        exit(cli_usage(run->command->name, "option '--%s' takes no value",
                       option ? option->name : "help"));
    if (optopt > ' ' && optopt < 0x7F)
        exit(cli_usage(run->command->name, "unknown option '-%c'", optopt));
    exit(cli_usage(run->command->name, "unknown option: a byte that is not a letter"));
}

long option_number(const struct run *run, int key, long least, long most)
{
    long number;
    if (!cli_number(optarg, least, most, &number))
        exit(cli_usage(run->command->name, "--%s must be a number from %ld to %ld, not '%s'",
                       option_of(run->command, key)->name, least, most, optarg));
    return number;
}

const char *option_list(struct run *run, const char *list)
{
    return list ? arena_printf(&run->arena, "%s,%s", list, optarg) : optarg;
}

static int next_key(const struct command *command, int argc, char **argv)
{
    struct option longs[OPTIONS_MAX + 2] = {{"help", no_argument, NULL, 'h'}};
    char letters[2 * OPTIONS_MAX + 3] = ":h", *letter = letters + 2;
    unsigned n = 1;
    for (unsigned i = 0; i < command_option_count; i++) {
        const struct command_option *option = &command_options[i];
        if (!option_is_of(option, command))
            continue;
        assert(n <= OPTIONS_MAX);
        longs[n++] = (struct option){
            option->name, option->argument ? required_argument : no_argument, NULL, option->key};
        if (!option_is_short(option))
            continue;
        *letter++ = (char)option->key;
        if (option->argument)
            *letter++ = ':';
    }
    return getopt_long(argc, argv, letters, longs, NULL);
}

/* Scans the options before the first one is taken, for those on which the sandbox depends. An
 * option may read a tile set, and that must happen in the sandbox. */
static void prepare(struct run *run, int argc, char **argv)
{
    bool reads = false;
    const char *value = NULL, *output = NULL;
    run->confining.writes = run->confining.writing.begin && !run->confining.writing.key;
    for (int c; (c = next_key(run->command, argc, argv)) != -1;) {
        run->confining.off |= c == LONG_NO_SANDBOX;
        reads |= c == 't';
        run->confining.required |= c == LONG_SANDBOX && strcmp(optarg, "require") == 0;
        run->list.null_ends |= c == '0';
        run->list.recursive |= c == 'r';
        run->list.from = c == 'I' ? optarg : run->list.from;
        output = c == 'o' ? optarg : output;
        if (c == LONG_COLOR)
            cli_set_color(optarg);
        if (run->confining.writing.key && c == run->confining.writing.key) {
            run->confining.writes = true;
            value = optarg;
        }
    }
    char **operands = argv + optind;
    optind = 0;
    run->prepared = true;
    if (output && run->confining.writes)
        exit(cli_usage(run->command->name, "--output and --%s cannot be used together",
                       option_of(run->command, run->confining.writing.key)->name));
    if (output && strcmp(output, "-") != 0)
        run_set_output(run, output);
    run_look_at_output(run);
    if (reads && run->confining.writes)
        confining_begin_writing(run, value, operands);
    else if (reads)
        confining_to(run, CONFINE_READING);
}

int option_next(struct run *run, int argc, char **argv)
{
    if (!run->prepared)
        prepare(run, argc, argv);
    int c = next_key(run->command, argc, argv);
    if (c == '?' || c == ':')
        exit_wrong(run, c, argv);
    if (c == 'h') {
        command_help(run, run->command);
        exit(run_end(run));
    }
    const struct command_option *option = option_of(run->command, c);
    if (option && option->words)
        check_words(run, option);
    if (c == 't' && !run_add_tileset(run, optarg))
        exit(EXIT_TROUBLE);
    if (c == 'R')
        take_rules(run);
    if (c == 'O')
        take_options(run);
    if (c == 'B')
        run->rulings.tie = (uint8_t)tie_find(str_of(optarg));
    if (c == 'K' && !clock_read(str_of(optarg), &run->rulings.clock))
        exit(cli_usage(
            run->command->name,
            "--clock must be a clock such as 15:00, 15:00+0:10 or 15:00+0:10/20:00, not '%s'",
            optarg));
    run->werror |= c == 'w';
    return c;
}
