/* SPDX-License-Identifier: MIT */
/* Shared parts of the writer of JCloisterZone's saves: src/formats/jcz/jcz_write.c and jcz*.c of
 * the rooms. */
#ifndef BASTIDE_FORMATS_JCZ_JCZ_WRITE_H
#define BASTIDE_FORMATS_JCZ_JCZ_WRITE_H

#include "formats/export.h"
#include "formats/jcz/jcz_script.h"
#include "formats/jcz/jcz_terms.h"

enum { MEEPLES = SUPPLY_MAX(7) + 1 }; /* one more than the most small followers of a player */

struct jcz_writer {
    struct exporter *e;
    unsigned messages;
    int64_t clock;             /* time since the beginning, in milliseconds */
    uint32_t timed[SEATS_MAX]; /* index after the last line of each seat whose time was added */
    /* Serial of each seat's K-th meeple of a kind; 0 if it is at home. */
    uint32_t meeple[SEATS_MAX][MEEPLE_KINDS][MEEPLES];
    char random[12];  /* random number of the last COMMIT, or of the beginning, which may still
                         be chosen so that it draws the right token */
    char initial[12]; /* that of the beginning, once it is chosen */
    unsigned draws;   /* tiles drawn since that number */
    const struct line *laid; /* line of the last tile laid */
    struct sink replay;      /* messages as JSON text, with commas between them, up to that number;
                                large */
    struct sink tail;        /* what comes after it */
};

/* In the payload of a message: the place of the random number. */
#define JCZ_RANDOM "\x01"

/* Writes a save as one line of JSON, with the tiles drawn in gameAnnotations.drawOrder. */
void jcz_write(struct exporter *exporter);

/* jcz_position() returns a cell. jcz_pointer() returns a segment of a laid tile. For a castle, that
 * is one of its segments. jcz_meeple_on() returns the meeple that stands on a segment; of several,
 * a follower, and one of the seat. The values are JSON text in the arena of the exporter. */
const char *jcz_position(struct jcz_writer *w, struct cell cell);
const char *jcz_pointer(struct jcz_writer *w, const struct segment_ref *ref);
const char *jcz_meeple_on(struct jcz_writer *w, const struct segment_ref *ref, unsigned seat);
/* Returns the name of a meeple that is not in the supply, as JSON text. */
const char *jcz_meeple_name(struct jcz_writer *w, const struct meeple *meeple);
/* Returns the segment and the follower in one object. */
const char *jcz_follower(struct jcz_writer *w, const struct segment_ref *ref, unsigned seat);

/* Returns a random number that draws the token which the record has after the act of a step, after
 * `draws` other numbers were used; "0.5" if no token follows. */
const char *jcz_random_for(struct jcz_writer *w, const struct script_step *step, unsigned draws);

/* Functions that the rows of jcz_terms.def and of the rooms name. They return, as JSON text, the
 * payload of the message of a step, the target of a figure, and the target of a token. Those of
 * JCZ_DEPLOYS return the segment at which a meeple is placed. */
#define JCZ_MESSAGE(id, type, read, write, ...)                                                    \
    const char *write(struct jcz_writer *w, const struct script_step *step);
#define JCZ_FIGURE(id, figure, path, move, write, check)                                           \
    const char *write(struct jcz_writer *w, const struct script_step *step);
#define JCZ_TOKEN(token, verb, kind, wrong, place, write)                                          \
    const char *write(struct jcz_writer *w, const struct act *act);
#define JCZ_DEPLOYS(verb, kind, segment)                                                           \
    struct segment_ref segment(const struct jcz_writer *w, const struct act *act);
#include "rows.h"

#endif
