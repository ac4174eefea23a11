/* SPDX-License-Identifier: MIT */
/* Shared parts of the writer of JCloisterZone's saves: src/formats/jcz/jcz_write.c and jcz.c of the
 * rooms. */
#ifndef BASTIDE_FORMATS_JCZ_JCZ_WRITE_H
#define BASTIDE_FORMATS_JCZ_JCZ_WRITE_H

#include <jansson.h>

#include "formats/export.h"
#include "formats/jcz/jcz_script.h"
#include "formats/jcz/jcz_terms.h"

enum { MEEPLES = 8 }; /* one more than the stock of small followers */

struct jcz_writer {
    struct exporter *e;
    struct sink replay; /* the messages as JSON, with commas between: as values they would take a
                           kilobyte each */
    json_t *order;
    unsigned messages;
    /* Serial of the follower that a seat's K-th meeple of a kind is; 0 for one at home. */
    uint32_t meeple[SEATS_MAX][MEEPLE_KINDS][MEEPLES];
};

/* One line of JSON; the tiles drawn are in gameAnnotations.drawOrder. */
void jcz_write(struct exporter *exporter);

/* A cell; a segment of a laid tile (a castle's is one of its feature); the follower that stands on
 * a segment, one of the seat's if it has one there. The caller owns the value. */
json_t *jcz_position(struct cell cell);
json_t *jcz_pointer(struct jcz_writer *w, const struct segment_ref *ref);
json_t *jcz_meeple_on(struct jcz_writer *w, const struct segment_ref *ref, unsigned seat);

/* The functions of rows of jcz_terms.def and of the rooms: the payload of a step's message; where a
 * figure goes; what a token points at. */
#define JCZ_MESSAGE(id, type, read, write, ...)                                                    \
    json_t *write(struct jcz_writer *w, const struct script_step *step);
#define JCZ_FIGURE(id, figure, path, move, write, check)                                           \
    json_t *write(struct jcz_writer *w, const struct script_step *step);
#define JCZ_TOKEN(token, verb, kind, wrong, place, write)                                          \
    json_t *write(struct jcz_writer *w, const struct act *act);
#include "rows.h"

#endif
