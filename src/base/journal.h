/* SPDX-License-Identifier: MIT */
/* A journal of memory that is overwritten: what is about to change is noted first, and can be
 * restored later. */
#ifndef BASTIDE_BASE_JOURNAL_H
#define BASTIDE_BASE_JOURNAL_H

#include <stddef.h>

struct journal {
    unsigned char *bytes; /* old contents, each followed by its address and size */
    size_t size, room;
};

/* Notes the contents of some memory. */
void journal_note(struct journal *journal, const void *at, size_t size);

/* Restores everything that was noted since the journal had this size, the latest first. */
void journal_undo(struct journal *journal, size_t size);

void journal_free(struct journal *journal);

#endif
