/* SPDX-License-Identifier: MIT */
/* Reads the header's `supply`: {follower: 8}. Rule: base.setup.supply. */
#include "referee/supply.h"

#include "referee/judge.h"

/* True if `name` is `words` with "-" for each blank. */
static bool is_named(struct str name, const char *words)
{
    size_t n = strlen(words);
    bool same = name.n == n;
    for (size_t i = 0; same && i < n; i++)
        same = name.p[i] == (words[i] == ' ' ? '-' : words[i]);
    return same;
}

/* Lists the names that the header of this game may have. */
static struct arg known_names(const struct referee *r, struct arg_list *list)
{
    FOR_EACH_BIT(kind, r->followers)
        arg_list_add(list, ARG(supply_name(kind)));
    for (unsigned id = 0; id < STOCK_COUNT; id++)
        if (stock_facts[id].rules && referee_in_play(r, stock_facts[id].rules))
            arg_list_add(list, ARG(stock_facts[id].name));
    return arg_of_list(list, JOIN_COMMA, "nothing");
}

/* Reads a number from 0 to `most` without leading zeros; -1 for anything else. */
static int read_number(struct str text, unsigned most)
{
    unsigned number = 0;
    if (text.n > 1 && *text.p == '0')
        return -1;
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] < '0' || text.p[i] > '9' || number > most)
            return -1;
        number = number * 10 + (unsigned)(text.p[i] - '0');
    }
    return text.n && number <= most ? (int)number : -1;
}

/* Gives each player as many meeples and pieces as there may be, because a header that is wrong
 * leaves open how many there are. */
static void forget(struct referee *r)
{
    r->is_supply_unknown = true;
    FOR_EACH_BIT(kind, r->followers)
        r->table.stock[kind] = (uint8_t)SUPPLY_MAX(meeple_kinds[kind].stock);
    for (unsigned id = 0; id < STOCK_COUNT; id++)
        if (stock_facts[id].rules && referee_in_play(r, stock_facts[id].rules))
            r->holdings.given[id] = (uint8_t)(stock_facts[id].most + 1);
}

/* False, with a finding, for a wrong name or number. */
static bool read_entry(struct referee *r, struct str name, const struct value *value)
{
    unsigned kind = 0, id = 0;
    struct arg_list list = {0};
    while (kind < MEEPLE_KINDS && !(r->followers >> kind & 1 && is_named(name, supply_name(kind))))
        kind++;
    while (id < STOCK_COUNT &&
           !(stock_facts[id].rules && referee_in_play(r, stock_facts[id].rules) &&
             is_named(name, stock_facts[id].name)))
        id++;
    if (kind == MEEPLE_KINDS && id == STOCK_COUNT) {
        judge_raise(r, FINDING_HEADER_VALUE_SUPPLY_NAME, value->place,
                    ARGS(arena_brief(r->arena, name), known_names(r, &list)));
        return false;
    }
    const char *words = kind < MEEPLE_KINDS ? meeple_kinds[kind].words : stock_facts[id].name;
    unsigned most =
        kind < MEEPLE_KINDS ? SUPPLY_MAX(meeple_kinds[kind].stock) : stock_facts[id].most;
    int number = read_number(value->text, most);
    if (number < 0)
        judge_raise(r, FINDING_HEADER_VALUE_SUPPLY_NUMBER, value->place,
                    ARGS(words, most, arena_brief(r->arena, value->text)));
    else if (kind < MEEPLE_KINDS)
        r->table.stock[kind] = (uint8_t)number;
    else
        r->holdings.given[id] = (uint8_t)(number + 1);
    return number >= 0;
}

void supply_read(struct referee *r)
{
    const struct value *supply = r->record->supply;
    bool good = !r->record->supply_broken;
    r->is_supply_unknown = false;
    for (uint32_t i = 0; supply && i < supply->count; i++)
        good &= read_entry(r, supply->keys[i], &supply->items[i]);
    if (!good)
        forget(r);
}
