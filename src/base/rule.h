/* SPDX-License-Identifier: MIT */
/* The rules of the games. Each has an id, which findings cite and functions name in their comments.
 * The texts are in the rows RULE (rows.h).
 */
#ifndef BASTIDE_BASE_RULE_H
#define BASTIDE_BASE_RULE_H

#include "base/str.h"

/* A rule or a book. The rules of a book follow it in the table, and their ids begin with its id. */
struct rule {
    bool is_book;
    const char *id;
    const char *source; /* heading in the rulebook; edition of a book */
    const char *text;   /* what the rule says; title of a book */
};

/* Returns the table of all rules and books, *count of them. */
const struct rule *rules(size_t *count);

/* Returns the book of a rule, or the book itself. */
const struct rule *rule_book(const struct rule *rule);

/* Removes the first id from a list with blanks between ids, and returns its rule; NULL if the list
 * is empty. */
const struct rule *rule_next(const char **ids);

/* The reason of an award in an audit: "city-completed". Several rows may have the same word: an
 * expansion adds the rules that change such an award. */
struct reason {
    const char *word;
    const char *about; /* what happened; "" in a row that only adds rules */
    const char *rules; /* ids, with blanks between them */
};

/* Returns the table of all reasons, *count of them. */
const struct reason *reasons(size_t *count);

#endif
