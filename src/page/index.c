/* SPDX-License-Identifier: MIT */
/* Collects the rows of an index and writes its document. */
#include "page/index.h"

#include <stdio.h>

#include "page/parts.h"

enum { WRONG_LISTED_MAX = 50 };

struct index_name index_name(unsigned number)
{
    struct index_name name;
    if (number)
        snprintf(name.text, sizeof name.text, "index-%u.html", number + 1);
    else
        snprintf(name.text, sizeof name.text, "index.html");
    return name;
}

void index_begin(struct index *index)
{
    *index = (struct index){.number = 0};
    sink_open(&index->rows, -1);
    sink_open(&index->wrong, -1);
}

void index_end(struct index *index)
{
    sink_close(&index->rows);
    sink_close(&index->wrong);
}

void index_add(struct index *index, const struct game_view *view, const char *name,
               struct str title, struct str facts)
{
    const struct ledger *ledger = view->ledger;
    const struct end_event *end = &ledger->events[ledger->count - 1].end;
    struct sink *rows = &index->rows;
    unsigned errors = page_errors(ledger);
    sink_printf(rows, "<tr><td><a href=\"%s\">%u</a></td><td><a href=\"%s\">", name, view->game,
                name);
    svg_text(rows, title);
    sink_cstr(rows, "</a></td><td>");
    svg_text(rows, facts);
    sink_cstr(rows, "</td><td>");
    page_outcome(rows, ledger, end, true);
    sink_cstr(rows, "</td><td>");
    page_verdict(rows, end);
    if (errors)
        sink_printf(rows, " %u error%s", errors, errors == 1 ? "" : "s");
    sink_cstr(rows, "</td></tr>\n");
    index->games++;
    if (!errors)
        return;
    if (index->wrong_count++ < WRONG_LISTED_MAX)
        sink_printf(&index->wrong, "%s<a href=\"%s\">%u</a>", index->wrong_count > 1 ? ", " : "",
                    name, view->game);
}

void index_write(struct index *index, struct sink *sink, bool goes_on)
{
    page_head(sink, str_of("Carcassonne: recorded games"),
              &(struct page_style){page_style, page_style_hash, NULL});
    sink_printf(sink, "<main class=\"index\">\n<h1>Recorded games</h1>\n<p>%u game%s", index->games,
                index->games == 1 ? "" : "s");
    if (index->wrong_count) {
        sink_printf(sink, ", %u with errors: ", index->wrong_count);
        sink_append(sink, &index->wrong);
        sink_cstr(sink, index->wrong_count > WRONG_LISTED_MAX ? " …" : "");
    }
    sink_cstr(sink, ".</p>\n");
    if (index->number || goes_on)
        sink_cstr(sink, "<p>");
    if (index->number)
        sink_printf(sink, "<a href=\"%s\">Previous games</a> ", index_name(index->number - 1).text);
    if (goes_on)
        sink_printf(sink, "<a href=\"%s\">Next games</a>", index_name(index->number + 1).text);
    if (index->number || goes_on)
        sink_cstr(sink, "</p>\n");
    sink_cstr(sink, "<table>\n<thead><tr><th scope=\"col\">Number</th><th scope=\"col\">Game</th>"
                    "<th scope=\"col\">Place and date</th><th scope=\"col\">Result</th><th "
                    "scope=\"col\">Verdict</th></tr></thead>\n<tbody>\n");
    sink_append(sink, &index->rows);
    sink_cstr(sink, "</tbody>\n</table>\n</main>\n</body>\n</html>\n");
    sink_clear(&index->rows);
    sink_clear(&index->wrong);
    index->games = index->wrong_count = 0;
    index->number++;
}
