/* SPDX-License-Identifier: MIT */
/* Options and profiles. Where a rulebook leaves a choice, the choice is a named option. A profile
 * has a name and sets all options of the rules that it knows.
 */
#ifndef BASTIDE_PROFILES_PROFILE_H
#define BASTIDE_PROFILES_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

enum option_id {
#define OPTION(id, name, section, rules, values, about) OPTION_##id,
#include "rows.h"
    OPTION_COUNT
};

/* The values of each option, from 1: OPTION_SHIELD_1, OPTION_SHIELD_2. */
enum { VALUE_NONE = 0 };
#define VALUE(option, id, text)                         OPTION_##option##_##id,
#define OPTION(id, name, section, rules, values, about) enum { OPTION_##id##_NOT_CHOSEN, values };
#include "rows.h"

enum { OPTION_VALUES_MAX = 4 };

struct rule_option {
    const char *name;
    const char *section;                       /* section of the manual */
    const char *rules;                         /* rules that it belongs to, with commas between
                                                  them; "" for the base game */
    const char *values[OPTION_VALUES_MAX + 2]; /* values from 1; NULL after the last */
    const char *about;
};
extern const struct rule_option rule_options[OPTION_COUNT];

struct profile {
    const char *name;
    const char *about;
    uint8_t value[OPTION_COUNT]; /* index into the option's values; VALUE_NONE for rules that the
                                    profile does not know */
};

enum profile_id {
#define PROFILE(id, name, about) PROFILE_##id,
#include "rows.h"
    PROFILE_COUNT
};
extern const struct profile profiles[PROFILE_COUNT];

/* Returns the released profile with that name, or NULL. */
const struct profile *profile_find(struct str name);

/* Returns the option with that name, or OPTION_COUNT. */
enum option_id option_find(struct str name);

/* Returns the index of a value, or -1. */
int option_value_find(enum option_id id, struct str value);

/* Returns what is wrong with this setting of an option, with a suggestion; NULL if nothing is. */
const char *option_wrong(struct arena *arena, struct str name, struct str value);

/* Returns the value of an option whose values are numbers. */
int profile_number(const struct profile *profile, enum option_id id);

const char *profile_text(const struct profile *profile, enum option_id id);

/* True if the option has this value in the profile. The option and the value are given by their
 * identifiers: profile_is(profile, SHIELD, 2). A value that the option does not have is an error
 * when the code is compiled. */
#define profile_is(profile, option, value_id)                                                      \
    ((profile)->value[OPTION_##option] == OPTION_##option##_##value_id)

#endif
