/* SPDX-License-Identifier: MIT */
/* Recorded games as one page of HTML that stands alone: the table after every turn, what happened
 * in it, every award with its arithmetic, findings. Nothing is loaded from anywhere; a content
 * security policy forbids all but the page's own style sheets and script (page.js), which shows and
 * hides what is there. Without the script the page shows the end of each game, and all that
 * happened.
 */
#ifndef BASTIDE_PAGE_PAGE_H
#define BASTIDE_PAGE_PAGE_H

#include "draw/svg.h"

/* page.css and page.js, and what the policy calls them: page_table.c. */
extern const char page_style[], page_style_hash[], page_script[], page_script_hash[];

enum {
    PAGE_EVENTS = SVG_EVENTS | EVENTS(EVENT_TURN) | EVENTS(EVENT_JOINED)
#define TEXT(event, slot, value, text) | EVENTS(EVENT_##event)
#include "rows.h"
};

void page_open(struct sink *sink, struct str title);

/* One game, whose ledger has PAGE_EVENTS; `title` in its heading, `place` below. */
void page_game(struct sink *sink, const struct game_view *view, struct str title, struct str place);

void page_close(struct sink *sink);

#endif
