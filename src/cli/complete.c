/* SPDX-License-Identifier: MIT */
/* Completion of command lines: what could stand for the last word. The shells' scripts (completions/) ask the program, so that
 * there is one place that knows its verbs, options and values: each verb's help. Files are the shell's.
 */
#include <ctype.h>

#include "base/rule.h"
#include "cli/cli.h"
#include "mutate/mutate.h"

/* A candidate, and after a tab what it is. */
static void offer(struct run *run, const char *before, struct str word, struct str about)
{
    sink_printf(&run->out, "%s%.*s\t%.*s\n", before, STR_ARGS(word), STR_ARGS(about));
}

static struct str take_line(struct str *text)
{
    const char *end = memchr(text->p, '\n', text->n);
    struct str line = {text->p, end ? (size_t)(end - text->p) : text->n};
    *text = str_from(*text, line.n + (end != NULL));
    return line;
}

/* An option's line in a help text: "  -x, --name=WORD  ..." or "      --name  ...". */
static bool is_option_line(struct str line)
{
    return str_begins(line, "  ") && str_begins(str_from(line, 6), "--");
}

/* The next option of a help text: "--name" or "--name=", and what is said of it, over lines. */
static bool next_option(struct str *help, struct str *name, struct str *about)
{
    struct str line;
    do {
        if (!help->n)
            return false;
        line = take_line(help);
    } while (!is_option_line(line));
    *name = str_from(line, 6);
    size_t n = 0, whole = 0;
    while (n < name->n && (islower((unsigned char)name->p[n]) || name->p[n] == '-'))
        n++;
    n += n < name->n && name->p[n] == '=';
    while (whole < name->n && name->p[whole] != ' ')
        whole++;
    *about = str_from(*name, whole);
    name->n = n;
    while (about->n && *about->p == ' ')
        *about = str_from(*about, 1);
    while (str_begins(*help, "   ") && !is_option_line(*help)) {
        struct str more = take_line(help);
        about->n = (size_t)(more.p + more.n - about->p);
    }
    return true;
}

/* Values that an option's description lists: "text (default), json, yaml", behind words that end in ':' or before such. */
static void offer_listed(struct run *run, const char *before, struct str about, const char *prefix)
{
    const char *colon = memchr(about.p, ':', about.n), *mark = memmem(about.p, about.n, "(default)", 9);
    if (colon && mark && mark < colon)
        about.n = (size_t)(colon - about.p);
    else if (colon)
        about = str_from(about, (size_t)(colon - about.p) + 1);
    while (about.n) {
        size_t n = 0;
        while (n < about.n && (islower((unsigned char)about.p[n]) || about.p[n] == '-'))
            n++;
        struct str word = {about.p, n};
        if (n && !str_is(word, "default") && !str_is(word, "or") && str_begins(word, prefix))
            offer(run, before, word, (struct str){"", 0});
        about = str_from(about, n ? n : 1);
    }
}

static void offer_named(struct run *run, const char *before, const char *name, const char *about, const char *prefix)
{
    if (str_begins(str_of(name), prefix))
        offer(run, before, str_of(name), str_of(about));
}

static void offer_options_of_rules(struct run *run, const char *before, const char *prefix)
{
    for (unsigned i = 0; i < OPTION_COUNT; i++)
        for (unsigned k = 0; rule_options[i].values[k]; k++)
            offer_named(run, before, arena_printf(&run->arena, "%s=%s", rule_options[i].name, rule_options[i].values[k]),
                        rule_options[i].about, prefix);
}

static void offer_findings(struct run *run, const char *before, const char *prefix)
{
    size_t count;
    const struct finding_kind *kind = finding_kinds(&count);
    for (size_t i = 0; i < count; i++) {
        offer_named(run, before, arena_printf(&run->arena, "%u", kind[i].code), kind[i].name, prefix);
        offer_named(run, before, kind[i].name, "", prefix);
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
                offer_named(run, before, arena_printf(&run->arena, "%u", (unsigned)mutator->code), mutator->name, prefix);
            last = (unsigned)mutator->code;
        }
    offer_named(run, before, "any", "a way by chance", prefix);
    offer_named(run, before, "list", "print all ways", prefix);
}

/* Sets, but for those that a list has already, and in a list those of The City, which stand alone. */
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
        if (!listed)
            offer_named(run, before, set->name, set->title, prefix);
    }
}

/* The values of an option, "--name=", that begin as `word`; `before` comes before each candidate. Of a list with commas the last
 * item is completed. */
static void offer_values(struct run *run, const struct verb_entry *verb, struct str given, const char *before, const char *word)
{
    struct str help = str_of(verb->help), name, about, list = {word, 0};
    const char *comma = strrchr(word, ','), *prefix = word;
    if (comma && (str_is(given, "--sets=") || str_is(given, "--options="))) {
        prefix = comma + 1;
        list.n = (size_t)(prefix - word);
        before = arena_printf(&run->arena, "%s%.*s", before, STR_ARGS(list));
    }
    if (str_is(given, "--set=") || str_is(given, "--sets="))
        offer_sets(run, before, list, prefix);
    else if (str_is(given, "--rules="))
        for (unsigned i = 0; i < profile_count; i++)
            offer_named(run, before, profiles[i].name, profiles[i].about, prefix);
    else if (str_is(given, "--options="))
        offer_options_of_rules(run, before, prefix);
    else if (str_is(given, "--finding="))
        offer_findings(run, before, prefix);
    else if (str_is(given, "--spoil="))
        offer_mutators(run, before, prefix);
    else if (str_is(given, "--by=") || str_is(given, "--to=") || str_is(given, "--game=") || str_is(given, "--format=") ||
             str_is(given, "--is=") || str_is(given, "--policy=") || str_is(given, "--events="))
        while (next_option(&help, &name, &about))
            if (str_equal(name, given))
                offer_listed(run, before, about, prefix);
}

/* The option that a word stands for and that wants a value in the next one, "-b" or "--by", as "--by="; empty for another. */
static struct str wanting(const struct verb_entry *verb, const char *word)
{
    struct str help = str_of(verb->help);
    while (help.n) {
        struct str line = take_line(&help), rest = line, name, about;
        if (!is_option_line(line) || !next_option(&rest, &name, &about) || name.p[name.n - 1] != '=')
            continue;
        bool is_short = word[0] == '-' && word[1] && word[1] == line.p[3] && !word[2];
        if (is_short || str_is((struct str){name.p, name.n - 1}, word))
            return name;
    }
    return (struct str){"", 0};
}

static void offer_options(struct run *run, const struct verb_entry *verb, const char *prefix)
{
    struct str help = str_of(verb->help), name, about;
    while (next_option(&help, &name, &about)) {
        const char *end = memchr(about.p, '\n', about.n);
        if (str_begins(name, prefix))
            offer(run, "", name, (struct str){about.p, end ? (size_t)(end - about.p) : about.n});
    }
}

int complete_run(int argc, char **argv)
{
    struct run *run = run_begin("__complete");
    const char *word = argc > 1 ? argv[argc - 1] : "";
    const struct verb_entry *verb = NULL;
    for (unsigned i = 0; i < cli_verb_count; i++) {
        if (argc <= 2)
            offer_named(run, "", cli_verbs[i].name, cli_verbs[i].about, word);
        else if (strcmp(argv[1], cli_verbs[i].name) == 0)
            verb = &cli_verbs[i];
    }
    if (argc <= 2) {
        offer_named(run, "", "--help", "this program's verbs", *word ? word : " ");
        offer_named(run, "", "--version", "this program's version", *word ? word : " ");
    }
    const char *equals = strchr(word, '=');
    struct str wants = verb && argc > 3 ? wanting(verb, argv[argc - 2]) : (struct str){"", 0};
    if (wants.n)
        offer_values(run, verb, wants, "", word);
    else if (verb && str_begins(str_of(word), "--") && equals)
        offer_values(run, verb, (struct str){word, (size_t)(equals - word) + 1},
                     arena_copy(&run->arena, word, (size_t)(equals - word) + 1), equals + 1);
    else if (verb && word[0] == '-')
        offer_options(run, verb, word);
    else if (verb && strcmp(verb->name, "explain") == 0)
        offer_explained(run, word);
    return run_end(run);
}
