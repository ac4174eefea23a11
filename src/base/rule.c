/* SPDX-License-Identifier: MIT */
/* Looks up the rules in a table made of the rows BOOK and RULE. */
#include "base/rule.h"
#include "base/check.h"

static const struct rule rows[] = {
#define BOOK(id, title, edition) {true, id, edition, title},
#define RULE(id, source, text)   {false, id, source, text},
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

const struct rule *rule_next(const char **ids)
{
    *ids += strspn(*ids, " ");
    if (!**ids)
        return NULL;
    struct str id = {*ids, strcspn(*ids, " ")};
    *ids += id.n;
    size_t i = 0;
    while (!str_is(id, rows[i].id)) {
        i++;
        assert(i < sizeof rows / sizeof *rows); /* tests/rules.t checks findings' ids */
    }
    return &rows[i];
}
