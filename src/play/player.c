/* SPDX-License-Identifier: MIT */
/* Plays turns from a bag of tiles and writes them as lines of a record (player.h). */
#include "play/player.h"

#include "notation/crn.h"
#include "referee/choices.h"

static unsigned decide(struct player *p, enum decision_kind kind, unsigned count)
{
    return p->decide(p, &(struct decision){.kind = kind, .count = count});
}

static unsigned decide_tile(struct player *p, enum decision_kind kind,
                            const struct design *const *designs, unsigned count)
{
    return p->decide(p, &(struct decision){.kind = kind, .count = count, .designs = designs});
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

/* Returns the index of a tile in the bag that may be drawn now, as `decide` chooses; BAG_MAX if
 * there is none. */
static unsigned draw_any(struct player *p)
{
    const struct design *designs[BAG_MAX];
    unsigned may[BAG_MAX], count = 0;
    if (!referee_withholds_any(&p->referee))
        return decide_tile(p, DECIDE_DRAW, p->bag.tiles, p->bag.count);
    for (unsigned i = 0; i < p->bag.count; i++) {
        if (referee_withholds(&p->referee, p->bag.tiles[i]))
            continue;
        designs[count] = p->bag.tiles[i];
        may[count++] = i;
    }
    return count ? may[decide_tile(p, DECIDE_DRAW, designs, count)] : BAG_MAX;
}

/* Takes the next tile from the bag; NULL if there is none. */
static const struct design *draw(struct player *p)
{
    struct bag *bag = &p->bag;
    unsigned drawn = !bag->count ? (unsigned)BAG_MAX : bag->ordered ? bag->count - 1 : draw_any(p);
    if (drawn == BAG_MAX)
        return NULL;
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
static void write_choice(struct player *p, const struct choice *choice, const struct act *act)
{
    const struct line *last = &p->record.lines[p->record.line_count - 1];
    if (choice->seat != last->seat) {
        uint16_t step = last->kind == LINE_STEP ? (uint16_t)(last->step + 1) : 1;
        write_line(p, LINE_STEP, choice->seat)->step = step;
    }
    write_act(p, *act);
}

/* ---- Play ---- */

/* Draws the tiles that a bazaar reveals. False if the bag has too few tiles, or if the order of the
 * tiles is given: no bazaar is played then. */
static bool reveal(struct player *p, struct act *act)
{
    act->tiles = arena_alloc(&p->arena, act->count * sizeof *act->tiles);
    for (unsigned i = 0; i < act->count;) {
        const struct design *design = p->bag.ordered ? NULL : draw(p);
        if (!design || p->left) {
            p->stopped = !design;
            return false;
        }
        if (referee_defers(&p->referee, design)) {
            keep_aside(p, design);
            struct choice aside = {.seat = p->referee.turn.seat,
                                   .act = {.kind = ACT_ASIDE, .tile = ref_of(design)}};
            write_choice(p, &aside, &aside.act);
            referee_do(&p->referee, aside.seat, &aside.act);
            continue;
        }
        act->tiles[i++] = ref_of(design);
    }
    return true;
}

/* True if an act is not written: passing, or the purchase by a chooser whom nobody outbid. But the
 * purchase is written if a tile of the same name remains: a bid for that tile would otherwise be
 * read as a raise. */
static bool is_silent(struct player *p, struct choices *next, const struct act *act, bool outbid)
{
    if (act_has_trait(act, TRAIT_PASSES))
        return true;
    if (!act_has_trait(act, TRAIT_CONFIRMS) || outbid)
        return false;
    const struct line *last = &p->record.lines[p->record.line_count - 1];
    const struct design *bought = last->acts[last->act_count - 1].tile.design;
    choices_find(&p->referee, next);
    for (unsigned i = 0; i < next->count; i++)
        if (next->list[i].act.tile.design == bought)
            return false;
    return true;
}

/* True if the seat lays another tile in its turn. */
static bool plays_again(struct player *p)
{
    bool must;
    return referee_owes_part(&p->referee, &must) && (must || decide(p, DECIDE_AGAIN, 2));
}

/* Plays the decisions after the tile of the turn lies, until the turn is over or the seat lays
 * another tile (*again). */
static void play_acts(struct player *p, bool *again)
{
    struct referee *r = &p->referee;
    struct choice *list = p->choices.list;
    for (bool more = true; more;) {
        struct choices choices = {.list = list, .most = CHOICES_MAX};
        choices_find(r, &choices);
        unsigned ways = choices.count + !choices.must, chosen = choices.count;
        if (choices.count)
            chosen = p->decide(
                p, &(struct decision){.kind = DECIDE_ACT, .count = ways, .choices = &choices});
        if (p->left)
            return;
        if (chosen == choices.count) {
            more = referee_go_on(r);
            *again = more && r->turn.phase == PHASE_SEQUEL && plays_again(p);
            more &= !*again && !p->left;
            continue;
        }
        struct choice done = list[chosen];
        struct act act = done.act;
        if (act_has_shape(&act, SHAPE_TILES) && !reveal(p, &act))
            return;
        if (act_has_shape(&act, SHAPE_BID))
            act.number += (int32_t)p->decide(
                p, &(struct decision){.kind = DECIDE_BID,
                                      .count = (unsigned)(done.most - act.number) + 1,
                                      .design = act.tile.design,
                                      .least = act.number,
                                      .seat = done.seat});
        if (p->left)
            return;
        bool outbid = choices.count > 1;
        referee_do(r, done.seat, &act);
        if (!is_silent(p, &choices, &act, outbid))
            write_choice(p, &done, &act);
    }
}

/* Discards a tile that fits nowhere, or lets the player decline one that fits only with a bridge.
 * True if the tile was discarded or declined. */
static bool set_aside(struct player *p, const struct design *design, const struct spot *spots,
                      unsigned count)
{
    struct referee *r = &p->referee;
    bool plain = false;
    for (unsigned i = 0; i < count; i++)
        plain |= !spots[i].needs_building;
    if (count && (plain || !referee_may_decline(r) || !decide(p, DECIDE_DECLINE, 2)))
        return false;
    struct line *line = write_line(p, LINE_TURN, r->turn.seat);
    write_act(p, (struct act){.kind = count ? ACT_PASS_TILE : ACT_DISCARD, .tile = ref_of(design)});
    referee_act(r, line, referee_lay(r, line));
    return true;
}

/* Plays a tile in the turn that has begun; false if it is discarded or declined. */
static bool play_tile(struct player *p, const struct design *design, bool *again)
{
    struct referee *r = &p->referee;
    struct spot *spots = p->choices.spots;
    bool undetermined;
    unsigned count = referee_spots(r, design, spots, SPOTS_MAX, &undetermined);
    if (set_aside(p, design, spots, count) || p->left)
        return false;
    struct spot spot = spots[p->decide(
        p,
        &(struct decision){.kind = DECIDE_SPOT, .count = count, .spots = spots, .design = design})];
    if (p->left)
        return false;
    struct line *line = write_line(p, LINE_TURN, r->turn.seat);
    struct act bridge;
    line->has_tile = true;
    line->tile = ref_of(design);
    line->cell = spot.cell;
    line->orient =
        (uint8_t)(spot.orient + design->symmetry * decide(p, DECIDE_LOOK, 4 / design->symmetry));
    if (spot.needs_building && referee_fitting_act(r, design, spot, &bridge))
        write_act(p, bridge);
    referee_lay(r, line);
    bring_back(p);
    play_acts(p, again);
    return true;
}

/* Puts aside a tile that is of no use now. It returns to the bag when the referee takes it back. */
static void put_aside(struct player *p, const struct design *design)
{
    keep_aside(p, design);
    struct line *line = write_line(p, LINE_TURN, p->referee.turn.seat);
    write_act(p, (struct act){.kind = ACT_ASIDE, .tile = ref_of(design)});
    referee_act(&p->referee, line, referee_lay(&p->referee, line));
}

/* Plays the turn, or the part of a turn, that begins with the line `begins`. Draws until a tile
 * lies; false if no tile remains. */
static bool play_part(struct player *p, const struct line *begins, bool *again)
{
    struct referee *r = &p->referee;
    const struct design *held[SEATS_MAX];
    int32_t before[SEATS_MAX];
    bool laid = false;
    memcpy(before, r->scores, sizeof before);
    referee_turn(r, begins);
    while (!laid && !p->left) {
        unsigned count = choices_tiles(r, held);
        const struct design *design =
            count ? held[decide_tile(p, DECIDE_HELD, held, count)] : draw(p);
        if (!design || p->left)
            break;
        if (!count && referee_defers(r, design))
            put_aside(p, design);
        else
            laid = play_tile(p, design, again);
    }
    if (!laid || p->left)
        return false;
    struct line *line = &p->record.lines[p->record.line_count - 1];
    if (line->kind == LINE_TURN && !line->act_count)
        write_act(p, (struct act){.kind = ACT_NONE});
    if (p->claims && memcmp(before, r->scores, sizeof before) != 0)
        player_write_totals(p);
    return true;
}

bool player_turn(struct player *p)
{
    struct referee *r = &p->referee;
    struct line begins = referee_next_line(r);
    p->left = false;
    if (r->late.ready && !plays_again(p)) {
        referee_decline_part(r);
        begins = referee_next_line(r);
    }
    if (p->left)
        return false;
    p->stopped = p->tile_missing = false;
    if ((!p->bag.count && !r->draw.reserved) || referee_ends(r) == ANSWER_YES)
        return false;
    unsigned first_line = p->record.line_count;
    for (bool again = true; again;) {
        again = false;
        bool laid = play_part(p, &begins, &again);
        if (p->left)
            return false;
        /* The given order of tiles has none for the next part of the turn. */
        p->tile_missing = !laid && p->bag.ordered && !begins.has_tile;
        p->stopped |= p->tile_missing;
        begins.has_tile = false;
    }
    return p->record.line_count > first_line;
}
