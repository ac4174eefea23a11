/* SPDX-License-Identifier: MIT */
/* One of the two inputs of a comparison: a stream of games with their accounts (account.h). The
 * games are records of any format, which are judged, or accounts in JSON. Threads may read and
 * judge games before they are needed.
 */
#ifndef BASTIDE_DIFF_SIDE_H
#define BASTIDE_DIFF_SIDE_H

#include "diff/account.h"
#include "formats/source.h"

/* One game of a side. */
struct side_game {
    struct arena arena; /* memory of all members below */
    struct findings findings;
    struct record record; /* record of a judged game */
    struct account account;
    uint32_t line; /* line on which the game begins */
    bool is_game;  /* false for a stretch of input that is not a game */
    bool unread;   /* true for an address or a document of a game that could not be read */
};

/* Moves a game to another place and empties its old one, so that this can be used again. */
void side_game_move(struct side_game *to, struct side_game *from);
void side_game_free(struct side_game *game);

struct side_judge {
    struct referee referee;
    struct ledger ledger;
};

struct diff_side {
    struct source source;
    bool is_account;   /* true for accounts in JSON, one event on each line */
    bool failure_told; /* true if it was reported why the input of accounts broke off */
    const char *key;   /* source of account.key: "identity", or the name of a field of the header;
                          NULL for none */
    struct side_game *game; /* the game that side_next() read */
    struct side_judge judge;
    struct side_game own; /* room for a game that was not read ahead */
    /* Only with threads: */
    struct pool *pool; /* NULL without threads */
    size_t most;       /* size of a stretch, in bytes */
    struct gzip_crew *inflaters;
    struct stretch_read *first; /* stretch whose games are being taken */
    unsigned taken;             /* number of its games taken so far */
    struct source known;        /* state of the source after the last part that was read in order */
    bool is_ahead, is_over;     /* stretches after `known` were cut off; the last one was cut off */
};

/* Begins threads that read ahead in stretches of about `most` bytes. They end with side_free(). */
void side_hire(struct diff_side *side, unsigned threads, size_t most);

/* Finds out whether an input holds records or accounts, and begins to read it. side_close() closes
 * the input. The catalogue and the rulings, which may be NULL, are for its games. */
void side_begin(struct diff_side *side, struct input *input, const struct catalogue *catalogue,
                const struct rulings *rulings);
void side_close(struct diff_side *side);
void side_free(struct diff_side *side);

/* Reads the next game into side->game, and judges it if it is a record. In its account features
 * have their names at the end of the game, if these are known. Problems are in the game's findings.
 * False if there is no next game. */
bool side_next(struct diff_side *side);

#endif
