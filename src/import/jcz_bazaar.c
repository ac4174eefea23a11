/* Bazaars in the messages of JCloisterZone: who got which tile is kept here, for its auctions end without a message. */
#include "import/jcz.h"

/* The tile that the seat got from a bazaar, to be placed now; NULL without one. */
struct stack *jcz_acquired(struct jcz *z)
{
    for (unsigned i = 0; z->turns_left && i < z->lot_count; i++)
        if (z->lots[i].owner == z->seat && z->lots[i].stack) {
            struct stack *stack = z->lots[i].stack;
            z->lots[i].stack = NULL;
            return stack;
        }
    return NULL;
}

/* The turn that opened the bazaar goes on, although its COMMIT has come. */
static void add_step(struct jcz *z, struct place place, unsigned seat)
{
    importer_step(z->im, place, z->turn - 1, ++z->step, seat);
}

/* The COMMIT that ends a bazaar tile's turn draws a tile a seat, if there are as many. */
void jcz_open_bazaar(struct jcz *z, struct place place)
{
    struct stack *drawn[SEATS_MOST];
    if ((!z->draws && !z->order) || jcz_drawable(z) < z->seats)
        return;
    for (unsigned i = 0; i < z->seats; i++)
        if (!(drawn[i] = jcz_draw(z)))
            return;
    jcz_begin_act(z, place, z->turn_seat);
    struct act *act = importer_verb(z->im, place, VERB_BAZAAR);
    act->tiles = arena_alloc(z->im->arena, z->seats * sizeof *act->tiles);
    for (z->lot_count = 0; z->lot_count < z->seats; z->lot_count++) {
        z->lots[z->lot_count] = (struct lot){drawn[z->lot_count], NOBODY};
        act->tiles[act->count++] = importer_tile(z->im, drawn[z->lot_count]->design->name, place);
    }
    z->given = 0;
    z->lot = z->lot_count;
    z->turns_left = z->seats + 1;
}

bool jcz_in_bazaar(const struct jcz *z)
{
    return z->turns_left && z->given < z->lot_count;
}

static bool owns_lot(const struct jcz *z, unsigned seat)
{
    for (unsigned i = 0; i < z->lot_count; i++)
        if (z->lots[i].owner == seat)
            return true;
    return false;
}

static void add_free(struct jcz *z, unsigned lot, unsigned seat, struct place place)
{
    add_step(z, place, seat);
    struct act *act = importer_verb(z->im, place, VERB_FREE);
    act->tile = importer_tile(z->im, z->lots[lot].stack->design->name, place);
}

/* A tile has got its owner; so has the last one then, which no message tells. */
static void give_lot(struct jcz *z, unsigned lot, unsigned owner, struct place place)
{
    z->lots[lot].owner = owner;
    z->lot = z->lot_count;
    if (++z->given + 1 != z->lot_count)
        return;
    for (unsigned seat = 0; seat < z->seats; seat++)
        for (unsigned i = 0; i < z->lot_count && !owns_lot(z, seat); i++)
            if (z->lots[i].owner == NOBODY) {
                add_free(z, i, seat, place);
                z->lots[i].owner = seat;
                z->given++;
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

/* Everybody without a tile has answered, and nobody outbid the chooser: it has the tile without a word, unless the next
 * bid for one like it would be read as a raise. */
void jcz_answer(struct jcz *z, struct place place)
{
    unsigned others = z->seats - z->given - 1;
    if (++z->answers < others || z->bidder != z->chooser)
        return;
    if (is_twice(z, z->lot)) {
        add_step(z, place, z->chooser);
        importer_verb(z->im, place, VERB_BUY);
    }
    give_lot(z, z->lot, z->chooser, place);
}

bool jcz_bid(struct jcz *z, const json_t *payload, struct place place)
{
    long index = json_loose_integer(json_object_get(payload, "supplyIndex"), -1);
    long price = json_loose_integer(json_object_get(payload, "price"), 0);
    if (!jcz_in_bazaar(z) && !z->draws && !z->order)
        return jcz_unsupported(z, place, "a bazaar in a save that does not tell", "which tiles were drawn");
    if (!jcz_in_bazaar(z) || index < 0 || index >= (long)z->lot_count || !z->lots[index].stack || price < 0 || price > INT32_MAX)
        return importer_malformed(z->im, place, "a bid for no tile of a bazaar");
    unsigned lot = (unsigned)index;
    if (!z->auctions) {
        add_free(z, lot, z->seat, place);
        give_lot(z, lot, z->seat, place);
        return true;
    }
    add_step(z, place, z->seat);
    struct act *act = importer_verb(z->im, place, VERB_BID);
    act->tile = importer_tile(z->im, z->lots[lot].stack->design->name, place);
    act->number = (int32_t)price;
    z->bidder = z->seat;
    if (z->lot != z->lot_count) {
        jcz_answer(z, place);
        return true;
    }
    z->lot = lot;
    z->chooser = z->seat;
    z->answers = 0;
    return true;
}

bool jcz_buy_or_sell(struct jcz *z, const json_t *payload, struct place place)
{
    struct str value = json_str(json_object_get(payload, "value"));
    bool buys = str_is(value, "BUY");
    if (!jcz_in_bazaar(z) || z->lot == z->lot_count || (!buys && !str_is(value, "SELL")))
        return importer_malformed(z->im, place, "BAZAAR_BUY_OR_SELL without an auction");
    add_step(z, place, z->chooser);
    importer_verb(z->im, place, buys ? VERB_BUY : VERB_SELL);
    give_lot(z, z->lot, buys ? z->chooser : z->bidder, place);
    return true;
}
