/* SPDX-License-Identifier: MIT */
/* Writes the symbols and styles of pictures, and draws tiles, signs and figures with them. */
#include "draw/picture.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/utf8.h"

static const struct {
    const char *name, *about, *picture;
} glyphs[GLYPH_COUNT] = {
#define GLYPH(id, name, about, picture) {name, about, picture},
#include "rows.h"
};

/* The glyphs that show marks of tiles and segments. */
static const struct {
    uint32_t mark;
    uint8_t glyph;
} mark_glyphs[] = {
#define MARK_GLYPH(mark, glyph) {MARK_##mark, GLYPH_##glyph},
#include "rows.h"
};

/* The glyphs of kinds of land, plus 1; 0 for none. */
static const uint8_t kind_glyphs[KIND_COUNT] = {
#define KIND_GLYPH(kind, glyph) [KIND_##kind] = GLYPH_##glyph + 1,
#include "rows.h"
};

#define MEEPLE                                                                                     \
    "M0-118a42 42 0 0 1 34 66c42 8 84 26 84 54 0 16-14 22-30 22H44L86 96c6 14-2 26-14 26H34c-8 "   \
    "0-14-4-18-10L0 74l-16 38c-4 6-10 "                                                            \
    "10-18 10h-38c-12 0-20-12-14-26l42-72h-44c-16 0-30-6-30-22 0-28 42-46 84-54a42 42 0 0 1 "      \
    "34-66Z"

/* Figures, drawn around 0,0: the letter that names the symbol (before the seat's letter), the size
 * in hundredths, the turn in degrees, the height of the seat's letter on it, the outline, and what
 * is drawn over that. */
static const struct {
    char letter;
    uint8_t size;
    int16_t turned, letter_y;
    const char *outline, *over;
} figures[FIGURE_COUNT] = {
#define FIGURE(id, ...) {__VA_ARGS__},
#include "rows.h"
};

const char *const award_colors[AWARD_COUNT] = {
#define AWARD(number, id, name, color, share) [number] = color,
#include "rows.h"
};

struct picture *picture_new(void)
{
    struct picture *picture = memory_zeroed(1, sizeof *picture);
    sink_open(&picture->body, -1);
    return picture;
}

void picture_free(struct picture *picture)
{
    sink_close(&picture->body);
    scene_free(&picture->scene);
    memory_free(picture);
}

static const char *escape_of(char c)
{
    switch (c) {
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '&':
        return "&amp;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

void svg_text(struct sink *sink, struct str text)
{
    bool plain;
    for (size_t i = 0, n; i < text.n; i += n) {
        n = utf8_plain(text.p + i, text.n - i, &plain);
        const char *escaped = plain ? escape_of(text.p[i]) : "?";
        if (escaped)
            sink_cstr(sink, escaped);
        else
            sink_bytes(sink, text.p + i, n);
    }
}

static const struct lie unturned = {{0, 0}, 0};

void svg_path(struct sink *sink, const struct path *path, struct lie lie, bool closed)
{
    for (unsigned i = 0; i < path->count; i++) {
        const struct stroke *s = &path->strokes[i];
        struct point to = lie_point(lie, s->to);
        if (s->kind == STROKE_MOVE && i && closed)
            sink_char(sink, 'Z');
        if (s->kind == STROKE_CURVE) {
            struct point leave = lie_point(lie, s->leave), arrive = lie_point(lie, s->arrive);
            sink_printf(sink, "C%d %d %d %d ", leave.x, leave.y, arrive.x, arrive.y);
        }
        sink_printf(sink, "%s%d %d",
                    s->kind == STROKE_MOVE   ? "M"
                    : s->kind == STROKE_LINE ? "L"
                                             : "",
                    to.x, to.y);
    }
    if (closed)
        sink_char(sink, 'Z');
}

/* ---- Designs ---- */

static void write_land(struct sink *sink, const char *class, const struct path *path, bool closes)
{
    if (!path->count)
        return;
    sink_printf(sink, "<path class=\"%s\" d=\"", class);
    svg_path(sink, path, unturned, closes);
    sink_cstr(sink, "\"/>");
}

/* True if the road leads straight from one side of the tile to the other. */
static bool leads_across(const struct segment *road)
{
    return road->kind == KIND_ROAD && (road->ports == 0x082 || road->ports == 0x410);
}

/* Writes the roads on the ground, or those in tunnels. A road that leads across the tile lies on
 * top of the others; over another road that crosses the tile, it is a bridge. The edges of the
 * others come first, so that no edge lies between two that meet. */
static void write_roads(struct sink *sink, const struct design *design, const struct shape *shape,
                        bool tunnels)
{
    static const char *const classes[] = {"re", "r"};
    unsigned roads = 0, across = 0, top = SEGMENT_NONE;
    for (unsigned i = 0; i < design->segment_count; i++) {
        roads += design->segments[i].kind == KIND_ROAD;
        if (leads_across(&design->segments[i])) {
            across++;
            top = i;
        }
    }
    for (unsigned layer = 0; layer < 2; layer++) {
        for (unsigned i = 0; i < design->segment_count; i++)
            if (design->segments[i].kind == KIND_ROAD && (i != top || roads == 1) &&
                !(design->segments[i].marks & MARK_TUNNEL) != tunnels)
                write_land(sink, classes[layer], &shape->land[i], false);
        for (unsigned i = 0; i < shape->end_count && !tunnels; i++)
            if (shape->ending[i] == 1 && shape->ends[i].x == TILE_CENTRE &&
                shape->ends[i].y == TILE_CENTRE)
                sink_printf(sink, "<path class=\"%s dead-end\" d=\"M500 500h1\"/>", classes[layer]);
    }
    if (top == SEGMENT_NONE || roads == 1 ||
        !(design->segments[top].marks & MARK_TUNNEL) == tunnels)
        return;
    write_land(sink, "re", &shape->land[top], false);
    if (across > 1)
        sink_printf(sink, "<path class=\"rail\" d=\"%s\"/>",
                    design->segments[top].ports == 0x082 ? "M500 390V610" : "M390 500H610");
    write_land(sink, "r", &shape->land[top], false);
}

static const uint32_t lake_marks = 0
#define LAKE_MARK(mark) | MARK_##mark
#include "rows.h"
    ;

/* Draws a river, with its lake or spring if it ends on the tile. */
static void write_river(struct sink *sink, const struct design *design, const struct path *river)
{
    static const char *const classes[] = {"ve", "v"}, *const lakes[] = {"le", "lk"};
    bool ends = design->river && !(design->river & (design->river - 1)) && river->count;
    for (unsigned layer = 0; layer < 2; layer++) {
        write_land(sink, classes[layer], river, false);
        if (ends) {
            struct point end = river->strokes[river->count - 1].to;
            const char *class = design->marks & lake_marks ? lakes[layer] : classes[layer];
            sink_printf(sink, "<path class=\"%s\" d=\"M%d %dh1\"/>", class, end.x, end.y);
        }
    }
}

/* Houses seen from above, which turn with their tile, drawn around 0,0. */
static const char *const houses[] = {
    "<path class=\"h\" d=\"M-42-29h84v58h-84z\"/><path class=\"hs\" d=\"M-42-29h84l-28 29h-28z\"/>"
    "<path class=\"hr\" d=\"M-42-29l28 29h28l28-29m0 58l-28-29m-28 0l-28 29\"/>",
    "<path class=\"h\" d=\"M-29-42h58v84h-58z\"/><path class=\"hs\" d=\"M-29-42v84l29-28v-28z\"/>"
    "<path class=\"hr\" d=\"M-29-42l29 28v28l-29 28m58 0l-29-28m0-28l29-28\"/>",
    "<path class=\"h\" d=\"M-33-33h66v66h-66z\"/><path class=\"hs\" d=\"M-33-33h66l-33 33z\"/>"
    "<path class=\"hr\" d=\"M-33-33l66 66m0-66l-66 66\"/>"};
enum { HOUSES = sizeof houses / sizeof houses[0] };

static void write_scattered(struct sink *sink, const char *prefix, const struct shape *shape)
{
    for (unsigned i = 0; i < shape->house_count; i++)
        sink_printf(sink, "<use xlink:href=\"#%sh%u\" x=\"%d\" y=\"%d\"/>", prefix, i % HOUSES,
                    shape->houses[i].x, shape->houses[i].y);
    if (shape->bush_count)
        sink_cstr(sink, "<path class=\"b\" d=\"");
    for (unsigned i = 0; i < shape->bush_count; i++)
        sink_printf(sink, "M%d %da22 22 0 1 1 30 10 20 20 0 1 1-30-10z", shape->bushes[i].x - 15,
                    shape->bushes[i].y - 5);
    if (shape->bush_count)
        sink_cstr(sink, "\"/>");
}

/* Style classes of land and walls by kind; NULL for none. */
static const struct {
    const char *land, *wall;
} areas[KIND_COUNT] = {
#define AREA(kind, land, wall) [KIND_##kind] = {land, wall},
#include "rows.h"
};

/* Writes the outline of each segment, which is not shown: a script lights features with it. */
static void write_outlines(struct sink *sink, const struct design *design,
                           const struct shape *shape)
{
    for (unsigned i = 0; i < design->segment_count; i++) {
        bool is_line = design->segments[i].kind == KIND_ROAD;
        if (!shape->land[i].count)
            continue;
        sink_printf(sink, "<path class=\"outline%s\" data-segment=\"%u\" d=\"",
                    is_line ? " line" : "", i);
        svg_path(sink, &shape->land[i], unturned, !is_line);
        sink_cstr(sink, "\"/>");
    }
}

static void write_design(const struct picture *picture, unsigned number, struct sink *sink)
{
    const struct design *design = picture->scene.drawn[number].design;
    const struct shape *shape = &picture->scene.drawn[number].shape;
    sink_printf(sink, "<symbol id=\"%sd%u\" overflow=\"visible\"><g clip-path=\"url(#%stile)\">",
                picture->prefix, number, picture->prefix);
    write_roads(sink, design, shape, true);
    for (unsigned i = 0; i < design->segment_count; i++)
        if (areas[design->segments[i].kind].land)
            write_land(sink, areas[design->segments[i].kind].land, &shape->land[i], true);
    for (unsigned i = 0; i < design->segment_count; i++)
        if (areas[design->segments[i].kind].wall)
            write_land(sink, areas[design->segments[i].kind].wall, &shape->walls[i], false);
    write_land(sink, "hedge", &shape->hedges, false);
    for (unsigned i = 0; i < design->segment_count; i++)
        if (design->segments[i].kind == KIND_FIELD && !design->segments[i].ports)
            write_land(sink, "i", &shape->land[i], true);
    write_scattered(sink, picture->prefix, shape);
    write_river(sink, design, &shape->river);
    write_roads(sink, design, shape, false);
    for (unsigned i = 0; i < design->segment_count; i++) {
        if (design->segments[i].kind == KIND_CITY) {
            write_land(sink, "w", &shape->walls[i], false);
            write_land(sink, "ws", &shape->walls[i], false);
            write_land(sink, "wd", &shape->walls[i], false);
        }
    }
    if (picture->lives)
        write_outlines(sink, design, shape);
    sink_cstr(sink, "</g></symbol>");
}

/* ---- Things on tiles ---- */

void picture_glyph(struct picture *picture, enum glyph glyph, struct point at)
{
    picture->glyphs |= 1u << glyph;
    sink_printf(&picture->body, "<use xlink:href=\"#%s%s\" x=\"%d\" y=\"%d\"/>", picture->prefix,
                glyphs[glyph].name, at.x, at.y);
}

void picture_figure(struct picture *picture, enum figure figure, unsigned seat, struct point at,
                    const char *about)
{
    if (seat >= SEATS_MAX)
        return;
    picture->figures[figure] |= (uint8_t)(1u << seat);
    sink_printf(&picture->body, "<use xlink:href=\"#%s%c%c\" x=\"%d\" y=\"%d\">", picture->prefix,
                figures[figure].letter, 'a' + seat, at.x, at.y);
    if (about) {
        sink_cstr(&picture->body, "<title>");
        svg_text(&picture->body, str_of(about));
        sink_cstr(&picture->body, "</title>");
    }
    sink_cstr(&picture->body, "</use>");
}

void picture_tile(struct picture *picture, const struct design *design, struct lie lie)
{
    struct point at = lie_point((struct lie){lie.cell, 0}, (struct point){0, 0});
    sink_printf(&picture->body, "<use xlink:href=\"#%sd%u\" transform=\"translate(%d %d)",
                picture->prefix, scene_design(&picture->scene, design), at.x, at.y);
    if (lie.quarters % 4)
        sink_printf(&picture->body, "rotate(%u 500 500)", lie.quarters % 4 * 90);
    sink_cstr(&picture->body, "\"/>");
}

/* Draws shields and marks side by side around a point, three in a row. */
static void put_signs(struct picture *picture, unsigned shields, unsigned set, struct point at)
{
    enum { SIGNS_MAX = 16, IN_ROW = 3, ROW = 230 };
    uint8_t signs[SIGNS_MAX];
    unsigned count = 0;
    while (count < shields && count < SIGNS_MAX)
        signs[count++] = GLYPH_SHIELD;
    for (unsigned i = 0; i < sizeof mark_glyphs / sizeof mark_glyphs[0] && count < SIGNS_MAX; i++)
        if (set & mark_glyphs[i].mark)
            signs[count++] = mark_glyphs[i].glyph;
    unsigned rows = (count + IN_ROW - 1) / IN_ROW;
    for (unsigned row = 0; row < rows; row++) {
        unsigned end = count < (row + 1) * IN_ROW ? count : (row + 1) * IN_ROW;
        int width = 0, y = at.y + ROW * (2 * (int)row + 1 - (int)rows) / 2;
        for (unsigned i = row * IN_ROW; i < end; i++)
            width += signs[i] == GLYPH_SHIELD ? 160 : 220;
        for (unsigned i = row * IN_ROW, x = 0; i < end; i++) {
            unsigned wide = signs[i] == GLYPH_SHIELD ? 160 : 220;
            picture_glyph(picture, (enum glyph)signs[i],
                          (struct point){at.x - width / 2 + (int)(x + wide / 2), y});
            x += wide;
        }
    }
}

/* True if a glyph that shows land or a mark stands at this point of the tile. */
static bool has_glyph_at(const struct design *design, const struct shape *shape, struct point at)
{
    bool there = design->marks && shape->sign.x == at.x && shape->sign.y == at.y;
    for (unsigned i = 0; i < design->segment_count; i++)
        there |= kind_glyphs[design->segments[i].kind] && shape->signs[i].x == at.x &&
                 shape->signs[i].y == at.y;
    return there;
}

void picture_signs(struct picture *picture, const struct design *design, struct lie lie)
{
    unsigned number = scene_design(&picture->scene, design);
    const struct shape *shape = &picture->scene.drawn[number].shape;
    for (unsigned i = 0; i < shape->end_count; i++)
        if (shape->ending[i] > 1 && !has_glyph_at(design, shape, shape->ends[i]))
            picture_glyph(picture, GLYPH_VILLAGE, lie_point(lie, shape->ends[i]));
    for (unsigned i = 0; i < design->segment_count; i++)
        if (kind_glyphs[design->segments[i].kind])
            picture_glyph(picture, (enum glyph)(kind_glyphs[design->segments[i].kind] - 1),
                          lie_point(lie, shape->signs[i]));
    put_signs(picture, 0, design->marks, lie_point(lie, shape->sign));
    for (unsigned i = 0; i < design->segment_count; i++)
        put_signs(picture, design->segments[i].shields, design->segments[i].marks,
                  lie_point(lie, shape->signs[i]));
}

/* ---- Style and symbols ---- */

static void write_figure(const struct picture *picture, struct sink *sink, enum figure figure,
                         unsigned seat)
{
    sink_printf(sink,
                "<symbol id=\"%s%c%c\" overflow=\"visible\"><g class=\"s%c\" stroke=\"#fff\" "
                "stroke-width=\"14\"",
                picture->prefix, figures[figure].letter, 'a' + seat, 'a' + seat);
    if (figures[figure].size != 100)
        sink_printf(sink, " transform=\"scale(%u.%02u)\"", figures[figure].size / 100u,
                    figures[figure].size % 100u);
    sink_cstr(sink, "><path");
    if (figures[figure].turned)
        sink_printf(sink, " transform=\"rotate(%d)\"", figures[figure].turned);
    sink_printf(sink, " d=\"%s\"/>%s</g><text class=\"l%s\" y=\"%d\">%c</text></symbol>",
                figures[figure].outline, figures[figure].over, seat == 3 ? " ld" : "",
                figures[figure].letter_y, 'a' + seat);
}

static void write_hatching(const struct picture *picture, struct sink *sink, unsigned owners)
{
    unsigned count = (unsigned)__builtin_popcount(owners), k = 0;
    sink_printf(sink,
                "<pattern id=\"%so%u\" width=\"%u\" height=\"100\" patternUnits=\"userSpaceOnUse\" "
                "patternTransform=\"rotate(45)\">",
                picture->prefix, owners, count * 110);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        if (owners >> seat & 1)
            sink_printf(sink, "<path d=\"M%u 0h50v100h-50z\" class=\"s%c\" fill-opacity=\".6\"/>",
                        k++ * 110, 'a' + seat);
    sink_cstr(sink, "</pattern>");
}

void picture_symbols(const struct picture *picture, struct sink *sink)
{
    sink_printf(sink, "<defs><clipPath id=\"%stile\"><path d=\"M0 0H1000V1000H0Z\"/></clipPath>",
                picture->prefix);
    unsigned houses_used = 0;
    for (unsigned i = 0; i < picture->scene.drawn_count; i++)
        houses_used |= picture->scene.drawn[i].shape.house_count;
    for (unsigned i = 0; i < HOUSES && houses_used; i++)
        sink_printf(sink, "<symbol id=\"%sh%u\" overflow=\"visible\">%s</symbol>", picture->prefix,
                    i, houses[i]);
    for (unsigned i = 0; i < picture->scene.drawn_count; i++)
        write_design(picture, i, sink);
    for (unsigned i = 0; i < GLYPH_COUNT; i++)
        if (picture->glyphs >> i & 1)
            sink_printf(sink,
                        "<symbol id=\"%s%s\" overflow=\"visible\"><title>%s</title>%s</symbol>",
                        picture->prefix, glyphs[i].name, glyphs[i].about, glyphs[i].picture);
    for (enum figure figure = 0; figure < FIGURE_COUNT; figure++)
        for (unsigned seat = 0; seat < SEATS_MAX; seat++)
            if (picture->figures[figure] >> seat & 1)
                write_figure(picture, sink, figure, seat);
    for (unsigned owners = 1; owners < 64; owners++)
        if (picture->owners >> owners & 1)
            write_hatching(picture, sink, owners);
    if (picture->bridges)
        sink_printf(
            sink,
            "<symbol id=\"%sbridge\" overflow=\"visible\"><path d=\"M500 0V1000\" "
            "stroke=\"#5a3519\" stroke-width=\"150\"/>"
            "<path d=\"M500 0V1000\" stroke=\"#c98d4f\" stroke-width=\"110\" stroke-dasharray=\"46 "
            "10\"/>"
            "<path d=\"M430 0V1000M570 0V1000\" stroke=\"#5a3519\" stroke-width=\"26\"/></symbol>",
            picture->prefix);
    sink_cstr(sink, "</defs>");
}
