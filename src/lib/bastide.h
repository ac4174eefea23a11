/* SPDX-License-Identifier: MIT */
/* libbastide: the referee of recorded games of Carcassonne as a library. bastide(3) describes each
 * function.
 *
 * A judge reads one stream of games, one game at a time. Only one thread at a time may use it;
 * judges share no state. Everything that a function returns belongs to the judge. It is valid until
 * the next call that is documented to change it. Programs must not make or copy the structures:
 * later versions may add members at the end. */
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

/* Return values of calls. A value below zero means that the call failed; bastide_why() returns the
 * reason. */
enum bastide_status {
    BASTIDE_NO_MEMORY = -2, /* out of memory: the judge can only be freed */
    BASTIDE_REFUSED = -1,
    BASTIDE_END = 0,    /* nothing remains, such as another game */
    BASTIDE_OK = 1,     /* success; for bastide_next(): a game was read */
    BASTIDE_NO_GAME = 2 /* a stretch of the input that is not a game; it may have findings */
};

/* Works as realloc(), but a size of 0 frees. Returns NULL if there is no memory. Called from the
 * thread that calls the library. */
typedef void *bastide_allocate(void *context, void *memory, size_t size);

const char *bastide_version(void);
struct bastide *bastide_new(bastide_allocate *allocate, void *context);
void bastide_free(struct bastide *judge);
const char *bastide_why(const struct bastide *judge);

int bastide_rules(struct bastide *judge, const char *profile);
int bastide_option(struct bastide *judge, const char *name, const char *value);
int bastide_tie(struct bastide *judge, const char *rule);
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
    const int *scores;          /* score of each seat */
    const char *const *players; /* name of each player */
    const char *identity;       /* 32 hexadecimal digits, equal for games with the same moves */
    const char *profile;
    size_t findings, events;
    size_t disabled;    /* findings that bastide_disable() left out */
    size_t conditions;  /* number of conditions, see bastide_condition() */
    unsigned winners;   /* set of the seats that win: bit 0 for the first seat */
    const char *reason; /* why they win: "points", "tie-rule", "resignation", "clock", "forfeit";
                           NULL if nobody wins, or if it is unknown who does */
};
const struct bastide_verdict *bastide_verdict(const struct bastide *judge);

/* A statement of the record that changes how it is judged. Members that its kind does not have are
 * NULL, 0 or BASTIDE_NO_SEAT. */
struct bastide_condition {
    const char *kind; /* "own-tiles", "brings", "copies", "supply", "option", "start", "discards" or
                         "adjusted" */
    const char *name, *value; /* name and value of an option; `name` also names a start tile or the
                                 expansions in play */
    int seat, number;         /* adjusted seat and its points; `number` is also a number of tiles */
};
const struct bastide_condition *bastide_condition(const struct bastide *judge, size_t index);

enum { BASTIDE_WARNING = 0, BASTIDE_ERROR = 1, BASTIDE_TROUBLE = 2 };

struct bastide_place {
    const char *at; /* path such as "replay[17]" in an imported document; otherwise NULL */
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

/* A value of an event, with the key under which the audit shows it, such as "cell" or "gap". If the
 * text is NULL, the value is the number. Seats are numbers; true and false are 1 and 0. */
struct bastide_field {
    const char *name, *text;
    int number;
};

/* An event. Members that it does not have are NULL, 0 or BASTIDE_NO_SEAT. bastide-audit(5)
 * describes the events. */
struct bastide_event {
    const char *name; /* "laid", "score", "turn", ... */
    int turn, part, seat;
    int has_cell, x, y;
    char side; /* side that the top of a tile faces, or side of a wall: N, E, S or W; 0 for none or
                  if unknown */
    const char *tile;    /* name of the tile in the record: "Q", "d17" */
    const char *kind;    /* kind of the feature: "city" */
    const char *feature; /* name of the feature at that moment: "cE@-1,2" */
    const char *segment; /* segment of the feature on which a follower stands, or beside which the
                            fairy stands */
    const char *other;   /* feature that it was joined to, or whose points a castle takes */
    const char *piece;   /* "small", "big", "builder", "wall", "tower", ... */
    const char *step;    /* step of a bazaar's tile: "opened"; reason why a follower came home:
                            "dragon" */
    const char *award, *rule;
    const char *terms; /* parts of the points: "2x4 tiles, 2x1 shields" */
    int points, final, completed, undetermined, count, other_seat;
    unsigned number_count; /* size of `numbers`: scores of a turn or of the end, or items taken */
    const int *numbers;
    const struct bastide_finding *finding;
    size_t field_count;
    const struct bastide_field *fields;
};
const struct bastide_event *bastide_event(const struct bastide *judge, size_t index);

enum bastide_ask {
    BASTIDE_DRAW,    /* chance decides: tile that is drawn; each tile is listed as often as it may
                        be drawn */
    BASTIDE_HELD,    /* tile of a bazaar that the seat lays */
    BASTIDE_DECLINE, /* "lay" or "decline" a tile that fits only with a bridge */
    BASTIDE_AGAIN,   /* "-" or "tile": a second tile in the turn */
    BASTIDE_PLACE,   /* "1,2W": cell and side that the top of the tile faces; what must be built for
                        it follows */
    BASTIDE_ACT,     /* act in CRN; "-" to do nothing more at this point; "bid:Q,0..2" if
                        BASTIDE_BID follows */
    BASTIDE_BID,     /* points that are bid */
    BASTIDE_TOKEN,   /* chance decides: act in CRN with the token that is drawn; each token is
                        listed as often as it is in the bag */
    BASTIDE_OUTSIDE, /* "-" to draw a tile, or the name of a tile that the seat holds and lays
                        instead */
    BASTIDE_LAY_ON   /* "-" or "tile": such a tile although the pack is empty */
};

struct bastide_decision {
    int ask; /* enum bastide_ask */
    int turn, seat;
    size_t choices;
    const char *tile; /* tile to be placed, or placed in this turn; NULL before it is drawn */
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
