/* SPDX-License-Identifier: MIT */
/* bastide deal: prints random legal games, or games with one thing wrong (--spoil). */
#include <limits.h>
#include <unistd.h>

#include "cli/cli.h"
#include "play/deal.h"
#include "mutate/mutate.h"

static const char *const policies[POLICY_COUNT] = {"lively", "uniform"};

enum {
    CITY_SEATS_MAX = 4,
    GAMES_TRIED = 400,
    RARE_GAMES_TRIED = 20000,
    PLACES_TRIED = 30,
    BETTER_TRIED = 8
};

struct dealing {
    struct run *run;
    struct player player;
    struct chance chance;
    struct deal deal;
    long count, seats; /* seats: 0 for any number */
    unsigned seats_most;
    const char *spoil; /* code or name of a finding, "any" or "list"; NULL: the games stay legal */
    const struct finding_kind *kind; /* kind of the finding; NULL for any */
    unsigned
        list; /* list of mutators for these sets, such as MUTATE_BASE; MUTATE_HEADER is used too */
    unsigned ways; /* number of mutators that lead to the finding */
    bool rare;     /* all these mutators are rare */
};

/* ---- Mutated games ---- */

/* Returns the nth mutator that leads to the finding: first those of the list `own`, then those of
 * MUTATE_HEADER. Returns NULL after the last one. */
static const struct mutator *find_way(const struct dealing *d, unsigned own, unsigned nth)
{
    const unsigned lists[] = {own, MUTATE_HEADER};
    const struct mutator *way;
    for (unsigned l = 0; l < 2; l++)
        for (unsigned i = 0; (way = mutator_nth(lists[l], i)) != NULL; i++)
            if ((!d->kind || (unsigned)way->code == d->kind->code) && nth-- == 0)
                return way;
    return NULL;
}

static void count_ways(struct dealing *d)
{
    d->rare = true;
    for (const struct mutator *way; (way = find_way(d, d->list, d->ways)) != NULL; d->ways++)
        d->rare &= way->rare;
}

static void list_mutators(struct run *run)
{
    const struct mutator *way;
    for (unsigned list = 0; list < MUTATOR_LISTS; list++)
        for (unsigned i = 0; (way = mutator_nth(list, i)) != NULL; i++) {
            const struct finding_kind *kind = finding_kind((unsigned)way->code);
            sink_printf(&run->out, "%u\t%s\t%s\t%s\n", kind->code, kind->name,
                        mutator_list_names[list], way->name);
        }
}

static unsigned any_seats(struct dealing *d)
{
    return d->seats ? (unsigned)d->seats : 2 + random_below(d->chance.random, d->seats_most - 1);
}

/* Deals games until one can be mutated to have the finding. Returns false if none can; *deals is
 * then false if the games could not be dealt. If another error comes before the finding on its
 * line, tries a few more times to make the finding the first one. */
static bool deal_mutated(struct dealing *d, bool *deals)
{
    struct random *random = d->chance.random;
    struct sink game, mutated, beside;
    bool found = false;
    struct mutation mutation = {.marked = true, .out = &mutated};
    sink_open(&game, -1);
    sink_open(&mutated, -1);
    sink_open(&beside, -1);
    unsigned most = d->rare ? RARE_GAMES_TRIED : GAMES_TRIED, left = BETTER_TRIED;
    *deals = true;
    for (unsigned tries = 0; *deals && left && !found && tries < most; tries++) {
        sink_clear(&game);
        d->deal.seats = any_seats(d);
        *deals = deal_game(&d->player, &d->chance, &d->deal, &game);
        for (unsigned tried = 0; *deals && left && !found && tried < PLACES_TRIED; tried++) {
            const struct mutator *way = find_way(d, d->list, random_below(random, d->ways));
            enum mutated outcome =
                mutate_game(&d->player, random, sink_text(&game), way, &mutation);
            found = outcome == MUTATED;
            if (outcome == MUTATED_BESIDE && !sink_text(&beside).n)
                sink_append(&beside, &mutated);
            left -= sink_text(&beside).n > 0;
            tried += way->rare ? PLACES_TRIED : 0;
        }
    }
    if (found || sink_text(&beside).n)
        sink_verbatim(&d->run->out, found ? sink_text(&mutated) : sink_text(&beside));
    found |= sink_text(&beside).n > 0;
    sink_close(&game);
    sink_close(&mutated);
    sink_close(&beside);
    return found;
}

/* ---- The command ---- */

/* Reports why no game was mutated: no mutator leads to the finding in these games, or no game
 * offered a place for it. */
static void report_no_place(struct dealing *d)
{
    static const char *const needs[MUTATOR_LISTS] = {[MUTATE_BASE] = "of one set, the base game",
                                                     [MUTATE_PIECES] =
                                                         "with --sets=base,princess-dragon,bridges",
                                                     [MUTATE_CITY] = "with --game=the-city"};
    struct sink *err = &d->run->err;
    sink_printf(err, "bastide deal: %s: ", d->spoil);
    if (d->ways) {
        sink_cstr(err, "no game of these sets and options offered a place for this finding");
    } else {
        unsigned others = 0;
        sink_cstr(err, "games of these sets have no mutation for this finding");
        for (unsigned list = MUTATE_BASE; list < MUTATOR_LISTS; list++)
            if (find_way(d, list, 0))
                sink_printf(err, "%s%s", others++ ? ", or " : "; there is one in games ",
                            needs[list]);
        if (!others)
            sink_cstr(err, ", nor in any others");
    }
    sink_cstr(err, ". See MUTATED GAMES in bastide-deal(1).\n");
}

static int deal_games(struct dealing *d)
{
    struct run *run = d->run;
    for (long i = 0; i < d->count && !run->out.failure; i++) {
        bool good, deals;
        if (d->spoil) {
            good = deal_mutated(d, &deals);
        } else {
            d->deal.seats = any_seats(d);
            good = deals = deal_game(&d->player, &d->chance, &d->deal, &run->out);
        }
        if (!good) {
            if (deals)
                report_no_place(d);
            else
                run_complain(run, str_of("deal"), &d->player.findings);
            run->status = EXIT_TROUBLE;
            break;
        }
        run->games++;
        run_progress(run);
        if (run->streams)
            sink_flush(&run->out);
    }
    return run_end(run);
}

int cmd_deal(int argc, char **argv)
{
    static struct dealing d;
    struct run *run = d.run = run_begin(command_find("deal"));
    const char *sets = NULL;
    long seed = 1;
    int c, policy = POLICY_LIVELY, status;
    d.player.claims = true;
    d.count = 1;
    while ((c = option_next(run, argc, argv)) != -1) {
        if (c == 'n')
            d.count = option_number(run, c, 0, 1000000000);
        if (c == LONG_SEED)
            seed = option_number(run, c, 0, LONG_MAX);
        if (c == LONG_SEATS)
            d.seats = option_number(run, c, 2, SEATS_MAX);
        if (c == LONG_POLICY)
            policy = cli_word(policies, POLICY_COUNT);
        if (c == LONG_SPOIL) {
            d.spoil = optarg;
            d.kind = finding_find(str_of(optarg));
            if (!d.kind && strcmp(optarg, "list") != 0 && strcmp(optarg, "any") != 0)
                return cli_usage("deal", "unknown finding '%s'%s", optarg,
                                 run_finding_hint(run, optarg));
        }
        if (c == LONG_GAME)
            sets = games[game_find(str_of(optarg))].set;
        sets = c == 's' ? option_list(run, sets) : sets;
        d.deal.copies = c == LONG_COPIES ? option_list(run, d.deal.copies) : d.deal.copies;
        d.deal.supply = c == LONG_SUPPLY ? option_list(run, d.deal.supply) : d.deal.supply;
        d.player.claims &= c != LONG_BARE;
    }
    confining_to(run, CONFINE_ALL);
    d.deal.sets = sets ? sets : "base";
    d.deal.rulings = run->rulings;
    if (!d.deal.rulings.profile.n)
        d.deal.rulings.profile = str_of("official-1");
    if (argv[optind])
        return cli_usage("deal", "this command reads no files: %s", argv[optind]);
    if (d.spoil && strcmp(d.spoil, "list") == 0) {
        list_mutators(run);
        return run_end(run);
    }
    bool is_city = deal_is_city(&run->catalogue, d.deal.sets);
    d.seats_most = is_city ? CITY_SEATS_MAX : SEATS_MAX;
    d.list = is_city ? MUTATE_CITY : strchr(d.deal.sets, ',') ? MUTATE_PIECES : MUTATE_BASE;
    count_ways(&d);
    if (d.spoil && !d.player.claims)
        return cli_usage("deal",
                         "mutated games claim their totals: --bare cannot be used with --spoil");
    if (d.spoil && !d.ways) {
        report_no_place(&d);
        run_end(run);
        return EXIT_TROUBLE;
    }
    struct random random = {(uint64_t)seed};
    d.player.catalogue = &run->catalogue;
    d.chance = (struct chance){.random = &random, .policy = (enum policy)policy};
    status = deal_games(&d);
    arena_free(&d.player.arena);
    ledger_free(&d.player.ledger);
    return status;
}
