/* SPDX-License-Identifier: MIT */
#include "base/journal.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/memory.h"

struct noted {
    void *at;
    size_t size;
};

void journal_note(struct journal *journal, const void *at, size_t size)
{
    struct noted noted = {(void *)(uintptr_t)at, size};
    while (journal->room - journal->size < size + sizeof noted)
        journal->bytes = memory_grown(journal->bytes, &journal->room, 1);
    memcpy(journal->bytes + journal->size, at, size);
    memcpy(journal->bytes + journal->size + size, &noted, sizeof noted);
    journal->size += size + sizeof noted;
}

void journal_undo(struct journal *journal, size_t size)
{
    assert(size <= journal->size);
    while (journal->size > size) {
        struct noted noted;
        memcpy(&noted, journal->bytes + journal->size - sizeof noted, sizeof noted);
        journal->size -= sizeof noted + noted.size;
        memcpy(noted.at, journal->bytes + journal->size, noted.size);
    }
}

void journal_free(struct journal *journal)
{
    memory_free(journal->bytes);
    *journal = (struct journal){.size = 0};
}
