/* SPDX-License-Identifier: MIT */
/* The wall of The City, for the files that share it: wall.c, walls.c, ring.c, guard.c, tower.c. It
 * is a chain that begins with the gate and grows at both ends: end 0 clockwise, end 1
 * counterclockwise. The tiles on the table determine where an end goes on.
 */
#ifndef BASTIDE_EXPANSIONS_WALLS_H
#define BASTIDE_EXPANSIONS_WALLS_H

#include "expansions/city/outline.h"
#include "expansions/pieces.h"
#include "board/scoring.h"

enum {
    WALLS_MAX = 74, /* 70 walls, 2 short ones, the gate, and one too many in a broken record */
    OUTLINE_EDGES_MAX = 4 * TILES_MAX,
};

enum wall_kind { WALL_GATE, WALL_NORMAL, WALL_SHORT };

struct wall {
    struct edge edge;
    uint8_t kind; /* enum wall_kind */
    uint8_t seat;
    uint8_t tower; /* seat of its tower, SEAT_NONE for none */
    uint16_t turn; /* turn that laid it */
};

enum stage {
    STAGE_NONE,
    STAGE_PHASE,
    STAGE_CLOSED,   /* the ring is being closed */
    STAGE_UNCALLED, /* walls are laid that no scoring called for */
};

struct walls {
    struct wall walls[WALLS_MAX];
    uint64_t marks[SIDES]; /* for each side, the cells of tiles with a wall on it, as bits that
                              other cells may share (walls_mark()) */
    uint8_t count;
    uint8_t chain[CHAIN_ENDS][WALLS_MAX]; /* numbers of the walls at each end, outward from the
                                             gate, which is in neither */
    uint8_t chain_count[CHAIN_ENDS];
    bool ended;
    const char *why; /* reason why it ended, in words */
    bool by_test;    /* it ended because few walls close the ring, in a turn without a phase */
    bool broken;     /* a wall was left out, or stands where it should not: it is unknown how the
                        chain goes on */
    /* The turn under way. */
    bool scored;               /* a scoring of its tile paid somebody */
    bool completed;            /* its tile completed a feature */
    bool by_wall;              /* features that walls completed are being scored */
    uint8_t rested[SEATS_MAX]; /* followers in supply that did not come home in this turn */
    uint8_t stage;             /* enum stage */
    uint8_t pile;              /* pile in play in the phase: 2 or 3 */
    uint8_t due, laid;         /* pieces of the phase still to be laid; pieces laid */
    uint8_t next;         /* seat that lays the next piece: pieces are laid one by one, around the
                             table */
    uint8_t owing, early; /* seat that was next, and seat that laid a piece too early; both are
                             SEAT_NONE if the order is kept or restored */
    uint8_t last[SEATS_MAX]; /* number of the last wall of each seat, SEAT_NONE for none */
    bool towered;            /* a tower was placed in the phase */
    struct edge tower_as;    /* its place as the record names it */
    struct edge tower_plain; /* its place as choices name it */
    uint8_t guards; /* number of seats from the active seat to that of the last guard of the phase,
                       if guards come last */
    uint8_t newest; /* number of the wall laid last in the phase, SEAT_NONE for none */
    struct place place; /* place in the record of the last wall of the phase, or of the turn's tile
                           if there is no such wall */
    bool first;         /* the phase is the first of the game */
    uint8_t newest_end;
};

/* ---- walls.c ---- */

struct walls *walls_of(const struct referee *referee);

/* Returns the bit of an edge's cell in walls.marks. If it is not set, no wall stands on the
 * edge. */
static inline uint64_t walls_mark(struct edge edge)
{
    return (uint64_t)1 << ((edge.cell.x + 8 * edge.cell.y) & 63);
}

/* Returns the wall or the gate on an edge, or NULL. */
const struct wall *walls_at(const struct walls *walls, struct edge edge);

/* walls_last() returns the edge of the last wall at an end, or of the gate if the end has no wall.
 * walls_after() returns the edge of the wall that would come next. A gate must stand. */
struct edge walls_last(const struct walls *walls, unsigned end);
struct edge walls_after(const struct referee *referee, unsigned end);

/* True if the referee knows everything on which the phases and the chain depend. */
bool walls_are_known(const struct referee *referee);

/* Raises a finding that depends on walls_are_known(). If that is false, returns NULL, and the game
 * is undetermined. */
struct finding *walls_raise(struct referee *referee, enum finding_id id, struct place place,
                            const struct arg *args);

/* True if `most` walls or fewer would close the ring along the outline. */
bool walls_gap_within(const struct referee *referee, unsigned most);

/* Returns the number of walls in the stock. */
static inline unsigned walls_left(const struct referee *referee)
{
    return holdings_left(referee, STOCK_WALL, 0);
}

/* Returns the seat that lays the next wall of the phase; SEAT_NONE if all are laid, or the ring is
 * complete. */
unsigned walls_next_seat(const struct referee *referee);

/* Returns an act that names an edge. */
struct act walls_act(enum verb_id verb, struct edge edge);

/* Writes into the ledger that a piece was put on an edge, or was dealt (to no edge). Returns the
 * event, which the caller may complete; NULL if there is none. */
struct wall_event *walls_write(struct referee *referee, unsigned seat, enum wall_piece piece,
                               struct edge edge, unsigned count);

/* Errors of a piece of the wall, as a set of bits: at most one about its place, which is in
 * WALL_WRONG_PLACE. */
enum {
    WALL_WRONG_NO_TILE = 1,
    WALL_WRONG_FACES_TILE = 2,
    WALL_WRONG_BEARS_WALL = 4,
    WALL_WRONG_FACES_INSIDE = 8,
    WALL_WRONG_PLACE = 15,
    WALL_WRONG_NOT_AT_END = 16,
    WALL_WRONG_UNCALLED = 32,
    WALL_WRONG_COUNT = 64,
    WALL_WRONG_SEAT = 128,
    WALL_WRONG_SECOND_GATE = 256,
    WALL_WRONG_NO_GATE = 512,
    WALL_WRONG_STOCK = 1024,
    WALL_WRONG_SHORT_STOCK = 2048,
    WALL_WRONG_SHORT_PLACE = 4096,
};

unsigned walls_check_place(const struct referee *r, struct edge edge);
/* Raises 507 for an error about the place. */
void walls_raise_place(struct referee *r, struct edge edge, unsigned wrong, struct place place);
/* Adds a piece. The chain goes on with it at `end`; with CHAIN_ENDS it lies apart from the
 * chain. */
void walls_add(struct referee *r, unsigned seat, struct edge edge, enum wall_kind kind,
               unsigned end);
/* Returns the end of the chain at which an edge comes next, CHAIN_ENDS for neither. */
unsigned walls_end_for(const struct referee *r, struct edge edge);
/* Returns the end of the chain that goes on with a wall, CHAIN_ENDS for a wall that lies apart
 * (506). After a wall that was left out or misplaced, the chain is found again if walls stand
 * near. */
unsigned walls_find_end(struct referee *r, struct edge edge, struct place place);

/* ---- ring.c ---- */

bool ring_is_in_phase(const struct walls *w);
/* True if all tiles are drawn or, in a phase, all walls are laid. */
bool ring_is_used_up(const struct referee *r);
bool ring_is_over(const struct referee *r);
enum option_id ring_end_option(const struct referee *r);
/* Closes the rest of the ring, even if too few walls remain for it. If the ends cannot be joined,
 * closes all edges that face the outside. This happens if there is no gate, if an end is closed in,
 * or if it is unknown how the chain goes on. */
void ring_close(struct referee *r);
/* Check and judge the verb `close:EDGE`, which lays one wall of the rest of the ring. The whole
 * rest is laid when the game is over. */
unsigned ring_check(struct referee *r, unsigned seat, const struct act *act);
void ring_judge(struct referee *r, unsigned seat, const struct act *act);

/* ---- guard.c ---- */

/* Check and judge the verbs `guard` and `guard:EDGE`. Raise 502, 511 to 516, 604. */
unsigned guard_check(struct referee *referee, unsigned seat, const struct act *act);
void guard_judge(struct referee *referee, unsigned seat, const struct act *act);
void guard_choices(struct referee *referee, struct choices *choices);
/* Makes an act name a guard's wall as the choices do (plain() in struct expansion). */
void guard_plain(struct referee *referee, struct act *act);
/* Pays each guard for the buildings that it sees at the end of the game. */
void guard_final(struct referee *referee);

/* ---- tower.c ---- */

/* Check and judge the verb `tower:EDGE`. Raise 502, 521 to 526. */
unsigned tower_check(struct referee *referee, unsigned seat, const struct act *act);
void tower_judge(struct referee *referee, unsigned seat, const struct act *act);
void tower_choices(struct referee *referee, struct choices *choices);
/* Makes an act name a tower's place as the choices do. */
void tower_plain(struct referee *referee, struct act *act);

#endif
