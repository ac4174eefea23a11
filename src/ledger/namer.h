/* SPDX-License-Identifier: MIT */
/* The names of features as a game goes on. A feature is named by its canonical segment: the one on
 * its first cell (smallest y, then smallest x). If several of its segments are on that cell, the
 * one with the first port counts. The name may change when a feature grows, or is joined with
 * another one.
 */
#ifndef BASTIDE_LEDGER_NAMER_H
#define BASTIDE_LEDGER_NAMER_H

#include "base/sink.h"
#include "ledger/ledger.h"

enum { NAMER_CHANGED_MAX = 6 * 3 }; /* castles: at most three for each of six seats */

struct namer {
    const struct ledger *ledger;
    uint16_t parent[NODES_MAX]; /* parent of each node; a root is its own parent */
    uint16_t first[NODES_MAX];  /* canonical node of the feature of each root */
    struct {
        uint16_t node;
        uint8_t kind;
    } changed[NAMER_CHANGED_MAX]; /* features that became another kind */
    unsigned changed_count;
};

/* Begins with each segment as a feature of its own. The ledger must hold EVENT_JOINED, and
 * BECOMES_EVENTS for namer_print(), and must live as long as the namer. */
void namer_begin(struct namer *namer, const struct ledger *ledger);

/* Takes the next event of the ledger. */
void namer_take(struct namer *namer, const struct event *event);

/* Takes all events of the ledger, so that names are those at its end. */
void namer_take_all(struct namer *namer);

/* Returns the canonical node of a node's feature, after the events taken so far. */
unsigned namer_name(struct namer *namer, unsigned node);

/* Prints where a follower stands: "cS@0,-1 of the city cN@0,-3", or "the city cN@0,-3" on the
 * canonical segment. */
void namer_print(struct namer *namer, unsigned node, struct sink *sink);

#endif
