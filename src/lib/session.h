/* SPDX-License-Identifier: MIT */
/* What a judge of the library holds, and how its calls go out when memory does. */
#ifndef BASTIDE_LIB_SESSION_H
#define BASTIDE_LIB_SESSION_H

#include <setjmp.h>

#include "formats/source.h"
#include "lib/bastide.h"
#include "play/player.h"

/* A turn that was played: where its choices begin, and what was before it. */
struct played_turn {
    size_t path_from;
    struct line *lines;
    uint32_t line_count, act_count;
    struct arena_mark mark;
};

struct bastide {
    bastide_allocate *allocate;
    void *allocate_context;
    struct block *blocks;      /* all memory that was got and not given back */
    struct memory_hold *holds; /* what others made for the call under way */
    jmp_buf out;               /* of the call under way */
    bool dead;                 /* memory ran out */
    const char *why;
    struct arena refusal; /* of a reason that was made up of parts */

    struct catalogue catalogue;
    struct rulings rulings;
    struct kind_set disabled; /* of bastide_disable() */
    int fd;                   /* of the input; -1 without one */
    struct input *input;
    struct source source;
    bool has_read; /* something was read: */
    bool has_game; /* the record holds a game; else findings at most */

    /* The game under way: its record, and findings of reading it. */
    struct arena arena;
    struct findings read;
    struct record record;
    struct player player; /* its referee judges too */

    /* What judging found, handed out. */
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

    /* Playing on behind the record's lines: what was chosen, all of it and by turns; and what is
     * asked. */
    bool plays, asked, breaks_off;
    unsigned *path;
    size_t path_count, path_room, path_at;
    struct played_turn *turns;
    size_t turn_count, turn_room;
    struct arena asking;
    bool is_open; /* the path under way led to a decision that is not made */
    int asked_scores[SEATS_MAX];
    struct bastide_decision decision;
    const char **choices;
    int *choice_seats;
};

/* Runs what may need memory; BASTIDE_NO_MEMORY when there was none. */
int session_call(struct bastide *judge, int (*body)(struct bastide *judge, void *argument),
                 void *argument);

/* Returns BASTIDE_REFUSED. */
int session_refuse(struct bastide *judge, const char *why);

/* Forgets what was played and asked. */
void session_stop_playing(struct bastide *judge);

#endif
