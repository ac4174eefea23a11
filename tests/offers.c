/* offers FILE...: what the referee lets a seat choose, for every turn of a game, to be held against another program's lists:
 *
 *   FILE TURN place X,Y,QUARTERS ...        where its tile may lie
 *   FILE TURN act follower:X,Y,KIND,PORTS ... bridge:... fairy:... princess:...      what it may do once it lies
 *
 * Ports are the sides of roads and cities, the halves of fields, by the compass. */
#include <stdio.h>

#include "game.h"
#include "rules/pieces.h"

static struct player player;

static void print_node(const char *what, unsigned node)
{
    const struct ledger *ledger = &player.ledger;
    struct cell cell = ledger->tiles[node / NODES_PER_TILE].cell;
    enum kind kind = ledger_node_kind(ledger, node);
    port_set ports = ledger_node_ports(ledger, node);
    printf(" %s:%d,%d,%s,", what, cell.x, cell.y, kinds[kind].name);
    for (unsigned port = 0; port < PORTS; port++)
        if (ports >> port & 1 && port_is_middle(port) == kinds[kind].middle)
            printf("%s%s", port_names[port], kinds[kind].middle ? "" : ".");
}

static void print_placements(const char *file, const struct line *line)
{
    static struct spot spots[4096];
    const struct design *design = line->tile.design;
    bool undetermined;
    unsigned count = referee_spots(&player.referee, design, spots, 4096, &undetermined);
    printf("%s %u place", file, line->turn);
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = spots[i].orient; k < 4; k += design->symmetry)
            printf(" %d,%d,%u", spots[i].cell.x, spots[i].cell.y, k);
    printf("\n");
}

static void print_acts(const char *file, const struct line *line)
{
    struct referee *r = &player.referee;
    uint16_t nodes[NODES_PER_TILE];
    uint8_t slots[FOLLOWERS_MOST];
    struct bridge_spot spots[BRIDGE_SPOTS_MOST];
    printf("%s %u act", file, line->turn);
    for (unsigned tile = 0; tile < r->table.tile_count; tile++) {
        unsigned count = follower_list(r, tile, line->seat, nodes);
        for (unsigned i = 0; i < count; i++)
            print_node("follower", nodes[i]);
    }
    unsigned count = bridge_list(r, spots);
    for (unsigned i = 0; i < count; i++)
        printf(" bridge:%d,%d,road,%s", spots[i].cell.x, spots[i].cell.y, spots[i].axis ? "EW" : "NS");
    count = fairy_list(r, line->seat, slots);
    for (unsigned i = 0; i < count; i++)
        print_node("fairy", r->table.followers[slots[i]].node);
    count = princess_list(r, slots);
    for (unsigned i = 0; i < count; i++)
        print_node("princess", r->table.followers[slots[i]].node);
    printf("\n");
}

int main(int argc, char **argv)
{
    catalogue_init(&player.catalogue);
    for (int i = 1; i < argc; i++) {
        struct referee *r = &player.referee;
        if (!player_open(&player, argv[i]))
            return 2;
        for (uint32_t k = 0; k < player.record.line_count; k++) {
            const struct line *line = &player.record.lines[k];
            r->ahead = line + 1;
            r->ahead_end = player.record.lines + player.record.line_count;
            if (line->kind != LINE_TURN || !line->has_tile) {
                referee_line(r, line);
                continue;
            }
            referee_turn(r, line);
            print_placements(argv[i], line);
            unsigned tile = referee_lay(r, line);
            print_acts(argv[i], line);
            referee_act(r, line, tile);
        }
    }
    arena_free(&player.arena);
    ledger_free(&player.ledger);
    catalogue_free(&player.catalogue);
    return 0;
}
