/* SPDX-License-Identifier: MIT */
/* Functions that the files of the referee share, by the file that defines them. Only src/referee
 * and src/expansions include this header. */
#ifndef BASTIDE_REFEREE_JUDGE_H
#define BASTIDE_REFEREE_JUDGE_H

#include "board/scoring.h"
#include "referee/referee.h"

/* Runs the body for each expansion in play that has a hook, in their order; `each` is the
 * expansion. Leave the loop with `return`, not with `break`. */
#define FOR_EACH_ASKED(referee, each, hook)                                                        \
    FOR_EACH_BIT(each##_number, (referee)->asked[EXPANSION_HOOK(hook)])                            \
        for (const struct expansion *each = (referee)->in_play[each##_number]; each; each = NULL)

/* Wakes an expansion in play until its next call of turn(). */
static inline void judge_wake(struct referee *r, const struct expansion *expansion)
{
    r->awake |= BIT(r->in_play_at[expansion->id]);
}

/* ---- raise.c ---- */

/* Words for a side ("north"), and for land by its side code ("field"). */
extern const char *const judge_sides[SIDES], *const judge_lands[];

/* Raises a finding and writes it into the ledger. */
struct finding *judge_raise(struct referee *referee, enum finding_id id, struct place place,
                            const struct arg *args) __attribute__((cold));

/* Adds an event of this turn to the ledger; returns NULL if such events are not wanted. */
static inline struct event *judge_event(struct referee *referee, enum event_kind kind,
                                        unsigned seat)
{
    struct event *event = ledger_add(referee->ledger, kind);
    if (event) {
        event->turn = referee->turn.number;
        event->seat = (uint8_t)seat;
    }
    return event;
}

/* Adds to a finding (NULL for none) that it depends on the value of an option. */
void judge_note_option(struct referee *referee, struct finding *finding, enum option_id id);

/* Raises an objection, with the option that it depends on; raises nothing for NO_OBJECTION. Test
 * first whether there is an objection: making the arguments costs more than the test. */
void judge_object(struct referee *referee, struct objection objection, struct place place,
                  const struct arg *args);

/* Adds to a finding (NULL for none) the option that decides whether the game is over, if there is
 * such an option. Called for findings that depend on whether the game is over. */
void judge_note_end(struct referee *referee, struct finding *finding);

/* Notes that something missing from the record affects a decision of the turn, the verdict, or the
 * scores and with them the verdict. Findings that depend on it are not raised. */
enum { UNKNOWN_TURN = 1, UNKNOWN_GAME = 2, UNKNOWN_SCORES = 4 };
static inline void judge_unknown(struct referee *referee, unsigned what)
{
    referee->turn.unsure |= (what & UNKNOWN_TURN) != 0;
    referee->unknown.game |= (what & (UNKNOWN_GAME | UNKNOWN_SCORES)) != 0;
    referee->unknown.scores |= (what & UNKNOWN_SCORES) != 0;
}

/* Notes that another value of an option may change an award. Only judging the whole game again with
 * that value could show whether it does. */
static inline void judge_may_matter(struct referee *referee, enum option_id id)
{
    static_assert(OPTION_COUNT <= 64, "referee.may_matter has a bit an option");
    referee->may_matter |= UINT64_C(1) << id;
}

/* Each part of a turn has one action: a meeple is placed, or an act is done whose verb has
 * `excludes` (struct move). judge_has_acted() is true if the action was used. judge_has_done() is
 * true if an act of this verb used it. judge_excluded() returns the finding for another action if
 * the action was used by an act of a verb outside the set `except` (bits by enum verb_id);
 * otherwise FINDING_NONE. Rule: base.follower.one. */
static inline bool judge_has_acted(const struct referee *referee)
{
    return referee->turn.placed || referee->turn.acted;
}
static inline bool judge_has_done(const struct referee *referee, enum verb_id verb)
{
    return referee->turn.acted >> verb & 1;
}
enum finding_id judge_excluded(const struct referee *referee, uint64_t except);

/* ---- drawing.c ---- */

/* Finds the sets in play and counts their tiles. */
void judge_count_tiles(struct referee *referee);

/* True if `wanted` of the remaining tiles could be drawn now; those that would be put aside, or may
 * not be drawn yet, do not count. Meaningless if tiles are unknown. */
bool judge_can_draw(const struct referee *referee, unsigned wanted);

/* Returns the number of seats from one seat to another in turn order. */
static inline unsigned judge_steps(const struct referee *referee, unsigned from, unsigned seat)
{
    return (seat + referee->seats - from) % referee->seats;
}

/* True if no tile of a design in play has been drawn. */
bool judge_is_undrawn(const struct referee *referee, const struct design *design);
/* Puts a tile that nobody has seen out of the game, if any is left to be drawn. */
void judge_hide(struct referee *referee);
/* Removes one tile of a design from the game, before the first tile is drawn. */
void judge_take_out(struct referee *referee, const struct design *design);

/* Counts a tile that was drawn. Raises 201, 202 or 214, and the objection of a rule by which it may
 * not be drawn yet or is of no use now (such as 211). */
void judge_draw(struct referee *referee, const struct tile_ref *tile);

/* Brings back the tiles that were put aside. */
void judge_bring_back(struct referee *referee);
/* Takes back the draw of a tile, such as in a turn that was written twice. */
void judge_undraw(struct referee *referee, const struct design *design);

/* Judges a tile that is discarded, put aside or declined. A discarded one must fit nowhere (209),
 * one put aside must be of no use now (213), and a declined one must fit only with something built
 * (209, 215). */
void judge_discard(struct referee *referee, const struct act *act);
/* Judges a tile that is put aside because it is of no use now (213): it comes back. */
void judge_put_aside(struct referee *referee, const struct act *act);

/* ---- meeple.c ---- */

/* Places the turn's follower if it can stand there. Raises 301, 302, 303, 304, 305, 310. The turn's
 * tile must lie. */
void judge_meeple(struct referee *referee, const struct act *act);

/* Returns the node of the segment that an act names: on the tile at its @CELL, or on the turn's
 * tile if it has no @CELL. Raises 301 and returns NODE_NONE if there is no such node. If the tile
 * is unknown, returns NODE_NONE without a finding, and the turn becomes unsure. */
unsigned judge_node(struct referee *referee, const struct segment_ref *ref, struct place place);

/* Returns the same node but raises nothing: NODE_NONE if there is no such node or the tile is
 * unknown. */
unsigned judge_find_node(const struct referee *referee, const struct segment_ref *ref);

/* Notes that a follower of the seat may stand anywhere on the tile: everything that depends on that
 * is undetermined. */
void judge_meeple_unknown(struct referee *referee, unsigned tile, unsigned seat);

/* Sends a meeple home, and those that go with it by rules in play (left()). */
void judge_send_home(struct referee *referee, struct meeple *meeple, enum why why);

/* Makes a meeple a prisoner of a seat; sends home those that leave with it by rules in play
 * (left()). Writes no event about the prisoner. */
void judge_hold(struct referee *referee, struct meeple *meeple, unsigned holder, enum why why);

/* ---- paying.c ---- */

/* Values a feature by all rules in play. Fills in its tiles and the names of what it counts if
 * SCORE events are wanted. `score` is all zero before. */
void judge_value(struct referee *referee, unsigned root, unsigned name, bool final,
                 struct score_event *score);

/* Values a feature in the same way, but without its tiles, and with the names of what it counts
 * only if `counted` has room for them. */
void judge_value_into(struct referee *referee, unsigned root, unsigned name, bool final,
                      struct score_event *score);

/* Adds to a score what only one of the owners gets for the feature, such as for a pig. */
void judge_own_value(struct referee *referee, unsigned root, unsigned seat,
                     struct score_event *score);

/* Finds the names of features by their roots, and sorts both by kind and then by the place of the
 * name. */
void judge_sort_roots(const struct table *table, uint16_t *roots, uint16_t *names, unsigned count);

/* Finds the names of features that are to be paid. Sorts the features if their order can be seen:
 * in events, in claims, or in what other rules pay for them (paid()). Otherwise the roots serve as
 * names. */
void judge_name_roots(struct referee *referee, uint16_t *roots, uint16_t *names, unsigned count);

/* Pays a score to one of the owners of a feature, with what only this seat gets for it. */
void judge_pay_owner(struct referee *referee, unsigned seat, const struct score_event *score,
                     unsigned root);
/* Pays a feature to its owners, if it has any. */
void judge_pay_feature(struct referee *referee, unsigned root, unsigned name, bool final);

/* judge_second() adds the second keys of the majority on a feature (hook `second`). judge_first()
 * returns those of some seats that have the highest key. */
void judge_second(const struct referee *referee, unsigned root, uint8_t keys[SEATS_MAX]);
unsigned judge_first(unsigned seats, const uint8_t keys[SEATS_MAX]);

/* Writes what the followers of each seat on a feature count for the majority (hook `strength`). */
void judge_strengths(const struct referee *referee, unsigned root, uint8_t strengths[SEATS_MAX]);

/* Returns the set of seats that own a feature and get its points; judge_weigh() does so with the
 * rules in play. Rule: base.score.majority. */
unsigned judge_weigh(const struct referee *referee, unsigned root);
static inline unsigned judge_owners(const struct referee *referee, unsigned root)
{
    return referee->asked[EXPANSION_HOOK(strength)] | referee->asked[EXPANSION_HOOK(second)]
               ? judge_weigh(referee, root)
               : scoring_winners(referee->table.features[root].followers);
}

void judge_pay(struct referee *referee, unsigned seat, const struct score_event *score,
               unsigned root);

/* judge_settle() pays all completed features before any of their followers returns; then all these
 * followers return. judge_score_completed() calls it if a feature was completed, or if a rule in
 * play has the hook settled(). Most tiles complete no feature. */
void judge_settle(struct referee *referee);
void judge_score_completed(struct referee *referee);

/* Pays what rules in play add when a feature has been paid (paid()). */
void judge_paid(struct referee *referee, unsigned root, unsigned name, bool final);

/* ---- final.c ---- */

/* Pays all unfinished features on which followers still stand, each once. */
void judge_score_final(struct referee *referee);

/* ---- farmers.c ---- */

/* Counts fields with followers city by city, and pays the points of this count if `pays`. Compares
 * them with the points of counting field by field, for option farmers-by (farmers.c). */
void judge_score_farmers(struct referee *referee, const uint16_t *roots, const uint16_t *names,
                         unsigned count, bool pays);

/* ---- phases.c ---- */

/* judge_find_expansions() finds the expansions in play, which the sets or the header bring.
 * judge_begin_expansions() begins them, once options and seats are known. */
void judge_find_expansions(struct referee *referee);
void judge_begin_expansions(struct referee *referee);

/* Moves a verb to another phase than its struct move gives; for the hooks begin() and turn() of its
 * expansion. */
void judge_move_phase(struct referee *referee, enum verb_id verb, enum phase phase);

/* Raises that an act or a follower (`what`) comes too late: it belongs to `phase`, but the turn is
 * already in a later phase. */
void judge_raise_late(struct referee *referee, struct place place, struct arg what,
                      enum phase phase);

/* Judges an act with a verb. Raises 214, 601 or 604, or the findings of its move. */
void judge_move(struct referee *referee, unsigned seat, const struct act *act);

/* ---- lines.c ---- */

/* Finds the lines of the turn that begins with `line`, in lines that end at all_end. */
void judge_begin_lines(struct referee *referee, const struct line *line,
                       const struct line *all_end);

/* Returns the phase of the next decision on a later line of the turn. Without one it is
 * PHASE_SEQUEL if another part of the turn follows, otherwise PHASE_OVER. */
enum phase judge_next_phase(struct referee *referee);

/* Returns the next act that decides something on a later line of the turn, and the seat of its
 * line. NULL when there is none, or it has no verb. */
const struct act *judge_next_move(struct referee *referee, unsigned *seat);

/* True if the record breaks off after the line (judge_breaks_off()) or the act
 * (judge_is_last_act()) that is judged: nothing follows, or only an end with a reason. Acts that
 * are due then may still come. */
bool judge_breaks_off(const struct referee *referee);
bool judge_is_last_act(const struct referee *referee);

/* True if something on the later lines of the turn, or right after them, is unreadable or unknown.
 * It may have decided anything. */
bool judge_is_unread(const struct referee *referee);

/* judge_part_follows() is true if the next line lays another tile in the turn. judge_lays_no_more()
 * is true if no later line lays a tile, because all remaining tiles are discarded. */
bool judge_part_follows(const struct referee *referee);
bool judge_lays_no_more(const struct referee *referee);

/* ---- course.c ---- */

void judge_line(struct referee *referee, const struct line *line);

/* Closes the current turn. `another` is true if another turn begins, false at the end of the
 * game. */
void judge_close_turn(struct referee *r, bool another);
/* Ends the game with its final scoring, once. */
void judge_finish_game(struct referee *r, struct place place);

/* ---- opening.c ---- */

/* Read the record's profile with its options (105, 804) and its seats (603), and lay its start tile
 * (212). */
void judge_read_profile(struct referee *referee);
void judge_read_seats(struct referee *referee);
void judge_lay_start(struct referee *referee);

#endif
