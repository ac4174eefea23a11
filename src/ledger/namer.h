/* SPDX-License-Identifier: MIT */
/* What features are called as a game goes on: each by its canonical segment, the first on its first
 * cell (smallest y, then x; of several there the first port). The name changes when a feature grows
 * towards it, or is joined with another.
 */
#ifndef BASTIDE_LEDGER_NAMER_H
#define BASTIDE_LEDGER_NAMER_H

#include "base/sink.h"
#include "ledger/ledger.h"

enum { NAMER_CHANGED_MAX = 6 * 3 }; /* castles */

struct namer {
    const struct ledger *ledger;
    uint16_t parent[NODES_MAX]; /* of a root its own number */
    uint16_t first[NODES_MAX];  /* of each root, the canonical node of its feature */
    struct {
        uint16_t node;
        uint8_t kind;
    } changed[NAMER_CHANGED_MAX]; /* features that have become others */
    unsigned changed_count;
};

/* Each segment is a feature of its own. The ledger must hold EVENT_JOINED, and BECOMES_EVENTS for
 * namer_print(), and stay. */
void namer_begin(struct namer *namer, const struct ledger *ledger);

/* Takes an event, in the ledger's order. */
void namer_take(struct namer *namer, const struct event *event);

/* The same, to the ledger's end: names as they are then. */
void namer_take_all(struct namer *namer);

/* The canonical node of a node's feature, as of the events taken. */
unsigned namer_name(struct namer *namer, unsigned node);

/* "cS@0,-1 of the city cN@0,-3", or "the city cN@0,-3" of its canonical segment: where a follower
 * stands. */
void namer_print(struct namer *namer, unsigned node, struct sink *sink);

#endif
