/* SPDX-License-Identifier: MIT */
/* Tests the library from outside, as bastide(3) describes it. tests/library.t runs it and compares
 * the output. Prints the first thing that is wrong.
 *
 *   memory FILE...      lets each allocation of a whole run over a file fail once: the call must
 *                       report it, and all memory must be freed
 *   threads FILE...     judges all files in several threads, a judge each: same verdicts
 *   undo SEED GAME      plays at random and takes choices back: the decision must be as before
 *   events FILE         prints the events, a line each
 *   on TURN FILE        goes to a turn, prints the decision there or why there is none, plays on,
 *                       and prints the findings and the verdict
 *   sets WORD           refuses tile sets, which must not keep memory
 *   tie WORD            prints who wins a tie by each rule
 *   conditions WORD     prints conditions, with strictness and with disabled findings
 *   games COUNT         plays random games, to be timed
 *   bids LINES          plays with bazaars: the seat that bids must be asked */
#include <bastide.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pool {
    long left; /* number of allocations that still succeed; all succeed if it is below 0 */
    long blocks;
};

static void *from_pool(void *context, void *memory, size_t size)
{
    struct pool *pool = context;
    if (!size) {
        pool->blocks -= memory != NULL;
        free(memory);
        return NULL;
    }
    if (pool->left == 0)
        return NULL;
    pool->left -= pool->left > 0;
    void *made = realloc(memory, size);
    pool->blocks += made && !memory;
    return made;
}

/* Does everything that a judge can do with a file. Returns the last status. */
static int use(struct bastide *judge, const char *path, int plays)
{
    int status = bastide_open(judge, path);
    while (status > 0 && (status = bastide_next(judge)) > 0) {
        if ((status = bastide_judge(judge, 1)) < 0)
            break;
        if (status == BASTIDE_OK && !bastide_crn(judge))
            return BASTIDE_NO_MEMORY;
        if (status != BASTIDE_OK || !plays)
            continue;
        status = bastide_go(judge, 6);
        for (int i = 0; i < 12 && status > 0; i++) {
            const struct bastide_decision *decision = bastide_decision(judge);
            status =
                decision ? bastide_choose(judge, decision->choices / 2) : bastide_judge(judge, 0);
        }
        if (status > 0)
            status = bastide_judge(judge, 0);
    }
    return status;
}

static int try_memory(const char *path)
{
    long allocations = 0;
    for (;; allocations++) {
        struct pool pool = {allocations, 0};
        struct bastide *judge = bastide_new(from_pool, &pool);
        int status = judge ? use(judge, path, 1) : BASTIDE_NO_MEMORY;
        if (status == BASTIDE_NO_MEMORY && judge && bastide_next(judge) != BASTIDE_NO_MEMORY)
            return printf("%s: a judge without memory goes on\n", path);
        bastide_free(judge);
        if (pool.blocks)
            return printf("%s: %ld blocks are lost when allocation %ld fails\n", path, pool.blocks,
                          allocations);
        if (status == BASTIDE_END)
            break;
        if (status != BASTIDE_NO_MEMORY)
            return printf("%s: status %d when allocation %ld fails\n", path, status, allocations);
    }
    printf("# %s: %ld allocations\n", path, allocations);
    return 0;
}

static char **paths;

static void *judge_all(void *sum)
{
    struct bastide *judge = bastide_new(NULL, NULL);
    unsigned long *to = sum;
    for (char **path = paths; *path; path++) {
        int status = bastide_open(judge, *path);
        while (status > 0 && (status = bastide_next(judge)) > 0) {
            status = bastide_judge(judge, 1);
            const struct bastide_verdict *verdict = bastide_verdict(judge);
            for (unsigned seat = 0; seat < verdict->seats; seat++)
                *to = *to * 31 + (unsigned long)verdict->scores[seat];
            *to = *to * 31 + verdict->findings * 7 + verdict->events;
        }
    }
    bastide_free(judge);
    return NULL;
}

enum { THREADS = 4 };

static int try_threads(void)
{
    pthread_t threads[THREADS];
    unsigned long sums[THREADS] = {0}, alone = 0;
    for (unsigned i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, judge_all, &sums[i]);
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    judge_all(&alone);
    for (unsigned i = 0; i < THREADS; i++)
        if (sums[i] != alone)
            return printf("thread %u found something else\n", i);
    return alone == 0 && printf("nothing was judged\n");
}

static void remember(struct bastide *judge, const struct bastide_decision *decision, char *text,
                     size_t room)
{
    size_t n = (size_t)snprintf(text, room, "%d %d %d %s %u:", decision->ask, decision->turn,
                                decision->seat, decision->tile ? decision->tile : "",
                                decision->tiles_left);
    for (size_t i = 0; i < decision->choices && n < room; i++)
        n += (size_t)snprintf(text + n, room - n, " %s/%d", bastide_choice(judge, i),
                              bastide_choice_seat(judge, i));
}

static int try_undo(unsigned seed, const char *game)
{
    enum { ROOM = 60000 };
    char header[300];
    static char before[ROOM], after[ROOM];
    srand(seed);
    int size = snprintf(header, sizeof header,
                        "%%CRN 1\n%s\nrules: official-1\nplayers: [Ada, Ben, Cid]\n---\n", game);
    struct bastide *judge = bastide_new(NULL, NULL);
    if (bastide_open_text(judge, header, (size_t)size) < 0 || bastide_next(judge) != BASTIDE_OK)
        return printf("no game: %s\n", bastide_why(judge));
    const struct bastide_decision *decision;
    unsigned undone = 0, chosen = 0;
    while ((decision = bastide_decision(judge))) {
        remember(judge, decision, before, ROOM);
        bastide_choose(judge, (size_t)rand() % decision->choices);
        chosen++;
        if (rand() % 8)
            continue;
        unsigned deep = (unsigned)rand() % 6, made = 0;
        for (; made < deep && (decision = bastide_decision(judge)); made++)
            bastide_choose(judge, (size_t)rand() % decision->choices);
        bastide_decision(judge); /* gives a finished game its end line */
        for (unsigned i = 0; i <= made; i++)
            if (bastide_undo(judge) != BASTIDE_OK)
                return printf("nothing to take back\n");
        decision = bastide_decision(judge);
        if (!decision)
            return printf("nothing is asked after taking back\n");
        remember(judge, decision, after, ROOM);
        if (strcmp(before, after) != 0)
            return printf("asked before: %s\nasked again: %s\n", before, after);
        undone++;
    }
    if (*bastide_why(judge))
        return printf("%s\n", bastide_why(judge));
    bastide_judge(judge, 0);
    const struct bastide_verdict *verdict = bastide_verdict(judge);
    int good = verdict->valid && verdict->complete && verdict->legal && undone;
    if (!good)
        for (size_t i = 0; i < verdict->findings; i++)
            printf("%u: %s\n", bastide_finding(judge, i)->place.line,
                   bastide_finding(judge, i)->message);
    fprintf(stderr, "# %u choices, %u times taken back\n", chosen, undone);
    fputs(good ? "" : "the game is not whole\n", stdout);
    while (bastide_undo(judge) == BASTIDE_OK)
        ;
    if (strcmp(bastide_crn(judge) + strlen(bastide_crn(judge)) - 4, "---\n") != 0)
        good = !printf("something is left of the game: %s", bastide_crn(judge));
    bastide_free(judge);
    return !good;
}

static void print_seat(const char *key, int seat)
{
    if (seat != BASTIDE_NO_SEAT)
        printf(" %s=%c", key, 'a' + seat);
}

static void print_word(const char *key, const char *word)
{
    if (word)
        printf(" %s=%s", key, word);
}

static int print_events(const char *path)
{
    struct bastide *judge = bastide_new(NULL, NULL);
    if (bastide_open(judge, path) < 0 || bastide_next(judge) != BASTIDE_OK ||
        bastide_judge(judge, 1) != BASTIDE_OK)
        return printf("%s\n", bastide_why(judge));
    const struct bastide_event *e;
    for (size_t i = 0; (e = bastide_event(judge, i)); i++) {
        printf("%s turn=%d part=%d", e->name, e->turn, e->part);
        print_seat("seat", e->seat);
        if (e->has_cell)
            printf(" at=%d,%d%.1s", e->x, e->y, &e->side);
        print_word("tile", e->tile);
        print_word("feature", e->feature);
        print_word("segment", e->segment);
        print_word("other", e->other);
        print_word("piece", e->piece);
        print_word("step", e->step);
        print_word("award", e->award);
        print_word("rule", e->rule);
        print_word("terms", e->terms && *e->terms ? e->terms : NULL);
        print_seat("to", e->other_seat);
        printf(" points=%d count=%d", e->points, e->count);
        if (e->award)
            printf(" final=%d", e->final);
        for (unsigned k = 0; k < e->number_count; k++)
            printf("%s%d", k ? "," : " numbers=", e->numbers[k]);
        for (size_t k = 0; k < e->field_count; k++) {
            printf(" %s:", e->fields[k].name);
            if (e->fields[k].text)
                printf("%s", e->fields[k].text);
            else
                printf("%d", e->fields[k].number);
        }
        if (e->finding)
            printf(" finding=%d at line %u", e->finding->code, e->finding->place.line);
        printf("\n");
    }
    bastide_free(judge);
    return 0;
}

static int play_on(unsigned turn, const char *path)
{
    struct bastide *judge = bastide_new(NULL, NULL);
    if (bastide_judge(judge, 0) != BASTIDE_REFUSED || bastide_go(judge, 0) != BASTIDE_REFUSED ||
        bastide_decision(judge) || !*bastide_why(judge))
        return printf("something is judged where nothing was read\n");
    if (bastide_undo(judge) != BASTIDE_END || *bastide_why(judge))
        return printf("nothing to take back is no refusal\n");
    if (bastide_open(judge, path) < 0 || bastide_next(judge) != BASTIDE_OK)
        return printf("%s\n", bastide_why(judge));
    if (turn < 999)
        bastide_go(judge, turn);
    const struct bastide_decision *decision = bastide_decision(judge);
    if (!decision) {
        printf("%s\n", *bastide_why(judge) ? bastide_why(judge) : "over");
    } else {
        printf("%d turn %d seat %d\n", decision->ask, decision->turn, decision->seat);
        for (int i = 0; i < 6 && (decision = bastide_decision(judge)); i++)
            bastide_choose(judge, decision->choices - 1);
    }
    bastide_judge(judge, 0);
    const struct bastide_finding *finding;
    for (size_t i = 0; (finding = bastide_finding(judge, i)); i++)
        printf("%d turn %d\n", finding->code, finding->turn);
    const struct bastide_verdict *verdict = bastide_verdict(judge);
    printf(verdict->valid ? "valid\n" : verdict->legal ? "legal\n" : "illegal\n");
    bastide_free(judge);
    return 0;
}

/* Tests that refused tile sets do not keep memory. */
static int try_sets(void)
{
    static const char set[] = "name: mine\ntiles:\n  - {name: Y1, count: 2, segments: [{kind: "
                              "field, halves: [NNW, NNE, ENE, ESE, "
                              "SSE, SSW, WSW, WNW]}]}\n";
    struct pool pool = {-1, 0};
    struct bastide *judge = bastide_new(from_pool, &pool);
    if (bastide_tileset(judge, set, sizeof set - 1) != BASTIDE_OK)
        return printf("%s\n", bastide_why(judge));
    long blocks = 0;
    for (int i = 0; i < 3000; i++) {
        if (bastide_tileset(judge, set, sizeof set - 1) != BASTIDE_REFUSED)
            return printf("a set of the same name is not refused\n");
        if (bastide_tileset(judge, "name: [", 7) != BASTIDE_REFUSED || !*bastide_why(judge))
            return printf("what is no set is not refused\n");
        if (i == 10)
            blocks = pool.blocks;
    }
    if (pool.blocks > blocks)
        return printf("%ld blocks more\n", pool.blocks - blocks);
    bastide_free(judge);
    return 0;
}

/* Prints who wins a tie by each rule, and with the last one the header's rule again. */
static int try_tie(void)
{
    static const char record[] =
        "%CRN 1\nrules: official-1\ntie: second\nplayers: [Ada, Ben]\n---\n1a U 1,0N -\nend 0,0\n";
    static const char *const rules[] = {"shared", "second", "first", NULL};
    struct bastide *judge = bastide_new(NULL, NULL);
    if (bastide_tie(judge, "moon") != BASTIDE_REFUSED)
        return printf("an unknown rule is not refused\n");
    for (int i = 0; i < 4; i++) {
        if (bastide_tie(judge, rules[i]) != BASTIDE_OK)
            return printf("a rule is refused\n");
        bastide_open_text(judge, record, sizeof record - 1);
        bastide_next(judge);
        bastide_judge(judge, 0);
        const struct bastide_verdict *verdict = bastide_verdict(judge);
        printf("winners %u by %s\n", verdict->winners, verdict->reason);
    }
    bastide_free(judge);
    return 0;
}

/* Prints the conditions of a verdict, then with strictness and with a disabled finding: they must
 * be those of `check`. */
static int try_conditions(void)
{
    static const char record[] =
        "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\noptions: {shield: 1}\n---\n"
        "1a U 5,5N -\n1.1b adjust:-7\nend stopped\n";
    struct bastide *judge = bastide_new(NULL, NULL);
    if (bastide_disable(judge, "moon") != BASTIDE_REFUSED ||
        bastide_disable(judge, "901") != BASTIDE_REFUSED)
        return printf("what cannot be disabled is not refused\n");
    for (int pass = 0; pass < 3; pass++) {
        if (pass == 1 && bastide_strict(judge, 1) != BASTIDE_OK)
            return printf("strict is refused\n");
        if (pass == 2 && (bastide_strict(judge, 0) != BASTIDE_OK ||
                          bastide_disable(judge, "no-neighbour") != BASTIDE_OK))
            return printf("disabling is refused\n");
        bastide_open_text(judge, record, sizeof record - 1);
        bastide_next(judge);
        bastide_judge(judge, 0);
        const struct bastide_verdict *verdict = bastide_verdict(judge);
        printf("legal %d findings %zu disabled %zu:", verdict->legal, verdict->findings,
               verdict->disabled);
        const struct bastide_condition *condition;
        for (size_t i = 0; (condition = bastide_condition(judge, i)); i++)
            printf(" %s %s %s %d %d;", condition->kind, condition->name ? condition->name : "-",
                   condition->value ? condition->value : "-", condition->seat, condition->number);
        printf("\n");
    }
    bastide_free(judge);
    return 0;
}

/* Tests that the seat that bids is asked, even in the turn of another seat. `lines` are
 * lines of the header. */
static int try_bids(const char *lines)
{
    char header[200];
    int size =
        snprintf(header, sizeof header, "%%CRN 1\n%s\nplayers: [Ada, Ben, Cid]\n---\n", lines);
    struct bastide *judge = bastide_new(NULL, NULL);
    const struct bastide_decision *decision;
    int bids = 0, others = 0;
    bastide_open_text(judge, header, (size_t)size);
    bastide_next(judge);
    srand(3);
    int bidder = BASTIDE_NO_SEAT, turns = BASTIDE_NO_SEAT;
    while ((decision = bastide_decision(judge))) {
        size_t choice = (size_t)rand() % decision->choices;
        if (decision->ask == BASTIDE_PLACE)
            turns = decision->seat;
        if (decision->ask == BASTIDE_BID && decision->seat != bidder)
            return printf("seat %d bids, seat %d is named\n", bidder, decision->seat);
        bids += decision->ask == BASTIDE_BID;
        others += decision->ask == BASTIDE_BID && bidder != turns;
        bidder = bastide_choice_seat(judge, choice);
        bastide_choose(judge, choice);
    }
    const char *why = bastide_why(judge);
    if (*why)
        return printf("%s\n", why);
    bastide_free(judge);
    return (!bids || !others) &&
           printf("%d bids, %d of them in another seat's turn\n", bids, others);
}

/* Plays at random until a turn is to be begun. Returns the decision about its tile. */
static const struct bastide_decision *play_to(struct bastide *judge, int turn)
{
    const struct bastide_decision *decision;
    while ((decision = bastide_decision(judge)) && decision->turn < turn)
        bastide_choose(judge, (size_t)rand() % decision->choices);
    return decision;
}

/* Tests that going back to a turn that was played keeps the turns before it. */
static int try_go(const char *lines)
{
    char header[200];
    int size = snprintf(header, sizeof header, "%%CRN 1\n%s\nplayers: [Ada, Ben]\n---\n", lines);
    struct bastide *judge = bastide_new(NULL, NULL);
    bastide_open_text(judge, header, (size_t)size);
    bastide_next(judge);
    srand(4);
    static const unsigned ways[][3] = {
        {13, 10, 11},
        {30, 20, 21},
        {25, 24, 25},
        {28, 0, 1},
        {3, 99, 3}}; /* turn played to, turn gone to, turn expected */
    for (unsigned i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (!play_to(judge, (int)ways[i][0]))
            return printf("%s\n", bastide_why(judge));
        if (bastide_go(judge, ways[i][1]) != BASTIDE_OK)
            return printf("%s\n", bastide_why(judge));
        const struct bastide_decision *decision = bastide_decision(judge);
        if (!decision || decision->turn != (int)ways[i][2])
            return printf("from turn %u to %u: turn %d is next\n", ways[i][0], ways[i][1],
                          decision ? decision->turn : -1);
    }
    if (bastide_judge(judge, 1) != BASTIDE_OK || !bastide_verdict(judge)->legal)
        return printf("the game is not legal\n");
    bastide_free(judge);
    return 0;
}

/* Plays whole games at random. */
static int play_games(int count)
{
    static const char header[] = "%CRN 1\nrules: official-1\nplayers: [Ada, Ben]\n---\n";
    struct bastide *judge = bastide_new(NULL, NULL);
    srand(1);
    for (int i = 0; i < count; i++) {
        const struct bastide_decision *decision;
        bastide_open_text(judge, header, sizeof header - 1);
        bastide_next(judge);
        while ((decision = bastide_decision(judge)))
            bastide_choose(judge, (size_t)rand() % decision->choices);
    }
    int bad = *bastide_why(judge) != '\0';
    bastide_free(judge);
    return bad;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    if (strcmp(argv[1], "memory") == 0) {
        for (int i = 2; i < argc; i++)
            if (try_memory(argv[i]))
                return 1;
        return 0;
    }
    paths = argv + 2;
    if (strcmp(argv[1], "go") == 0)
        return try_go(argv[2]) != 0;
    if (strcmp(argv[1], "threads") == 0)
        return try_threads() != 0;
    if (strcmp(argv[1], "undo") == 0 && argc == 4)
        return try_undo((unsigned)atoi(argv[2]), argv[3]) != 0;
    if (strcmp(argv[1], "on") == 0 && argc == 4)
        return play_on((unsigned)atoi(argv[2]), argv[3]) != 0;
    if (strcmp(argv[1], "sets") == 0)
        return try_sets() != 0;
    if (strcmp(argv[1], "tie") == 0)
        return try_tie() != 0;
    if (strcmp(argv[1], "conditions") == 0)
        return try_conditions() != 0;
    if (strcmp(argv[1], "games") == 0)
        return play_games(atoi(argv[2]));
    if (strcmp(argv[1], "bids") == 0)
        return try_bids(argv[2]) != 0;
    return strcmp(argv[1], "events") == 0 ? print_events(argv[2]) : 2;
}
