/* SPDX-License-Identifier: MIT */
/* What lies and stands on a table, where, and in which turns: a fold over the ledger, from which
 * pictures are drawn. */
#ifndef BASTIDE_DRAW_SCENE_H
#define BASTIDE_DRAW_SCENE_H

#include "draw/shape.h"
#include "ledger/ledger.h"

enum thing_kind {
    THING_TILE,
    THING_BRIDGE,   /* node: the road built over the tile */
    THING_WALL,     /* along a side of the tile: piece */
    THING_BUILDING, /* of seat, on the side of the tile where its feature is: piece, an index of
                       buildings[] */
    THING_FOLLOWER, /* of seat, on node */
    THING_ON_WALL,  /* of seat, on a wall of the tile: piece */
    THING_NEUTRAL,  /* a piece of nobody: piece, an index of neutrals[] */
    THING_LAST,     /* the tile that was laid last */
    THING_FINDING,  /* on cell, or nowhere */
    THING_KINDS
};

/* The pieces of nobody. */
enum {
    NEUTRALS = 0
#define NEUTRAL(event, ...) +1
#include "rows.h"
};
struct neutral {
    uint8_t event; /* enum event_kind that moves it */
    const char *name;
    char letter; /* in the table of letters, in this column of its tile */
    uint8_t column;
    struct point at;
};
extern const struct neutral neutrals[NEUTRALS + 1];

/* Buildings of seats on features. */
enum {
    BUILDINGS = 0
#define BUILDING(event, name, letter, figure) +1
#include "rows.h"
};
struct building {
    uint8_t event; /* enum event_kind that builds it */
    char letter;   /* in the table of letters */
    const char *name;
};
extern const struct building buildings[BUILDINGS + 1];

/* Pieces on sides of tiles, by enum wall_piece. */
enum edge_part { ALONG, AT_BEGINNING, AT_MIDDLE };
enum edge_over { OVER_NOTHING, OVER_ARCH, OVER_TEETH };
struct edge_piece {
    char letter;       /* in the table of letters; 0 for the seat's */
    uint8_t where;     /* enum edge_part: all along the side, or standing on a part of it */
    uint8_t from;      /* of a line along the side, from the corners */
    uint8_t over;      /* enum edge_over: what is drawn over a line */
    const char *class; /* in the style, of a line */
};
extern const struct edge_piece edge_pieces[PIECE_COUNT + 1];

/* Stages of a game are counted: 0 is its start, each turn is one, whatever number it bears, the
 * last is what comes behind them. A thing is there at the end of each stage from `from` up to, but
 * not at, `to`. */
struct thing {
    uint8_t kind, seat, piece, side;
    uint8_t meeple;      /* of a follower: enum meeple_kind */
    bool nowhere;        /* it is told, and has no place on the table */
    uint16_t tile, node; /* TILE_NONE, NODE_NONE without one */
    uint16_t from, to;
    uint16_t turn; /* in which it came, by its number */
    struct cell cell;
    struct point at; /* its middle, a tile being TILE_SIZE wide; 0,0 is the north-west corner of the
                        cell 0,0 */
    const struct finding *finding;
};
enum { STAGE_NEVER = UINT16_MAX };

/* Its name in data. */
const char *thing_name(const struct thing *thing);

struct scene {
    const struct ledger *ledger;
    uint16_t turns;       /* how many there were */
    struct thing *things; /* in the order in which they came */
    size_t count, room;
    struct drawn { /* the designs of its tiles, the first that was laid first */
        const struct design *design;
        struct shape shape;
    } * drawn;
    size_t drawn_count, drawn_room;
};

/* What the ledger must hold. */
enum {
    SCENE_EVENTS = EVENTS(EVENT_LAID) | EVENTS(EVENT_FOLLOWER) | EVENTS(EVENT_RETURNED) |
                   EVENTS(EVENT_BUILT) | EVENTS(EVENT_FINDING) | EVENTS(EVENT_TURN) | ITEM_EVENTS
#define NEUTRAL(event, ...)  | EVENTS(EVENT_##event)
#define ON_EDGE(event)       | EVENTS(EVENT_##event)
#define BUILDING(event, ...) | EVENTS(EVENT_##event)
#include "rows.h"
};

/* The game's, of an empty scene. */
void scene_make(struct scene *scene, const struct ledger *ledger);
void scene_free(struct scene *scene);

/* The corners of what is drawn: tiles, and findings beside them. */
void scene_bounds(const struct scene *scene, struct cell *least, struct cell *greatest);

/* The number of a design among the drawn ones, which it joins. */
unsigned scene_design(struct scene *scene, const struct design *design);

static inline bool thing_stays(const struct thing *thing)
{
    return thing->to == STAGE_NEVER;
}

/* Where a tile lies, and how; and a point of it on the table. */
struct lie {
    struct cell cell;
    unsigned quarters;
};
static inline struct point lie_point(struct lie lie, struct point point)
{
    point = point_turned(point, lie.quarters);
    return (struct point){lie.cell.x * TILE_SIZE + point.x, lie.cell.y * TILE_SIZE + point.y};
}

/* A point at a side of a thing's tile, given as if that were the north side. */
static inline struct point thing_beside(const struct thing *thing, int x, int y)
{
    return lie_point((struct lie){thing->cell, thing->side}, (struct point){x, y});
}

#endif
