/* SPDX-License-Identifier: MIT */
/* What the parts of the referee share; for src/referee and src/expansions alone. */
#ifndef BASTIDE_REFEREE_JUDGE_H
#define BASTIDE_REFEREE_JUDGE_H

#include "board/scoring.h"
#include "referee/referee.h"

/* Goes through the expansions in play, in their order, that have a hook: `each` is one of them.
 * Leave it by return, not break. */
#define FOR_EACH_ASKED(referee, each, hook)                                                        \
    FOR_EACH_BIT(each##_number, (referee)->asked[EXPANSION_HOOK(hook)])                            \
        for (const struct expansion *each = (referee)->in_play[each##_number]; each; each = NULL)

/* ---- raise.c ---- */

/* Words for a side, "north", and for what lies there by its side code, "field". */
extern const char *const judge_sides[SIDES], *const judge_lands[];

/* Raises a finding and writes it into the ledger. */
struct finding *judge_raise(struct referee *referee, enum finding_id id, struct place place,
                            const struct arg *args) __attribute__((cold));

/* Adds an event of this turn to the ledger; NULL when nobody wants such events. */
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

/* The finding (NULL for none) depends on the value that an option has: it says so. */
void judge_note_option(struct referee *referee, struct finding *finding, enum option_id id);

/* Raises an objection (test first whether there is one: making the words costs more than the test),
 * with the option that it depends on; raises nothing for NO_OBJECTION. */
void judge_object(struct referee *referee, struct objection objection, struct place place,
                  const struct arg *args);

/* The finding (NULL for none) depends on whether the game is over: it names the option that this
 * depends on, if one does. */
void judge_note_end(struct referee *referee, struct finding *finding);

/* Something that the record does not say decides one of the turn's decisions, the verdict, or the
 * scores and with them the verdict: findings that depend on it are not raised. */
enum { UNKNOWN_TURN = 1, UNKNOWN_GAME = 2, UNKNOWN_SCORES = 4 };
static inline void judge_unknown(struct referee *referee, unsigned what)
{
    referee->turn.unsure |= (what & UNKNOWN_TURN) != 0;
    referee->unknown.game |= (what & (UNKNOWN_GAME | UNKNOWN_SCORES)) != 0;
    referee->unknown.scores |= (what & UNKNOWN_SCORES) != 0;
}

/* An award may depend on the value that an option has; only the whole game, judged again, could
 * tell. */
static inline void judge_may_matter(struct referee *referee, enum option_id id)
{
    static_assert(OPTION_COUNT <= 64, "referee.may_matter has a bit an option");
    referee->may_matter |= UINT64_C(1) << id;
}

/* Each part of a turn has one action: a meeple is placed, or an act is done whose verb has
 * `excludes` (struct move). These tell whether it was used at all, whether a verb used it, and the
 * finding for whatever comes after a verb that used it, other than the verbs of a set (bits by enum
 * verb_id). Rule: base.follower.one. */
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

/* Which sets are in play, and how many tiles they have. */
void judge_count_tiles(struct referee *referee);

/* Could that many of the tiles left be drawn now, those apart that come back later? Meaningless
 * where tiles are unknown. */
bool judge_can_draw(const struct referee *referee, unsigned wanted);

/* How many seats on from another one. */
static inline unsigned judge_steps(const struct referee *referee, unsigned from, unsigned seat)
{
    return (seat + referee->seats - from) % referee->seats;
}

/* Has none of a design's tiles been drawn? */
bool judge_is_undrawn(const struct referee *referee, const struct design *design);
/* Before the first tile: one tile of a design is not used. */
void judge_take_out(struct referee *referee, const struct design *design);

/* Counts a tile that was drawn: 201, 214, 202; what a rule says when it may not be drawn yet, 211
 * when it is of no use now. */
void judge_draw(struct referee *referee, const struct tile_ref *tile);

/* Tiles that were put aside come back. */
void judge_bring_back(struct referee *referee);
/* Takes that back, for a turn that was written twice. */
void judge_undraw(struct referee *referee, const struct design *design);

/* A tile set aside must fit nowhere (209), or be put aside by a rule (213); one that a seat may
 * decline must fit only with something built. */
void judge_discard(struct referee *referee, const struct act *act);
/* Puts a tile aside that is of no use now (213): it comes back. */
void judge_put_aside(struct referee *referee, const struct act *act);

/* ---- meeple.c ---- */

/* Places the turn's follower, if it can stand there: 301, 302, 303, 304, 305, 310. The turn's tile
 * must lie. */
void judge_meeple(struct referee *referee, const struct act *act);

/* The node that an act's segment names: on its @CELL, else on the turn's tile. NODE_NONE with a
 * finding (301) when there is none; without one when the tile is unknown, which makes the turn
 * unsure. */
unsigned judge_node(struct referee *referee, const struct segment_ref *ref, struct place place);

/* The same, but raises no finding: NODE_NONE when there is no such node, or the tile is unknown. */
unsigned judge_find_node(const struct referee *referee, const struct segment_ref *ref);

/* A follower of the seat may stand anywhere on the tile: what depends on that is undetermined. */
void judge_meeple_unknown(struct referee *referee, unsigned tile, unsigned seat);

/* Sends one home, and what rules in play say goes with it. */
void judge_send_home(struct referee *referee, struct meeple *meeple, enum why why);

/* ---- paying.c ---- */

/* What a feature is worth, all rules in play together; scoring_value() says the rest. */
void judge_value(struct referee *referee, unsigned root, unsigned name, bool final,
                 struct score_event *score);

/* The same, but into a score as it is: without tiles, and with names of what is counted only where
 * there is room for them. */
void judge_value_into(struct referee *referee, unsigned root, unsigned name, bool final,
                      struct score_event *score);

/* Adds to a score what the feature is worth to one of its owners besides, such as for a pig. */
void judge_own_value(struct referee *referee, unsigned root, unsigned seat,
                     struct score_event *score);

/* Sorts roots by kind and then by the place of their names, which it finds. */
void judge_sort_roots(const struct table *table, uint16_t *roots, uint16_t *names, unsigned count);

/* Names features that are to be paid, and sorts them where somebody sees the order: in events, in
 * what claims are held against, in a rule that pays more. */
void judge_name_roots(struct referee *referee, uint16_t *roots, uint16_t *names, unsigned count);

/* Pays a feature to its owners, if anybody owns it. */
void judge_pay_feature(struct referee *referee, unsigned root, unsigned name, bool final);

/* The seats that a feature's points belong to, as a set. Rule: base.score.majority. */
static inline unsigned judge_owners(const struct referee *referee, unsigned root)
{
    return scoring_winners(referee->table.features[root].followers);
}

void judge_pay(struct referee *referee, unsigned seat, const struct score_event *score,
               unsigned root);

/* Pays what the last tile completed, on one state of the table; followers return after all of it.
 * Most tiles complete nothing, which few rules ask about. */
void judge_settle(struct referee *referee);
void judge_score_completed(struct referee *referee);

/* A feature was paid: what rules in play add to that. */
void judge_paid(struct referee *referee, unsigned root, unsigned name, bool final);

/* ---- final.c ---- */

/* Pays everything that followers still stand on, once. */
void judge_score_final(struct referee *referee);

/* ---- farmers.c ---- */

/* Fields with followers, city by city: paid so when `pays`, else only compared with what each field
 * pays by itself, for option farmers-by (farmers.c). */
void judge_score_farmers(struct referee *referee, const uint16_t *roots, const uint16_t *names,
                         unsigned count, bool pays);

/* ---- phases.c ---- */

/* Which rules are in play, by the sets; then, once options and seats are known, their beginning. */
void judge_find_expansions(struct referee *referee);
void judge_begin_expansions(struct referee *referee);

/* In an expansion's begin(): its verb belongs to another phase than its table says. */
void judge_move_phase(struct referee *referee, enum verb_id verb, enum phase phase);

/* Raises that something of a phase, an act or a follower, comes in a later one. */
void judge_raise_late(struct referee *referee, struct place place, struct arg what,
                      enum phase phase);

/* An act with a verb: 214, 601, 604, or what its move says. */
void judge_move(struct referee *referee, unsigned seat, const struct act *act);

/* A turn's own line has been judged: what cannot be read on its later ones makes it unsure. */
void judge_look_ahead(struct referee *referee);

/* ---- lines.c ---- */

/* Finds the lines of the turn that begins with `line`, in lines that end at all_end. */
void judge_begin_lines(struct referee *referee, const struct line *line,
                       const struct line *all_end);

/* Returns the phase of what a later line of the turn decides next; PHASE_OVER when none decides
 * anything. */
enum phase judge_next_phase(struct referee *referee);

/* Returns the next act that decides something on a later line of the turn, and the seat of its
 * line. NULL when there is none, or it has no verb. */
const struct act *judge_next_move(struct referee *referee, unsigned *seat);

/* Does the record break off after the line, or after the act, that is judged: does nothing follow
 * but an end with a reason? What is due then may still come. */
bool judge_breaks_off(const struct referee *referee);
bool judge_is_last_act(const struct referee *referee);

/* Is anything unreadable or unknown on the turn's later lines, or right after them? It may have
 * decided anything. */
bool judge_is_unread(const struct referee *referee);

/* Does the next line lay another tile in the turn? And are all remaining tiles set aside, so that
 * none is laid any more? */
bool judge_part_follows(const struct referee *referee);
bool judge_lays_no_more(const struct referee *referee);

/* ---- course.c ---- */

void judge_line(struct referee *referee, const struct line *line);

/* `another`: true when another turn begins, false at the end of the game. */
void judge_close_turn(struct referee *r, bool another);
/* Final scoring, once. */
void judge_finish_game(struct referee *r, struct place place);

/* ---- opening.c ---- */

/* The record's profile with its options (105, 804), its seats (603), its start tile (212). */
void judge_read_profile(struct referee *referee);
void judge_read_seats(struct referee *referee);
void judge_lay_start(struct referee *referee);

#endif
