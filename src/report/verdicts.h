/* SPDX-License-Identifier: MIT */
/* The output of `check`, and the findings that the other commands report on standard error.
 * Findings and verdicts are printed as text in GCC's form, as JSON, SARIF 2.1.0, TAP or GitHub's
 * annotations, or as one line for each game, made for sort, awk and parallel.
 */
#ifndef BASTIDE_REPORT_VERDICTS_H
#define BASTIDE_REPORT_VERDICTS_H

#include "report/report.h"

enum verdict_form {
    VERDICT_TEXT,
    VERDICT_JSON,
    VERDICT_SARIF,
    VERDICT_TAP,
    VERDICT_GITHUB,
    VERDICT_SUMMARY,
    VERDICT_FORM_COUNT
};
extern const char *const verdict_form_names[VERDICT_FORM_COUNT];

struct verdicts {
    enum verdict_form form;
    struct sink *sink;
    struct emitter emitter; /* emitter of the JSON form */
    unsigned max_errors;    /* limit of findings printed for each game; 0 for no limit */
    bool color;
    void (*tell)(void *context,
                 const struct finding *); /* prints more below a finding as text; may be NULL */
    void *context;
    struct arena *arena;   /* arena of the game's findings */
    unsigned reported;     /* findings reported so far, over all games */
    struct kind_set kinds; /* kinds of these findings */
    uint32_t books;        /* books with the rules of their games */
    unsigned games;
};

void verdicts_open(struct verdicts *verdicts, enum verdict_form form, struct sink *sink);

/* Opens the same form for another sink, which gets a piece of the output without its beginning and
 * end. */
void verdicts_join(struct verdicts *verdicts, const struct verdicts *whole, struct sink *sink);

/* Prints the findings of a game, and its verdict: view->ledger holds an END event, and FINDING
 * events if the form is JSON. A stretch of input that is not a game has only findings, and `view`
 * is NULL. */
void verdicts_game(struct verdicts *verdicts, struct str file, const struct findings *findings,
                   const struct game_view *view);

/* Prints a result: "96-95", or "-5:3" if a score is negative. */
void verdicts_scores(struct sink *sink, const int32_t *scores, unsigned count);

void verdicts_close(struct verdicts *verdicts);

#endif
