/* SPDX-License-Identifier: MIT */
/* JCloisterZone's words for sets, elements and rules: one vocabulary for reading setups
 * (jcz_setup.c) and writing them (jcz_write.c). The words are rows of jcz_terms.def and of the
 * rooms. */
#ifndef BASTIDE_FORMATS_JCZ_JCZ_TERMS_H
#define BASTIDE_FORMATS_JCZ_JCZ_TERMS_H

#include "formats/jcz/jcz_said.h"

/* A tile set in one of its editions. */
struct jcz_set {
    const char *key, *set; /* their name, our name */
    unsigned edition;
};

/* An edition that equals the first one, except that some tiles are exchanged for those of a set. */
struct jcz_edition {
    unsigned edition;
    const char *set;     /* our name */
    const char *element; /* their name for what these tiles bring */
};

/* The elements: things in play besides tiles. Each stands for rules, which mostly have the same
 * name here. */
enum jcz_element_id {
#define JCZ_ELEMENT(id, key, rules, value, enforced) JCZ_##id,
#include "rows.h"
    JCZ_ELEMENTS
};
/* Values of an element that is in play. */
enum jcz_value {
    JCZ_IS_TRUTH,  /* true */
    JCZ_IS_NUMBER, /* the number of each player's meeples, or 1 */
    JCZ_IS_ANY     /* a number that changes nothing */
};
struct jcz_element {
    const char *key, *rules; /* their name, our name */
    enum jcz_value value;
    bool enforced; /* its tile set brings it, and saves leave it out */
};

/* A value of a rule, and the option and choice for which it stands. */
struct jcz_rule {
    const char *key, *value;     /* their words; "true" and "false" stand for truth values */
    enum jcz_element_id element; /* element that the rule is about; JCZ_ELEMENTS for any game */
    const char *option, *choice; /* our words; NULL if profile jcz-1 has this choice */
};

/* Elements and rules that have no effect in the games that can be read. They are about tiles or
 * figures of other sets; a game with such tiles or figures must name those sets, too. The lists end
 * with NULL. */
extern const char *const jcz_inert_elements[], *const jcz_inert_rules[];

/* A kind of feature. `kind` is the kind of its segments. `now` is the kind of the whole feature,
 * which may have become another one. */
struct jcz_feature {
    const char *word;
    uint8_t kind, now; /* enum kind */
};

/* Numbers of rows. */
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

/* jcz_message_type() returns the type of messages of a kind. jcz_is_path() is true if they move a
 * figure step by step. jcz_is_by_course() is true if the record does not hold their senders, but
 * only the seats that the game asked. jcz_is_anytime() is true if they may come at any moment of a
 * turn. */
const char *jcz_message_type(enum message_kind kind);
bool jcz_is_path(enum message_kind kind);
bool jcz_is_by_course(enum message_kind kind);
bool jcz_is_anytime(enum message_kind kind);

#endif
