/* See ledger.h. */
#include "ledger/ledger.h"

#include <stdio.h>
#include <stdlib.h>

const char *const award_names[AWARD_COUNT] = {"city", "road", "monastery", "field", "adjust"};
const char *const term_names[TERM_COUNT] = {"tiles", "shields", "neighbours", "cities"};
const char *const claims_names[] = {"none", "equal", "differ"};

const char *term_word(enum term_name name, unsigned count)
{
    static const char *const single[TERM_COUNT] = {"tile", "shield", "neighbour", "city"};
    return count == 1 ? single[name] : term_names[name];
}

void ledger_reset(struct ledger *ledger)
{
    ledger->count = 0;
    ledger->tile_count = 0;
    ledger->seat_count = 0;
}

void ledger_free(struct ledger *ledger)
{
    free(ledger->events);
    ledger->events = NULL;
    ledger->count = ledger->capacity = 0;
}

struct event *ledger_append(struct ledger *ledger, enum event_kind kind)
{
    if (ledger->count == ledger->capacity) {
        ledger->capacity = ledger->capacity ? ledger->capacity * 2 : 512;
        struct event *grown = realloc(ledger->events, ledger->capacity * sizeof *grown);
        if (!grown) {
            fputs("bastide: out of memory\n", stderr);
            exit(2);
        }
        ledger->events = grown;
    }
    struct event *event = &ledger->events[ledger->count++];
    memset(event, 0, sizeof *event);
    event->kind = (uint8_t)kind;
    event->seat = SEAT_NONE;
    event->tile = TILE_NONE;
    event->node = event->other = NODE_NONE;
    return event;
}

void ledger_node_name(const struct ledger *ledger, unsigned node, char name[NODE_NAME_SIZE])
{
    const struct laid_tile *tile = &ledger->tiles[node / NODES_PER_TILE];
    char segment[8];
    segment_name(tile->design, tile->orient, node % NODES_PER_TILE, segment);
    snprintf(name, NODE_NAME_SIZE, "%s@%d,%d", segment, tile->cell.x, tile->cell.y);
}
