/* SPDX-License-Identifier: MIT */
/* A stream of accounts: records of any format, judged by the rules, or JSON. See account.h. Threads
 * may read and judge games ahead of who compares them.
 */
#ifndef BASTIDE_DIFF_SIDE_H
#define BASTIDE_DIFF_SIDE_H

#include "diff/account.h"
#include "formats/source.h"

/* One game of it. */
struct side_game {
    struct arena arena; /* of all that follows */
    struct findings findings;
    struct record record; /* of what was judged */
    struct account account;
    uint32_t line; /* where it begins */
    bool is_game;  /* false: a stretch of input that is none */
    bool unread;   /* there stands a game that could not be read: an address, a document */
};

/* Moves a game, so that the place it had can be used again. */
void side_game_move(struct side_game *to, struct side_game *from);
void side_game_free(struct side_game *game);

struct side_judge {
    struct referee referee;
    struct ledger ledger;
};

struct diff_side {
    struct source source;
    bool is_account;   /* JSON, a line an event */
    bool failure_told; /* why the input of accounts broke off */
    const char *key; /* account.key is what the game says under this name: "identity", or a header's
                        field; NULL for none */
    struct side_game *game; /* the one that side_next() came to */
    struct side_judge judge;
    struct side_game own; /* that was not read ahead */
    /* With threads: */
    struct pool *pool; /* NULL without them */
    size_t most;       /* bytes of a stretch */
    struct gzip_crew *inflaters;
    struct stretch_read *first; /* whose games are being taken */
    unsigned taken;             /* of those */
    struct source known;        /* where what was read in truth ended */
    bool is_ahead, is_over;     /* stretches were cut off behind that; the last one was */
};

/* So many threads, which read ahead stretches of so many bytes; they end with side_free(). */
void side_hire(struct diff_side *side, unsigned threads, size_t most);

/* Looks what an input holds, which is closed with the side. The catalogue and the rulings (may be
 * NULL) are for its games. */
void side_begin(struct diff_side *side, struct input *input, const struct catalogue *catalogue,
                const struct rulings *rulings);
void side_close(struct diff_side *side);
void side_free(struct diff_side *side);

/* Comes to the next game, judged or read, and its account, whose features bear the names of the
 * game's end where they are known; false when there is none. What is wrong stands in its findings.
 */
bool side_next(struct diff_side *side);

#endif
