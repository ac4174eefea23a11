/* SPDX-License-Identifier: MIT */
/* Designs of tiles, as data; a design is drawn unturned. Designs come from base.yaml and the
 * tiles.yaml of each room (compiled into sets_table.c), from a user's file, or from a record's
 * header; one reader reads all of them.
 */
#ifndef BASTIDE_TILES_TILE_H
#define BASTIDE_TILES_TILE_H

#include <assert.h>
#include "base/arena.h"
#include "tiles/port.h"

enum {
    /* Eight half-sides, four middles and a little land inside: no drawing can have more. */
    SEGMENTS_MAX = 14,
    SEGMENT_NONE = 0xFF,
    NAME_BYTES_MAX = 31, /* bytes of a tile's, set's or profile's name */
    ALIASES_MAX = 4,
    BRINGS_MAX = 8, /* rules that one set brings */
    PILES_MAX = 4,  /* in which a set's tiles are drawn one after the other */
    PIECES_MAX = 8, /* kinds of pieces that come with a set */
};

/* The kinds of land and features: rows KIND (tiles/kinds.def). */
enum kind {
#define KIND(id, letter, name, ...) KIND_##id,
#include "rows.h"
    KIND_COUNT
};
static_assert(KIND_COUNT <= 16, "struct meeple_facts has a bit a kind");

/* Marks of a tile or segment, besides its land: rows MARK (rows.h). Their order gives the bits. */
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
    bool value;   /* what the key says where the mark is */
    bool on_tile; /* of a tile; else of a segment */
    const char *sign;
};
static_assert(MARK_COUNT <= 32, "designs and segments have a bit a mark");
extern const struct mark_facts marks[MARK_COUNT];

struct kind_facts {
    char letter; /* 0 for a kind that no segment is written as */
    const char *name;
    bool middle;      /* touches sides in their middle */
    bool halves;      /* touches sides in their halves */
    bool completes;   /* once it can join nothing more */
    bool around;      /* once tiles lie on the eight cells around it: a monastic */
    bool town;        /* ground of The City, whose sides show no field */
    bool told_closed; /* it is never completed; audits tell whether it can still grow */
    bool shelters;    /* a follower in it is on all of its tiles, safe from what eats followers */
    bool fills;       /* in pictures, what other land leaves */
    bool built_up;    /* in pictures, houses stand on it */
    const char *touched; /* the key of a tile's YAML for those that a segment touches, or NULL */
};
extern const struct kind_facts kinds[KIND_COUNT];

/* KIND_COUNT for a letter or name that is none. */
enum kind kind_of_letter(char letter);
enum kind kind_named(struct str name);

struct segment {
    uint8_t kind;
    uint8_t shields;
    uint8_t open;     /* places it may join at: sides of roads and cities, halves of fields */
    uint16_t touches; /* a field's city segments on this tile, bit i for segment i */
    port_set ports;   /* 0 for a segment inside the tile */
    uint32_t marks;   /* set of MARK_... */
};

/* Which lands meet at a side: what two touching sides must agree in. In The City anything without a
 * road is town. A river is no land: nobody stands on it, and the fields beside it join along it. */
enum side_code {
    SIDE_FIELD,
    SIDE_ROAD,
    SIDE_CITY,
    SIDE_TOWN,
    SIDE_RIVER,
    SIDE_UNKNOWN = 8,
    SIDE_OPEN = 0xFF /* no tile lies there */
};
#define SIDE_LETTERS "frctw"

struct design {
    char name[NAME_BYTES_MAX + 1];
    const char *aliases[ALIASES_MAX]; /* names of the same drawing elsewhere; NULL after the last */
    struct str title;                 /* of a building, empty without one */
    const char *twin; /* name of the design of another set that it replaces where that is in play;
                         NULL for none */
    uint8_t count;    /* tiles of this design in its set */
    uint8_t segment_count;
    uint8_t symmetry; /* quarter turns until the tile looks the same: 1, 2 or 4 */
    uint8_t river;    /* sides by which a river flows, bit 0 for north, unturned */
    /* As it lies, by quarter turns clockwise: */
    uint8_t side[4][SIDES];         /* enum side_code */
    uint8_t port_segment[4][PORTS]; /* segment at each port; SEGMENT_NONE */
    uint8_t monastic; /* the segment that the cells around it complete, SEGMENT_NONE without one */
    uint32_t marks;   /* set of MARK_... */
    struct segment segments[SEGMENTS_MAX];
};

struct tileset {
    char name[NAME_BYTES_MAX + 1];
    struct str title;
    const char *start;              /* name of the start tile, NULL where there is none */
    const char *brings[BRINGS_MAX]; /* names of the rules that come with it; NULL after the last */
    uint8_t game;                   /* enum game: whose tiles they are */
    struct str provenance;    /* how the set came about where it is no publisher's, else empty */
    uint8_t piles[PILES_MAX]; /* tiles in each pile; 0 after the last, all 0 for one pile */
    struct {
        const char *name;
        uint8_t count;
    } pieces[PIECES_MAX]; /* that come with it; NULL after the last */
    bool replaces;        /* some of its designs have a twin */
    const struct design *designs;
    uint16_t design_count;
};

/* Tiles of one game lie on one table: its name, the set that a record plays with when it names
 * none, and whether a tile lies before the first turn. */
enum game { GAME_CARCASSONNE, GAME_CITY, GAME_COUNT };
struct game_facts {
    const char *name, *set;
    bool has_start;
};
extern const struct game_facts games[GAME_COUNT];

/* GAME_COUNT for a name that no game has. */
enum game game_find(struct str name);

/* Does the set (NULL for none) bring rules of that name? */
bool tileset_brings(const struct tileset *set, const char *rules);

/* The segment of a design turned clockwise by `quarters` that is named by a kind and a port as the
 * board lies, or by a kind and an index (from 1) among those of the kind that touch no side (port
 * PORT_NONE), or by its kind alone (index 0) when it is the only one. SEGMENT_NONE when the tile
 * has no such segment. */
unsigned design_segment(const struct design *design, unsigned quarters, enum kind kind,
                        unsigned port, unsigned index);

/* The same; with `by_side` the port is the first of a side whose halves must both be of the segment
 * ("fN"). */
unsigned design_segment_of(const struct design *design, unsigned quarters, enum kind kind,
                           unsigned port, unsigned index, bool by_side);

/* The sides by which a river flows, bit 0 for north, of a design turned clockwise by `quarters`. */
static inline unsigned design_river(const struct design *design, unsigned quarters)
{
    unsigned turned = (unsigned)design->river << quarters % SIDES;
    return (turned | turned >> SIDES) & 0xFu;
}

/* What the canonical name of a segment says, as the board lies: its first port, of roads and cities
 * the first side, with index 0; or PORT_NONE and its number among those touching no side. */
struct segment_spot {
    uint8_t port, index;
};
struct segment_spot segment_spot(const struct design *design, unsigned quarters, unsigned segment);

/* The canonical name of a segment, as the board lies: kind letter and first port, of roads and
 * cities the first side
 * ("cN"), letter and index among those touching no side ("f1"), or "m". At most 4 bytes and a NUL.
 */
void segment_name(const struct design *design, unsigned quarters, unsigned segment, char name[8]);

/* Why segments make no tile (two claim a port, a side is no land), and where: the numbers of one or
 * two segments, SEGMENT_NONE for none, and a side, SIDES for none. */
struct design_fault {
    const char *why; /* NULL when they make one */
    unsigned segment, other;
    unsigned side;
};

/* Fills side, port_segment, monastic and symmetry from segments. */
struct design_fault design_finish(struct design *design);

#endif
