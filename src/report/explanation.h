/* SPDX-License-Identifier: MIT */
/* Explains findings and rules as text for people. */
#ifndef BASTIDE_REPORT_EXPLANATION_H
#define BASTIDE_REPORT_EXPLANATION_H

#include "base/finding.h"
#include "base/rule.h"
#include "base/sink.h"

/* Prints "Rule base.follower.free: ..." and "Source: ...". */
void explanation_of_rule(struct sink *sink, const struct rule *rule);

/* Prints the code and the name of a kind of finding, its rules in these books (rule_list()), an
 * example if it is wanted, and how to fix the error. */
void explanation_of_finding(struct sink *sink, const struct finding_kind *kind, uint32_t books,
                            bool with_example);

#endif
