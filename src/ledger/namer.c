/* SPDX-License-Identifier: MIT */
/* Follows the names of features with a union-find structure over the nodes. */
#include <string.h>

#include "ledger/namer.h"
#include "tiles/port.h"

void namer_begin(struct namer *namer, const struct ledger *ledger)
{
    unsigned nodes = ledger->tile_count * NODES_PER_TILE;
    namer->ledger = ledger;
    namer->changed_count = 0;
    for (unsigned node = 0; node < nodes; node++)
        namer->parent[node] = namer->first[node] = (uint16_t)node;
}

static unsigned root_of(struct namer *namer, unsigned node)
{
    while (namer->parent[node] != node)
        node = namer->parent[node] = namer->parent[namer->parent[node]];
    return node;
}

void namer_take(struct namer *namer, const struct event *event)
{
    if (BECOMES_EVENTS & EVENTS(event->kind) && namer->changed_count < NAMER_CHANGED_MAX) {
        namer->changed[namer->changed_count].node = event->node;
        namer->changed[namer->changed_count++].kind = (uint8_t)event_becomes(event);
    }
    if (event->kind != EVENT_JOINED)
        return;
    unsigned root = root_of(namer, event->node), other = root_of(namer, event->other);
    if (root == other)
        return;
    if (laid_is_before(namer->ledger->tiles, namer->first[other], namer->first[root]))
        namer->first[root] = namer->first[other];
    namer->parent[other] = (uint16_t)root;
}

void namer_take_all(struct namer *namer)
{
    for (size_t i = 0; i < namer->ledger->count; i++)
        namer_take(namer, &namer->ledger->events[i]);
}

unsigned namer_name(struct namer *namer, unsigned node)
{
    return node == NODE_NONE ? (unsigned)NODE_NONE : namer->first[root_of(namer, node)];
}

static enum kind kind_now(struct namer *namer, unsigned node)
{
    for (unsigned i = 0; i < namer->changed_count; i++)
        if (namer_name(namer, namer->changed[i].node) == namer_name(namer, node))
            return (enum kind)namer->changed[i].kind;
    return ledger_node_kind(namer->ledger, node);
}

void namer_print(struct namer *namer, unsigned node, struct sink *sink)
{
    char segment[NODE_NAME_SIZE], name[NODE_NAME_SIZE];
    ledger_node_name(namer->ledger, node, segment);
    ledger_node_name(namer->ledger, namer_name(namer, node), name);
    if (strcmp(segment, name) != 0)
        sink_printf(sink, "%s of ", segment);
    sink_printf(sink, "the %s %s", kinds[kind_now(namer, node)].name, name);
}
