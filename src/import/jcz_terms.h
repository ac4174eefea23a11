/* SPDX-License-Identifier: MIT */
/* What JCloisterZone's setups call sets, elements and rules: one vocabulary for those who read them
 * (jcz_setup.c) and write them (src/export/jcz.c). The words are rows (jcz_terms.def, the rooms).
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
#define JCZ_ELEMENT(id, key, rules, counted, enforced) JCZ_##id,
#include "rows.h"
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

/* The numbers of rows. */
enum {
    JCZ_SETS = 0
#define JCZ_SET(key, set, edition) +1
#include "rows.h"
    ,
    JCZ_RULES = 0
#define JCZ_RULE(key, value, element, option, choice) +1
#include "rows.h"
    ,
    JCZ_FEATURES = 0
#define JCZ_FEATURE(word, kind) +1
#include "rows.h"
};
extern const struct jcz_feature jcz_features[JCZ_FEATURES];
extern const struct jcz_set jcz_sets[JCZ_SETS];
extern const struct jcz_rule jcz_rules[JCZ_RULES];
extern const struct jcz_element jcz_elements[JCZ_ELEMENTS];

#endif
