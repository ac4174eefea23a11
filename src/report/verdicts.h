/* SPDX-License-Identifier: MIT */
/* The products of `check`, and the findings that the other commands report on standard error:
 * findings and verdicts in GCC's form, or as JSON, SARIF 2.1.0, TAP or GitHub's annotations; or a
 * line a game, made for sort, awk and parallel.
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
    struct emitter emitter; /* json */
    unsigned max_errors;    /* findings printed of a game; 0 for all */
    bool color;
    void (*tell)(void *context,
                 const struct finding *); /* adds to a finding as text; may be NULL */
    void *context;
    struct arena *arena; /* of the game's findings */
    unsigned reported;   /* findings, over all games */
    unsigned games;
};

void verdicts_open(struct verdicts *verdicts, enum verdict_form form, struct sink *sink);

/* The same form into another sink, for a piece of the product: without what stands at its beginning
 * and end. */
void verdicts_join(struct verdicts *verdicts, const struct verdicts *whole, struct sink *sink);

/* One game with its findings, and the verdict: view->ledger holds an END event, and FINDING events
 * when the form is JSON. A stretch of input that is no game has findings alone: view NULL. */
void verdicts_game(struct verdicts *verdicts, struct str file, const struct findings *findings,
                   const struct game_view *view);

/* A result as verdicts print it: "96-95"; where a score is negative, "-5:3". */
void verdicts_scores(struct sink *sink, const int32_t *scores, unsigned count);

void verdicts_close(struct verdicts *verdicts);

#endif
