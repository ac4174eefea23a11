/* SPDX-License-Identifier: MIT */
/* Snapshots of the position of a referee. To try many continuations of one position, take a
 * snapshot there and restore it before each of them. Only what lies on the table is copied, some
 * 500 bytes a tile, so that this costs far less than judging the lines again.
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
    unsigned tile_count;
    /* Cells of the rectangle in which tiles lie and of those around it, row by row. `left` and
     * `top` are the indexes of its corner in table.cells. */
    struct table_cell *cells;
    size_t cell_room;
    unsigned left, top, width, height;
    struct findings findings;
    struct arena_mark mark;
};

/* Takes a snapshot of a referee between two lines, when no act is under way. The snapshot is zeroed
 * before its first use. */
void snapshot_take(struct snapshot *snapshot, const struct referee *referee);

/* Returns the same referee to the position of a snapshot, with the findings that were raised until
 * then. Frees everything allocated in the arena of the findings since then. Choices and spots that
 * were listed are no longer valid. */
void snapshot_restore(const struct snapshot *snapshot, struct referee *referee);

void snapshot_free(struct snapshot *snapshot);

#endif
