/* SPDX-License-Identifier: MIT */
/* A recorded game as data: the content of a record with its places, not yet interpreted by the
 * rules.
 *
 * The CRN reader and every importer produce it; the referee, the printer and the identity read it.
 * All memory is in the arena that the reader was given. Nothing has been judged: a cell may be
 * taken, a segment missing, a seat unknown. Text that could not be read at all is kept as raw text,
 * so that printing loses nothing.
 */
#ifndef BASTIDE_NOTATION_RECORD_H
#define BASTIDE_NOTATION_RECORD_H

#include "base/finding.h"
#include "tiles/catalogue.h"

enum {
    CELL_MAX = 255, /* limit of x and y of a cell, in both directions; a cell beyond it is a finding
                       (111), although a row of TILES_MAX tiles could reach such a cell */
    COPIES_MAX = 9, /* copies of a tile set in play */
    RECORD_LINES_MAX = 20000,
    RECORD_BYTES_MAX = 1 << 20,
    RECORD_ACTS_MAX = 50000, /* acts and claims of a record; checked between lines only */
};

static inline bool edge_is(struct edge a, struct edge b)
{
    return a.cell.x == b.cell.x && a.cell.y == b.cell.y && a.side == b.side;
}

enum { SEAT_NONE = 0xFF };

/* Items: things other than points that a player gets in the course of a game and that a line may
 * claim ("+b:2w,1g", "+a:king"); see items.def. */
enum item_id {
#define ITEM(id, text, counted, name, words, none, finding) ITEM_##id,
#include "rows.h"
    ITEM_COUNT
};
enum { ITEM_KINDS_MAX = 16 };
static_assert((unsigned)ITEM_COUNT <= ITEM_KINDS_MAX, "arrays have a member for each item");

struct item {
    const char *text;        /* text in a claim: a letter after a number, or a word */
    bool counted;            /* true if a player may have several, so that a number stands before
                                the text */
    const char *words;       /* words for people: after a number ("wine"), or alone ("the king") */
    const char *none;        /* words for people if the player gets nothing of the kind */
    enum finding_id finding; /* finding for a claim that differs */
};
extern const struct item item_facts[ITEM_COUNT + 1];

/* A segment as written: its kind with a port, or with an index if it touches no side, or the kind
 * alone if the tile has only one such segment.
 */
struct segment_ref {
    uint8_t kind; /* enum kind, or one of the tags below */
    union {
        uint8_t port; /* port; PORT_NONE with an index, for a monastery, and for the kind alone */
        uint8_t side; /* side, with REF_EDGE */
    };
    uint8_t index; /* index from 1; 0 with a port, and for the kind alone */
    bool by_side;  /* two halves named by their side ("fN"): both must be one segment */
    bool has_cell; /* true if written with @CELL */
    struct cell cell;
};

/* Tags of a segment_ref that names no segment: nothing, a cell, or a side of a tile. An award uses
 * them too, for the thing that is paid for. */
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

/* Returns the edge that a reference names. The side is SIDES if it names no edge. */
static inline struct edge ref_edge(const struct segment_ref *ref)
{
    return (struct edge){ref->cell, ref->kind == REF_EDGE ? ref->side : SIDES};
}

/* Writes a segment as a record would name it, without its cell: "rN", "fENE", "c1", "m". */
enum { SEGMENT_TEXT_SIZE = 8 };
void segment_text(const struct segment_ref *ref, char text[SEGMENT_TEXT_SIZE]);

/* Returns the axis of the built road that a segment names on a tile: 0 from north to south, 1 from
 * east to west. `built` is the set of axes along which roads are built over the tile. AXIS_NONE if
 * the segment is not one of these roads; AXIS_SEVERAL if it gives only the kind and several roads
 * are possible. */
enum { AXIS_NONE = 2, AXIS_SEVERAL };
unsigned segment_axis(const struct segment_ref *ref, const struct design *design, unsigned built);

struct tile_ref {
    struct str name;             /* name as written; "?" is the unknown tile */
    const struct design *design; /* design; NULL for "?" and for names of no tile */
    struct place place;
};

/* Kinds of acts, with the members of struct act that they use. */
enum act_kind {
    ACT_MEEPLE,  /* placement of a meeple: meeple, segment */
    ACT_NONE,    /* "-" */
    ACT_UNKNOWN, /* "?" */
    ACT_DISCARD,
    ACT_ASIDE,
    ACT_PASS_TILE, /* tile */
    ACT_ADJUST,    /* number */
    ACT_VERB,      /* act of a verb: verb, and the members of its shape */
    ACT_CLAIM,     /* "+b12:cS@0,-1": seat, number, segment, and text for a word */
    ACT_ITEMS,     /* "+b:2w,1g": seat, numbers by item */
    ACT_TOTALS,    /* "=4,3": numbers */
    ACT_TOOK,      /* "took:23.5": number, count */
    ACT_CLOCK,     /* "t:812": number, count */
    ACT_EXTENSION, /* "x-name:value": text */
    ACT_RAW,       /* not understood: text; number is one of enum raw */
};

/* Meanings that a token that is not understood may have. */
enum raw {
    RAW_OTHER,   /* a remark, claim, total, time or extension */
    RAW_SEGMENT, /* a follower: it begins like one, or a follower was forgotten to find a cause */
    RAW_PLAY,    /* anything that a player does */
};

/* Shapes: the forms of the text after the colon of a verb, with the members of struct act that hold
 * it. */
enum verb_shape {
    SHAPE_WORD,     /* no text: buy, sell, pass, guard */
    SHAPE_BRIDGE,   /* NS or EW, perhaps with @CELL: segment, a road */
    SHAPE_SEGMENT,  /* SEGMENT, perhaps with @CELL: segment */
    SHAPE_PLACE,    /* the same, or a CELL alone (REF_CELL): segment */
    SHAPE_PATH,     /* 1 to 64 letters of sides: text */
    SHAPE_TAKE,     /* SEGMENT=SEGMENT: segment, other */
    SHAPE_TILES,    /* TILE,TILE,...: tiles, count */
    SHAPE_BID,      /* TILE,NUMBER: tile, number */
    SHAPE_TILE,     /* TILE: tile */
    SHAPE_EDGE,     /* CELL and side (REF_EDGE): segment */
    SHAPE_CELL,     /* CELL (REF_CELL): segment */
    SHAPE_MEEPLE,   /* name of a kind of meeple: meeple */
    SHAPE_CORNER,   /* NE, SE, SW or NW, a corner of the turn's tile: number, from 0 */
    SHAPE_MAY_NAME, /* no text, or SEGMENT, perhaps with @CELL: segment (REF_NOTHING for no text) */
    SHAPE_TOKEN,    /* text of a token, or "?" for an unknown one: number (enum token_id, or
                       TOKEN_UNKNOWN) */
    SHAPE_HELD, /* seat that holds a meeple, perhaps with =KIND: seat, meeple (MEEPLE_KINDS if the
                   kind is left out) */
};

/* A property of a verb besides its shape. */
enum verb_trait {
    TRAIT_PLAIN,
    TRAIT_AUTOMATIC,   /* follows from the rules and is nobody's decision */
    TRAIT_LAYS_EDGE,   /* lays something on an edge */
    TRAIT_ON_EDGE,     /* done on an edge; the identity leaves the edge out if the last
                          TRAIT_LAYS_EDGE act was there */
    TRAIT_BUILDS_ROAD, /* builds a road over a tile */
    TRAIT_OF_FEATURE,  /* concerns a feature, whichever of its segments is named */
    TRAIT_PASSES,      /* does nothing and is not written */
    TRAIT_CONFIRMS,    /* not written if nothing else may be done */
};

enum verb_id {
#define VERB(id, name, shape, trait) VERB_##id,
#include "rows.h"
    VERB_COUNT
};

struct verb {
    const char *name;
    uint8_t length; /* length of the name */
    uint8_t shape;  /* enum verb_shape */
    uint8_t trait;  /* enum verb_trait */
};
extern const struct verb verbs[];

enum corner { CORNER_NE, CORNER_SE, CORNER_SW, CORNER_NW, CORNERS };
extern const char *const corner_names[CORNERS];

/* TOKEN(id, verb, text, words, count): a token that is drawn from a bag by chance. Tokens with the
 * same verb share a bag. An act of the verb says which of them was drawn, by its text; `count` of
 * them are in the bag at the beginning. */
enum token_id {
#define TOKEN(id, ...) TOKEN_##id,
#include "rows.h"
    TOKEN_COUNT
};
enum { TOKEN_KINDS_MAX = 16, TOKEN_UNKNOWN = -1 };
static_assert((unsigned)TOKEN_COUNT <= TOKEN_KINDS_MAX, "arrays have a member for each token");

struct token {
    uint8_t verb; /* enum verb_id */
    const char *text, *words;
    uint8_t count;
};
extern const struct token token_facts[TOKEN_COUNT + 1];
/* The texts of the tokens, and "?". */
extern const char *const token_names[TOKEN_COUNT + 1];

/* Returns the token of a verb at an index, if `left` of each token are in the bag, in the order of
 * the rows. TOKEN_UNKNOWN if the bag has fewer tokens. */
int token_at(const uint8_t left[TOKEN_KINDS_MAX], enum verb_id verb, unsigned index);
/* Returns the number of tokens in the bag of a verb. */
unsigned token_sum(const uint8_t left[TOKEN_KINDS_MAX], enum verb_id verb);

/* Kinds of meeples: followers and others (meeples.def). */
enum meeple_kind {
#define MEEPLE_KIND(id, name, words, stock, weight, lands, rules) MEEPLE_##id,
#include "rows.h"
    MEEPLE_KINDS
};
enum {
    LANDS_ALL = (1 << KIND_COUNT) - 1,
    LANDS_MONASTIC = 1 << KIND_MONASTERY | 1 << KIND_GARDEN,
    LANDS_USUAL = LANDS_ALL - (1 << KIND_GARDEN)
};
struct meeple_facts {
    const char *name, *words;
    uint8_t stock, weight;
    uint16_t lands;    /* lands on which one may stand (bits by enum kind) */
    const char *rules; /* expansion that brings the kind; NULL for the kind that every game has */
};
extern const struct meeple_facts meeple_kinds[MEEPLE_KINDS];

/* Most meeples of a kind that a header may give each player, by the number in the box. */
#define SUPPLY_MAX(stock) (2u * (stock) + 2u)

/* Returns the name of a kind of meeples in the header's `supply`. */
const char *supply_name(unsigned kind);

/* Most meeples of a player, all kinds together. */
enum {
    SEAT_MEEPLES = 0
#define MEEPLE_KIND(id, name, words, stock, weight, lands, rules) +SUPPLY_MAX(stock)
#include "rows.h"
};

/* True if a kind of meeple is a follower. Builders and pigs are not: they stand beside followers,
 * occupy nothing, and the fairy is never moved to them. */
static inline bool kind_is_follower(unsigned kind)
{
    return meeple_kinds[kind].weight > 0;
}

struct act {
    uint8_t kind;   /* enum act_kind */
    uint8_t meeple; /* enum meeple_kind */
    uint8_t verb;   /* enum verb_id */
    uint8_t seat;   /* seat of a claim, and of SHAPE_HELD */
    uint16_t count; /* number of entries in `numbers` or `tiles`; thousandths of a time, which
                       are added to its seconds in `number` */
    int32_t number;
    struct place place;
    struct segment_ref segment, other; /* a claim's segment may be REF_NOTHING */
    struct str text;                   /* path, word of a claim, extension, or raw text */
    struct tile_ref tile;
    int32_t *numbers; /* totals by seat, or items by enum item_id */
    struct tile_ref *tiles;
};

/* Returns an act with a verb that names nothing. */
static inline struct act act_of_verb(enum verb_id verb)
{
    return (struct act){.kind = ACT_VERB, .verb = (uint8_t)verb, .segment = {.kind = REF_NOTHING}};
}

/* A time in milliseconds: that a turn took, or that a clock shows. */
static inline int64_t act_time(const struct act *act)
{
    return (int64_t)act->number * 1000 + act->count;
}
/* Sets the time of an act: at most TIME_SECONDS_MAX seconds. */
void act_set_time(struct act *act, int64_t time);

/* True for claims, totals, clock and extensions: statements about the game that are no part of
 * it. */
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

/* True if an act is the decision of a player. Remarks, corrections by a judge, and acts that follow
 * from the rules are not. */
static inline bool act_is_choice(const struct act *act)
{
    return !act_is_remark(act) && act->kind != ACT_ADJUST && !act_has_trait(act, TRAIT_AUTOMATIC);
}

/* Returns a copy of an act with its text and tiles in an arena. */
struct act act_copy(struct arena *arena, const struct act *act);

enum line_kind { LINE_TURN, LINE_STEP, LINE_FINAL, LINE_END, LINE_COMMENT, LINE_RAW };

/* END_UNREAD: there is a reason, but it could not be read. */
enum end_reason { END_NORMAL, END_STOPPED, END_RESIGNED, END_TIMEOUT, END_FORFEIT, END_UNREAD };

enum { ORIENT_UNKNOWN = 4 };

/* Winners if players tie for the most points: all of them; or, in a game of two, the player who did
 * not start or the one who did. TIE_UNSAID has the effect of TIE_SHARED. */
enum tie_rule { TIE_UNSAID, TIE_SHARED, TIE_SECOND, TIE_FIRST, TIE_COUNT };
extern const char *const tie_names[TIE_COUNT];

/* The clock of a game, as `clock` in the header gives it: "15:00+0:10/20:00". Times are in
 * milliseconds. */
struct game_clock {
    bool given;
    int64_t start;
    int64_t added; /* added when a player's turn begins, except to the first turn of the game */
    int64_t most;  /* limit of what is then on the clock; 0 for none */
};

/* Longest time, in seconds. */
enum { TIME_SECONDS_MAX = 999999999 };

/* clock_read() reads a clock, false if the text is of another form. clock_text() writes it.
 * time_text() writes a time for people, "14:07", "1:02:03.5", "-0:03", and seconds_text() for
 * programs, "847", "3723.5", "-3". */
bool clock_read(struct str text, struct game_clock *clock);
const char *clock_text(struct arena *arena, const struct game_clock *clock);
enum { TIME_TEXT_SIZE = 32 };
struct time_text {
    char text[TIME_TEXT_SIZE];
};
struct time_text time_text(int64_t time);
struct time_text seconds_text(int64_t time);

/* Returns the rule with this name; TIE_UNSAID for any other word. */
enum tie_rule tie_find(struct str name);

struct line {
    uint8_t kind;   /* enum line_kind */
    uint8_t seat;   /* seat of a turn or step; on an end line, seat of the reason */
    uint8_t orient; /* quarter turns clockwise, or ORIENT_UNKNOWN */
    uint8_t reason; /* enum end_reason */
    bool has_tile;  /* the line lays a tile; false for a turn that begins with a discard or the
                       like */
    bool broken;    /* a turn whose tile or cell could not be read, so that a tile lies somewhere;
                       or a LINE_RAW that was too long and is not printed */
    uint16_t turn, step;
    struct cell cell;
    struct tile_ref tile;
    struct place place;      /* whole line without its comment */
    struct place head;       /* number and seat: "12b" */
    struct place cell_place; /* cell and orientation: "3,-1N" */
    struct act *acts;
    uint32_t act_count;
    struct str comment; /* comment from "#" on; empty if there is none */
    struct str raw; /* line as written, without its comment; a LINE_RAW or broken line is printed
                       from it */
};

/* Returns the number of acts of a line after one of them, without remarks, which come last. */
static inline uint32_t line_acts_after(const struct line *line, uint32_t i)
{
    uint32_t end = line->act_count;
    while (end > i + 1 && act_is_remark(&line->acts[end - 1]))
        end--;
    return end - i - 1;
}

/* Limit of the bytes of a value in a header, and of a player's name in an imported document. */
enum { HEADER_VALUE_MAX = 1000 };

/* Kinds of header values, in the strict subset of YAML that headers are written in. */
enum value_kind { VALUE_SCALAR, VALUE_LIST, VALUE_MAP, VALUE_BLOCK };

struct value {
    uint8_t kind; /* enum value_kind */
    bool quoted;  /* true for a scalar that is written as a JSON string */
    struct place place;
    struct str text;     /* scalar: decoded text; block: its lines as written, without the line of
                            the key */
    struct value *items; /* list, map: its values */
    struct str *keys;    /* map: the key of each value */
    uint32_t count;
};

struct header_entry {
    struct str key;
    struct value value;
    struct place key_place;
    struct str comments;   /* comment lines before the entry, each with its newline */
    struct str comment;    /* comment after the value on its line, from "#" on */
    struct str broken_key; /* key of a line that could not be read, if the key could */
};

/* A statement of an imported document about its scores, apart from the lines: "Ada has 12 points",
 * "Ben scored city for 6 points". */
struct assertion {
    struct place place;
    uint8_t seat;
    bool is_total;
    int32_t points;
    struct str word; /* road, city, monastery, field ... unless it is a total */
    struct str text; /* as written */
};

struct format;
struct rulings;

struct record {
    struct place place; /* place of the "%CRN" line or of the document */
    struct str magic;   /* "%CRN" line as written; empty for imports */
    struct header_entry *entries;
    uint32_t entry_count;
    struct str header_comments; /* comment lines after the last entry */

    /* Values of the known keys, set by crn_header_apply(). A key that is missing or wrong has its
     * default. */
    struct str rules;    /* name of the profile; empty if missing or wrong */
    bool rules_reported; /* the key `rules` is there but wrong, and a finding reports that */
    bool sets_broken;   /* `sets` or `copies` is wrong, so that it is unknown which tiles exist, and
                           how many of them */
    bool tiles_broken;  /* `tiles` could not be read, so that it is unknown which tiles the record
                           defines */
    bool supply_broken; /* `supply` is wrong, so that numbers of meeples and pieces are unknown */
    bool tie_broken;    /* `tie` is wrong, so that it is unknown who wins a tie */
    struct place rules_place;
    const struct value *options; /* value of `options`, a map; NULL if there is none */
    const struct value *supply;  /* value of `supply`, a map of meeples and pieces to their numbers;
                                    NULL if there is none */
    const struct rulings *rulings; /* rulings that record_rule() applied; NULL if there are none */
    struct str players[SEATS_MAX];
    struct place players_place;
    uint32_t player_count;                /* number of players as written; may exceed SEATS_MAX */
    uint8_t game;                         /* enum game */
    const struct tileset *sets[SETS_MAX]; /* tile sets in play */
    uint8_t copies[SETS_MAX];             /* copies of each of them in play, usually 1 */
    unsigned set_count;
    const struct value *brings; /* value of `brings`, a list of the rules in play instead of those
                                   that the sets bring; NULL if there is none */
    const struct tileset *own_tiles; /* tiles defined in the header, or NULL */
    bool has_start;
    struct tile_ref start;
    struct cell start_cell;
    uint8_t start_orient;
    struct place start_place;
    int32_t result[SEATS_MAX];
    struct place result_place[SEATS_MAX];
    uint32_t result_count; /* numbers in `result`; 0 if there is none */
    uint8_t tie;           /* enum tie_rule */
    uint8_t declared;      /* seats that `winner` names; 0 without the key */
    struct place declared_place;
    struct game_clock clock;
    bool clock_ruled; /* the clock is that of record_rule(), and decides who wins */
    bool timed;       /* some line has a time */

    struct line *lines;
    uint32_t line_count;
    uint32_t act_count; /* acts of all lines */
    bool claims;        /* some line makes a claim */
    bool claims_unread; /* some claim could not be read */
    bool claims_all;    /* the record claims every award, so that a missing claim is a finding */
    bool turn_open;     /* the imported document shows that its last turn is not over */
    struct assertion *assertions;
    uint32_t assertion_count;
    /* Other statements of an imported document, which the `verify` of its format checks
     * (formats/format.h); NULL if there are none. */
    const struct format *format;
    void *said;
};

/* Rules and options that replace those of a header. */
enum { RULINGS_MAX = 64 };
struct rulings {
    struct str profile; /* profile; empty for that of the header */
    struct str names[RULINGS_MAX], values[RULINGS_MAX];
    unsigned count; /* number of options */
    uint8_t tie;    /* enum tie_rule; TIE_UNSAID for that of the header */
    struct game_clock clock;
};

/* Returns the seat that a name or a letter stands for; SEATS_MAX for none, or if several players
 * have the name. */
unsigned record_seat(const struct record *record, struct str text);

/* Applies rulings to a record, as if its header had them. */
void record_rule(struct record *record, struct arena *arena, const struct rulings *rulings);

/* Returns the line that contains the place of a finding, or NULL. Sets *act to the act at that
 * place, or to NULL. */
const struct line *record_line_of(const struct record *record, const struct finding *finding,
                                  const struct act **act);

/* True if the rulings of the user, not the record, set an option. */
bool record_is_ruled(const struct record *record, struct str option);

/* Returns the place of a key in the header; that of the record if the header lacks the key. */
struct place record_key_place(const struct record *record, const char *key);

/* Returns an estimate of the effort to judge the first lines of a record, in units of 0.1 to 0.3
 * microseconds. Code that judges a record many times adds up the effort and stops at
 * RECORD_EFFORT_MAX, a few seconds of work. */
enum { RECORD_EFFORT_MAX = 20000000 };
uint64_t record_effort(const struct record *record, uint32_t line_count);

/* Returns the name of a player as people read it: "Ada", or "Ada (a)" if another player has the
 * same name, or "seat a" if the record gives no name. */
const char *record_player_text(const struct record *record, struct arena *arena, unsigned seat);

/* Looks up each finding in the game by its place, and sets its turn, step and seat, the words for
 * its tile, cell and edge, and the players' names in its text. A finding of an imported document
 * whose place is on no line keeps the turn and seat that it was raised with. */
void record_situate(const struct record *record, const struct findings *findings);

/* Returns the value of a key in the header if the value is a scalar. If it is not a scalar, or if
 * the key is missing, the pointer .p of the result is NULL. */
struct str record_header(const struct record *record, const char *key);

/* Finds the result that a record claims: the totals at its end, otherwise those in its header,
 * otherwise those that an imported document asserts for all seats. Returns the number of totals, 0
 * for none. */
unsigned record_claimed_result(const struct record *record, int32_t result[SEATS_MAX]);

/* Returns the end of the lines, after the last one. Nothing is added if there are no lines, since
 * the pointer may be NULL. */
static inline struct line *record_end(const struct record *record)
{
    return record->line_count ? record->lines + record->line_count : record->lines;
}

#endif
