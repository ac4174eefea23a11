/* SPDX-License-Identifier: MIT */
/* The wall of The City, for the files that share it: wall.c, walls.c, ring.c, guard.c, tower.c. It
 * is a chain that begins with the gate and grows at both ends, clockwise and counterclockwise.
 * Where an end goes on follows from the tiles as they lie then.
 */
#ifndef BASTIDE_EXPANSIONS_WALLS_H
#define BASTIDE_EXPANSIONS_WALLS_H

#include "expansions/city/outline.h"
#include "expansions/pieces.h"
#include "board/scoring.h"

enum {
    WALLS_MAX = 74, /* 70, 2 short ones, the gate, and one that a broken record lays too many */
    OUTLINE_EDGES_MAX = 4 * TILES_MAX,
};

enum wall_kind { WALL_GATE, WALL_NORMAL, WALL_SHORT };

struct wall {
    struct edge edge;
    uint8_t kind; /* enum wall_kind */
    uint8_t seat;
    uint8_t tower; /* its seat, SEAT_NONE without one */
    uint16_t turn; /* that laid it */
};

enum stage {
    STAGE_NONE,
    STAGE_PHASE,
    STAGE_CLOSED,   /* the ring is being closed */
    STAGE_UNCALLED, /* walls are laid that no scoring called for */
};

struct walls {
    struct wall walls[WALLS_MAX];
    uint64_t marks[SIDES]; /* of the walls on each side of tiles: bits of their cells, which others
                              may share (walls_mark()) */
    uint8_t count;
    uint8_t chain[CHAIN_ENDS][WALLS_MAX]; /* walls outward from the gate, which is in neither */
    uint8_t chain_count[CHAIN_ENDS];
    bool ended;
    const char *why; /* it ended, in words */
    bool by_test;    /* ended because few walls close the ring, in a turn without a phase */
    bool broken;     /* a wall was left out, or stands where it should not: how the chain goes on is
                        unknown */
    /* The turn under way. */
    bool scored;               /* its tile brought a scoring that paid somebody */
    bool completed;            /* it completed something */
    bool by_wall;              /* a wall is being scored */
    uint8_t rested[SEATS_MAX]; /* followers in supply that did not come home in it */
    uint8_t stage;             /* enum stage */
    uint8_t pile;              /* of the phase: 2 or 3 */
    uint8_t due, laid;         /* pieces dealt that are still to be laid; those laid */
    uint8_t next;         /* whose is next: they are dealt and laid one by one, around the table */
    uint8_t owing, early; /* whose was next, and who laid one instead; SEAT_NONE when nobody did, or
                             the order is restored */
    uint8_t last[SEATS_MAX]; /* each seat's last one, SEAT_NONE before */
    bool towered;            /* the phase has its tower */
    struct edge tower_as;    /* as the record names its place */
    struct edge tower_plain; /* and as choices do */
    uint8_t guards; /* how many seats on from the active one the last guard of the phase was, where
                       they come last */
    uint8_t newest; /* the wall laid last in the phase; SEAT_NONE before */
    struct place place; /* of the wall named last in the phase; of the turn's tile before */
    bool first;         /* the phase is the first of the game */
    uint8_t newest_end;
};

/* ---- walls.c ---- */

struct walls *walls_of(const struct referee *referee);

/* The bit of an edge's cell: where it is not set no wall stands. */
static inline uint64_t walls_mark(struct edge edge)
{
    return (uint64_t)1 << ((edge.cell.x + 8 * edge.cell.y) & 63);
}

/* The wall, or gate, on an edge; NULL for none. */
const struct wall *walls_at(const struct walls *walls, struct edge edge);

/* The last wall at an end, the gate when it has none; and where the wall after that goes. A gate
 * must stand. */
struct edge walls_last(const struct walls *walls, unsigned end);
struct edge walls_after(const struct referee *referee, unsigned end);

/* Is all known on which the phases and the chain depend? */
bool walls_are_known(const struct referee *referee);

/* Raises a finding that depends on that; NULL, and the game is undetermined, where it is not known.
 */
struct finding *walls_raise(struct referee *referee, enum finding_id id, struct place place,
                            const struct arg *args);

/* Would so many walls, or fewer, close the ring along the outline? */
bool walls_gap_within(const struct referee *referee, unsigned most);

/* Walls in the stock. */
static inline unsigned walls_left(const struct referee *referee)
{
    return holdings_left(referee, STOCK_WALL, 0);
}

/* Whose wall is next in the phase; SEAT_NONE when all are laid, or the ring is complete. */
unsigned walls_next_seat(const struct referee *referee);

/* An act that names an edge. */
struct act walls_act(enum verb_id verb, struct edge edge);

/* Writes into the ledger that a piece was put on an edge, or dealt (no edge then). Returns what is
 * written, for more of it; NULL without a ledger. */
struct wall_event *walls_write(struct referee *referee, unsigned seat, enum wall_piece piece,
                               struct edge edge, unsigned count);

/* What is wrong with a piece of the wall, as a set: at most one that says where it may not stand,
 * and one that says when. */
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
/* Raises 507 for what is wrong with the place. */
void walls_raise_place(struct referee *r, struct edge edge, unsigned wrong, struct place place);
/* Adds a piece: the chain goes on with it at that end; with CHAIN_ENDS it lies apart from the
 * chain. */
void walls_add(struct referee *r, unsigned seat, struct edge edge, enum wall_kind kind,
               unsigned end);
/* The end of the chain that an edge comes next to, CHAIN_ENDS for neither. */
unsigned walls_end_for(const struct referee *r, struct edge edge);
/* The end of the chain that a wall goes on, CHAIN_ENDS for one that lies apart (506). After one
 * that was left out or misplaced the chain is found again where walls stand near. */
unsigned walls_find_end(struct referee *r, struct edge edge, struct place place);

/* ---- ring.c ---- */

bool ring_is_in_phase(const struct walls *w);
/* Are all tiles drawn, or in a phase all walls laid? */
bool ring_is_used_up(const struct referee *r);
bool ring_is_over(const struct referee *r);
enum option_id ring_end_option(const struct referee *r);
/* Closes the rest of the ring, whether or not walls are left for it; or all that faces the outside
 * when the ends cannot be joined: without a gate, or where an end is closed in. */
void ring_close(struct referee *r);
/* The verb `close:EDGE`: a wall of the rest of the ring, all of which is laid when the game is
 * over. */
unsigned ring_check(struct referee *r, unsigned seat, const struct act *act);
void ring_judge(struct referee *r, unsigned seat, const struct act *act);

/* ---- guard.c ---- */

/* The verbs `guard` and `guard:EDGE`: 502, 511 to 516, 604. */
unsigned guard_check(struct referee *referee, unsigned seat, const struct act *act);
void guard_judge(struct referee *referee, unsigned seat, const struct act *act);
void guard_choices(struct referee *referee, struct choices *choices);
/* Names a guard's wall as choices do: see struct expansion. */
void guard_plain(struct referee *referee, struct act *act);
/* What each guard sees at the end of the game. */
void guard_final(struct referee *referee);

/* ---- tower.c ---- */

/* The verb `tower:EDGE`: 502, 521 to 526. */
unsigned tower_check(struct referee *referee, unsigned seat, const struct act *act);
void tower_judge(struct referee *referee, unsigned seat, const struct act *act);
void tower_choices(struct referee *referee, struct choices *choices);
/* The same of a tower. */
void tower_plain(struct referee *referee, struct act *act);

#endif
