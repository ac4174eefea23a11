/* SPDX-License-Identifier: MIT */
/* Statements of a log of Board Game Arena besides its moves, scores and totals. */
#ifndef BASTIDE_FORMATS_BGA_BGA_SAID_H
#define BASTIDE_FORMATS_BGA_BGA_SAID_H

#include "notation/record.h"

enum statement_kind {
    SAID_SPOTS, /* spots where the seat may place a follower */
    SAID_LEFT,  /* number of followers in the seat's supply, after the turn's follower was placed */
    SAID_FEATURE, /* a scored feature: kind, winners, tiles, followers, cities */
    SAID_RANK,    /* rank of the seat in the result: number; shared */
    SAID_POINTS,  /* points of the seat from a kind of feature; of all seats if SEAT_NONE */
    SAID_PUT,     /* number of followers that the seat placed in the game */
    SAID_LAID,    /* number of tiles laid in the game */
    SAID_MOST,
    SAID_TWICE_MEAN, /* twice the mean result */
};

enum { CITIES_UNSAID = -1 };

struct said_tile {
    struct cell cell;
    int points;
};

struct statement {
    struct place place;
    uint8_t kind; /* enum statement_kind */
    uint8_t seat;
    uint8_t feature; /* enum kind; KIND_COUNT for an unknown word of the log */
    uint8_t winners; /* seats that are paid, bit 0 for seat a */
    bool final;      /* statement about the final scoring or the result */
    bool shared;
    bool claimed; /* the feature's points are claims of the record, too */
    uint16_t turn;
    int number;
    int cities;     /* cities that a field is paid for, CITIES_UNSAID if not stated */
    uint8_t counts; /* seats whose followers in the feature are stated, bit 0 for seat a */
    uint8_t followers[SEATS_MAX]; /* number of followers of each seat */
    struct said_tile *tiles;
    struct segment_ref *spots;
    unsigned count; /* number of tiles or spots */
};

struct bga_said {
    struct statement *statements; /* statements, in the order of the log */
    uint32_t count;
};

#endif
