/* SPDX-License-Identifier: MIT */
/* Snapshots of the position of a referee. To try many continuations of one position, take a
 * snapshot there and return to it before each of them. A snapshot copies the state of the referee
 * and of all expansions, which is one block; what changes in the arrays of the table is noted in a
 * journal. So it costs the same in a long game as in a short one, and returning costs what the
 * moves did.
 */
#ifndef BASTIDE_REFEREE_SNAPSHOT_H
#define BASTIDE_REFEREE_SNAPSHOT_H

#include "referee/referee.h"

struct snapshot_range {
    void *at; /* address in the referee or its ledger */
    size_t size;
};

enum { SNAPSHOT_RANGES_MAX = 24 };

struct snapshot {
    struct snapshot_range ranges[SNAPSHOT_RANGES_MAX];
    unsigned range_count;
    unsigned char *bytes; /* contents of the ranges, one after the other */
    size_t size, room;    /* bytes used and allocated */
    size_t state_size;    /* bytes of the ranges that are restored */
    unsigned tile_count;
    size_t journal_size;
    struct findings findings;
    struct arena_mark mark;
};

/* Begins to note changes of the table, which the snapshots need: to be called after
 * referee_begin(). */
void snapshots_begin(struct referee *referee, struct journal *journal);

/* Takes a snapshot of a referee. The snapshot is zeroed before its first use. */
void snapshot_take(struct snapshot *snapshot, const struct referee *referee);

/* Returns the same referee to the position of a snapshot, with the findings that were raised until
 * then. Frees everything allocated in the arena of the findings since then. Snapshots that were
 * taken later are no longer valid, nor are choices and spots that were listed. */
void snapshot_restore(const struct snapshot *snapshot, struct referee *referee);

void snapshot_free(struct snapshot *snapshot);

#endif
