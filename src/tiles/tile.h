/* SPDX-License-Identifier: MIT */
/* Designs of tiles, as data. A design describes the unturned tile. Designs come from base.yaml and
 * the tiles.yaml of each room (compiled into sets_table.c), from a user's file, or from a record's
 * header; tile_yaml.c reads all of them.
 */
#ifndef BASTIDE_TILES_TILE_H
#define BASTIDE_TILES_TILE_H

#include <assert.h>
#include "base/arena.h"
#include "tiles/port.h"

enum {
    /* Eight half-sides, four middles, and two pieces of land inside: no drawing can have more. */
    SEGMENTS_MAX = 14,
    SEGMENT_NONE = 0xFF,
    NAME_BYTES_MAX = 31, /* bytes of a tile's, set's or profile's name */
    ALIASES_MAX = 4,
    BRINGS_MAX = 8, /* rules that one set brings */
    PILES_MAX = 4,  /* piles of a set, which are drawn one after the other */
    PIECES_MAX = 8, /* kinds of pieces that come with a set */
};

/* The kinds of land and features: rows KIND (tiles/kinds.def). */
enum kind {
#define KIND(id, letter, name, ...) KIND_##id,
#include "rows.h"
    KIND_COUNT
};
static_assert(KIND_COUNT <= 16, "struct meeple_facts has a bit a kind");

/* Marks that a tile or a segment bears besides its land: rows MARK (tiles/marks.def). Their order
 * gives the bits. */
enum mark_id {
#define MARK(id, key, value, where, sign) MARK_ID_##id,
#include "rows.h"
    MARK_COUNT
};
enum {
#define MARK(id, key, value, where, sign) MARK_##id = 1 << MARK_ID_##id,
#include "rows.h"
};

struct mark_facts {
    const char *key;
    bool value;   /* value of the key that sets the mark */
    bool on_tile; /* true for a mark of a tile, false for one of a segment */
    const char *sign;
};
static_assert(MARK_COUNT <= 32, "designs and segments have a bit a mark");
extern const struct mark_facts marks[MARK_COUNT];

struct kind_facts {
    char letter; /* letter in the notation; 0 for a kind that no segment has */
    const char *name;
    bool middle;         /* a segment touches sides in their middle */
    bool halves;         /* a segment touches sides in their halves */
    bool completes;      /* completed once it can join nothing more */
    bool single;         /* a tile has at most one, which touches no side and needs no more than its
                            letter as a name */
    bool around;         /* a monastic: completed once tiles lie on the eight cells around it */
    bool town;           /* land of The City, whose sides show no field */
    bool told_closed;    /* never completed; audits report whether it can still grow */
    bool shelters;       /* its followers stand on all of its tiles, and the dragon spares them */
    bool stacks;         /* pieces are stacked on it (table_stack()); it scores nothing */
    bool fills;          /* in pictures: fills the area of a tile that other land does not cover */
    bool built_up;       /* in pictures: houses stand on it */
    const char *rules;   /* expansion without which no meeple may be placed on it; NULL for none */
    const char *touched; /* key in a tile's YAML for segments of this kind that another one touches,
                            or NULL */
};
extern const struct kind_facts kinds[KIND_COUNT];

/* Return the kind with this letter or name, or KIND_COUNT. */
enum kind kind_of_letter(char letter);
enum kind kind_named(struct str name);

struct segment {
    uint8_t kind;
    uint8_t shields;
    uint8_t open;     /* places at which it may join others: sides of roads and cities, halves of
                         fields */
    uint16_t touches; /* segments that it touches on this tile, bit i for segment i: cities of a
                         field, markets of a residence */
    uint16_t joined;  /* segments that the drawing joins to it: where a road ends at a city, a
                         monastery or a crossing, the others that meet there */
    port_set ports;   /* ports that it touches; 0 for a segment inside the tile */
    uint32_t marks;   /* set of MARK_... */
};

/* The land at a side of a tile; two sides that touch must have the same code. In The City every
 * side without a road is town. A river is no land: nobody stands on it, and the fields beside it
 * are joined with those of the next tile. */
enum side_code {
    SIDE_FIELD,
    SIDE_ROAD,
    SIDE_CITY,
    SIDE_TOWN,
    SIDE_RIVER,
    SIDE_ANY = 6, /* land of no kind, which closes whatever it meets; such a tile is laid only where
                     tiles lie on all four sides of its cell */
    SIDE_UNKNOWN = 8,
    SIDE_CODES = 15, /* mask of the codes above */
    SIDE_DIVIDED =
        16, /* added to SIDE_CITY on the table: two cities of the tile touch one half each */
    SIDE_OPEN = 0xFF /* no tile lies there */
};
#define SIDE_LETTERS "frctw-a"

struct design {
    char name[NAME_BYTES_MAX + 1];
    const char *aliases[ALIASES_MAX]; /* names of the same drawing elsewhere; NULL after the last */
    struct str title;                 /* title of the building on it; empty without one */
    const char *twin; /* name of the design that it replaces if the set of that design is in play;
                         NULL for none */
    uint8_t count;    /* tiles of this design in its set */
    uint8_t most;     /* most tiles of this design, however many copies of its set are in play; 0
                         for no limit */
    uint8_t segment_count;
    uint8_t symmetry; /* quarter turns until the tile looks the same: 1, 2 or 4 */
    uint8_t river;    /* sides at which a river flows in or out of the unturned tile, bit 0 for
                         north */
    /* The sides and ports of the tile as it lies, by quarter turns clockwise. */
    uint8_t side[4][SIDES];         /* enum side_code */
    uint8_t shown[4][SIDES];        /* the same, with SIDE_DIVIDED where two cities touch a side */
    uint8_t port_segment[4][PORTS]; /* segment at each port, SEGMENT_NONE for none */
    uint8_t monastic; /* monastic segment (struct kind_facts), SEGMENT_NONE without one */
    uint32_t marks;   /* set of MARK_... */
    struct segment segments[SEGMENTS_MAX];
};

struct tileset {
    char name[NAME_BYTES_MAX + 1];
    struct str title;
    const char *start;              /* name of the start tile, NULL where there is none */
    const char *brings[BRINGS_MAX]; /* names of the rules that come with it; NULL after the last */
    uint8_t game;                   /* game of the tiles (enum game) */
    struct str provenance;          /* origin of a set that no publisher made; otherwise empty */
    uint8_t piles[PILES_MAX];       /* tiles in each pile; 0 after the last, all 0 for one pile */
    struct {
        const char *name;
        uint8_t count;
    } pieces[PIECES_MAX]; /* pieces that come with the set; name NULL after the last */
    bool replaces;        /* some of its designs have a twin */
    const struct design *designs;
    uint16_t design_count;
};

/* The games; the tiles of a table are all of one game. Facts of a game: its name, the set that a
 * record plays with if it names none, and whether a tile lies on the table before the first
 * turn. */
enum game { GAME_CARCASSONNE, GAME_CITY, GAME_COUNT };
struct game_facts {
    const char *name, *set;
    bool has_start;
};
extern const struct game_facts games[GAME_COUNT];

/* Returns the game with this name, or GAME_COUNT. */
enum game game_find(struct str name);

/* True if the set (NULL for none) brings the rules of that name. */
bool tileset_brings(const struct tileset *set, const char *rules);

/* Returns a segment of a design that is turned clockwise by `quarters`, or SEGMENT_NONE if there is
 * no such segment. Arguments name the segment in one of three ways: by its kind and a port of the
 * turned tile; by its kind, PORT_NONE, and an index (from 1) among the segments of the kind that
 * touch no side; or by its kind, PORT_NONE and index 0, if it is the only segment of the kind. */
unsigned design_segment(const struct design *design, unsigned quarters, enum kind kind,
                        unsigned port, unsigned index);

/* Returns a segment as design_segment() does. With `by_side` the port is the first one of a side,
 * both halves of which must be of the segment ("fN"). */
unsigned design_segment_of(const struct design *design, unsigned quarters, enum kind kind,
                           unsigned port, unsigned index, bool by_side);

/* Returns the sides at which a river flows in or out, bit 0 for north, of a design turned clockwise
 * by `quarters`. */
static inline unsigned design_river(const struct design *design, unsigned quarters)
{
    unsigned turned = (unsigned)design->river << quarters % SIDES;
    return (turned | turned >> SIDES) & 0xFu;
}

/* The place of a segment in its canonical name, on the turned tile. A segment that touches sides
 * has its first port (a road or city has the middle of its first side) and index 0. A segment that
 * touches no side has PORT_NONE and its number (from 1) among such segments of its kind. */
struct segment_spot {
    uint8_t port, index;
};
struct segment_spot segment_spot(const struct design *design, unsigned quarters, unsigned segment);

/* Writes the canonical name of a segment, as the board lies: its letter with the first port, or for
 * roads and cities the first side ("cN"); its letter with its number among those that touch no side
 * ("f1"); or the letter alone for a monastery or garden ("m"). At most 4 bytes and a NUL.
 */
void segment_name(const struct design *design, unsigned quarters, unsigned segment, char name[8]);

/* The reason why segments do not make a tile (two claim a port, a side is no land), and the place
 * of the fault: the numbers of one or two segments, SEGMENT_NONE for none, and a side, SIDES for
 * none. */
struct design_fault {
    const char *why; /* NULL if the segments make a tile */
    unsigned segment, other;
    unsigned side;
};

/* Fills side, port_segment, monastic and symmetry of a design, and `open` of its segments, from the
 * segments. Returns what is wrong with them. */
struct design_fault design_finish(struct design *design);

#endif
