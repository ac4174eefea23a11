/* SPDX-License-Identifier: MIT */
/* Writes the index of a folder of pages: a table with a row for each game. An index holds at most
 * INDEX_GAMES_MAX games; further games go into another index. The document loads nothing and has no
 * script. */
#ifndef BASTIDE_PAGE_INDEX_H
#define BASTIDE_PAGE_INDEX_H

#include "draw/svg.h"

enum { INDEX_GAMES_MAX = 1000 };

struct index {
    struct sink rows, wrong; /* rows of the table; links to the games with errors */
    unsigned number;         /* number of the index, from 0 */
    unsigned games;          /* games in it */
    unsigned wrong_count;
};

struct index_name {
    char text[24];
};

/* Returns the file name of an index: index.html, index-2.html ... */
struct index_name index_name(unsigned number);

void index_begin(struct index *index);

/* Adds a game, whose page is the file `name`. `facts` is its place and date. */
void index_add(struct index *index, const struct game_view *view, const char *name,
               struct str title, struct str facts);

/* Writes the document, and begins the next index. `goes_on` is true if there is a next one. */
void index_write(struct index *index, struct sink *sink, bool goes_on);

void index_end(struct index *index);

#endif
