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
};

const struct jcz_element jcz_elements[JCZ_ELEMENTS] = {
    {"dragon", "princess-dragon", true, true},
    {"fairy", "princess-dragon", false, true},
    {"princess", "princess-dragon", false, false},
    {"portal", "princess-dragon", false, false},
    {"bridge", "bridges", false, true},
    {"castle", "bridges", false, true},
    {"bazaar", "bridges", true, false},
};

const struct jcz_rule jcz_rules[JCZ_RULES] = {
    {"tiny-city-scoring", "4", NULL, NULL, NULL},
    {"tiny-city-scoring", "2", NULL, "small-city", "2"},
    {"princess-action", "may", "princess-dragon", NULL, NULL},
    {"princess-action", "must", "princess-dragon", "princess", "must"},
    {"fairy-placement", "next-follower", "princess-dragon", NULL, NULL},
    {"fairy-placement", "on-tile", "princess-dragon", "fairy", "tile"},
    {"dragon-move", "before-scoring", "princess-dragon", NULL, NULL},
    {"dragon-move", "after-scoring", "princess-dragon", "dragon-move", "after-scoring"},
    {"bazaar-no-auction", "false", "bridges", NULL, NULL},
    {"bazaar-no-auction", "true", "bridges", "bazaar", "variant"},
};
