/* SPDX-License-Identifier: MIT */
/* The messages of a save of JCloisterZone, as far as they say more than the moves of its record. */
#ifndef BASTIDE_FORMATS_JCZ_JCZ_SAID_H
#define BASTIDE_FORMATS_JCZ_JCZ_SAID_H

#include "notation/record.h"

/* A message of a save, as far as it says more than what became of it in the lines: who sent it, and
 * which follower it names. */
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
    uint8_t seat;  /* SEAT_NONE when it does not say */
    uint8_t named; /* does it name a follower? */
    uint8_t meeple_seat, meeple_kind, meeple_number;
    bool on_cell;       /* the fairy: on a cell, beside nobody */
    const char *meeple; /* its name as written */
};

struct jcz_said {
    const struct message *messages; /* those that were taken back are left out */
    uint32_t count;
};

#endif
