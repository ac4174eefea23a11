/* SPDX-License-Identifier: MIT */
/* Facts about the messages of a JCloisterZone save that the record does not hold: the sender of
 * each message, and the follower that it names. src/formats/jcz/jcz_verify.c compares them with the
 * game. */
#ifndef BASTIDE_FORMATS_JCZ_JCZ_SAID_H
#define BASTIDE_FORMATS_JCZ_JCZ_SAID_H

#include "notation/record.h"

/* The kinds of messages: rows JCZ_MESSAGE and JCZ_FIGURE. */
enum message_kind {
#define JCZ_MESSAGE(id, ...) MESSAGE_##id,
#define JCZ_FIGURE(id, ...)  MESSAGE_##id,
#include "rows.h"
    MESSAGE_COUNT
};
enum { NAMED_NOBODY, NAMED_BADLY, NAMED_WELL };

struct message {
    struct place place;
    uint16_t turn;
    uint8_t kind;  /* enum message_kind */
    uint8_t seat;  /* sender, SEAT_NONE if the message names none */
    uint8_t named; /* whether it names a follower: NAMED_... */
    uint8_t meeple_seat, meeple_kind, meeple_number;
    bool on_cell;       /* fairy: moved to a cell, not beside a follower */
    const char *meeple; /* name of the follower as written */
};

/* A random number that draws a token, and the act that says which: indexes of its line in the
 * record, and of the act on the line. */
struct jcz_drawn {
    uint32_t line, act;
    double random; /* from 0 to less than 1 */
};

struct jcz_said {
    const struct message *messages; /* messages, without those that were taken back */
    uint32_t count;
    const struct jcz_drawn *drawn; /* tokens, in the order of their acts */
    uint32_t drawn_count;
    bool passes_idly; /* the game also asks players who can do nothing (version 4) */
};

#endif
