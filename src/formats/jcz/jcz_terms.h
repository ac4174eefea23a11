/* SPDX-License-Identifier: MIT */
/* What JCloisterZone's setups call sets, elements and rules: one vocabulary for those who read them
 * (jcz_setup.c) and write them (jcz_write.c). The words are rows (jcz_terms.def, the rooms).
 */
#ifndef BASTIDE_FORMATS_JCZ_JCZ_TERMS_H
#define BASTIDE_FORMATS_JCZ_JCZ_TERMS_H

#include "formats/jcz/jcz_said.h"

/* A tile set in one of its editions. */
struct jcz_set {
    const char *key, *set; /* theirs, ours */
    unsigned edition;
};

/* An edition that is the first one with some tiles exchanged for those of a set. */
struct jcz_edition {
    unsigned edition;
    const char *set;     /* ours */
    const char *element; /* theirs, for what these tiles bring */
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

/* A kind of feature, which may have been another when its segments were laid. */
struct jcz_feature {
    const char *word;
    uint8_t kind, now; /* enum kind */
};

/* The numbers of rows. */
enum {
    JCZ_SETS = 0
#define JCZ_SET(key, set, edition) +1
#include "rows.h"
    ,
    JCZ_EDITIONS = 0
#define JCZ_EDITION(edition, set, element) +1
#include "rows.h"
    ,
    JCZ_RULES = 0
#define JCZ_RULE(key, value, element, option, choice) +1
#include "rows.h"
    ,
    JCZ_FEATURES = 0
#define JCZ_FEATURE(word, kind, now) +1
#include "rows.h"
};
extern const struct jcz_feature jcz_features[JCZ_FEATURES];
extern const struct jcz_set jcz_sets[JCZ_SETS];
extern const struct jcz_edition jcz_editions[JCZ_EDITIONS];
extern const struct jcz_rule jcz_rules[JCZ_RULES];
extern const struct jcz_element jcz_elements[JCZ_ELEMENTS];

/* The type of a message; does its figure go step by step; does the record say by itself who did it,
 * instead of who sent it? */
const char *jcz_message_type(enum message_kind kind);
bool jcz_is_path(enum message_kind kind);
bool jcz_is_by_course(enum message_kind kind);

#endif
