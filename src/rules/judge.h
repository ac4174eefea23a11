/* What the parts of the referee share; for src/rules alone. */
#ifndef BASTIDE_RULES_JUDGE_H
#define BASTIDE_RULES_JUDGE_H

#include "rules/referee.h"

/* ---- judge.c ---- */

/* Raises a finding and writes it into the ledger. */
struct finding *judge_raise(struct referee *referee, enum finding_id id, struct place place, const char *const *args);

/* Words for messages, in the arena. */
const char *judge_cell(struct referee *referee, struct cell cell);
const char *judge_seat(unsigned seat);
const char *judge_number(struct referee *referee, long number);
const char *judge_tile(struct referee *referee, const struct laid_tile *tile);

/* ---- drawing.c ---- */

/* The i-th tile set in play, the record's own tiles last; NULL behind them, or when there are none. */
const struct tileset *judge_set_in_play(const struct referee *referee, unsigned i);

/* Are there tiles left to draw? Where nobody knows how many there are: yes. */
bool judge_tiles_left(const struct referee *referee);

/* Counts a tile that was drawn: 201, 214, 202. */
void judge_draw(struct referee *referee, const struct tile_ref *tile);
/* Takes that back, for a turn that was written twice. */
void judge_undraw(struct referee *referee, const struct design *design);

/* A tile set aside must fit nowhere (209), or be put aside by a rule (213). */
void judge_discard(struct referee *referee, const struct act *act);

/* ---- standing.c ---- */

/* Puts a line's follower, if it can stand there: 301, 302, 303, 304, 305, 310. */
void judge_follower(struct referee *referee, const struct line *line, unsigned tile, const struct act *act);

/* A follower of the seat may stand anywhere on the tile: what hangs on that is undetermined. */
void judge_taint(struct referee *referee, unsigned tile, unsigned seat);

/* ---- paying.c ---- */

void judge_pay(struct referee *referee, unsigned seat, const struct score_event *score, unsigned root);

/* Pays what the last tile completed, on one state of the table; followers return after all of it. */
void judge_score_completed(struct referee *referee);

/* Everything that followers still stand on, once. */
void judge_score_final(struct referee *referee);

/* ---- opening.c ---- */

/* The record's profile with its options (105, 804), its seats (603), its start tile (212). */
void judge_read_profile(struct referee *referee);
void judge_read_seats(struct referee *referee);
void judge_lay_start(struct referee *referee);

#endif
