/* SPDX-License-Identifier: MIT */
/* State of a judge of the library. On allocation failure a call jumps back to its entry: see
 * session_call(). */
#ifndef BASTIDE_LIB_SESSION_H
#define BASTIDE_LIB_SESSION_H

#include <setjmp.h>

#include "formats/source.h"
#include "lib/bastide.h"
#include "play/player.h"
#include "referee/snapshot.h"

/* A turn that was played: the index of its first choice in the path, and the state of the record
 * before it. */
struct past_turn {
    size_t path_from;
    struct line *lines;
    uint32_t line_count, act_count;
    struct arena_mark mark;
};

struct bastide {
    bastide_allocate *allocate;
    void *allocate_context;
    struct block *blocks;      /* all memory that is allocated */
    struct memory_hold *holds; /* allocations of other libraries during the call under way */
    jmp_buf out;               /* entry of the call under way, to jump back to */
    bool dead;                 /* memory ran out: the judge can only be freed */
    const char *why;
    struct arena refusal; /* memory of a reason (`why`) that is made up of parts */

    struct catalogue catalogue;
    struct rulings rulings;
    struct kind_set disabled; /* kinds of findings that bastide_disable() leaves out */
    int fd;                   /* descriptor of the input; -1 without one */
    struct input *input;
    struct source source;
    bool has_read; /* a game or another stretch of the input was read */
    bool has_game; /* the record holds a game; if false, there are at most findings */

    /* The game under way: its record, and findings of reading it. */
    struct arena arena;
    struct findings read;
    struct record record;
    struct player player; /* player of the turns after the record; its referee also judges the
                             record */

    /* Results of judging, which functions return. */
    struct arena judged;
    bool is_judged;
    char identity[33];
    int scores[SEATS_MAX];
    const char *players[SEATS_MAX];
    struct bastide_verdict verdict;
    struct bastide_finding *findings;
    struct bastide_event *events;
    struct bastide_condition *conditions;
    struct sink crn;

    /* Playing on after the record's lines: the path of all choices, the turns that they belong to,
     * and the decision that is asked. */
    bool plays, asked, breaks_off;
    unsigned *path;
    size_t path_count, path_room, path_at;
    struct past_turn *turns;
    size_t turn_count, turn_room;
    /* Positions before these turns, by the index of the turn. Those from `known_from` up to, but
     * not including, `known_to` are valid. */
    struct snapshot *snapshots;
    struct journal journal;
    size_t snapshot_room, known_from, known_to;
    bool
        under_way; /* the player has played the path up to path_at, and waits for the next choice */
    struct sink words; /* those of the choices */
    int asked_scores[SEATS_MAX];
    struct bastide_decision decision;
    const char **choices;
    size_t choice_room;
    int *choice_seats;
};

/* Runs a function that may allocate memory and returns its result. Returns BASTIDE_NO_MEMORY if
 * memory ran out, now or in an earlier call. */
int session_call(struct bastide *judge, int (*body)(struct bastide *judge, void *argument),
                 void *argument);

/* Sets the reason of a refusal and returns BASTIDE_REFUSED. */
int session_refuse(struct bastide *judge, const char *why);

/* Forgets the choices made and the decision that was asked. */
void session_stop_playing(struct bastide *judge);

/* Forgets the positions of turns, before another use of the referee. */
static inline void session_forget_positions(struct bastide *judge)
{
    judge->known_from = judge->known_to = 0;
    judge->under_way = false;
}

#endif
