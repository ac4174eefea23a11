/* SPDX-License-Identifier: MIT */
/* The referee: a function of (table, move) to (table, events, findings). It sees no text, no file
 * and no option parser; it is handed a record line by line and writes a ledger.
 *
 * After a finding the replay continues with what lies on the table: an illegal placement on a free
 * cell is laid, an illegal follower that can stand there stands, what is impossible is skipped, and
 * after a move out of turn the seat after the one that moved is next.
 *
 * What the record does not say ("?", an unknown tile, a turn that could not be read) makes all that
 * depends on it undetermined: findings about it are not raised.
 */
#ifndef BASTIDE_REFEREE_REFEREE_H
#define BASTIDE_REFEREE_REFEREE_H

#include <assert.h>
#include <stdalign.h>
#include <stddef.h>

#include "referee/claims.h"
#include "referee/expansion.h"
#include "referee/holdings.h"
#include "profiles/profile.h"
#include "tiles/catalogue.h"
#include "tiles/tile_yaml.h"

/* All designs of the catalogue, each of which has a name, and those of the record. */
enum { DESIGNS_IN_PLAY_MAX = NAMES_USED_MAX + DESIGNS_MAX };

/* How often a design was drawn, and where last. */
struct draw_count {
    const struct design *design;
    uint16_t drawn;
    uint8_t replaced; /* copies that tiles of another set stand for, or that are not used */
    struct place last;
};

/* Tiles drawn, and those that may still be. */
struct draw_state {
    struct draw_count counts[DESIGNS_IN_PLAY_MAX]; /* of the designs of each set in play, one set
                                                       after the other */
    unsigned kinds;
    const struct tileset *sets[SETS_MAX + 1]; /* those in play, the record's own tiles last */
    unsigned set_count;
    unsigned drawn;   /* tiles drawn: laid, the start tile included, or set aside */
    unsigned in_sets; /* tiles that the sets in play hold */
    const struct design *aside[TILES_MAX]; /* tiles put aside, to come back */
    unsigned aside_count;
    unsigned reserved;           /* tiles drawn that are still to be laid */
    unsigned lost;               /* tiles drawn of which it is unknown where they lie */
    unsigned unnamed;            /* tiles drawn of which it is unknown what they are */
    unsigned on_trust;           /* tiles discarded of which it is unknown whether they fitted */
    struct place on_trust_place; /* of the first of them */
};

/* The turn under way. */
struct turn_state {
    uint16_t number; /* 0 before the first */
    uint16_t typo; /* a wrong number that its step lines bear, once it was reported; else its own */
    uint8_t meant; /* whose turn it was, where another seat is named and that was reported; else
                      SEAT_NONE */
    uint16_t count; /* turns begun, whatever their numbers */
    uint16_t parts; /* and parts of them: a turn may lay more than one tile */
    uint8_t part;   /* the one under way, from 0; what follows is of it alone but for `count` and
                       `seat` */
    uint16_t tile;  /* tile laid in it, TILE_NONE before; it lies in PHASE_MOVE and later */
    uint8_t seat;   /* whose turn it is, SEAT_NONE before the first */
    uint8_t passes_from; /* the next turn is of the seat after this one, the turn's own unless rules
                            in play say otherwise */
    uint8_t phase;       /* enum phase, once its tile lies */
    uint8_t reached;     /* by an act of this verb; VERB_COUNT where none was needed */
    bool open;           /* not closed yet: later lines may still belong to it */
    bool placed;         /* a meeple was placed in it, which uses its action too */
    uint64_t acted;      /* verbs whose acts used its action, as bits by enum verb_id */
    uint64_t owed;       /* verbs of which one must still come before the seat's moves are over */
    bool lost;           /* its tile could not be laid */
    bool repeats;        /* its number was there before */
    bool unsure;         /* one of its decisions is unknown */
    bool waits;          /* the record breaks off in it, and something is still due */
    bool put_off;  /* another part of it comes only behind the turns of other seats that follow */
    uint16_t late; /* it is such a part: the number of the turn that came before it; else 0 */
    struct place head;  /* its first line's head */
    struct place place; /* where its tile stands */
    struct place meeple_place;
};

static_assert(VERB_COUNT <= 64, "turn_state.acted and .owed have a bit a verb");
static_assert(EXPANSIONS_MAX <= 64, "referee.leaves and .asked have a bit an expansion");
static_assert(MEEPLE_KINDS <= 32, "referee.followers has a bit a kind");
static_assert(PHASE_OVER <= 8, "expansion.leaves has a bit a phase");

/* A part of an earlier turn that is still to come. */
struct late_part {
    uint16_t number; /* of that turn; 0 when no part is */
    uint8_t seat;
    bool ready; /* it comes next */
};

/* What the record does not say. */
struct unknown_state {
    bool game;           /* something in the record depends on a "?" */
    bool scores;         /* so do the scores */
    bool order;          /* a turn could not be read: which is next is unknown */
    bool out[SEATS_MAX]; /* a "?" may have put a follower of the seat somewhere */
    unsigned gap;        /* turns missing before the one under way, unless its number is a typo */
};

/* The lines that are judged together: a turn's own line with the steps after it, or any other line.
 * What later lines of a turn decide delays its scoring. */
struct turn_lines {
    const struct line *line;    /* being judged; NULL for acts that stand on no line */
    const struct line *end;     /* after the last line of the turn */
    const struct line *all_end; /* after the last line that is known */
    const struct line *decides; /* the next line that decides something; stale until it is asked */
    uint32_t acts_left;         /* on the line, after the act being judged */
    bool whole;                 /* the record ends at all_end; set after referee_begin() */
};

struct referee {
    struct table table;
    struct ledger *ledger;
    struct findings *findings;
    struct arena *arena;
    const struct record *record;
    struct profile profile; /* the record's profile with its options */
    unsigned seats;
    int32_t scores[SEATS_MAX];

    struct draw_state draw;
    struct turn_state turn;
    struct late_part late;
    struct unknown_state unknown;
    struct holdings holdings;
    uint64_t may_matter; /* options, as bits by enum option_id, of which only another game could
                            tell whether they changed an award */

    const struct expansion *in_play[EXPANSIONS_MAX]; /* expansions in play */
    void *states[EXPANSIONS_MAX]; /* by their numbers; NULL for those not in play */
    unsigned in_play_count;
    uint64_t asked[EXPANSION_HOOKS]; /* of each hook: expansions in play that have it */
    uint64_t
        leaves[PHASE_OVER]; /* of each phase: expansions in play that are asked when it is over */
    uint8_t due;            /* phases behind which one is asked, or features are scored, as bits */
    const struct move *moves[VERB_COUNT]; /* by verb; NULL for one that no rule in play has */
    uint8_t move_phase[VERB_COUNT];
    uint8_t draw_phase; /* in which tiles are drawn for turns to come */
    uint32_t followers; /* kinds of followers in play, bits by enum meeple_kind */

    struct turn_lines lines;
    uint16_t through; /* last turn that is looked at, UINT16_MAX for all */

    bool strict; /* each condition of the verdict is a finding; set by the caller, kept from game to
                    game */
    bool start_on_trust; /* no set has a start tile that the record's could be compared with */
    struct {
        unsigned count;
        int32_t points; /* their sum */
        struct place place;
    } adjusted[SEATS_MAX]; /* corrections that the record makes */

    bool over;          /* final scoring is done */
    bool ended;         /* an end line was read */
    bool over_reported; /* play after the end was reported once */
    struct place end_place;
    struct claim_book claims;
    alignas(max_align_t) unsigned char room[STATE_MAX]; /* of the states */
};

/* Judges one record: everything is written to ledger and findings, in the order of the lines.
 * `through` is the last turn that is looked at, UINT16_MAX for all; a game cut so is scored as if
 * it had stopped there when `final`. */
void referee_judge(struct referee *referee, const struct record *record, struct findings *findings,
                   struct ledger *ledger, uint16_t through, bool final);

/* The parts of it, for those who play instead of judging (generators, enumerations). */
void referee_begin(struct referee *referee, const struct record *record, struct findings *findings,
                   struct ledger *ledger);
/* Judges the lines of whole turns. After the last one comes the rest of the record when
 * `lines.whole` is set; otherwise what comes is unknown. */
void referee_lines(struct referee *referee, const struct line *lines, uint32_t count);
/* Returns the first line after the turn, or other line, that begins with `line`. */
const struct line *referee_turn_end(const struct line *line, const struct line *all_end);
void referee_finish(struct referee *referee, bool final);

/* Begins a line's turn, or another part of the one under way, so that what its seat may choose can
 * be asked before its tile lies; referee_lay() does it too. */
void referee_turn(struct referee *referee, const struct line *line);

/* The two halves of a turn's line: draw and lay its tile (its number, TILE_NONE without one), then
 * its acts, the scoring and the claims. Between them meeple_list() lists where a follower may be
 * placed. */
unsigned referee_lay(struct referee *referee, const struct line *line);
void referee_act(struct referee *referee, const struct line *line, unsigned tile);

/* The acts one by one, for those who play: what the seat does now, and that nobody does more at
 * this point, so that the turn goes on to its next phase. False once it is over, or has come to
 * where the line ahead begins another part of it. */
void referee_do(struct referee *referee, unsigned seat, const struct act *act);
bool referee_go_on(struct referee *referee);

/* Writes the END event: scores, and the verdict that follows from the findings. */
void referee_end_event(struct referee *referee, bool final);

/* All placements of a design that the seat whose turn it is may choose, as placing_list() lists
 * them, those included for which it builds something. */
unsigned referee_spots(const struct referee *referee, const struct design *design,
                       struct spot *spots, unsigned most, bool *undetermined);

/* The act that makes a tile fit at a spot of referee_spots() that is `needs_building`; false when
 * none does. */
bool referee_fitting_act(const struct referee *referee, const struct design *design,
                         struct spot spot, struct act *act);

/* Is another part of the turn due, now that its last tile is scored, or one of an earlier turn, now
 * that this one is over? Could a tile be drawn for it, and `must` it come? */
bool referee_owes_part(const struct referee *referee, bool *must);
/* The part of an earlier turn that is due does not come. */
void referee_decline_part(struct referee *referee);

/* Does the record break off where that is so? */
bool referee_waits_for_part(const struct referee *referee, bool *must);

/* Head of the next line, if all is well: the next turn's, that of another part of the turn for
 * which the record waits, or that of a part of an earlier turn. */
struct line referee_next_line(const struct referee *referee);

/* Has a rule in play ended the game, although tiles are left? Unknown where that depends on
 * something that is. */
enum answer referee_ends(const struct referee *referee);

/* The pieces that a seat has left; with SEAT_NONE what all draw from: tiles, and pieces that belong
 * to no seat. */
void referee_left(const struct referee *referee, unsigned seat, struct pieces_left *left);

/* Where a figure that goes step by step may go on after the steps made, see struct expansion;
 * returns how many cells. A piece of the seat whose feature it would see grow; NULL without. */
unsigned referee_steps(const struct referee *referee, struct str path, struct edge steps[SIDES]);
const struct meeple *referee_favours(const struct referee *referee, unsigned seat);

/* Is an expansion in play? Options say to which they belong. */
bool referee_in_play(const struct referee *referee, const char *expansion);

/* Is a tile of no use now, so that it is put aside? And may one be declined that fits only with
 * something built? */
bool referee_defers(const struct referee *referee, const struct design *design);
bool referee_may_decline(const struct referee *referee);

/* May no tile of a design be drawn yet? May that be of any? And how many of it are left? */
bool referee_withholds_any(const struct referee *referee);
bool referee_withholds(const struct referee *referee, const struct design *design);
unsigned referee_undrawn(const struct referee *referee, const struct design *design);

/* The designs of which a tile may still be drawn; returns how many. */
unsigned referee_drawable(const struct referee *referee,
                          const struct design *designs[DESIGNS_IN_PLAY_MAX]);

/* The state of an expansion, NULL when it is not in play. */
static inline void *referee_state(const struct referee *referee, const struct expansion *expansion)
{
    return referee->states[expansion->id];
}

/* Whose turn is next, if all is well. */
static inline unsigned referee_next_seat(const struct referee *referee)
{
    /* SEAT_NONE is none of them either. */
    unsigned next = referee->turn.passes_from + 1u;
    return next < referee->seats ? next : 0;
}

/* Do the scores depend on something that the record does not say? */
static inline bool referee_scores_unknown(const struct referee *referee)
{
    return referee->unknown.scores || referee->unknown.gap;
}

#endif
