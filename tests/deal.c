/* deal [-t FILE] SEED COUNT [SEATS [PROFILE [SETS [OPTIONS]]]]: random legal games on standard output, the same for the same seed.
 * Without SEATS (or with 0) every game has 2 to 6 seats by chance, The City 2 to 4. SETS as in "base,bridges", those of the FILE among them, OPTIONS as in
 * "princess=must,fairy=tile". */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "game.h"

int main(int argc, char **argv)
{
    static struct player player = {.claims = true};
    static struct sink out;
    player_tilesets(&player, &argc, &argv);
    if (argc < 3) {
        fputs("usage: deal [-t FILE] SEED COUNT [SEATS [PROFILE [SETS [OPTIONS]]]]\n", stderr);
        return 2;
    }
    struct random random = {strtoull(argv[1], NULL, 10)};
    unsigned long count = strtoul(argv[2], NULL, 10);
    unsigned seats = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 0;
    struct deal deal = {argc > 5 ? argv[5] : "base", argc > 4 ? argv[4] : "official-1", argc > 6 ? argv[6] : NULL, 0};
    sink_open(&out, STDOUT_FILENO);
    for (unsigned long i = 0; i < count; i++) {
        deal.seats = seats ? seats : 2 + random_below(&random, player_is_city(&player, deal.sets) ? 3 : 5);
        player_game(&player, &random, &deal, &out);
    }
    sink_flush(&out);
    arena_free(&player.arena);
    catalogue_free(&player.catalogue);
    return out.failure ? 2 : 0;
}
