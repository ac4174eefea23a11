/* SPDX-License-Identifier: MIT */
/* Writes the parts that the pages share. */
#include "page/parts.h"

#include "base/rule.h"
#include "base/utf8.h"
#include "draw/picture.h"

/* Limit of characters of a player's name. */
enum { NAME_CHARACTERS = 60 };

void page_head(struct sink *sink, struct str title, const struct page_style *style)
{
    sink_printf(sink,
                "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                "style-src '%s' '%s'; ",
                picture_style_hash, style->style_hash);
    if (style->script_hash)
        sink_printf(sink, "script-src '%s'; ", style->script_hash);
    sink_cstr(sink, "base-uri 'none'; form-action 'none'\">\n<meta name=\"viewport\" "
                    "content=\"width=device-width, initial-scale=1\">\n<title>");
    svg_text(sink, title);
    sink_printf(sink, "</title>\n<style>%s</style>\n<style>%s</style>\n</head>\n<body>\n",
                picture_style, style->style);
}

void page_player(struct sink *sink, const struct ledger *ledger, unsigned seat)
{
    if (seat >= ledger->seat_count)
        return;
    struct str name = ledger->players[seat], shown = utf8_first(name, NAME_CHARACTERS);
    svg_text(sink, name.n ? shown : (struct str){&"abcdef"[seat], 1});
    sink_cstr(sink, shown.n < name.n ? "…" : "");
}

void page_row_head(struct sink *sink, const struct ledger *ledger, unsigned seat,
                   const char *prefix)
{
    sink_printf(sink,
                "<th scope=\"row\"><svg viewBox=\"-190 -190 380 380\" aria-hidden=\"true\"><use "
                "xlink:href=\"#%sf%c\"/></svg>",
                prefix, 'a' + seat);
    page_player(sink, ledger, seat);
    sink_cstr(sink, "</th>");
}

void page_verdict(struct sink *sink, const struct end_event *end)
{
    bool doubtful = end->legal && (!end->valid || !end->complete || end->undetermined);
    const char *class = "", *verdict = "valid";
    if (!end->legal)
        class = " illegal", verdict = "illegal";
    else if (!end->valid)
        verdict = "legal but not valid" REPORT_NOT_VALID;
    if (doubtful)
        class = " doubtful";
    sink_printf(sink, "<span class=\"verdict%s\">%s%s</span>", class, verdict,
                end->undetermined ? ", undetermined" REPORT_UNDETERMINED : "");
}

void page_outcome(struct sink *sink, const struct ledger *ledger, const struct end_event *end,
                  bool scored)
{
    struct sink text;
    sink_open(&text, -1);
    (scored ? report_result : report_outcome)(&text, ledger, end);
    svg_text(sink, sink_text(&text));
    sink_close(&text);
}

/* Writes a paragraph: "Source: Carcassonne, Ville". */
static void write_paragraph(struct sink *sink, const char *head, struct str text)
{
    sink_printf(sink, "<p class=\"why\">%s: ", head);
    svg_text(sink, text);
    sink_cstr(sink, "</p>\n");
}

void page_rules(struct sink *sink, const struct finding_kind *kind, uint32_t books)
{
    struct rule_list list = rule_list(kind->page ? "" : kind->rule, books);
    if (kind->page) {
        write_paragraph(sink, "Rule", str_of(kind->rule));
        write_paragraph(sink, "Source", str_of(kind->page));
    }
    for (const struct rule *rule; (rule = rule_next(&list));) {
        write_paragraph(sink, "Rule", str_of(rule->text));
        sink_cstr(sink, "<p class=\"why\">Source: ");
        svg_text(sink, str_of(rule_book(rule)->text));
        sink_cstr(sink, ", ");
        svg_text(sink, str_of(rule->source));
        sink_cstr(sink, "</p>\n");
    }
    write_paragraph(sink, "Fix", str_of(kind->fix));
}

unsigned page_errors(const struct ledger *ledger)
{
    unsigned errors = 0;
    for (size_t i = 0; i < ledger->count; i++)
        errors +=
            ledger->events[i].kind == EVENT_FINDING && !finding_is_mild(ledger->events[i].finding);
    return errors;
}
