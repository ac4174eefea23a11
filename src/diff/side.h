/* SPDX-License-Identifier: MIT */
/* A stream of accounts: records of any format, judged by the rules, or JSON. See account.h. */
#ifndef BASTIDE_DIFF_SIDE_H
#define BASTIDE_DIFF_SIDE_H

#include "diff/account.h"
#include "import/source.h"

struct side {
    struct input *input;
    struct source source;
    bool is_account;    /* JSON, a line an event */
    const char *key;    /* account.key is what the game says under this name: "identity", or a header's field; NULL for none */
    struct arena arena; /* of one game */
    struct findings findings;
    struct record record;
    struct referee referee;
    struct ledger ledger;
    struct account account;
    uint32_t line;     /* where the game begins */
    bool unread;       /* there stands a game that could not be read: an address, a document */
    bool failure_told; /* why the input of accounts broke off */
};

/* Looks what an input holds, which is closed with the side. */
void side_begin(struct side *side, struct input *input, const struct catalogue *catalogue);
void side_close(struct side *side);
void side_free(struct side *side);

/* The next game, judged or read, and its account, whose features bear the names of the game's end where they are known; false when
 * there is none. *is_game false: a stretch of input that is none. What is wrong stands in findings. */
bool side_next(struct side *side, bool *is_game);

#endif
