/* SPDX-License-Identifier: MIT */
/* What somebody meant who wrote a word that is none. */
#ifndef BASTIDE_BASE_WORD_H
#define BASTIDE_BASE_WORD_H

#include "base/arena.h"

/* The one of some names that a word was probably meant to be, NULL when none is similar. */
const char *word_nearest(const char *word, const char *const *names, unsigned count);

/* "; did you mean 'json'?", or where nothing is similar "; forms are text, json": `what` is "forms
 * are"; "" when it is NULL. */
const char *word_hint(struct arena *arena, const char *word, const char *const *names,
                      unsigned count, const char *what);

#endif
