/* SPDX-License-Identifier: MIT */
/* A recorded game as data: what was written, with its places, and nothing of what it means by the
 * rules.
 *
 * The CRN reader and every importer produce it; the referee, the printer and the identity read it.
 * All memory is of the arena that the reader was given. Nothing in it has been judged: a cell may
 * be taken, a segment missing, a seat unknown. What could not be read at all is kept as raw text,
 * so that printing loses nothing.
 */
#ifndef BASTIDE_NOTATION_RECORD_H
#define BASTIDE_NOTATION_RECORD_H

#include "base/finding.h"
#include "tiles/catalogue.h"

enum {
    CELL_MAX = 255, /* tiles lie no farther from 0,0, though a single row of TILES_MAX tiles could
                        (111) */
    RECORD_LINES_MAX = 20000,
    RECORD_BYTES_MAX = 1 << 20,
    RECORD_ACTS_MAX = 50000, /* looked at between lines */
};

static inline bool edge_is(struct edge a, struct edge b)
{
    return a.cell.x == b.cell.x && a.cell.y == b.cell.y && a.side == b.side;
}

enum { SEAT_NONE = 0xFF };

/* The things besides points that a seat takes in the course of a game, which a line may claim
 * ("+b:2w,1g", "+a:king"); see items.def. */
enum item_id {
#define ITEM(id, text, counted, name, words, none, finding) ITEM_##id,
#include "rows.h"
    ITEM_COUNT
};
enum { ITEM_KINDS_MAX = 8 };
static_assert((unsigned)ITEM_COUNT <= ITEM_KINDS_MAX, "arrays have a member for each item");

struct item {
    const char *text;        /* in a claim: a letter after a number, or a word */
    bool counted;            /* there are several */
    const char *words;       /* for people: after a number ("wine"), or alone ("the king") */
    const char *none;        /* when a seat takes nothing of the kind */
    enum finding_id finding; /* when a claim differs */
};
extern const struct item item_facts[ITEM_COUNT + 1];

/* A segment as written: kind and port, kind and index for one that touches no side, or the kind
 * alone where the tile has but one.
 */
struct segment_ref {
    uint8_t kind; /* enum kind, or one of those below */
    union {
        uint8_t port; /* PORT_NONE with an index, a monastery, or the kind alone */
        uint8_t side; /* REF_EDGE */
    };
    uint8_t index; /* from 1; 0 with a port, or the kind alone */
    bool by_side;  /* halves called by their side ("fN"): both must be one segment */
    bool has_cell; /* written with @CELL */
    struct cell cell;
};

/* Tags of a segment_ref that names no segment: nothing, a cell, or a side of a tile. An award has
 * them too, for what it is paid for. */
enum { REF_NOTHING = KIND_COUNT, REF_CELL, REF_EDGE };

static inline struct segment_ref ref_to_cell(struct cell cell)
{
    return (struct segment_ref){
        .kind = REF_CELL, .port = PORT_NONE, .has_cell = true, .cell = cell};
}

static inline struct segment_ref ref_to_edge(struct edge edge)
{
    return (struct segment_ref){
        .kind = REF_EDGE, .side = edge.side, .has_cell = true, .cell = edge.cell};
}

/* The edge that an act names. Of an act that names none, one without a side. */
static inline struct edge ref_edge(const struct segment_ref *ref)
{
    return (struct edge){ref->cell, ref->kind == REF_EDGE ? ref->side : SIDES};
}

/* A segment as it would be written, without its cell: "rN", "fENE", "c1", "m". */
enum { SEGMENT_TEXT_SIZE = 8 };
void segment_text(const struct segment_ref *ref, char text[SEGMENT_TEXT_SIZE]);

/* The axis of the road that a segment names where roads are built over a tile (bits: 0 from north
 * to south, 1 from east to west); AXIS_NONE where it is none of them, AXIS_SEVERAL for a kind alone
 * where it could be more than one. */
enum { AXIS_NONE = 2, AXIS_SEVERAL };
unsigned segment_axis(const struct segment_ref *ref, const struct design *design, unsigned built);

struct tile_ref {
    struct str name;             /* as written; "?" is the unknown tile */
    const struct design *design; /* NULL for "?" and for names that are no tile */
    struct place place;
};

enum act_kind {
    ACT_MEEPLE,  /* a follower of a kind: follower, segment */
    ACT_NONE,    /* "-" */
    ACT_UNKNOWN, /* "?" */
    ACT_DISCARD,
    ACT_ASIDE,
    ACT_PASS_TILE, /* tile */
    ACT_ADJUST,    /* number */
    ACT_VERB,      /* one of verbs[]: verb, and what its shape has */
    ACT_CLAIM,     /* "+b12:cS@0,-1": seat, number, segment or word */
    ACT_ITEMS,     /* "+b:2w,1g": seat, numbers by item */
    ACT_TOTALS,    /* "=4,3": numbers */
    ACT_CLOCK,     /* "t:812": number */
    ACT_EXTENSION, /* "x-name:value": text */
    ACT_RAW,       /* not understood: text */
};

/* What may stand behind a verb's colon. */
enum verb_shape {
    SHAPE_WORD,    /* nothing: buy, sell, pass, guard */
    SHAPE_BRIDGE,  /* NS or EW, perhaps @CELL: segment, a road */
    SHAPE_SEGMENT, /* SEGMENT, perhaps @CELL */
    SHAPE_PLACE,   /* the same, or a bare CELL (REF_CELL) */
    SHAPE_PATH,    /* 1 to 64 sides: text */
    SHAPE_TAKE,    /* SEGMENT=SEGMENT: segment, other */
    SHAPE_TILES,   /* tiles, tile_count of them */
    SHAPE_BID,     /* TILE,NUMBER */
    SHAPE_TILE,    /* TILE */
    SHAPE_EDGE,    /* CELL and side (REF_EDGE) */
};

/* A property of a verb besides its shape. */
enum verb_trait {
    TRAIT_PLAIN,
    TRAIT_AUTOMATIC,   /* follows from the rules, and is nobody's decision */
    TRAIT_LAYS_EDGE,   /* lays something on an edge */
    TRAIT_ON_EDGE,     /* where that was laid last, the identity leaves its edge out */
    TRAIT_BUILDS_ROAD, /* builds a road over a tile */
    TRAIT_OF_FEATURE,  /* is about features, whichever of their segments is named */
    TRAIT_PASSES,      /* does nothing, and is not written */
    TRAIT_CONFIRMS,    /* not written where nothing else may be done */
};

enum verb_id {
#define VERB(id, name, shape, trait) VERB_##id,
#include "rows.h"
    VERB_COUNT
};

struct verb {
    const char *name;
    uint8_t length; /* of the name */
    uint8_t shape;  /* enum verb_shape */
    uint8_t trait;  /* enum verb_trait */
};
extern const struct verb verbs[];

/* Kinds of meeples, followers and others: meeples.def. */
enum meeple_kind {
#define MEEPLE_KIND(id, name, words, stock, weight, lands, rules) MEEPLE_##id,
#include "rows.h"
    MEEPLE_KINDS
};
enum {
    LANDS_MONASTIC = 1 << KIND_MONASTERY | 1 << KIND_GARDEN,
    LANDS_USUAL = (1 << KIND_COUNT) - 1 - (1 << KIND_GARDEN)
};
struct meeple_facts {
    const char *name, *words;
    uint8_t stock, weight;
    uint16_t lands;    /* on which one may stand, bits by enum kind */
    const char *rules; /* NULL for the kind of every game */
};
extern const struct meeple_facts meeple_kinds[MEEPLE_KINDS];

/* How many meeples a seat has in all. */
enum {
    SEAT_MEEPLES = 0
#define MEEPLE_KIND(id, name, words, stock, weight, lands, rules) +(stock)
#include "rows.h"
};

/* A builder and a pig stand beside followers and are none: they occupy nothing, and nobody moves
 * the fairy to them. */
static inline bool kind_is_follower(unsigned kind)
{
    return meeple_kinds[kind].weight > 0;
}

struct act {
    uint8_t kind;   /* enum act_kind */
    uint8_t meeple; /* enum meeple_kind */
    uint8_t verb;   /* enum verb_id */
    uint8_t seat;   /* of a claim */
    uint16_t count; /* of numbers or tiles */
    int32_t number;
    struct place place;
    struct segment_ref segment, other; /* a claim's segment may be REF_NOTHING */
    struct str text;                   /* path, word of a claim, extension, raw text */
    struct tile_ref tile;
    int32_t *numbers; /* totals, tokens */
    struct tile_ref *tiles;
};

/* Claims, totals, clock and extensions: said about the game, no part of it. */
static inline bool act_is_remark(const struct act *act)
{
    return act->kind >= ACT_CLAIM && act->kind <= ACT_EXTENSION;
}

static inline bool act_has_trait(const struct act *act, enum verb_trait trait)
{
    return act->kind == ACT_VERB && verbs[act->verb].trait == trait;
}

static inline bool act_has_shape(const struct act *act, enum verb_shape shape)
{
    return act->kind == ACT_VERB && verbs[act->verb].shape == shape;
}

/* Claims and the like, what a judge corrects, and what follows from the rules are nobody's
 * decisions. */
static inline bool act_is_choice(const struct act *act)
{
    return !act_is_remark(act) && act->kind != ACT_ADJUST && !act_has_trait(act, TRAIT_AUTOMATIC);
}

/* The act with its text and tiles in an arena. */
struct act act_copy(struct arena *arena, const struct act *act);

enum line_kind { LINE_TURN, LINE_STEP, LINE_FINAL, LINE_END, LINE_COMMENT, LINE_RAW };

enum end_reason { END_NORMAL, END_STOPPED, END_RESIGNED, END_TIMEOUT, END_FORFEIT };

enum { ORIENT_UNKNOWN = 4 };

struct line {
    uint8_t kind;   /* enum line_kind */
    uint8_t seat;   /* turn, step; of the reason, end */
    uint8_t orient; /* quarter turns clockwise, or ORIENT_UNKNOWN */
    uint8_t reason; /* enum end_reason */
    bool has_tile;  /* a turn that lays a tile (else it is a discard and the like) */
    bool broken;    /* a turn whose tile or cell could not be read: something lies somewhere */
    uint16_t turn, step;
    struct cell cell;
    struct tile_ref tile;
    struct place place;      /* all of the line but its comment */
    struct place head;       /* "12b" */
    struct place cell_place; /* "3,-1N" */
    struct act *acts;
    uint32_t act_count;
    struct str comment; /* from "#" on; empty without */
    struct str raw; /* the line as written, without its comment; of a LINE_RAW or a broken one all
                       there is */
};

/* Bytes of a value in a header, and of a player's name in an imported document. */
enum { HEADER_VALUE_MAX = 1000 };

/* A header value: the strict subset of YAML that headers are written in. */
enum value_kind { VALUE_SCALAR, VALUE_LIST, VALUE_MAP, VALUE_BLOCK };

struct value {
    uint8_t kind; /* enum value_kind */
    bool quoted;  /* a scalar written as a JSON string */
    struct place place;
    struct str text;     /* scalar: decoded; block: its lines as written, without the key's */
    struct value *items; /* list, map */
    struct str *keys;    /* map: one an item */
    uint32_t count;
};

struct header_entry {
    struct str key;
    struct value value;
    struct place key_place;
    struct str comments;   /* comment lines before it, each with its newline */
    struct str comment;    /* behind it on its line, from "#" on */
    struct str broken_key; /* of a line that could not be read: its key, if that could */
};

/* What an import says of its own scores beside the lines: "Ada has 12 points", "Ben scored city for
 * 6 points". */
struct assertion {
    struct place place;
    uint8_t seat;
    bool is_total;
    int32_t points;
    struct str word; /* road, city, monastery, field ... when it is not a total */
    struct str text; /* as written */
};

struct format;
struct rulings;

struct record {
    struct place place; /* the "%CRN" line, or the document */
    struct str magic;   /* that line as written; empty for imports */
    struct header_entry *entries;
    uint32_t entry_count;
    struct str header_comments; /* comment lines after the last entry */

    /* What the known keys say, once read; what is missing or wrong keeps its default. */
    struct str rules;    /* empty when missing */
    bool rules_reported; /* the key is there, and a finding says what is wrong with it */
    bool sets_broken;    /* a set is named that is not known: which tiles there are is unknown */
    bool tiles_broken;   /* nor which the record itself defines */
    struct place rules_place;
    const struct value *options;   /* a map, or NULL */
    const struct rulings *rulings; /* that record_rule() applied; NULL without */
    struct str players[SEATS_MAX];
    struct place players_place;
    uint32_t player_count;                /* as written, may exceed SEATS_MAX */
    uint8_t game;                         /* enum game */
    const struct tileset *sets[SETS_MAX]; /* those in play */
    unsigned set_count;
    const struct value
        *brings; /* a list: the rules in play instead of those that the sets bring; NULL without */
    const struct tileset *own_tiles; /* defined in the header, or NULL */
    bool has_start;
    struct tile_ref start;
    struct cell start_cell;
    uint8_t start_orient;
    struct place start_place;
    int32_t result[SEATS_MAX];
    struct place result_place[SEATS_MAX];
    uint32_t result_count; /* 0 without */

    struct line *lines;
    uint32_t line_count;
    uint32_t act_count; /* of all lines */
    bool claims;        /* it claims an award */
    bool claims_all;    /* it claims every award: one that it lacks is a finding too */
    bool turn_open;     /* an import knows that its last turn is not over */
    struct assertion *assertions;
    uint32_t assertion_count;
    /* What a foreign document says besides, for the `verify` of its format (formats/format.h); NULL
     * without. */
    const struct format *format;
    void *said;
};

/* Rules and options over those of a header. */
enum { RULINGS_MAX = 64 };
struct rulings {
    struct str profile; /* empty: the header's */
    struct str names[RULINGS_MAX], values[RULINGS_MAX];
    unsigned count; /* of options */
};

/* Makes the record one whose header says so. */
void record_rule(struct record *record, struct arena *arena, const struct rulings *rulings);

/* The line in which a finding is, by its place, and what it decides; NULL for none. */
const struct line *record_line_of(const struct record *record, const struct finding *finding,
                                  const struct act **act);

/* True if the user's rulings, not the record, say what an option is. */
bool record_is_ruled(const struct record *record, struct str option);

/* The place of a header's key; the record's own where the header lacks it. */
struct place record_key_place(const struct record *record, const char *key);

/* An estimate of what it costs to judge the first lines of a record, in units of 0.1 to 0.3
 * microseconds. Whoever judges a record many times adds it up and stops at RECORD_EFFORT_MAX, a few
 * seconds of work. */
enum { RECORD_EFFORT_MAX = 20000000 };
uint64_t record_effort(const struct record *record, uint32_t line_count);

/* Looks up where in the game each finding is, by its place: turn, step, seat, what that decides and
 * on which cell or edge. One whose place is no turn or step keeps the turn and seat that it was
 * raised with, if it is an import's. */
void record_situate(const struct record *record, const struct findings *findings);

/* What the header says under a key, when that is one text; .p is NULL when it is not, or is not
 * there. */
struct str record_header(const struct record *record, const char *key);

/* The result that a record claims: totals at its end, else in its header, else what an import
 * asserts of all seats. How many numbers, 0 for none. */
unsigned record_claimed_result(const struct record *record, int32_t result[SEATS_MAX]);

/* Behind the last line. A record without lines has no address to add to. */
static inline struct line *record_end(const struct record *record)
{
    return record->line_count ? record->lines + record->line_count : record->lines;
}

#endif
