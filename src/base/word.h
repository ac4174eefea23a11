/* SPDX-License-Identifier: MIT */
/* Spelling suggestions ("did you mean"). */
#ifndef BASTIDE_BASE_WORD_H
#define BASTIDE_BASE_WORD_H

#include "base/arena.h"

/* Returns the name that a word was probably meant to be, NULL if none is similar. */
const char *word_nearest(const char *word, const char *const *names, unsigned count);

/* Returns the name from which a word differs by one change or only by capitals, NULL if there is
 * none. */
const char *word_slip(const char *word, const char *const *names, unsigned count);

/* Returns a hint for a message: "; did you mean 'json'?" if a name is similar. Otherwise the hint
 * lists all names after `what`: "; forms are text, json" if `what` is "forms are". It is "" if no
 * name is similar and `what` is NULL. */
const char *word_hint(struct arena *arena, const char *word, const char *const *names,
                      unsigned count, const char *what);

#endif
