/* SPDX-License-Identifier: MIT */
/* Bazaars in the messages of JCloisterZone: who got which tile, and who is asked next, is kept
 * here, for its auctions end without a message. */
#include "import/jcz.h"

struct lot *jcz_acquired(struct jcz *z)
{
    for (unsigned i = 0; z->turns_left && i < z->lot_count; i++)
        if (z->lots[i].owner == z->seat && !z->lots[i].placed) {
            z->lots[i].placed = true;
            return &z->lots[i];
        }
    return NULL;
}

/* The turn that opened the bazaar goes on, although its COMMIT has come. */
static void add_step(struct jcz *z, unsigned seat)
{
    importer_step(z->im, z->place, z->turn_before, ++z->step, seat);
}

static struct tile_ref tile_of(struct jcz *z, const struct lot *lot)
{
    return importer_tile(z->im, lot->stack->design->name, z->place);
}

/* An act of the auction names a lot. */
static void name_lot(struct jcz *z, struct act *act, struct lot *lot)
{
    act->tile = tile_of(z, lot);
    if (lot->named_count < BIDS_MOST)
        lot->named[lot->named_count++] = &act->tile;
}

bool jcz_swap_lots(struct jcz *z, struct lot *own, const struct design *laid)
{
    for (unsigned i = 0; i < z->lot_count; i++) {
        struct lot *other = &z->lots[i];
        if (other->placed || other->stack->design != laid)
            continue;
        own->owner = other->owner;
        own->placed = false;
        other->placed = true;
        return true;
    }
    return false;
}

void jcz_rename_lot(struct jcz *z, struct lot *lot, struct stack *stack)
{
    lot->stack = stack;
    for (unsigned i = 0; i < lot->named_count; i++) {
        struct place place = lot->named[i]->place;
        *lot->named[i] = tile_of(z, lot);
        lot->named[i]->place = place;
    }
}

static bool owns_lot(const struct jcz *z, unsigned seat)
{
    for (unsigned i = 0; i < z->lot_count; i++)
        if (z->lots[i].owner == seat)
            return true;
    return false;
}

/* The next seat clockwise that has no tile yet. */
static unsigned next_without(const struct jcz *z, unsigned seat)
{
    for (unsigned i = 0; i < z->seats; i++) {
        seat = (seat + 1) % z->seats;
        if (!owns_lot(z, seat))
            break;
    }
    return seat;
}

void jcz_open_bazaar(struct jcz *z)
{
    struct stack *drawn[SEATS_MOST];
    /* One player holds no auction. */
    if (z->seats == 1 || !z->draws || jcz_drawable(z) < z->seats)
        return;
    for (unsigned i = 0; i < z->seats; i++)
        if (!(drawn[i] = jcz_draw(z)))
            return;
    jcz_begin_act(z, z->turn_seat);
    struct act *act = importer_verb(z->im, z->place, VERB_BAZAAR);
    act->tiles = arena_alloc(z->im->arena, z->seats * sizeof *act->tiles);
    for (z->lot_count = 0; z->lot_count < z->seats; z->lot_count++) {
        struct lot *lot = &z->lots[z->lot_count];
        *lot = (struct lot){.stack = drawn[z->lot_count], .owner = NOBODY};
        act->tiles[act->count] = tile_of(z, lot);
        lot->named[lot->named_count++] = &act->tiles[act->count++];
    }
    z->given = 0;
    z->lot = LOT_NONE;
    z->turns_left = z->seats + 1;
    z->chooser = z->turn_seat;
    z->asked = next_without(z, z->turn_seat);
}

bool jcz_in_bazaar(const struct jcz *z)
{
    return z->turns_left && z->given < z->lot_count;
}

unsigned jcz_asked(const struct jcz *z)
{
    return z->asked;
}

static void add_free(struct jcz *z, struct lot *lot, unsigned seat)
{
    add_step(z, seat);
    name_lot(z, importer_verb(z->im, z->place, VERB_FREE), lot);
}

/* Gives a tile to its owner; if one tile is left then, gives it to the last seat, for which there
 * is no message. */
static void give_lot(struct jcz *z, unsigned lot, unsigned owner)
{
    z->lots[lot].owner = owner;
    z->lot = LOT_NONE;
    z->asked = next_without(z, z->chooser);
    if (++z->given + 1 != z->lot_count)
        return;
    for (unsigned i = 0; i < z->lot_count; i++)
        if (z->lots[i].owner == NOBODY) {
            add_free(z, &z->lots[i], z->asked);
            z->lots[i].owner = z->asked;
            z->given++;
            return;
        }
}

/* Is another tile like this one still to be had? */
static bool is_twice(const struct jcz *z, unsigned lot)
{
    for (unsigned i = 0; i < z->lot_count; i++)
        if (i != lot && z->lots[i].owner == NOBODY && z->lots[i].stack == z->lots[lot].stack)
            return true;
    return false;
}

/* Where everybody without a tile has answered and nobody outbid the chooser, it has the tile
 * without a word, unless the next bid for one like it would be read as a raise. */
void jcz_answer(struct jcz *z)
{
    z->asked = next_without(z, z->asked);
    if (z->asked != z->chooser || z->bidder != z->chooser)
        return;
    if (is_twice(z, z->lot)) {
        add_step(z, z->chooser);
        importer_verb(z->im, z->place, VERB_BUY);
    }
    give_lot(z, z->lot, z->chooser);
}

enum outcome jcz_bid(struct jcz *z, const json_t *payload, struct message *message)
{
    (void)message;
    const json_t *index = json_object_get(payload, "supplyIndex"),
                 *price = json_object_get(payload, "price");
    if (!jcz_in_bazaar(z) && !z->shows_draws)
        return jcz_unsupported(z, "a bazaar in a save that does not say", "which tiles were drawn");
    if (!jcz_in_bazaar(z)) {
        /* Tiles were revealed somewhere. */
        z->draws = false;
        return jcz_nonsense(z, "a bid, and no bazaar is held");
    }
    if (!json_is_integer(index) || json_integer_value(index) < 0 ||
        json_integer_value(index) >= (json_int_t)z->lot_count ||
        z->lots[json_integer_value(index)].owner != NOBODY)
        return jcz_nonsense(z, "a bid whose supplyIndex is no tile that is left");
    unsigned lot = (unsigned)json_integer_value(index);
    if (z->seat != z->asked) {
        jcz_raise(z, FINDING_TURN_ORDER, ARGS(seat_name(z->asked), seat_name(z->seat)));
        z->seat = z->asked;
    }
    if (!z->auctions) {
        if (price && (!json_is_integer(price) || json_integer_value(price)))
            jcz_nonsense(z, "a price other than 0, and the bazaar is without auction");
        z->chooser = z->seat;
        add_free(z, &z->lots[lot], z->seat);
        give_lot(z, lot, z->seat);
        return READ;
    }
    bool known = json_is_integer(price) && json_integer_value(price) >= 0 &&
                 json_integer_value(price) <= INT32_MAX;
    if (!known)
        jcz_nonsense(z, "a bid whose price is no number of points");
    if (z->lot != LOT_NONE && z->lot != lot)
        return jcz_nonsense(z, "a bid whose supplyIndex is not the tile that is auctioned");
    add_step(z, z->seat);
    struct act *act = importer_verb(z->im, z->place, VERB_BID);
    name_lot(z, act, &z->lots[lot]);
    /* An unknown price is as low as it can be. */
    act->number = known                ? (int32_t)json_integer_value(price)
                  : z->lot == LOT_NONE ? 0
                                       : z->price + 1;
    z->price = act->number;
    z->bidder = z->seat;
    if (!known)
        record_act_add(z->im->record, z->im->arena, ACT_UNKNOWN, z->place);
    if (z->lot == LOT_NONE) {
        z->lot = lot;
        z->chooser = z->asked = z->seat;
    }
    jcz_answer(z);
    return READ;
}

enum outcome jcz_buy_or_sell(struct jcz *z, const json_t *payload, struct message *message)
{
    (void)message;
    struct str value = json_str(json_object_get(payload, "value"));
    bool buys = str_is(value, "BUY");
    if (!jcz_in_bazaar(z) || z->lot == LOT_NONE)
        return jcz_nonsense(z, "BAZAAR_BUY_OR_SELL without an auction");
    if (!buys && !str_is(value, "SELL"))
        return jcz_nonsense(z, "BAZAAR_BUY_OR_SELL is neither BUY nor SELL");
    add_step(z, z->chooser);
    importer_verb(z->im, z->place, buys ? VERB_BUY : VERB_SELL);
    give_lot(z, z->lot, buys ? z->chooser : z->bidder);
    return READ;
}
