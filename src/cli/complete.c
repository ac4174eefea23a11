/* SPDX-License-Identifier: MIT */
/* Completion of command lines: prints the words that could stand for the last one. The scripts of
 * the shells (completions/) call the program, so that commands, options, sets, rules and findings
 * are listed only in its tables. The shell completes the names of files. */
#include "base/rule.h"
#include "cli/cli.h"
#include "mutate/mutate.h"

/* Prints a candidate and, after a tab, its description. */
static void offer(struct run *run, const char *before, struct str word, struct str about)
{
    sink_cstr(&run->out, before);
    sink_plain(&run->out, word);
    sink_char(&run->out, '\t');
    sink_plain(&run->out, about);
    sink_char(&run->out, '\n');
}

static void offer_named(struct run *run, const char *before, const char *name, const char *about,
                        const char *prefix)
{
    if (str_begins(str_of(name), prefix))
        offer(run, before, str_of(name), str_of(about));
}

static void offer_options_of_rules(struct run *run, const char *before, const char *prefix)
{
    for (unsigned i = 0; i < OPTION_COUNT; i++)
        for (unsigned k = 1; rule_options[i].values[k]; k++)
            offer_named(
                run, before,
                arena_printf(&run->arena, "%s=%s", rule_options[i].name, rule_options[i].values[k]),
                rule_options[i].about, prefix);
}

static void offer_findings(struct run *run, const char *before, const char *prefix)
{
    for (const struct finding_kind *kind = NULL; (kind = finding_next(kind));) {
        offer_named(run, before, arena_printf(&run->arena, "%u", kind->code), kind->name, prefix);
        offer_named(run, before, kind->name, "", prefix);
    }
}

static void offer_explained(struct run *run, const char *prefix)
{
    size_t count;
    const struct rule *all = rules(&count);
    offer_findings(run, "", prefix);
    for (size_t i = 0; i < count; i++)
        offer_named(run, "", all[i].id, all[i].text, prefix);
    for (unsigned i = 0; i < OPTION_COUNT; i++)
        offer_named(run, "", rule_options[i].name, rule_options[i].about, prefix);
}

static void offer_mutators(struct run *run, const char *before, const char *prefix)
{
    unsigned last = 0;
    const struct mutator *mutator;
    for (unsigned list = 0; list < MUTATOR_LISTS; list++)
        for (unsigned i = 0; (mutator = mutator_nth(list, i)) != NULL; i++) {
            if ((unsigned)mutator->code != last)
                offer_named(run, before, arena_printf(&run->arena, "%u", (unsigned)mutator->code),
                            mutator->name, prefix);
            last = (unsigned)mutator->code;
        }
    offer_named(run, before, "any", "a way by chance", prefix);
    offer_named(run, before, "list", "print all ways", prefix);
}

/* Offers tile sets, except those that the list already has and, within a list, those of The City,
 * which cannot be combined.
 */
static void offer_sets(struct run *run, const char *before, struct str list, const char *prefix)
{
    for (unsigned i = 0; i < run->catalogue.set_count; i++) {
        const struct tileset *set = run->catalogue.sets[i];
        struct str rest = list;
        bool listed = list.n && set->game == GAME_CITY;
        while (rest.n) {
            const char *comma = memchr(rest.p, ',', rest.n);
            struct str item = {rest.p, comma ? (size_t)(comma - rest.p) : rest.n};
            listed |= str_is(item, set->name);
            rest = str_from(rest, item.n + 1);
        }
        if (!listed && str_begins(str_of(set->name), prefix))
            offer(run, before, str_of(set->name), set->title);
    }
}

static void offer_words(struct run *run, const char *before, const char *words, const char *prefix)
{
    bool is_default;
    for (struct str word; (word = option_word(&words, &is_default)).n;)
        if (str_begins(word, prefix))
            offer(run, before, word, str_of(is_default ? "the default" : ""));
}

/* Offers the values of an option that begin with `word`, each printed after `before`. In a list
 * with commas the last item is completed. */
static void offer_values(struct run *run, const struct command_option *option, const char *before,
                         const char *word)
{
    struct str list = {word, 0}, name = str_of(option->name);
    const char *comma = strrchr(word, ','), *prefix = word;
    if (comma && option->argument && strchr(option->argument, ',')) {
        prefix = comma + 1;
        list.n = (size_t)(prefix - word);
        before = arena_printf(&run->arena, "%s%s", before, arena_plain(&run->arena, list));
    }
    if (option->words)
        offer_words(run, before, option->words, prefix);
    else if (str_is(name, "set") || str_is(name, "sets"))
        offer_sets(run, before, list, prefix);
    else if (str_is(name, "rules"))
        for (unsigned i = 0; i < PROFILE_COUNT; i++)
            offer_named(run, before, profiles[i].name, profiles[i].about, prefix);
    else if (str_is(name, "options"))
        offer_options_of_rules(run, before, prefix);
    else if (str_is(name, "finding"))
        offer_findings(run, before, prefix);
    else if (str_is(name, "spoil"))
        offer_mutators(run, before, prefix);
}

/* Returns the option that a word names, "-b", "--by" or "--by=..."; NULL for any other word. */
static const struct command_option *find_option(const struct command *command, const char *word)
{
    for (unsigned i = 0; command && i < command_option_count; i++) {
        const struct command_option *option = &command_options[i];
        bool is_short = word[0] == '-' && (unsigned char)word[1] == option->key && !word[2];
        bool is_long = str_begins(str_of(word), "--") &&
                       str_is((struct str){word + 2, strcspn(word + 2, "=")}, option->name);
        if (option_is_of(option, command) && (is_short || is_long))
            return option;
    }
    return NULL;
}

static void offer_options(struct run *run, const struct command *command, const char *prefix)
{
    for (unsigned i = 0; i < command_option_count; i++) {
        const struct command_option *option = &command_options[i];
        if (!option_is_of(option, command))
            continue;
        if (option->about)
            offer_named(
                run, "",
                arena_printf(&run->arena, "--%s%s", option->name, option->argument ? "=" : ""),
                option->about, prefix);
        else
            offer_named(run, "", arena_printf(&run->arena, "--%s=", option->name), option->argument,
                        prefix);
    }
    offer_named(run, "", "--help", "what the command does, and its options", prefix);
}

static void offer_commands(struct run *run, const char *prefix)
{
    for (unsigned i = 0; i < command_count; i++)
        offer_named(run, "", commands[i].name, commands[i].about, prefix);
    offer_named(run, "", "--help", "the commands", *prefix ? prefix : " ");
    offer_named(run, "", "--version", "this program's version", *prefix ? prefix : " ");
}

int complete_run(int argc, char **argv)
{
    struct run *run = run_begin(NULL);
    const char *word = argc > 1 ? argv[argc - 1] : "", *equals = strchr(word, '=');
    const struct command *command = argc > 2 ? command_find(argv[1]) : NULL;
    const struct command_option *before = argc > 3 ? find_option(command, argv[argc - 2]) : NULL,
                                *here = find_option(command, word);
    if (argc <= 2)
        offer_commands(run, word);
    else if (before && before->argument && !strchr(argv[argc - 2], '='))
        offer_values(run, before, "", word);
    else if (here && here->argument && equals)
        offer_values(run, here, arena_copy(&run->arena, word, (size_t)(equals - word) + 1),
                     equals + 1);
    else if (command && word[0] == '-')
        offer_options(run, command, word);
    else if (command && strcmp(command->name, "explain") == 0)
        offer_explained(run, word);
    return run_end(run);
}
