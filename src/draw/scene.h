/* SPDX-License-Identifier: MIT */
/* A scene: the things on a table, their places, and the stages of the game in which they are there.
 * It is a fold over the ledger, and pictures are drawn from it. */
#ifndef BASTIDE_DRAW_SCENE_H
#define BASTIDE_DRAW_SCENE_H

#include "draw/shape.h"
#include "ledger/ledger.h"

enum thing_kind {
    THING_TILE,
    THING_BRIDGE,   /* bridge; node: the road built over the tile */
    THING_WALL,     /* wall along a side of a tile; piece: enum wall_piece */
    THING_BUILDING, /* building of a seat, on the side of the tile where its feature is; piece: an
                       index of buildings[] */
    THING_FOLLOWER, /* meeple of a seat on a node */
    THING_ON_WALL,  /* piece of a seat that stands on a wall; piece: enum wall_piece */
    THING_NEUTRAL,  /* piece that belongs to nobody; piece: an index of neutrals[] */
    THING_LAST,     /* mark of the tile laid last */
    THING_STACK,    /* pieces stacked on land */
    THING_FINDING,  /* finding, on a cell or nowhere */
    THING_KINDS
};

/* The pieces that belong to nobody. */
enum {
    NEUTRALS = 0
#define NEUTRAL(event, ...) +1
#include "rows.h"
};
struct neutral {
    uint8_t event; /* enum event_kind that moves it */
    const char *name;
    char letter; /* letter in the drawing in letters, in `column` of its tile */
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
    char letter;   /* letter in the drawing in letters */
    const char *name;
};
extern const struct building buildings[BUILDINGS + 1];

/* Pieces that are stacked on land. */
enum {
    STACKS = 0
#define STACK(event, name, glyph) +1
#include "rows.h"
};
struct stack_piece {
    uint8_t event; /* enum event_kind that stacks one */
    const char *name;
};
extern const struct stack_piece stack_pieces[STACKS + 1];

/* Pieces on sides of tiles, by enum wall_piece. */
enum edge_part { ALONG, AT_BEGINNING, AT_MIDDLE };
enum edge_over { OVER_NOTHING, OVER_ARCH, OVER_TEETH };
struct edge_piece {
    char letter;       /* letter in the drawing in letters; 0 for the letter of the seat */
    uint8_t where;     /* enum edge_part: all along the side, or standing on a part of it */
    uint8_t from;      /* distance of the ends of a line along the side from the corners */
    uint8_t over;      /* enum edge_over: what is drawn over a line */
    const char *class; /* style class of a line */
};
extern const struct edge_piece edge_pieces[PIECE_COUNT + 1];

/* A thing of a scene. The stages of a game are numbered. Stage 0 is its start. Then each part of a
 * turn is a stage, counted one by one and not by the number of its turn. The last stage follows all
 * turns. A thing is there at the end of each stage from `from` up to, but not including, `to`. */
struct thing {
    uint8_t kind, seat, piece, side;
    uint8_t meeple;      /* kind of a meeple (enum meeple_kind) */
    uint8_t height;      /* pieces of a stack */
    uint8_t load;        /* what lies beside a meeple (rows LOAD) */
    bool nowhere;        /* a finding without a place on the table */
    uint16_t tile, node; /* tile and node; TILE_NONE, NODE_NONE without one */
    uint16_t from, to;
    uint16_t turn; /* number of the turn in which it came */
    struct cell cell;
    struct point at; /* its middle; a tile is TILE_SIZE wide, and 0,0 is the north-west corner of
                        the cell 0,0 */
    const struct finding *finding;
};
enum { STAGE_NEVER = UINT16_MAX };

/* Returns the name of a thing in data. */
const char *thing_name(const struct thing *thing);

struct scene {
    const struct ledger *ledger;
    uint16_t turns;       /* number of parts of turns */
    struct thing *things; /* things in the order in which they came */
    size_t count, room;
    struct drawn { /* designs of its tiles, in the order in which they were laid */
        const struct design *design;
        struct shape shape;
    } * drawn;
    size_t drawn_count, drawn_room;
};

/* Kinds of events that the ledger must hold. */
enum {
    SCENE_EVENTS = EVENTS(EVENT_LAID) | EVENTS(EVENT_FOLLOWER) | LEAVE_EVENTS | FREE_EVENTS |
                   EVENTS(EVENT_BUILT) | EVENTS(EVENT_FINDING) | EVENTS(EVENT_TURN) | ITEM_EVENTS
#define NEUTRAL(event, ...)  | EVENTS(EVENT_##event)
#define ON_EDGE(event)       | EVENTS(EVENT_##event)
#define BUILDING(event, ...) | EVENTS(EVENT_##event)
#define STACK(event, ...)    | EVENTS(EVENT_##event)
#define LOAD(event, ...)     | EVENTS(EVENT_##event)
#include "rows.h"
};

/* Fills an empty scene with the things of a game. */
void scene_make(struct scene *scene, const struct ledger *ledger);
void scene_free(struct scene *scene);

/* Finds the least and the greatest x and y of what is drawn: tiles, and findings beside them. Both
 * are 0,0 if nothing is drawn. */
void scene_bounds(const struct scene *scene, struct cell *least, struct cell *greatest);

/* Copies into `things` those things of a scene that are there at the end of a stage, and are at
 * most `around` cells away from the middle in each direction; of the findings, those of the stage.
 * `things` has room for scene->count. Returns their number. */
size_t scene_crop(const struct scene *scene, struct cell middle, int around, uint16_t stage,
                  struct thing *things);

/* Returns the number of a design among the drawn ones; a new design is added to them. */
unsigned scene_design(struct scene *scene, const struct design *design);

static inline bool thing_stays(const struct thing *thing)
{
    return thing->to == STAGE_NEVER;
}

/* The cell of a tile, and its quarter turns clockwise. lie_point() turns a point of the tile into a
 * point of the table. */
struct lie {
    struct cell cell;
    unsigned quarters;
};
static inline struct point lie_point(struct lie lie, struct point point)
{
    point = point_turned(point, lie.quarters);
    return (struct point){lie.cell.x * TILE_SIZE + point.x, lie.cell.y * TILE_SIZE + point.y};
}

/* Returns the point of the table for a point of a thing's tile, which is given as if the side of
 * the thing were the north side. */
static inline struct point thing_beside(const struct thing *thing, int x, int y)
{
    return lie_point((struct lie){thing->cell, thing->side}, (struct point){x, y});
}

#endif
