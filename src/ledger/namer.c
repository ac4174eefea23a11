/* SPDX-License-Identifier: MIT */
/* See namer.h. */
#include <string.h>

#include "ledger/namer.h"
#include "tiles/port.h"

void namer_begin(struct namer *namer, const struct ledger *ledger)
{
    unsigned nodes = ledger->tile_count * NODES_PER_TILE;
    namer->ledger = ledger;
    namer->castle_count = 0;
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
    if (event->kind == EVENT_CASTLE && namer->castle_count < NAMER_CASTLES_MAX)
        namer->castles[namer->castle_count++] = event->node;
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

/* A small city may have become a castle. */
static enum kind kind_now(struct namer *namer, unsigned node)
{
    for (unsigned i = 0; i < namer->castle_count; i++)
        if (namer_name(namer, namer->castles[i]) == namer_name(namer, node))
            return KIND_CASTLE;
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
