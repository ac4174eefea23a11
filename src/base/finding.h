/* SPDX-License-Identifier: MIT */
/* A finding: one thing that is wrong with a record, with its place. What each code means stands in
 * its row alone (rows.h); enum, messages, `bastide explain` and the manual's list are all made from
 * these rows.
 */
#ifndef BASTIDE_BASE_FINDING_H
#define BASTIDE_BASE_FINDING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wording.h"

/* A place in the input: bytes `column` to `end` (both counted from 1, the end included) of line
 * `line`. Imported formats have no lines worth naming: there `at` is a path such as "replay[17]"
 * and line is 0, or where its document begins in a stream. A place with neither is the whole input.
 */
struct place {
    const char *at;
    uint32_t line;
    uint16_t column;
    uint16_t end;
};

enum severity {
    SEVERITY_WARNING,
    SEVERITY_ERROR,
    SEVERITY_TROUBLE, /* a file or the system, not the record, is at fault: exit status 2 */
};

/* The wordings besides the messages of kinds: other messages of a kind (WORDING), messages at
 * second places (NOTE), and additions to messages (TAIL). */
enum wording {
    WORDING_OF_KIND,
#define WORDING(finding, variant, text) WORDING_##finding##_##variant,
#define NOTE(id, text)                  NOTE_##id,
#define TAIL(id, text)                  TAIL_##id,
#define PART(id, text)                  PART_##id,
#include "rows.h"
    WORDING_COUNT
};

/* The code of a finding; with a wording other than its kind's message, that above the code. */
enum { WORDING_SHIFT = 10 };
enum finding_id {
    FINDING_NONE,
#define FINDING(code, id, name, severity, message, rule, page, example, fix) FINDING_##id = code,
#include "rows.h"
#define WORDING(finding, variant, text)                                                            \
    FINDING_##finding##_##variant = FINDING_##finding | WORDING_##finding##_##variant              \
                                                            << WORDING_SHIFT,
#include "rows.h"
};

struct finding_kind {
    uint16_t code;
    enum severity severity;
    const char *name;
    const char *message; /* each {} stands for an argument of finding_raise() */
    const char *rule;    /* a sentence; or the ids of the game's rules */
    const char *page;    /* that has the sentence; NULL where there are ids (base/rule.h) */
    const char *example;
    const char *fix;
};

struct finding {
    struct finding *next;
    const struct finding_kind *kind;
    enum severity severity; /* of this one: a finding of a kind may be milder */
    uint16_t wording;       /* enum wording */
    const struct arg *args; /* what it is about, for the wording */
    const char *message;    /* both in words */
    struct place place;
    struct place also; /* the second place, when also_message is not NULL */
    const char *also_message;
    uint16_t turn, step; /* in which it is wrong, 0 for none */
    uint8_t seat;        /* whose turn or step that is, NO_SEAT for none */
    bool repeats;        /* a total that was off before is off by another number */
    bool follows;        /* from one before it, once cause_find() has looked */
    bool told;           /* it was reported already, when less of the game was known */
    /* What is found there, once record_situate() has looked; NULL for what does not apply. */
    const char *tile, *cell, *edge; /* "Q", "1,2", "1,2W" */
    const char *when;               /* "turn 12, Ben (b), Q on 1,2W" */
};
enum { NO_SEAT = 0xFF };

enum {
    FINDING_CODES = 1000, /* upper limit of codes */
    /* Limit of findings kept for a game. After it only the first finding of each kind and severity
     * is kept, and the others are counted, so that the verdict does not depend on the limit. */
    FINDINGS_MAX = 5000,
};

/* A set of kinds, one bit for each code. */
struct kind_set {
    uint64_t bits[FINDING_CODES / 64 + 1];
};

/* Findings in the order in which they were raised. */
struct findings {
    struct arena *arena;
    struct kind_set disabled; /* kinds that are counted instead of reported */
    unsigned disabled_count;  /* findings of those kinds so far */
    struct finding *first;
    struct finding *last;
    unsigned count;          /* of those kept */
    unsigned unkept;         /* raised besides */
    struct kind_set seen[2]; /* kinds that were raised: as warnings, as errors */
    struct finding spare;    /* what is not kept is written here */
};

/* Returns the kind with the next higher code, the one with the lowest code for NULL, and NULL after
 * the last one. */
const struct finding_kind *finding_next(const struct finding_kind *kind);

/* NULL for a code that does not exist. */
const struct finding_kind *finding_kind(unsigned code);

/* A kind by its code or name; NULL for a word that is none. */
const struct finding_kind *finding_find(struct str word);

/* Adds a kind to a set. */
void kind_set_add(struct kind_set *set, const struct finding_kind *kind);

/* True if --disable may name the kind: findings about files and the system (9xx) are always
 * reported. */
bool finding_may_be_disabled(const struct finding_kind *kind);

/* Takes those out that `drops` says; how many they were. */
unsigned findings_drop(struct findings *findings,
                       bool (*drops)(const struct finding *finding, const void *context),
                       const void *context);

/* The same findings, that others may be added to and put in order without a change of these. */
struct findings findings_copy(const struct findings *findings, struct arena *arena);

/* Its rule in a sentence: the finding's own, or the first one of the first rule that it names. */
struct str finding_rule(const struct finding_kind *kind);

/* Adds a finding; args (ARGS) fill the {} of its wording in order, and are copied. The returned
 * finding may be given a second place with finding_also(). */
struct finding *finding_raise(struct findings *findings, enum finding_id id, struct place place,
                              const struct arg *args) __attribute__((cold));

/* The same, milder: a warning of a kind that else is an error. */
struct finding *finding_warn(struct findings *findings, enum finding_id id, struct place place,
                             const struct arg *args);

/* Was it kept, or only counted, or suppressed? */
static inline bool finding_is_kept(const struct findings *findings, const struct finding *finding)
{
    return finding != &findings->spare;
}

/* Returns a part of a message as an argument, for as long as its own arguments live. */
struct arg finding_part(enum wording part, const struct arg *args);

/* Gives it a second place, and says what is there. */
void finding_also(const struct findings *findings, struct finding *finding, struct place also,
                  enum wording note, const struct arg *args) __attribute__((cold));

/* Adds to its message. */
void finding_add(const struct findings *findings, struct finding *finding, enum wording tail,
                 const struct arg *args) __attribute__((cold));

/* Puts them into the order of their lines, those of an imported document into that of their turns;
 * else they keep theirs, and those of the whole input go last. */
void findings_sort(struct findings *findings);

const char *severity_name(enum severity severity);

/* 2xx to 6xx and 80x: what makes a game illegal when it is an error (the rest touches the record or
 * its claims). */
bool finding_is_about_play(const struct finding_kind *kind);

#endif
