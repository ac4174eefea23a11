/* SPDX-License-Identifier: MIT */
/* Finds the most similar word by the number of changes between two words. */
#include "base/word.h"

#include <ctype.h>
#include <string.h>

enum { WORD_MAX = 31 };

static unsigned least_of(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Returns how many letters must be changed, inserted, removed, or swapped with the next one, to
 * turn one word into the other. Words have at most WORD_MAX letters. */
static unsigned distance(const char *a, const char *b)
{
    unsigned rows[3][WORD_MAX + 1] = {{0}};
    size_t n = strlen(b);
    for (unsigned k = 0; k <= n; k++)
        rows[0][k] = k;
    for (unsigned i = 1; a[i - 1]; i++) {
        unsigned *row = rows[i % 3], *before = rows[(i - 1) % 3], *second = rows[(i + 1) % 3];
        row[0] = i;
        for (unsigned k = 1; k <= n; k++) {
            int here = tolower((unsigned char)a[i - 1]), there = tolower((unsigned char)b[k - 1]);
            row[k] = least_of(before[k - 1] + (here != there), least_of(before[k], row[k - 1]) + 1);
            if (i > 1 && k > 1 && here == tolower((unsigned char)b[k - 2]) &&
                there == tolower((unsigned char)a[i - 2]))
                row[k] = least_of(row[k], second[k - 2] + 1);
        }
    }
    return rows[strlen(a) % 3][n];
}

/* Returns the most similar name. NULL if each of them takes `limit` changes or more. */
static const char *nearest(const char *word, const char *const *names, unsigned count,
                           unsigned limit)
{
    const char *found = NULL;
    for (unsigned i = 0; strlen(word) <= WORD_MAX && i < count; i++) {
        unsigned steps = strlen(names[i]) <= WORD_MAX ? distance(word, names[i]) : limit;
        if (steps < limit) {
            limit = steps;
            found = names[i];
        }
    }
    return found;
}

const char *word_nearest(const char *word, const char *const *names, unsigned count)
{
    size_t length = strlen(word);
    /* A short word is similar to almost any other, so fewer changes are allowed. */
    return nearest(word, names, count, length > 4 ? 3 : length > 1 ? 2 : 1);
}

const char *word_slip(const char *word, const char *const *names, unsigned count)
{
    return nearest(word, names, count, 2);
}

const char *word_hint(struct arena *arena, const char *word, const char *const *names,
                      unsigned count, const char *what)
{
    const char *meant = word_nearest(word, names, count), *all = "";
    if (meant)
        return arena_printf(arena, "; did you mean '%s'?", meant);
    if (!what)
        return "";
    for (unsigned i = 0; i < count; i++)
        all = arena_printf(arena, "%s%s%s", all, i ? ", " : "", names[i]);
    return arena_printf(arena, "; %s %s", what, all);
}
