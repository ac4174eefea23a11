/* SPDX-License-Identifier: MIT */
/* The ledger: everything that happened in a game, as typed facts in their order. The referee writes
 * it; reports, drawings and comparisons are folds over it and never look at the referee's table.
 *
 * Tiles are numbered in the order in which they were laid, the start tile being 0. A segment of a
 * laid tile is a node: tile * NODES_PER_TILE + segment. A feature is named by any of its nodes;
 * `name` in an event is the canonical one at that moment (the first port of its first cell, by y
 * and then x).
 */
#ifndef BASTIDE_LEDGER_LEDGER_H
#define BASTIDE_LEDGER_LEDGER_H

#include "base/bits.h"
#include "notation/record.h"
#include "base/check.h"
#include "tiles/tile.h"

enum {
    TILES_MAX = 1023,    /* tiles on one table: fewer than 500 were ever published, and a record may
                            define as many again */
    TILE_WORDS = 16,     /* 64-bit words of a bitset of tiles */
    NODES_PER_TILE = 16, /* SEGMENTS_MAX, and two roads built over the tile, from north to south and
                            from east to west */
    NODE_BUILT = SEGMENTS_MAX, /* node of the first of these roads */
    NODES_MAX = (TILES_MAX + 1) * NODES_PER_TILE,
    TILE_NONE = 0xFFFF,
    NODE_NONE = 0xFFFF,
    TERMS_MAX = 4,
    OPTIONS_NAMED_MAX = 6, /* options of an award; the highest number known is 3: for a castle that
                              takes the points of a small city with shields */
};

struct tile_bits {
    uint64_t word[TILE_WORDS];
};

static inline unsigned tile_bits_count(const struct tile_bits *bits)
{
    unsigned count = 0;
    for (unsigned i = 0; i < TILE_WORDS; i++)
        count += (unsigned)__builtin_popcountll(bits->word[i]);
    return count;
}

static inline bool tile_bits_has(const struct tile_bits *bits, unsigned tile)
{
    CHECK(tile < TILE_WORDS * 64);
    return bits->word[tile / 64] >> tile % 64 & 1;
}

static inline void tile_bits_add(struct tile_bits *bits, unsigned tile)
{
    CHECK(tile < TILE_WORDS * 64);
    bits->word[tile / 64] |= (uint64_t)1 << tile % 64;
}

static inline void tile_bits_remove(struct tile_bits *bits, unsigned tile)
{
    CHECK(tile < TILE_WORDS * 64);
    bits->word[tile / 64] &= ~((uint64_t)1 << tile % 64);
}

/* The awards, for which points are paid. Audits use the same names. */
enum award {
#define AWARD(number, id, name, color, share) AWARD_##id = number,
#include "rows.h"
};
union award_numbers { /* its size is the highest number, plus one */
#define AWARD(number, id, name, color, share) char below_##id[number + 1];
#include "rows.h"
};
enum { AWARD_COUNT = sizeof(union award_numbers) };
/* Names of awards; NULL for a number that no award has. */
extern const char *const award_names[AWARD_COUNT];
/* True for an award if a claim may name its first term instead. */
extern const bool award_claimed_by_term[AWARD_COUNT];

/* The award for a kind of feature, and the rules by which it is paid: as completed, or at the
 * end. */
struct award_facts {
    uint8_t award;
    const char *completed, *final;
};
extern const struct award_facts kind_awards[KIND_COUNT];

/* The terms that the points of an award are made of. */
enum term_name {
#define TERM(id, name, one, many, times) TERM_##id,
#include "rows.h"
    TERM_COUNT
};
/* The words for a term: name in data, singular and plural for people. */
struct term_words {
    const char *name, *one, *many;
    const char *times; /* what the count is multiplied with; NULL for points */
};
extern const struct term_words term_words[TERM_COUNT];

struct term {
    uint8_t name; /* enum term_name */
    int8_t each;  /* points for each one */
    uint16_t count;
};

/* The kinds of events. Each uses the members of struct event that its fields name
 * (ledger/events.def, the rooms).
 */
enum event_kind {
#define EVENT(id, name, unasked, about, fields) EVENT_##id,
#include "rows.h"
    EVENT_KINDS
};

/* Names of events in audits. */
extern const char *const event_names[EVENT_KINDS];

/* Sets of event kinds. A ledger holds only the kinds that its readers want. */
#define EVENTS(kind) BIT(kind)
static_assert(EVENT_KINDS < 64, "ledger.wanted has a bit a kind");
#define EVENTS_ALL (BIT(EVENT_KINDS) - 1)

struct score_event {
    uint8_t award; /* enum award */
    uint8_t kind;  /* enum kind of the feature, REF_NOTHING, or REF_EDGE for a guard or tower */
    bool final;
    struct edge edge;  /* edge that is paid for, with REF_EDGE */
    bool undetermined; /* depends on something that is not in the record */
    int16_t points;
    uint16_t name;             /* canonical node, NODE_NONE without a feature */
    uint8_t owners[SEATS_MAX]; /* each seat's followers in it, as they count for the majority */
    uint32_t marks; /* marks of its segments that raised the points, or made them 0: set of
                       MARK_... */
    uint8_t term_count;
    struct term terms[TERMS_MAX];
    uint16_t *counted; /* canonical nodes of the cities or markets that the terms count; NULL if no
                          reader wants them */
    uint16_t counted_count;
    uint8_t option_count; /* options whose other values would have changed this award */
    struct {
        const char *name, *value;
    } options[OPTIONS_NAMED_MAX];
    const char *rule;
    struct tile_bits tiles;
};

struct feature_event {
    uint8_t kind;
    bool completed;
    bool closed; /* cannot grow any more, completed or not */
    uint16_t shields;
    uint16_t name;
    uint16_t completed_turn;
    uint8_t followers[SEATS_MAX]; /* each seat's followers that are on it at the end of the game */
    int16_t value;                /* points it is worth (or was, when completed) */
    uint32_t marks;               /* as in struct score_event */
    uint8_t term_count;           /* terms that the value is made of */
    struct term terms[TERMS_MAX];
    struct tile_bits tiles;
};

/* Reasons why a meeple comes home. */
enum why {
#define WHY(id, name, words, column) WHY_##id,
#include "rows.h"
    WHY_COUNT
};
extern const char *const why_names[], *const why_words[];

/* The points that a castle took, and the feature (or castle) that it took them from: the one
 * chosen, or the highest of several. */
struct taken_event {
    uint16_t source; /* canonical node of the feature or castle */
    uint8_t source_kind;
    bool chosen;        /* the record names the source */
    uint8_t candidates; /* completed features that it could take from */
    int16_t points;
};

/* Steps in the sale of a tile of a bazaar. */
enum lot_step { LOT_REVEALED, LOT_OPENED, LOT_RAISED, LOT_BOUGHT, LOT_SOLD, LOT_FREE };
extern const char *const lot_names[];

struct lot_event {
    uint8_t step;  /* enum lot_step */
    uint8_t other; /* seat that was paid or that paid; SEAT_NONE for the bank or nobody */
    int16_t points;
    const struct design *design;
};

/* Pieces on a side of a tile. */
enum wall_piece {
#define PIECE(id, name) PIECE_##id,
#include "rows.h"
    PIECE_COUNT
};
extern const char *const piece_names[];

/* The wall is a chain that begins with the gate and grows at both ends: clockwise around the town,
 * and counterclockwise. */
enum { CHAIN_ENDS = 2 };

/* The walls that a tower is paid for: the last ones at an end of the chain, outermost first. */
struct wall_stretch {
    uint8_t count;
    uint8_t end;  /* end of the chain */
    uint8_t skip; /* outermost walls at that end that are left out */
    bool closes;  /* the wall that closed the ring, laid last, counts first in any case */
};

struct wall_event {
    uint8_t piece; /* enum wall_piece */
    uint8_t side;
    uint8_t count; /* pieces dealt to the seat; walls of a tower's stretch */
    uint16_t left; /* walls that remain in the supply; NUMBER_NONE for a guard or tower */
    uint16_t gap;  /* walls that would now close the ring; NUMBER_UNKNOWN if its ends are unknown or
                      cannot be joined, NUMBER_NONE for a guard or tower */
    uint8_t end; /* end of the chain that the wall lengthens; CHAIN_ENDS for another piece, and for
                    a wall that lies elsewhere */
    struct wall_stretch stretch; /* walls that a tower is paid for */
};

/* The time that a player used for a line, and what is then left, in milliseconds. */
#define TIME_UNKNOWN INT64_MIN
struct clock_event {
    int64_t used, left; /* TIME_UNKNOWN if it is not known */
    int64_t total;      /* time that the player has used so far */
};

/* Items that a player takes. */
struct items_event {
    uint8_t item;                /* enum item_id, if the event is about one item */
    uint8_t from;                /* seat that had it; SEAT_NONE for nobody */
    uint16_t size;               /* tiles of the feature that gives it */
    uint16_t of[ITEM_KINDS_MAX]; /* number of each item that is taken */
};
extern const char *const item_names[ITEM_COUNT + 1];

/* Sets of event kinds: those by which players take items (rows GIVES), those by which the meeple of
 * a node leaves the table (rows LEAVES), those by which a meeple comes back to the supply of its
 * player (rows FREES), those that may put a meeple (rows PUT) or a piece on a side of a tile (rows
 * ON_EDGE), those that change the kind of a feature (rows BECOMES), and those that a report by turn
 * prints (rows TOLD). */
enum {
    ITEM_EVENTS = 0
#define GIVES(event) | EVENTS(EVENT_##event)
#include "rows.h"
    ,
    LEAVE_EVENTS = 0
#define LEAVES(event) | EVENTS(EVENT_##event)
#include "rows.h"
    ,
    FREE_EVENTS = 0
#define FREES(event) | EVENTS(EVENT_##event)
#include "rows.h"
    ,
    PUT_EVENTS = 0
#define PUT(event, slot, value) | EVENTS(EVENT_##event)
#include "rows.h"
    ,
    EDGE_EVENTS = 0
#define ON_EDGE(event) | EVENTS(EVENT_##event)
#include "rows.h"
    ,
    BECOMES_EVENTS = 0
#define BECOMES(event, kind) | EVENTS(EVENT_##event)
#include "rows.h"
    ,
    TOLD_EVENTS = 0
#define TOLD(event, function) | EVENTS(EVENT_##event)
#include "rows.h"
};

/* Values of a number that an event does not have, and of one that is not known. */
enum { NUMBER_NONE = UINT16_MAX - 1, NUMBER_UNKNOWN = UINT16_MAX };

/* A statement of the record that changes how it is judged: referee/conditions.h. */
enum condition_kind {
    CONDITION_OWN_TILES, /* number: tiles that the header defines */
    CONDITION_BRINGS,    /* name: the expansions in play, which are not those of the sets */
    CONDITION_COPIES,    /* name and value: several copies of a set */
    CONDITION_SUPPLY,    /* name and value: meeples or pieces of each player, not as in the box */
    CONDITION_OPTION,    /* name and value: an option that differs from the profile */
    CONDITION_START,     /* name: a start tile that no set has */
    CONDITION_DISCARDS,  /* number: discarded tiles that may have fitted */
    CONDITION_ADJUSTED,  /* seat and number: points that the record gives */
    CONDITION_KIND_COUNT
};
extern const char *const condition_names[CONDITION_KIND_COUNT];

struct condition {
    uint8_t kind; /* enum condition_kind */
    uint8_t seat;
    int32_t number;
    const char *name, *value;
};

struct end_event {
    int32_t scores[SEATS_MAX];
    const struct condition *conditions; /* in the order of their kinds */
    unsigned condition_count;
    const char **may_matter; /* options that may have changed an award; this game cannot show
                                whether they did. NULL after the last */
    const char *why;         /* reason why the game is over; NULL if it is not */
    bool final;              /* the scores include the final scoring */
    bool legal, valid, complete, undetermined;
    uint8_t claims;  /* enum claims */
    uint8_t winners; /* set of the seats that win; 0 if nobody does, or if it is unknown who does */
    uint8_t won_by;  /* enum won_by */
    uint8_t lost;    /* seat that resigned, ran out of time or forfeited; otherwise SEAT_NONE */
    bool stopped;    /* the 'end' line says that the game was stopped */
    bool loser_unknown; /* the 'end' line says, or may say, that a player lost, but not which one */
    bool claims_unread; /* some claims of scores could not be read */
};

/* Reasons why somebody won. */
enum won_by {
    WON_BY_NOBODY,
    WON_BY_POINTS,
    WON_BY_TIE,
    WON_BY_RESIGNATION,
    WON_BY_CLOCK,
    WON_BY_FORFEIT,
    WON_BY_COUNT
};
extern const char *const won_by_names[WON_BY_COUNT];

enum claims { CLAIMS_NONE, CLAIMS_EQUAL, CLAIMS_DIFFER };
extern const char *const claims_names[];

struct event {
    uint8_t kind;   /* enum event_kind */
    uint8_t seat;   /* SEAT_NONE without one */
    uint8_t meeple; /* kind of the meeple that comes or goes (enum meeple_kind) */
    uint8_t part;   /* part of the turn (EVENT_TURN), from 0; a builder brings a second one */
    uint16_t turn;  /* 0 before the first turn */
    uint16_t tile;
    uint16_t node, other;
    union {
        int32_t scores[SEATS_MAX];
        const struct design *design;
        struct score_event score;
        struct feature_event feature;
        struct end_event end;
        const struct finding *finding;
        struct taken_event taken;
        struct lot_event lot;
        struct wall_event wall;
        struct items_event items;
        struct clock_event clock;
        struct {
            uint8_t why;    /* enum why */
            uint8_t holder; /* seat that holds the meeple, or held it */
        };
        uint8_t step;   /* step of a flight, from 1 */
        uint8_t token;  /* enum token_id, TOKEN_COUNT for an unknown one */
        uint16_t left;  /* tiles that are left in the pack */
        uint8_t height; /* of a stack of pieces */
    };
};

/* A tile on the table. */
struct laid_tile {
    const struct design *design; /* design as the tile lies; NULL if the tile or its orientation is
                                    unknown */
    const struct design *named;  /* design of the tile, whatever its orientation; NULL if it is
                                    unknown */
    struct cell cell;
    uint8_t orient;
    uint8_t built; /* roads built over it: bit 0 from north to south, bit 1 from east to west */
    uint8_t seat;  /* SEAT_NONE for the start tile */
    uint16_t turn;
    struct place place;
};

struct ledger {
    uint64_t wanted; /* set of event kinds that are written down */
    struct event *events;
    size_t count, capacity;
    struct laid_tile tiles[TILES_MAX + 1];
    unsigned tile_count;
    unsigned seat_count;
    struct str players[SEATS_MAX];
    uint32_t books; /* set of books whose rules are in play (base/rule.h); 0 without findings, and
                       not set before the END event */
};

/* Finds the least and the greatest x and y of the tiles on the table; both are 0,0 without
 * tiles. */
void ledger_bounds(const struct ledger *ledger, struct cell *least, struct cell *greatest);

/* Counts the items that each player has at the end of the ledger, which must hold ITEM_EVENTS. */
void ledger_held(const struct ledger *ledger, unsigned held[SEATS_MAX][ITEM_KINDS_MAX]);

/* Counts the prisoners at the end of the ledger, which must hold LEAVE_EVENTS and FREE_EVENTS, by
 * the seat that holds them, their own seat and their kind. */
void ledger_prisoners(const struct ledger *ledger,
                      unsigned held[SEATS_MAX][SEATS_MAX][MEEPLE_KINDS]);

/* Returns how many the token of an event (rows LOAD) puts beside its meeple, and the name of what
 * it puts there; 0 for another event. */
unsigned ledger_load(const struct event *event, const char **name);

/* Returns the last time of a player; NULL if the ledger has no time of this player. */
const struct clock_event *ledger_last_time(const struct ledger *ledger, unsigned seat);

/* ledger_reset() empties the ledger for another game but keeps its memory; ledger_free() frees
 * it. */
void ledger_reset(struct ledger *ledger);
void ledger_free(struct ledger *ledger);

/* ledger_append() adds an event of a kind. It has no seat, tile or nodes (SEAT_NONE, TILE_NONE,
 * NODE_NONE); everything else is zero. ledger_add() does so if the kind is wanted, and otherwise
 * returns NULL. The event is valid until the next call. */
struct event *ledger_append(struct ledger *ledger, enum event_kind kind);
static inline struct event *ledger_add(struct ledger *ledger, enum event_kind kind)
{
    return ledger->wanted & EVENTS(kind) ? ledger_append(ledger, kind) : NULL;
}

/* Returns the kind that the feature of an event's node becomes. The kind of the event must be one
 * of BECOMES_EVENTS. */
enum kind event_becomes(const struct event *event);

/* True if a follower comes from the supply: to a segment, or as a guard. */
bool event_puts_follower(const struct event *event);
static inline bool event_is_put(const struct event *event)
{
    return PUT_EVENTS & EVENTS(event->kind) && event_puts_follower(event);
}

/* True if a follower comes home. */
static inline bool event_is_back(const struct event *event)
{
    return FREE_EVENTS & EVENTS(event->kind) && kind_is_follower(event->meeple);
}

/* Returns the node of a road built over a tile: axis 0 from north to south, 1 from east to west. */
static inline unsigned node_built(unsigned tile, unsigned axis)
{
    return tile * NODES_PER_TILE + NODE_BUILT + axis;
}

static inline bool node_is_built(unsigned node)
{
    return node % NODES_PER_TILE >= NODE_BUILT;
}

/* Return the kind that a node was printed or built as, and the ports that it touches as the tile
 * lies. */
enum kind ledger_node_kind(const struct ledger *ledger, unsigned node);
port_set ledger_node_ports(const struct ledger *ledger, unsigned node);

/* True if node a comes before node b: by cell (smallest y, then smallest x), and on one tile by the
 * first port. */
bool laid_is_before(const struct laid_tile *tiles, unsigned a, unsigned b);

/* Returns the node that a segment names on a laid tile, whose design must be known; NODE_NONE if
 * there is none. */
unsigned laid_node(const struct laid_tile *tiles, unsigned tile, const struct segment_ref *ref);
static inline unsigned ledger_node(const struct ledger *ledger, unsigned tile,
                                   const struct segment_ref *ref)
{
    return laid_node(ledger->tiles, tile, ref);
}

/* Returns the canonical segment of a node, with its cell; ledger_node() turns it back into the
 * node. */
struct segment_ref ledger_segment(const struct ledger *ledger, unsigned node);

/* Writes the canonical name and the cell of a segment: "cE@-1,2", at most 20 bytes. */
enum { NODE_NAME_SIZE = 24 };
void laid_node_name(const struct laid_tile *tiles, unsigned node, char name[NODE_NAME_SIZE]);
static inline void ledger_node_name(const struct ledger *ledger, unsigned node,
                                    char name[NODE_NAME_SIZE])
{
    laid_node_name(ledger->tiles, node, name);
}

#endif
