/* SPDX-License-Identifier: MIT */
/* A log of Board Game Arena that is being read; for src/formats/bga alone. */
#ifndef BASTIDE_FORMATS_BGA_BGA_LOG_H
#define BASTIDE_FORMATS_BGA_BGA_LOG_H

#include "formats/bga/bga_said.h"
#include "formats/bga/bga_types.h"
#include "formats/import.h"

enum { PHYSICAL = 72, TYPES = 24, POINTS_MAX = 10000 };

/* A physical tile that has been laid. */
struct played {
    bool lies;
    uint8_t type, quarters; /* type from 1; turned clockwise from BGA's drawing */
    struct cell cell;
    uint8_t meeple_pos; /* 0 without */
    uint8_t meeple_seat;
    uint8_t meeple_kind;
};

/* The numbers of the packets before the current one; 0 if there was none. */
struct bga_packets {
    long table, number, move, time;
    bool table_reported, number_reported, move_reported, time_reported;
};

/* The tiles that a seat drew for its turns but the first, by what its player alone was told, and
 * how many turns it had. */
struct bga_draws {
    uint8_t tiles[PHYSICAL];
    unsigned count, turns;
    bool reported;
};

struct bga {
    struct importer *im;
    struct bga_said *said; /* the record's */
    long ids[SEATS_MAX];   /* players by seat */
    struct str names[SEATS_MAX];
    unsigned seats;
    unsigned turn, seat; /* of the last tile; seat: seats before the first */
    long tile;           /* its number */
    struct played tiles[PHYSICAL + 1];
    int32_t totals[SEATS_MAX];
    bool totals_changed;
    bool final, over;
    long deck[2]; /* tiles in the bag by the last word about it, and by the one before; -1 before
                     the first */
    int32_t expected[SEATS_MAX]; /* scores, by the points that were won */
    bool names_reported;         /* that a name is another one */
    bool lost; /* an event made no sense: from there on bga_differs() reports nothing */
    struct bga_names *names_of_fields;
    struct bga_packets packets;
    unsigned reader; /* the seat to whom alone the packet under way went, b->seats for all */

    struct bga_draws draws[SEATS_MAX];
    unsigned first; /* seats that the result ranks first: bit 0 for seat a */

    /* The tile that was announced as the next one. */
    bool announced;
    struct place announced_at;
    long announced_tile, announced_type, announced_player;
    long state;         /* of BGA's machine, -1 before the first */
    struct place place; /* of the event under way */
};

/* ---- bga_log.c ---- */

/* A finding at the event under way. 705: the log says otherwise. */
struct finding *bga_raise(struct bga *b, enum finding_id id, const struct arg *args);
struct finding *bga_warn(struct bga *b, enum finding_id id, const struct arg *args);
void bga_differs(struct bga *b, enum finding_id id, const struct arg *args);
/* Gives a finding the turn and seat of the event under way. */
struct finding *bga_at_turn(const struct bga *b, struct finding *finding);

/* Adds a statement of the log; the pointer is valid until the next call. */
struct statement *bga_say(struct bga *b, enum statement_kind kind);

/* The seat of a player's number, b->seats for none. */
unsigned bga_seat(const struct bga *b, long id);

/* A kind by BGA's word; KIND_COUNT for others, which may be translations. */
enum kind bga_kind(struct str word);

/* The type of a physical tile, 1 to 24. */
unsigned bga_type_of(long number);

/* The segment of a spot on a tile as it lies; kind KIND_COUNT when the type has no such spot. */
struct bga_spot bga_spot_at(const struct played *tile, unsigned pos);

/* ---- bga_fields.c ---- */

/* Reports the unknown fields of a part of the log. Parts within it that have names of their own are
 * left out. */
void bga_check_fields(struct bga *b, const json_t *value, struct str part);

/* Checks a packet's own fields against those before it; false, with a finding, when it is nobody's.
 */
bool bga_packet(struct bga *b, const json_t *packet);

/* ---- bga_says.c ---- */

/* Names that go with a player's number are that player's. */
void bga_check_name(struct bga *b, const json_t *args);

/* The states of BGA's machine: what they say of tiles, spots and results. */
void bga_state(struct bga *b, const json_t *args);
void bga_deck_size(struct bga *b, const json_t *args);

/* A feature that is scored: the statement, and claims of its points. False with a finding. */
bool bga_scored(struct bga *b, const json_t *args);
/* How many followers its winner has in the field that was scored last. */
void bga_majority(struct bga *b, unsigned seat, long count);

/* A tile that a player drew for the next turn, and whether that is the tile that is laid, or set
 * aside, then. */
void bga_draw(struct bga *b, const json_t *args);
void bga_check_drawn(struct bga *b, unsigned seat, long tile);

/* Ranks, shares and figures of the result. */
void bga_result(struct bga *b, const json_t *args);

/* Checks the name of a winner in a note after the result. */
void bga_check_winner(struct bga *b, struct str name);

#endif
