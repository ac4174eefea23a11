/* mutate SEED GAMES: spoils random legal games one move at a time, in every way of a list, and looks whether the
 * spoilt record, written as text and read again, is flagged at the spoilt line with the code that fits, and nowhere
 * before it. What fits is known from the slow recount, not from the referee. Prints a line a kind; exit 1 when a
 * spoilt record passed, or a kind never came about. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "game.h"
#include "recheck.h"

static struct player player;    /* deals the games, then reads and judges the spoilt ones */
static struct arena dealt_arena;
static struct record dealt;     /* the game as dealt */
static struct recheck recheck;
static struct random rng;

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
    source_begin(&source, input, &player.catalogue);
    if (!source_next(&source, arena, findings, record, &is_game) || !is_game)
        abort();
    input_close(input);
    close(fd);
}

/* ---- What the game was like before a line ---- */

static unsigned find_turn(void)
{
    for (;;) {
        unsigned i = random_below(&rng, dealt.line_count);
        if (dealt.lines[i].kind == LINE_TURN && dealt.lines[i].has_tile)
            return i;
    }
}

/* Plays the recount up to line i, its tile laid, its follower not put. */
static void recount_to(unsigned i)
{
    recheck_begin(&recheck, dealt.player_count, &player.referee.profile);
    for (unsigned k = 0; k < 24; k++)
        if (strcmp(dealt.sets[0]->designs[k].name, "D") == 0)
            recheck_lay(&recheck, &dealt.sets[0]->designs[k], 0, 0, 0);
    for (unsigned k = 0; k <= i; k++) {
        const struct line *line = &dealt.lines[k];
        if (!line->has_tile)
            continue;
        recheck_lay(&recheck, line->tile.design, line->cell.x, line->cell.y, line->orient);
        if (k == i)
            return;
        for (unsigned a = 0; a < line->act_count; a++)
            if (line->acts[a].kind == ACT_STAND)
                recheck_stand(&recheck, recheck.tile_count - 1,
                              design_segment(line->tile.design, line->orient, line->acts[a].segment.kind,
                                             line->acts[a].segment.port, line->acts[a].segment.index), line->seat);
        recheck_settle(&recheck);
    }
}

/* Would the tile of the line, turned so, show other land to a neighbour? */
static bool mismatches(const struct line *line, unsigned orient)
{
    static const int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};
    for (unsigned t = 0; t + 1 < recheck.tile_count; t++)
        for (unsigned side = 0; side < 4; side++) {
            const struct recheck_tile *tile = &recheck.tiles[t];
            if (tile->x != line->cell.x + dx[side] || tile->y != line->cell.y + dy[side])
                continue;
            if (line->tile.design->side[0][(side + 4 - orient) % 4] != tile->design->side[0][(side + 6 - tile->orient) % 4])
                return true;
        }
    return false;
}

static unsigned standing(unsigned seat)
{
    unsigned count = 0;
    for (unsigned i = 0; i < recheck.follower_count; i++)
        count += recheck.followers[i].stands && recheck.followers[i].seat == seat;
    return count;
}

static bool is_occupied(unsigned segment)
{
    static struct recheck_feature f;
    recheck_flood(&recheck, recheck.tile_count - 1, segment, &f);
    for (unsigned seat = 0; seat < SEATS_MOST; seat++)
        if (f.followers[seat])
            return true;
    return false;
}

static struct act stand_on(const struct line *line, unsigned segment)
{
    const struct segment *s = &line->tile.design->segments[segment];
    port_set named = kinds[s->kind].middle ? s->ports & PORTS_MIDDLE : s->ports;
    unsigned port = ports_first(ports_turned(named, line->orient));
    return (struct act){.kind = ACT_STAND, .segment = {.kind = s->kind, .port = (uint8_t)port, .index = port == PORT_NONE}};
}

static void set_act(struct line *line, struct act act)
{
    line->acts[0] = act;
}

static void remove_line(unsigned i)
{
    memmove(&dealt.lines[i], &dealt.lines[i + 1], (dealt.line_count - i - 1) * sizeof *dealt.lines);
    dealt.line_count--;
}

static void insert_line(unsigned i, struct line line)
{
    struct line *lines = arena_alloc(&dealt_arena, (dealt.line_count + 1) * sizeof *lines);
    memcpy(lines, dealt.lines, i * sizeof *lines);
    lines[i] = line;
    memcpy(lines + i + 1, dealt.lines + i, (dealt.line_count - i) * sizeof *lines);
    dealt.lines = lines;
    dealt.line_count++;
}

/* ---- The ways to spoil a game. Each returns the index of the line to be flagged, or -1 when this game or this turn
 *      does not lend itself. ---- */

static int spoil_orient(void)
{
    unsigned i = find_turn(), orient = (dealt.lines[i].orient + 1 + random_below(&rng, 3)) % 4;
    recount_to(i);
    if (!mismatches(&dealt.lines[i], orient))
        return -1;
    dealt.lines[i].orient = (uint8_t)orient;
    dealt.lines[i].acts[0].kind = ACT_NONE;
    return (int)i;
}

static int spoil_cell_far(void)
{
    unsigned i = find_turn();
    dealt.lines[i].cell.x = (int16_t)(dealt.lines[i].cell.x + 60);
    return (int)i;
}

static int spoil_cell_taken(void)
{
    unsigned i = find_turn();
    recount_to(i);
    unsigned t = random_below(&rng, recheck.tile_count - 1);
    dealt.lines[i].cell = (struct cell){(int16_t)recheck.tiles[t].x, (int16_t)recheck.tiles[t].y};
    return (int)i;
}

static int spoil_occupied(void)
{
    unsigned i = find_turn();
    struct line *line = &dealt.lines[i];
    recount_to(i);
    unsigned segment = random_below(&rng, line->tile.design->segment_count);
    if (!is_occupied(segment) || standing(line->seat) == 7)
        return -1;
    set_act(line, stand_on(line, segment));
    return (int)i;
}

static int spoil_supply(void)
{
    unsigned i = find_turn();
    struct line *line = &dealt.lines[i];
    recount_to(i);
    unsigned segment = random_below(&rng, line->tile.design->segment_count);
    if (is_occupied(segment) || standing(line->seat) < 7)
        return -1;
    set_act(line, stand_on(line, segment));
    return (int)i;
}

static int spoil_second(void)
{
    unsigned i = find_turn();
    struct line *line = &dealt.lines[i];
    if (line->acts[0].kind != ACT_STAND || line->act_count != 1)
        return -1;
    struct act *acts = arena_alloc(&dealt_arena, 2 * sizeof *acts);
    acts[0] = line->acts[0];
    acts[1] = stand_on(line, random_below(&rng, line->tile.design->segment_count));
    line->acts = acts;
    line->act_count = 2;
    return (int)i;
}

static int spoil_segment(void)
{
    unsigned i = find_turn();
    struct line *line = &dealt.lines[i];
    if (line->tile.design->monastery != SEGMENT_NONE)
        return -1;
    set_act(line, (struct act){.kind = ACT_STAND, .segment = {.kind = KIND_MONASTERY, .port = PORT_NONE, .index = 1}});
    return (int)i;
}

static int spoil_other_tile(void)
{
    unsigned i = find_turn();
    struct line *line = &dealt.lines[i];
    recount_to(i);
    if (recheck.tile_count < 3)
        return -1;
    const struct recheck_tile *other = &recheck.tiles[1 + random_below(&rng, recheck.tile_count - 2)];
    struct line there = {.tile = {.design = other->design}, .orient = (uint8_t)other->orient};
    set_act(line, stand_on(&there, random_below(&rng, other->design->segment_count)));
    line->acts[0].segment.has_cell = true;
    line->acts[0].segment.cell = (struct cell){(int16_t)other->x, (int16_t)other->y};
    return (int)i;
}

static int spoil_seat(void)
{
    unsigned i = find_turn();
    dealt.lines[i].seat = (uint8_t)((dealt.lines[i].seat + 1) % dealt.player_count);
    return (int)i;
}

static int spoil_seat_range(void)
{
    unsigned i = find_turn();
    if (dealt.player_count == SEATS_MOST)
        return -1;
    dealt.lines[i].seat = (uint8_t)dealt.player_count;
    return (int)i;
}

static int spoil_number(void)
{
    unsigned i = find_turn();
    /* After a discard it would be the discard's turn that lacks its tile. */
    if (i && !dealt.lines[i - 1].has_tile)
        return -1;
    dealt.lines[i].turn = (uint16_t)(dealt.lines[i].turn + 2 + random_below(&rng, 50));
    return (int)i;
}

static int spoil_dropped(void)
{
    unsigned i = find_turn();
    /* A turn that set a tile aside before would lack its tile there. */
    if (i && dealt.lines[i - 1].turn == dealt.lines[i].turn)
        return -1;
    if (i + 1 >= dealt.line_count || dealt.lines[i + 1].kind != LINE_TURN || dealt.lines[i + 1].turn == dealt.lines[i].turn)
        return -1;
    remove_line(i);
    return (int)i;
}

static int spoil_doubled(void)
{
    unsigned i = find_turn();
    insert_line(i + 1, dealt.lines[i]);
    return (int)i + 1;
}

static int spoil_count(void)
{
    unsigned i = find_turn();
    const struct tileset *set = dealt.sets[0];
    const struct design *design = &set->designs[random_below(&rng, set->design_count)];
    unsigned drawn = strcmp(design->name, set->start) == 0;
    for (unsigned k = 0; k < i; k++)
        drawn += dealt.lines[k].has_tile ? dealt.lines[k].tile.design == design : dealt.lines[k].acts[0].tile.design == design;
    if (drawn < design->count)
        return -1;
    dealt.lines[i].tile = (struct tile_ref){str_of(design->name), design, {0}};
    dealt.lines[i].acts[0].kind = ACT_NONE;
    return (int)i;
}

static int spoil_name(void)
{
    unsigned i = find_turn();
    dealt.lines[i].tile = (struct tile_ref){str_of("Y"), NULL, {0}};
    return (int)i;
}

static struct act *totals_of(struct line *line)
{
    for (unsigned a = 0; a < line->act_count; a++)
        if (line->acts[a].kind == ACT_TOTALS)
            return &line->acts[a];
    return NULL;
}

static int spoil_total(void)
{
    unsigned i = find_turn();
    struct act *totals = totals_of(&dealt.lines[i]);
    if (!totals)
        return -1;
    totals->numbers[random_below(&rng, totals->count)] += 1 + (int)random_below(&rng, 9);
    return (int)i;
}

static int spoil_final(void)
{
    unsigned i = dealt.line_count - 1;
    struct act *totals = totals_of(&dealt.lines[i]);
    totals->numbers[random_below(&rng, totals->count)] -= 1 + (int)random_below(&rng, 9);
    return (int)i;
}

static int spoil_award(void)
{
    unsigned i = find_turn();
    struct line *line = &dealt.lines[i];
    if (line->act_count != 1)
        return -1;
    struct act *acts = arena_alloc(&dealt_arena, 2 * sizeof *acts);
    acts[0] = line->acts[0];
    acts[1] = (struct act){.kind = ACT_CLAIM, .seat = line->seat, .number = 3, .text = str_of("road")};
    line->acts = acts;
    line->act_count = 2;
    return (int)i;
}

static int spoil_discard(void)
{
    unsigned i = find_turn();
    struct line *line = &dealt.lines[i];
    struct act *act = arena_alloc(&dealt_arena, sizeof *act);
    *act = (struct act){.kind = ACT_DISCARD, .tile = line->tile};
    insert_line(i, (struct line){.kind = LINE_TURN, .seat = line->seat, .turn = line->turn, .acts = act, .act_count = 1});
    return (int)i;
}

static int spoil_end_early(void)
{
    unsigned last = dealt.line_count - 2;
    if (!dealt.lines[last].has_tile)
        return -1;
    remove_line(last);
    return (int)last;
}

static int spoil_after_end(void)
{
    unsigned i = find_turn();
    insert_line(i, dealt.lines[dealt.line_count - 1]);
    dealt.lines[i].act_count = 0;
    dealt.lines[i].reason = END_STOPPED;
    return (int)i + 1;
}

static int spoil_no_tile(void)
{
    unsigned i = find_turn();
    struct line *line = &dealt.lines[i];
    if (dealt.lines[i + 1].kind != LINE_TURN || dealt.lines[i + 1].turn == line->turn)
        return -1;
    line->has_tile = false;
    struct act *act = arena_alloc(&dealt_arena, sizeof *act);
    *act = (struct act){.kind = ACT_DISCARD, .tile = line->tile};
    line->acts = act;
    line->act_count = 1;
    return (int)i;
}

static int spoil_aside(void)
{
    int at = spoil_discard();
    dealt.lines[at].acts[0].kind = ACT_ASIDE;
    return at;
}

static int spoil_none_and_one(void)
{
    unsigned i = find_turn();
    struct line *line = &dealt.lines[i];
    if (line->acts[0].kind != ACT_STAND)
        return -1;
    line->acts[0].text = str_of("both");
    return (int)i;
}

static const struct {
    const char *name;
    enum finding_id code;
    int (*spoil)(void);
} spoilers[] = {
    {"tile turned", FINDING_SIDES_DIFFER, spoil_orient},
    {"cell moved away", FINDING_NO_NEIGHBOUR, spoil_cell_far},
    {"cell moved onto a tile", FINDING_CELL_TAKEN, spoil_cell_taken},
    {"follower on an occupied feature", FINDING_OCCUPIED, spoil_occupied},
    {"eighth follower", FINDING_SUPPLY, spoil_supply},
    {"second follower", FINDING_SECOND_FOLLOWER, spoil_second},
    {"follower on no segment", FINDING_NO_SEGMENT, spoil_segment},
    {"follower on another tile", FINDING_NOT_THIS_TILE, spoil_other_tile},
    {"other seat", FINDING_TURN_ORDER, spoil_seat},
    {"seat that is none", FINDING_SEATS, spoil_seat_range},
    {"other turn number", FINDING_TURN_NUMBER, spoil_number},
    {"line dropped", FINDING_TURN_NUMBER, spoil_dropped},
    {"line doubled", FINDING_TURN_NUMBER, spoil_doubled},
    {"tile drawn too often", FINDING_TILE_COUNT, spoil_count},
    {"tile of no name", FINDING_TILE_UNKNOWN, spoil_name},
    {"wrong total", FINDING_TOTAL, spoil_total},
    {"wrong final total", FINDING_FINAL, spoil_final},
    {"award that was none", FINDING_AWARD, spoil_award},
    {"discard that fits", FINDING_DISCARD_FITS, spoil_discard},
    {"tile put aside", FINDING_ASIDE, spoil_aside},
    {"turn without a tile", FINDING_NO_TILE, spoil_no_tile},
    {"ended early", FINDING_ENDED_EARLY, spoil_end_early},
    {"play after the end", FINDING_AFTER_END, spoil_after_end},
    {"none and a follower", FINDING_ACTION_ORDER, spoil_none_and_one},
};
enum { SPOILERS = sizeof spoilers / sizeof *spoilers };

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

static bool spoil_once(struct str game, unsigned kind, bool *came_about)
{
    struct sink out;
    struct findings findings = {.arena = &dealt_arena};
    arena_reset(&dealt_arena);
    read_text(game, &dealt_arena, &findings, &dealt);
    uint32_t header = dealt.lines[0].place.line;
    int at = spoilers[kind].spoil();
    *came_about = at >= 0;
    if (at < 0)
        return true;
    sink_open(&out, -1);
    crn_print(&dealt, &out);
    struct str text = sink_text(&out);
    if (spoilers[kind].code == FINDING_ACTION_ORDER) {
        /* The printer would never write it: "-" before the follower, by hand. */
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
    bool flagged = is_flagged(text, header + (uint32_t)at, spoilers[kind].code);
    if (!flagged)
        printf("not flagged: %s, line %u of\n%.*s", spoilers[kind].name, header + (uint32_t)at, STR_ARGS(text));
    sink_close(&out);
    return flagged;
}

int main(int argc, char **argv)
{
    unsigned long came[SPOILERS] = {0};
    if (argc != 3) {
        fputs("usage: mutate SEED GAMES\n", stderr);
        return 2;
    }
    rng.state = strtoull(argv[1], NULL, 10);
    player.claims = true;
    struct sink game;
    bool good = true;
    for (unsigned long g = strtoul(argv[2], NULL, 10); g > 0 && good; g--) {
        sink_open(&game, -1);
        struct deal deal = {.sets = "base", .profile = "official-1", .seats = 2 + random_below(&rng, 5)};
        player_game(&player, &rng, &deal, &game);
        for (unsigned kind = 0; kind < SPOILERS && good; kind++)
            for (unsigned k = 0; k < 4 && good; k++) {
                bool came_about;
                good = spoil_once(sink_text(&game), kind, &came_about);
                came[kind] += came_about;
            }
        sink_close(&game);
    }
    for (unsigned kind = 0; kind < SPOILERS; kind++) {
        printf("%-32s %3d  %lu times\n", spoilers[kind].name, (int)spoilers[kind].code, came[kind]);
        good &= came[kind] > 0;
    }
    arena_free(&player.arena);
    arena_free(&dealt_arena);
    catalogue_free(&player.catalogue);
    return !good;
}
