/* SPDX-License-Identifier: MIT */
/* bastide explain: what a finding means, what a rule says, what an option decides. */
#include "base/rule.h"
#include "cli/cli.h"
#include "profiles/profile.h"

static void indented(struct sink *sink, const char *text)
{
    sink_cstr(sink, "    ");
    for (; *text; text++) {
        sink_char(sink, *text);
        if (*text == '\n')
            sink_cstr(sink, "    ");
    }
    sink_char(sink, '\n');
}

static void print_rule(struct sink *sink, const struct rule *rule)
{
    sink_printf(sink, "Rule %s: %s\n", rule->id, rule->text);
    sink_printf(sink, "Source: %s, %s\n", rule_book(rule)->text, rule->source);
}

static void explain_finding(struct sink *sink, const struct finding_kind *kind)
{
    sink_printf(sink, "%u %s (%s)\n", kind->code, kind->name, severity_name(kind->severity));
    if (kind->page)
        sink_printf(sink, "Rule: %s\nSource: %s\n", kind->rule, kind->page);
    const char *ids = kind->page ? "" : kind->rule;
    for (const struct rule *rule; (rule = rule_next(&ids));)
        print_rule(sink, rule);
    sink_cstr(sink, "Example:\n");
    indented(sink, kind->example);
    sink_printf(sink, "Fix: %s\n", kind->fix);
}

static void explain_rule(struct sink *sink, const struct rule *rule)
{
    size_t count;
    const struct finding_kind *all = finding_kinds(&count);
    print_rule(sink, rule);
    for (size_t i = 0; i < count; i++) {
        const char *ids = all[i].page ? "" : all[i].rule;
        for (const struct rule *one; (one = rule_next(&ids));)
            if (one == rule)
                sink_printf(sink, "Finding: %u %s\n", all[i].code, all[i].name);
    }
}

/* Those whose id is the word or goes on behind it with a dot; how many. */
static unsigned explain_rules(struct sink *sink, const char *word)
{
    size_t count, n = strlen(word);
    const struct rule *all = rules(&count);
    unsigned found = 0;
    for (size_t i = 0; i < count; i++)
        if (!all[i].is_book && strncmp(all[i].id, word, n) == 0 && (all[i].id[n] == '\0' || all[i].id[n] == '.')) {
            sink_cstr(sink, found++ ? "\n" : "");
            explain_rule(sink, &all[i]);
        }
    return found;
}

static void explain_option(struct sink *sink, enum option_id id)
{
    const struct rule_option *option = &rule_options[id];
    sink_printf(sink, "Option %s (%s): %s\nValues:", option->name, option->section, option->about);
    for (unsigned i = 0; option->values[i]; i++)
        sink_printf(sink, "%s %s", i ? "," : "", option->values[i]);
    sink_cstr(sink, "\n");
    for (unsigned i = 0; i < profile_count; i++)
        if (profiles[i].value[id] != VALUE_NONE)
            sink_printf(sink, "%s: %s\n", profiles[i].name, option->values[profiles[i].value[id]]);
}

static bool explain(struct sink *sink, const char *word)
{
    const struct finding_kind *kind = cli_finding(word);
    enum option_id option = option_find(str_of(word));
    if (kind)
        explain_finding(sink, kind);
    if (option != OPTION_COUNT)
        explain_option(sink, option);
    return kind || option != OPTION_COUNT || explain_rules(sink, word);
}

int explain_run(int argc, char **argv)
{
    struct run *run = run_begin("explain");
    while (option_next(run, argc, argv) != -1)
        ;
    size_t count;
    const struct finding_kind *all = finding_kinds(&count);
    for (size_t i = 0; optind == argc && i < count; i++)
        sink_printf(&run->out, "%u  %-23s %.*s\n", all[i].code, all[i].name, STR_ARGS(finding_rule(&all[i])));
    for (int i = optind; i < argc; i++) {
        sink_cstr(&run->out, i > optind ? "\n" : "");
        if (!explain(&run->out, argv[i])) {
            sink_printf(&run->err,
                        "bastide explain: no such finding, rule or option: '%s'; see bastide-findings(7), bastide-rules(7)\n",
                        argv[i]);
            run->status = EXIT_TROUBLE;
        }
    }
    return run_end(run);
}
