/* SPDX-License-Identifier: MIT */
/* Looks up the rules in a table made of the rows BOOK and RULE. */
#include "base/rule.h"
#include "base/check.h"

static const struct rule rows[] = {
#define BOOK(id, title, edition, expansions) {true, id, edition, title},
#define RULE(id, source, text)               {false, id, source, text},
#include "rows.h"
};

const struct rule *rules(size_t *count)
{
    *count = sizeof rows / sizeof *rows;
    return rows;
}

static const struct reason reason_rows[] = {
#define REASON(word, about, rules) {word, about, rules},
#include "rows.h"
};

const struct reason *reasons(size_t *count)
{
    *count = sizeof reason_rows / sizeof *reason_rows;
    return reason_rows;
}

const struct rule *rule_book(const struct rule *rule)
{
    assert(rule >= rows && rule < rows + sizeof rows / sizeof *rows);
    while (!rule->is_book)
        rule--;
    return rule;
}

static const char *const expansions[] = {
#define BOOK(id, title, edition, names) names,
#include "rows.h"
};
static_assert(sizeof expansions / sizeof *expansions <= 32, "a set of books has a bit for each");

uint32_t rule_books_of(const char *name)
{
    uint32_t books = 0;
    for (unsigned i = 0; i < sizeof expansions / sizeof *expansions; i++) {
        struct str item;
        bool brings = !*name && !*expansions[i];
        for (const char *at = expansions[i]; !brings && str_item(&at, &item);)
            brings = str_is(item, name);
        books |= (uint32_t)brings << i;
    }
    return books;
}

/* Returns the set that holds the book of the rule. */
static uint32_t book_of_rule(const struct rule *rule)
{
    unsigned number = 0;
    for (const struct rule *each = rows, *book = rule_book(rule); each < book; each++)
        number += each->is_book;
    return UINT32_C(1) << number;
}

const struct rule *rule_next(struct rule_list *list)
{
    for (;;) {
        list->ids += strspn(list->ids, " ");
        if (!*list->ids)
            return NULL;
        struct str id = {list->ids, strcspn(list->ids, " ")};
        list->ids += id.n;
        size_t i = 0;
        while (!str_is(id, rows[i].id)) {
            i++;
            assert(i < sizeof rows / sizeof *rows); /* tests/rules.t checks findings' ids */
        }
        if (list->books & book_of_rule(&rows[i]))
            return &rows[i];
    }
}

struct rule_list rule_list(const char *ids, uint32_t books)
{
    struct rule_list list = {ids, books}, rest = list;
    return rule_next(&rest) ? list : (struct rule_list){ids, RULE_BOOKS_ALL};
}
