/* SPDX-License-Identifier: MIT */
/* mutate [-t FILE] LIST SEED GAMES: tests the referee with mutated games. Deals random legal games
 * and mutates them by one move at a time, with every mutator of a list ("header", "base", "pieces"
 * or "city"). Each mutated record is written as text and read again. It must be flagged at the
 * mutated line with the mutator's code, and not before that line. If some mutators succeed too
 * seldom, up to MORE times as many games are dealt. Prints a line for each mutator. Exits with 1 if
 * a mutated record was not flagged, or if a mutator that is not rare succeeded too seldom. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "game.h"
#include "mutate/mutate.h"

static struct player player; /* deals the games, then reads and judges the mutated ones */

enum {
    TRIES = 30, /* tries of each mutator in a game */
    TIMES = 3,  /* most successes of a mutator in one game, and fewest in all games together */
    MORE = 20,
};

/* Deals of games with pieces, so different that every mutator may succeed. */
#define WORD(text)                                                                                 \
    {                                                                                              \
        text, sizeof text - 1                                                                      \
    }
static char every_set[512]; /* names of all sets of the countryside */
static const struct deal piece_deals[] = {
    {.sets = every_set, .rulings = {.profile = WORD("official-1")}},
    {.sets = every_set, .rulings = {.profile = WORD("book-1")}},
    {.sets = every_set,
     .rulings = {.profile = WORD("book-1"),
                 .names = {WORD("portal-dragon"), WORD("bridge-joins"), WORD("dragon-early"),
                           WORD("builder-turn")},
                 .values = {WORD("forbidden"), WORD("road"), WORD("aside"), WORD("must")},
                 .count = 4}},
};
static const struct deal base_deals[] = {
    {.sets = "base", .rulings = {.profile = WORD("official-1")}},
    {.sets = "base",
     .rulings = {.profile = WORD("book-1"),
                 .names = {WORD("farmers")},
                 .values = {WORD("off")},
                 .count = 1}},
};
/* few-walls is a set of the file given with -t: The City with fewer walls and towers. */
static const struct deal city_deals[] = {
    {.sets = "the-city-r1", .rulings = {.profile = WORD("official-1")}},
    {.sets = "few-walls", .rulings = {.profile = WORD("book-1")}},
    {.sets = "few-walls",
     .rulings = {.profile = WORD("official-1"),
                 .names = {WORD("short-wall"), WORD("guard-two-seats")},
                 .values = {WORD("concave"), WORD("last")},
                 .count = 2}},
};

static const struct {
    const struct deal *deals;
    unsigned deal_count, seats_most;
} lists[MUTATOR_LISTS] = {[MUTATE_HEADER] = {city_deals, 1, 4},
                          [MUTATE_BASE] = {base_deals, 2, 6},
                          [MUTATE_PIECES] = {piece_deals, 3, 6},
                          [MUTATE_CITY] = {city_deals, 3, 4}};

static void list_sets(void)
{
    size_t n = 0;
    for (unsigned i = 0; i < builtin_set_count; i++)
        if (builtin_sets[i]->game == GAME_CARCASSONNE)
            n += (size_t)snprintf(every_set + n, sizeof every_set - n, "%s%s", n ? "," : "",
                                  builtin_sets[i]->name);
    assert(n < sizeof every_set);
}

/* True if `times` successes of a mutator are enough, or if the mutator is rare. */
static bool came_enough(const struct mutator *mutator, unsigned long times)
{
    return times >= TIMES || mutator->rare;
}

int main(int argc, char **argv)
{
    player_begin(&player, &argc, &argv);
    if (argc != 4) {
        fputs("usage: mutate [-t FILE] header|base|pieces|city SEED GAMES\n", stderr);
        return 2;
    }
    list_sets();
    bool good = true, enough = true;
    unsigned list = 0;
    while (list + 1 < MUTATOR_LISTS && strcmp(argv[1], mutator_list_names[list]) != 0)
        list++;
    unsigned count = 0;
    while (mutator_nth(list, count))
        count++;
    unsigned long *came = calloc(count, sizeof *came);
    struct random random = {strtoull(argv[2], NULL, 10)};
    struct chance chance = {.random = &random};
    player.claims = true;
    struct sink game, broken;
    sink_open(&broken, -1);
    unsigned long wanted = strtoul(argv[3], NULL, 10);
    for (unsigned long g = 0; good && g < (enough ? wanted : wanted * MORE); g++) {
        struct deal deal = lists[list].deals[g % lists[list].deal_count];
        deal.seats = 2 + random_below(&random, lists[list].seats_most - 1);
        sink_open(&game, -1);
        if (!deal_game(&player, &chance, &deal, &game))
            abort();
        enough = true;
        for (unsigned kind = 0; kind < count && good; kind++) {
            if (g >= wanted && came_enough(mutator_nth(list, kind), came[kind]))
                continue;
            for (unsigned tries = 0, times = 0; tries < TRIES && times < TIMES && good; tries++) {
                struct mutation mutation = {.out = &broken};
                enum mutated mutated = mutate_game(&player, &random, sink_text(&game),
                                                   mutator_nth(list, kind), &mutation);
                good = mutated != MUTATED_UNSEEN;
                if (!good)
                    printf("not flagged: %s, line %u of\n%s", mutator_nth(list, kind)->name,
                           mutation.line, sink_text(&broken).p);
                times += mutated == MUTATED || mutated == MUTATED_BESIDE;
                came[kind] += mutated == MUTATED || mutated == MUTATED_BESIDE;
            }
            enough &= came_enough(mutator_nth(list, kind), came[kind]);
        }
        sink_close(&game);
    }
    for (unsigned kind = 0; kind < count; kind++) {
        printf("%-40s %3d  %s%lu times\n", mutator_nth(list, kind)->name,
               (int)mutator_nth(list, kind)->code, mutator_nth(list, kind)->rare ? "rare, " : "",
               came[kind]);
    }
    good &= enough;
    free(came);
    player_free(&player);
    sink_close(&broken);
    mutate_free();
    return !good;
}
