/* SPDX-License-Identifier: MIT */
/* Bazaars (Bridges, Castles & Bazaars): when one is held, and the turns that place its tiles. */
#include "base/bits.h"
#include "expansions/bridges/auction.h"

/* ---- A turn with a bazaar ---- */

/* Chooses when this turn's bazaar is held: after its last tile, or at once. A bazaar that was put
 * off to the end of a round always comes after the last tile. Rule: traders.second.bazaar. */
static void choose_phase(struct referee *r)
{
    if (profile_is(&r->profile, BAZAAR_DOUBLE, ONCE))
        return;
    enum phase phase = bazaar_of(r)->in_turn ? PHASE_SEQUEL : PHASE_AFTERMATH;
    for (unsigned i = 0; i < bazaar_rules.move_count; i++)
        judge_move_phase(r, bazaar_rules.moves[i].verb, phase);
    r->draw_phase = (uint8_t)phase;
}

static bool is_now(const struct referee *r, enum phase phase)
{
    return phase == r->move_phase[VERB_BAZAAR];
}

/* Raises a finding if the second tile comes after a bazaar that should follow it, or before the
 * round that should precede it. Rule: traders.second.bazaar. */
static void check_order(struct referee *r)
{
    bool is_last = r->move_phase[VERB_BAZAAR] == PHASE_SEQUEL;
    if (r->turn.part == 1 && bazaar_of(r)->revealed &&
        !profile_is(&r->profile, BAZAAR_DOUBLE, FIRST))
        judge_note_option(
            r,
            judge_raise(r, is_last ? FINDING_ACTION_ORDER_BAZAAR : FINDING_ACTION_ORDER_ROUND,
                        r->turn.head, NO_ARGS),
            OPTION_BAZAAR_DOUBLE);
}

/* True if the current turn is the last one of a bazaar's round. */
static bool ends_round(const struct bazaar *bazaar)
{
    return bazaar->in_turn && !bazaar->turns_left;
}

/* Returns the first seat in turn order with a bazaar that was put off, because its builder's tile
 * opened it during the round of another one. SEAT_NONE if there is none, or if no round ends
 * now. */
static unsigned opener_in_round(const struct referee *r)
{
    const struct bazaar *bazaar = bazaar_of(r);
    for (unsigned i = 1; ends_round(bazaar) && i <= r->seats; i++) {
        unsigned seat = (r->turn.passes_from + i) % r->seats;
        if (bazaar->put_off[seat])
            return seat;
    }
    return SEAT_NONE;
}

/* Returns the seat whose bazaar was put off and is held next, by option bazaar-in-round; SEAT_NONE
 * if there is none. Rule: traders.second.round. */
static unsigned next_put_off(const struct referee *r)
{
    return profile_is(&r->profile, BAZAAR_IN_ROUND, AFTER) ? opener_in_round(r) : SEAT_NONE;
}

/* Rule: bridges.bazaar.place. */
static void bazaar_turn(struct referee *r)
{
    struct bazaar *bazaar = bazaar_of(r);
    if (r->turn.part && !r->turn.late) {
        check_order(r);
        judge_wake(r, &bazaar_rules);
        return;
    }
    bazaar->due = bazaar->revealed = false;
    bazaar->lot = LOT_NONE;
    bazaar->in_turn = bazaar->turns_left > 0;
    choose_phase(r);
    if (bazaar->turns_left) {
        bazaar->turns_left--;
    } else {
        /* Tiles that nobody placed in their turns have been lost. */
        r->draw.reserved = 0;
        bazaar->count = 0;
    }
    if (bazaar->in_turn)
        judge_wake(r, &bazaar_rules);
}

/* Rules: bridges.bazaar.opens, bridges.bazaar.chain. */
static void bazaar_placed(struct referee *r, unsigned tile)
{
    struct bazaar *bazaar = bazaar_of(r);
    const struct design *design = r->table.tiles[tile].named;
    if (!design || !(design->marks & MARK_BAZAAR))
        return;
    judge_wake(r, &bazaar_rules);
    if (!bazaar->in_turn)
        bazaar->due = true;
    else if (r->turn.part)
        bazaar->put_off[r->turn.seat]++;
}

static bool is_due(const struct referee *r)
{
    return bazaar_of(r)->due || next_put_off(r) != SEAT_NONE;
}

/* Rule: bridges.bazaar.opens. */
static bool is_held(const struct referee *r)
{
    return is_due(r) && r->seats > 1 && judge_can_draw(r, r->seats);
}

static bool bazaar_draws(const struct referee *r)
{
    return is_held(r) && !bazaar_of(r)->revealed;
}

/* Errors in opening a bazaar, as a set of bits. */
enum { WRONG_UNDER_WAY = 1, WRONG_UNCALLED = 2, WRONG_COUNT = 4 };

static unsigned check_reveal(struct referee *r, unsigned seat, const struct act *act)
{
    const struct bazaar *bazaar = bazaar_of(r);
    (void)seat;
    if (bazaar->revealed || (bazaar->count && next_put_off(r) == SEAT_NONE))
        return WRONG_UNDER_WAY;
    return bits_if(!is_held(r), WRONG_UNCALLED) | bits_if(act->count != r->seats, WRONG_COUNT);
}

/* True if no seat has a point to bid. If scores are unknown, true if the next act takes a tile
 * free. */
static bool is_poor(struct referee *r)
{
    unsigned seat;
    bool poor = true;
    for (unsigned i = 0; i < r->seats; i++)
        poor &= r->scores[i] <= 0;
    const struct act *next = referee_scores_unknown(r) ? judge_next_move(r, &seat) : NULL;
    return next ? next->verb == VERB_FREE : poor;
}

static void raise_under_way(struct referee *r, const struct act *act)
{
    unsigned opener = bazaar_of(r)->revealed ? (unsigned)SEAT_NONE : opener_in_round(r);
    if (opener == SEAT_NONE)
        judge_raise(r, FINDING_BAZAAR_UNCALLED_UNDER_WAY, act->place, NO_ARGS);
    else
        judge_note_option(
            r, judge_raise(r, FINDING_BAZAAR_UNCALLED_ROUND, act->place, ARGS(SEAT(opener))),
            OPTION_BAZAAR_IN_ROUND);
}

static void raise_not_held(struct referee *r)
{
    if (bazaar_of(r)->due)
        judge_raise(r, FINDING_NO_BAZAAR, r->turn.place, NO_ARGS);
    else
        judge_note_option(
            r, judge_raise(r, FINDING_NO_BAZAAR_ROUND, r->turn.place, ARGS(SEAT(next_put_off(r)))),
            OPTION_BAZAAR_IN_ROUND);
}

static enum finding_id why_uncalled(const struct referee *r)
{
    if (!is_due(r))
        return FINDING_BAZAAR_UNCALLED;
    return r->seats > 1 ? FINDING_BAZAAR_UNCALLED_FEW : FINDING_BAZAAR_UNCALLED_ALONE;
}

/* Rules: bridges.bazaar.count, bridges.bazaar.variant. */
static void judge_reveal(struct referee *r, unsigned seat, const struct act *act)
{
    struct bazaar *bazaar = bazaar_of(r);
    unsigned wrong = check_reveal(r, seat, act);
    if (wrong & WRONG_UNDER_WAY) {
        raise_under_way(r, act);
        return;
    }
    if (wrong & WRONG_UNCALLED && r->table.tiles[r->turn.tile].named && !r->draw.lost)
        judge_raise(r, why_uncalled(r), act->place, NO_ARGS);
    else if (wrong & WRONG_COUNT)
        judge_raise(r, FINDING_BAZAAR_COUNT, act->place,
                    ARGS(COUNT((long)act->count, "tile"), COUNT((long)r->seats, "player")));
    unsigned opener = next_put_off(r);
    if (opener == SEAT_NONE)
        opener = r->turn.seat;
    else
        bazaar->put_off[opener]--;
    /* The tiles of the bazaar before this one are placed, or lost. */
    r->draw.reserved = 0;
    bazaar->count = 0;
    bazaar->revealed = true;
    bazaar->reported = false;
    bazaar->unsure = r->turn.unsure;
    bazaar->free = profile_is(&r->profile, BAZAAR, VARIANT) ||
                   (is_poor(r) && profile_is(&r->profile, BAZAAR_ZERO, VARIANT));
    bazaar->given = 0;
    bazaar->next_from = r->turn.passes_from = (uint8_t)opener;
    for (unsigned i = 0; i < act->count && i < SEATS_MAX; i++) {
        judge_draw(r, &act->tiles[i]);
        bazaar->lots[bazaar->count++] = (struct lot){act->tiles[i].design, SEAT_NONE, false};
        bazaar_write_lot(r, LOT_REVEALED, opener, act->tiles[i].design, SEAT_NONE, 0);
        r->draw.reserved++;
    }
}

/* ---- Choices, and the end of a bazaar ---- */

static void bazaar_choices(struct referee *r, struct choices *choices)
{
    const struct bazaar *bazaar = bazaar_of(r);
    /* A dragon of the same tile moves first. */
    if (!is_now(r, (enum phase)r->turn.phase) || choices->must)
        return;
    unsigned before = choices->count;
    if (bazaar->lot != LOT_NONE) {
        auction_offer(r, choices);
    } else if (bazaar->revealed && bazaar->given < bazaar->count &&
               !bazaar_is_chosen_when_placed(r)) {
        auction_offer_lots(r, choices);
    } else if (bazaar_draws(r)) {
        struct act act = choices_verb(VERB_BAZAAR);
        act.count = (uint16_t)r->seats;
        choices_offer(r, choices, r->turn.seat, act);
    }
    choices->must |= choices->count > before;
}

static void bazaar_line_over(struct referee *r)
{
    struct bazaar *bazaar = bazaar_of(r);
    unsigned seat;
    const struct act *next = bazaar->lot == LOT_NONE ? NULL : judge_next_move(r, &seat);
    unsigned verb = next ? next->verb : (unsigned)VERB_COUNT;
    bool goes_on = verb == VERB_BUY || verb == VERB_SELL || verb == VERB_PASS ||
                   (verb == VERB_BID && auction_is_raise(r, seat, next));
    if (!goes_on && !judge_breaks_off(r))
        auction_close(r);
}

/* Gives the last tile free to the last seat, even if the record does not mention it. Rule:
 * bridges.bazaar.last. */
static void give_last(struct referee *r)
{
    struct bazaar *bazaar = bazaar_of(r);
    unsigned seat = bazaar_next_chooser(r), lot = 0;
    while (bazaar->lots[lot].owner != SEAT_NONE)
        lot++;
    bazaar_write_lot(r, LOT_FREE, seat, bazaar->lots[lot].design, SEAT_NONE, 0);
    bazaar_give(r, lot, seat, seat);
}

/* Returns a list for a message, such as "U, V and an unknown tile". */
static struct arg_list list_unsold(struct referee *r)
{
    const struct bazaar *bazaar = bazaar_of(r);
    struct arg_list list = {0};
    for (unsigned i = 0; i < bazaar->count; i++) {
        const struct design *design = bazaar->lots[i].design;
        if (bazaar->lots[i].owner == SEAT_NONE)
            arg_list_add(&list, ARG(design ? design->name : "an unknown tile"));
    }
    return list;
}

/* Reports tiles that nobody has when the turn is over. Rules: bridges.bazaar.sale,
 * bridges.bazaar.variant. */
static void finish_lots(struct referee *r)
{
    struct bazaar *bazaar = bazaar_of(r);
    bool places = bazaar_is_chosen_when_placed(r);
    auction_close(r);
    if (bazaar->given + 1 == bazaar->count && bazaar->count == r->seats && !places)
        give_last(r);
    if (bazaar->given < bazaar->count && !places && !bazaar->reported && !r->turn.unsure) {
        struct arg_list unsold = list_unsold(r);
        struct finding *finding = judge_raise(r, FINDING_BIDS_UNFINISHED, r->turn.place,
                                              ARGS(arg_of_list(&unsold, JOIN_AND, "")));
        if (bazaar->free)
            judge_note_option(r, finding, OPTION_VARIANT_ORDER);
        bazaar->reported = true;
        judge_unknown(r, UNKNOWN_SCORES);
    }
    bazaar->turns_left = r->seats;
}

/* True if a seat may still bid or choose a tile. The record may leave out passes, so another bid
 * may always follow. */
static bool is_under_way(const struct referee *r)
{
    const struct bazaar *bazaar = bazaar_of(r);
    return bazaar->lot != LOT_NONE ||
           (bazaar->given + 1 < bazaar->count && !bazaar_is_chosen_when_placed(r));
}

/* Ends the rounds of bazaars: a second tile that waited for them comes next. Rule:
 * traders.second.bazaar. */
static void end_rounds(struct referee *r)
{
    memset(bazaar_of(r)->put_off, 0, sizeof bazaar_of(r)->put_off);
    if (r->late.number && judge_can_draw(r, 1))
        r->late.ready = true;
    else
        r->late = (struct late_part){0};
}

/* Rules: bridges.bazaar.opens, traders.second.bazaar. */
static bool bazaar_leave(struct referee *r, enum phase phase)
{
    const struct bazaar *bazaar = bazaar_of(r);
    if (!is_now(r, phase))
        return true;
    bool due = bazaar->revealed ? is_under_way(r) : is_held(r);
    if (due && judge_breaks_off(r))
        return false;
    if (bazaar->revealed)
        finish_lots(r);
    else if (due && !r->turn.unsure && !r->draw.lost && !r->unknown.game)
        raise_not_held(r);
    if (bazaar->revealed)
        r->turn.put_off = phase == PHASE_AFTERMATH && profile_is(&r->profile, BAZAAR_DOUBLE, ROUND);
    else if (ends_round(bazaar))
        end_rounds(r);
    return true;
}

/* ---- Turns that place the tiles of a bazaar ---- */

/* True if the seat has placed its tile. A tile that fitted nowhere counts as placed: its seat draws
 * another. Rule: bridges.bazaar.place. */
static bool has_placed(const struct bazaar *bazaar, unsigned seat)
{
    for (unsigned i = 0; i < bazaar->count; i++)
        if (bazaar->lots[i].placed && bazaar->lots[i].owner == seat)
            return true;
    return false;
}

/* Returns an unplaced lot that is, or may be, the seat's: one of this design if there is one.
 * LOT_NONE for none. */
static unsigned own_lot(const struct bazaar *bazaar, unsigned seat, const struct design *design)
{
    unsigned any = LOT_NONE;
    if (has_placed(bazaar, seat))
        return LOT_NONE;
    for (unsigned i = 0; i < bazaar->count; i++) {
        bool mine = bazaar->lots[i].owner == seat;
        if (bazaar->lots[i].placed || (!mine && bazaar->lots[i].owner != SEAT_NONE))
            continue;
        if (bazaar->lots[i].design == design)
            return i;
        any = any == LOT_NONE || mine ? i : any;
    }
    return any;
}

/* Lists each design once. */
static unsigned bazaar_reserved(const struct referee *r, const struct design *designs[SEATS_MAX])
{
    const struct bazaar *bazaar = bazaar_of(r);
    unsigned count = 0;
    bool own = bazaar_has_tile(bazaar, r->turn.seat);
    for (unsigned i = 0; bazaar->in_turn && !has_placed(bazaar, r->turn.seat) && i < bazaar->count;
         i++) {
        const struct lot *lot = &bazaar->lots[i];
        bool listed = false;
        for (unsigned k = 0; k < count; k++)
            listed |= designs[k] == lot->design;
        if (!listed && !lot->placed && (own ? lot->owner == r->turn.seat : lot->owner == SEAT_NONE))
            designs[count++] = lot->design;
    }
    return count;
}

/* Rules: bridges.bazaar.place, bridges.bazaar.count. */
static bool bazaar_supplies(struct referee *r, const struct tile_ref *tile)
{
    struct bazaar *bazaar = bazaar_of(r);
    if (!bazaar->in_turn)
        return false;
    unsigned own = own_lot(bazaar, r->turn.seat, tile->design), lot = own;
    if (own == LOT_NONE)
        return false;
    if (bazaar->lots[own].design != tile->design && tile->design) {
        bool chosen = bazaar->lots[own].owner == r->turn.seat;
        /* The tile is a lot of another seat, or no lot at all. */
        lot = LOT_NONE;
        for (unsigned i = 0; i < bazaar->count; i++)
            if (!bazaar->lots[i].placed && bazaar->lots[i].design == tile->design)
                lot = i;
        if (!bazaar->reported && !bazaar->unsure && !r->unknown.gap && bazaar->lots[own].design) {
            const char *bought = chosen ? bazaar->lots[own].design->name : "none of them";
            if (chosen || lot != LOT_NONE)
                judge_raise(r, FINDING_NOT_ACQUIRED, tile->place,
                            ARGS(tile->design->name, SEAT(r->turn.seat), bought));
            else
                judge_raise(r, FINDING_NOT_REVEALED, tile->place, ARGS(tile->design->name));
        }
        /* The owner of the tile that was laid gets this seat's tile instead. */
        if (lot != LOT_NONE && chosen)
            bazaar->lots[own].owner = bazaar->lots[lot].owner;
    }
    bazaar->lots[lot == LOT_NONE ? own : lot].placed = true;
    if (bazaar->lots[own].owner == SEAT_NONE) {
        bazaar->lots[own].owner = r->turn.seat;
        bazaar_write_lot(r, LOT_FREE, r->turn.seat, bazaar->lots[own].design, SEAT_NONE, 0);
    }
    r->draw.reserved -= r->draw.reserved > 0;
    return lot != LOT_NONE;
}

static const struct move moves[] = {
    {.verb = VERB_BAZAAR, .phase = PHASE_SEQUEL, .check = check_reveal, .judge = judge_reveal},
    {.verb = VERB_BID,
     .phase = PHASE_SEQUEL,
     .by_anyone = true,
     .check = auction_check_bid,
     .judge = auction_judge_bid},
    {.verb = VERB_FREE,
     .phase = PHASE_SEQUEL,
     .by_anyone = true,
     .check = auction_check_free,
     .judge = auction_judge_free},
    {.verb = VERB_BUY,
     .phase = PHASE_SEQUEL,
     .by_anyone = true,
     .check = auction_check_word,
     .judge = auction_judge_word},
    {.verb = VERB_SELL,
     .phase = PHASE_SEQUEL,
     .by_anyone = true,
     .check = auction_check_word,
     .judge = auction_judge_word},
    {.verb = VERB_PASS,
     .phase = PHASE_SEQUEL,
     .by_anyone = true,
     .check = auction_check_pass,
     .judge = auction_judge_pass},
};

const struct expansion bazaar_rules = {
    .id = EXPANSION_bazaar,
    .name = "bazaar",
    .state_size = sizeof(struct bazaar),
    .moves = moves,
    .move_count = sizeof moves / sizeof *moves,
    .dozes = true,
    .turn = bazaar_turn,
    .supplies = bazaar_supplies,
    .placed = bazaar_placed,
    .reserved = bazaar_reserved,
    .draws = bazaar_draws,
    .choices = bazaar_choices,
    .leave = bazaar_leave,
    .leaves = 1u << PHASE_AFTERMATH | 1u << PHASE_SEQUEL,
    .line_over = bazaar_line_over,
};
