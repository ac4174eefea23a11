/* SPDX-License-Identifier: MIT */
/* The parts of pictures: symbols, styles, and the things of a scene. Everything that is drawn more
 * than once is a symbol. Symbols are written before the things that use them, but which ones are
 * used is known only after drawing; so a picture is drawn into memory first.
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
    char prefix[12]; /* prefix of every id, because a document may hold several pictures */
    bool lives; /* things that were removed are drawn too; each thing has the stages in which it is
                   there */
    uint32_t glyphs;               /* set of glyphs that are used */
    uint8_t figures[FIGURE_COUNT]; /* sets of seats whose figure is used */
    uint64_t owners;               /* sets of seats whose hatching is used, one bit for each set */
    bool bridges;
};

/* Returns an empty picture, to be freed with picture_free(). */
struct picture *picture_new(void);
void picture_free(struct picture *picture);

/* Writes the symbols that were used. */
void picture_symbols(const struct picture *picture, struct sink *sink);

extern const char *const award_colors[AWARD_COUNT];

/* picture.css, and its hash for a content security policy (style_table.c). */
extern const char picture_style[], picture_style_hash[];

void picture_glyph(struct picture *picture, enum glyph glyph, struct point at);
/* Draws a figure of a seat, with the title `about`, or NULL for none. */
void picture_figure(struct picture *picture, enum figure figure, unsigned seat, struct point at,
                    const char *about);

/* picture_tile() draws a tile without the things that stand upright on it. picture_signs() draws
 * these things. */
void picture_tile(struct picture *picture, const struct design *design, struct lie lie);
void picture_signs(struct picture *picture, const struct design *design, struct lie lie);

/* Draws the whole scene, which was made from a ledger, and the numbers of columns and rows. With
 * `owners` fields are hatched (svg_table()). */
void picture_table(struct picture *picture, bool owners);

#endif
