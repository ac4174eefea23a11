/* SPDX-License-Identifier: MIT */
/* What pictures are made of: symbols, styles, and the things of a scene. What is drawn more than
 * once is a symbol; those that were used are known when all is drawn, and are written before it.
 */
#ifndef BASTIDE_DRAW_PICTURE_H
#define BASTIDE_DRAW_PICTURE_H

#include "draw/draw.h"
#include "draw/svg.h"

enum glyph {
#define GLYPH(id, name, about, picture) GLYPH_##id,
#include "rows.h"
    GLYPH_COUNT
};

/* Figures of a seat. */
enum figure {
#define FIGURE(id, ...) FIGURE_##id,
#include "rows.h"
    FIGURE_COUNT
};

struct picture {
    struct sink body;
    struct scene scene;
    char prefix[12]; /* of every id, for several pictures in a document */
    bool lives;      /* all that ever was there is drawn, with the turns in which it is */
    uint32_t glyphs; /* used */
    uint8_t figures[FIGURE_COUNT]; /* by seat */
    uint64_t owners;               /* sets of seats whose hatching is used */
    bool bridges;
};

/* An empty one; to be given back to picture_free(). */
struct picture *picture_new(void);
void picture_free(struct picture *picture);

/* Symbols of what was used. */
void picture_symbols(const struct picture *picture, struct sink *sink);

extern const char *const award_colors[AWARD_COUNT];

/* picture.css, and what a content security policy calls it: style_table.c. */
extern const char picture_style[], picture_style_hash[];

void picture_glyph(struct picture *picture, enum glyph glyph, struct point at);
/* `about` is what is said of it, NULL for nothing. */
void picture_figure(struct picture *picture, enum figure figure, unsigned seat, struct point at,
                    const char *about);

/* A tile on its ground, and what stands on it upright. */
void picture_tile(struct picture *picture, const struct design *design, struct lie lie);
void picture_signs(struct picture *picture, const struct design *design, struct lie lie);

/* All of the scene, made of a ledger; with the numbers of columns and rows. */
void picture_table(struct picture *picture, bool owners);

#endif
