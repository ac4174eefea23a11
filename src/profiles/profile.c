/* SPDX-License-Identifier: MIT */
/* See profile.h. */
#include "profiles/profile.h"

#include <stdlib.h>

#define VALUES(...)                                                                                                                \
    {                                                                                                                              \
        __VA_ARGS__                                                                                                                \
    }
const struct rule_option rule_options[OPTION_COUNT] = {
#define OPTION(id, name, section, rules, values, about) {name, section, rules, values, about},
#include "profiles/options.def"
#undef OPTION
};

const struct profile *profile_find(struct str name)
{
    for (unsigned i = 0; i < profile_count; i++)
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
    for (int i = 0; rule_options[id].values[i]; i++)
        if (str_is(value, rule_options[id].values[i]))
            return i;
    return -1;
}

const char *profile_text(const struct profile *profile, enum option_id id)
{
    return rule_options[id].values[profile->value[id]];
}

int profile_number(const struct profile *profile, enum option_id id)
{
    return atoi(profile_text(profile, id));
}
