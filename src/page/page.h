/* SPDX-License-Identifier: MIT */
/* Writes recorded games as one self-contained page of HTML: the table after every turn, the events
 * of the turn, every award with its arithmetic, and the findings. The page loads nothing. A content
 * security policy forbids everything except its own style sheets and script (page.js). The script
 * only shows and hides parts of the page. Without the script, the page shows the end of each game,
 * and all events.
 */
#ifndef BASTIDE_PAGE_PAGE_H
#define BASTIDE_PAGE_PAGE_H

#include "draw/svg.h"

enum {
    PAGE_EVENTS = SVG_EVENTS | EVENTS(EVENT_TURN) | EVENTS(EVENT_CLOCK) | EVENTS(EVENT_JOINED)
#define TEXT(event, slot, value, text) | EVENTS(EVENT_##event)
#include "rows.h"
};

/* A free cell beside the table. */
struct study_cell {
    struct cell cell;
    unsigned tiles;  /* remaining tiles that fit there */
    unsigned coming; /* those of them that may be laid next */
};

/* The tiles that are left at some point, and what they can do. Arrays are NULL if it is not known.
 */
struct study {
    bool known;            /* false if the record does not say which tiles are left */
    unsigned tiles;        /* number of the tiles that are left */
    unsigned coming_tiles; /* number of those that may be laid next */
    unsigned hidden;       /* number of those that are out of the game; it is unknown which */
    unsigned design_count, cell_count, dead_count;
    const struct design **designs; /* their designs */
    unsigned *left;                /* remaining tiles of each design */
    unsigned *coming;              /* those of them that may be laid next */
    struct study_cell *cells;      /* by y, then x */
    uint16_t *dead; /* a node of each road and city that cannot be completed, because no
                       remaining tile fits on a cell beside it; none if players hold tiles
                       that are not in the pack */
};

/* The scores as they would be if the game ended after a turn, and what may still come. */
struct outlook {
    bool known; /* the scores are known */
    int32_t scores[SEATS_MAX];
    struct study study;
    const struct design *design; /* tile of the turn; NULL if it is unknown */
    struct placement {
        struct cell cell;
        uint8_t orient;
    } * placements; /* legal placements of this tile */
    unsigned placement_count;
};

/* `index` is the address of a page that lists the games, or NULL. */
void page_open(struct sink *sink, struct str title, const char *index);

/* Texts of a game: its heading, the line below the heading, its record, and the address of the game
 * at CarcassonneLab; without one, the last is empty. */
struct page_texts {
    struct str title, place, record, address;
};

/* Writes one game, whose ledger holds PAGE_EVENTS. `outlooks` has the outlook after each turn, by
 * its number, and is NULL if they are not known. */
void page_game(struct sink *sink, const struct game_view *view, const struct page_texts *texts,
               const struct outlook *outlooks);

void page_close(struct sink *sink);

#endif
