/* SPDX-License-Identifier: MIT */
/* Statements of a log of Board Game Arena besides its moves, scores and totals. */
#ifndef BASTIDE_FORMATS_BGA_BGA_SAID_H
#define BASTIDE_FORMATS_BGA_BGA_SAID_H

#include "notation/record.h"

enum statement_kind {
    SAID_SPOTS,   /* where the seat may put a follower: spots */
    SAID_LEFT,    /* followers in the seat's supply, once the turn's is put: number */
    SAID_FEATURE, /* what was scored: kind, winners, tiles, followers, cities */
    SAID_RANK,    /* the seat's place in the result: number; shared */
    SAID_POINTS,  /* the seat's points from a kind of feature; SEAT_NONE: everybody's */
    SAID_PUT,     /* followers that the seat put in the game */
    SAID_LAID,    /* tiles laid in it */
    SAID_MOST,
    SAID_TWICE_MEAN, /* of the results */
};

struct said_tile {
    struct cell cell;
    int points;
};

struct statement {
    struct place place;
    uint8_t kind; /* enum statement_kind */
    uint8_t seat;
    uint8_t feature; /* enum kind; KIND_COUNT where the log's word is not known */
    uint8_t winners; /* bit 0 for seat a */
    bool final;      /* said of the final scoring */
    bool shared;
    bool claimed; /* a feature's points are claims of the record, too */
    uint16_t turn;
    int number;
    int cities;                   /* that a field is paid for, -1 where nothing is said */
    uint8_t counts;               /* whose followers in the feature it names: bit 0 for seat a */
    uint8_t followers[SEATS_MAX]; /* how many of each seat */
    struct said_tile *tiles;
    struct segment_ref *spots;
    unsigned count; /* of tiles or spots */
};

struct bga_said {
    struct statement *statements; /* in the order of the log */
    uint32_t count;
};

#endif
