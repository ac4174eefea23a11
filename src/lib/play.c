/* SPDX-License-Identifier: MIT */
/* Plays on where a record ends, one decision after the other: bastide(3).
 *
 * The choices made are a path. The player stands at the decision that is asked, and goes on from
 * there. A choice is taken back by shortening the path: the player then returns to the snapshot
 * before the turn under way, and plays that turn again along the path. */
#include "base/memory.h"
#include "lib/session.h"
#include "notation/crn.h"
#include "notation/printer.h"
#include "play/steps.h"

void session_stop_playing(struct bastide *judge)
{
    judge->plays = judge->asked = false;
    judge->path_count = judge->turn_count = 0;
    session_forget_positions(judge);
}

/* ---- Decisions ---- */

/* Writes a placement, followed by what must be built for it: "1,2W bridge:NS". */
static void write_place(const struct referee *r, const struct design *design, struct spot spot,
                        struct sink *word)
{
    struct act bridge;
    steps_write_spot(spot, spot.orient, word);
    if (spot.needs_building && referee_fitting_act(r, design, spot, &bridge)) {
        sink_char(word, ' ');
        crn_print_act(&bridge, spot.cell, word);
    }
}

static void write_choice(const struct referee *r, const struct decision *decision, struct cell here,
                         unsigned i, struct sink *word)
{
    switch (decision->kind) {
    case DECIDE_DECLINE:
        sink_cstr(word, i ? "decline" : "lay");
        return;
    case DECIDE_OUTSIDE:
        sink_cstr(word, i ? decision->designs[i - 1]->name : "-");
        return;
    case DECIDE_LAY_ON:
        sink_cstr(word, i ? "tile" : "-");
        return;
    case DECIDE_AGAIN:
        sink_cstr(word, i ? "tile" : "-");
        return;
    case DECIDE_SPOT:
        write_place(r, decision->design, decision->spots[i], word);
        return;
    case DECIDE_ACT:
    case DECIDE_TOKEN:
        if (i == decision->choices->count)
            sink_char(word, '-');
        else
            steps_write_act(&decision->choices->list[i].act, &decision->choices->list[i], here,
                            word);
        return;
    case DECIDE_BID:
        sink_int(word, decision->least + (int64_t)i);
        return;
    case DECIDE_DRAW:
    case DECIDE_HELD:
    case DECIDE_LOOK:
        return;
    }
}

/* Writes the words of all choices, one after the other. Names of tiles are there already. */
static void write_choices(struct bastide *judge, const struct decision *decision, struct cell here)
{
    const struct referee *r = &judge->player.referee;
    if (decision->count > judge->choice_room) {
        judge->choice_room = decision->count;
        judge->choices =
            memory_resized(judge->choices, judge->choice_room * sizeof *judge->choices);
        judge->choice_seats =
            memory_resized(judge->choice_seats, judge->choice_room * sizeof *judge->choice_seats);
    }
    struct sink *words = &judge->words;
    sink_clear(words);
    bool named = decision->designs && decision->kind != DECIDE_OUTSIDE;
    for (unsigned i = 0; i < decision->count && !named; i++) {
        write_choice(r, decision, here, i, words);
        sink_char(words, '\0');
    }
    const char *word = named ? NULL : sink_text(words).p;
    for (unsigned i = 0; i < decision->count; i++) {
        judge->choices[i] = word ? word : decision->designs[i]->name;
        word = word ? word + strlen(word) + 1 : NULL;
    }
}

static int seat_of(const struct decision *decision, unsigned i, int otherwise)
{
    if (decision->kind != DECIDE_ACT)
        return otherwise;
    return i < decision->choices->count ? decision->choices->list[i].seat : BASTIDE_NO_SEAT;
}

static enum bastide_ask ask_of(enum decision_kind kind)
{
    static const enum bastide_ask asks[] = {
        [DECIDE_DRAW] = BASTIDE_DRAW,       [DECIDE_HELD] = BASTIDE_HELD,
        [DECIDE_OUTSIDE] = BASTIDE_OUTSIDE, [DECIDE_LAY_ON] = BASTIDE_LAY_ON,
        [DECIDE_DECLINE] = BASTIDE_DECLINE, [DECIDE_AGAIN] = BASTIDE_AGAIN,
        [DECIDE_SPOT] = BASTIDE_PLACE,      [DECIDE_LOOK] = BASTIDE_PLACE,
        [DECIDE_ACT] = BASTIDE_ACT,         [DECIDE_TOKEN] = BASTIDE_TOKEN,
        [DECIDE_BID] = BASTIDE_BID};
    return asks[kind];
}

static void take_decision(struct bastide *judge, const struct decision *decision)
{
    const struct player *p = &judge->player;
    const struct referee *r = &p->referee;
    const struct laid_tile *laid = r->turn.tile == TILE_NONE ? NULL : &r->table.tiles[r->turn.tile];
    const struct design *design = decision->design ? decision->design : laid ? laid->named : NULL;
    bool is_chance = decision->kind == DECIDE_DRAW || decision->kind == DECIDE_TOKEN;
    int seat = is_chance ? BASTIDE_NO_SEAT : r->turn.seat;
    if (decision->kind == DECIDE_ACT)
        seat = decision->choices->list[0].seat;
    if (decision->kind == DECIDE_BID || decision->kind == DECIDE_LAY_ON)
        seat = (int)decision->seat;
    write_choices(judge, decision, laid ? laid->cell : CELL_NOWHERE);
    for (unsigned i = 0; i < decision->count; i++)
        judge->choice_seats[i] = seat_of(decision, i, seat);
    for (unsigned i = 0; i < r->seats; i++)
        judge->asked_scores[i] = r->scores[i];
    judge->decision = (struct bastide_decision){
        .ask = (int)ask_of(decision->kind),
        .turn = r->turn.number,
        .seat = seat,
        .choices = decision->count,
        .tile = design ? design->name : NULL,
        .scores = judge->asked_scores,
        .tiles_left = p->bag.count > r->draw.hidden ? p->bag.count - r->draw.hidden : 0};
}

/* Plays on along the path. True if a decision comes that the path does not hold: it is then
 * asked. False if the turn is over. */
static bool play_along(struct bastide *judge)
{
    struct player *p = &judge->player;
    while (player_asks(p)) {
        if (p->decision.kind == DECIDE_LOOK || p->decision.count < 2) {
            player_decide(p, 0);
        } else if (judge->path_at < judge->path_count) {
            player_decide(p, judge->path[judge->path_at++]);
        } else {
            take_decision(judge, &p->decision);
            return true;
        }
    }
    return false;
}

/* ---- Turns ---- */

static void begin_turn(struct bastide *judge)
{
    if (judge->turn_count == judge->turn_room)
        judge->turns = memory_grown(judge->turns, &judge->turn_room, sizeof *judge->turns);
    judge->turns[judge->turn_count++] = (struct past_turn){.path_from = judge->path_count,
                                                           .lines = judge->record.lines,
                                                           .line_count = judge->record.line_count,
                                                           .act_count = judge->record.act_count,
                                                           .mark = arena_mark(&judge->arena)};
}

/* Restores the record as it was before a turn. */
static void restore(struct bastide *judge, const struct past_turn *turn)
{
    judge->record.lines = turn->lines;
    judge->record.line_count = turn->line_count;
    judge->record.act_count = turn->act_count;
    arena_rewind(&judge->arena, turn->mark);
}

/* Keeps the position before the current turn. */
static void keep_position(struct bastide *judge)
{
    size_t turn = judge->turn_count - 1, before = judge->snapshot_room;
    if (turn >= before) {
        judge->snapshots =
            memory_grown(judge->snapshots, &judge->snapshot_room, sizeof *judge->snapshots);
        memset(judge->snapshots + before, 0,
               (judge->snapshot_room - before) * sizeof *judge->snapshots);
    }
    snapshot_take(&judge->snapshots[turn], &judge->player.referee);
    judge->known_to = turn + 1;
}

/* Moves to the position before the current turn. With `breaks_off`, the last turn of the record
 * goes on. */
static void find_position(struct bastide *judge, bool breaks_off)
{
    struct player *p = &judge->player;
    const struct record *record = &judge->record;
    size_t turn = judge->turn_count - 1;
    if (turn >= judge->known_from && turn < judge->known_to) {
        snapshot_restore(&judge->snapshots[turn], &p->referee);
        judge->known_to = turn + 1;
    } else {
        player_resume(p, record, record->line_count, breaks_off);
        snapshots_begin(&p->referee, &judge->journal);
        keep_position(judge);
        judge->known_from = turn;
    }
}

/* Begins to play the current turn from its position. */
static void play_turn(struct bastide *judge)
{
    struct player *p = &judge->player;
    p->record.lines = NULL;
    p->record.line_count = 0;
    player_fill_bag(p);
    player_begin_turn(p);
    judge->path_at = judge->turns[judge->turn_count - 1].path_from;
    judge->under_way = true;
}

/* Returns the reason why the game cannot be played on after the record; NULL if it can. */
static const char *objection(const struct bastide *judge)
{
    const struct record *record = &judge->record;
    const struct referee *r = &judge->player.referee;
    bool must;
    if (record->sets_broken || record->tiles_broken || record->rules_reported ||
        (record->rules.n && !profile_find(record->rules)) || record->player_count > SEATS_MAX)
        return "the record's rules, sets, tiles or players are not as they may be";
    if (r->draw.in_sets > BAG_MAX)
        return "the game has more tiles than a table holds";
    const struct line *last = record->line_count ? &record->lines[record->line_count - 1] : NULL;
    while (last && last > record->lines && last->kind == LINE_COMMENT)
        last--;
    bool lacks_tile =
        last && last->kind == LINE_TURN && !last->has_tile && r->draw.drawn < r->draw.in_sets;
    return lacks_tile || (r->turn.waits && !referee_waits_for_part(r, &must))
               ? "the record breaks off within a turn"
               : NULL;
}

static int begin_playing(struct bastide *judge)
{
    bool must;
    session_stop_playing(judge);
    begin_turn(judge);
    find_position(judge, true);
    const char *why = objection(judge);
    if (why)
        return session_refuse(judge, why);
    judge->breaks_off = referee_waits_for_part(&judge->player.referee, &must) && must;
    judge->plays = true;
    if (!judge->breaks_off)
        session_forget_positions(judge);
    return BASTIDE_OK;
}

/* Returns the place of the next line that is played. Such lines are numbered after those of the
 * text, so that findings in them have places of their own. */
static struct place next_place(const struct bastide *judge)
{
    const struct record *record = &judge->record;
    uint32_t line = record->line_count ? record->lines[record->line_count - 1].place.line
                                       : record->place.line + record->entry_count + 1;
    return (struct place){.line = record->place.line ? line + 1 : 0, .column = 1, .end = 1};
}

/* Adds the turn that was played to the record, and begins the next one. */
static void keep_turn(struct bastide *judge)
{
    const struct record *played = &judge->player.record;
    for (uint32_t i = 0; i < played->line_count; i++) {
        const struct line *from = &played->lines[i];
        struct place place = next_place(judge);
        struct line *to =
            record_line_add(&judge->record, &judge->arena, (enum line_kind)from->kind, place);
        *to = *from;
        to->place = to->head = to->cell_place = place;
        to->acts = arena_alloc(&judge->arena, (from->act_count + 1) * sizeof *to->acts);
        for (uint32_t k = 0; k < from->act_count; k++) {
            to->acts[k] = act_copy(&judge->arena, &from->acts[k]);
            to->acts[k].place = place;
        }
        judge->record.act_count += from->act_count;
    }
    begin_turn(judge);
    keep_position(judge);
    play_turn(judge);
}

/* Ends the record, if it has not ended yet. */
static int end_game(struct bastide *judge)
{
    const struct record *record = &judge->record;
    if (!record->line_count || record->lines[record->line_count - 1].kind != LINE_END)
        record_line_add(&judge->record, &judge->arena, LINE_END, next_place(judge));
    return BASTIDE_END;
}

static int ask(struct bastide *judge, void *argument)
{
    (void)argument;
    if (!judge->has_game)
        return session_refuse(judge, "there is no game");
    if (judge->asked)
        return BASTIDE_OK;
    if (!judge->plays && begin_playing(judge) != BASTIDE_OK)
        return BASTIDE_REFUSED;
    const struct referee *r = &judge->player.referee;
    for (;;) {
        if (!judge->under_way) {
            find_position(judge, judge->breaks_off && judge->turn_count == 1);
            if (r->ended)
                return BASTIDE_END;
            if (r->over)
                return end_game(judge);
            play_turn(judge);
        }
        judge->asked = play_along(judge);
        if (judge->asked)
            return BASTIDE_OK;
        if (!judge->player.turn.written)
            return end_game(judge);
        keep_turn(judge);
    }
}

const struct bastide_decision *bastide_decision(struct bastide *judge)
{
    return session_call(judge, ask, NULL) == BASTIDE_OK ? &judge->decision : NULL;
}

const char *bastide_choice(const struct bastide *judge, size_t index)
{
    return judge->asked && index < judge->decision.choices ? judge->choices[index] : NULL;
}

int bastide_choice_seat(const struct bastide *judge, size_t index)
{
    return judge->asked && index < judge->decision.choices ? judge->choice_seats[index]
                                                           : BASTIDE_NO_SEAT;
}

static int choose(struct bastide *judge, void *argument)
{
    const size_t *index = argument;
    if (!judge->asked || *index >= judge->decision.choices)
        return session_refuse(judge, judge->asked ? "there is no such choice" : "nothing is asked");
    if (judge->path_count == judge->path_room)
        judge->path = memory_grown(judge->path, &judge->path_room, sizeof *judge->path);
    judge->path[judge->path_count++] = (unsigned)*index;
    judge->asked = false;
    return BASTIDE_OK;
}

int bastide_choose(struct bastide *judge, size_t index)
{
    return session_call(judge, choose, &index);
}

int bastide_undo(struct bastide *judge)
{
    if (judge->dead)
        return BASTIDE_NO_MEMORY;
    judge->why = NULL;
    if (!judge->plays || !judge->path_count)
        return BASTIDE_END;
    while (judge->turns[judge->turn_count - 1].path_from == judge->path_count)
        judge->turn_count--;
    restore(judge, &judge->turns[judge->turn_count - 1]);
    judge->path_count--;
    judge->asked = judge->under_way = false;
    return BASTIDE_OK;
}

/* The part of a record that is cut off: all lines from line `from` on. In an import, it is all
 * turns after `turn`. */
struct cut {
    const struct line *from;
    unsigned turn;
};

static bool is_cut(const struct finding *finding, const void *context)
{
    const struct cut *cut = context;
    return finding->place.at ? finding->turn > cut->turn
                             : finding->place.line >= cut->from->place.line;
}

/* Removes the claims about the whole game, because only a part of it is kept. */
static void forget_result(struct record *record)
{
    record->result_count = record->assertion_count = 0;
    record->said = NULL;
    record->turn_open = false;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < record->entry_count; i++)
        if (!str_is(record->entries[i].key, "result"))
            record->entries[kept++] = record->entries[i];
    record->entry_count = kept;
}

static int go(struct bastide *judge, void *argument)
{
    const unsigned *turn = argument;
    struct record *record = &judge->record;
    if (!judge->has_game)
        return session_refuse(judge, "there is no game");
    /* The turns that were played are in the record, except the one under way. */
    if (judge->plays)
        restore(judge, &judge->turns[judge->turn_count - 1]);
    session_stop_playing(judge);
    uint32_t count = 0;
    while (count < record->line_count && record->lines[count].kind != LINE_END &&
           record->lines[count].kind != LINE_FINAL &&
           (record->lines[count].kind != LINE_TURN || record->lines[count].turn <= *turn))
        count++;
    while (count && (record->lines[count - 1].kind == LINE_RAW ||
                     record->lines[count - 1].kind == LINE_COMMENT))
        count--;
    if (count == record->line_count)
        return BASTIDE_OK;
    findings_drop(&judge->read, is_cut, &(struct cut){&record->lines[count], *turn});
    forget_result(record);
    for (uint32_t i = count; i < record->line_count; i++)
        record->act_count -= record->lines[i].act_count;
    record->line_count = count;
    return BASTIDE_OK;
}

int bastide_go(struct bastide *judge, unsigned turn)
{
    return session_call(judge, go, &turn);
}
