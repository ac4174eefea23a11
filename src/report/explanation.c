/* SPDX-License-Identifier: MIT */
/* Prints the explanations of findings and rules. */
#include "report/explanation.h"

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

void explanation_of_rule(struct sink *sink, const struct rule *rule)
{
    sink_printf(sink, "Rule %s: %s\n", rule->id, rule->text);
    sink_printf(sink, "Source: %s, %s\n", rule_book(rule)->text, rule->source);
}

void explanation_of_finding(struct sink *sink, const struct finding_kind *kind, uint32_t books,
                            bool with_example)
{
    sink_printf(sink, "%u %s (%s)\n", kind->code, kind->name, severity_name(kind->severity));
    if (kind->page)
        sink_printf(sink, "Rule: %s\nSource: %s\n", kind->rule, kind->page);
    struct rule_list list = rule_list(kind->page ? "" : kind->rule, books);
    for (const struct rule *rule; (rule = rule_next(&list));)
        explanation_of_rule(sink, rule);
    if (with_example) {
        sink_cstr(sink, "Example:\n");
        indented(sink, kind->example);
    }
    sink_printf(sink, "Fix: %s\n", kind->fix);
}
