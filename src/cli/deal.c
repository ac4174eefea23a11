/* bastide deal: random legal games. */
#include <limits.h>
#include <unistd.h>

#include "cli/cli.h"
#include "play/deal.h"
#include "spoil/spoil.h"

const char deal_help[] =
    "Usage: bastide deal [OPTION]...\n"
    "Print random legal games; the same seed gives the same bytes everywhere.\n\n"
    "  -n, --count=N         so many games (1)\n"
    "  -S, --seed=N          where chance begins (1)\n"
    "  -s, --sets=NAME,...   the tile sets (base); or the one set of The City\n"
    "  -g, --game=NAME       carcassonne (default) or the-city, with the set the-city-r1\n"
    "  -p, --seats=N         seats, also --players; by chance for each game without it\n"
    "  -r, --rules=PROFILE   the profile (official-1)\n"
    "  -o, --options=K=V,... options of the rules\n"
    "  -P, --policy=WORD     lively (default) or uniform: features meet and pieces are used, or any legal choice\n"
    "  -b, --bare            claim no totals\n"
    "  -x, --spoil=CODE      one thing is wrong in each game: a finding, by code or name, that '#!' tells\n"
    "                        at its line; 'any' for one by chance, 'list' prints those that can be had\n"
    "  -t, --tileset=FILE    know the tiles of a YAML file too\n"
    "      --help            this text\n\n"
    "Exit status: 0 all dealt, 2 trouble. See bastide-deal(1).\n";

static const char *const policies[POLICY_COUNT] = {"lively", "uniform"};

enum { CITY_SEATS_MOST = 4, GAMES_TRIED = 400, PLACES_TRIED = 30 };

static int tell_failure(struct run *run, struct player *player)
{
    run_complain(run, "deal", &player->findings);
    run_end(run);
    return EXIT_TROUBLE;
}

/* ---- Spoilt games ---- */

/* The ways to spoil games of the sets so that a finding is to be expected, of any finding when it is NULL; in *ways, returns how many. */
static unsigned spoilers_of(const struct finding_kind *kind, bool city, const char *sets, const struct spoiler ***ways)
{
    static const struct spoiler *found[128];
    unsigned count = 0;
    for (unsigned list = 0; list < SPOILER_LISTS; list++) {
        bool plays = strcmp(spoiler_lists[list].name, "city") == 0 ? city
                     : !city && (strcmp(spoiler_lists[list].name, "base") == 0 ? !strchr(sets, ',') : strchr(sets, ',') != NULL);
        for (unsigned i = 0; plays && i < *spoiler_lists[list].count && count < 128; i++)
            if (!kind || (unsigned)spoiler_lists[list].spoilers[i].code == kind->code)
                found[count++] = &spoiler_lists[list].spoilers[i];
    }
    *ways = found;
    return count;
}

static void list_spoilers(struct run *run)
{
    for (unsigned list = 0; list < SPOILER_LISTS; list++)
        for (unsigned i = 0; i < *spoiler_lists[list].count; i++) {
            const struct finding_kind *kind = finding_kind((unsigned)spoiler_lists[list].spoilers[i].code);
            sink_printf(&run->out, "%u\t%s\t%s\t%s\n", kind->code, kind->name, spoiler_lists[list].name, spoiler_lists[list].spoilers[i].name);
        }
}

/* Deals games until one lends itself to one of the ways, each of 2 to `most` seats, or with 0 of those that the deal has; false with *why when none
 * does. */
static bool deal_spoilt(struct run *run, struct player *player, struct chance *chance, struct deal *deal, unsigned most, const struct spoiler *const *ways,
                        unsigned count, const char **why)
{
    struct sink game, spoilt;
    enum spoilt outcome = SPOILT_NOT;
    uint32_t line;
    bool plays = true;
    sink_open(&game, -1);
    sink_open(&spoilt, -1);
    for (unsigned games = 0; plays && outcome == SPOILT_NOT && games < GAMES_TRIED; games++) {
        sink_clear(&game);
        deal->seats = most ? 2 + random_below(chance->random, most - 1) : deal->seats;
        plays = deal_game(player, chance, deal, &game);
        for (unsigned tried = 0; plays && outcome == SPOILT_NOT && tried < PLACES_TRIED; tried++)
            outcome = spoil_game(player, chance->random, sink_text(&game), ways[random_below(chance->random, count)], true, &spoilt, &line);
    }
    if (outcome == SPOILT)
        sink_str(&run->out, sink_text(&spoilt));
    *why = !plays ? NULL : outcome == SPOILT_NOT ? "no game of these sets came to a place where that could go wrong" : "a spoilt game was not found to be so; this is a fault of this program";
    sink_close(&game);
    sink_close(&spoilt);
    return outcome == SPOILT;
}

int deal_run(int argc, char **argv)
{
    static const struct option longs[] = {
        {"count", required_argument, NULL, 'n'},   {"seed", required_argument, NULL, 'S'},    {"sets", required_argument, NULL, 's'},
        {"players", required_argument, NULL, 'p'}, {"seats", required_argument, NULL, 'p'},   {"game", required_argument, NULL, 'g'},
        {"rules", required_argument, NULL, 'r'},   {"options", required_argument, NULL, 'o'},
        {"spoil", required_argument, NULL, 'x'},   {"policy", required_argument, NULL, 'P'},  {"bare", no_argument, NULL, 'b'},          {"tileset", required_argument, NULL, 't'},
        {"help", no_argument, NULL, 'h'},          {NULL, 0, NULL, 0},
    };
    static struct player player = {.claims = true};
    struct run *run = run_begin("deal");
    struct deal deal = {.sets = "base", .profile = "official-1"};
    long count = 1, seed = 1, seats = 0;
    int c, policy = POLICY_LIVELY, status;
    const struct finding_kind *kind = NULL;
    const struct spoiler **ways;
    const char *spoil = NULL, *why = NULL;
    while ((c = getopt_long(argc, argv, "n:S:s:g:p:r:o:P:bx:t:", longs, NULL)) != -1) {
        if (c == 'n' && !cli_number(optarg, 0, 1000000000, &count))
            return cli_usage("deal", "'%s' is no number of games", optarg);
        if (c == 'S' && !cli_number(optarg, 0, LONG_MAX, &seed))
            return cli_usage("deal", "'%s' is no seed", optarg);
        if (c == 'p' && !cli_number(optarg, 2, SEATS_MOST, &seats))
            return cli_usage("deal", "'%s' is no number of seats", optarg);
        if (c == 'P' && (policy = cli_choice(optarg, policies, POLICY_COUNT)) < 0)
            return cli_usage("deal", "no policy is called '%s'", optarg);
        if ((status = cli_shared(run, c, deal_help, argv)) >= 0)
            return status;
        if (c == 'x' && strcmp(optarg, "list") != 0 && strcmp(optarg, "any") != 0 && !(kind = cli_finding(optarg)))
            return cli_usage("deal", "no finding is called '%s'", optarg);
        if (c == 'g' && strcmp(optarg, "carcassonne") != 0 && strcmp(optarg, "the-city") != 0)
            return cli_usage("deal", "no game is called '%s'", optarg);
        if (c == 'g')
            deal.sets = strcmp(optarg, "the-city") == 0 ? "the-city-r1" : "base";
        spoil = c == 'x' ? optarg : spoil;
        deal.sets = c == 's' ? optarg : deal.sets;
        deal.profile = c == 'r' ? optarg : deal.profile;
        deal.options = c == 'o' ? optarg : deal.options;
        player.claims &= c != 'b';
    }
    if (argv[optind])
        return cli_usage("deal", "games are dealt from no file: %s", argv[optind]);
    if (spoil && strcmp(spoil, "list") == 0) {
        list_spoilers(run);
        return run_end(run);
    }
    unsigned way_count = spoilers_of(kind, deal_is_city(&run->catalogue, deal.sets), deal.sets, &ways);
    if (spoil && !way_count)
        return cli_usage("deal", "games of these sets are not spoilt so: %s", spoil);
    if (spoil && !player.claims)
        return cli_usage("deal", "spoilt games claim their totals");
    player.catalogue = &run->catalogue;
    struct random random = {(uint64_t)seed};
    struct chance chance = {.random = &random, .policy = (enum policy)policy};
    unsigned most = deal_is_city(&run->catalogue, deal.sets) ? CITY_SEATS_MOST : SEATS_MOST;
    for (long i = 0; i < count && !run->out.failure; i++) {
        deal.seats = seats ? (unsigned)seats : spoil ? 2 : 2 + random_below(&random, most - 1);
        bool good = spoil ? deal_spoilt(run, &player, &chance, &deal, seats ? 0 : most, ways, way_count, &why) : deal_game(&player, &chance, &deal, &run->out);
        if (!good && why)
            return cli_usage("deal", "%s: %s", spoil, why);
        if (!good)
            return tell_failure(run, &player);
        run->games++;
        run_progress(run);
        if (run->streams)
            sink_flush(&run->out);
    }
    arena_free(&player.arena);
    ledger_free(&player.ledger);
    return run_end(run);
}
