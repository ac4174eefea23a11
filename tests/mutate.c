/* mutate [-t FILE] KINDS SEED GAMES: spoils random legal games one move at a time, in every way of a list ("base", "pieces" or "city"), and
 * looks whether the spoilt record, written as text and read again, is flagged at the spoilt line with the code that fits, and
 * nowhere before it. Prints a line a kind; exit 1 when a spoilt record passed, or a kind never came about. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "notation/crn.h"
#include "spoil.h"

static struct player player;    /* deals the games, then reads and judges the spoilt ones */

/* ---- Reading ---- */

static void read_text(struct str text, struct arena *arena, struct findings *findings, struct record *record)
{
    char path[64];
    int fd = memfd_create("record", 0);
    if (fd < 0 || write(fd, text.p, text.n) != (ssize_t)text.n || lseek(fd, 0, SEEK_SET) != 0)
        abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    const char *error;
    bool is_game;
    struct input *input = input_open(path, &error);
    struct source source;
    if (!input)
        abort();
    source_begin(&source, input, player.catalogue);
    if (!source_next(&source, arena, findings, record, &is_game) || !is_game)
        abort();
    input_close(input);
    close(fd);
}

/* ---- Judging ---- */

static struct str line_text(struct str text, unsigned index)
{
    size_t begin = 0;
    while (index--)
        begin = (size_t)((const char *)memchr(text.p + begin, '\n', text.n - begin) - text.p) + 1;
    const char *end = memchr(text.p + begin, '\n', text.n - begin);
    return (struct str){text.p + begin, (size_t)(end - text.p) - begin};
}

/* Is the first finding on that line of the text, and one of the code there too? */
static bool is_flagged(struct str text, uint32_t line, enum finding_id code)
{
    bool found = false;
    arena_reset(&player.arena);
    player.findings = (struct findings){.arena = &player.arena};
    read_text(text, &player.arena, &player.findings, &player.record);
    player.ledger.wanted = 0;
    referee_judge(&player.referee, &player.record, &player.arena, &player.findings, &player.ledger,
                  UINT16_MAX, false);
    for (const struct finding *finding = player.findings.first; finding; finding = finding->next) {
        if (finding->place.line && finding->place.line < line) {
            printf("line %u comes before line %u: %u %s\n", finding->place.line, line, finding->kind->code, finding->message);
            return false;
        }
        found |= finding->place.line == line && finding->kind->code == (unsigned)code;
    }
    return found;
}

static bool spoil_once(struct str game, const struct spoiler *spoiler, bool *came_about)
{
    struct sink out;
    struct findings findings = {.arena = &dealt_arena};
    arena_reset(&dealt_arena);
    read_text(game, &dealt_arena, &findings, &dealt);
    uint32_t header = dealt.lines[0].place.line;
    int at = spoiler->spoil();
    *came_about = at >= 0;
    if (at < 0)
        return true;
    sink_open(&out, -1);
    crn_print(&dealt, &out);
    struct str text = sink_text(&out);
    if (spoiler->spoil == spoil_none_and_one) {
        struct str before = line_text(text, header - 1 + (unsigned)at);
        size_t i = (size_t)(before.p - text.p), word = 0;
        while (word < 3)
            word += text.p[i++] == ' ';
        struct sink edited;
        sink_open(&edited, -1);
        sink_bytes(&edited, text.p, i);
        sink_cstr(&edited, "- ");
        sink_str(&edited, str_from(text, i));
        sink_close(&out);
        out = edited;
        text = sink_text(&out);
    }
    bool flagged = is_flagged(text, header + (uint32_t)at, spoiler->code);
    if (!flagged)
        printf("not flagged: %s, line %u of\n%.*s", spoiler->name, header + (uint32_t)at, STR_ARGS(text));
    sink_close(&out);
    return flagged;
}

enum { TRIES = 30, TIMES = 3 };     /* of each kind, a game */

/* What the games with pieces are like, so that every kind may come about. */
static const struct deal piece_deals[] = {
    {"base,princess-dragon,bridges", "official-1", NULL, 0},
    {"base,princess-dragon,bridges", "book-1", NULL, 0},
    {"base,princess-dragon,bridges", "book-1", "portal-dragon=forbidden,bridge-joins=road", 0},
};
static const struct deal base_deals[] = {{"base", "official-1", NULL, 0}};
/* few-walls is a set of the file given with -t: The City with fewer walls and towers. */
static const struct deal city_deals[] = {
    {"the-city-r1", "official-1", NULL, 0},
    {"few-walls", "book-1", NULL, 0},
    {"few-walls", "official-1", "short-wall=concave,guard-two-seats=last", 0},
};

static const struct {
    const char *name;
    const struct spoiler *spoilers;
    const unsigned *count;
    const struct deal *deals;
    unsigned deal_count, seats_most;
} lists[] = {
    {"base", base_spoilers, &base_spoiler_count, base_deals, 1, 6},
    {"pieces", piece_spoilers, &piece_spoiler_count, piece_deals, 3, 6},
    {"city", city_spoilers, &city_spoiler_count, city_deals, 3, 4},
};
enum { LISTS = sizeof lists / sizeof *lists };

int main(int argc, char **argv)
{
    player_begin(&player, &argc, &argv);
    if (argc != 4) {
        fputs("usage: mutate [-t FILE] base|pieces|city SEED GAMES\n", stderr);
        return 2;
    }
    bool good = true;
    unsigned list = 0;
    while (list + 1 < LISTS && strcmp(argv[1], lists[list].name) != 0)
        list++;
    const struct spoiler *spoilers = lists[list].spoilers;
    unsigned count = *lists[list].count;
    unsigned long *came = calloc(count, sizeof *came);
    struct chance chance = {.random = &rng};
    rng.state = strtoull(argv[2], NULL, 10);
    player.claims = true;
    struct sink game;
    for (unsigned long g = strtoul(argv[3], NULL, 10); g > 0 && good; g--) {
        struct deal deal = lists[list].deals[g % lists[list].deal_count];
        deal.seats = 2 + random_below(&rng, lists[list].seats_most - 1);
        sink_open(&game, -1);
        if (!deal_game(&player, &chance, &deal, &game))
            abort();
        dealt_profile = player.referee.profile;
        for (unsigned kind = 0; kind < count && good; kind++)
            for (unsigned tries = 0, times = 0; tries < TRIES && times < TIMES && good; tries++) {
                bool came_about;
                good = spoil_once(sink_text(&game), &spoilers[kind], &came_about);
                times += came_about;
                came[kind] += came_about;
            }
        sink_close(&game);
    }
    for (unsigned kind = 0; kind < count; kind++) {
        printf("%-40s %3d  %lu times\n", spoilers[kind].name, (int)spoilers[kind].code, came[kind]);
        good &= came[kind] > 0;
    }
    free(came);
    player_free(&player);
    arena_free(&dealt_arena);
    return !good;
}
