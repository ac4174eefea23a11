/* SPDX-License-Identifier: MIT */
/* bastide explain: explains findings, rules and options. */
#include <ctype.h>
#include <strings.h>

#include "base/rule.h"
#include "cli/cli.h"
#include "profiles/profile.h"
#include "report/explanation.h"

enum { SEARCH_MIN = 3 }; /* least length of a word that is searched in the list */

static void explain_rule(struct sink *sink, const struct rule *rule)
{
    explanation_of_rule(sink, rule);
    for (const struct finding_kind *kind = NULL; (kind = finding_next(kind));) {
        struct rule_list list = rule_list(kind->page ? "" : kind->rule, RULE_BOOKS_ALL);
        for (const struct rule *one; (one = rule_next(&list));)
            if (one == rule)
                sink_printf(sink, "Finding: %u %s\n", kind->code, kind->name);
    }
}

/* Explains the rules whose id is the word, or begins with the word and a dot. Returns their number.
 * A dot at the end of the word is ignored. */
static unsigned explain_rules(struct sink *sink, const char *word)
{
    size_t count, n = strlen(word);
    const struct rule *all = rules(&count);
    unsigned found = 0;
    n -= n > 1 && word[n - 1] == '.';
    for (size_t i = 0; i < count; i++)
        if (!all[i].is_book && strncasecmp(all[i].id, word, n) == 0 &&
            (all[i].id[n] == '\0' || all[i].id[n] == '.')) {
            sink_cstr(sink, found++ ? "\n" : "");
            explain_rule(sink, &all[i]);
        }
    return found;
}

/* True if the text of the rule names the option. */
static bool names_option(const struct rule *rule, const char *option)
{
    size_t n = strlen(option);
    for (const char *at = rule->text; (at = strstr(at, option)) != NULL; at += n)
        if (at[-1] == ' ' && !isalpha((unsigned char)at[n]) && at[n] != '-')
            return true;
    return false;
}

static void explain_option(struct sink *sink, enum option_id id)
{
    size_t count;
    const struct rule_option *option = &rule_options[id];
    const struct rule *all = rules(&count);
    sink_printf(sink, "Option %s (%s): %s\nValues:", option->name, option->section, option->about);
    for (unsigned i = 1; option->values[i]; i++)
        sink_printf(sink, "%s %s", i > 1 ? "," : "", option->values[i]);
    sink_cstr(sink, "\n");
    for (unsigned i = 0; i < PROFILE_COUNT; i++)
        if (profiles[i].value[id] != VALUE_NONE)
            sink_printf(sink, "%s: %s\n", profiles[i].name, option->values[profiles[i].value[id]]);
    for (size_t i = 0; i < count; i++)
        if (!all[i].is_book && names_option(&all[i], option->name))
            sink_printf(sink, "Rule: %s\n", all[i].id);
}

/* Explains the reason of an award, after `before`. False if no reason has this word. */
static bool explain_reason(struct sink *sink, const char *word, const char *before)
{
    size_t count;
    const struct reason *all = reasons(&count);
    bool found = false;
    for (size_t i = 0; i < count; i++)
        if (strcmp(all[i].word, word) == 0 && *all[i].about) {
            sink_printf(sink, "%s%s, the reason of an award: %s\n", before, word, all[i].about);
            found = true;
        }
    for (size_t i = 0; i < count; i++) {
        struct rule_list list = rule_list(all[i].rules, RULE_BOOKS_ALL);
        for (const struct rule *rule; strcmp(all[i].word, word) == 0 && (rule = rule_next(&list));)
            explanation_of_rule(sink, rule);
    }
    return found;
}

/* Explains all that the word names: a finding, an option and a reason may have the same name. */
static bool explain(struct sink *sink, const char *word)
{
    const struct finding_kind *kind = finding_find(str_of(word));
    enum option_id option = option_find((struct str){word, strcspn(word, "=")});
    if (kind)
        explanation_of_finding(sink, kind, RULE_BOOKS_ALL, true);
    if (option != OPTION_COUNT) {
        sink_cstr(sink, kind ? "\n" : "");
        explain_option(sink, option);
    }
    bool any = kind || option != OPTION_COUNT;
    return explain_reason(sink, word, any ? "\n" : "") || any || explain_rules(sink, word);
}

static void list_all(struct sink *sink)
{
    for (const struct finding_kind *kind = NULL; (kind = finding_next(kind));) {
        sink_printf(sink, "%u  %-23s ", kind->code, kind->name);
        sink_plain(sink, finding_rule(kind));
        sink_char(sink, '\n');
    }
    size_t count;
    const struct rule *all = rules(&count);
    for (size_t i = 0; i < count; i++)
        sink_printf(sink, all[i].is_book ? "\n%s: %s\n" : "%-28s %s\n", all[i].id, all[i].text);
    const struct reason *why = reasons(&count);
    sink_cstr(sink, "\nReasons of awards in audits:\n");
    for (size_t i = 0; i < count; i++)
        if (*why[i].about)
            sink_printf(sink, "%-28s %s\n", why[i].word, why[i].about);
    sink_cstr(sink, "\n");
    for (unsigned i = 0; i < OPTION_COUNT; i++)
        sink_printf(sink, "%-28s %s\n", rule_options[i].name, rule_options[i].about);
}

/* Prints the lines of the list that contain the word, in any case. Returns their number. */
static unsigned list_with(struct run *run, const char *word, struct sink *found)
{
    struct sink list;
    unsigned count = 0;
    sink_open(&list, -1);
    list_all(&list);
    for (struct str rest = sink_text(&list); rest.n;) {
        const char *end = memchr(rest.p, '\n', rest.n);
        struct str line = {rest.p, (size_t)(end - rest.p)};
        if (line.n && strcasestr(arena_copy(&run->arena, line.p, line.n), word)) {
            sink_verbatim(found, (struct str){line.p, line.n + 1});
            count++;
        }
        rest = str_from(rest, line.n + 1);
    }
    sink_close(&list);
    return count;
}

/* Reports an unknown name, with a suggestion or the lines that contain it. */
static void report_unknown(struct run *run, const char *word)
{
    size_t count, n = 0;
    const struct rule *all = rules(&count);
    size_t reason_count;
    const struct reason *why = reasons(&reason_count);
    const char **names = arena_alloc(
        &run->arena, (FINDING_CODES + count + OPTION_COUNT + reason_count) * sizeof *names);
    for (const struct finding_kind *kind = NULL; (kind = finding_next(kind));)
        names[n++] = kind->name;
    for (size_t i = 0; i < count; i++)
        names[n++] = all[i].id;
    for (unsigned i = 0; i < OPTION_COUNT; i++)
        names[n++] = rule_options[i].name;
    for (size_t i = 0; i < reason_count; i++)
        names[n++] = why[i].word;
    const char *nearest = word_nearest(word, names, (unsigned)n);
    sink_printf(&run->err, "bastide explain: unknown finding, rule or option: '%s'; ",
                arena_plain(&run->arena, str_of(word)));
    struct sink lines;
    sink_open(&lines, -1);
    unsigned found = nearest || strlen(word) < SEARCH_MIN ? 0 : list_with(run, word, &lines);
    if (nearest)
        sink_printf(&run->err, "did you mean '%s'?\n", nearest);
    else if (found)
        sink_cstr(&run->err, "these lines contain it:\n");
    else
        sink_cstr(&run->err, "'bastide explain' lists all\n");
    sink_flush(&run->err);
    sink_append(&run->out, &lines);
    sink_close(&lines);
    run->status = EXIT_TROUBLE;
}

int cmd_explain(int argc, char **argv)
{
    struct run *run = run_begin(command_find("explain"));
    while (option_next(run, argc, argv) != -1)
        ;
    if (optind == argc)
        list_all(&run->out);
    bool any = false;
    for (int i = optind; i < argc; i++) {
        struct sink text;
        sink_open(&text, -1);
        if (explain(&text, argv[i])) {
            sink_cstr(&run->out, any ? "\n" : "");
            sink_append(&run->out, &text);
            any = true;
        } else {
            report_unknown(run, argv[i]);
        }
        sink_close(&text);
    }
    return run_end(run);
}
