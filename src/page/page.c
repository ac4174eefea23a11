/* SPDX-License-Identifier: MIT */
/* Writes a section of the page for each game: its board, controls, scores, turns and findings. */
#include "page/page.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/check.h"
#include "base/finding.h"
#include "base/memory.h"
#include "draw/picture.h"
#include "ledger/field.h"
#include "ledger/namer.h"
#include "page/parts.h"

/* The page while it is written; it is about one game at a time. Reports for people are printed into
 * `text` first and then copied (take_text()). */
struct page {
    struct sink *sink, text;
    const struct ledger *ledger;
    const struct scene *scene;
    const struct outlook *outlooks;
    const char *prefix;  /* prefix of the picture's ids */
    struct namer *namer; /* names of features at the time of the event that is written */
    size_t
        first_clock; /* index of the first event about a time; the number of events without one */
};

void page_open(struct sink *sink, struct str title, const char *index)
{
    page_head(sink, title, &(struct page_style){page_style, page_style_hash, page_script_hash});
    if (index)
        sink_printf(sink, "<p class=\"home\"><a href=\"%s\">All games</a></p>\n", index);
    sink_cstr(sink, "<nav id=\"games\" aria-label=\"Games\" hidden><ol></ol></nav>\n<main>\n");
}

void page_close(struct sink *sink)
{
    sink_printf(sink, "</main>\n<script>%s</script>\n</body>\n</html>\n", page_script);
}

/* ---- Events ---- */

/* Moves the text of a report to the page, without the end of its line. */
static void take_text(struct page *page)
{
    struct str text = sink_text(&page->text);
    while (text.n && text.p[text.n - 1] == '\n')
        text.n--;
    svg_text(page->sink, text);
    sink_clear(&page->text);
}

static void write_seat(struct page *page, unsigned seat)
{
    page_player(page->sink, page->ledger, seat);
}

static void write_cell(struct page *page, unsigned tile)
{
    sink_printf(page->sink, "%d,%d", page->ledger->tiles[tile].cell.x,
                page->ledger->tiles[tile].cell.y);
}

/* Writes the segments of the feature of a node, "12.3 13.0", as far as a picture has their
 * outlines. */
static void write_segments(struct page *page, unsigned of)
{
    unsigned name = namer_name(page->namer, of), count = 0;
    for (unsigned node = 0; node < page->ledger->tile_count * NODES_PER_TILE; node++) {
        const struct design *design = page->ledger->tiles[node / NODES_PER_TILE].design;
        unsigned segment = node % NODES_PER_TILE;
        if (!design || segment >= design->segment_count || namer_name(page->namer, node) != name)
            continue;
        sink_printf(page->sink, "%s%u.%u", count++ ? " " : "", node / NODES_PER_TILE, segment);
    }
}

/* True if two awards are the same points of players who share a feature. */
static bool is_shared(const struct event *one, const struct event *other)
{
    const struct score_event *a = &one->score, *b = &other->score;
    return other->kind == EVENT_SCORE && one->turn == other->turn && a->award == b->award &&
           a->name != NODE_NONE && a->name == b->name && a->points == b->points &&
           a->final == b->final && one->seat != other->seat;
}

/* Writes the awards at an index and after it that players share. If they have tiles, they are a
 * button with their numbers and the segments of the feature, so that the script can light them. A
 * monastery is lit by its tiles. Returns the index of the last one. */
static size_t write_award(struct page *page, size_t at)
{
    const struct event *event = &page->ledger->events[at];
    const struct score_event *score = &event->score;
    uint16_t sorted[TILES_MAX + 1];
    unsigned count = report_tiles_sorted(page->ledger, &score->tiles, sorted);
    size_t last = at;
    while (last + 1 < page->ledger->count && is_shared(event, event + (last + 1 - at)))
        last++;
    sink_cstr(page->sink, "<li>");
    if (count)
        sink_cstr(page->sink, "<button type=\"button\" aria-pressed=\"false\" data-tiles=\"");
    for (unsigned i = 0; i < count; i++)
        sink_printf(page->sink, "%s%u", i ? " " : "", sorted[i]);
    if (count && score->name != NODE_NONE &&
        !kinds[ledger_node_kind(page->ledger, score->name)].around) {
        sink_cstr(page->sink, "\" data-segments=\"");
        write_segments(page, score->name);
    }
    sink_cstr(page->sink, count ? "\">" : "");
    for (size_t i = at; i <= last; i++) {
        sink_printf(page->sink, "%s<span class=\"points\">", i > at ? ", " : "");
        write_seat(page, page->ledger->events[i].seat);
        sink_printf(page->sink, " %+d</span>", score->points);
    }
    sink_printf(page->sink, " %s", award_names[score->award]);
    if (score->kind == REF_EDGE)
        sink_printf(page->sink, " %s", report_edge_text(score->edge).text);
    if (score->name != NODE_NONE) {
        char name[NODE_NAME_SIZE];
        ledger_node_name(page->ledger, score->name, name);
        sink_printf(page->sink, " %s", name);
    }
    sink_cstr(page->sink, " <span class=\"why\">");
    report_award_why(&page->text, page->ledger, score);
    take_text(page);
    sink_printf(page->sink, "</span>%s</li>\n", count ? "</button>" : "");
    return last;
}

static void write_number(struct page *page, const struct event *event, const struct field *field)
{
    int64_t number = field_number(event, field);
    switch ((enum field_type)field->type) {
    case FIELD_CELL:
        write_cell(page, (unsigned)number);
        break;
    case FIELD_EDGE: {
        struct edge edge = {page->ledger->tiles[event->tile].cell, (uint8_t)number};
        sink_cstr(page->sink, report_edge_text(edge).text);
        break;
    }
    case FIELD_FEATURE:
    case FIELD_STAND:
        namer_print(page->namer, (unsigned)number, page->sink);
        break;
    case FIELD_NODE: {
        char name[NODE_NAME_SIZE];
        ledger_node_name(page->ledger, (unsigned)number, name);
        sink_cstr(page->sink, name);
        break;
    }
    case FIELD_MEEPLE:
        sink_cstr(page->sink, meeple_kinds[number].words);
        break;
    case FIELD_SEAT:
        write_seat(page, (unsigned)number);
        break;
    case FIELD_WORD:
        sink_cstr(page->sink, field->words[number]);
        break;
    default:
        sink_printf(page->sink, "%lld", (long long)number);
    }
}

/* Returns the field of an event with this key; NULL if there is none. */
static const struct field *find_field(const struct event *event, struct str key)
{
    unsigned count;
    const struct field *fields = event_fields(event->kind, &count);
    for (unsigned i = 0; i < count; i++)
        if (str_is(key, fields[i].key))
            return &fields[i];
    return NULL;
}

static void write_field(struct page *page, const struct event *event, struct str key)
{
    const struct field *field = find_field(event, key);
    if (!field) {
        assert(str_is(key, "seat")); /* tests/rules.t checks the keys of sentences */
        write_seat(page, event->seat);
    } else if (field->type == FIELD_DESIGN) {
        const struct design *design = field_design(event, field);
        sink_cstr(page->sink, design ? design->name : "?");
    } else {
        write_number(page, event, field);
    }
}

/* Writes a sentence of ledger/events.def about an event. A part in brackets is left out if its seat
 * is SEAT_NONE. */
static void write_text(struct page *page, const struct event *event, const char *text)
{
    for (const char *at = text; *at; at++) {
        if (*at == '[') {
            const char *key = strchr(at, '{') + 1;
            const struct field *field = find_field(event, (struct str){key, strcspn(key, "}")});
            if (field_number(event, field) == SEAT_NONE)
                at = strchr(at, ']');
        } else if (*at == '{') {
            size_t n = strcspn(at + 1, "}");
            write_field(page, event, (struct str){at + 1, n});
            at += n + 1;
        } else if (*at != ']') {
            sink_char(page->sink, *at);
        }
    }
}

/* Writes the event at an index as an item of a list, for a shared award with those after it.
 * Events without a sentence are left out: the heading has them, or they are not news. Returns the
 * index of the last event that it wrote. */
static size_t write_event(struct page *page, size_t at)
{
    const struct event *event = &page->ledger->events[at];
    if (event->kind == EVENT_SCORE)
        return write_award(page, at);
    const char *text = event_text(event);
    if (!text)
        return at;
    sink_cstr(page->sink, "<li>");
    write_text(page, event, text);
    sink_cstr(page->sink, "</li>\n");
    return at;
}

/* ---- Findings ---- */

/* Writes a finding: a button that leads to its turn, or a text that shows the rules when it is
 * clicked. */
static void write_finding(struct page *page, const struct thing *thing, bool leads)
{
    const struct finding *finding = thing->finding;
    sink_printf(page->sink, "<li class=\"finding%s\">", finding_is_mild(finding) ? " mild" : "");
    if (leads)
        sink_printf(page->sink, "<button type=\"button\" data-stage=\"%u\">", thing->from);
    else
        sink_cstr(page->sink, "<details><summary>");
    sink_printf(page->sink, "%s %u: ", severity_name(finding->severity), finding->kind->code);
    if (leads && finding->when) {
        svg_text(page->sink, str_of(finding->when));
        sink_cstr(page->sink, ": ");
    }
    svg_text(page->sink, str_of(finding->text));
    sink_cstr(page->sink, leads ? "</button>" : "</summary>\n");
    if (!leads) {
        page_rules(page->sink, finding->kind, page->ledger->books);
        sink_cstr(page->sink, "</details>");
    }
    sink_cstr(page->sink, "</li>\n");
}

static void write_findings(struct page *page)
{
    bool any = false;
    for (size_t i = 0; i < page->scene->count; i++) {
        if (page->scene->things[i].kind != THING_FINDING)
            continue;
        if (!any)
            sink_cstr(page->sink, "<div class=\"findings\"><h2>Findings</h2><ol>\n");
        any = true;
        write_finding(page, &page->scene->things[i], true);
    }
    if (any)
        sink_cstr(page->sink, "</ol></div>\n");
}

/* ---- Turns ---- */

static void write_scores(struct page *page, const int32_t *scores)
{
    for (unsigned seat = 0; seat < page->ledger->seat_count; seat++)
        sink_printf(page->sink, "%s%d", seat ? " " : "", scores[seat]);
}

/* Returns the outlook after the turn of the event with that index; NULL if it is not known. Between
 * the parts of a turn it is not. */
static const struct outlook *outlook_after(const struct page *page, size_t i)
{
    const struct ledger *ledger = page->ledger;
    unsigned turn = ledger->events[i].turn;
    if (!page->outlooks || !page->outlooks[turn].known)
        return NULL;
    while (++i < ledger->count && ledger->events[i].kind != EVENT_TURN)
        ;
    bool goes_on = i < ledger->count && ledger->events[i].turn == turn;
    return goes_on ? NULL : &page->outlooks[turn];
}

/* Writes "If the game ended now: Ada 34 (+4), Ben 20", with the changes since the outlook before.
 */
static void write_outlook(struct page *page, const struct outlook *now,
                          const struct outlook *before)
{
    sink_cstr(page->sink, "<li class=\"outlook\">If the game ended now: ");
    for (unsigned seat = 0; seat < page->ledger->seat_count; seat++) {
        sink_cstr(page->sink, seat ? ", " : "");
        write_seat(page, seat);
        sink_printf(page->sink, " %d", now->scores[seat]);
        int change = now->scores[seat] - (before ? before->scores[seat] : 0);
        if (change)
            sink_printf(page->sink, " (%+d)", change);
    }
    sink_cstr(page->sink, "</li>\n");
}

/* Writes a list of cells or features, with commas between them, in a paragraph. */
struct name_list {
    struct page *page;
    unsigned count;
};
static void list_item(struct name_list *list, const char *head, const char *text)
{
    sink_printf(list->page->sink, "%s%s", list->count++ ? ", " : head, text);
}
static void end_list(struct name_list *list)
{
    if (list->count)
        sink_cstr(list->page->sink, "</p>\n");
}

/* Writes in how many ways the tile could be laid: a button with the symbol of the tile and the
 * placements, which the script draws. */
static void write_placements(struct page *page, const struct outlook *outlook)
{
    struct sink *sink = page->sink;
    unsigned drawn = 0;
    while (drawn < page->scene->drawn_count && page->scene->drawn[drawn].design != outlook->design)
        drawn++;
    if (!outlook->placement_count)
        return;
    sink_cstr(sink, "<li class=\"study\">");
    if (drawn < page->scene->drawn_count) {
        sink_printf(sink,
                    "<button type=\"button\" aria-pressed=\"false\" data-symbol=\"%sd%u\" "
                    "data-placements=\"",
                    page->prefix, drawn);
        for (unsigned i = 0; i < outlook->placement_count; i++)
            sink_printf(sink, "%s%d,%d%c", i ? " " : "", outlook->placements[i].cell.x,
                        outlook->placements[i].cell.y, "NESW"[outlook->placements[i].orient % 4]);
        sink_cstr(sink, "\">");
    }
    sink_printf(sink, "The tile could be laid in %u way%s%s</li>\n", outlook->placement_count,
                outlook->placement_count == 1 ? "" : "s",
                drawn < page->scene->drawn_count ? "</button>" : "");
}

/* Writes what may still come: in how many ways the tile could be laid, the tiles that are left, the
 * cells on which none of them fits, and the features that cannot be completed. The script shows the
 * chances of the cells on the table. */
static void write_study(struct page *page, const struct outlook *outlook)
{
    const struct study *study = &outlook->study;
    struct sink *sink = page->sink;
    write_placements(page, outlook);
    if (!study->known || study->tiles <= study->hidden)
        return;
    unsigned left = study->tiles - study->hidden, listed = 0;
    sink_printf(sink, "<li class=\"study\" data-next=\"%u\" data-cells=\"", study->coming_tiles);
    for (unsigned i = 0; i < study->cell_count; i++) {
        const struct study_cell *cell = &study->cells[i];
        sink_printf(sink, "%s%d,%d:%u", i ? " " : "", cell->cell.x, cell->cell.y, cell->tiles);
        if (cell->coming != cell->tiles)
            sink_printf(sink, ":%u", cell->coming);
    }
    sink_printf(sink, "\"><details><summary>%u tile%s left</summary>\n<p class=\"why\">", left,
                left == 1 ? " is" : "s are");
    for (unsigned i = 0; i < study->design_count; i++)
        if (study->left[i])
            sink_printf(sink, "%s%u %s", listed++ ? ", " : "", study->left[i],
                        study->designs[i]->name);
    if (study->hidden)
        sink_printf(sink, "; %u of these %s out of the game, and nobody knows which", study->hidden,
                    study->hidden == 1 ? "is" : "are");
    sink_cstr(sink, "</p>\n");
    struct name_list empty = {page, 0}, dead = {page, 0};
    for (unsigned i = 0; i < study->cell_count; i++)
        if (!study->cells[i].tiles)
            list_item(&empty, "<p class=\"why\">No tile that is left fits on ",
                      report_cell_text(study->cells[i].cell).text);
    end_list(&empty);
    for (unsigned i = 0; i < study->dead_count; i++) {
        char name[NODE_NAME_SIZE];
        ledger_node_name(page->ledger, study->dead[i], name);
        list_item(&dead, "<p class=\"why\">Can no longer be completed: ", name);
    }
    end_list(&dead);
    sink_cstr(sink, "</details></li>\n");
}

/* A stage of the game: its start, a part of a turn, or the final scoring. Its events are those from
 * index `from` to index `to` - 1. */
struct stage {
    const char *name;
    unsigned index; /* number of the stage, as in scene.h */
    const int32_t *scores;
    size_t from, to;
    const struct outlook *outlook, *before; /* after it and before it; NULL for an unknown one */
};

/* Returns the time that a player used in a turn, in milliseconds; TIME_UNKNOWN without one. */
static int64_t time_of(const struct page *page, unsigned turn, unsigned seat)
{
    int64_t time = TIME_UNKNOWN;
    for (size_t i = page->first_clock; i < page->ledger->count; i++) {
        const struct event *event = &page->ledger->events[i];
        if (event->kind == EVENT_CLOCK && event->turn == turn && event->seat == seat &&
            event->clock.used != TIME_UNKNOWN)
            time = (time == TIME_UNKNOWN ? 0 : time) + event->clock.used;
    }
    return time;
}

/* Writes a heading: "Turn 46: Ben lays K on 0,3, top to the east, in 0:23". */
static void write_heading(struct page *page, const struct stage *stage, const struct event *turn)
{
    static const char *const tops[] = {"north", "east", "south", "west"};
    if (!turn) {
        sink_cstr(page->sink, stage->index ? "Final scoring" : "Start");
        return;
    }
    sink_printf(page->sink, "Turn %u: ", turn->turn);
    write_seat(page, turn->seat);
    if (turn->tile == TILE_NONE) {
        sink_cstr(page->sink, " lays no tile");
        return;
    }
    const struct laid_tile *laid = &page->ledger->tiles[turn->tile];
    sink_cstr(page->sink, " lays ");
    svg_text(page->sink, str_of(laid->named ? laid->named->name : "an unknown tile"));
    sink_cstr(page->sink, " on ");
    write_cell(page, turn->tile);
    if (laid->orient < SIDES)
        sink_printf(page->sink, ", top to the %s", tops[laid->orient]);
    int64_t time = turn->part ? TIME_UNKNOWN : time_of(page, turn->turn, turn->seat);
    if (time != TIME_UNKNOWN)
        sink_printf(page->sink, ", in %s", time_text(time).text);
}

static void write_stage(struct page *page, const struct stage *stage, const struct event *turn)
{
    sink_printf(page->sink,
                "<section class=\"turn\" data-name=\"%s\" data-stage=\"%u\" data-scores=\"",
                stage->name, stage->index);
    write_scores(page, stage->scores);
    sink_cstr(page->sink, "\"><h2>");
    write_heading(page, stage, turn);
    sink_cstr(page->sink, "</h2><ul>\n");
    for (size_t i = stage->from; i < stage->to; i++) {
        namer_take(page->namer, &page->ledger->events[i]);
        i = write_event(page, i);
    }
    if (stage->outlook) {
        write_outlook(page, stage->outlook, stage->before);
        write_study(page, stage->outlook);
    }
    for (size_t i = 0; i < page->scene->count; i++)
        if (page->scene->things[i].kind == THING_FINDING &&
            page->scene->things[i].from == stage->index)
            write_finding(page, &page->scene->things[i], false);
    sink_cstr(page->sink, "</ul></section>\n");
}

static bool is_final(const struct page *page)
{
    return page->ledger->events[page->ledger->count - 1].end.final;
}

static unsigned count_stages(const struct page *page)
{
    return 1u + page->scene->turns + is_final(page);
}

static void write_stages(struct page *page)
{
    static const int32_t nothing[SEATS_MAX];
    const struct ledger *ledger = page->ledger;
    struct stage stage = {.name = "0", .scores = nothing};
    const struct outlook *before = NULL;
    char name[16];
    write_stage(page, &stage, NULL);
    for (size_t i = 0; i < ledger->count; i++) {
        const struct event *turn = &ledger->events[i];
        if (turn->kind != EVENT_TURN)
            continue;
        snprintf(name, sizeof name, turn->part ? "%u/%u" : "%u", turn->turn, turn->part + 1u);
        stage = (struct stage){.name = name,
                               .index = stage.index + 1,
                               .scores = turn->scores,
                               .from = stage.to,
                               .to = i,
                               .outlook = outlook_after(page, i),
                               .before = before};
        write_stage(page, &stage, turn);
        before = stage.outlook ? stage.outlook : before;
        stage.to = i + 1;
    }
    if (!is_final(page))
        return;
    const int32_t *scores = ledger->events[ledger->count - 1].end.scores;
    stage = (struct stage){.name = "end",
                           .index = stage.index + 1,
                           .scores = scores,
                           .from = stage.to,
                           .to = ledger->count};
    write_stage(page, &stage, NULL);
}

/* ---- The scores ---- */

/* Draws the curve of what a player's score would be if the game ended then. */
static void write_outlook_curve(struct page *page, unsigned seat)
{
    const struct ledger *ledger = page->ledger;
    if (!page->outlooks)
        return;
    unsigned x = 0;
    sink_printf(page->sink, "<polyline class=\"s%c outlook\" points=\"0,0", 'a' + seat);
    for (size_t i = 0; i < ledger->count; i++) {
        x += ledger->events[i].kind == EVENT_TURN;
        const struct outlook *outlook =
            ledger->events[i].kind == EVENT_TURN ? outlook_after(page, i) : NULL;
        if (outlook)
            sink_printf(page->sink, " %u,%d", x, -outlook->scores[seat]);
    }
    sink_cstr(page->sink, "\"/>\n");
}

/* Draws a curve of each player's scores: x is the number of the stage, y the score. */
static void write_points(struct page *page)
{
    const struct ledger *ledger = page->ledger;
    const struct event *end = &ledger->events[ledger->count - 1];
    int32_t least = 0, most = 1;
    for (size_t i = 0; i < ledger->count; i++) {
        const struct event *event = &ledger->events[i];
        const int32_t *scores = event->kind == EVENT_TURN  ? event->scores
                                : event->kind == EVENT_END ? event->end.scores
                                                           : NULL;
        const struct outlook *outlook = event->kind == EVENT_TURN ? outlook_after(page, i) : NULL;
        for (unsigned seat = 0; scores && seat < ledger->seat_count; seat++) {
            least = scores[seat] < least ? scores[seat] : least;
            most = scores[seat] > most ? scores[seat] : most;
            if (outlook && outlook->scores[seat] > most)
                most = outlook->scores[seat];
        }
    }
    unsigned last = count_stages(page) > 1 ? count_stages(page) - 1 : 1;
    sink_printf(page->sink,
                "<svg class=\"curve\" viewBox=\"0 %d %u %d\" preserveAspectRatio=\"none\" "
                "role=\"img\" aria-label=\"The scores "
                "turn by turn\">\n",
                -most, last, most - least);
    for (unsigned seat = 0; seat < ledger->seat_count; seat++) {
        unsigned x = 0;
        sink_printf(page->sink, "<polyline class=\"s%c\" points=\"0,0", 'a' + seat);
        for (size_t i = 0; i < ledger->count; i++)
            if (ledger->events[i].kind == EVENT_TURN)
                sink_printf(page->sink, " %u,%d", ++x, -ledger->events[i].scores[seat]);
        if (end->end.final)
            sink_printf(page->sink, " %u,%d", ++x, -end->end.scores[seat]);
        sink_cstr(page->sink, "\"/>\n");
        write_outlook_curve(page, seat);
    }
    sink_printf(page->sink,
                "<line class=\"now\" x1=\"%u\" x2=\"%u\" y1=\"%d\" y2=\"%d\"/></svg>\n<p "
                "class=\"least\">The curves go from %d to %d points.%s</p>\n",
                last, last, -most, -least, least, most,
                page->outlooks ? " The pale ones are the scores if the game had ended then." : "");
}

static void write_side(struct page *page, const struct picture *picture)
{
    const struct event *end = &page->ledger->events[page->ledger->count - 1];
    sink_cstr(page->sink, "<aside class=\"side\" aria-label=\"Scores and turns\" "
                          "tabindex=\"0\">\n<table class=\"scores\"><caption "
                          "hidden>Scores</caption>\n");
    for (unsigned seat = 0; seat < page->ledger->seat_count; seat++) {
        sink_cstr(page->sink, "<tr>");
        page_row_head(page->sink, page->ledger, seat, picture->prefix);
        sink_printf(page->sink, "<td class=\"score\">%d</td>", end->end.scores[seat]);
        const struct clock_event *time = ledger_last_time(page->ledger, seat);
        if (time)
            sink_printf(page->sink, "<td class=\"time\" title=\"Time used%s\">%s%s%s</td>",
                        time->left == TIME_UNKNOWN ? "" : " / left", time_text(time->total).text,
                        time->left == TIME_UNKNOWN ? "" : " / ",
                        time->left == TIME_UNKNOWN ? "" : time_text(time->left).text);
        sink_cstr(page->sink, "</tr>\n");
    }
    sink_cstr(page->sink, "</table>\n");
    write_points(page);
    write_stages(page);
    write_findings(page);
    sink_cstr(page->sink, "</aside>\n");
}

static void write_controls(struct page *page, struct str address)
{
    static const char *const buttons[][3] = {
        {"first", "First turn (Home)", "M3 3h3v14H3zM17 3v14L7 10z"},
        {"back", "Previous turn (left arrow)", "M15 3v14L5 10z"},
        {"play", "Play (space)", "M2 3v14l9-7zM12 3h2v14h-2zM16 3h2v14h-2z"},
        {"on", "Next turn (right arrow)", "M5 3v14l10-7z"},
        {"last", "Last turn (End)", "M14 3h3v14h-3zM3 3v14l10-7z"},
        {"larger", "Larger (+)",
         "M8 2a6 6 0 0 1 4.7 9.7l5 5-1.4 1.4-5-5A6 6 0 1 1 8 2zm0 2a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM7 "
         "5h2v2h2v2H9v2H7V9H5V7h2z"},
        {"smaller", "Smaller (-)",
         "M8 2a6 6 0 0 1 4.7 9.7l5 5-1.4 1.4-5-5A6 6 0 1 1 8 2zm0 2a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM5 "
         "7h6v2H5z"},
        {"chances", "Chances to draw a tile that fits (C)",
         "M3 3h6v6H3zM11 11h6v6h-6zM11 3h6v6h-6zm2 2v2h2V5zM3 11h6v6H3zm2 2v2h2v-2z"},
        {"finding", "Next finding (F)", "M10 2l9 16H1zM9 8v5h2V8zM9 14v2h2v-2z"}};
    sink_cstr(page->sink, "<div class=\"controls\" role=\"group\" aria-label=\"Turns\" hidden>\n");
    for (unsigned i = 0; i < sizeof buttons / sizeof buttons[0]; i++)
        sink_printf(page->sink,
                    "<button type=\"button\" data-do=\"%s\" title=\"%s\" aria-label=\"%s\"%s><svg "
                    "viewBox=\"0 0 20 20\" "
                    "aria-hidden=\"true\"><path fill-rule=\"evenodd\" d=\"%s\"/></svg></button>\n",
                    buttons[i][0], buttons[i][1], buttons[i][1],
                    strcmp(buttons[i][0], "play") == 0 || strcmp(buttons[i][0], "chances") == 0
                        ? " aria-pressed=\"false\""
                        : "",
                    buttons[i][2]);
    sink_cstr(page->sink, "<button type=\"button\" data-do=\"crn\">Copy CRN</button>\n<button "
                          "type=\"button\" data-do=\"svg\">Copy SVG</button>\n");
    if (address.n) {
        sink_cstr(page->sink, "<button type=\"button\" data-do=\"address\" title=\"Copy the "
                              "position as an address of CarcassonneLab\" data-address=\"");
        svg_text(page->sink, address);
        sink_cstr(page->sink, "\">Copy address</button>\n");
    }
    sink_printf(
        page->sink,
        "<label>Speed <select><option "
        "value=\"2000\">slow</option><option value=\"1000\" "
        "selected>steady</option>"
        "<option value=\"300\">fast</option></select></label>\n<input type=\"range\" min=\"0\" "
        "max=\"%u\" value=\"%u\" "
        "aria-label=\"Turn\">\n"
        "<p class=\"status\" role=\"status\"></p>\n</div>\n",
        count_stages(page) - 1, count_stages(page) - 1);
}

/* ---- The game ---- */

static void write_verdict(struct page *page, const struct end_event *end)
{
    unsigned errors = page_errors(page->ledger);
    page_verdict(page->sink, end);
    sink_cstr(page->sink, "\n<p class=\"outcome\">");
    page_outcome(page->sink, page->ledger, end, false);
    sink_cstr(page->sink, "</p>\n");
    if (errors)
        sink_printf(page->sink, "<p>%u error%s</p>\n", errors, errors == 1 ? "" : "s");
}

static void write_board(struct page *page, struct picture *picture, const struct cell *least,
                        const struct cell *greatest)
{
    sink_printf(page->sink,
                "<figure class=\"board\"><svg xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
                "viewBox=\"%d %d %d %d\" role=\"img\" "
                "aria-label=\"The table, %u tiles\">\n",
                least->x * TILE_SIZE - 1000, least->y * TILE_SIZE - 900,
                (greatest->x - least->x + 1) * TILE_SIZE + 1400,
                (greatest->y - least->y + 1) * TILE_SIZE + 1300, page->ledger->tile_count);
    picture_symbols(picture, page->sink);
    sink_append(page->sink, &picture->body);
    sink_cstr(page->sink, "</svg></figure>\n");
}

/* Writes the record, from which the script copies. */
static void write_record(struct sink *sink, struct str record)
{
    sink_cstr(sink, "<pre class=\"record\" hidden>");
    for (size_t n; record.n; record = str_from(record, n + 1)) {
        const char *end = memchr(record.p, '\n', record.n);
        n = end ? (size_t)(end - record.p) : record.n;
        svg_text(sink, (struct str){record.p, n});
        sink_char(sink, '\n');
    }
    sink_cstr(sink, "</pre>\n");
}

void page_game(struct sink *sink, const struct game_view *view, const struct page_texts *texts,
               const struct outlook *outlooks)
{
    struct page page = {.sink = sink,
                        .ledger = view->ledger,
                        .outlooks = outlooks,
                        .namer = memory_get(sizeof *page.namer)};
    namer_begin(page.namer, view->ledger);
    while (page.first_clock < view->ledger->count &&
           view->ledger->events[page.first_clock].kind != EVENT_CLOCK)
        page.first_clock++;
    const struct event *end = &view->ledger->events[view->ledger->count - 1];
    struct picture *picture = picture_new();
    struct cell least, greatest;
    sink_open(&page.text, -1);
    snprintf(picture->prefix, sizeof picture->prefix, "g%u", view->game);
    picture->lives = true;
    scene_make(&picture->scene, view->ledger);
    page.scene = &picture->scene;
    page.prefix = picture->prefix;
    picture_table(picture, false);
    for (unsigned seat = 0; seat < view->ledger->seat_count; seat++)
        picture->figures[FIGURE_FOLLOWER] |= (uint8_t)(1u << seat);
    scene_bounds(&picture->scene, &least, &greatest);
    sink_printf(sink, "<section class=\"game\" id=\"%s\">\n<header class=\"head\"><h1>",
                picture->prefix);
    svg_text(sink, texts->title);
    sink_cstr(sink, "</h1>\n");
    write_verdict(&page, &end->end);
    sink_cstr(sink, "<p>");
    svg_text(sink, texts->place);
    if (view->reconstruction) {
        sink_cstr(sink, "; the tiles are a reconstruction, ");
        svg_text(sink, str_of(view->reconstruction));
    }
    sink_cstr(sink, "</p></header>\n");
    write_board(&page, picture, &least, &greatest);
    write_side(&page, picture);
    write_controls(&page, texts->address);
    write_record(sink, texts->record);
    sink_cstr(sink, "</section>\n");
    picture_free(picture);
    sink_close(&page.text);
    memory_free(page.namer);
}
