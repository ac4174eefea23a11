/* SPDX-License-Identifier: MIT */
/* The referee's position, kept so that it can be returned to: who tries many continuations of one
 * position takes a snapshot there and restores it before each. Only what lies is copied, some 500
 * bytes a tile, so that this costs far less than judging the lines again.
 */
#ifndef BASTIDE_REFEREE_SNAPSHOT_H
#define BASTIDE_REFEREE_SNAPSHOT_H

#include "referee/referee.h"

struct snapshot_range {
    void *at; /* in the referee or its ledger */
    size_t size;
};

enum { SNAPSHOT_RANGES_MAX = 24 };

struct snapshot {
    struct snapshot_range ranges[SNAPSHOT_RANGES_MAX];
    unsigned range_count;
    unsigned char *bytes; /* of the ranges, one after the other */
    size_t size, room;    /* bytes used and allocated */
    unsigned tile_count;
    /* Cells of the rectangle where tiles lie and of those around it, row by row; its corner as
     * indexes into table.cells. */
    struct table_cell *cells;
    size_t cell_room;
    unsigned left, top, width, height;
    struct findings findings;
    struct arena_mark mark;
};

/* Keeps the position of a referee between two lines, when no act is under way. The snapshot is
 * zeroed before its first use. */
void snapshot_take(struct snapshot *snapshot, const struct referee *referee);

/* Returns the same referee to that position, with the findings that were raised until then. What
 * its findings' arena gave out since is given back. Choices and spots that were listed are no
 * longer valid. */
void snapshot_restore(const struct snapshot *snapshot, struct referee *referee);

void snapshot_free(struct snapshot *snapshot);

#endif
