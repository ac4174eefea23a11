/* SPDX-License-Identifier: MIT */
/* The fields of events: what an event of each kind shows, under which key. Reports, the library and
 * the schemas go through them and know no kind of event.
 */
#ifndef BASTIDE_LEDGER_FIELD_H
#define BASTIDE_LEDGER_FIELD_H

#include "ledger/ledger.h"

enum field_type {
    FIELD_LAID,          /* a tile on the table: its name, cell and orientation */
    FIELD_DESIGN,        /* the name of a tile, "?" for one that is not known */
    FIELD_CELL,          /* the cell of a tile on the table */
    FIELD_EDGE,          /* a side of the event's tile, null without a tile */
    FIELD_FEATURE,       /* the feature of a node, as it is named at that moment */
    FIELD_STAND,         /* the same, and the node itself as "segment" */
    FIELD_LATER,         /* name of that feature at the end of the game, if it is another one */
    FIELD_NODE,          /* the name of a node itself */
    FIELD_KIND,          /* a kind of feature */
    FIELD_MEEPLE,        /* a kind of meeple, left out for a small one */
    FIELD_SEAT,          /* a seat, null for SEAT_NONE */
    FIELD_WORD,          /* one of `words` */
    FIELD_TRUTH,         /* true or false */
    FIELD_NUMBER,        /* a number */
    FIELD_TIME,          /* a time in seconds, null for TIME_UNKNOWN */
    FIELD_NUMBER_IF_ANY, /* a 16-bit number, left out for NUMBER_NONE, null for NUMBER_UNKNOWN */
};

/* The member of struct bastide_event (lib/bastide.h) that shows a field besides its key. */
enum field_member {
    MEMBER_NONE,
    MEMBER_TILE,
    MEMBER_CELL,
    MEMBER_FEATURE,
    MEMBER_OTHER,
    MEMBER_OTHER_SEAT,
    MEMBER_PIECE,
    MEMBER_STEP,
    MEMBER_COUNT,
    MEMBER_POINTS,
    MEMBER_NUMBERS,
};

struct field {
    uint8_t type;   /* enum field_type */
    uint8_t member; /* enum field_member */
    uint8_t size;   /* bytes of the member of struct event */
    bool is_signed;
    uint16_t offset; /* offset of that member */
    const char *key;
    const char *const *words;
};

/* Returns the fields of a kind of event, *count of them. */
const struct field *event_fields(enum event_kind kind, unsigned *count);

/* True if events of the kind are reported without being asked for. */
bool event_is_unasked(enum event_kind kind);

/* Returns the sentence about an event for people, in which {words} are keys of fields; NULL for an
 * event that pages leave out (rows TEXT). */
const char *event_text(const struct event *event);

/* Returns the number that an event has in a field, whatever the type of the field. Not for
 * FIELD_DESIGN. */
int64_t field_number(const struct event *event, const struct field *field);

/* Returns the design of a FIELD_DESIGN; NULL for one that is not known. */
const struct design *field_design(const struct event *event, const struct field *field);

#endif
