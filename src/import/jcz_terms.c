/* SPDX-License-Identifier: MIT */
/* See jcz_terms.h. */
#include "import/jcz_terms.h"

#include <stddef.h>

const struct jcz_set jcz_sets[JCZ_SETS] = {
#define JCZ_SET(key, set, edition) {key, set, edition},
#include "rows.h"
};

const struct jcz_feature jcz_features[JCZ_FEATURES] = {
#define JCZ_FEATURE(word, kind) {word, KIND_##kind},
#include "rows.h"
};

const struct jcz_element jcz_elements[JCZ_ELEMENTS] = {
#define JCZ_ELEMENT(id, key, rules, counted, enforced) {key, rules, counted, enforced},
#include "rows.h"
};

const char *const jcz_inert_elements[] = {
    "pig-herd",   "hill", "vineyard", "corn-circle",  "wind-rose", "monastery", "flier",
    "watchtower", "yaga", "church",   "russian-trap", "labyrinth", NULL};

const char *const jcz_inert_rules[] = {"barn-placement",
                                       "wagon-move",
                                       "hill-tiebreaker",
                                       "espace-variant",
                                       "gq11-pig-herd",
                                       "tunnelize-other-expansions",
                                       "more-tunnel-tokens",
                                       "festival-return",
                                       "keep-monasteries",
                                       "labyrinth-variant",
                                       "little-buildings-scoring",
                                       "vineyards-for-garden",
                                       NULL};

const struct jcz_rule jcz_rules[JCZ_RULES] = {
#define JCZ_RULE(key, value, element, option, choice) {key, value, JCZ_##element, option, choice},
#include "rows.h"
};
