/* SPDX-License-Identifier: MIT */
/* Parts that the pages share: the head of the document, players, verdicts and rules. */
#ifndef BASTIDE_PAGE_PARTS_H
#define BASTIDE_PAGE_PARTS_H

#include "base/finding.h"
#include "draw/svg.h"

/* The style sheets and scripts of pages, and their hashes for the policy (page_table.c). */
extern const char page_style[], page_style_hash[], page_script[], page_script_hash[], paper_style[],
    paper_style_hash[];

/* Writes the head of a document up to its content security policy and its style sheets, and opens
 * its body. The policy allows the style of pictures, this style, and this script. The hashes are
 * those of the policy; `script_hash` is NULL for a document without a script. */
struct page_style {
    const char *style, *style_hash, *script_hash;
};
void page_head(struct sink *sink, struct str title, const struct page_style *style);

/* Writes a player's name, or the letter of the seat if the name is empty. A long name is cut,
 * because a page repeats it many times. */
void page_player(struct sink *sink, const struct ledger *ledger, unsigned seat);

/* Writes the head of a table's row for a player: a follower from the picture with this prefix, and
 * the name. */
void page_row_head(struct sink *sink, const struct ledger *ledger, unsigned seat,
                   const char *prefix);

/* Writes an element with the verdict: "valid", "illegal", "legal but not valid (...)". */
void page_verdict(struct sink *sink, const struct end_event *end);

/* Writes the scores and who won if `scored`, otherwise only who won. */
void page_outcome(struct sink *sink, const struct ledger *ledger, const struct end_event *end,
                  bool scored);

/* Writes paragraphs: the rules of a kind of finding in these books (rule_list()), their sources,
 * and how to fix the error. */
void page_rules(struct sink *sink, const struct finding_kind *kind, uint32_t books);

/* Returns the number of errors in the ledger; warnings are not counted. */
unsigned page_errors(const struct ledger *ledger);

static inline bool finding_is_mild(const struct finding *finding)
{
    return finding->severity == SEVERITY_WARNING;
}

#endif
