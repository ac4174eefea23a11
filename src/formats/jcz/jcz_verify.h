/* SPDX-License-Identifier: MIT */
/* Shared parts of the comparison of a JCloisterZone save's messages with the game:
 * src/formats/jcz/jcz_verify.c and jcz*.c of the rooms. */
#ifndef BASTIDE_FORMATS_JCZ_JCZ_VERIFY_H
#define BASTIDE_FORMATS_JCZ_JCZ_VERIFY_H

#include "formats/jcz/jcz_script.h"
#include "formats/jcz/jcz_terms.h"

enum { NUMBERS = SUPPLY_MAX(7) + 1 };

struct jcz_comparison {
    struct referee *referee;
    const struct record *record;
    const struct jcz_said *said;
    struct arena *arena;
    struct findings *findings,
        *play;   /* findings of the comparison; findings of the referee that replays the game */
    uint32_t at; /* index of the next message */
    uint32_t serial[SEATS_MAX][MEEPLE_KINDS]
                   [NUMBERS];     /* serial of the follower that last bore a name; 0 if none did */
    const struct finding *before; /* last finding of the referee when the turn began */
    struct script_step missing;   /* first message that is missing before the next one */
    bool lacks;
    bool reported; /* reported that a message is missing or not expected; later differences may
                      depend on it */
    unsigned path_reported; /* last turn in which a wrong seat was reported to move a figure on its
                               path */
    bool told[MESSAGE_COUNT]; /* reported that messages of a kind follow another rule */
};

void jcz_verify(struct referee *referee, const struct record *record, struct findings *findings,
                struct ledger *ledger);

/* Raises a finding at a message, with its turn and the seat whose turn it is. */
void jcz_differs(struct jcz_comparison *c, enum finding_id id, const struct message *message,
                 const struct arg *args);

/* jcz_check_name() is true if a message names a follower of the game; otherwise it adds a finding.
 * jcz_named() returns the follower that a message names, NULL if it is in the supply. jcz_rename()
 * gives this name to another follower of the same player and kind, and exchanges their names. */
bool jcz_check_name(struct jcz_comparison *c, const struct message *message);
const struct meeple *jcz_named(struct jcz_comparison *c, const struct message *message);
void jcz_rename(struct jcz_comparison *c, const struct message *message,
                const struct meeple *meeple);

/* Functions that the rows of jcz_terms.def and of the rooms name. Each compares the follower that
 * the message of a step names with the game. */
#define JCZ_MESSAGE(id, type, read, write, check, ...)                                             \
    void check(struct jcz_comparison *c, const struct message *message,                            \
               const struct script_step *step);
#define JCZ_FIGURE(id, figure, path, move, write, check)                                           \
    void check(struct jcz_comparison *c, const struct message *message,                            \
               const struct script_step *step);
#include "rows.h"

#endif
