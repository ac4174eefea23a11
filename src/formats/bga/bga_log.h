/* SPDX-License-Identifier: MIT */
/* State and functions of the reader of Board Game Arena's logs, for src/formats/bga only. */
#ifndef BASTIDE_FORMATS_BGA_BGA_LOG_H
#define BASTIDE_FORMATS_BGA_BGA_LOG_H

#include "formats/bga/bga_said.h"
#include "formats/bga/bga_types.h"
#include "formats/import.h"

enum { PHYSICAL = 72, TYPES = 24, POINTS_MAX = 10000 };

/* A physical tile, and the follower that was placed on it. */
struct played {
    bool lies;
    uint8_t type, quarters; /* type, from 1; quarter turns clockwise from the drawing of BGA */
    struct cell cell;
    uint8_t meeple_pos; /* spot of the follower, 0 without one */
    uint8_t meeple_seat;
    uint8_t meeple_kind;
};

/* The table of the log, and the numbers of the last packet; 0 if there was none. */
struct bga_packets {
    long table, number, move, time;
    bool table_reported, number_reported, move_reported, time_reported;
};

/* The tiles that a seat drew for its turns after the first one, from packets to its player alone,
 * and the number of turns that it had. */
struct bga_draws {
    uint8_t tiles[PHYSICAL];
    unsigned count, turns;
    bool reported;
};

/* The clocks of the players, in seconds. */
struct bga_clock {
    long time;       /* time of the last packet, in seconds since 1970; 0 before the first */
    unsigned active; /* seat that the game waits for */
    int64_t left[SEATS_MAX]; /* before `game` is given: below 0, what was used so far */
    int64_t pending;         /* time of the turn whose tile is not laid yet */
    uint32_t line;           /* index of the line of the turn under way */
    struct game_clock game;  /* clock of the game, in milliseconds */
    bool are_times_missed;   /* reported that the packets have no times */
    bool is_added, varies;   /* time was added; another time was added than before */
    bool is_told[SEATS_MAX]; /* reported that what is left differs */
};

struct bga {
    struct importer *im;
    struct bga_said *said; /* statements for the record */
    long ids[SEATS_MAX];   /* number of the player on each seat */
    struct str names[SEATS_MAX];
    unsigned seats;
    unsigned turn, seat; /* turn and seat of the last tile; seat is `seats` before the first tile */
    long tile;           /* number of the last tile */
    bool has_numbers;    /* some tile has a number; otherwise numbers follow from the types */
    struct played tiles[PHYSICAL + 1];
    int32_t totals[SEATS_MAX];
    bool totals_changed;
    bool final, over;
    /* Tiles in the bag: how often the log gives their number, the number given last, the one that
     * was expected then, and whether an impossible one was reported. */
    unsigned decks;
    long deck[2];
    bool is_deck_told;
    int32_t expected[SEATS_MAX]; /* scores by the points that were won last */
    bool names_reported;         /* reported that a name differs */
    bool lost; /* an event made no sense; from there on bga_differs() reports nothing */
    struct bga_names *names_of_fields;
    struct bga_packets packets;
    struct bga_clock clock;
    unsigned reader; /* seat that alone received the packet under way, `seats` if all did */

    struct bga_draws draws[SEATS_MAX];
    unsigned first; /* seats that the result ranks first: bit 0 for seat a */

    /* The tile that was announced as the next one. */
    bool announced;
    struct place announced_at;
    long announced_tile, announced_type, announced_player;
    long state;         /* last state of the machine of BGA, -1 before the first one */
    struct place place; /* place of the event under way */
};

/* ---- bga_log.c ---- */

/* Raise a finding at the event under way. bga_warn() raises it as a warning. bga_differs() is for
 * statements of the log that are wrong (705). */
struct finding *bga_raise(struct bga *b, enum finding_id id, const struct arg *args);
struct finding *bga_warn(struct bga *b, enum finding_id id, const struct arg *args);
void bga_differs(struct bga *b, enum finding_id id, const struct arg *args);
/* Gives a finding the turn and seat of the event under way. */
struct finding *bga_at_turn(const struct bga *b, struct finding *finding);

/* Adds a statement of the log; the pointer is valid until the next call. */
struct statement *bga_say(struct bga *b, enum statement_kind kind);

/* Returns the seat of a player's number, b->seats if there is none. */
unsigned bga_seat(const struct bga *b, long id);

/* Returns the kind for BGA's word; KIND_COUNT for other words, which may be translations. */
enum kind bga_kind(struct str word);

/* Returns the type of a physical tile, 1 to 24. */
unsigned bga_type_of(long number);

/* Returns the segment of a spot on a tile as it lies; its kind is KIND_COUNT if there is no such
 * spot. */
struct bga_spot bga_spot_at(const struct played *tile, unsigned pos);

/* ---- bga_fields.c ---- */

/* Reports the unknown fields of a part of the log. Parts within it that have names of their own are
 * left out. */
void bga_check_fields(struct bga *b, const struct json *value, struct str part);

/* Checks the fields of a packet against those of the packets before it, and notes its reader.
 * False, with a finding, if it belongs neither to the table nor to a player. */
bool bga_packet(struct bga *b, const struct json *packet);

/* ---- bga_clock.c ---- */

/* bga_clock_packet() charges the time since the last packet, bga_clock_turn() the time of a turn
 * whose tile was just laid. bga_clock_state() compares what is left with a state's account of it,
 * bga_clock_added() adds time when a turn begins. bga_clock_end() writes times and clock into the
 * record. */
void bga_clock_packet(struct bga *b, const struct json *packet);
void bga_clock_turn(struct bga *b);
void bga_clock_state(struct bga *b, const struct json *args);
void bga_clock_added(struct bga *b, const struct json *args);
void bga_clock_end(struct bga *b);

/* ---- bga_says.c ---- */

/* True if a key is there with another value than 0, false or null. */
bool bga_is_set(const struct json *args, const char *key);

/* Checks that the name beside a player's number is the name of that player. */
void bga_check_name(struct bga *b, const struct json *args);

/* bga_state() reads a state of BGA's machine: its type and order, and what it says about tiles and
 * spots. bga_deck_size() checks the number of tiles in the bag. */
void bga_state(struct bga *b, const struct json *args);
void bga_deck_size(struct bga *b, const struct json *args);

/* Reads a feature that is scored: adds a statement, and claims of its points. False, with a
 * finding, if its points are out of bounds. */
bool bga_scored(struct bga *b, const struct json *args);
/* Adds to the statement about the field that was scored last how many followers a winner has there.
 */
void bga_majority(struct bga *b, unsigned seat, long count);

/* bga_draw() keeps the tile that a player drew for the next turn. bga_check_drawn() checks that the
 * seat then lays or discards it. */
void bga_draw(struct bga *b, const struct json *args);
void bga_check_drawn(struct bga *b, unsigned seat, long tile);

/* Reads the result: ranks, ties and statistics. */
void bga_result(struct bga *b, const struct json *args);

/* Checks the name of a winner in a note after the result. */
void bga_check_winner(struct bga *b, struct str name);

#endif
