/* SPDX-License-Identifier: MIT */
/* libbastide: the referee of recorded games of Carcassonne as a library. bastide(3) says what each
 * function does.
 *
 * A judge is one stream of games, one game at a time, and no more than one thread at a time; judges
 * know nothing of each other. What a function hands out is the judge's, and valid until the next
 * call that is said to change it. Structures are only ever handed out: later versions may add
 * members at their ends.
 */
#ifndef BASTIDE_H
#define BASTIDE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined __GNUC__
#pragma GCC visibility push(default)
#endif

struct bastide;

/* What calls return. Below zero nothing came of the call: bastide_why(). */
enum bastide_status {
    BASTIDE_NO_MEMORY = -2, /* the judge can only be freed now */
    BASTIDE_REFUSED = -1,
    BASTIDE_END = 0,    /* there is no more */
    BASTIDE_OK = 1,     /* done; of bastide_next(): a game */
    BASTIDE_NO_GAME = 2 /* a stretch of the input that is no game, and has findings */
};

/* As realloc(), but a size of 0 frees; NULL: there is none. Called from the thread that calls the
 * library. */
typedef void *bastide_allocate(void *context, void *memory, size_t size);

const char *bastide_version(void);
struct bastide *bastide_new(bastide_allocate *allocate, void *context);
void bastide_free(struct bastide *judge);
const char *bastide_why(const struct bastide *judge);

int bastide_rules(struct bastide *judge, const char *profile);
int bastide_option(struct bastide *judge, const char *name, const char *value);
int bastide_strict(struct bastide *judge, int strict);
int bastide_disable(struct bastide *judge, const char *finding);
int bastide_tileset(struct bastide *judge, const char *yaml, size_t size);

int bastide_open(struct bastide *judge, const char *path);
int bastide_open_text(struct bastide *judge, const char *text, size_t size);
int bastide_next(struct bastide *judge);
int bastide_judge(struct bastide *judge, int with_events);
const char *bastide_crn(struct bastide *judge);

enum {
    BASTIDE_NO_SEAT = -1,
    BASTIDE_UNCLAIMED = 0,
    BASTIDE_CLAIMS_EQUAL = 1,
    BASTIDE_CLAIMS_DIFFER = 2
};

struct bastide_verdict {
    int legal, valid, complete, undetermined, claims;
    unsigned seats;
    const int *scores;          /* of each seat */
    const char *const *players; /* their names */
    const char *identity;       /* 32 hexadecimal digits, the same for the same moves */
    const char *profile;
    size_t findings, events;
    size_t disabled;   /* findings that bastide_disable() left out */
    size_t conditions; /* bastide_condition() */
};
const struct bastide_verdict *bastide_verdict(const struct bastide *judge);

/* A statement of the record that changes how it is judged; members that its kind lacks are NULL, 0
 * or BASTIDE_NO_SEAT. */
struct bastide_condition {
    const char *kind; /* "own-tiles", "brings", "option", "start", "discards" or "adjusted" */
    const char *name,
        *value;       /* of an option; the name also of a start tile, or of the rules in play */
    int seat, number; /* whose score is adjusted by how much; number also counts tiles */
};
const struct bastide_condition *bastide_condition(const struct bastide *judge, size_t index);

enum { BASTIDE_WARNING = 0, BASTIDE_ERROR = 1, BASTIDE_TROUBLE = 2 };

struct bastide_place {
    const char *at; /* "replay[17]" in an imported document, else NULL */
    unsigned line, column, end;
};

struct bastide_finding {
    int code, severity;
    const char *name, *message;
    const char *when; /* "turn 12, Ben (b), Q on 1,2W", or NULL */
    struct bastide_place place, also;
    const char *also_message; /* NULL without a second place */
    int turn, step, seat;
};
const struct bastide_finding *bastide_finding(const struct bastide *judge, size_t index);

/* A value that the audit shows of an event, with its key, such as "cell" or "gap". It is a number
 * if the text is NULL. Seats are numbers, and so are true and false: 1 and 0. */
struct bastide_field {
    const char *name, *text;
    int number;
};

/* Members that an event has not are NULL, 0 or BASTIDE_NO_SEAT; bastide-audit(5) says what each
 * event is. */
struct bastide_event {
    const char *name; /* "laid", "score", "turn", ... */
    int turn, part, seat;
    int has_cell, x, y;
    char side; /* a tile's top or a wall's side: N, E, S, W; 0 without one, or where it is not known
                */
    const char *tile;    /* its name in the record: "Q", "d17" */
    const char *kind;    /* of the feature: "city" */
    const char *feature; /* "cE@-1,2", as it is named at that moment */
    const char *segment; /* of it, on which a follower stands, or beside which the fairy does */
    const char *other;   /* the feature that it was joined to, or that fed a castle */
    const char *piece;   /* "small", "big", "builder", "wall", "tower", ... */
    const char *step;    /* of a bazaar's tile: "opened"; why a follower came home: "dragon" */
    const char *award, *rule;
    const char *terms; /* "2x4 tiles, 2x1 shields": what the points are made of */
    int points, final, completed, undetermined, count, other_seat;
    unsigned number_count; /* scores after a turn or at the end; items taken */
    const int *numbers;
    const struct bastide_finding *finding;
    size_t field_count;
    const struct bastide_field *fields;
};
const struct bastide_event *bastide_event(const struct bastide *judge, size_t index);

enum bastide_ask {
    BASTIDE_DRAW,    /* chance: which tile is drawn; it stands there as often as it may be */
    BASTIDE_HELD,    /* which of the tiles of a bazaar is laid */
    BASTIDE_DECLINE, /* "lay" or "decline" a tile that fits only with a bridge */
    BASTIDE_AGAIN,   /* "-" or "tile": a second tile in the turn */
    BASTIDE_PLACE,   /* "1,2W": cell, and which side of it the tile's top faces */
    BASTIDE_ACT,     /* an act as CRN has it, "-" for no more at this point, "bid:Q,0..2" where
                        BASTIDE_BID follows */
    BASTIDE_BID      /* points */
};

struct bastide_decision {
    int ask; /* enum bastide_ask */
    int turn, seat;
    size_t choices;
    const char *tile; /* to be placed, or that was; NULL before */
    const int *scores;
    unsigned tiles_left;
};
int bastide_go(struct bastide *judge, unsigned turn);
const struct bastide_decision *bastide_decision(struct bastide *judge);
const char *bastide_choice(const struct bastide *judge, size_t index);
int bastide_choice_seat(const struct bastide *judge, size_t index);
int bastide_choose(struct bastide *judge, size_t index);
int bastide_undo(struct bastide *judge);

#if defined __GNUC__
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

#endif
