/* SPDX-License-Identifier: MIT */
/* Makes documents of pictures: the head, the table or designs, and below a table the scores, the
 * legend and the findings. */
#include "draw/picture.h"

#include <stdio.h>
#include <string.h>

#include "base/finding.h"
#include "base/utf8.h"

enum {
    WIDTH_LEAST = 9000,
    PAID_WIDTH = 1700,
    NAME_LETTERS = 20,
    FINDINGS_LISTED = 12,
    FINDING_LINES_MAX = 3,
    LISTED_LINE = 350,  /* height of a line in the list of findings */
    LETTER_WIDTH = 125, /* width of a letter in that list */
    LEGEND_LETTER = 130,
    LEGEND = 350,
    CAPTION_LINE = 520, /* height of a line of the caption, and width of its letters */
    CAPTION_LETTER = 190,
};

/* Returns the width of the part below the table. */
static int width_of(const struct cell *least, const struct cell *greatest)
{
    int width = (greatest->x - least->x + 1) * TILE_SIZE + 900;
    return width < WIDTH_LEAST ? WIDTH_LEAST : width;
}

/* Draws below the table each player's name and score, and a bar of the points by award. */
static void put_scores(struct picture *picture, const struct event *end)
{
    const struct ledger *ledger = picture->scene.ledger;
    struct sink *body = &picture->body;
    struct cell least, greatest;
    scene_bounds(&picture->scene, &least, &greatest);
    int32_t points[SEATS_MAX][AWARD_COUNT] = {{0}}, most = 1;
    report_sum_awards(ledger, points);
    for (unsigned seat = 0; seat < ledger->seat_count; seat++) {
        int32_t sum = 0;
        for (unsigned award = 0; award < AWARD_COUNT; award++)
            sum += points[seat][award] > 0 ? points[seat][award] : 0;
        most = sum > most ? sum : most;
    }
    int left = least.x * TILE_SIZE - 700, width = width_of(&least, &greatest);
    /* The negative points, those paid for bids, follow the bars. */
    int paid = 0;
    for (unsigned seat = 0; seat < ledger->seat_count; seat++) {
        int count = 0;
        for (unsigned award = 0; award < AWARD_COUNT; award++)
            count += points[seat][award] < 0;
        paid = count > paid ? count : paid;
    }
    for (unsigned seat = 0; seat < ledger->seat_count; seat++) {
        int y = greatest.y * TILE_SIZE + 2000 + 700 * (int)seat, bars = left + 4600,
            room = width - 4700 - PAID_WIDTH * paid;
        picture_figure(picture, FIGURE_FOLLOWER, seat, (struct point){left + 160, y}, NULL);
        struct str name = ledger->players[seat], shown = utf8_first(name, NAME_LETTERS);
        sink_printf(body, "<text class=\"name\" x=\"%d\" y=\"%d\"", left + 380, y + 100);
        if (utf8_first(name, NAME_LETTERS / 2).n < name.n)
            sink_cstr(body, " textLength=\"3000\" lengthAdjust=\"spacingAndGlyphs\"");
        sink_char(body, '>');
        svg_text(body, shown);
        sink_printf(body, "%s</text><text class=\"sum\" x=\"%d\" y=\"%d\">%d</text>",
                    shown.n < name.n ? "\342\200\246" : "", bars - 200, y + 110,
                    end->end.scores[seat]);
        for (unsigned award = 0; award < AWARD_COUNT; award++) {
            int long_ =
                points[seat][award] > 0 ? (int)((int64_t)points[seat][award] * room / most) : 0;
            if (!long_)
                continue;
            sink_printf(body,
                        "<path d=\"M%d %dh%dv360h%dz\" fill=\"%s\"><title>%s %d</title></path>",
                        bars, y - 180, long_, -long_, award_colors[award], award_names[award],
                        points[seat][award]);
            if (long_ > 130 * ((int)strlen(award_names[award]) + 4))
                sink_printf(body, "<text class=\"bar\" x=\"%d\" y=\"%d\">%s %d</text>",
                            bars + long_ / 2, y + 70, award_names[award], points[seat][award]);
            else if (long_ > 330)
                sink_printf(body, "<text class=\"bar\" x=\"%d\" y=\"%d\">%d</text>",
                            bars + long_ / 2, y + 70, points[seat][award]);
            bars += long_;
        }
        for (unsigned award = 0; award < AWARD_COUNT; award++) {
            if (points[seat][award] >= 0)
                continue;
            sink_printf(body, "<text class=\"paid\" x=\"%d\" y=\"%d\">%s \342\210\222%d</text>",
                        bars + 120, y + 70, award_names[award], -points[seat][award]);
            bars += PAID_WIDTH;
        }
    }
}

/* The limits of a legend, and the place of its next entry. */
struct legend {
    int left, right, x, y;
};

/* Begins an entry of the legend with its square: the colour or pattern `fill` on land of the style
 * class `land`, or NULL for none. An entry that does not fit begins the next line. `letters` is the
 * length of the text that follows, in bytes. */
static void begin_entry(struct picture *picture, struct legend *legend, const char *land,
                        const char *fill, size_t letters)
{
    int wide = 420 + LEGEND_LETTER * (int)letters;
    if (legend->x > legend->left && legend->x + wide > legend->right) {
        legend->x = legend->left;
        legend->y += LEGEND;
    }
    struct sink *body = &picture->body;
    if (land)
        sink_printf(body, "<path class=\"%s\" d=\"M%d %dh180v180h-180z\"/>", land, legend->x,
                    legend->y - 160);
    sink_printf(body,
                "<path d=\"M%d %dh180v180h-180z\" fill=\"%s\"/><text class=\"paid\" x=\"%d\" "
                "y=\"%d\">",
                legend->x, legend->y - 160, fill, legend->x + 250, legend->y);
    legend->x += wide;
}

static void put_owners_entry(struct picture *picture, struct legend *legend, unsigned owners)
{
    const struct ledger *ledger = picture->scene.ledger;
    struct sink *body = &picture->body;
    char fill[40];
    size_t letters = strlen("fields of");
    for (unsigned seat = 0; seat < ledger->seat_count; seat++)
        if (owners >> seat & 1)
            letters += utf8_first(ledger->players[seat], NAME_LETTERS).n + 1;
    snprintf(fill, sizeof fill, "url(#%so%u)", picture->prefix, owners);
    begin_entry(picture, legend, "g", fill, letters);
    const char *before = "fields of ";
    for (unsigned seat = 0; seat < ledger->seat_count; seat++)
        if (owners >> seat & 1) {
            sink_cstr(body, before);
            svg_text(body, utf8_first(ledger->players[seat], NAME_LETTERS));
            before = ", ";
        }
    sink_cstr(body, "</text>");
}

/* Draws below the bars the colours of the awards in them, and the hatching of fields. Returns the
 * height of the legend. */
static int put_legend(struct picture *picture)
{
    const struct ledger *ledger = picture->scene.ledger;
    struct cell least, greatest;
    unsigned used = 0;
    scene_bounds(&picture->scene, &least, &greatest);
    for (size_t i = 0; i < ledger->count; i++)
        if (ledger->events[i].kind == EVENT_SCORE && ledger->events[i].score.points > 0)
            used |= 1u << ledger->events[i].score.award;
    int left = least.x * TILE_SIZE - 540,
        top = greatest.y * TILE_SIZE + 1850 + 700 * (int)ledger->seat_count;
    struct legend legend = {left, left + width_of(&least, &greatest) - 300, left, top};
    for (unsigned award = 0; award < AWARD_COUNT; award++)
        if (used >> award & 1) {
            begin_entry(picture, &legend, NULL, award_colors[award], strlen(award_names[award]));
            sink_printf(&picture->body, "%s</text>", award_names[award]);
        }
    for (unsigned owners = 1; owners < 1u << SEATS_MAX; owners++)
        if (picture->owners >> owners & 1)
            put_owners_entry(picture, &legend, owners);
    return legend.y - top + LEGEND;
}

static void describe(const struct picture *picture, const struct event *end, struct sink *sink)
{
    struct cell least, greatest;
    scene_bounds(&picture->scene, &least, &greatest);
    sink_printf(sink, "%u tiles on the table, x from %d to %d, y from %d to %d.",
                picture->scene.ledger->tile_count, least.x, greatest.x, least.y, greatest.y);
    for (unsigned seat = 0; seat < picture->scene.ledger->seat_count; seat++) {
        sink_printf(sink, " Seat %c, ", 'a' + seat);
        svg_text(sink, picture->scene.ledger->players[seat]);
        sink_printf(sink, ": %d points.", end->end.scores[seat]);
    }
    for (size_t i = 0; i < picture->scene.ledger->count; i++) {
        const struct event *event = &picture->scene.ledger->events[i];
        if (event->kind != EVENT_FINDING)
            continue;
        sink_printf(sink, " Finding %u: ", event->finding->kind->code);
        svg_text(sink, str_of(event->finding->text));
        sink_char(sink, '.');
    }
}

static unsigned count_findings(const struct ledger *ledger)
{
    unsigned count = 0;
    for (size_t i = 0; i < ledger->count; i++)
        count += ledger->events[i].kind == EVENT_FINDING;
    return count;
}

/* Removes and returns the first line of a text: at most `letters` letters, broken at a space if
 * there is one. */
static struct str take_line(struct str *rest, unsigned letters)
{
    struct str line = utf8_first(*rest, letters);
    const char *space = line.n < rest->n ? memrchr(line.p, ' ', line.n) : NULL;
    line.n = space ? (size_t)(space - line.p) : line.n;
    *rest = str_from(*rest, line.n + (space != NULL));
    return line;
}

/* Writes a finding at x,y in up to FINDING_LINES_MAX lines of at most `letters` letters. Returns
 * the number of lines. */
static int put_listed(struct sink *body, const struct finding *finding, int x, int y,
                      unsigned letters)
{
    struct sink whole;
    sink_open(&whole, -1);
    sink_printf(&whole, "%s %u", severity_name(finding->severity), finding->kind->code);
    if (finding->turn)
        sink_printf(&whole, ", turn %u", finding->turn);
    sink_printf(&whole, ": %s", finding->text);
    struct str rest = sink_text(&whole);
    int lines = 0;
    sink_printf(body, "<text class=\"listed\" x=\"%d\" y=\"%d\">", x, y);
    for (; rest.n && lines < FINDING_LINES_MAX; lines++) {
        if (lines)
            sink_printf(body, "<tspan x=\"%d\" dy=\"%d\">", x + 250, LISTED_LINE);
        svg_text(body, take_line(&rest, letters));
        if (rest.n && lines == FINDING_LINES_MAX - 1)
            sink_cstr(body, "\342\200\246");
        sink_cstr(body, lines ? "</tspan>" : "");
    }
    sink_cstr(body, "<title>");
    svg_text(body, str_of(finding->text));
    sink_cstr(body, "</title></text>");
    sink_close(&whole);
    return lines;
}

/* Lists the findings below the scores and the legend, wherever they are. Returns the height of the
 * list. */
static int put_list(struct picture *picture, int legend_height)
{
    const struct ledger *ledger = picture->scene.ledger;
    struct sink *body = &picture->body;
    struct cell least, greatest;
    scene_bounds(&picture->scene, &least, &greatest);
    int x = least.x * TILE_SIZE - 540, lines = 0,
        y = greatest.y * TILE_SIZE + 2000 + legend_height + 700 * (int)ledger->seat_count;
    unsigned listed = 0, letters = (unsigned)(width_of(&least, &greatest) - 600) / LETTER_WIDTH;
    for (size_t i = 0; i < ledger->count && listed < FINDINGS_LISTED; i++) {
        if (ledger->events[i].kind != EVENT_FINDING)
            continue;
        lines += put_listed(body, ledger->events[i].finding, x, y + LISTED_LINE * lines, letters);
        listed++;
    }
    if (count_findings(ledger) > listed)
        sink_printf(body, "<text class=\"listed\" x=\"%d\" y=\"%d\">and %u more</text>", x,
                    y + LISTED_LINE * lines++, count_findings(ledger) - listed);
    return LISTED_LINE * lines;
}

/* The part of the plane that a document shows. */
struct bounds {
    int left, top, width, height;
};

static void write_head(struct sink *sink, const struct bounds *at, struct str title)
{
    sink_printf(sink,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" "
                "xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\" "
                "viewBox=\"%d %d %d %d\" "
                "width=\"%d\" height=\"%d\">\n<title id=\"title\">",
                at->left, at->top, at->width, at->height, at->width * 80 / TILE_SIZE,
                at->height * 80 / TILE_SIZE);
    svg_text(sink, title);
    sink_cstr(sink, "</title>\n<desc id=\"desc\">");
}

/* Writes the rest of a document, and frees the picture. The picture is on a sheet of its own
 * colour, because the page that shows it may be dark. */
static void finish(struct picture *picture, const struct bounds *at, struct sink *sink)
{
    sink_cstr(sink, "</desc>\n");
    sink_printf(sink, "<style type=\"text/css\">%s</style>", picture_style);
    picture_symbols(picture, sink);
    sink_printf(sink, "<path class=\"sheet\" d=\"M%d %dh%dv%dh%dz\"/>\n", at->left, at->top,
                at->width, at->height, -at->width);
    sink_append(sink, &picture->body);
    sink_cstr(sink, "</svg>\n");
    picture_free(picture);
}

/* Writes the lines of the caption above the table. Returns the height that they take. */
static int put_caption(struct picture *picture, struct str caption)
{
    struct cell least, greatest;
    scene_bounds(&picture->scene, &least, &greatest);
    int lines = 0, left = least.x * TILE_SIZE - 540, top = least.y * TILE_SIZE - 900;
    for (size_t i = 0; i < caption.n; i++)
        lines += caption.p[i] == '\n';
    unsigned letters = (unsigned)width_of(&least, &greatest) / CAPTION_LETTER;
    for (int line = 0; line < lines; line++) {
        const char *end = memchr(caption.p, '\n', caption.n);
        struct str text = {caption.p, (size_t)(end - caption.p)}, shown = utf8_first(text, letters);
        sink_printf(&picture->body, "<text class=\"caption%s\" x=\"%d\" y=\"%d\">",
                    line ? "" : " first", left, top + CAPTION_LINE * (line - lines + 1) - 100);
        svg_text(&picture->body, shown);
        sink_cstr(&picture->body, shown.n < text.n ? "\342\200\246</text>\n" : "</text>\n");
        caption = str_from(caption, text.n + 1);
    }
    return lines * CAPTION_LINE;
}

void svg_table(const struct ledger *ledger, struct str title, const struct svg_parts *parts,
               struct sink *sink)
{
    struct picture *picture = picture_new();
    struct cell least, greatest;
    scene_make(&picture->scene, ledger);
    scene_bounds(&picture->scene, &least, &greatest);
    picture_table(picture, parts->owners);
    int width = (greatest.x - least.x + 1) * TILE_SIZE + 1400,
        height = (greatest.y - least.y + 1) * TILE_SIZE + 1300;
    if (!parts->bare) {
        put_scores(picture, &ledger->events[ledger->count - 1]);
        int legend_height = put_legend(picture);
        int list_height = put_list(picture, legend_height);
        width = width_of(&least, &greatest) + 700;
        height += 600 + legend_height + 700 * (int)ledger->seat_count + list_height;
    }
    int above = put_caption(picture, parts->caption);
    struct bounds at = {least.x * TILE_SIZE - 1000, least.y * TILE_SIZE - 900 - above, width,
                        height + above};
    write_head(sink, &at, title);
    describe(picture, &ledger->events[ledger->count - 1], sink);
    finish(picture, &at, sink);
}

void svg_designs(const struct design *const *designs, unsigned count, struct str title,
                 struct sink *sink)
{
    enum { COLUMNS = 8, COLUMN = 1250, ROW = 1500 };
    struct picture *picture = picture_new();
    struct sink *body = &picture->body;
    for (unsigned i = 0; i < count; i++) {
        static const struct lie lie = {{0, 0}, 0};
        sink_printf(
            body,
            "<g transform=\"translate(%d %d)\"><path class=\"%s\" d=\"M0 0h1000v1000h-1000z\"/>",
            (int)(i % COLUMNS) * COLUMN, (int)(i / COLUMNS) * ROW,
            draw_is_town(designs[i]) ? "z" : "g");
        picture_tile(picture, designs[i], lie);
        picture_signs(picture, designs[i], lie);
        sink_cstr(body, "<path class=\"edge\" d=\"M0 0h1000v1000h-1000z\"/><text class=\"n\" "
                        "x=\"500\" y=\"1260\">");
        svg_text(body, str_of(designs[i]->name));
        sink_printf(body, " \303\227 %u</text></g>\n", designs[i]->count);
    }
    struct bounds at = {-250, -250, COLUMNS * COLUMN + 250,
                        (int)((count + COLUMNS - 1) / COLUMNS) * ROW + 250};
    write_head(sink, &at, title);
    sink_printf(sink, "%u designs.", count);
    finish(picture, &at, sink);
}
