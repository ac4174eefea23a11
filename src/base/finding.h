/* SPDX-License-Identifier: MIT */
/* Findings. A finding is one thing that is wrong with a record, with its place. The meaning of each
 * code is in its row and nowhere else (rows.h): the enum, the messages, `bastide explain` and the
 * manual's list are all made from these rows.
 */
#ifndef BASTIDE_BASE_FINDING_H
#define BASTIDE_BASE_FINDING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/wording.h"

/* A place in the input: bytes `column` to `end` (both counted from 1, the end included) of line
 * `line`. In an imported document `at` is a path such as "replay[17]" instead, and `line` is 0, or
 * the line of a stream on which the document begins. If `at` is NULL and `line` is 0, the place is
 * the whole input.
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

/* Wordings other than the messages of kinds: other messages of a kind (WORDING), messages at second
 * places (NOTE), additions to messages (TAIL), and parts of messages (PART). */
enum wording {
    WORDING_OF_KIND,
#define WORDING(finding, variant, text) WORDING_##finding##_##variant,
#define NOTE(id, text)                  NOTE_##id,
#define TAIL(id, text)                  TAIL_##id,
#define PART(id, text)                  PART_##id,
#include "rows.h"
    WORDING_COUNT
};

/* Identifiers of findings. The low bits hold the code. The bits above them hold the wording; they
 * are 0 for the message of the kind. */
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
    const char *message; /* message; each {} stands for an argument of finding_raise() */
    const char *rule;    /* a sentence, or the ids of rules of the game */
    const char *page;    /* page of the manual that has the sentence; NULL for ids (base/rule.h) */
    const char *example;
    const char *fix;
};

struct finding {
    struct finding *next;
    const struct finding_kind *kind;
    enum severity severity; /* severity, which may be milder than that of the kind */
    uint16_t wording;       /* enum wording */
    const struct arg *args; /* arguments of the wording */
    const char *message; /* wording filled with the arguments, tails included; seats are letters */
    const char *tails;   /* tails of the message, "" if it has none */
    const char *text;    /* message for people: with the players' names where they are known */
    struct place place;
    struct place also;           /* second place, if also_message is not NULL */
    uint16_t also_wording;       /* enum wording of the note about it */
    const struct arg *also_args; /* arguments of that wording */
    const char *also_message, *also_text;
    uint16_t turn, step; /* turn and step that are wrong, 0 for none */
    uint8_t seat;        /* seat of that turn or step, NO_SEAT for none */
    bool repeats;        /* wrong total of a seat whose earlier total was wrong by another number */
    bool follows;        /* consequence of an earlier finding, set by cause_find() */
    bool told;           /* not to be reported: reported already, or reports the missing end of a
                            game that still goes on (growing_mark()) */
    /* Words for the place, set by record_situate(); NULL where one does not apply. */
    const char *tile, *cell, *edge; /* "Q", "1,2", "1,2W" */
    const char *when;               /* "turn 12, Ben (b), Q on 1,2W" */
};
enum { NO_SEAT = 0xFF };

enum {
    FINDING_CODES = 1000, /* upper limit of codes */
    /* Limit of findings kept for a game. Above it a finding is kept only if it is the first of its
     * kind and severity. The others are counted, so that the verdict does not depend on the
     * limit. */
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
    unsigned count;          /* findings that are kept */
    unsigned unkept;         /* findings that were raised but not kept */
    struct kind_set seen[2]; /* kinds that were raised: [0] as warnings, [1] as errors */
    struct finding spare;    /* room for a finding that is not kept */
};

/* Returns the kind with the next higher code, the one with the lowest code for NULL, and NULL after
 * the last one. */
const struct finding_kind *finding_next(const struct finding_kind *kind);

/* Returns the kind with this code, NULL for a code that does not exist. */
const struct finding_kind *finding_kind(unsigned code);

/* Returns the kind with this code or name; NULL if the word is neither. */
const struct finding_kind *finding_find(struct str word);

/* kind_set_add() adds a kind to a set; kind_set_has() is true if it is in it. */
void kind_set_add(struct kind_set *set, const struct finding_kind *kind);
bool kind_set_has(const struct kind_set *set, const struct finding_kind *kind);
/* Adds all kinds of another set. */
void kind_set_join(struct kind_set *set, const struct kind_set *more);

/* True if --disable may name the kind: findings about files and the system (9xx) are always
 * reported. */
bool finding_may_be_disabled(const struct finding_kind *kind);

/* Removes the findings for which `drops` is true and returns their number. */
unsigned findings_drop(struct findings *findings,
                       bool (*drops)(const struct finding *finding, const void *context),
                       const void *context);

/* Returns a copy of the findings. Adding to the copy or sorting it does not change the original. */
struct findings findings_copy(const struct findings *findings, struct arena *arena);

/* Returns the rule of a kind as one sentence: its own, or the first one of the first rule that it
 * names. */
struct str finding_rule(const struct finding_kind *kind);

/* Adds a finding; args (ARGS) fill the {} of its wording in order, and are copied. The returned
 * finding may be given a second place with finding_also(). */
struct finding *finding_raise(struct findings *findings, enum finding_id id, struct place place,
                              const struct arg *args) __attribute__((cold));

/* Adds a finding as a warning, although its kind is an error. */
struct finding *finding_warn(struct findings *findings, enum finding_id id, struct place place,
                             const struct arg *args);

/* True if the finding was kept. It was not kept if its kind is disabled, or if it was only counted
 * (FINDINGS_MAX). */
static inline bool finding_is_kept(const struct findings *findings, const struct finding *finding)
{
    return finding != &findings->spare;
}

/* Returns a part of a message as an argument, which is valid as long as `args`. */
struct arg finding_part(enum wording part, const struct arg *args);

/* Gives a finding a second place, and a note about what is there. */
void finding_also(const struct findings *findings, struct finding *finding, struct place also,
                  enum wording note, const struct arg *args) __attribute__((cold));

/* Appends a tail to the message of a finding. */
void finding_add(const struct findings *findings, struct finding *finding, enum wording tail,
                 const struct arg *args) __attribute__((cold));

/* Puts the players' names into the texts of a finding. `names` has a plain text for each seat of
 * the game, and NULL for the other seats. */
void finding_name_players(const struct findings *findings, struct finding *finding,
                          const char *const names[SEATS_MAX]);

/* Sorts findings by line, those of an imported document also by turn. Findings of one line or turn
 * keep their order; those about the whole input come last. */
void findings_sort(struct findings *findings);

const char *severity_name(enum severity severity);

/* True for codes 2xx to 6xx and 8xx: an error of such a kind makes the game illegal. Other kinds
 * concern the record or its claims. */
bool finding_is_about_play(const struct finding_kind *kind);

#endif
