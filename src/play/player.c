/* SPDX-License-Identifier: MIT */
/* Plays turns stage by stage (player.h). */
#include "play/player.h"

#include "notation/crn.h"
#include "referee/choices.h"

/* Stages of a turn. After a decision, turn.answer holds the answer. */
enum stage {
    STAGE_BEGIN,
    STAGE_LATE, /* whether a part of an earlier turn is played */
    STAGE_TURN,
    STAGE_LAY_ON, /* whether a seat lays a tile although the pack is empty */
    STAGE_PART,
    STAGE_TILE,
    STAGE_OUTSIDE, /* whether a tile outside the pack is laid */
    STAGE_DRAWN,   /* which tile is drawn */
    STAGE_HELD,    /* which tile is laid of those that are held */
    STAGE_FIT,
    STAGE_DECLINED, /* whether the tile is declined */
    STAGE_SPOT,     /* where it lies */
    STAGE_LOOK,     /* which of the orientations that look the same is written */
    STAGE_ACTS,
    STAGE_ACT, /* which act is done */
    STAGE_REVEAL,
    STAGE_REVEALED, /* which tile is revealed */
    STAGE_BID,      /* how many points are bid above the lowest bid */
    STAGE_DO,
    STAGE_SEQUEL, /* whether another tile is laid */
    STAGE_PART_OVER,
    STAGE_OVER,
};

static void go_to(struct player *p, enum stage stage)
{
    p->turn.stage = (uint8_t)stage;
}

/* Stops at a decision. The stage comes after it. */
static void ask(struct player *p, enum stage stage, struct decision decision)
{
    p->decision = decision;
    p->asks = true;
    go_to(p, stage);
}

/* Goes on to a stage with an answer that need not be asked for. */
static void answer(struct player *p, enum stage stage, unsigned answer)
{
    p->turn.answer = answer;
    go_to(p, stage);
}

void player_resume(struct player *p, const struct record *record, uint32_t line_count,
                   bool breaks_off)
{
    arena_reset(&p->arena);
    p->findings = (struct findings){.arena = &p->arena};
    p->record = *record;
    p->record.line_count = line_count;
    p->ledger.wanted = 0;
    p->referee.through = UINT16_MAX;
    referee_begin(&p->referee, &p->record, &p->findings, &p->ledger);
    p->referee.lines.whole = breaks_off;
    referee_lines(&p->referee, record->lines, line_count);
    p->referee.lines.whole = false;
    p->record.lines = NULL;
    p->record.line_count = 0;
}

/* ---- The bag ---- */

void player_fill_bag(struct player *p)
{
    const struct referee *r = &p->referee;
    struct bag *bag = &p->bag;
    bag->count = 0;
    bag->ordered = false;
    for (unsigned s = 0; s < r->draw.set_count; s++) {
        const struct tileset *set = r->draw.sets[s];
        for (unsigned i = 0; i < set->design_count; i++)
            for (unsigned left = referee_undrawn(r, &set->designs[i]); left && bag->count < BAG_MAX;
                 left--)
                bag->tiles[bag->count++] = &set->designs[i];
    }
    bag->aside_count = r->draw.aside_count;
    memcpy(bag->aside, r->draw.aside, bag->aside_count * sizeof *bag->aside);
}

/* True if no tile can be drawn: the last tiles of a bag may be out of the game (judge_hide()). */
static bool is_bag_empty(const struct player *p)
{
    const struct referee *r = &p->referee;
    return !p->bag.count || (r->draw.hidden && r->draw.drawn >= r->draw.in_sets);
}

/* Asks which tile of the bag is drawn. The answer is BAG_MAX if none can be drawn. */
static void draw(struct player *p, enum stage stage)
{
    struct bag *bag = &p->bag;
    unsigned count = 0;
    bool choosy = !bag->ordered && referee_withholds_any(&p->referee);
    for (unsigned i = 0; choosy && i < bag->count; i++) {
        if (referee_withholds(&p->referee, bag->tiles[i]))
            continue;
        p->drawable[count] = bag->tiles[i];
        p->drawable_at[count++] = (uint16_t)i;
    }
    p->turn.narrowed = choosy;
    if (is_bag_empty(p) || (choosy && !count))
        answer(p, stage, BAG_MAX);
    else if (bag->ordered)
        answer(p, stage, bag->count - 1);
    else
        ask(p, stage,
            (struct decision){.kind = DECIDE_DRAW,
                              .count = choosy ? count : bag->count,
                              .designs = choosy ? p->drawable : bag->tiles});
}

/* Takes the drawn tile from the bag, as the answer says; NULL if no tile was drawn. */
static const struct design *take_drawn(struct player *p)
{
    struct bag *bag = &p->bag;
    unsigned drawn = p->turn.answer;
    if (drawn == BAG_MAX)
        return NULL;
    if (p->turn.narrowed)
        drawn = p->drawable_at[drawn];
    const struct design *design = bag->tiles[drawn];
    bag->tiles[drawn] = bag->tiles[--bag->count];
    return design;
}

static void keep_aside(struct player *p, const struct design *design)
{
    if (!p->bag.ordered)
        p->bag.aside[p->bag.aside_count++] = design;
}

static void bring_back(struct player *p)
{
    struct bag *bag = &p->bag;
    while (p->referee.draw.aside_count < bag->aside_count)
        bag->tiles[bag->count++] = bag->aside[--bag->aside_count];
}

static struct tile_ref ref_of(const struct design *design)
{
    return (struct tile_ref){str_of(design->name), design, {0}};
}

/* ---- The record ---- */

static struct line *write_line(struct player *p, enum line_kind kind, unsigned seat)
{
    struct line *line = record_line_add(&p->record, &p->arena, kind, (struct place){0});
    line->seat = (uint8_t)seat;
    line->turn = p->referee.turn.number;
    return line;
}

static struct act *write_act(struct player *p, struct act act)
{
    struct act *written =
        record_act_add(&p->record, &p->arena, (enum act_kind)act.kind, (struct place){0});
    *written = act;
    return written;
}

void player_write_totals(struct player *p)
{
    const struct referee *r = &p->referee;
    struct act act = {.kind = ACT_TOTALS, .count = (uint16_t)r->seats};
    act.numbers = arena_alloc(&p->arena, r->seats * sizeof *act.numbers);
    memcpy(act.numbers, r->scores, r->seats * sizeof *act.numbers);
    write_act(p, act);
}

/* Writes an act on the last line if the seat of that line does the act. Otherwise begins a step
 * line: the decisions of another seat, and everything after them, are written on step lines. */
static void write_choice(struct player *p, const struct choice *choice)
{
    const struct line *last = &p->record.lines[p->record.line_count - 1];
    if (choice->seat != last->seat) {
        uint16_t step = last->kind == LINE_STEP ? (uint16_t)(last->step + 1) : 1;
        write_line(p, LINE_STEP, choice->seat)->step = step;
    }
    write_act(p, choice->act);
}

/* ---- The stages of a turn ---- */

/* Asks whether the seat lays another tile, unless the rules decide that. */
static void ask_again(struct player *p, enum stage stage)
{
    bool must = false, owes = referee_owes_part(&p->referee, &must);
    if (owes && !must)
        ask(p, stage, (struct decision){.kind = DECIDE_AGAIN, .count = 2});
    else
        answer(p, stage, owes);
}

static void begin(struct player *p)
{
    p->turn.begins = referee_next_line(&p->referee);
    if (p->referee.late.ready)
        ask_again(p, STAGE_LATE);
    else
        go_to(p, STAGE_TURN);
}

static void begin_late(struct player *p)
{
    if (!p->turn.answer) {
        referee_decline_part(&p->referee);
        p->turn.begins = referee_next_line(&p->referee);
    }
    go_to(p, STAGE_TURN);
}

/* Asks the next seat after this one that may lay a tile although the pack is empty. A list of drawn
 * tiles does not say that the pack is. */
static void ask_lay_on(struct player *p, unsigned after)
{
    unsigned seat = referee_pack_is_empty(&p->referee) ? referee_lays_on(&p->referee, after)
                                                       : (unsigned)SEAT_NONE;
    if (seat == SEAT_NONE)
        go_to(p, STAGE_OVER);
    else
        ask(p, STAGE_LAY_ON, (struct decision){.kind = DECIDE_LAY_ON, .count = 2, .seat = seat});
}

static void begin_turn(struct player *p)
{
    const struct referee *r = &p->referee;
    p->turn.stopped = p->turn.tile_missing = p->turn.written = false;
    p->turn.first_line = p->record.line_count;
    bool over = (is_bag_empty(p) && !r->draw.reserved) || referee_ends(r) == ANSWER_YES;
    p->turn.lays_on = false;
    if (over && r->turn.number && referee_ends(r) != ANSWER_YES)
        ask_lay_on(p, r->turn.seat);
    else
        go_to(p, over ? STAGE_OVER : STAGE_PART);
}

static void lay_on(struct player *p)
{
    unsigned seat = p->decision.seat;
    if (!p->turn.answer) {
        ask_lay_on(p, seat);
        return;
    }
    p->turn.begins.seat = (uint8_t)seat;
    p->turn.lays_on = true;
    go_to(p, STAGE_PART);
}

static void begin_part(struct player *p)
{
    p->turn.laid = p->turn.again = p->turn.asked_outside = false;
    memcpy(p->turn.before, p->referee.scores, sizeof p->turn.before);
    referee_turn(&p->referee, &p->turn.begins);
    go_to(p, STAGE_TILE);
}

static void find_tile(struct player *p)
{
    struct playing *turn = &p->turn;
    unsigned outside = turn->asked_outside ? 0 : referee_holds(&p->referee, turn->held), count;
    turn->asked_outside = true;
    if (outside && turn->lays_on)
        answer(p, STAGE_OUTSIDE, 1);
    else if (outside)
        ask(p, STAGE_OUTSIDE,
            (struct decision){.kind = DECIDE_OUTSIDE, .count = outside + 1, .designs = turn->held});
    else if ((count = choices_tiles(&p->referee, turn->held)) > 0)
        ask(p, STAGE_HELD,
            (struct decision){.kind = DECIDE_HELD, .count = count, .designs = turn->held});
    else
        draw(p, STAGE_DRAWN);
}

/* Takes the tile outside the pack, or draws one. */
static void take_outside(struct player *p)
{
    if (!p->turn.answer) {
        go_to(p, STAGE_TILE);
        return;
    }
    p->turn.design = p->turn.held[p->turn.answer - 1];
    go_to(p, STAGE_FIT);
}

static void hold(struct player *p)
{
    p->turn.design = p->turn.held[p->turn.answer];
    go_to(p, STAGE_FIT);
}

/* Puts a tile aside that is of no use now. It returns to the bag when the referee takes it back. */
static void take_tile(struct player *p)
{
    struct referee *r = &p->referee;
    const struct design *design = p->turn.design = take_drawn(p);
    if (!design || !referee_defers(r, design)) {
        go_to(p, design ? STAGE_FIT : STAGE_PART_OVER);
        return;
    }
    keep_aside(p, design);
    struct line *line = write_line(p, LINE_TURN, r->turn.seat);
    write_act(p, (struct act){.kind = ACT_ASIDE, .tile = ref_of(design)});
    referee_act(r, line, referee_lay(r, line));
    go_to(p, STAGE_TILE);
}

/* Writes that the tile is discarded or declined. */
static void set_aside(struct player *p, enum act_kind kind)
{
    struct line *line = write_line(p, LINE_TURN, p->referee.turn.seat);
    write_act(p, (struct act){.kind = (uint8_t)kind, .tile = ref_of(p->turn.design)});
    referee_act(&p->referee, line, referee_lay(&p->referee, line));
    go_to(p, STAGE_TILE);
}

static void ask_spot(struct player *p)
{
    ask(p, STAGE_SPOT,
        (struct decision){.kind = DECIDE_SPOT,
                          .count = p->turn.spot_count,
                          .spots = p->choices.spots,
                          .design = p->turn.design});
}

/* Finds the spots of the tile. One that fits nowhere is discarded; one that fits only with a bridge
 * may be declined. */
static void fit(struct player *p)
{
    const struct spot *spots = p->choices.spots;
    bool undetermined, plain = false;
    unsigned count =
        referee_spots(&p->referee, p->turn.design, p->choices.spots, SPOTS_MAX, &undetermined);
    for (unsigned i = 0; i < count && !plain; i++)
        plain = !spots[i].needs_building;
    p->turn.spot_count = count;
    if (!count)
        set_aside(p, ACT_DISCARD);
    else if (plain || !referee_may_decline(&p->referee))
        ask_spot(p);
    else
        ask(p, STAGE_DECLINED, (struct decision){.kind = DECIDE_DECLINE, .count = 2});
}

static void decline(struct player *p)
{
    if (p->turn.answer)
        set_aside(p, ACT_PASS_TILE);
    else
        ask_spot(p);
}

static void choose_spot(struct player *p)
{
    p->turn.spot = p->decision.spots[p->turn.answer];
    ask(p, STAGE_LOOK,
        (struct decision){.kind = DECIDE_LOOK, .count = 4 / p->turn.design->symmetry});
}

static void lay(struct player *p)
{
    struct referee *r = &p->referee;
    const struct design *design = p->turn.design;
    struct spot spot = p->turn.spot;
    struct line *line = write_line(p, LINE_TURN, r->turn.seat);
    struct act bridge;
    line->has_tile = true;
    line->tile = ref_of(design);
    line->cell = spot.cell;
    line->orient = (uint8_t)(spot.orient + design->symmetry * p->turn.answer);
    if (spot.needs_building && referee_fitting_act(r, design, spot, &bridge))
        write_act(p, bridge);
    referee_lay(r, line);
    bring_back(p);
    p->turn.laid = true;
    go_to(p, STAGE_ACTS);
}

static void find_acts(struct player *p)
{
    struct choices *choices = &p->turn.choices;
    *choices = (struct choices){.list = p->choices.list, .most = CHOICES_MAX};
    choices_find(&p->referee, choices);
    if (choices->count)
        ask(p, STAGE_ACT,
            (struct decision){.kind = choices->chance ? DECIDE_TOKEN : DECIDE_ACT,
                              .count = choices->count + !choices->must,
                              .choices = choices});
    else
        answer(p, STAGE_ACT, 0);
}

static void choose_act(struct player *p)
{
    struct playing *turn = &p->turn;
    if (turn->answer == turn->choices.count) {
        bool more = referee_go_on(&p->referee);
        if (more && p->referee.turn.phase == PHASE_SEQUEL)
            ask_again(p, STAGE_SEQUEL);
        else
            go_to(p, more ? STAGE_ACTS : STAGE_PART_OVER);
        return;
    }
    turn->done = turn->choices.list[turn->answer];
    go_to(p, STAGE_DO);
    if (act_has_shape(&turn->done.act, SHAPE_TILES)) {
        turn->done.act.tiles =
            arena_alloc(&p->arena, turn->done.act.count * sizeof *turn->done.act.tiles);
        turn->revealed = 0;
        go_to(p, STAGE_REVEAL);
    } else if (act_has_shape(&turn->done.act, SHAPE_BID)) {
        ask(p, STAGE_BID,
            (struct decision){.kind = DECIDE_BID,
                              .count = (unsigned)(turn->done.most - turn->done.act.number) + 1,
                              .design = turn->done.act.tile.design,
                              .least = turn->done.act.number,
                              .seat = turn->done.seat});
    }
}

/* Draws the next tile that a bazaar reveals. If the bag has too few tiles, or if the order of the
 * tiles is given, no bazaar is played. */
static void reveal(struct player *p)
{
    if (p->turn.revealed == p->turn.done.act.count)
        go_to(p, STAGE_DO);
    else if (p->bag.ordered)
        answer(p, STAGE_REVEALED, BAG_MAX);
    else
        draw(p, STAGE_REVEALED);
}

static void take_revealed(struct player *p)
{
    struct playing *turn = &p->turn;
    const struct design *design = take_drawn(p);
    go_to(p, STAGE_REVEAL);
    if (!design) {
        turn->stopped = true;
        go_to(p, STAGE_PART_OVER);
    } else if (referee_defers(&p->referee, design)) {
        keep_aside(p, design);
        struct choice aside = {.seat = p->referee.turn.seat,
                               .act = {.kind = ACT_ASIDE, .tile = ref_of(design)}};
        write_choice(p, &aside);
        referee_do(&p->referee, aside.seat, &aside.act);
    } else {
        turn->done.act.tiles[turn->revealed++] = ref_of(design);
    }
}

static void bid(struct player *p)
{
    p->turn.done.act.number += (int32_t)p->turn.answer;
    go_to(p, STAGE_DO);
}

/* True if an act is not written: passing, or the purchase by a chooser whom nobody outbid. But the
 * purchase is written if a tile of the same name remains: a bid for that tile would otherwise be
 * read as a raise. */
static bool is_silent(struct player *p, const struct act *act, bool outbid)
{
    if (act_has_trait(act, TRAIT_PASSES))
        return true;
    if (!act_has_trait(act, TRAIT_CONFIRMS) || outbid)
        return false;
    const struct line *last = &p->record.lines[p->record.line_count - 1];
    const struct design *bought = last->acts[last->act_count - 1].tile.design;
    struct choices next = {.list = p->choices.list, .most = CHOICES_MAX};
    choices_find(&p->referee, &next);
    for (unsigned i = 0; i < next.count; i++)
        if (next.list[i].act.tile.design == bought)
            return false;
    return true;
}

static void do_act(struct player *p)
{
    struct playing *turn = &p->turn;
    bool outbid = turn->choices.count > 1;
    referee_do(&p->referee, turn->done.seat, &turn->done.act);
    if (!is_silent(p, &turn->done.act, outbid))
        write_choice(p, &turn->done);
    go_to(p, STAGE_ACTS);
}

static void go_on(struct player *p)
{
    p->turn.again = p->turn.answer;
    go_to(p, p->turn.again ? STAGE_PART_OVER : STAGE_ACTS);
}

static void end_part(struct player *p)
{
    struct playing *turn = &p->turn;
    if (turn->laid) {
        struct line *line = &p->record.lines[p->record.line_count - 1];
        if (line->kind == LINE_TURN && !line->act_count)
            write_act(p, (struct act){.kind = ACT_NONE});
        if (p->claims && memcmp(turn->before, p->referee.scores, sizeof turn->before) != 0)
            player_write_totals(p);
    }
    /* The given order of tiles has none for the next part of the turn. */
    turn->tile_missing = !turn->laid && p->bag.ordered && !turn->begins.has_tile;
    turn->stopped |= turn->tile_missing;
    turn->begins.has_tile = false;
    turn->written = p->record.line_count > turn->first_line;
    go_to(p, turn->again ? STAGE_PART : STAGE_OVER);
}

/* ---- Play ---- */

void player_begin_turn(struct player *p)
{
    p->asks = p->turn.written = false;
    go_to(p, STAGE_BEGIN);
}

bool player_asks(struct player *p)
{
    static void (*const play[])(struct player *) = {
        [STAGE_BEGIN] = begin,    [STAGE_LATE] = begin_late,        [STAGE_TURN] = begin_turn,
        [STAGE_LAY_ON] = lay_on,  [STAGE_OUTSIDE] = take_outside,   [STAGE_PART] = begin_part,
        [STAGE_TILE] = find_tile, [STAGE_DRAWN] = take_tile,        [STAGE_HELD] = hold,
        [STAGE_FIT] = fit,        [STAGE_DECLINED] = decline,       [STAGE_SPOT] = choose_spot,
        [STAGE_LOOK] = lay,       [STAGE_ACTS] = find_acts,         [STAGE_ACT] = choose_act,
        [STAGE_REVEAL] = reveal,  [STAGE_REVEALED] = take_revealed, [STAGE_BID] = bid,
        [STAGE_DO] = do_act,      [STAGE_SEQUEL] = go_on,           [STAGE_PART_OVER] = end_part};
    while (!p->asks && p->turn.stage != STAGE_OVER)
        play[p->turn.stage](p);
    return p->asks;
}

void player_decide(struct player *p, unsigned answer)
{
    assert(p->asks && answer < p->decision.count);
    p->asks = false;
    p->turn.answer = answer;
}
