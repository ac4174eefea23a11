/* SPDX-License-Identifier: MIT */
/* What JCloisterZone's setups call sets, elements and rules: one vocabulary for those who read them
 * (jcz_setup.c) and write them (src/export/jcz.c).
 */
#ifndef BASTIDE_IMPORT_JCZ_TERMS_H
#define BASTIDE_IMPORT_JCZ_TERMS_H

#include "tiles/tile.h"

/* A tile set in one of its editions. */
struct jcz_set {
    const char *key, *set; /* theirs, ours */
    unsigned edition;
};

/* What is in play besides tiles: rules, most of which have the same name there. */
enum jcz_element_id {
    JCZ_DRAGON,
    JCZ_FAIRY,
    JCZ_PRINCESS,
    JCZ_PORTAL,
    JCZ_BRIDGE,
    JCZ_CASTLE,
    JCZ_BAZAAR,
    JCZ_INN,
    JCZ_CATHEDRAL,
    JCZ_BIG_FOLLOWER,
    JCZ_ABBOT,
    JCZ_RIVER,
    JCZ_BUILDER,
    JCZ_PIG,
    JCZ_GOODS,
    JCZ_ELEMENTS
};
struct jcz_element {
    const char *key, *rules; /* theirs, ours */
    bool counted;            /* its value is a number, 1, not a truth */
    bool enforced;           /* by its tile set: saves leave it out */
};

/* A rule's value, and the option that it is. */
struct jcz_rule {
    const char *key, *value;     /* "true" and "false" stand for truths */
    enum jcz_element_id element; /* that it is about; JCZ_ELEMENTS for any game */
    const char *option, *choice; /* NULL for what profile jcz-1 has */
};

/* Elements and rules that do nothing in the games that are read: they are about tiles or figures of
 * other sets, which a game that has them names besides. NULL behind the last one. */
extern const char *const jcz_inert_elements[], *const jcz_inert_rules[];

/* A kind of feature. The first row of a kind is the word to write. */
struct jcz_feature {
    const char *word;
    enum kind kind;
};

enum { JCZ_SETS = 12, JCZ_RULES = 11, JCZ_FEATURES = 6 };
extern const struct jcz_feature jcz_features[JCZ_FEATURES];
extern const struct jcz_set jcz_sets[JCZ_SETS];
extern const struct jcz_element jcz_elements[JCZ_ELEMENTS];
extern const struct jcz_rule jcz_rules[JCZ_RULES];

#endif
