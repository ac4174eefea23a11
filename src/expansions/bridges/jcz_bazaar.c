/* SPDX-License-Identifier: MIT */
/* Bazaars in saves of JCloisterZone. An auction ends without a message, so this file keeps track of
 * the owners of the tiles and of the seat that is asked next. */
#include "expansions/bridges/bazaar.h"
#include "formats/jcz/jcz_write.h"
#include "formats/jcz/jcz_save.h"

/* The bazaar under way. */
struct bazaar_course {
    unsigned given; /* tiles that have an owner */
    unsigned lot;   /* index of the auctioned tile, LOT_NONE for none */
    unsigned chooser, bidder;
    unsigned asked; /* seat that must answer next */
    int32_t price;  /* last bid in points */
};

static struct bazaar_course *course_of(const struct jcz *z)
{
    return z->block[JCZ_COURSE_bazaar];
}

static bool is_open(const struct jcz *z)
{
    return z->turns_left && course_of(z)->given < z->lot_count;
}

/* Adds a step line to the turn that opened the bazaar. That turn goes on after its COMMIT. */
static void add_step(struct jcz *z, unsigned seat)
{
    importer_step(z->im, z->place, z->turn_before, ++z->step, seat);
}

static bool owns_lot(const struct jcz *z, unsigned seat)
{
    for (unsigned i = 0; i < z->lot_count; i++)
        if (z->lots[i].owner == seat)
            return true;
    return false;
}

/* Returns the next seat clockwise that has no tile yet. */
static unsigned next_without(const struct jcz *z, unsigned seat)
{
    for (unsigned i = 0; i < z->seats; i++) {
        seat = (seat + 1) % z->seats;
        if (!owns_lot(z, seat))
            break;
    }
    return seat;
}

/* Opens a bazaar with a tile for each seat, if that many can be drawn. The COMMIT of the turn
 * stands for it. */
static void open_bazaar(struct jcz *z)
{
    struct stack *drawn[SEATS_MAX];
    /* A single player has no auction. */
    if (z->seats == 1 || !z->draws || jcz_drawable(z) < z->seats)
        return;
    for (unsigned i = 0; i < z->seats; i++)
        if (!(drawn[i] = jcz_draw(z)))
            return;
    z->step = z->step_before;
    if (z->step)
        importer_step(z->im, z->commit_place, z->turn_before, ++z->step, z->turn_seat);
    struct act *act = importer_verb(z->im, z->commit_place, VERB_BAZAAR);
    act->tiles = arena_alloc(z->im->arena, z->seats * sizeof *act->tiles);
    for (z->lot_count = 0; z->lot_count < z->seats; z->lot_count++) {
        struct jcz_lot *lot = &z->lots[z->lot_count];
        *lot = (struct jcz_lot){.stack = drawn[z->lot_count], .owner = NOBODY};
        jcz_name_lot(z, &act->tiles[act->count++], lot);
    }
    z->turns_left = z->seats;
    struct bazaar_course *course = course_of(z);
    course->given = 0;
    course->lot = LOT_NONE;
    course->chooser = z->turn_seat;
    course->asked = next_without(z, z->turn_seat);
}

static unsigned asked_seat(const struct jcz *z)
{
    return course_of(z)->asked;
}

static void end_turn(struct jcz *z)
{
    z->lots_due |=
        z->plays[JCZ_BAZAAR] && z->tile && z->tile->marks & MARK_BAZAAR && !z->turns_left;
}

static void after_turn(struct jcz *z)
{
    if (!z->lots_due || z->again)
        return;
    z->lots_due = false;
    open_bazaar(z);
}

static void add_free(struct jcz *z, struct jcz_lot *lot, unsigned seat)
{
    add_step(z, seat);
    jcz_name_lot(z, &importer_verb(z->im, z->place, VERB_FREE)->tile, lot);
}

/* Gives a tile to its owner. If only one tile is left after that, gives it to the last seat,
 * because JCloisterZone sends no message for it. */
static void give_lot(struct jcz *z, unsigned lot, unsigned owner)
{
    struct bazaar_course *course = course_of(z);
    z->lots[lot].owner = owner;
    course->lot = LOT_NONE;
    course->asked = next_without(z, course->chooser);
    if (++course->given + 1 != z->lot_count)
        return;
    for (unsigned i = 0; i < z->lot_count; i++)
        if (z->lots[i].owner == NOBODY) {
            add_free(z, &z->lots[i], course->asked);
            z->lots[i].owner = course->asked;
            course->given++;
            return;
        }
}

/* True if another tile of the same design has no owner yet. */
static bool is_twice(const struct jcz *z, unsigned lot)
{
    for (unsigned i = 0; i < z->lot_count; i++)
        if (i != lot && z->lots[i].owner == NOBODY && z->lots[i].stack == z->lots[lot].stack)
            return true;
    return false;
}

/* Goes on to the next seat that is asked. Once all seats without a tile have answered and nobody
 * outbid the chooser, gives the tile to the chooser. Adds `buy` only if a bid for the other tile of
 * the design would otherwise be read as a raise. */
static void answer(struct jcz *z)
{
    struct bazaar_course *course = course_of(z);
    course->asked = next_without(z, course->asked);
    if (course->asked != course->chooser || course->bidder != course->chooser)
        return;
    if (is_twice(z, course->lot)) {
        add_step(z, course->chooser);
        importer_verb(z->im, z->place, VERB_BUY);
    }
    give_lot(z, course->lot, course->chooser);
}

static enum outcome pass(struct jcz *z)
{
    if (course_of(z)->lot == LOT_NONE)
        return jcz_nonsense(z, FINDING_IMPORT_NO_LOT, NO_ARGS);
    answer(z);
    return READ;
}

const struct jcz_course bazaar_jcz = {.size = sizeof(struct bazaar_course),
                                      .goes_on = is_open,
                                      .asked = asked_seat,
                                      .phase = "Bazaar",
                                      .pass = pass,
                                      .commit = end_turn,
                                      .after_turn = after_turn};

enum outcome jcz_bid(struct jcz *z, const struct json *payload, struct message *message)
{
    (void)message;
    struct bazaar_course *course = course_of(z);
    const struct json *index = json_get(payload, "supplyIndex"),
                      *price = json_get(payload, "price");
    if (!is_open(z) && !z->shows_draws)
        return jcz_unsupported(z, "a bazaar in a save that does not say", "which tiles were drawn");
    if (!is_open(z)) {
        /* Tiles were drawn at an unknown point. */
        z->draws = false;
        return jcz_nonsense(z, FINDING_IMPORT_NO_BAZAAR, NO_ARGS);
    }
    if (!json_is(index, JSON_INTEGER) || json_int(index) < 0 ||
        json_int(index) >= (int64_t)z->lot_count || z->lots[json_int(index)].owner != NOBODY)
        return jcz_nonsense(z, FINDING_IMPORT_BID_TILE, NO_ARGS);
    unsigned lot = (unsigned)json_int(index);
    if (z->seat != course->asked) {
        jcz_raise(z, FINDING_TURN_ORDER, ARGS(SEAT(course->asked), SEAT(z->seat)));
        z->seat = course->asked;
    }
    if (profile_is(&z->rules, BAZAAR, VARIANT)) {
        if (price && (!json_is(price, JSON_INTEGER) || json_int(price)))
            jcz_nonsense(z, FINDING_IMPORT_BID_FREE, NO_ARGS);
        course->chooser = z->seat;
        add_free(z, &z->lots[lot], z->seat);
        give_lot(z, lot, z->seat);
        return READ;
    }
    bool known =
        json_is(price, JSON_INTEGER) && json_int(price) >= 0 && json_int(price) <= INT32_MAX;
    if (!known)
        jcz_nonsense(z, FINDING_IMPORT_BID_PRICE, NO_ARGS);
    if (course->lot != LOT_NONE && course->lot != lot)
        return jcz_nonsense(z, FINDING_IMPORT_BID_OTHER_TILE, NO_ARGS);
    add_step(z, z->seat);
    struct act *act = importer_verb(z->im, z->place, VERB_BID);
    jcz_name_lot(z, &act->tile, &z->lots[lot]);
    /* For an unknown price, take the lowest one possible. */
    act->number = known                     ? (int32_t)json_int(price)
                  : course->lot == LOT_NONE ? 0
                                            : course->price + 1;
    course->price = act->number;
    course->bidder = z->seat;
    if (!known)
        record_act_add(z->im->record, z->im->arena, ACT_UNKNOWN, z->place);
    if (course->lot == LOT_NONE) {
        course->lot = lot;
        course->chooser = course->asked = z->seat;
    }
    answer(z);
    return READ;
}

enum outcome jcz_buy_or_sell(struct jcz *z, const struct json *payload, struct message *message)
{
    (void)message;
    struct bazaar_course *course = course_of(z);
    struct str value = json_str(json_get(payload, "value"));
    bool buys = str_is(value, "BUY");
    if (!is_open(z) || course->lot == LOT_NONE)
        return jcz_nonsense(z, FINDING_IMPORT_NO_AUCTION, NO_ARGS);
    if (!buys && !str_is(value, "SELL"))
        return jcz_nonsense(z, FINDING_IMPORT_BUY_OR_SELL, NO_ARGS);
    add_step(z, course->chooser);
    importer_verb(z->im, z->place, buys ? VERB_BUY : VERB_SELL);
    give_lot(z, course->lot, buys ? course->chooser : course->bidder);
    return READ;
}

/* ---- Writing ---- */

/* True if a message is sent. A bid names its tile by the position among the revealed tiles. Nothing
 * is sent for the last tile, which nobody chooses, or if no bazaar is in play. */
bool jcz_sends_bid(const struct referee *referee, const struct offer *offer,
                   struct script_step *step)
{
    const struct bazaar *bazaar = bazaar_of(referee);
    if (!bazaar)
        return false;
    bool opens = strcmp(offer->what, "pass") != 0;
    unsigned left = 0, opened = LOT_NONE, named = LOT_NONE;
    for (unsigned i = bazaar->count; i-- > 0;) {
        bool is_left = bazaar->lots[i].owner == SEAT_NONE && i != bazaar->lot;
        bool is_named = bazaar->lots[i].design == step->act->tile.design;
        left += is_left;
        named = is_named ? i : named;
        opened = is_named && is_left ? i : opened;
    }
    /* A bid names a tile even if the bid is not allowed now. */
    step->index = opens && opened != LOT_NONE ? opened : bazaar->lot;
    if (step->index == LOT_NONE)
        step->index = named;
    return (!opens || left > 1) && step->index != LOT_NONE;
}

bool jcz_sends_word(const struct referee *referee, const struct offer *offer,
                    struct script_step *step)
{
    (void)referee, (void)step;
    return offer->count > 1;
}

const char *jcz_write_bid(struct jcz_writer *w, const struct script_step *step)
{
    return arena_printf(w->e->arena, "{\"supplyIndex\":%u,\"price\":%d}", step->index,
                        step->act->verb == VERB_BID ? (int)step->act->number : 0);
}

const char *jcz_write_word(struct jcz_writer *w, const struct script_step *step)
{
    (void)w;
    return step->act->verb == VERB_BUY ? "{\"value\":\"BUY\"}" : "{\"value\":\"SELL\"}";
}
