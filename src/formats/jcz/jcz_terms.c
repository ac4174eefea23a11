/* SPDX-License-Identifier: MIT */
/* Tables of JCloisterZone's words and messages, made from the rows. */
#include "formats/jcz/jcz_terms.h"

#include <stddef.h>

const struct jcz_set jcz_sets[JCZ_SETS] = {
#define JCZ_SET(key, set, edition) {key, set, edition},
#include "rows.h"
};

const struct jcz_edition jcz_editions[JCZ_EDITIONS] = {
#define JCZ_EDITION(edition, set, element) {edition, set, element},
#include "rows.h"
};

const struct jcz_feature jcz_features[JCZ_FEATURES] = {
#define JCZ_FEATURE(word, kind, now) {word, KIND_##kind, KIND_##now},
#include "rows.h"
};

const struct jcz_element jcz_elements[JCZ_ELEMENTS] = {
#define JCZ_ELEMENT(id, key, rules, value, enforced) {key, rules, JCZ_IS_##value, enforced},
#include "rows.h"
};

const char *const jcz_inert_elements[] = {"pig-herd",     "corn-circle", "wind-rose", "monastery",
                                          "flier",        "watchtower",  "yaga",      "church",
                                          "russian-trap", "labyrinth",   NULL};

const char *const jcz_inert_rules[] = {"espace-variant",
                                       "gq11-pig-herd",
                                       "tunnelize-other-expansions",
                                       "more-tunnel-tokens",
                                       "festival-return",
                                       "keep-monasteries",
                                       "labyrinth-variant",
                                       "little-buildings-scoring",
                                       NULL};

const struct jcz_rule jcz_rules[JCZ_RULES] = {
#define JCZ_RULE(key, value, element, option, choice) {key, value, JCZ_##element, option, choice},
#include "rows.h"
};

static const struct {
    const char *type;
    bool path, by_course;
} messages[MESSAGE_COUNT] = {
#define JCZ_MESSAGE(id, type, read, write, check, by_course, ...)                                  \
    [MESSAGE_##id] = {type, false, by_course},
#define JCZ_FIGURE(id, figure, path, ...) [MESSAGE_##id] = {"MOVE_NEUTRAL_FIGURE", path, path},
#include "rows.h"
};

const char *jcz_message_type(enum message_kind kind)
{
    return messages[kind].type;
}

bool jcz_is_path(enum message_kind kind)
{
    return messages[kind].path;
}

bool jcz_is_anytime(enum message_kind kind)
{
    static const bool anytime[MESSAGE_COUNT] = {
#define JCZ_ANYTIME(id) [MESSAGE_##id] = true,
#include "rows.h"
    };
    return kind < MESSAGE_COUNT && anytime[kind];
}

bool jcz_is_by_course(enum message_kind kind)
{
    return messages[kind].by_course;
}
