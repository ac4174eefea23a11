/* SPDX-License-Identifier: MIT */
/* The referee judges a recorded game: from the table and a move it makes the next table, events and
 * findings. It knows no text, files or command-line options: it is given a record line by line and
 * writes a ledger.
 *
 * After a finding the replay continues with the table as it is: an illegal tile on a free cell is
 * laid, an illegal follower is placed if it can stand there, an impossible act is skipped. After a
 * move out of turn, the seat after the one that moved is next.
 *
 * Where the record leaves something out ("?", an unknown tile, a turn that could not be read),
 * everything that depends on it is undetermined: no findings are raised about it.
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

/* Upper limit of the designs in play: all designs of the catalogue, which have at least one entry
 * each in its table of names, and the designs of the record. */
enum { DESIGNS_IN_PLAY_MAX = NAMES_USED_MAX + DESIGNS_MAX };

/* The draws of a design: how many, and the place of the last one. */
struct draw_count {
    const struct design *design;
    uint16_t drawn;
    uint16_t copies; /* tiles of the design in play */
    struct place last;
};

/* Counts of the tiles that are drawn and of those that may still be drawn. */
struct draw_state {
    struct draw_count counts[DESIGNS_IN_PLAY_MAX]; /* draws of the designs of each set in play, one
                                                      set after the other */
    unsigned kinds;
    const struct tileset *sets[SETS_MAX + 1]; /* sets in play, the record's own tiles last */
    uint8_t copies[SETS_MAX + 1];             /* copies of each of them */
    unsigned set_count;
    unsigned drawn;   /* tiles drawn: laid (the start tile included), discarded or put aside */
    unsigned in_sets; /* tiles in the sets in play, without those that are out of the game */
    unsigned hidden;  /* tiles that are out of the game, unseen (judge_hide()) */
    const struct design *aside[TILES_MAX]; /* tiles put aside, which come back later */
    unsigned aside_count;
    unsigned reserved;           /* tiles drawn for later turns and not laid yet */
    unsigned lost;               /* drawn tiles whose cell is unknown */
    unsigned unnamed;            /* drawn tiles whose design is unknown */
    unsigned on_trust;           /* tiles discarded or put aside for which it is unknown whether
                                    that was right */
    struct place on_trust_place; /* place of the first of these */
};

/* The current turn. */
struct turn_state {
    uint16_t number; /* number of the turn; 0 before the first one */
    uint16_t typo;   /* last wrong number of its step lines, which was reported already; its own
                        number if there is none */
    uint8_t meant;   /* seat whose turn it was, if the line names another seat and that was
                        reported; otherwise SEAT_NONE */
    uint16_t count;  /* turns begun so far, whatever their numbers */
    uint16_t parts;  /* parts of turns begun so far: a turn may have more than one part, each with a
                        tile */
    uint8_t part;    /* current part, from 0; begin_part() resets the members that belong to a
                        part */
    uint16_t tile;   /* tile of the part; TILE_NONE before it lies */
    uint8_t seat;    /* seat whose turn it is; SEAT_NONE before the first turn */
    uint8_t passes_from; /* seat that comes before the seat of the next turn: the seat of this turn,
                            unless rules in play change it */
    uint8_t phase;       /* enum phase; meaningful once the tile lies */
    uint8_t reached;     /* verb whose act moved the turn on to its phase (enum verb_id); VERB_COUNT
                            if none did */
    bool open;           /* later lines may still belong to the turn: it is not closed yet */
    bool placed;         /* a meeple was placed in the part, which uses its action */
    uint64_t acted;      /* set of verbs whose acts used the action of the part (bits by enum
                            verb_id) */
    uint64_t owed;       /* set of verbs; one of them must still be used before PHASE_MOVE ends */
    bool lost;           /* the tile could not be laid */
    bool repeats;        /* its number is not higher than that of the turn before it */
    bool unsure;         /* one of the decisions is unknown */
    bool waits;          /* the record breaks off in the part while something is due */
    bool put_off;        /* another part of the turn comes only after turns of other seats */
    uint16_t late;       /* in a part that was put off: number of the turn before it; otherwise 0 */
    struct place head;   /* head of its first line */
    struct place place;  /* place of its tile in the record */
    struct place meeple_place;
};

static_assert(VERB_COUNT <= 64, "turn_state.acted and .owed have a bit a verb");
static_assert(EXPANSIONS_MAX <= 64, "referee.leaves and .asked have a bit an expansion");
static_assert(MEEPLE_KINDS <= 32, "referee.followers has a bit a kind");
static_assert(PHASE_OVER < 8, "expansion.leaves has a bit a phase, referee.stops one more");

/* A part of an earlier turn that is still to come. */
struct late_part {
    uint16_t number; /* number of that turn; 0 if there is no such part */
    uint8_t seat;
    bool ready; /* the part comes next */
};

/* Unknown parts of the game, as a consequence of what the record leaves out. */
struct unknown_state {
    bool game;           /* something that the verdict depends on is unknown */
    bool scores;         /* something that the scores depend on is unknown */
    bool order;          /* a turn could not be read, so that it is unknown which one is next */
    bool out[SEATS_MAX]; /* a "?" may have placed a follower of the seat */
    unsigned gap;        /* turns missing before the one under way, unless its number is a typo */
};

/* The lines that are judged together: a turn's own line with the steps after it, or any other line.
 * Scoring waits for decisions on later lines of the turn. */
struct turn_lines {
    const struct line *line;    /* line being judged; NULL for acts that are on no line */
    const struct line *end;     /* end of the lines of the turn, after the last one */
    const struct line *all_end; /* end of the known lines, after the last one */
    const struct line *decides; /* next line that decides something; next_decision() brings it up to
                                   date */
    uint32_t acts_left;         /* acts on the line after the one being judged */
    bool whole;                 /* the record ends at all_end; to be set after referee_begin() */
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
    uint64_t may_matter; /* set of options (bits by enum option_id) whose other values may have
                            changed an award; judging this game with one value cannot show whether
                            they did */

    const struct expansion *in_play[EXPANSIONS_MAX]; /* expansions in play */
    void *states[EXPANSIONS_MAX]; /* states of expansions by their ids; NULL for those not in
                                     play */
    unsigned in_play_count;
    uint64_t asked[EXPANSION_HOOKS]; /* for each hook, the set of expansions in play that have it
                                        (bits by index in in_play) */
    uint64_t leaves[PHASE_OVER]; /* for each phase, the set of expansions in play whose leave() is
                                    called at its end */
    uint64_t awake;              /* set of the expansions that are awake, like `asked` */
    uint64_t dozing;             /* set of those that fall asleep */
    uint8_t in_play_at[EXPANSIONS_MAX]; /* indexes in in_play, by the ids of expansions */
    uint8_t move_of[VERB_COUNT];        /* index in in_play of the expansion with the verb */
    uint8_t due;   /* set of phases after which leave() is called or features are scored
                      (bits by enum phase) */
    uint8_t stops; /* set of phases in which an act may be done, and PHASE_OVER: players are asked
                      only in these */
    const struct move *moves[VERB_COUNT]; /* moves by verb; NULL for a verb that no rule in play
                                             has */
    uint8_t move_phase[VERB_COUNT];
    uint8_t draw_phase; /* phase in which tiles are drawn for later turns */
    uint32_t followers; /* set of the kinds of meeples in play (bits by enum meeple_kind) */
    uint16_t lands;     /* set of the lands on which rules in play let meeples stand (bits by enum
                           kind) */

    struct turn_lines lines;
    uint16_t through; /* last turn that is judged, UINT16_MAX for all */

    /* Returns the token of an act that does not name it; TOKEN_UNKNOWN if it is not known. Callers
     * set it, and games do not reset it. NULL for none. */
    int (*find_token)(void *context, const struct referee *, const struct act *);
    void *find_context;
    bool strict; /* each condition of the verdict is a finding too; callers set it, and games do not
                    reset it */
    bool start_on_trust; /* the record's start tile could not be checked: no set has one */
    struct {
        unsigned count;
        int32_t points; /* sum of the corrections */
        struct place place;
    } adjusted[SEATS_MAX]; /* corrections of scores in the record, by seat */

    bool over;                    /* final scoring is done */
    bool is_table_full;           /* reported that the table has no room for more tiles */
    bool is_supply_unknown;       /* the header's numbers of meeples and pieces are wrong */
    bool ended;                   /* an end line was read */
    uint8_t end_reason, end_seat; /* reason and seat of that line (enum end_reason) */
    uint8_t first_out;            /* seat that ran out of time first; SEAT_NONE for nobody */
    bool out_equal;               /* another seat ran out of time at the same moment */
    bool over_reported;           /* play after the end has been reported */
    struct place end_place;
    struct claim_book claims;
    size_t room_used;
    alignas(max_align_t) unsigned char room[STATE_MAX]; /* memory of the states */
};

/* Judges one record. Writes events and findings in the order of the lines. `through` is the last
 * turn that is judged, UINT16_MAX for all. With `final`, a game that is not over then has its final
 * scoring, as if it had stopped there. */
void referee_judge(struct referee *referee, const struct record *record, struct findings *findings,
                   struct ledger *ledger, uint16_t through, bool final);

/* The steps of referee_judge(), for code that plays instead of judging (generators,
 * enumerations). */
void referee_begin(struct referee *referee, const struct record *record, struct findings *findings,
                   struct ledger *ledger);
/* Judges the lines of whole turns. With `lines.whole` the rest of the record follows them;
 * otherwise it is unknown what follows. */
void referee_lines(struct referee *referee, const struct line *lines, uint32_t count);
/* Returns the end of the lines that are judged together with `line`, the first of them (struct
 * turn_lines). */
const struct line *referee_turn_end(const struct line *line, const struct line *all_end);
void referee_finish(struct referee *referee, bool final);

/* Begins the turn of a line, or another part of the current turn, so that the choices of its seat
 * can be listed before a tile lies. referee_lay() does this too. */
void referee_turn(struct referee *referee, const struct line *line);

/* The two halves of judging a turn's line. referee_lay() draws and lays its tile, and returns the
 * number of the tile, or TILE_NONE. referee_act() judges the acts, the scoring and the claims.
 * Between them meeple_list() lists where a follower may be placed. */
unsigned referee_lay(struct referee *referee, const struct line *line);
void referee_act(struct referee *referee, const struct line *line, unsigned tile);

/* The acts one by one, for code that plays. referee_do() does an act of a seat. referee_go_on()
 * moves the turn on to the next phase in which an act may be done, once no seat does more in this
 * one. It returns false if the turn is over, waits, or goes on with another part on the next line.
 */
void referee_do(struct referee *referee, unsigned seat, const struct act *act);
bool referee_go_on(struct referee *referee);

/* Writes the END event: scores, and the verdict that follows from the findings. */
void referee_end_event(struct referee *referee, bool final);

/* Lists all placements of a design for the seat whose turn it is, as placing_list() does, including
 * those for which the seat builds something. */
unsigned referee_spots(struct referee *referee, const struct design *design, struct spot *spots,
                       unsigned most, bool *undetermined);

/* Finds the act that makes a tile fit at a spot of referee_spots() with `needs_building`; false if
 * there is none. */
bool referee_fitting_act(const struct referee *referee, const struct design *design,
                         struct spot spot, struct act *act);

/* True if another part is due and a tile could be drawn for it: a part of this turn once its last
 * tile is scored, or a part of an earlier turn once this turn is over. *must is then true if that
 * part must come. */
bool referee_owes_part(const struct referee *referee, bool *must);
/* referee_holds() lists the designs outside the pack that the seat whose turn has begun may lay
 * instead of drawing a tile, and returns their number. referee_lays_on() returns the seat after
 * this one that may lay such a tile although the pack is empty; SEAT_NONE if none may. */
unsigned referee_holds(struct referee *referee, const struct design *designs[SEATS_MAX]);
unsigned referee_lays_on(struct referee *referee, unsigned after);
/* True if rules in play bring such tiles. */
bool referee_has_outside(const struct referee *referee);
bool referee_pack_is_empty(const struct referee *referee);
/* Declines the part of an earlier turn that is due. */
void referee_decline_part(struct referee *referee);

/* True if the record breaks off where referee_owes_part() is true. */
bool referee_waits_for_part(const struct referee *referee, bool *must);

/* Returns the head of the next line, if all is well: that of the next turn, of another part of the
 * turn for which the record waits, or of a part of an earlier turn. */
struct line referee_next_line(const struct referee *referee);

/* Returns whether a rule in play has ended the game although tiles remain; ANSWER_UNKNOWN if that
 * depends on something unknown. */
enum answer referee_ends(const struct referee *referee);

/* Lists the pieces that a seat still has. With SEAT_NONE it lists what all seats draw from: tiles,
 * and pieces that belong to no seat. */
void referee_left(const struct referee *referee, unsigned seat, struct pieces_left *left);

/* referee_steps() lists the cells where a figure that moves step by step may go after the steps of
 * `path`, and returns their number. referee_favours() returns a piece of the seat whose feature the
 * seat wants to grow, or NULL. See the hooks in struct expansion. */
unsigned referee_steps(const struct referee *referee, struct str path, struct edge steps[SIDES]);
const struct meeple *referee_favours(const struct referee *referee, unsigned seat);

/* referee_in_play() is true if the expansion of this name is in play. referee_uses_option() is true
 * for options of the base game, and of rules in play. referee_books() returns the books with these
 * rules (base/rule.h). */
bool referee_in_play(const struct referee *referee, const char *expansion);
bool referee_uses_option(const struct referee *referee, enum option_id id);
uint32_t referee_books(const struct referee *referee);

/* referee_defers() is true if a tile is of no use now and must be put aside. referee_may_decline()
 * is true if a tile that fits only with something built may be declined. */
bool referee_defers(const struct referee *referee, const struct design *design);
bool referee_may_decline(const struct referee *referee);

/* referee_withholds() is true if tiles of a design may not be drawn yet, referee_withholds_any() if
 * that is possible for any design. referee_undrawn() returns the number of tiles of a design that
 * are not drawn. */
bool referee_withholds_any(const struct referee *referee);
bool referee_withholds(const struct referee *referee, const struct design *design);
unsigned referee_undrawn(const struct referee *referee, const struct design *design);

/* Lists the designs of which a tile may be drawn now, and returns their number. */
unsigned referee_drawable(const struct referee *referee,
                          const struct design *designs[DESIGNS_IN_PLAY_MAX]);

/* Returns the state of an expansion, NULL if it is not in play. */
static inline void *referee_state(const struct referee *referee, const struct expansion *expansion)
{
    return referee->states[expansion->id];
}

/* True for an act that may come at any moment of a turn (struct move, `anytime`). */
static inline bool referee_is_anytime(const struct referee *referee, const struct act *act)
{
    const struct move *move = act->kind == ACT_VERB ? referee->moves[act->verb] : NULL;
    return move && move->anytime;
}

/* Returns the seat whose turn is next, if all is well. */
static inline unsigned referee_next_seat(const struct referee *referee)
{
    /* Before the first turn passes_from is SEAT_NONE, and seat a is next. */
    unsigned next = referee->turn.passes_from + 1u;
    return next < referee->seats ? next : 0;
}

/* True if the scores depend on something that the record leaves out. */
static inline bool referee_scores_unknown(const struct referee *referee)
{
    return referee->unknown.scores || referee->unknown.gap;
}

#endif
