/* SPDX-License-Identifier: MIT */
/* The rules of the games by their ids, which findings cite and functions name. The texts stand in
 * the rows RULE (rows.h).
 */
#ifndef BASTIDE_BASE_RULE_H
#define BASTIDE_BASE_RULE_H

#include "base/str.h"

/* A rule, or a book: the rules behind it are of that book, and their ids begin with its id. */
struct rule {
    bool is_book;
    const char *id;
    const char *source; /* a heading of the book; of a book: its edition */
    const char *text;   /* of a book: its title */
};

/* All rows, *count of them. */
const struct rule *rules(size_t *count);

/* The book of a rule, itself for a book. */
const struct rule *rule_book(const struct rule *rule);

/* Takes the first id off a list with blanks between, and returns its rule; NULL when the list is
 * empty. */
const struct rule *rule_next(const char **ids);

#endif
