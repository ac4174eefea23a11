/* SPDX-License-Identifier: MIT */
/* The course of a game: whose turn it is, what a line may hold, and when the game is over. Drawing,
 * followers, paying and the header are in other files (judge.h). What is legal is in placing.c and
 * meeple.c, and what a feature is worth in scoring.c.
 */
#include "base/along.h"
#include "referee/referee.h"

#include "referee/drawing.h"
#include "referee/lines.h"
#include "referee/phases.h"
#include "board/scoring.h"

static void close_part(struct referee *r)
{
#ifdef BASTIDE_CHECKS
    assert(!table_check(&r->table));
#endif
    struct event *event = judge_event(r, EVENT_TURN, r->turn.seat);
    if (event) {
        event->tile = r->turn.tile;
        event->part = r->turn.part;
        memcpy(event->scores, r->scores, sizeof event->scores);
    }
}

/* Raises that a turn has no tile, or no second one. A seat that discarded a tile draws another,
 * whether it was the first or the second. Rules: base.draw.tile, traders.second.course. */
static __attribute__((cold)) void object_to_turn(struct referee *r)
{
    if (!r->turn.part)
        judge_raise(r, FINDING_NO_TILE, r->turn.head, ARGS(r->turn.number));
    else if (!judge_lays_no_more(r))
        judge_raise(r, FINDING_SECOND_MISSING, r->turn.head, ARGS(SEAT(r->turn.seat)));
}

/* Rule: base.draw.tile. */
ALONG void close_turn(struct referee *r, bool another)
{
    if (!r->turn.open)
        return;
    judge_advance(r, PHASE_OVER);
    r->turn.open = false;
    if (another && r->turn.tile == TILE_NONE && judge_tiles_left(r) && !r->turn.lost)
        object_to_turn(r);
    close_part(r);
}

void judge_close_turn(struct referee *r, bool another)
{
    close_turn(r, another);
}

bool referee_owes_part(const struct referee *r, bool *must)
{
    FOR_EACH_ASKED(r, each, owes)
        if (each->owes(r, must))
            return true;
    return false;
}

unsigned referee_holds(struct referee *r, const struct design *designs[SEATS_MAX])
{
    FOR_EACH_ASKED(r, each, holds) {
        unsigned count = each->holds(r, designs);
        if (count)
            return count;
    }
    return 0;
}

static unsigned seat_laying_on(struct referee *r, unsigned after, bool fits)
{
    FOR_EACH_ASKED(r, each, lays_on) {
        unsigned seat = each->lays_on(r, after, fits);
        if (seat != SEAT_NONE)
            return seat;
    }
    return SEAT_NONE;
}

unsigned referee_lays_on(struct referee *r, unsigned after)
{
    return seat_laying_on(r, after, true);
}

bool referee_has_outside(const struct referee *r)
{
    return r->asked[EXPANSION_HOOK(lays_on)] != 0;
}

bool referee_pack_is_empty(const struct referee *r)
{
    return !judge_tiles_left(r);
}

void referee_decline_part(struct referee *r)
{
    r->late = (struct late_part){0};
}

bool referee_waits_for_part(const struct referee *r, bool *must)
{
    return r->turn.waits && r->turn.phase == PHASE_SEQUEL && referee_owes_part(r, must);
}

/* Returns the number of the turn before the next one, even if a part of an earlier turn came
 * between them. */
static uint16_t last_number(const struct referee *r)
{
    return r->turn.late ? r->turn.late : r->turn.number;
}

struct line referee_next_line(const struct referee *r)
{
    bool must, part = referee_waits_for_part(r, &must);
    if (r->late.ready)
        return (struct line){
            .kind = LINE_TURN, .seat = r->late.seat, .turn = r->late.number, .has_tile = true};
    return (struct line){.kind = LINE_TURN,
                         .seat = part ? r->turn.seat : (uint8_t)referee_next_seat(r),
                         .turn = (uint16_t)(part ? r->turn.number : last_number(r) + 1),
                         .has_tile = !part};
}

/* Begins a turn, or another part of it. */
static void begin_part(struct referee *r, const struct line *line)
{
    r->turn.parts++;
    r->turn.tile = TILE_NONE;
    r->turn.placed = r->turn.lost = r->turn.unsure = r->turn.waits = r->turn.put_off = false;
    r->turn.acted = r->turn.owed = 0;
    r->turn.phase = PHASE_MOVE;
    r->turn.reached = VERB_COUNT;
    r->turn.head = r->turn.place = line->head;
    uint64_t called = r->asked[EXPANSION_HOOK(turn)] & r->awake;
    if (!called)
        return;
    r->awake &= ~r->dozing;
    FOR_EACH_BIT(i, called)
        r->in_play[i]->turn(r);
}

/* Begins another part of the turn, in which the seat lays another tile, once the consequences of
 * the last one are over. Rule: traders.second.course. */
static void begin_other_part(struct referee *r, const struct line *line)
{
    judge_advance(r, PHASE_SEQUEL);
    FOR_EACH_ASKED(r, each, again) {
        struct objection objection = each->again(r);
        if (objection.finding)
            judge_object(r, objection, line->head, ARGS(SEAT(r->turn.seat)));
    }
    close_part(r);
    r->turn.part = (uint8_t)(r->turn.part + (r->turn.part < UINT8_MAX));
    begin_part(r, line);
}

/* The turn before the one that begins, for findings about the order. */
struct before {
    uint16_t turn;
    uint8_t seat;
    struct place head;
};

static void also_before(const struct referee *r, const struct before *before,
                        struct finding *finding)
{
    if (before->turn)
        finding_also(r->findings, finding, before->head, NOTE_TURN, NO_ARGS);
}

static __attribute__((cold)) void raise_number(struct referee *r, const struct line *line,
                                               unsigned expected, const struct before *before)
{
    struct finding *finding =
        line->turn && line->turn == before->turn
            ? judge_raise(r, FINDING_TURN_NUMBER_TWICE, line->head,
                          ARGS(SEAT(before->seat), line->turn, expected))
            : judge_raise(r, FINDING_TURN_NUMBER, line->head, ARGS(expected, line->turn));
    also_before(r, before, finding);
}

/* Checks the number of a turn. One that is too high may mean missing turns, or a typo. It was a
 * typo if the next number goes on as if no turn were missing; until then both are possible. */
static __attribute__((cold)) void check_number(struct referee *r, const struct line *line,
                                               const struct before *before)
{
    unsigned expected = before->turn + 1u;
    if (r->unknown.order) {
        r->turn.count = (uint16_t)(line->turn - 1);
        return;
    }
    if (line->turn == r->turn.count + 1u) {
        r->draw.lost -= r->unknown.gap;
        r->draw.drawn -= r->unknown.gap;
        r->unknown.gap = 0;
        return;
    }
    if (r->unknown.gap)
        judge_unknown(r, UNKNOWN_SCORES);
    r->unknown.gap = 0;
    if (line->turn == expected)
        return;
    raise_number(r, line, expected, before);
    /* More turns than there are tiles cannot be missing: that is a typo. */
    if (line->turn > expected && r->draw.drawn + (line->turn - expected) < r->draw.in_sets) {
        r->unknown.gap = line->turn - expected;
        r->draw.lost += r->unknown.gap;
        r->draw.drawn += r->unknown.gap;
    }
}

/* True if the wrong seat only follows from a wrong number, which was reported already: it is the
 * seat after the missing turns, or the seat of a turn that is written twice. */
static bool is_accounted_for(const struct referee *r, const struct line *line, unsigned expected)
{
    bool missing = r->unknown.gap && line->seat == (expected + r->unknown.gap) % r->seats;
    bool twice = r->turn.repeats && (line->seat + 1u) % r->seats == expected;
    return missing || twice;
}

/* True if the turn before had a wrong seat, and this seat follows the right one. Then one letter
 * was wrong, not two. */
static bool is_next_to_meant(const struct referee *r, const struct line *line)
{
    return r->turn.meant != SEAT_NONE && line->seat == (r->turn.meant + 1u) % r->seats;
}

/* Raises that the seat that moves is not the one whose turn it is, or is not in the game. Rules:
 * base.turn.order, base.setup.seats. */
static __attribute__((cold)) void object_to_seat(struct referee *r, const struct line *line,
                                                 unsigned expected, const struct before *before)
{
    if (line->seat >= r->seats)
        finding_also(r->findings,
                     judge_raise(r, FINDING_SEATS, line->head,
                                 ARGS(seat_name(line->seat), COUNT(r->seats, "player"))),
                     r->record->players_place, NOTE_SEATS, NO_ARGS);
    else if (!r->unknown.order && !is_accounted_for(r, line, expected) &&
             !is_next_to_meant(r, line)) {
        also_before(
            r, before,
            judge_raise(r, FINDING_TURN_ORDER, line->head, ARGS(SEAT(expected), SEAT(line->seat))));
        r->turn.meant = (uint8_t)expected;
        return;
    }
    r->turn.meant = SEAT_NONE;
}

/* Finds and checks the seat that moves; a seat that is not in the game is read as the one whose
 * turn it is. */
static void check_seat(struct referee *r, const struct line *line, unsigned expected,
                       const struct before *before)
{
    r->turn.seat = line->seat < r->seats ? line->seat : (uint8_t)expected;
    if (line->seat != expected)
        object_to_seat(r, line, expected, before);
    else
        r->turn.meant = SEAT_NONE;
}

static __attribute__((cold)) void refuse_line(struct referee *r, const struct line *line)
{
    judge_raise(r, FINDING_ACTION_ORDER_SET_ASIDE, line->head, NO_ARGS);
}

/* True if the current turn goes on with a line that has its number: with another tile after a
 * discarded one, with another part, or with a line that is refused. */
static __attribute__((noinline)) bool goes_on(struct referee *r, const struct line *line)
{
    struct before before = {r->turn.number, r->turn.seat, r->turn.head};
    if (r->turn.tile == TILE_NONE && !r->turn.lost)
        check_seat(r, line, r->turn.seat, &before); /* after a discarded tile */
    else if (judge_is_part(r, line))
        begin_other_part(r, line);
    else if (!line->has_tile && line->seat == r->turn.seat)
        refuse_line(r, line);
    else
        return false;
    return true;
}

/* True if the pack is empty, and the seat of the line may lay a tile of its own now. The seats
 * between have passed, which no line says. */
static bool lays_on(struct referee *r, const struct line *line)
{
    unsigned seat = judge_tiles_left(r) ? (unsigned)SEAT_NONE : r->turn.seat;
    for (unsigned i = 0; seat != SEAT_NONE && i < r->seats; i++) {
        seat = seat_laying_on(r, seat, false);
        if (seat == line->seat)
            return true;
    }
    return false;
}

/* Begins a turn whose number or seat is not the expected one, or for which the expected one is
 * uncertain. */
static __attribute__((cold)) void begin_odd_turn(struct referee *r, const struct line *line,
                                                 unsigned expected)
{
    struct before before = {last_number(r), r->turn.seat, r->turn.head};
    if (line->seat != expected && lays_on(r, line))
        expected = line->seat;
    r->turn.number = line->turn;
    r->turn.repeats = line->turn <= before.turn;
    if (line->turn != r->turn.count + 1u || r->unknown.gap || r->unknown.order)
        check_number(r, line, &before);
    check_seat(r, line, expected, &before);
}

/* True if the line begins the part of an earlier turn that is due, which is then begun. Rule:
 * traders.second.course. */
static __attribute__((cold)) bool resumes(struct referee *r, const struct line *line)
{
    if (line->turn != r->late.number || line->seat != r->late.seat)
        return false;
    r->turn.late = r->turn.number;
    r->turn.number = r->turn.typo = r->late.number;
    r->turn.seat = r->turn.passes_from = r->late.seat;
    r->turn.meant = SEAT_NONE;
    r->turn.part = 1;
    r->turn.open = true;
    r->turn.repeats = r->unknown.order = false;
    r->late = (struct late_part){0};
    begin_part(r, line);
    return true;
}

/* Rule: base.turn.course. */
ALONG void begin_turn(struct referee *r, const struct line *line)
{
    if (r->turn.open && line->turn == r->turn.number && goes_on(r, line))
        return;
    close_turn(r, !r->unknown.order);
    if (r->late.ready && resumes(r, line))
        return;
    unsigned expected = referee_next_seat(r);
    r->turn.typo = line->turn;
    if (line->turn == r->turn.count + 1u && line->seat == expected && !r->unknown.gap &&
        !r->unknown.order) {
        r->turn.repeats = line->turn <= r->turn.number;
        r->turn.number = line->turn;
        r->turn.seat = line->seat;
        r->turn.meant = SEAT_NONE;
    } else {
        begin_odd_turn(r, line, expected);
    }
    r->turn.passes_from = r->turn.seat;
    r->turn.count = (uint16_t)(r->turn.count + 1);
    r->turn.part = 0;
    r->turn.late = 0;
    r->turn.open = true;
    r->unknown.order = false;
    begin_part(r, line);
}

/* Rule: base.end.last. */
static bool refuse_after_end(struct referee *r, const struct line *line)
{
    if (!r->over)
        return false;
    if (!r->over_reported) {
        struct finding *finding = judge_raise(r, FINDING_AFTER_END, line->place, NO_ARGS);
        finding_also(r->findings, finding, r->end_place, NOTE_ENDED, NO_ARGS);
    }
    r->over_reported = true;
    return true;
}

static const char *name_of(const struct laid_tile *tile)
{
    return tile->named ? tile->named->name : "an unknown tile";
}

/* Rule: base.tile.sides. */
static __attribute__((cold)) void raise_differences(struct referee *r, const struct line *line,
                                                    const struct laid_tile *laid, unsigned differ)
{
    for (unsigned side = 0; side < SIDES; side++) {
        if (!(differ >> side & 1))
            continue;
        unsigned other =
            table_at(&r->table, line->cell.x + side_dx[side], line->cell.y + side_dy[side]);
        unsigned theirs = table_beyond(&r->table, line->cell, side);
        unsigned ours = laid->built >> side_axis(side) & 1 ? (unsigned)SIDE_ROAD
                                                           : laid->design->side[laid->orient][side];
        struct finding *finding =
            judge_raise(r, FINDING_SIDES_DIFFER, line->cell_place,
                        ARGS(judge_lands[ours], judge_sides[side], judge_lands[theirs],
                             r->table.tiles[other].cell));
        if (r->table.tiles[other].seat != SEAT_NONE)
            finding_also(r->findings, finding, r->table.tiles[other].place, NOTE_LIES,
                         ARGS(name_of(&r->table.tiles[other]), r->table.tiles[other].turn));
    }
}

static void object_to_spot(struct referee *r, const struct line *line,
                           const struct placing *placing)
{
    if (placing->no_neighbour || placing->unknown || !line->tile.design ||
        line->orient == ORIENT_UNKNOWN)
        return;
    FOR_EACH_ASKED(r, each, spot_objection) {
        struct objection objection = each->spot_objection(
            r, line->tile.design, (struct spot){line->cell, line->orient, false});
        if (objection.finding)
            judge_object(r, objection, line->cell_place, ARGS(line->tile.design->name, line->cell));
    }
}

/* Raises that another tile lies on the cell. If the turn is written twice, its tile was not drawn a
 * second time. */
static __attribute__((cold)) void refuse_cell(struct referee *r, const struct line *line,
                                              const struct laid_tile *there)
{
    if (there->seat == SEAT_NONE) {
        judge_raise(r, FINDING_CELL_TAKEN_START, line->cell_place,
                    ARGS(line->cell, name_of(there)));
    } else {
        struct finding *finding = judge_raise(r, FINDING_CELL_TAKEN, line->cell_place,
                                              ARGS(line->cell, name_of(there), there->turn));
        finding_also(r->findings, finding, there->place, NOTE_LAID, NO_ARGS);
    }
    r->turn.lost = true;
    if (r->turn.repeats && there->design == line->tile.design)
        judge_undraw(r, line->tile.design);
    else
        r->draw.lost++;
}

static __attribute__((cold)) unsigned refuse_more(struct referee *r, const struct line *line)
{
    if (!r->is_table_full)
        judge_raise(r, FINDING_TOO_LARGE_TABLE, line->cell_place, ARGS(TILES_MAX));
    r->is_table_full = true;
    r->draw.lost++;
    r->turn.lost = true;
    return TILE_NONE;
}

static void object_to_cell(struct referee *r, const struct line *line,
                           const struct placing *placing)
{
    if (!r->table.tile_count && !r->draw.lost && (line->cell.x || line->cell.y))
        judge_raise(r, FINDING_START_FIRST, line->cell_place, NO_ARGS);
    if (placing->no_neighbour && r->table.tile_count && !r->draw.lost)
        judge_raise(r, FINDING_NO_NEIGHBOUR, line->cell_place, ARGS(line->cell));
    FOR_EACH_ASKED(r, each, cell_objection) {
        struct objection objection = each->cell_objection(r, line->cell);
        if (!objection.finding)
            continue;
        struct arg args[CELL_ARGS] = {{.kind = ARG_END}};
        objection.finding = each->cell_wording(r, line->cell, args);
        judge_object(r, objection, line->cell_place, args);
    }
}

/* Judges the spot of the line's tile, and what the line builds to make the tile fit. False if the
 * tile cannot lie there. Called only if something may be wrong with the spot. */
static __attribute__((noinline)) bool judge_spot(struct referee *r, const struct line *line,
                                                 struct laid_tile *tile)
{
    struct placing placing = placing_check(&r->table, tile->design, tile->cell, tile->orient);
    if (placing.taken_by != TILE_NONE) {
        refuse_cell(r, line, &r->table.tiles[placing.taken_by]);
        return false;
    }
    if (placing.no_neighbour || r->asked[EXPANSION_HOOK(cell_objection)])
        object_to_cell(r, line, &placing);
    FOR_EACH_ASKED(r, each, build_to_fit)
        if (placing.differ)
            each->build_to_fit(r, line, tile, &placing);
    if (placing.differ)
        raise_differences(r, line, tile, placing.differ);
    else if (r->asked[EXPANSION_HOOK(spot_objection)])
        object_to_spot(r, line, &placing);
    /* It is unknown what this tile completes. */
    if (r->table.tile_count < TILES_MAX &&
        (placing.unknown || !tile->design || tile->orient == ORIENT_UNKNOWN))
        judge_unknown(r, UNKNOWN_SCORES);
    return true;
}

/* Lays the line's tile and returns its number; TILE_NONE if it cannot lie there. Rules:
 * base.tile.free, base.tile.neighbour, base.setup.start, city.setup.first. */
ALONG unsigned judge_placing(struct referee *r, const struct line *line)
{
    struct laid_tile *tile = table_next(&r->table);
    *tile = (struct laid_tile){.design = line->tile.design,
                               .cell = line->cell,
                               .orient = line->orient,
                               .seat = r->turn.seat,
                               .turn = r->turn.number,
                               .place = line->cell_place};
    bool asked =
        r->asked[EXPANSION_HOOK(cell_objection)] || r->asked[EXPANSION_HOOK(spot_objection)];
    if ((asked || !placing_fits(&r->table, tile)) && !judge_spot(r, line, tile))
        return TILE_NONE;
    if (r->table.tile_count >= TILES_MAX)
        return refuse_more(r, line);
    return table_place(&r->table, r->ledger);
}

static __attribute__((cold)) void refuse_act(struct referee *r, const struct act *act,
                                             enum finding_id id)
{
    judge_raise(r, id, act->place, NO_ARGS);
}

/* Returns the finding for an act that may not stand in a step. */
static enum finding_id why_no_step(const struct act *act)
{
    if (act->kind == ACT_MEEPLE || act->kind == ACT_NONE)
        return FINDING_ACTION_ORDER_FOLLOWER;
    return act->kind == ACT_DISCARD || act->kind == ACT_PASS_TILE ? FINDING_ACTION_ORDER_OWN_LINE
                                                                  : FINDING_ACTION_ORDER_STEP;
}

/* Judges the acts of a line that lays no tile: tiles that are discarded, declined or put aside. */
static void judge_draws(struct referee *r, const struct line *line)
{
    for (uint32_t i = 0; i < line->act_count; i++) {
        const struct act *act = &line->acts[i];
        if (act->kind == ACT_DISCARD || act->kind == ACT_ASIDE || act->kind == ACT_PASS_TILE)
            judge_discard(r, act);
        else if (act->kind != ACT_RAW && !act_is_remark(act))
            refuse_act(r, act, FINDING_ACTION_ORDER_LAYS);
    }
}

/* Judges a tile that is put aside after the turn's own tile was laid. That is legal only where a
 * rule draws more tiles. */
static void put_aside_later(struct referee *r, unsigned seat, const struct act *act)
{
    bool draws = false;
    FOR_EACH_ASKED(r, each, draws)
        draws |= each->draws(r);
    if (!(draws && seat == r->turn.seat) && r->turn.tile != TILE_NONE &&
        r->table.tiles[r->turn.tile].named && !r->draw.lost)
        refuse_act(r, act, FINDING_ACTION_ORDER_PUT_ASIDE);
    judge_put_aside(r, act);
}

/* Notes what an unreadable token makes unknown. RAW_SEGMENT: the follower of a turn. RAW_PLAY: the
 * follower too, unless the line places one or has '-'; and with expansions, the scores. */
static __attribute__((cold)) void judge_raw(struct referee *r, const struct line *line,
                                            const struct act *act, unsigned tile)
{
    bool is_turn = line->kind == LINE_TURN, follower = is_turn && act->number != RAW_OTHER,
         decision = act->number == RAW_PLAY || (!is_turn && act->number == RAW_SEGMENT);
    if (act->number == RAW_PLAY)
        for (uint32_t i = 0; i < line->act_count; i++)
            follower &= line->acts[i].kind != ACT_MEEPLE && line->acts[i].kind != ACT_NONE;
    judge_unknown(r, UNKNOWN_TURN);
    if (follower)
        judge_unknown(r, UNKNOWN_GAME);
    if (decision && r->in_play_count)
        judge_unknown(r, UNKNOWN_SCORES);
    if (follower && tile != TILE_NONE)
        judge_meeple_unknown(r, tile, r->turn.seat);
}

/* Judges the acts of a turn's line. True if the line claims anything. Rule: base.turn.course. */
ALONG bool judge_acts(struct referee *r, const struct line *line, unsigned tile)
{
    const struct act *none = NULL, *unknown = NULL;
    bool claims = false;
    for (uint32_t i = 0; i < line->act_count; i++) {
        const struct act *act = &line->acts[i];
        switch ((enum act_kind)act->kind) {
        case ACT_MEEPLE:
            if (none || unknown)
                refuse_act(r, none ? none : unknown, FINDING_ACTION_ORDER_NONE);
            none = unknown = NULL;
            if (r->turn.phase > PHASE_MOVE)
                judge_raise_late(r, act->place, ARG("the follower"), PHASE_MOVE);
            if (tile != TILE_NONE && r->turn.phase < PHASE_SCORED)
                judge_meeple(r, act);
            break;
        case ACT_NONE:
            if (r->turn.placed || none || unknown)
                refuse_act(r, act, FINDING_ACTION_ORDER_NONE);
            none = act;
            break;
        case ACT_RAW:
            judge_raw(r, line, act, tile);
            break;
        case ACT_UNKNOWN:
            if (r->turn.placed || none || unknown)
                refuse_act(r, act, FINDING_ACTION_ORDER_NONE);
            unknown = act;
            judge_unknown(r, UNKNOWN_GAME | UNKNOWN_TURN);
            if (tile != TILE_NONE)
                judge_meeple_unknown(r, tile, r->turn.seat);
            break;
        case ACT_VERB:
            r->lines.acts_left = line_acts_after(line, i);
            judge_move(r, r->turn.seat, act);
            break;
        case ACT_ASIDE:
            put_aside_later(r, r->turn.seat, act);
            break;
        case ACT_DISCARD:
        case ACT_PASS_TILE:
            refuse_act(r, act, FINDING_ACTION_ORDER_BEFORE_ANOTHER);
            judge_discard(r, act);
            break;
        case ACT_ADJUST:
            refuse_act(r, act, FINDING_ACTION_ORDER_CORRECTION);
            break;
        case ACT_CLAIM:
        case ACT_ITEMS:
        case ACT_TOTALS:
            claims = true;
            break;
        case ACT_TOOK:
        case ACT_CLOCK:
        case ACT_EXTENSION:
            break;
        }
    }
    return claims;
}

ALONG void turn(struct referee *r, const struct line *line)
{
    claims_line_begin(&r->claims);
    begin_turn(r, line);
}

void referee_turn(struct referee *r, const struct line *line)
{
    turn(r, line);
}

static __attribute__((cold)) void object_to_more(struct referee *r, const struct line *line)
{
    struct finding *finding =
        referee_ends(r) == ANSWER_YES
            ? judge_raise(r, FINDING_AFTER_END, line->place, NO_ARGS)
            : judge_raise(r, FINDING_AFTER_END_DRAWN, line->place, ARGS(r->draw.in_sets));
    judge_note_end(r, finding);
    r->over_reported = true;
}

ALONG unsigned lay(struct referee *r, const struct line *line)
{
    turn(r, line);
    unsigned tile = TILE_NONE;
    if (!judge_tiles_left(r) && !r->unknown.gap && !r->over_reported &&
        !(line->has_tile && judge_is_held(r, line->tile.design)))
        object_to_more(r, line);
    if (!line->has_tile)
        return tile;
    if (line->broken) {
        /* A tile was drawn, readable or not; its cell is unknown. */
        if (line->tile.design)
            judge_draw(r, &line->tile);
        else
            r->draw.drawn++;
        r->draw.lost++;
        r->turn.lost = true;
        judge_unknown(r, UNKNOWN_SCORES);
    } else {
        judge_draw_turn(r, &line->tile);
        tile = judge_placing(r, line);
    }
    r->turn.tile = (uint16_t)tile;
    r->turn.place = line->cell_place;
    if (tile != TILE_NONE)
        FOR_EACH_ASKED(r, each, placed)
            each->placed(r, tile);
    return tile;
}

unsigned referee_lay(struct referee *r, const struct line *line)
{
    return lay(r, line);
}

ALONG void act(struct referee *r, const struct line *line, unsigned tile)
{
    bool claims = true;
    judge_look_ahead(r);
    if (line->has_tile)
        claims = judge_acts(r, line, tile);
    else
        judge_draws(r, line);
    judge_line_over(r);
    if (claims || r->record->claims_all)
        claims_check_line(r, line);
}

void referee_act(struct referee *r, const struct line *line, unsigned tile)
{
    act(r, line, tile);
}

static void judge_adjustment(struct referee *r, unsigned seat, const struct act *act)
{
    if (seat >= r->seats)
        return;
    struct score_event score = {.award = AWARD_ADJUST,
                                .kind = REF_NOTHING,
                                .points = (int16_t)act->number,
                                .name = NODE_NONE,
                                .rule = "adjust",
                                .final = r->over};
    if (!r->adjusted[seat].count++)
        r->adjusted[seat].place = act->place;
    r->adjusted[seat].points += act->number;
    judge_pay(r, seat, &score, NODE_NONE);
}

void referee_do(struct referee *r, unsigned seat, const struct act *act)
{
    if (act->kind == ACT_MEEPLE)
        judge_meeple(r, act);
    else if (act->kind == ACT_ASIDE)
        judge_put_aside(r, act);
    else if (act->kind == ACT_ADJUST)
        judge_adjustment(r, seat, act);
    else
        judge_move(r, seat, act);
}

bool referee_go_on(struct referee *r)
{
    if (r->turn.tile == TILE_NONE)
        return false;
    unsigned next = r->turn.phase + 1u, stops = (unsigned)r->stops >> next << next;
    judge_advance(r, (enum phase)__builtin_ctz(stops));
    bool ends = r->turn.phase == PHASE_SEQUEL && judge_part_follows(r);
    return r->turn.phase < PHASE_OVER && !ends && !r->turn.waits;
}

static void judge_turn(struct referee *r, const struct line *line)
{
    if (refuse_after_end(r, line))
        return;
    act(r, line, lay(r, line));
}

/* Rules: base.turn.order, base.setup.seats. */
static void judge_step(struct referee *r, const struct line *line)
{
    bool adjusts = line->act_count && line->acts[0].kind == ACT_ADJUST;
    if (!adjusts && refuse_after_end(r, line))
        return;
    if (line->turn != r->turn.number && line->turn != r->turn.typo && !r->unknown.order) {
        struct before before = {r->turn.number, r->turn.seat, r->turn.head};
        raise_number(r, line, r->turn.number, &before);
        r->turn.typo = line->turn;
    }
    if (line->seat >= r->seats)
        finding_also(r->findings,
                     judge_raise(r, FINDING_SEATS, line->head,
                                 ARGS(seat_name(line->seat), COUNT(r->seats, "player"))),
                     r->record->players_place, NOTE_SEATS, NO_ARGS);
    claims_line_begin(&r->claims);
    for (uint32_t i = 0; i < line->act_count; i++) {
        const struct act *act = &line->acts[i];
        if (act->kind == ACT_ADJUST)
            judge_adjustment(r, line->seat, act);
        else if (act->kind == ACT_VERB) {
            r->lines.acts_left = line_acts_after(line, i);
            judge_move(r, line->seat, act);
        } else if (act->kind == ACT_ASIDE)
            put_aside_later(r, line->seat, act);
        else if (act->kind == ACT_RAW)
            judge_raw(r, line, act, TILE_NONE);
        else if (act->kind == ACT_UNKNOWN && r->in_play_count)
            judge_unknown(r, UNKNOWN_SCORES | UNKNOWN_TURN);
        else if (act->kind == ACT_MEEPLE && line->seat != r->turn.seat && line->seat < r->seats)
            judge_raise(r, FINDING_TURN_ORDER, act->place,
                        ARGS(SEAT(r->turn.seat), SEAT(line->seat)));
        else if (!act_is_remark(act))
            refuse_act(r, act, why_no_step(act));
    }
    judge_line_over(r);
    claims_check_line(r, line);
}

/* Rule: base.end.last. */
void judge_finish_game(struct referee *r, struct place place)
{
    if (r->over)
        return;
    judge_close_turn(r, false);
    r->over = true;
    r->end_place = place;
    claims_line_begin(&r->claims);
    judge_score_final(r);
}

/* Rule: base.end.last. */
static void judge_end(struct referee *r, const struct line *line)
{
    if (r->ended) {
        refuse_after_end(r, line);
        return;
    }
    r->ended = true;
    r->end_reason = line->reason;
    r->end_seat = line->seat;
    unsigned undrawn = r->draw.in_sets > r->draw.drawn ? r->draw.in_sets - r->draw.drawn : 0;
    if (line->reason == END_NORMAL && (undrawn || r->draw.reserved) && !r->record->sets_broken &&
        referee_ends(r) == ANSWER_NO)
        judge_note_end(r,
                       judge_raise(r, FINDING_ENDED_EARLY, line->place,
                                   ARGS(COUNT((long)(undrawn + r->draw.reserved), "tile"),
                                        undrawn + r->draw.reserved == 1 ? "remains" : "remain")));
    if (line->reason >= END_RESIGNED && line->reason != END_UNREAD && line->seat >= r->seats)
        judge_raise(r, FINDING_SEATS, line->place,
                    ARGS(seat_name(line->seat), COUNT(r->seats, "player")));
    judge_finish_game(r, line->place);
    claims_check_line(r, line);
}

/* Judges a line that could not be read. One that begins with a number counts as a turn: its tile
 * lies somewhere, and it is unknown who is next. A step lays no tile. */
static void judge_unreadable(struct referee *r, const struct line *line)
{
    size_t n = 0;
    while (n < line->raw.n && line->raw.p[n] >= '0' && line->raw.p[n] <= '9')
        n++;
    if (n == 0)
        return;
    judge_unknown(r, UNKNOWN_SCORES);
    if (n < line->raw.n && line->raw.p[n] == '.')
        return;
    r->draw.lost++;
    r->draw.drawn++;
    r->unknown.order = true;
}

/* Judges a line that is not a turn. Not inlined, because most lines are turns. */
static __attribute__((noinline)) void judge_other(struct referee *r, const struct line *line)
{
    switch ((enum line_kind)line->kind) {
    case LINE_STEP:
        judge_step(r, line);
        break;
    case LINE_FINAL:
        if (r->ended && refuse_after_end(r, line))
            break;
        judge_finish_game(r, line->place);
        claims_check_line(r, line);
        break;
    case LINE_END:
        judge_end(r, line);
        break;
    case LINE_RAW:
        judge_unreadable(r, line);
        break;
    case LINE_TURN:
    case LINE_COMMENT:
        break;
    }
}

void judge_line(struct referee *r, const struct line *line)
{
    if (line->kind == LINE_TURN)
        judge_turn(r, line);
    else
        judge_other(r, line);
}
