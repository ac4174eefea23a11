/* SPDX-License-Identifier: MIT */
/* Writes reports of games as a document to print and sign: for each game the verdict, the points,
 * the table at the end, every finding with its rule and a picture of the spot, and lines for
 * signatures. The document loads nothing and has no script. */
#ifndef BASTIDE_PAGE_PAPER_H
#define BASTIDE_PAGE_PAPER_H

#include "draw/svg.h"

enum { PAPER_EVENTS = SVG_EVENTS | EVENTS(EVENT_CLOCK) };

/* A line of facts below the heading: "Clock", "15:00+0:10". */
struct paper_fact {
    const char *name;
    struct str text;
};

void paper_open(struct sink *sink, struct str title);

/* Writes the report of one game, whose ledger holds PAPER_EVENTS. `title` is its heading. */
void paper_game(struct sink *sink, const struct game_view *view, struct str title,
                const struct paper_fact *facts, unsigned fact_count);

void paper_close(struct sink *sink);

#endif
