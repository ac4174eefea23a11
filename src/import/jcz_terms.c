/* SPDX-License-Identifier: MIT */
/* See jcz_terms.h. */
#include "import/jcz_terms.h"

#include <stddef.h>

const struct jcz_set jcz_sets[JCZ_SETS] = {
    {"basic:1", "base", 1},
    {"basic:2", "base", 2},
    {"princess-and-dragon:1", "princess-dragon", 1},
    {"princess-and-dragon:2", "princess-dragon", 2},
    {"bridges-castles-and-bazaars:1", "bridges", 1},
    {"bridges-castles-and-bazaars:2", "bridges", 2},
    {"inns-and-cathedrals:1", "inns", 1},
    {"inns-and-cathedrals:2", "inns", 2},
    {"traders-and-builders:1", "traders", 1},
    {"traders-and-builders:2", "traders", 2},
    {"river/1:1", "river", 1},
    {"river/1:2", "river", 2},
};

const struct jcz_feature jcz_features[JCZ_FEATURES] = {
    {"Road", KIND_ROAD},   {"City", KIND_CITY},           {"Castle", KIND_CITY},
    {"Field", KIND_FIELD}, {"Monastery", KIND_MONASTERY}, {"Garden", KIND_GARDEN},
};

const struct jcz_element jcz_elements[JCZ_ELEMENTS] = {
    [JCZ_DRAGON] = {"dragon", "dragon", true, false},
    [JCZ_FAIRY] = {"fairy", "fairy", true, false},
    [JCZ_PRINCESS] = {"princess", "princess", false, false},
    [JCZ_PORTAL] = {"portal", "portal", false, false},
    [JCZ_BRIDGE] = {"bridge", "bridge", true, false},
    [JCZ_CASTLE] = {"castle", "castle", true, false},
    [JCZ_BAZAAR] = {"bazaar", "bazaar", false, false},
    [JCZ_INN] = {"inn", "inn", false, false},
    [JCZ_CATHEDRAL] = {"cathedral", "cathedral", false, false},
    [JCZ_BIG_FOLLOWER] = {"big-follower", "big-follower", true, false},
    [JCZ_ABBOT] = {"abbot", "abbot", true, false},
    [JCZ_RIVER] = {"river", "river", false, true},
    [JCZ_BUILDER] = {"builder", "builder", true, false},
    [JCZ_PIG] = {"pig", "pig", true, false},
    [JCZ_GOODS] = {"traders", "goods", false, false},
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
                                       "king-and-robber-scoring",
                                       "vineyards-for-garden",
                                       NULL};

const struct jcz_rule jcz_rules[JCZ_RULES] = {
    {"tiny-city-scoring", "4", JCZ_ELEMENTS, NULL, NULL},
    {"tiny-city-scoring", "2", JCZ_ELEMENTS, "small-city", "2"},
    {"princess-action", "may", JCZ_PRINCESS, NULL, NULL},
    {"princess-action", "must", JCZ_PRINCESS, "princess", "must"},
    {"fairy-placement", "next-follower", JCZ_FAIRY, NULL, NULL},
    {"fairy-placement", "on-tile", JCZ_FAIRY, "fairy", "tile"},
    {"dragon-move", "before-scoring", JCZ_DRAGON, NULL, NULL},
    {"dragon-move", "after-scoring", JCZ_DRAGON, "dragon-move", "after-scoring"},
    {"bazaar-no-auction", "false", JCZ_BAZAAR, NULL, NULL},
    {"bazaar-no-auction", "true", JCZ_BAZAAR, "bazaar", "variant"},
    {"inn-and-cathedral-final-scoring", "zero", JCZ_INN, NULL, NULL},
};
