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

/* Sets of books: bit n is the n-th row BOOK, counted from 0. */
#define RULE_BOOKS_ALL UINT32_MAX

/* Returns the table of all rules and books, *count of them. */
const struct rule *rules(size_t *count);

/* Returns the book of a rule, or the book itself. */
const struct rule *rule_book(const struct rule *rule);

/* Returns the books whose rules this expansion brings into play; with "" those of every game. */
uint32_t rule_books_of(const char *name);

/* Rules by their ids, limited to some books. */
struct rule_list {
    const char *ids; /* with blanks between them */
    uint32_t books;  /* set of books; rules of others are left out */
};

/* Returns the rules with these ids that are in these books. If none of them is, returns all. */
struct rule_list rule_list(const char *ids, uint32_t books);

/* Removes the first rule from the list, and returns it; NULL if the list is empty. */
const struct rule *rule_next(struct rule_list *list);

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
