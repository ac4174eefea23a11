/* SPDX-License-Identifier: MIT */
/* spots FILE...: prints a line for every turn of a game: "FILE TURN POS POS ...". The positions are
 * the spots on which the referee lets the seat place a follower, by Board Game Arena's numbers. A
 * test compares them with the lists of that program. */
#include <stdio.h>

#include "game.h"
#include "formats/bga/bga_types.h"
#include "referee/meeple.h"

static struct player player;

static void print_spots(const char *file, const struct line *line, unsigned tile)
{
    struct referee *r = &player.referee;
    uint16_t nodes[NODES_PER_TILE];
    unsigned count = meeple_list(r, tile, line->seat, MEEPLE_SMALL, LANDS_ALL, nodes);
    unsigned type = 0;
    while (strcmp(bga_types[type].letter, line->tile.design->name) != 0)
        type++;
    unsigned quarters = (line->orient + 4u - bga_types[type].extra) % 4;
    printf("%s %u", file, line->turn);
    for (unsigned pos = 0; pos < 8; pos++) {
        struct bga_spot spot = bga_types[type].spots[pos];
        if (spot.kind == KIND_COUNT)
            continue;
        unsigned port =
            spot.port == PORT_NONE ? (unsigned)PORT_NONE : port_turned(spot.port, quarters);
        unsigned segment = design_segment(line->tile.design, line->orient, spot.kind, port,
                                          spot.port == PORT_NONE);
        for (unsigned i = 0; i < count; i++)
            if (nodes[i] == tile * NODES_PER_TILE + segment)
                printf(" %u", pos + 1);
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    player_begin(&player, &argc, &argv);
    for (int i = 1; i < argc; i++) {
        if (!player_open(&player, argv[i]))
            return 2;
        for (uint32_t k = 0; k < player.record.line_count; k++) {
            const struct line *line = &player.record.lines[k];
            if (line->kind != LINE_TURN || !line->has_tile)
                continue;
            unsigned tile = referee_lay(&player.referee, line);
            print_spots(argv[i], line, tile);
            referee_act(&player.referee, line, tile);
        }
    }
    player_free(&player);
    return 0;
}
