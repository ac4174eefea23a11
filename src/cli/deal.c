/* bastide deal: random legal games. */
#include <limits.h>
#include <unistd.h>

#include "cli/cli.h"
#include "play/deal.h"

const char deal_help[] =
    "Usage: bastide deal [OPTION]...\n"
    "Print random legal games; the same seed gives the same bytes everywhere.\n\n"
    "  -n, --count=N         so many games (1)\n"
    "  -S, --seed=N          where chance begins (1)\n"
    "  -s, --sets=NAME,...   the tile sets (base); or the one set of The City\n"
    "  -p, --players=N       seats; by chance for each game without it\n"
    "  -r, --rules=PROFILE   the profile (official-1)\n"
    "  -o, --options=K=V,... options of the rules\n"
    "  -P, --policy=WORD     lively (default) or uniform: features meet and pieces are used, or any legal choice\n"
    "  -b, --bare            claim no totals\n"
    "  -t, --tileset=FILE    know the tiles of a YAML file too\n"
    "      --help            this text\n\n"
    "Exit status: 0 all dealt, 2 trouble. See bastide-deal(1).\n";

static const char *const policies[POLICY_COUNT] = {"lively", "uniform"};

enum { CITY_SEATS_MOST = 4 };

static int tell_failure(struct run *run, struct player *player)
{
    struct verdicts complaints;
    verdicts_open(&complaints, VERDICT_TEXT, &run->err);
    verdicts_game(&complaints, "deal", &player->findings, NULL);
    verdicts_close(&complaints);
    run_end(run);
    return EXIT_TROUBLE;
}

int deal_run(int argc, char **argv)
{
    static const struct option longs[] = {
        {"count", required_argument, NULL, 'n'},   {"seed", required_argument, NULL, 'S'},    {"sets", required_argument, NULL, 's'},
        {"players", required_argument, NULL, 'p'}, {"rules", required_argument, NULL, 'r'},   {"options", required_argument, NULL, 'o'},
        {"policy", required_argument, NULL, 'P'},  {"bare", no_argument, NULL, 'b'},          {"tileset", required_argument, NULL, 't'},
        {"help", no_argument, NULL, 'h'},          {NULL, 0, NULL, 0},
    };
    static struct player player = {.claims = true};
    struct run *run = run_begin("deal");
    struct deal deal = {.sets = "base", .profile = "official-1"};
    long count = 1, seed = 1, seats = 0;
    int c, policy = POLICY_LIVELY, status;
    while ((c = getopt_long(argc, argv, "n:S:s:p:r:o:P:bt:", longs, NULL)) != -1) {
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
        deal.sets = c == 's' ? optarg : deal.sets;
        deal.profile = c == 'r' ? optarg : deal.profile;
        deal.options = c == 'o' ? optarg : deal.options;
        player.claims &= c != 'b';
    }
    if (argv[optind])
        return cli_usage("deal", "games are dealt from no file: %s", argv[optind]);
    player.catalogue = &run->catalogue;
    struct random random = {(uint64_t)seed};
    struct chance chance = {.random = &random, .policy = (enum policy)policy};
    unsigned most = deal_is_city(&run->catalogue, deal.sets) ? CITY_SEATS_MOST : SEATS_MOST;
    for (long i = 0; i < count && !run->out.failure; i++) {
        deal.seats = seats ? (unsigned)seats : 2 + random_below(&random, most - 1);
        if (!deal_game(&player, &chance, &deal, &run->out))
            return tell_failure(run, &player);
        if (run->streams)
            sink_flush(&run->out);
    }
    arena_free(&player.arena);
    ledger_free(&player.ledger);
    return run_end(run);
}
