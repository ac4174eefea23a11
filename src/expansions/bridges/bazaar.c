/* SPDX-License-Identifier: MIT */
/* The state of a bazaar: owners of its tiles, and the seat that chooses next (bazaar.h). */
#include "expansions/bridges/bazaar.h"

struct bazaar *bazaar_of(const struct referee *r)
{
    return referee_state(r, &bazaar_rules);
}

bool bazaar_has_tile(const struct bazaar *bazaar, unsigned seat)
{
    for (unsigned i = 0; i < bazaar->count; i++)
        if (bazaar->lots[i].owner == seat)
            return true;
    return false;
}

/* Rule: bridges.bazaar.chooser. */
unsigned bazaar_next_chooser(const struct referee *r)
{
    const struct bazaar *bazaar = bazaar_of(r);
    unsigned seat = bazaar->next_from;
    for (unsigned i = 0; i < r->seats; i++) {
        seat = (seat + 1) % r->seats;
        if (!bazaar_has_tile(bazaar, seat))
            return seat;
    }
    return seat;
}

unsigned bazaar_find_lot(const struct bazaar *bazaar, const struct design *design)
{
    for (unsigned i = 0; i < bazaar->count; i++)
        if (bazaar->lots[i].owner == SEAT_NONE && bazaar->lots[i].design == design &&
            i != bazaar->lot)
            return i;
    return LOT_NONE;
}

void bazaar_write_lot(struct referee *r, enum lot_step step, unsigned seat,
                      const struct design *design, unsigned other, int points)
{
    struct event *event = judge_event(r, EVENT_LOT, seat);
    if (event)
        event->lot = (struct lot_event){(uint8_t)step, (uint8_t)other, (int16_t)points, design};
}

/* Rule: bridges.bazaar.chooser. */
void bazaar_give(struct referee *r, unsigned lot, unsigned seat, unsigned chooser)
{
    struct bazaar *bazaar = bazaar_of(r);
    bazaar->lots[lot].owner = (uint8_t)seat;
    bazaar->given++;
    bazaar->next_from = (uint8_t)(profile_is(&r->profile, BAZAAR_NEXT, RECEIVER) ? seat : chooser);
    bazaar->lot = LOT_NONE;
}

/* Rule: bridges.bazaar.variant. */
bool bazaar_is_chosen_when_placed(const struct referee *r)
{
    return bazaar_of(r)->free && profile_is(&r->profile, VARIANT_ORDER, CHOOSE_PLACE);
}
