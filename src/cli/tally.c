/* SPDX-License-Identifier: MIT */
/* Adds up counts of games and prints them. */
#include "cli/tally.h"

unsigned tally_sum(const struct tally *tally)
{
    return tally->valid + tally->legal + tally->illegal + tally->unread;
}

void tally_add(struct tally *tally, const struct tally *more)
{
    tally->valid += more->valid;
    tally->legal += more->legal;
    tally->illegal += more->illegal;
    tally->unread += more->unread;
}

/* Returns a number with commas between its thousands: "1,204". */
static const char *grouped(struct arena *arena, unsigned number)
{
    return number < 1000
               ? arena_printf(arena, "%u", number)
               : arena_printf(arena, "%s,%03u", grouped(arena, number / 1000), number % 1000);
}

const char *tally_games(struct arena *arena, unsigned games)
{
    return arena_printf(arena, "%s game%s", grouped(arena, games), games == 1 ? "" : "s");
}

const char *tally_text(struct arena *arena, const struct tally *tally)
{
    const struct {
        unsigned count;
        const char *word;
    } parts[] = {{tally->valid, "valid"},
                 {tally->legal, "legal but not valid"},
                 {tally->illegal, "illegal"},
                 {tally->unread, "unread"}};
    const char *text = tally_games(arena, tally_sum(tally)), *between = ":";
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i].count) {
            text = arena_printf(arena, "%s%s %s %s", text, between, grouped(arena, parts[i].count),
                                parts[i].word);
            between = ",";
        }
    return text;
}
