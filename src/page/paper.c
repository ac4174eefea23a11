/* SPDX-License-Identifier: MIT */
/* Writes the report of a game that is printed and signed. */
#include "page/paper.h"

#include <stdio.h>

#include "base/finding.h"
#include "base/memory.h"
#include "draw/picture.h"
#include "page/parts.h"

enum {
    SPOTS_MAX = 40,        /* findings that get a picture */
    AWARDS_ACROSS_MAX = 8, /* kinds of points; with more, the column heads run downwards */
    SPOT_AROUND = 1,       /* cells around the spot that are drawn, in each direction */
};

/* The report while it is written. One picture draws the table and the spots; its symbols are
 * written after all of them. */
struct paper {
    struct sink *sink;
    const struct game_view *view;
    const struct ledger *ledger;
    const struct event *end;
    struct picture *picture;
    struct kind_set explained; /* kinds of findings whose rules were written */
};

void paper_open(struct sink *sink, struct str title)
{
    page_head(sink, title, &(struct page_style){paper_style, paper_style_hash, NULL});
    sink_cstr(sink, "<main>\n");
}

void paper_close(struct sink *sink)
{
    sink_cstr(sink, "</main>\n</body>\n</html>\n");
}

static void write_fact(struct sink *sink, const struct paper_fact *fact)
{
    if (!fact->text.n)
        return;
    sink_printf(sink, "<div><dt>%s</dt><dd>", fact->name);
    svg_text(sink, fact->text);
    sink_cstr(sink, "</dd></div>\n");
}

static void write_facts(struct paper *paper, const struct paper_fact *facts, unsigned count)
{
    struct sink *sink = paper->sink, text;
    unsigned errors = page_errors(paper->ledger);
    sink_cstr(sink, "<dl class=\"facts\">\n<div><dt>Result</dt><dd>");
    page_outcome(sink, paper->ledger, &paper->end->end, true);
    sink_cstr(sink, "</dd></div>\n<div><dt>Verdict</dt><dd>");
    page_verdict(sink, &paper->end->end);
    if (errors)
        sink_printf(sink, ", %u error%s", errors, errors == 1 ? "" : "s");
    sink_cstr(sink, "</dd></div>\n");
    sink_open(&text, -1);
    report_reservations(&text, paper->view, &paper->end->end, "");
    write_fact(sink, &(struct paper_fact){"Conditions", sink_text(&text)});
    sink_close(&text);
    for (unsigned i = 0; i < count; i++)
        write_fact(sink, &facts[i]);
    sink_cstr(sink, "</dl>\n");
}

/* ---- The points ---- */

/* Returns the set of awards that were paid, also with 0 points. */
static uint32_t awards_paid(const struct ledger *ledger)
{
    static_assert(AWARD_COUNT <= 32, "a set of awards fits in 32 bits");
    uint32_t paid = 0;
    for (size_t i = 0; i < ledger->count; i++)
        if (ledger->events[i].kind == EVENT_SCORE)
            paid |= 1u << ledger->events[i].score.award;
    return paid;
}

static void write_number(struct sink *sink, const char *class, int32_t number)
{
    sink_printf(sink, "<td class=\"%s\">%s%d</td>", class, number < 0 ? "\342\210\222" : "",
                number < 0 ? -number : number);
}

static void write_times(struct sink *sink, const struct clock_event *time)
{
    static const struct clock_event unknown = {
        .used = TIME_UNKNOWN, .left = TIME_UNKNOWN, .total = TIME_UNKNOWN};
    const int64_t times[] = {(time ? time : &unknown)->total, (time ? time : &unknown)->left};
    for (unsigned i = 0; i < 2; i++)
        sink_printf(sink, "<td class=\"time\">%s</td>",
                    times[i] == TIME_UNKNOWN ? "" : time_text(times[i]).text);
}

/* Writes a table of each player's points by award, the total, the total that the record claims, and
 * the times, as far as they are known. */
static void write_points(struct paper *paper)
{
    const struct ledger *ledger = paper->ledger;
    struct sink *sink = paper->sink;
    int32_t points[SEATS_MAX][AWARD_COUNT] = {{0}};
    uint32_t paid = awards_paid(ledger);
    report_sum_awards(ledger, points);
    bool timed = false, claimed = paper->view->claimed_count == ledger->seat_count;
    for (unsigned seat = 0; seat < ledger->seat_count; seat++)
        timed |= ledger_last_time(ledger, seat) != NULL;
    sink_printf(sink,
                "<table class=\"points%s\"><caption>Points</caption>\n<thead><tr><th "
                "scope=\"col\">Player</th>",
                __builtin_popcountll(paid) > AWARDS_ACROSS_MAX ? " wide" : "");
    for (unsigned award = 0; award < AWARD_COUNT; award++)
        if (paid >> award & 1)
            sink_printf(sink, "<th scope=\"col\">%s</th>", award_names[award]);
    sink_printf(sink, "<th scope=\"col\">Total</th>%s%s</tr></thead>\n<tbody>\n",
                claimed ? "<th scope=\"col\">In the record</th>" : "",
                timed ? "<th scope=\"col\">Time used</th><th scope=\"col\">Time left</th>" : "");
    for (unsigned seat = 0; seat < ledger->seat_count; seat++) {
        int32_t score = paper->end->end.scores[seat];
        sink_cstr(sink, "<tr>");
        page_row_head(sink, ledger, seat, paper->picture->prefix);
        for (unsigned award = 0; award < AWARD_COUNT; award++)
            if (paid >> award & 1)
                write_number(sink, "number", points[seat][award]);
        write_number(sink, "number total", score);
        if (claimed)
            write_number(sink, paper->view->claimed[seat] == score ? "number" : "number differs",
                         paper->view->claimed[seat]);
        if (timed)
            write_times(sink, ledger_last_time(ledger, seat));
        sink_cstr(sink, "</tr>\n");
    }
    sink_cstr(sink, "</tbody></table>\n");
}

/* ---- Pictures ---- */

/* Draws the scene of the picture, and writes the part of it between two cells. */
static void write_picture(struct paper *paper, const char *class, const char *about,
                          struct cell least, struct cell greatest)
{
    enum { MARGIN = 700 };
    struct picture *picture = paper->picture;
    picture_table(picture, false);
    sink_printf(paper->sink,
                "<figure class=\"%s\"><svg xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
                "viewBox=\"%d %d %d %d\" role=\"img\" aria-label=\"%s\">\n",
                class, least.x * TILE_SIZE - MARGIN, least.y * TILE_SIZE - MARGIN,
                (greatest.x - least.x + 1) * TILE_SIZE + 2 * MARGIN,
                (greatest.y - least.y + 1) * TILE_SIZE + 2 * MARGIN, about);
    sink_append(paper->sink, &picture->body);
    sink_cstr(paper->sink, "</svg></figure>\n");
    sink_clear(&picture->body);
}

/* Draws the cells around a finding as they were in its turn. */
static void write_spot(struct paper *paper, const struct thing *finding)
{
    struct scene *scene = &paper->picture->scene, whole = *scene;
    struct cell cell = finding->cell, least, greatest;
    scene->things = memory_get(whole.count * sizeof *scene->things);
    scene->count = scene_crop(&whole, cell, SPOT_AROUND, finding->from, scene->things);
    scene_bounds(scene, &least, &greatest);
    write_picture(paper, "spot", "The spot", least, greatest);
    memory_free(scene->things);
    scene->things = whole.things;
    scene->count = whole.count;
}

static void write_symbols(struct paper *paper)
{
    for (unsigned seat = 0; seat < paper->ledger->seat_count; seat++)
        paper->picture->figures[FIGURE_FOLLOWER] |= (uint8_t)(1u << seat);
    sink_cstr(paper->sink, "<svg xmlns:xlink=\"http://www.w3.org/1999/xlink\" class=\"symbols\" "
                           "width=\"0\" height=\"0\" aria-hidden=\"true\">");
    picture_symbols(paper->picture, paper->sink);
    sink_cstr(paper->sink, "</svg>\n");
}

/* ---- Findings ---- */

static void write_finding(struct paper *paper, const struct thing *thing, bool with_spot)
{
    const struct finding *finding = thing->finding;
    struct sink *sink = paper->sink;
    sink_printf(sink, "<li class=\"finding%s\">", finding_is_mild(finding) ? " mild" : "");
    if (with_spot)
        write_spot(paper, thing);
    sink_printf(sink, "<div><h3>%s %u", severity_name(finding->severity), finding->kind->code);
    if (finding->when) {
        sink_cstr(sink, ", ");
        svg_text(sink, str_of(finding->when));
    }
    sink_cstr(sink, "</h3>\n<p>");
    svg_text(sink, str_of(finding->text));
    sink_cstr(sink, "</p>\n");
    if (finding->also_text) {
        sink_cstr(sink, "<p>Note: ");
        svg_text(sink, str_of(finding->also_text));
        sink_cstr(sink, "</p>\n");
    }
    if (kind_set_has(&paper->explained, finding->kind))
        sink_printf(sink, "<p class=\"why\">Rule: as above, under %u.</p>\n", finding->kind->code);
    else
        page_rules(sink, finding->kind, paper->ledger->books);
    kind_set_add(&paper->explained, finding->kind);
    sink_cstr(sink, "</div></li>\n");
}

static bool has_findings(const struct paper *paper)
{
    for (size_t i = 0; i < paper->picture->scene.count; i++)
        if (paper->picture->scene.things[i].kind == THING_FINDING)
            return true;
    return false;
}

static void write_findings(struct paper *paper)
{
    const struct scene *scene = &paper->picture->scene;
    unsigned spots = 0;
    if (!has_findings(paper))
        return;
    sink_cstr(paper->sink, "<section class=\"findings\"><h2>Findings</h2>\n<ol>\n");
    for (size_t i = 0; i < scene->count; i++) {
        const struct thing *thing = &scene->things[i];
        if (thing->kind != THING_FINDING)
            continue;
        bool with_spot = !thing->nowhere && spots < SPOTS_MAX;
        spots += with_spot;
        write_finding(paper, thing, with_spot);
    }
    sink_cstr(paper->sink, "</ol></section>\n");
}

/* Writes a line for the signature of each player and of the judge. They may be on a page of their
 * own, so a report with findings says once more what is signed. */
static void write_signatures(struct paper *paper, struct str title)
{
    struct sink *sink = paper->sink;
    sink_cstr(sink, "<section class=\"signatures\" aria-label=\"Signatures\">\n");
    if (has_findings(paper)) {
        sink_cstr(sink, "<p class=\"signed\">");
        svg_text(sink, title);
        sink_cstr(sink, ": ");
        page_outcome(sink, paper->ledger, &paper->end->end, true);
        sink_cstr(sink, "; ");
        page_verdict(sink, &paper->end->end);
        sink_cstr(sink, "</p>\n");
    }
    for (unsigned seat = 0; seat < paper->ledger->seat_count; seat++) {
        sink_cstr(sink, "<p>");
        page_player(sink, paper->ledger, seat);
        sink_cstr(sink, "</p>\n");
    }
    sink_cstr(sink, "<p>Judge, place and date</p>\n</section>\n");
}

void paper_game(struct sink *sink, const struct game_view *view, struct str title,
                const struct paper_fact *facts, unsigned fact_count)
{
    struct paper paper = {.sink = sink,
                          .view = view,
                          .ledger = view->ledger,
                          .end = &view->ledger->events[view->ledger->count - 1],
                          .picture = picture_new()};
    struct cell least, greatest;
    snprintf(paper.picture->prefix, sizeof paper.picture->prefix, "g%u", view->game);
    scene_make(&paper.picture->scene, view->ledger);
    sink_printf(sink,
                "<article class=\"report%s\">\n<header><p>Report of a game of "
                "Carcassonne</p><h1>",
                has_findings(&paper) ? "" : " one-page");
    svg_text(sink, title);
    sink_cstr(sink, "</h1></header>\n");
    write_facts(&paper, facts, fact_count);
    write_points(&paper);
    scene_bounds(&paper.picture->scene, &least, &greatest);
    write_picture(&paper, "table", "The table at the end", least, greatest);
    write_findings(&paper);
    write_signatures(&paper, title);
    write_symbols(&paper);
    sink_cstr(sink, "</article>\n");
    picture_free(paper.picture);
}
