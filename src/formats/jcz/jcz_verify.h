/* SPDX-License-Identifier: MIT */
/* Shared parts of what holds the messages of a save of JCloisterZone against the game: jcz_verify.c
 * and jcz*.c of the rooms. */
#ifndef BASTIDE_FORMATS_JCZ_JCZ_VERIFY_H
#define BASTIDE_FORMATS_JCZ_JCZ_VERIFY_H

#include "formats/jcz/jcz_script.h"
#include "formats/jcz/jcz_terms.h"

enum { NUMBERS = 8 };

struct jcz_comparison {
    struct referee *referee;
    const struct record *record;
    const struct jcz_said *said;
    struct arena *arena;
    struct findings *findings,
        *play;   /* those of the comparison; those of the referee that plays along */
    uint32_t at; /* of the message that comes next */
    uint32_t serial[SEATS_MAX][MEEPLE_KINDS]
                   [NUMBERS];     /* of the follower that bears a name; 0 for one at hand */
    const struct finding *before; /* the referee's last finding when the turn began */
    struct script_step missing;   /* the first message that the save lacks before the next one */
    bool lacks;
    bool reported; /* that a message is missing, or too many: what follows may depend on that */
    unsigned path_reported;   /* the last turn of which it was reported that somebody else moves a
                                 figure on its path */
    bool told[MESSAGE_COUNT]; /* that messages of a kind follow another rule */
};

void jcz_verify(struct referee *referee, const struct record *record, struct findings *findings,
                struct ledger *ledger);

/* A finding at a message, with its turn and the seat whose turn it is. */
void jcz_differs(struct jcz_comparison *c, enum finding_id id, const struct message *message,
                 const struct arg *args);

/* The functions of rows of jcz_terms.def and of the rooms: who and which follower the message of a
 * step names. */
#define JCZ_MESSAGE(id, type, read, write, check, ...)                                             \
    void check(struct jcz_comparison *c, const struct message *message,                            \
               const struct script_step *step);
#define JCZ_FIGURE(id, figure, path, move, write, check)                                           \
    void check(struct jcz_comparison *c, const struct message *message,                            \
               const struct script_step *step);
#include "rows.h"

#endif
