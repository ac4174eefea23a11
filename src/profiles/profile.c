/* SPDX-License-Identifier: MIT */
/* Looks up options, their values, and profiles. */
#include "profiles/profile.h"
#include "base/check.h"

#include "base/word.h"

#define VALUE(option, id, text) text,
const struct rule_option rule_options[OPTION_COUNT] = {
#define OPTION(id, name, section, rules, values, about)                                            \
    {name, section, rules, {NULL, values}, about},
#include "rows.h"
};

const struct profile profiles[PROFILE_COUNT] = {
#define PROFILE(id, text, words) [PROFILE_##id].name = text, [PROFILE_##id].about = words,
#define CHOSEN(profile, option, chosen)                                                            \
    [PROFILE_##profile].value[OPTION_##option] = OPTION_##option##_##chosen,
#include "rows.h"
};

const struct profile *profile_find(struct str name)
{
    for (unsigned i = 0; i < PROFILE_COUNT; i++)
        if (str_is(name, profiles[i].name))
            return &profiles[i];
    return NULL;
}

enum option_id option_find(struct str name)
{
    enum option_id id = 0;
    while (id < OPTION_COUNT && !str_is(name, rule_options[id].name))
        id++;
    return id;
}

int option_value_find(enum option_id id, struct str value)
{
    assert(id < OPTION_COUNT);
    for (int i = 1; rule_options[id].values[i]; i++)
        if (str_is(value, rule_options[id].values[i]))
            return i;
    return -1;
}

const char *option_wrong(struct arena *arena, struct str name, struct str value)
{
    const char *names[OPTION_COUNT];
    unsigned count = 0;
    enum option_id id = option_find(name);
    const struct rule_option *option = &rule_options[id];
    if (id == OPTION_COUNT) {
        for (; count < OPTION_COUNT; count++)
            names[count] = rule_options[count].name;
        const char *hint = word_hint(arena, arena_copy(arena, name.p, name.n), names, count, NULL);
        return arena_printf(arena, "there is no option '%s' of the rules%s",
                            arena_brief(arena, name),
                            *hint ? hint : "; 'bastide explain' lists all");
    }
    if (option_value_find(id, value) >= 0)
        return NULL;
    const char *const *values = &option->values[1];
    while (values[count])
        count++;
    return arena_printf(
        arena, "option %s has no value '%s'%s", option->name, arena_brief(arena, value),
        word_hint(arena, arena_copy(arena, value.p, value.n), values, count, "its values are"));
}

const char *profile_text(const struct profile *profile, enum option_id id)
{
    assert(id < OPTION_COUNT && profile->value[id] != VALUE_NONE);
    return rule_options[id].values[profile->value[id]];
}

int profile_number(const struct profile *profile, enum option_id id)
{
    int number = 0;
    for (const char *digit = profile_text(profile, id); *digit >= '0' && *digit <= '9'; digit++)
        number = number * 10 + (*digit - '0');
    return number;
}
