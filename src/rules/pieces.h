/* What the rules of expansions ask each other, and what enumerations of legal moves ask them. Everything is for the turn
 * under way. A question about rules that are not in play is answered with no, none, 0. */
#ifndef BASTIDE_RULES_PIECES_H
#define BASTIDE_RULES_PIECES_H

#include "rules/judge.h"

extern const struct expansion fairy_rules, dragon_rules, portal_rules, princess_rules, bridge_rules, castle_rules, bazaar_rules;

/* How many pieces of its own kind a seat has: 3 bridges, 3 castles; 2 of each with five or six seats. */
static inline unsigned piece_stock(const struct referee *referee)
{
    return referee->seats >= 5 ? 2 : 3;
}

/* ---- fairy.c ---- */
bool fairy_is_on(const struct referee *referee, struct cell cell);
/* Was it moved in this turn? */
bool fairy_moved(const struct referee *referee);
/* Slots of the followers that the seat may move it to; returns how many (slots holds FOLLOWERS_MOST). */
unsigned fairy_list(struct referee *referee, unsigned seat, uint8_t *slots);

/* ---- dragon.c ---- */
bool dragon_is_on(const struct referee *referee, struct cell cell);
/* Where the flight that is due may begin; none when none is due. */
unsigned dragon_list(const struct referee *referee, struct cell cells[SIDES]);

/* ---- princess.c ---- */
bool princess_sent(const struct referee *referee);
/* Is a knight still to be sent home in this turn? */
bool princess_must(const struct referee *referee);
/* Slots of the knights that may be sent home. */
unsigned princess_list(struct referee *referee, uint8_t *slots);

/* ---- bridge.c ---- */
struct bridge_spot {
    struct cell cell;
    uint8_t axis;               /* 0 from north to south, 1 from east to west */
};
enum { BRIDGE_SPOTS_MOST = 2 * (1 + SIDES) };
/* Bridges that the seat whose turn it is may build now. */
unsigned bridge_list(const struct referee *referee, struct bridge_spot spots[BRIDGE_SPOTS_MOST]);

/* ---- castle.c ---- */
/* Roots of the cities that a seat may make castles of now. */
unsigned castle_list(struct referee *referee, unsigned seat, uint16_t roots[COMPLETED_MOST]);

#endif
